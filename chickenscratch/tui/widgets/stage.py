"""Movements of a widget, one at a time, which anybody may cut short."""

from __future__ import annotations

from collections.abc import Callable

from chickenscratch.tui.clock import Clock
from chickenscratch.tui.motion import FRAME


class Stage:
    """Calls back for every frame of a movement, and once when it is over."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._cancel: Callable[[], None] | None = None
        self._then: Callable[[], None] | None = None
        self._begun = self._length = 0.0
        self._step: Callable[[float], None] = lambda passed: None

    @property
    def moving(self) -> bool:
        return self._then is not None

    def run(
        self, length: float, step: Callable[[float], None], then: Callable[[], None]
    ) -> None:  # fmt: skip
        """`step` is told the seconds that have passed, at once and with every frame; `then` is
        called after `length` seconds. What moved before is finished first."""
        self.finish()
        self._begun, self._length = self._clock.now(), length
        self._step, self._then = step, then
        step(0.0)
        self._wait()

    def finish(self) -> None:
        """Be at the end of all movements at once."""
        while self._then is not None:
            self._end()

    def stop(self) -> None:
        """Forget what was to come."""
        if self._cancel is not None:
            self._cancel()
        self._cancel = self._then = None

    def _wait(self) -> None:
        left = self._begun + self._length - self._clock.now()
        self._cancel = self._clock.after(max(0.0, min(FRAME, left)), self._next)

    def _next(self) -> None:
        passed = self._clock.now() - self._begun
        if passed >= self._length - 1e-6:
            self._end()
        else:
            self._step(passed)
            self._wait()

    def _end(self) -> None:
        then = self._then
        self.stop()
        if then is not None:
            then()

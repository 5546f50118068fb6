"""A key that was tapped, told from a key that is being held down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chickenscratch.tui.clock import Clock

PAUSE: Final = 0.13
"""Keyboards repeat a held key at least every 0.1 s; a tap is followed by nothing for longer."""


class SteadyPress:
    """Does something once a key has been pressed and not again for a moment.

    A terminal does not tell when a key is let go. A held Enter, which repeats, must not confirm
    what has only just come up, however long it is held.
    """

    def __init__(self, clock: Clock, call: Callable[[], object]) -> None:
        self._clock = clock
        self._call = call
        self._forget: Callable[[], None] | None = None
        self._last = float("-inf")

    def press(self) -> None:
        """The key was pressed."""
        time = self._clock.now()
        repeated = time - self._last < PAUSE
        self._last = time
        self.cancel()
        if not repeated:
            self._forget = self._clock.after(PAUSE, self._act)

    def cancel(self) -> None:
        """Forget a press that has not come to anything yet."""
        if self._forget is not None:
            self._forget()
            self._forget = None

    def _act(self) -> None:
        self._forget = None
        self._call()

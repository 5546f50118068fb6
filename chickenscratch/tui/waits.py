"""Things that will happen in a moment, by name, so that they can be hastened or taken back."""

from __future__ import annotations

from collections.abc import Callable

from chickenscratch.tui.clock import Clock


class Waits:
    """At most one wait of a name at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._cancels: dict[str, Callable[[], None]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._cancels

    def start(self, name: str, seconds: float, call: Callable[[], object]) -> None:
        """Call back in some seconds, instead of what was to be called under this name."""

        def due() -> None:
            self._cancels.pop(name, None)
            call()

        self.cancel(name)
        self._cancels[name] = self._clock.after(seconds, due)

    def cancel(self, name: str) -> None:
        cancel = self._cancels.pop(name, None)
        if cancel is not None:
            cancel()

    def cancel_all(self) -> None:
        for name in list(self._cancels):
            self.cancel(name)

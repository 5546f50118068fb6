"""A replay that is all there is: when it is left, so is the application."""

from __future__ import annotations

from textual.screen import Screen


class Alone(Screen[object]):
    """The bare ground under one screen."""

    def __init__(self, only: Screen[None]) -> None:
        super().__init__()
        self._only = only

    def on_mount(self) -> None:
        self.app.push_screen(self._only, lambda _done: self.app.exit(0))

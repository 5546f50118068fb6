"""An application that keeps things to itself: for terminals whose owners do not own the machine."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.color import ColorSystem
from rich.console import RenderableType
from textual.app import App, SystemCommand
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.worker import WorkerFailed

from chickenscratch.tui.remote_filter import filter_for
from chickenscratch.tui.terminal import Colors


def misses_parts(error: Exception) -> bool:
    """Whether something was looked for that is not there. While the program ends, that says
    nothing: screens may never have been filled, or not be any more."""
    reason = error.error if isinstance(error, WorkerFailed) else error
    return isinstance(reason, NoMatches)


class Reticent(App[int]):
    """Mix this in before an application class, then call :meth:`keep_quiet`.

    Textual prints tracebacks with all local variables, opens browsers and writes files where it
    stands, and sends to the terminal what anybody has written.
    """

    def keep_quiet(self, colors: Colors) -> None:
        """Draw nothing but text, in colours the terminal has; before it is run."""
        self.failure: BaseException | None = None
        self.console._color_system = ColorSystem.TRUECOLOR
        self.no_color = colors is Colors.NONE
        self._filters.append(filter_for(colors))

    def _handle_exception(self, error: Exception) -> None:
        """End quietly; whoever runs the application finds the error in `failure`."""
        if self._exit and misses_parts(error):
            return
        self._return_code = 1
        self.failure = self.failure or error
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self._return_code = 1
        self.failure = self.failure or sys.exc_info()[1]
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        self._return_code = 1
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    def copy_to_clipboard(self, text: str) -> None:
        """Nothing: others may have written it, and their text goes to the screen only."""

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for command in super().get_system_commands(screen):
            if command.title != "Screenshot":
                yield command

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Nothing: a browser would open here, where nobody is."""

    def deliver_screenshot(self, *_args: Any, **_options: Any) -> str | None:
        """Nothing: there is no place for pictures of visitors."""
        return None

    def deliver_text(self, *_args: Any, **_options: Any) -> str | None:
        """Nothing, as for pictures."""
        return None

    def deliver_binary(self, *_args: Any, **_options: Any) -> str | None:
        """Nothing, as for pictures."""
        return None

    def action_suspend_process(self) -> None:
        """Nothing: a shell is not what would come."""

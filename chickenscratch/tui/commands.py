"""The command palette: Textual's, which a second click on its way cannot close twice."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.screen import ScreenResultType


class SteadyPalette(CommandPalette):
    """See the module."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close it, unless it is closed: a click or a key may still have been waiting."""
        if not self.is_current:
            return AwaitComplete()
        return super().dismiss(result)  # type: ignore[arg-type]

"""The command palette: Textual's, which a second click on its way cannot close twice, which may be
gone before its commands are there, and which may have no room for them."""

from __future__ import annotations

from typing import Any, Final

from textual import events, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandInput, CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.screen import ScreenResultType

# what the decorator of the original method has wrapped
_GATHER: Final[Any] = CommandPalette._gather_commands.__wrapped__  # type: ignore[attr-defined]
LONGEST: Final = 60
"""Characters of what is looked for: every key costs as much as there is already."""


class SteadyCommands(CommandList):
    """The list of commands, which may have changed since it was drawn."""

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override]
        option = event.style.meta.get("option")
        if option is not None and option >= self.option_count:
            event.prevent_default()


class SteadyPalette(CommandPalette):
    """See the module."""

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if isinstance(widget, CommandInput):
                widget.max_length = LONGEST
            yield SteadyCommands() if isinstance(widget, CommandList) else widget

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close it, unless it is closed: a click or a key may still have been waiting."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)  # type: ignore[arg-type]

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override]
        """A click beside the palette closes it; one beside the screen means nothing."""
        if not self.size.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        """Fill the list of commands, unless the program is ending and has taken it away."""
        try:
            await _GATHER(self, search_value)
        except NoMatches:
            if self.query(CommandList):
                raise

    def _action_command_list(self, action: str) -> None:
        """Pass an action on to the list, once it is there; but turn no pages where not a line of it
        is seen."""
        for commands in self.query(CommandList):
            if commands.scrollable_content_region or "page" not in action:
                super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        """Go down in the list, once it is there."""
        if self.query(CommandList):
            super()._action_cursor_down()

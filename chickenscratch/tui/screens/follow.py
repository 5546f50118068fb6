"""A game that is played in another window: to be watched, and to be taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chickenscratch.locale import N_, _
from chickenscratch.locale.reasons import say
from chickenscratch.store import StoreError
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.widgets.page import foot_line
from chickenscratch.tui.widgets.pane import Line, Pane

if TYPE_CHECKING:
    from chickenscratch.config import Settings
    from chickenscratch.table.follow import FollowedTable

TAKE_OVER: Final = Act(
    "take_over", ("t",), "t", N_("play here"),
    N_("Ask the other window for this game, and play it here."),
)  # fmt: skip


class FollowScreen(TableScreen):
    """Gives ``leave``, or ``taken`` once the game has been taken over."""

    CSS = ""

    def __init__(self, table: FollowedTable, settings: Settings) -> None:
        super().__init__([table.link], settings=settings, mark=_("ANOTHER WINDOW"))
        self._followed = table

    def on_mount(self) -> None:
        """Besides what the table screen does; Textual calls both."""
        self.call_after_refresh(
            self.announce, _("This game is played in another window; t plays it here.")
        )

    def takes_key(self, key: str) -> bool:
        if key in TAKE_OVER.keys and not self.looking_back:
            self.action_take_over()
            return True
        return super().takes_key(key)

    def action_take_over(self) -> None:
        """Ask for the game; it comes when the other window lets go."""
        try:
            self._followed.take_over()
        except StoreError as error:
            self.announce(say(error.sentence))
        else:
            self.announce(_("The other window is asked; if it does not answer, close it."))
        self.show_mind()

    def foot_line(self, eyes: Eyes, width: int) -> Line:
        if self.looking_back:
            return super().foot_line(eyes, width)
        names = ("sheet", "log", "look_back", "zoom_fit", "rules", "help", "leave")
        acts = [self.chicken.keys.act(name) for name in names]
        return foot_line([TAKE_OVER, *acts], width)

    async def on_pane_pressed(self, message: Pane.Pressed) -> None:
        if message.act == TAKE_OVER.id:
            message.stop()
            if not message.again:
                self.action_take_over()
        else:
            await super().on_pane_pressed(message)

    def open_leave(self, stay: object = None) -> None:
        """Nothing is lost, so nobody is asked."""
        self.dismiss("leave")

"""Before the table is left: the game is kept, and staying is the other key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.widgets.page import Page
from chickenscratch.tui.widgets.pane import Line, line


class LeaveScreen(Page[bool]):
    """Gives True if the table is to be left. The key that opened it does not confirm it."""

    ACTS: ClassVar = (
        Act("stay", ("escape", "k", "space"), "Esc", N_("keep playing"),
            N_("Back to the table."), footer=2),
        Act("leave", ("enter", "kp_enter", "y"), "Enter", N_("leave, continue later"),
            N_("Leave the table; the game goes on where it was."), footer=1),
    )  # fmt: skip

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("LEAVE THE TABLE"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        return (
            (),
            line((" " + _("The game is kept as it is: you can continue it later."), "strong")),
            (),
            line((" Enter ", "key", "leave"), (_("leave, continue later"), "", "leave")),
            line((" Esc   ", "key", "stay"), (_("keep playing"), "", "stay")),
        )

    def action_stay(self) -> None:
        self.dismiss(False)

    def action_leave(self) -> None:
        self.dismiss(True)

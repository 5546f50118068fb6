"""Before the table is left: whether the game is kept, and staying is the other key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act, key_words
from chickenscratch.tui.widgets.page import Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import wrapped


class LeaveScreen(Page[bool]):
    """Gives True if the table is to be left. The key that opened it does not confirm it."""

    ACTS: ClassVar = (
        Act("stay", ("escape", "k", "space"), "Esc", N_("keep playing"),
            N_("Back to the table."), footer=2),
        Act("leave", ("enter", "kp_enter", "y"), "Enter", N_("leave, continue later"),
            N_("Leave the table; the game goes on where it was."), footer=1),
    )  # fmt: skip

    def __init__(self, trouble: str = "") -> None:
        """`trouble`: why the game cannot be saved, if it cannot."""
        super().__init__()
        self.trouble = trouble
        self._warned = not trouble

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("LEAVE THE TABLE"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        room = max(8, width - 2)
        lines: list[Line] = [()]
        if self.trouble:
            lines += [line((f" {row}", "warn")) for row in wrapped(self.trouble, room)]
            lost = _("If you leave now, what has not been saved of this game is lost.")
            lines += [line((f" {row}", "strong")) for row in wrapped(lost, room)]
        else:
            kept = _("The game is kept as it is: you can continue it later.")
            lines += [line((f" {row}", "strong")) for row in wrapped(kept, room)]
        return [
            *lines,
            (),
            line((f" {key_words('Enter'):<6}", "key", "leave"), (_(self._leaving), "", "leave")),
            line((" Esc   ", "key", "stay"), (_("keep playing"), "", "stay")),
        ]

    @property
    def _leaving(self) -> str:
        if not self.trouble:
            return N_("leave, continue later")
        return N_("leave, and lose it") if self._warned else N_("leave all the same")

    def notice(self) -> Line:
        if not self.trouble or not self._warned:
            return ()
        return line((" " + _("Once more, if you really want to lose it."), "warn"))

    def foot(self) -> Sequence[Act]:
        acts = super().foot()
        return [a._replace(label=self._leaving) if a.id == "leave" else a for a in acts]

    def action_stay(self) -> None:
        self.dismiss(False)

    def action_leave(self) -> None:
        if self._warned:
            self.dismiss(True)
            return
        self._warned = True
        self.show()
        self.reopen()

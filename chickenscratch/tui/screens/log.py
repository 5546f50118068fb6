"""What has happened in this round, line by line; each can say which rule is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.panels import broken
from chickenscratch.tui.widgets.page import FIRST, LAST, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import wrapped
from chickenscratch.tui.widgets.roll import BAR


class LogScreen(Page[None]):
    """Shows lines of text, the last one marked."""

    ACTS: ClassVar = (
        Act("close", ("escape", "q", "m", "space"), "Esc", N_("back"),
            N_("Back to the table."), footer=1),
        Act("why", ("enter", "kp_enter", "f3"), "Enter", N_("why"),
            N_("The rule behind the marked line, and which switches of this table decided."),
            footer=2),
        Act("up", ("up", "k", "kp_up"), "↑", N_("up"), N_("The line above.")),
        Act("down", ("down", "j", "kp_down"), "↓", N_("down"), N_("The line below.")),
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, story: Sequence[str], reasons: Sequence[Sequence[str]] = ()) -> None:
        """`reasons`: for each line, what is behind it; nothing for the first ones if there are
        fewer."""
        super().__init__()
        self.story = tuple(story)
        missing = len(self.story) - len(reasons)
        self.reasons = (*((),) * missing, *(tuple(reason) for reason in reasons))
        self.at = len(self.story) - 1
        self.open = False
        """The marked line says why."""

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("WHAT HAPPENED"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        if not self.story:
            return (line((" " + _("Nothing yet."), "dim")),)
        return [row for at in range(len(self.story)) for row in self._rows(at, width)]

    def _rows(self, at: int, width: int) -> list[Line]:
        here, act = at == self.at, f"pick({at})"
        rows = broken(self.story[at], width - 3)
        mark = ("> " if here else "  ", "key")
        lines = [
            line(mark if not i else "  ", (row, "strong" if here else "", act))
            for i, row in enumerate(rows)
        ]
        if here and self.open:
            said = self.reasons[at] or (_("Nothing in the rules of this table is behind this."),)
            lines += [line((f"    {row}", "accent")) for s in said for row in wrapped(s, width - 6)]
        return lines

    def keep(self) -> tuple[int, int] | None:
        width = self.roll.size.width - BAR
        before = sum(len(self._rows(at, width)) for at in range(self.at))
        return before, before + len(self._rows(self.at, width)) - 1 if self.story else before

    def foot(self) -> Sequence[Act]:
        return [act for act in super().foot() if act.id != "why" or self.story]

    def _go(self, to: int) -> None:
        self.at, self.open = max(0, min(to, len(self.story) - 1)), False
        self.show()

    def action_up(self) -> None:
        self._go(self.at - 1)

    def action_down(self) -> None:
        self._go(self.at + 1)

    def action_page_up(self) -> None:
        self._go(self.at - max(1, self.roll.size.height - 1))

    def action_page_down(self) -> None:
        self._go(self.at + max(1, self.roll.size.height - 1))

    def action_first(self) -> None:
        self._go(0)

    def action_last(self) -> None:
        self._go(len(self.story))

    def action_pick(self, at: int) -> None:
        """A line was clicked."""
        again = at == self.at and self.open
        self._go(at)
        self.open = not again
        self.show()

    def action_why(self) -> None:
        if self.story:
            self.open = not self.open
            self.show()

    def action_close(self) -> None:
        self.dismiss(None)

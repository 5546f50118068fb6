"""What works now: every row of the key table, to be read or to be done at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from chickenscratch.locale import N_, _
from chickenscratch.tui.keymap import STANDARD, Keys
from chickenscratch.tui.keys import Act
from chickenscratch.tui.panels import broken
from chickenscratch.tui.text import fit
from chickenscratch.tui.widgets.page import FIRST, LAST, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.roll import BAR

LEGEND: Final = (
    ("●●○", N_("Toes of the foot, or arms of the hub, that are laid and still to come.")),
    ("×", N_("No tile is left that could be laid on this number.")),
    ("5×2", N_("Among the open ends: this number, so many times.")),
    ("▴1 3▸", N_("So many open places lie out of sight, this way.")),
    ("○", N_("On a double: its foot must be filled first.")),
    ("a b c", N_("Places for the lifted tile; the brightest one is chosen.")),
    ("*", N_("Laid or drawn just now; on the table such a tile may be black.")),
)
"""Signs on the table and what they mean."""


class HelpScreen(Page[str]):
    """Gives the action of the chosen row, or nothing."""

    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The row below.")),
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
        Act("choose", ("enter", "kp_enter"), "Enter", N_("do it"), N_("Do what this row says."),
            footer=1),
        Act("close", ("escape", "q", "question_mark", "f1", "space"), "Esc", N_("back"),
            N_("Back to the table."), footer=2),
    )  # fmt: skip

    def __init__(
        self, keys: Keys = STANDARD, acts: Sequence[Act] | None = None, *, hosted: bool = False
    ) -> None:
        """`acts`: what can be done, if not at the table. `hosted`: others play elsewhere."""
        super().__init__()
        self.at_table = acts is None
        table = tuple(act for act in keys.acts if hosted or not act.hosted)
        self.acts = table if acts is None else tuple(acts)
        self.at = 0

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("KEYS AND MOUSE"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        rows = [spans for i in range(len(self.acts)) for spans in self._row(i, width)]
        return rows + self._legend(width) if self.at_table else rows

    def _legend(self, width: int) -> list[Line]:
        """What the signs at the table mean."""
        room = max(8, width - 11)
        lines: list[Line] = [(), line((" " + _("SIGNS"), "head"))]
        for sign, words in LEGEND:
            first, *rest = broken(_(words), room)
            lines.append(line((f"  {fit(sign, 7)} ", "key"), first))
            lines += [line(" " * 10, text) for text in rest]
        return lines

    def _row(self, i: int, width: int) -> list[Line]:
        act, here = self.acts[i], f"row({i})"
        look = "cursor" if i == self.at else ""
        label = f"{'>' if i == self.at else ' '} {fit(self._key(act), 6)} "
        indent, room = " " * len(label), max(8, width - len(label) - 1)
        first, *rest = broken(_(act.help), room)
        lines = [line((label, look or "key", here), (fit(first, room), look, here))]
        lines += [line((indent, look, here), (fit(text, room), look, here)) for text in rest]
        if act.mouse:
            mouse = _("mouse: {what}").format(what=_(act.mouse))
            lines += [line((indent + text, "dim", here)) for text in broken(mouse, room)]
        return lines

    def _key(self, act: Act) -> str:
        """The key of an act alone: a footer names two in one, and the other has its own row."""
        others = {other.sign for other in self.acts if other is not act}
        own = [sign for sign in act.sign.split() if sign not in others]
        return act._replace(sign=" ".join(own)).key if own else act.key

    def keep(self) -> tuple[int, int] | None:
        width = self.roll.size.width - BAR
        before = sum(len(self._row(i, width)) for i in range(self.at))
        return before, before + len(self._row(self.at, width)) - 1

    def action_up(self) -> None:
        self._go(-1)

    def action_down(self) -> None:
        self._go(1)

    def action_page_up(self) -> None:
        self._go(-8)

    def action_page_down(self) -> None:
        self._go(8)

    def action_first(self) -> None:
        self._go(-len(self.acts))

    def action_last(self) -> None:
        self._go(len(self.acts))

    def _go(self, step: int) -> None:
        self.at = max(0, min(self.at + step, len(self.acts) - 1))
        self.show()

    def action_row(self, row: int) -> None:
        self.at = row
        self.action_choose()

    def action_choose(self) -> None:
        act = self.acts[self.at]
        self.dismiss("" if act.id in ("pips", "ghost") else act.id)

    def action_close(self) -> None:
        self.dismiss("")

"""The end of the game: the podium, what will be remembered, and the proof of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.core.scoring import winners
from chickenscratch.locale import N_, _
from chickenscratch.table.link import Update
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import podium_lines as lines_of
from chickenscratch.tui.widgets.page import HELP, SCROLLING, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Span, line

WIDEST = 112
"""Columns of the block in the middle of a large window."""


class PodiumScreen(Page[str]):
    """Gives ``rematch``, ``sheet`` or ``leave``. Nothing that is easily hit leaves it."""

    CSS_PATH = "podium.tcss"
    ACTS: ClassVar = (
        Act("rematch", ("r",), "r", N_("rematch"), N_("Once more, in the same seats."), footer=1),
        Act("sheet", ("s",), "s", N_("sheet"), N_("The whole score sheet."), footer=2),
        Act("proof", ("p",), "p", N_("proof"), N_("How to check the shuffle by hand."), footer=4),
        Act("copy", ("y",), "y", N_("copy"), N_("The result in four lines, to copy."), footer=5),
        Act("leave", ("q", "escape"), "q", N_("leave"), N_("Enough for today."), footer=3),
        HELP._replace(footer=6),
        *(act._replace(footer=7 + i) for i, act in enumerate(SCROLLING[2:])),
        *SCROLLING[:2],
    )

    def __init__(
        self,
        update: Update,
        names: Sequence[str],
        me: int | None,
        *,
        doubles: Sequence[int] | None = None,
    ) -> None:
        """`me`: the seat that is called “you”. `doubles`: how many each seat laid in the game; if
        nothing is said about it, whoever led here is asked."""
        super().__init__()
        self.view = update.view
        self.names = tuple(names)
        self.me = me
        self.doubles = doubles
        ended = lines_of.ending(update.events)
        self.seed = None if ended is None else ended.seed

    def on_mount(self) -> None:
        if self.doubles is None:
            ways = (getattr(below, "doubles_laid", None) for below in self.app.screen_stack)
            ask = next((way for way in ways if way is not None), lambda: None)
            known: tuple[int, ...] | None = ask()
            if known is not None and len(known) == self.view.seats:
                self.doubles = known
        super().on_mount()

    def head(self, width: int) -> Sequence[Line]:
        words = lines_of.verdict(self.view, self.names, self.me)
        won = winners(self.view.rules, self.view.results, self.view.seats)
        title = _("THE COOP HAS A WINNER") if len(won) == 1 else _("THE COOP HAS WINNERS")
        return (line((title + "   ", "head"), (words, "accent")),)

    def body(self, width: int) -> Sequence[Line]:
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        return [(indent, *row) for row in self._story(column)]

    def _story(self, width: int) -> list[Line]:
        view, names, me = self.view, self.names, self.me
        high = self.size.height >= 34
        gap: list[Line] = [()]
        lines = lines_of.podium(view, names, me, width, ink_of(self.roll), high=high)
        lines += gap + lines_of.award_lines(lines_of.awards(view, names, self.doubles), width)
        lines += gap + lines_of.score_lines(view, names, me, width)
        lines += (gap if high else []) + lines_of.proof_lines(view, self.seed, width)
        return lines

    def action_rematch(self) -> None:
        self.dismiss("rematch")

    def action_sheet(self) -> None:
        self.dismiss("sheet")

    def action_proof(self) -> None:
        from chickenscratch.tui.screens.proof import ProofScreen, deal_of_view

        self.app.push_screen(ProofScreen(deal_of_view(self.view, self.names, self.seed)))

    def action_copy(self) -> None:
        from chickenscratch.locale.result import four_lines
        from chickenscratch.tui.screens.copy_text import CopyTextScreen

        self.app.push_screen(CopyTextScreen(four_lines(self.view, self.names, self.seed)))

    def action_leave(self) -> None:
        self.dismiss("leave")

"""The whole score sheet: a row a round, a column a player, totals and places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len

from chickenscratch.core.scoring import places
from chickenscratch.core.tiles import double
from chickenscratch.locale import N_, _
from chickenscratch.table.link import Update
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import fit
from chickenscratch.tui.widgets.page import SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.places import place_word


class SheetScreen(Page[None]):
    """Shows all rounds that have been played."""

    ACTS: ClassVar = (
        Act("close", ("escape", "q", "s", "enter", "space"), "Esc", N_("back"),
            N_("Back to the table."), footer=1),
        Act("proof", ("p",), "p", N_("proof"), N_("How to check the shuffle by hand."), footer=2),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, update: Update, names: Sequence[str], me: int | None) -> None:
        super().__init__()
        self.view = update.view
        self.events = update.events
        self.names = tuple(names)
        self.me = me

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("SCORE SHEET"), "head"), ("   " + _("lowest total wins"), "dim")),)

    def body(self, width: int) -> Sequence[Line]:
        view = self.view
        titles = (_("round"), _("total"), _("behind"), _("place"), _("went out"))
        first = max(10, *map(cell_len, titles))
        column = max(5, min(14, (width - first - 2) // view.seats))

        def row(label: str, cells: Sequence[str], look: str = "") -> Line:
            spans = [Span(f" {fit(label, first)}", look or "dim")]
            for seat, text in enumerate(cells):
                pad = " " * max(0, column - cell_len(text))
                spans.append(Span(pad + text, look or ("strong" if seat == self.me else "")))
            return tuple(spans)

        rule = line((" " + "─" * (first + column * view.seats), "line"))
        heads = [fit(n, min(cell_len(n), column - 1)) for n in self.names]
        lines = [row(_("round"), heads, "head"), rule]
        for result in view.results:
            cells = [
                _("out") if seat == result.out and not score else str(score)
                for seat, score in enumerate(result.scores)
            ]
            lines.append(row(f"{result.number}  {double(result.lead)}", cells))
        if not view.round_over:
            lines.append(row(f"{view.number}  {double(view.lead)}", ["."] * view.seats))
        lowest = min(view.totals)
        lines += [
            rule,
            row(_("total"), [str(total) for total in view.totals], "strong"),
            row(_("behind"), [f"+{t - lowest}" if t > lowest else "-" for t in view.totals]),
            row(_("place"), [place_word(rank) for rank in places(view.totals)]),
            row(_("went out"), [str(sum(r.out == s for r in view.results))
                                for s in range(view.seats)]),
        ]  # fmt: skip
        return lines

    def notice(self) -> Line:
        words = _("Commitment: {commitment}").format(commitment="")
        digits = self.view.commitment
        halves = (digits[: len(digits) // 2], digits[len(digits) // 2 :])
        return line((f" {words}", "dim", "proof"), *((half, "dim", "proof") for half in halves))

    def action_proof(self) -> None:
        from chickenscratch.tui.screens.podium_lines import ending
        from chickenscratch.tui.screens.proof import ProofScreen, deal_of_view

        ended = ending(self.events)
        seed = None if ended is None else ended.seed
        self.app.push_screen(ProofScreen(deal_of_view(self.view, self.names, seed)))

    def action_close(self) -> None:
        self.dismiss(None)

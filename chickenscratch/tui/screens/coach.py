"""The whole ranking: every choice with what it is worth, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from chickenscratch.core.coach import Advice, Ranked
from chickenscratch.locale import N_, _
from chickenscratch.locale.coach import (
    choice_words,
    points_note,
    reason_words,
    signed,
    standing,
    worlds_line,
)
from chickenscratch.tui.keys import Act
from chickenscratch.tui.panels import broken
from chickenscratch.tui.text import fit
from chickenscratch.tui.widgets.page import HELP, SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import fold_all

BAR: Final = 24
"""Columns of the bar of a choice that is not behind."""
COMPARED: Final = 3
"""Choices of which it is said why the best one is better."""
SCALE: Final = 10.0
"""Points behind at which a bar is gone."""


class CoachScreen(Page[None]):
    """What the coach found out about a position."""

    ACTS: ClassVar = (
        Act("leave", ("t", "escape", "q", "enter", "space"), "t", N_("back to the table"),
            N_("Back to the table."), footer=1),
        HELP._replace(footer=2),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, advice: Advice, names: Sequence[str]) -> None:
        super().__init__()
        self.advice = advice
        self.names = tuple(names)

    def head(self, width: int) -> Sequence[Line]:
        title = line((_("THE COACH'S RANKING"), "head"))
        return (title, line((worlds_line(self.advice), "dim")))

    def body(self, width: int) -> Sequence[Line]:
        ranking = self.advice.ranking
        moves = max(len(choice_words(ranked.choice)) for ranked in ranking)
        lines: list[Line] = [line((points_note(), "dim")), ()]
        for place, ranked in enumerate(ranking):
            lines.append(self._row(ranked, moves, width, best=not place))
        lines += [(), line((_("Why the first one"), "head"))]
        lines += self._reasons(ranking[0], width)
        for ranked in [other for other in ranking[1:] if not other.equal][:COMPARED]:
            words = _("Why rather than {move}").format(move=choice_words(ranked.choice))
            lines += [(), line((words, "strong")), *self._reasons(ranked, width)]
        return fold_all(lines, width)

    def _row(self, ranked: Ranked, moves: int, width: int, *, best: bool) -> Line:
        look = "turn" if best else "strong" if ranked.equal else ""
        row = [
            Span(" > " if best else "   ", "turn"),
            Span(fit(choice_words(ranked.choice), moves), look),
            Span(f"  {signed(ranked.points):>7}  ", look),
            Span(standing(ranked, best=best), "" if best or ranked.equal else "dim"),
        ]
        left = max(0, round(BAR * (1 - ranked.behind / SCALE)))
        bar = Span("  " + "▮" * left, "accent" if ranked.equal else "dim")
        room = width - sum(len(span.text) for span in row)
        return (*row, bar) if room >= BAR + 2 else tuple(row)

    def _reasons(self, ranked: Ranked, width: int) -> list[Line]:
        return [
            line((f"   {text}", ""))
            for reason in ranked.reasons
            for text in broken(reason_words(reason, self.names), max(20, width - 4))
        ]

    def action_leave(self) -> None:
        self.dismiss(None)

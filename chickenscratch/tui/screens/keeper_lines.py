"""How the score keeper looks: rows of rounds, columns of players, the sums below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from chickenscratch.core.sheet import ScoreSheet, SheetError
from chickenscratch.locale import _, pgettext
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import place_word, verdict
from chickenscratch.tui.screens.keeper_draft import LEAD, RoundDraft
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import folded

TITLE: Final = 12
"""Columns of a round's number and lead."""
LEAST: Final = 5
WIDE: Final = 66
"""Columns from which on the keys to click have room between them."""
MOST: Final = 14
"""Columns of a player."""


class Grid(NamedTuple):
    """The sheet, the field that is marked, and the players there is room for.

    `drafts`: the rows that hold something which is not written down.
    """

    sheet: ScoreSheet
    drafts: dict[int, RoundDraft]
    number: int
    column: int
    wide: int
    seats: range

    @classmethod
    def fitted(
        cls,
        sheet: ScoreSheet,
        drafts: dict[int, RoundDraft],
        number: int,
        column: int,
        width: int,
    ) -> Grid:
        """As many players as fit into `width` columns, the marked one among them."""
        room = width - TITLE
        wide = max(LEAST, min(MOST, room // sheet.seats))
        count = max(1, min(sheet.seats, room // wide))
        first = max(0, min(column - 1 - count // 2, sheet.seats - count))
        return cls(sheet, drafts, number, column, wide, range(first, first + count))

    @property
    def draft(self) -> RoundDraft:
        """What stands in the row that is marked."""
        return self.row_of(self.number)

    def row_of(self, number: int) -> RoundDraft:
        known = self.drafts.get(number)
        if known is not None:
            return known
        if number <= len(self.sheet.results):
            return RoundDraft.of(self.sheet.results[number - 1])
        return RoundDraft.fresh(self.sheet, number)


def names(grid: Grid) -> Line:
    """The players, each at the top of a column."""
    spans = [Span(fit(" " + _("round"), TITLE), "dim")]
    for seat in grid.seats:
        look = "accent" if seat == grid.column - 1 else "head"
        spans += _right(clean(grid.sheet.names[seat]), grid.wide, look, f"go({seat + 1})")
    return tuple(spans)


def round_row(grid: Grid, number: int) -> Line:
    """A round: its number, its lead, and everybody's points."""
    here = number == grid.number
    draft = grid.row_of(number)
    lead = f"{draft.lead}-{draft.lead}" if draft.lead else "?-?"
    look = "cursor" if here and grid.column == LEAD else "strong" if here else "dim"
    act = f"mark({number},{LEAD})"
    spans = [
        Span(f"{'>' if here else ' '}{number:>3}  ", "key" if here else "dim", act),
        Span(short(lead, TITLE - 6), look, act),
        Span(" " * max(0, TITLE - 6 - len(lead)), "", act),
    ]
    for seat in grid.seats:
        act = f"mark({number},{seat + 1})"
        if here and seat == grid.column - 1:
            text = draft.texts[seat][-(grid.wide - 2) :] + "_"
            spans += _right(text, grid.wide, "cursor", act)
        else:
            spans += _right(*_cell(grid, draft, seat), act)
    return tuple(spans)


def _cell(grid: Grid, draft: RoundDraft, seat: int) -> tuple[str, int, str]:
    """What stands in a field, the width of it, and how it looks."""
    sheet, text = grid.sheet, draft.texts[seat]
    unwritten = draft.number in grid.drafts
    try:
        found = draft.count(sheet, seat)
    except SheetError:
        return text, grid.wide, "warn"
    if found is None:
        return ".", grid.wide, "dim"
    if seat == draft.out and not found.points:
        return _("out"), grid.wide, "good"
    return str(found.points), grid.wide, "accent" if unwritten else ""


def _right(text: str, width: int, look: str, act: str = "") -> list[Span]:
    """Text at the right of a field, all of which can be clicked."""
    shown = short(text, width - 1)
    return [Span(" " * (width - cell_len(shown)), "", act), Span(shown, look, act)]


def sums(grid: Grid) -> list[Line]:
    """Totals and places."""
    sheet = grid.sheet
    totals, lowest = sheet.totals, min(sheet.totals)
    places = [place_word(rank) if sheet.results else "" for rank in sheet.ranks]
    behind = [f"+{total - lowest}" if total > lowest else "-" for total in totals]
    return [
        line(("─" * (TITLE + grid.wide * len(grid.seats)), "line")),
        _sum(grid, _("total"), list(map(str, totals)), "strong"),
        _sum(grid, _("behind"), behind, ""),
        _sum(grid, _("place"), places, ""),
    ]


def _sum(grid: Grid, title: str, texts: Sequence[str], look: str) -> Line:
    spans = [Span(fit(" " + title, TITLE), "dim")]
    for seat in grid.seats:
        spans += _right(texts[seat], grid.wide, look)
    return tuple(spans)


def about(grid: Grid) -> str:
    """What the marked field means."""
    sheet, draft = grid.sheet, grid.draft
    if sheet.over and grid.number not in grid.drafts:
        return verdict(sheet)
    if grid.column == LEAD:
        return _("Which double opened the round? Type its number, or Space for the next one.")
    seat = grid.column - 1
    name = clean(sheet.names[seat])
    if seat == draft.out:
        return _("{name} went out.").format(name=name)
    try:
        found = draft.count(sheet, seat)
    except SheetError as error:
        return say(error.sentence)
    if found is None:
        words = _("{name}: points such as 27 or 12+5, or tiles such as 6-3 0-0.")
        return words.format(name=name)
    terms = " + ".join(map(str, found.terms))
    if len(found.terms) > 1 or found.tiles:
        return f"{name}: {draft.texts[seat].strip()}: {terms} = {found.points}"
    return f"{name}: {found.points}"


def keypad(width: int) -> list[Line]:
    """The keys one types with, to be clicked."""
    keys = [(char, f"type({char!r})") for char in "0123456789-+"]
    keys += [(pgettext("key", "space"), "type(' ')"), (_("erase"), "erase")]
    gap = " " if width >= WIDE else ""
    spans = [Span(f" {sign} {gap}", "key", act) for sign, act in keys]
    return folded((Span(" "), *spans), width)

"""The words of the end of a round: every hand counted tile by tile, and what it does to the totals.

Everything here is public: finished rounds lie open to everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from chickenscratch.core.rule_words import VALUE_WORDS
from chickenscratch.core.rules import CallRule
from chickenscratch.core.scoring import places, tile_value
from chickenscratch.core.state import totals_of
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.moments import round_end
from chickenscratch.locale.numbers import both
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.page import Ink
from chickenscratch.tui.widgets.pane import Line, Span, line, width_of
from chickenscratch.tui.widgets.places import place_word
from chickenscratch.tui.widgets.prose import wrapped

WIDE: Final = 64
"""From this width on a hand, its sum and the totals share a line."""
NAME: Final = 12
"""The widest a column of names gets."""

RIGHT: Final = 36
"""Columns of score, total and place."""
TILE: Final = 5
GAP: Final = 3
"""Columns of a tile drawn as a box, and between two of them."""

Block = list[Line]
"""Lines that appear together."""


class Count(NamedTuple):
    """A hand at the end of a round, counted. `before`: the place before the round, if any."""

    seat: int
    name: str
    hand: tuple[Tile, ...]
    values: tuple[int, ...]
    score: int
    total: int
    place: int
    before: int | None
    out: bool


def counts(view: SeatView, names: Sequence[str]) -> list[Count]:
    """Every hand of the round that has just ended, the lightest first."""
    result, totals = view.results[-1], view.totals
    now, before = places(totals), _places_before(view)
    found = []
    for seat in range(view.seats):
        hand = tuple(sorted(result.hands[seat], reverse=True))
        values = tuple(tile_value(view.rules, tile) for tile in hand)
        found.append(
            Count(
                seat, clean(names[seat]), hand, values, result.scores[seat], totals[seat],
                now[seat], before[seat] if before else None, seat == result.out,
            )
        )  # fmt: skip
    return sorted(found, key=lambda count: (not count.out, count.score, count.seat))


def _totals_before(view: SeatView) -> tuple[int, ...]:
    return totals_of(view.results[:-1], view.seats)


def _places_before(view: SeatView) -> tuple[int, ...]:
    return places(_totals_before(view)) if len(view.results) > 1 else ()


def title(view: SeatView) -> str:
    """Which round has ended, and which double led it."""
    result = view.results[-1]
    return _("END OF ROUND {round} of {rounds}   hub {lead}-{lead}").format(
        round=result.number, rounds=view.rules.game_rounds, lead=result.lead
    )


def reason(view: SeatView, names: Sequence[str], me: int | None) -> str:
    """Why the round ended."""
    filling = view.laid[view.parent].far if view.parent >= 0 else None
    return round_end(view.results[-1], [clean(name) for name in names], me, filling)


def blocks(
    view: SeatView,
    names: Sequence[str],
    me: int | None,
    width: int,
    ink: Ink,
    *,
    yard: bool,
    large: bool = False,
) -> list[Block]:
    """What appears one after the other: a hand each, then the rest of the story.

    `yard`: the yard lies open too. `large`: tiles as boxes, where they are not too many.
    """
    seats = counts(view, names)
    column = min(NAME, max(cell_len(count.name) for count in seats))
    most = max(len(count.hand) for count in seats)
    if large and most * (TILE + GAP) <= width - column - 2 - RIGHT:
        hand_block = _large_block
    else:
        hand_block = _wide_block if width >= WIDE else _narrow_block
    shown = [hand_block(view, count, count.seat == me, column, width, ink) for count in seats]
    shown.append(_yard_block(view, names, width, ink, is_open=yard))
    shown.append(_places_block(view, names, me, width))
    return shown


def _large_block(
    view: SeatView, count: Count, mine: bool, column: int, width: int, ink: Ink
) -> Block:
    """The tiles as boxes, what each of them counts below it."""
    if not count.hand:
        return _wide_block(view, count, mine, column, width, ink)
    pad = Span(" " * (column + 2))
    tiles = [ink.box(tile) for tile in count.hand]
    lines: Block = []
    for y in range(len(tiles[0])):
        spans = [span for tile in tiles for span in (*tile[y], Span(" " * GAP))]
        name = (Span(fit(count.name, column), "strong" if mine else ""), Span("  "))
        lines.append((*(name if y == len(tiles[0]) // 2 else (pad,)), *spans))
    plus = "+".center(GAP)
    sums = plus.join(str(value).center(TILE) for value in count.values)
    sum_ = (pad, Span(sums, "dim"), Span("=".center(GAP)), Span(str(count.score), "accent"))
    lines.append(_joined(sum_, (), _total(count), width))
    return lines + _notes(view, count, column + 2, width, False)


def _wide_block(
    view: SeatView, count: Count, mine: bool, column: int, width: int, ink: Ink
) -> Block:
    right = _right(count)
    left: Line = (Span(fit(count.name, column), "strong" if mine else ""), Span("  "))
    indent = column + 2
    room = width - indent - width_of(right)
    if not count.hand:
        said: Line = (Span(_out_words(count), "good"),)
        return [_joined(left, said, right, width)]
    rows = _tile_rows(count.hand, room, ink)
    terms = _terms(count.values)
    if len(rows) == 1 and width_of(rows[0]) + 2 + cell_len(terms) <= room:
        gap = Span(" " * (room - width_of(rows[0]) - cell_len(terms)))
        lines: Block = [(*left, *rows[0], gap, Span(terms, "dim"), *right)]
    else:
        pad = Span(" " * indent)
        lines = [(*left, *rows[0]), *((pad, *row) for row in rows[1:])]
        sums = _wrapped_terms(count.values, room)
        lines += [(pad, Span(part.rjust(room), "dim")) for part in sums]
        lines[-1] = (*lines[-1], *right)
    return lines + _notes(view, count, indent, width, len(rows) == 1)


def _narrow_block(
    view: SeatView, count: Count, mine: bool, column: int, width: int, ink: Ink
) -> Block:
    tail = (Span(f"{count.total:>4}", "strong"), Span(f" {place_word(count.place)}"))
    name = short(count.name, max(4, width - width_of(tail) - 6))
    head: Line = (Span(name, "strong" if mine else ""), Span(f"  +{count.score}", "accent"))
    lines: Block = [_joined(head, (), tail, width)]
    if not count.hand:
        return [*lines, (Span("  "), Span(_out_words(count), "good"))]
    rows = _tile_rows(count.hand, width - 2, ink)
    terms = f"{_terms(count.values)} = {count.score}"
    if len(rows) == 1 and width_of(rows[0]) + cell_len(terms) + 4 <= width:
        return [
            *lines,
            (Span("  "), *rows[0], Span("  " + terms, "dim")),
            *_notes(view, count, 2, width, True),
        ]
    lines += [(Span("  "), *row) for row in rows]
    sums = _wrapped_terms(count.values, width - 8)
    lines += [(Span("  " + part, "dim"),) for part in sums]
    lines[-1] = (*lines[-1], Span(f" = {count.score}", "dim"))
    return lines + _notes(view, count, 2, width, False)


def _right(count: Count) -> Line:
    """The score, the new total and the place it gives."""
    return (Span("  = "), Span(f"{count.score:>4}", "accent"), Span("   "), *_total(count))


def _total(count: Count) -> Line:
    return line(
        _("total") + " ",
        (f"{count.total:>4}", "strong"),
        f"  {place_word(count.place):<4}",
        _moved(count),
    )


def _moved(count: Count) -> Span:
    if count.before is None or count.before == count.place:
        return Span("  ")
    return Span(" ▲", "good") if count.place < count.before else Span(" ▼", "warn")


def _joined(left: Line, middle: Line, right: Line, width: int) -> Line:
    gap = width - width_of(left) - width_of(middle) - width_of(right)
    return (*left, *middle, Span(" " * max(1, gap)), *right)


def _out_words(count: Count) -> str:
    if not count.out:
        return _("no tiles left")
    if count.score:
        return _("went out with a double: that costs {points}").format(points=count.score)
    return _("went out")


def _tile_rows(hand: Sequence[Tile], room: int, ink: Ink) -> list[Line]:
    rows: list[Line] = []
    row: Line = ()
    for tile in hand:
        spans = ink.tile(tile)
        if row and width_of(row) + 1 + width_of(spans) > room:
            rows.append(row)
            row = ()
        row = (*row, Span(" "), *spans) if row else spans
    return [*rows, row]


def _terms(values: Sequence[int]) -> str:
    return " + ".join(str(value) for value in values)


def _wrapped_terms(values: Sequence[int], room: int) -> list[str]:
    """The sum over as many lines as it needs; every line but the last ends with a plus."""
    lines = [""]
    for i, value in enumerate(values):
        term = f"{value} +" if i < len(values) - 1 else str(value)
        joined = f"{lines[-1]} {term}" if lines[-1] else term
        if cell_len(joined) > room and lines[-1]:
            lines.append(term)
        else:
            lines[-1] = joined
    return lines


def _notes(view: SeatView, count: Count, indent: int, width: int, in_one_row: bool) -> Block:
    """Which house rule made a tile count more than its pips; a caret shows which tile."""
    special = [i for i, tile in enumerate(count.hand) if count.values[i] != tile.pips]
    if not special:
        return []
    rule = _(VALUE_WORDS["blank_scoring"][view.rules.blank_scoring])
    words = _("{rule} at this table").format(rule=rule)
    if in_one_row and len(special) == 1:
        column = indent + sum(len(f"[{a}|{b}] ") for a, b in count.hand[: special[0]]) + len("[0")
        if column + 2 + cell_len(words) <= width:
            return [(Span(" " * column), Span("^ " + words, "warn"))]
        if cell_len(words) + 1 <= column:
            return [(Span(" " * (column - cell_len(words) - 1)), Span(words + " ^", "warn"))]
    rows = wrapped(words, width - indent)
    return [(Span(" " * indent), Span(row, "warn")) for row in rows]


def _yard_block(
    view: SeatView, names: Sequence[str], width: int, ink: Ink, *, is_open: bool
) -> Block:
    result = view.results[-1]
    called = _called(view, names)
    if is_open and result.yard:
        rows = _tile_rows(result.yard, width - 2, ink)
        head = wrapped(_("The yard, in the order it would have been drawn:"), width)
        said = [line((row, "dim")) for row in head]
        return [*said, *((Span("  "), *row) for row in rows)]
    if result.yard:
        left = ngettext(
            "Yard left face down: {count} tile", "Yard left face down: {count} tiles",
            len(result.yard),
        ).format(count=len(result.yard))  # fmt: skip
    else:
        left = _("The yard is empty.")
    if not called:
        return [line((left, "dim"))]
    if cell_len(left) + 4 + cell_len(called) <= width:
        return [line((left, "dim"), "    ", (called, "dim"))]
    return [line((row, "dim")) for said in (left, called) for row in wrapped(said, width)]


def _called(view: SeatView, names: Sequence[str]) -> str:
    """Who laid doubles during the round; the lead is none."""
    laid = Counter(
        fact.seat for fact in view.log if fact.act == "play" and fact.tile and fact.tile.is_double
    )
    if not laid:
        return ""
    who = ", ".join(f"{clean(names[seat])} {count}" for seat, count in laid.most_common())
    calls = view.rules.call is CallRule.CHICKIE
    return (_("Chickies: {who}") if calls else _("Doubles: {who}")).format(who=who)


def _places_block(view: SeatView, names: Sequence[str], me: int | None, width: int) -> Block:
    lines: Block = [()]
    totals = view.totals
    if len(view.results) > 1:
        before, now = _("before"), _("now")
        column = max(cell_len(before), cell_len(now)) + 2
        lines += _ranking(before, column, _totals_before(view), names, me, width, "dim")
        lines += _ranking(now, column, totals, names, me, width, "")
    return lines + [line((row, "good")) for row in wrapped(_leader(view, names, me), width)]


def _ranking(
    label: str,
    column: int,
    totals: Sequence[int],
    names: Sequence[str],
    me: int | None,
    width: int,
    look: str,
) -> Block:
    """``now     1 Anna 30   2 Dina 35``, over as many lines as it needs."""
    place = places(totals)
    name = min(NAME, max(cell_len(clean(n)) for n in names))
    lines: Block = []
    row: Line = (Span(fit(label, column), "dim"),)
    for seat in sorted(range(len(totals)), key=lambda s: (place[s], s)):
        gap = "   " if len(row) > 1 else ""
        entry = f"{gap}{place[seat]} {fit(clean(names[seat]), name)} {totals[seat]:>3}"
        if gap and width_of(row) + cell_len(entry) > width:
            lines.append(row)
            row, entry = (Span(" " * column),), entry.lstrip()
        row = (*row, Span(entry, "strong" if seat == me and not look else look))
    return [*lines, row]


def _leader(view: SeatView, names: Sequence[str], me: int | None) -> str:
    """Who leads now, and whether that is new."""
    totals, now = view.totals, places(view.totals)
    first = [seat for seat in range(view.seats) if now[seat] == 1]
    if len(first) > 1:
        together = both([clean(names[seat]) for seat in first])
        return _("{names} lead together.").format(names=together)
    seat = first[0]
    ahead = min(total for other, total in enumerate(totals) if other != seat) - totals[seat]
    before = _places_before(view)
    took = bool(before) and before[seat] != 1
    if seat == me:
        mine = (
            ngettext("You take the lead, {points} point ahead.",
                     "You take the lead, {points} points ahead.", ahead)
            if took
            else ngettext("You lead by {points} point.", "You lead by {points} points.", ahead)
        )  # fmt: skip
        return mine.format(points=ahead)
    other = (
        ngettext("{name} takes the lead, {points} point ahead.",
                 "{name} takes the lead, {points} points ahead.", ahead)
        if took
        else ngettext("{name} leads by {points} point.", "{name} leads by {points} points.", ahead)
    )  # fmt: skip
    return other.format(name=clean(names[seat]), points=ahead)

"""What plain mode says about a table: one fact a line, what first, then numbers."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.legal import Legal, slots
from chickenscratch.core.presets import PRESETS, preset_of
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.scoring import hand_value, places, tile_value, winners
from chickenscratch.core.state import RoundResult
from chickenscratch.core.tiles import Tile, double
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext
from chickenscratch.locale.ends import (
    ends_line,
    lacks_line,
    live_ends,
    still_out_line,
)
from chickenscratch.locale.moments import doomed
from chickenscratch.locale.numbers import a_number, one_of
from chickenscratch.locale.options import value_words
from chickenscratch.locale.reasons import say, why_not
from chickenscratch.locale.rulebook import rulebook
from chickenscratch.plain.text import listed, tile_words
from chickenscratch.table.link import SeatInfo


def game_name(rules: RuleSet) -> str:
    """``Chicken Foot``."""
    known = PRESETS.get(preset_of(rules))
    return _("House rules") if known is None else _(known.title)


def fits(legal: Legal | None, tile: Tile) -> bool:
    """Whether `tile` could be laid now, were it this seat's turn."""
    if legal is None:
        return False
    entry = legal.of(tile)
    return legal.lead == tile or (entry is not None and bool(entry.moves))


def now_lines(view: SeatView) -> list[str]:
    """``Round 3 of 10. Hub 7 7, full. Yard 23.``"""
    parts = [
        _("Round {round} of {rounds}.").format(round=view.number, rounds=view.rules.game_rounds),
        _hub(view),
        _("Yard {count}.").format(count=view.yard),
    ]
    lines = [" ".join(parts)]
    if view.laid and not view.round_over:
        lines.append(ends_line(view))
        lines += filter(None, [lacks_line(view)])
    return lines


def _hub(view: SeatView) -> str:
    tile = double(view.lead)
    if not view.laid:
        return _("Hub {tile}, not laid yet.").format(tile=tile)
    if view.parent == 0:
        words = _("Hub {tile}, {count} of {arms} arms filled.")
        return words.format(tile=tile, count=slots(view) - view.left, arms=slots(view))
    return _("Hub {tile}, full.").format(tile=tile)


def ends_lines(view: SeatView) -> list[str]:
    """The open ends by number, the tiles still out, and what is being filled."""
    return [line for line in (ends_line(view), still_out_line(view), lacks_line(view)) if line]


def short_ends_line(view: SeatView) -> str:
    """``Ends: 0 1 4 6 6 8 8.``, dead ones left out."""
    numbers = sorted(end.number for end in live_ends(view))
    if not numbers:
        return _("No end is open.")
    return _("Ends: {ends}.").format(ends=" ".join(map(str, numbers)))


def hand_line(view: SeatView) -> str:
    """``Hand: 5 8 fits. 5 0 fits. 3 3. 1 4. 14 points.``, those that fit first."""
    legal = view.legal
    able = {tile: fits(legal, tile) for tile in view.hand}
    tiles = [
        (_("{tile} fits.") if able[tile] else "{tile}.").format(tile=tile_words(tile))
        for tile in sorted(view.hand, key=lambda tile: not able[tile])
    ]
    if not tiles:
        return _("Hand: no tiles.")
    points = hand_value(view.rules, view.hand)
    worth = ngettext("{points} point.", "{points} points.", points).format(points=points)
    return _("Hand: {tiles} {points}").format(tiles=" ".join(tiles), points=worth)


def warnings(view: SeatView) -> list[str]:
    """For every double that could be laid now and never be finished: what that would mean."""
    able = [tile for tile in view.hand if fits(view.legal, tile)]
    return [f"{tile}: {warning}" for tile in able if (warning := doomed(view, tile))]


def why_lines(view: SeatView, tile: Tile) -> list[str]:
    """Why `tile` of the hand fits or does not."""
    legal = view.legal
    entry = None if legal is None else legal.of(tile)
    if legal is not None and legal.lead == tile:
        return [_("{tile} opens the round.").format(tile=tile)]
    if entry is None:
        return [_("You do not hold {tile}.").format(tile=tile)]
    if entry.why is not None:
        return [why_not(entry.why, tile)]
    numbers = one_of(a_number(move.on) for move in entry.moves)
    lines = [_("{tile} fits on {numbers}.").format(tile=tile, numbers=numbers)]
    return [*lines, *filter(None, [doomed(view, tile)])]


def count_line(view: SeatView, number: int) -> str:
    """Where the tiles of a number are."""
    laid, mine = view.on_table[number], sum(tile.carries(number) for tile in view.hand)
    words = _("{number}: {laid} on the table, {mine} in your hand, {unseen} unseen.")
    if view.seat is None:
        words = _("{number}: {laid} on the table, {unseen} unseen.")
    return words.format(number=number, laid=laid, mine=mine, unseen=view.unseen(number))


def score_lines(view: SeatView, names: Sequence[str]) -> list[str]:
    """Every round, then the totals."""
    if not view.results:
        return [_("No round has been counted yet.")]
    lines = []
    for result in view.results:
        scores = listed(f"{names[seat]} {score}" for seat, score in enumerate(result.scores))
        words = _("Round {round}, hub {tile}: {scores}.")
        lines.append(words.format(round=result.number, tile=double(result.lead), scores=scores))
    return [*lines, places_line(view.totals, ranks(view), names)]


def places_line(totals: Sequence[int], place: Sequence[int], names: Sequence[str]) -> str:
    """``Places: 1 Anna 30, 2 Dina 35.``"""
    order = sorted(range(len(totals)), key=lambda seat: (place[seat], seat))
    entries = listed(f"{place[seat]} {names[seat]} {totals[seat]}" for seat in order)
    return _("Places: {places}.").format(places=entries)


def ranks(view: SeatView) -> tuple[int, ...]:
    """The place of every seat; at the end a tie is as the rules break it."""
    if not view.game_over:
        return places(view.totals)
    return final_ranks(view.totals, winners(view.rules, view.results, view.seats))


def final_ranks(totals: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """The place of every seat when these have won."""
    return tuple(
        place if place > 1 or seat in won else len(won) + 1
        for seat, place in enumerate(places(totals))
    )


def who_lines(
    view: SeatView, seats: Sequence[SeatInfo], names: Sequence[str], me: int | None
) -> list[str]:
    """Who sits where, in the order of play."""
    lines = []
    for seat, info in enumerate(seats):
        parts = [names[seat]]
        if seat == me:
            parts.append(_("you"))
        if info.level is not None:
            level = LEVELS.get(info.level)
            title = info.level if level is None else _(level.title)
            parts.append(_("computer player, {level}").format(level=title))
        tiles = ngettext("{count} tile", "{count} tiles", view.counts[seat])
        points = ngettext("{points} point", "{points} points", view.totals[seat])
        parts.append(tiles.format(count=view.counts[seat]))
        parts.append(points.format(points=view.totals[seat]))
        if seat == view.duty.seat:
            parts.append(_("to move"))
        lines.append(f"{listed(parts)}.")
    return lines


def count_lines(
    rules: RuleSet, result: RoundResult, totals: Sequence[int], names: Sequence[str]
) -> list[str]:
    """Every hand tile by tile, the lightest first; then what stays in the yard."""
    order = sorted(
        range(len(totals)), key=lambda seat: (seat != result.out, result.scores[seat], seat)
    )
    lines = [
        " ".join(
            (
                _hand_counted(rules, names[seat], result.hands[seat], result.scores[seat]),
                _("Total {total}.").format(total=totals[seat]),
            )
        )
        for seat in order
    ]
    special = any(tile_value(rules, tile) != tile.pips for hand in result.hands for tile in hand)
    if special:
        rule = value_words("blank_scoring", rules.blank_scoring)
        lines.append(_("In the count, {rule}.").format(rule=rule))
    return [*lines, _left_over(len(result.yard))]


def _left_over(tiles: int) -> str:
    if not tiles:
        return _("The yard is empty.")
    words = ngettext(
        "{count} tile was left in the yard.", "{count} tiles were left in the yard.", tiles
    )
    return words.format(count=tiles)


def _hand_counted(rules: RuleSet, name: str, hand: Sequence[Tile], score: int) -> str:
    points = ngettext("{points} point", "{points} points", score).format(points=score)
    if not hand:
        return _("{name}: no tiles, {points}.").format(name=name, points=points)
    tiles = sorted(hand, reverse=True)
    shown = listed(map(tile_words, tiles))
    if len(tiles) > 1:
        terms = " + ".join(str(tile_value(rules, tile)) for tile in tiles)
        words = _("{name}: {tiles}; {terms} = {points}.")
    else:
        terms, words = "", _("{name}: {tiles}; {points}.")
    return words.format(name=name, tiles=shown, terms=terms, points=points)


def proof_lines(view: SeatView, seed: str | None) -> list[str]:
    """What was promised before the first deal, and what opens it."""
    lines = [_("Commitment: {commitment}").format(commitment=view.commitment)]
    if seed is not None:
        lines.append(_("Seed: {seed}").format(seed=seed))
        lines.append(_("Game: {game}").format(game=view.game_id))
    return lines


def rule_lines(rules: RuleSet, seats: int) -> list[str]:
    """The rules for a table, a line for each step."""
    try:
        paragraphs = rulebook(rules, seats)
    except RuleError as error:
        return [say(error.sentence)]
    heading = _("{title}, {seats} players").format(title=game_name(rules), seats=seats)
    return [f"{heading}.", *(f"{part.title}: {part.text}" for part in paragraphs)]

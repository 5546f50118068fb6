"""What a seat may do, and why a tile does not fit, as data.

Everything here looks only at public facts and one hand, so it serves the state and a seat's view
alike (:class:`Table` is what both have in common).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from chickenscratch.core.actions import CallWord
from chickenscratch.core.rules import DrawnTile, DrawRule, RuleSet
from chickenscratch.core.state import Owed, Phase, usable
from chickenscratch.core.tiles import Tile, double
from chickenscratch.core.tree import TOES, Laid, OpenEnd, Place, place


class Table(Protocol):
    """The public part of a round, as :class:`~chickenscratch.core.state.Round` has it."""

    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> int: ...
    @property
    def lead(self) -> int: ...
    @property
    def laid(self) -> tuple[Laid, ...]: ...
    @property
    def ends(self) -> tuple[OpenEnd, ...]: ...
    @property
    def parent(self) -> int: ...
    @property
    def left(self) -> int: ...
    @property
    def owed(self) -> tuple[Owed, ...]: ...
    @property
    def penalty(self) -> int | None: ...


PLAYING = (Phase.HUB, Phase.FREE, Phase.FOOT)


class Move(NamedTuple):
    """A tile on a number, and every place where that number is open.

    All places with one number are equal for the rules (rules.md P6)."""

    tile: Tile
    on: int
    places: tuple[Place, ...]


class WhyNotCode(StrEnum):
    """Why a tile cannot be played."""

    HUB_NEEDS = "hub-needs"
    FOOT_NEEDS = "foot-needs"
    NO_OPEN_END = "no-open-end"
    LEAD_FIRST = "lead-first"
    MUST_KEEP = "must-keep"
    DRAW_ON = "draw-on"
    ROUND_OVER = "round-over"


class WhyNot(NamedTuple):
    """`number`: the number that is needed (the lead's or the foot's), if there is one."""

    code: WhyNotCode
    number: int | None = None


class TileLegality(NamedTuple):
    """Where a tile of the hand may go: `moves`, or none of them and `why`."""

    tile: Tile
    moves: tuple[Move, ...]
    why: WhyNot | None


class DutyKind(StrEnum):
    """What must be done now, and by whom: the line said aloud at a real table."""

    DEAL = "deal"
    SEARCH = "search"
    LEAD = "lead"
    HUB = "hub"
    FOOT = "foot"
    FREE = "free"
    DRAW = "draw"
    PASS = "pass"
    KEEP = "keep"
    PENALTY = "penalty"
    OVER = "over"


class Duty(NamedTuple):
    """`number`: the number to be played or found. `slot` of `slots` (from 1) is next in a hub or
    foot. For draw and pass these tell why: the hub or foot, or free play with `slots` 0."""

    kind: DutyKind
    seat: int | None
    number: int | None = None
    slot: int = 0
    slots: int = 0


class Legal(NamedTuple):
    """Everything `seat` may do now. `tiles` are worked out even when it is another's turn, so that
    a move can be planned; nothing but `calls` may be done then."""

    seat: int
    turn: bool
    tiles: tuple[TileLegality, ...]
    lead: Tile | None
    draw: bool
    pass_: bool
    calls: tuple[CallWord, ...]
    catches: tuple[Owed, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for entry in self.tiles for move in entry.moves)

    def of(self, tile: Tile) -> TileLegality | None:
        return next((entry for entry in self.tiles if entry.tile == tile), None)


def required(table: Table) -> int | None:
    """The only number that may be played, while a hub or foot is being filled."""
    return table.laid[table.parent].far if table.parent >= 0 else None


def slots(table: Table) -> int:
    """Places the hub or foot being filled has in all; 0 in the free phase."""
    match table.phase:
        case Phase.HUB:
            arms = sum(1 for laid in table.laid if laid.parent == 0)
            return arms + table.left
        case Phase.FOOT:
            return TOES
        case _:
            return 0


def open_ends(table: Table) -> tuple[OpenEnd, ...]:
    """The ends that may be played on: those of the hub or foot, or all in the free phase."""
    if table.parent >= 0:
        return tuple(end for end in table.ends if end.parent == table.parent)
    return table.ends


def playable_numbers(table: Table) -> frozenset[int]:
    """The numbers that may be played on now."""
    need = required(table)
    return frozenset([end[2] for end in table.ends] if need is None else (need,))


def fits(tile: Tile, numbers: Iterable[int]) -> bool:
    return tile.high in numbers or tile.low in numbers


class Turn(NamedTuple):
    """What decides whether the seat whose turn it is plays, draws or passes.

    `drawn`: the last tile it drew in this turn; `drawn_fits`: whether that could be played;
    `others_fit`: whether any other tile of its hand could. Having drawn although another tile fits
    is a choice, which only `may_pass` allows.
    """

    drawn: Tile | None
    drawn_fits: bool
    others_fit: bool


def turn_of(hand: Sequence[Tile], drawn: Tile | None, numbers: frozenset[int]) -> Turn:
    for tile in hand:
        if (tile[0] in numbers or tile[1] in numbers) and tile != drawn:
            return Turn(drawn, drawn is not None and fits(drawn, numbers), others_fit=True)
    return Turn(drawn, drawn is not None and fits(drawn, numbers), others_fit=False)


def may_draw(rules: RuleSet, yard: int, turn: Turn) -> bool:
    """Whether the seat whose turn it is may draw (rules.md A6, B6, E13)."""
    if not usable(rules, yard):
        return False
    if turn.drawn is None:
        return not turn.others_fit or rules.may_pass
    return rules.draw is DrawRule.UNTIL_PLAYABLE and not turn.drawn_fits


def may_pass(rules: RuleSet, yard: int, turn: Turn) -> bool:
    """Whether the seat whose turn it is may pass (rules.md A6, E13, E14)."""
    if turn.drawn is None:
        return not usable(rules, yard) and (not turn.others_fit or rules.may_pass)
    if may_draw(rules, yard, turn):
        return False
    kept = rules.drawn_tile is not DrawnTile.MUST_PLAY or not turn.drawn_fits
    return kept or turn.others_fit


def held_back(rules: RuleSet, yard: int, turn: Turn, tile: Tile) -> WhyNotCode | None:
    """Why a draw in this turn forbids `tile`, although its numbers may fit."""
    if turn.drawn is None:
        return None
    if may_draw(rules, yard, turn):
        return WhyNotCode.DRAW_ON
    if tile == turn.drawn and rules.drawn_tile is DrawnTile.MUST_KEEP:
        return WhyNotCode.MUST_KEEP
    return None


def legal(
    rules: RuleSet,
    table: Table,
    seat: int,
    hand: Sequence[Tile],
    yard: int,
    drawn: Tile | None,
) -> Legal:
    """All that `seat`, holding `hand`, may do; `drawn` is what it drew in this turn, if any."""
    mine = table.turn == seat and table.penalty is None
    calls = tuple(owed.what for owed in table.owed if owed.seat == seat)
    catches = tuple(owed for owed in table.owed if owed.seat != seat)
    if table.penalty is not None:
        calls, catches = (), ()
    if table.phase not in PLAYING:
        tile = double(table.lead) if table.phase is Phase.LEAD and mine else None
        over = table.phase in (Phase.OVER, Phase.REDEAL)
        why = WhyNot(WhyNotCode.ROUND_OVER) if over else WhyNot(WhyNotCode.LEAD_FIRST, table.lead)
        return Legal(
            seat,
            mine and not over,
            tuple(TileLegality(t, (), None if t == tile else why) for t in hand),
            tile,
            draw=table.phase is Phase.SEARCH and mine,
            pass_=False,
            calls=calls,
            catches=catches,
        )
    numbers = playable_numbers(table)
    turn = turn_of(hand, drawn if mine else None, numbers)
    return Legal(
        seat,
        mine,
        _tiles(rules, table, yard, turn, hand),
        None,
        draw=table.penalty == seat or (mine and may_draw(rules, yard, turn)),
        pass_=mine and may_pass(rules, yard, turn),
        calls=calls,
        catches=catches,
    )


def _tiles(
    rules: RuleSet,
    table: Table,
    yard: int,
    turn: Turn,
    hand: Sequence[Tile],
) -> tuple[TileLegality, ...]:
    why = why_not(table)
    places = open_places(table)
    entries = []
    for tile in hand:
        held = None if turn.drawn is None else held_back(rules, yard, turn, tile)
        if held is not None:
            entries.append(TileLegality(tile, (), WhyNot(held)))
            continue
        high, low = tile
        moves: tuple[Move, ...] = ()
        if high in places:
            moves = (Move(tile, high, places[high]),)
        if low != high and low in places:
            moves += (Move(tile, low, places[low]),)
        entries.append(TileLegality(tile, moves, None if moves else why))
    return tuple(entries)


def places_of(table: Table, number: int) -> tuple[Place, ...]:
    """Where a tile may be laid on `number`, the oldest end first."""
    return open_places(table).get(number, ())


def open_places(table: Table) -> dict[int, tuple[Place, ...]]:
    """Every number that may be played on now, with the places that show it, oldest end first."""
    hub_or_foot = table.parent
    found: dict[int, list[Place]] = {}
    for parent, port, number, _ in table.ends:
        if hub_or_foot < 0 or parent == hub_or_foot:
            found.setdefault(number, []).append(place(parent, port))
    return {number: tuple(places) for number, places in found.items()}


def why_not(table: Table) -> WhyNot:
    """Why a tile that does not fit does not fit, in a phase of play."""
    match table.phase:
        case Phase.HUB:
            return WhyNot(WhyNotCode.HUB_NEEDS, required(table))
        case Phase.FOOT:
            return WhyNot(WhyNotCode.FOOT_NEEDS, required(table))
        case _:
            return WhyNot(WhyNotCode.NO_OPEN_END)


def duty(table: Table, mine: Legal | None = None) -> Duty:
    """What must be done now. With the `mine` of the seat whose turn it is, it tells draw and pass
    from play; others see only the public part."""
    if table.penalty is not None:
        return Duty(DutyKind.PENALTY, table.penalty)
    match table.phase:
        case Phase.OVER:
            return Duty(DutyKind.OVER, None)
        case Phase.REDEAL:
            return Duty(DutyKind.DEAL, None, table.lead)
        case Phase.SEARCH:
            return Duty(DutyKind.SEARCH, table.turn, table.lead)
        case Phase.LEAD:
            return Duty(DutyKind.LEAD, table.turn, table.lead)
        case Phase.HUB | Phase.FOOT | Phase.FREE:
            total = slots(table)
            kind = DutyKind(table.phase.value)
            if mine is not None and mine.turn:
                plays = any(entry.moves for entry in mine.tiles)
                if not plays:
                    kind = DutyKind.DRAW if mine.draw else DutyKind.PASS
                elif mine.pass_:
                    kind = DutyKind.KEEP
            slot = total - table.left + 1 if total else 0
            return Duty(kind, table.turn, required(table), slot, total)

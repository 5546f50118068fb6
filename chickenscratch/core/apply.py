"""The only maker of new states: ``apply(game, action)`` (rules.md, "Formal model")."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from chickenscratch.core import shuffle
from chickenscratch.core.actions import (
    Action,
    Call,
    CallWord,
    Deal,
    Draw,
    Lead,
    Pass,
    Play,
)
from chickenscratch.core.dealing import deal_of, holder, opening, possible
from chickenscratch.core.ending import end_after_pass, end_after_placing, finish
from chickenscratch.core.events import (
    Called,
    Caught,
    Dealt,
    Drawn,
    DrawnFor,
    Event,
    FootCompleted,
    FootOpened,
    HubFilled,
    LeadLaid,
    Passed,
    TilePlayed,
)
from chickenscratch.core.legal import (
    PLAYING,
    WhyNot,
    WhyNotCode,
    held_back,
    may_draw,
    may_pass,
    places_of,
    playable_numbers,
    slots,
    turn_of,
    why_not,
)
from chickenscratch.core.rules import CallRule, LastTileTap, MissingLead, RuleSet
from chickenscratch.core.state import Fact, Game, Owed, Phase, Round, usable
from chickenscratch.core.tiles import Tile, double
from chickenscratch.core.tree import TOES, EndKind, Laid, OpenEnd, Place


class RejectReason(StrEnum):
    """Why an action was refused. Nothing has changed then."""

    STALE = "stale"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_IN_HAND = "not-in-hand"
    DOES_NOT_FIT = "does-not-fit"
    PLACE_TAKEN = "place-taken"
    LEAD_FIRST = "lead-first"
    NOT_THE_LEAD = "not-the-lead"
    MUST_PLAY = "must-play"
    MUST_DRAW = "must-draw"
    MUST_KEEP = "must-keep"
    CANNOT_DRAW = "cannot-draw"
    YARD_EMPTY = "yard-empty"
    NOTHING_TO_CALL = "nothing-to-call"
    PENALTY_FIRST = "penalty-first"
    ROUND_OVER = "round-over"
    ROUND_NOT_OVER = "round-not-over"
    GAME_OVER = "game-over"
    BAD_DEAL = "bad-deal"
    NO_SEED = "no-seed"
    NOTHING_TO_UNDO = "nothing-to-undo"
    CANNOT_UNDO = "cannot-undo"
    """A hidden tile has been seen since, or a round laid open."""
    OTHERS_ACTED = "others-acted"
    NOTHING_TO_REDO = "nothing-to-redo"
    NO_COACH = "no-coach"
    """The coach may not be asked at this table."""


class Accepted(NamedTuple):
    game: Game
    events: tuple[Event, ...]


class Rejected(NamedTuple):
    reason: RejectReason
    why: WhyNot | None = None


Outcome = Accepted | Rejected


def start_game(rules: RuleSet, seats: int, seed: str, game_id: str | None = None) -> Game:
    """A game before its first deal. Raises RuleError if so many cannot play these rules."""
    rules.hand_size(seats)
    name = shuffle.game_id_of(seed) if game_id is None else game_id
    lot = shuffle.first_seat(seed, seats)
    return Game(rules, seats, name, shuffle.commitment(seed, name), seed, lot)


def apply(game: Game, action: Action) -> Outcome:
    """The game after `action` with what happened, or why it is refused."""
    if isinstance(action, Deal):
        return _deal(game, action)
    table = game.round
    if table is None or table.phase in (Phase.OVER, Phase.REDEAL):
        return Rejected(RejectReason.GAME_OVER if game.over else RejectReason.ROUND_OVER)
    if table.penalty is not None and not (
        isinstance(action, Draw) and action.seat == table.penalty
    ):
        return Rejected(RejectReason.PENALTY_FIRST)
    match action:
        case Play():
            return _play(game, table, action)
        case Draw():
            return _draw(game, table, action)
        case Pass():
            return _pass(game, table, action)
        case Lead():
            return _lead(game, table, action)
        case Call():
            return _call(game, table, action)


def _deal(game: Game, action: Deal) -> Outcome:
    if game.over:
        return Rejected(RejectReason.GAME_OVER)
    if not game.between_rounds:
        return Rejected(RejectReason.ROUND_NOT_OVER)
    number = len(game.results) + 1
    wanted = game.rules.wanted(number, game.led)
    dealing = action.dealing
    if dealing is None:
        if game.seed is None:
            return Rejected(RejectReason.NO_SEED)
        dealing = deal_of(game, game.seed)
    elif not possible(game, dealing, wanted[0]):
        return Rejected(RejectReason.BAD_DEAL)
    table = opening(game.rules, number, dealing, wanted)
    again = game.round is not None and game.round.phase is Phase.REDEAL
    counts = tuple(len(hand) for hand in dealing.hands)
    event = Dealt(number, dealing.first, counts, len(dealing.yard), wanted[0], again)
    return Accepted(game._replace(round=table, deals=game.deals + 1), (event,))


def _lead(game: Game, table: Round, action: Lead) -> Outcome:
    if table.phase is Phase.SEARCH:
        return Rejected(RejectReason.MUST_DRAW)
    if table.phase is not Phase.LEAD:
        return Rejected(RejectReason.NOT_THE_LEAD)
    seat = action.seat
    if seat != table.turn:
        return Rejected(RejectReason.NOT_YOUR_TURN)
    tile = double(table.lead)
    if action.tile != tile:
        return Rejected(RejectReason.NOT_THE_LEAD)
    rules, number = game.rules, table.lead
    hands = table.hands
    if rules.missing_lead is not MissingLead.SET_ASIDE:
        hands = _without(hands, seat, tile)
    round_ = table._replace(
        phase=Phase.HUB,
        turn=seat if rules.lead_plays_again else (seat + 1) % game.seats,
        hands=hands,
        laid=(Laid(-1, 0, number, number, 0, seat),),
        ends=tuple(OpenEnd(0, port, number, EndKind.ARM) for port in range(rules.arms)),
        parent=0,
        left=rules.arms,
        on_table=_counted(table.on_table, tile),
        drawn=None,
        owed=_tap_owed(rules, hands[seat], seat),
        log=(*table.log, Fact(seat, "lead", tile)),
    )
    events: list[Event] = [LeadLaid(seat, tile, rules.arms)]
    events.extend(_automatic_tap(rules, hands[seat], seat))
    game = game._replace(led=(*game.led, number))
    return _after_placing(game, round_, seat, tile, events)


def _play(game: Game, table: Round, action: Play) -> Outcome:
    seat, tile, on = action.seat, action.tile, action.on
    if seat != table.turn:
        return Rejected(RejectReason.NOT_YOUR_TURN)
    if table.phase not in PLAYING:
        return Rejected(RejectReason.LEAD_FIRST)
    if tile not in table.hands[seat]:
        return Rejected(RejectReason.NOT_IN_HAND)
    numbers = playable_numbers(table)
    if table.drawn is not None:
        turn = turn_of(table.hands[seat], table.drawn, numbers)
        held = held_back(game.rules, len(table.yard), turn, tile)
        if held is not None:
            drawing = held is WhyNotCode.DRAW_ON
            return Rejected(RejectReason.MUST_DRAW if drawing else RejectReason.MUST_KEEP)
    if on not in numbers or not tile.carries(on):
        return Rejected(RejectReason.DOES_NOT_FIT, why_not(table))
    places = places_of(table, on)
    place = places[0] if action.at is None else action.at
    if Place(place.parent, place.port) not in places:
        return Rejected(RejectReason.PLACE_TAKEN)
    return _lay(game, table, seat, tile, on, place)


def _lay(game: Game, table: Round, seat: int, tile: Tile, on: int, place: Place) -> Outcome:
    rules = game.rules
    index, far = len(table.laid), tile.other(on)
    total = slots(table)
    slot = total - table.left + 1 if total else 0
    hands = _without(table.hands, seat, tile)
    on_table = _counted(table.on_table, tile)
    ends = tuple(end for end in table.ends if end.port != place.port or end.parent != place.parent)
    events: list[Event] = [
        TilePlayed(seat, tile, on, place, index, far, slot, total, len(hands[seat]))
    ]
    phase, parent, left = table.phase, table.parent, table.left
    owed = _tap_owed(rules, hands[seat], seat)
    if tile.is_double:
        ends += tuple(OpenEnd(index, toe, far, EndKind.TOE) for toe in range(TOES))
        phase, parent, left = Phase.FOOT, index, TOES
        events.append(FootOpened(seat, far, index, rules.set_size + 1 - on_table[far]))
        if rules.call is not CallRule.NONE:
            word = CallWord(rules.call.value)
            if rules.call_duty:
                owed = (Owed(seat, word), *owed)
            else:
                events.append(Called(seat, word, far, by_table=True))
    else:
        ends += (OpenEnd(index, 0, far, EndKind.TAIL),)
        if total:
            left -= 1
            if not left:
                filled = HubFilled(on) if phase is Phase.HUB else FootCompleted(on, parent)
                events.append(filled)
                phase, parent = Phase.FREE, -1
    events.extend(_automatic_tap(rules, hands[seat], seat))
    round_ = table._replace(
        phase=phase,
        turn=(seat + 1) % game.seats,
        hands=hands,
        laid=(*table.laid, Laid(place.parent, place.port, on, far, place.bend, seat)),
        ends=ends,
        parent=parent,
        left=left,
        on_table=on_table,
        drawn=None,
        passes=0,
        owed=_kept(table.owed, seat) + owed,
        log=(*table.log, Fact(seat, "play", tile, on, place)),
    )
    return _after_placing(game, round_, seat, tile, events)


def _after_placing(
    game: Game, table: Round, seat: int, tile: Tile, events: list[Event]
) -> Accepted:
    reason = end_after_placing(game.rules, table, seat)
    if reason is None:
        return Accepted(game._replace(round=table), tuple(events))
    game, more = finish(game, table, reason, seat, tile)
    return Accepted(game, (*events, *more))


def _draw(game: Game, table: Round, action: Draw) -> Outcome:
    seat = action.seat
    if table.penalty is not None:
        round_, tile = _take(table, seat)
        drawn = Drawn(seat, tile, DrawnFor.PENALTY, len(round_.yard))
        round_ = round_._replace(penalty=None, owed=_no_longer_last(table.owed, seat))
        return Accepted(game._replace(round=round_), (drawn,))
    if seat != table.turn:
        return Rejected(RejectReason.NOT_YOUR_TURN)
    if table.phase is Phase.LEAD:
        return Rejected(RejectReason.LEAD_FIRST)
    if table.phase is Phase.SEARCH:
        return _search(game, table, seat)
    turn = turn_of(table.hands[seat], table.drawn, playable_numbers(table))
    if not may_draw(game.rules, len(table.yard), turn):
        if turn.others_fit and not game.rules.may_pass:
            return Rejected(RejectReason.MUST_PLAY)
        empty = not usable(game.rules, len(table.yard))
        return Rejected(RejectReason.YARD_EMPTY if empty else RejectReason.CANNOT_DRAW)
    round_, tile = _take(table, seat)
    round_ = round_._replace(drawn=tile, owed=_no_longer_last(_kept(table.owed, seat), seat))
    event = Drawn(seat, tile, DrawnFor.TURN, len(round_.yard))
    return Accepted(game._replace(round=round_), (event,))


def _search(game: Game, table: Round, seat: int) -> Outcome:
    round_, tile = _take(table, seat)
    event = Drawn(seat, tile, DrawnFor.SEARCH, len(round_.yard))
    following = (seat + 1) % game.seats
    if game.rules.missing_lead is MissingLead.DRAW_TOGETHER:
        looks = following == table.first or not round_.yard
        found = holder(round_) if looks else None
    else:
        hit = tile.is_double and tile.high in table.wanted
        found = (seat, tile.high) if hit else None
    if found is None:
        round_ = round_._replace(turn=following)
    else:
        round_ = round_._replace(phase=Phase.LEAD, turn=found[0], lead=found[1])
    return Accepted(game._replace(round=round_), (event,))


def _take(table: Round, seat: int) -> tuple[Round, Tile]:
    tile = table.yard[0]
    hands = tuple((*h, tile) if s == seat else h for s, h in enumerate(table.hands))
    log = (*table.log, Fact(seat, "draw"))
    return table._replace(hands=hands, yard=table.yard[1:], log=log), tile


def _pass(game: Game, table: Round, action: Pass) -> Outcome:
    seat = action.seat
    if seat != table.turn:
        return Rejected(RejectReason.NOT_YOUR_TURN)
    if table.phase is Phase.SEARCH:
        return Rejected(RejectReason.MUST_DRAW)
    if table.phase is Phase.LEAD:
        return Rejected(RejectReason.LEAD_FIRST)
    rules, yard = game.rules, len(table.yard)
    turn = turn_of(table.hands[seat], table.drawn, playable_numbers(table))
    if not may_pass(rules, yard, turn):
        draws = may_draw(rules, yard, turn) and not (turn.others_fit and turn.drawn is None)
        return Rejected(RejectReason.MUST_DRAW if draws else RejectReason.MUST_PLAY)
    round_ = table._replace(
        turn=(seat + 1) % game.seats,
        drawn=None,
        passes=table.passes + 1,
        owed=_kept(table.owed, seat),
        log=(*table.log, Fact(seat, "pass")),
    )
    event = Passed(seat, turn.drawn is not None)
    found_empty = turn.drawn is None and not turn.others_fit
    reason = end_after_pass(rules, round_, game.seats, found_empty=found_empty)
    if reason is None:
        return Accepted(game._replace(round=round_), (event,))
    game, more = finish(game, round_, reason, None, None)
    return Accepted(game, (event, *more))


def _call(game: Game, table: Round, action: Call) -> Outcome:
    owed = next((o for o in table.owed if o.what is action.what), None)
    if owed is None:
        return Rejected(RejectReason.NOTHING_TO_CALL)
    log = (*table.log, Fact(action.seat, f"call {action.what}"))
    rest = tuple(o for o in table.owed if o is not owed)
    round_ = table._replace(owed=rest, log=log)
    if owed.seat == action.seat:
        number = None if action.what is CallWord.TAP else table.laid[-1].far
        event: Event = Called(action.seat, action.what, number)
    else:
        must_draw = len(table.yard) > game.rules.yard_reserve
        round_ = round_._replace(penalty=owed.seat if must_draw else None)
        event = Caught(owed.seat, action.seat, action.what, must_draw)
    return Accepted(game._replace(round=round_), (event,))


def _without(
    hands: tuple[tuple[Tile, ...], ...], seat: int, tile: Tile
) -> tuple[tuple[Tile, ...], ...]:
    hand = tuple(t for t in hands[seat] if t != tile)
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _counted(on_table: tuple[int, ...], tile: Tile) -> tuple[int, ...]:
    counts = list(on_table)
    for number in tile.numbers:
        counts[number] += 1
    return tuple(counts)


def _kept(owed: tuple[Owed, ...], seat: int) -> tuple[Owed, ...]:
    """What may still be called once `seat` has acted: only what it owes itself."""
    return tuple(o for o in owed if o.seat == seat) if owed else owed


def _no_longer_last(owed: tuple[Owed, ...], seat: int) -> tuple[Owed, ...]:
    """Who has drawn has more than one tile again and need not tap."""
    return tuple(o for o in owed if o != (seat, CallWord.TAP)) if owed else owed


def _tap_owed(rules: RuleSet, hand: tuple[Tile, ...], seat: int) -> tuple[Owed, ...]:
    if rules.last_tile_tap is LastTileTap.DUTY and len(hand) == 1:
        return (Owed(seat, CallWord.TAP),)
    return ()


def _automatic_tap(rules: RuleSet, hand: tuple[Tile, ...], seat: int) -> tuple[Event, ...]:
    if rules.last_tile_tap is LastTileTap.AUTOMATIC and len(hand) == 1:
        return (Called(seat, CallWord.TAP, by_table=True),)
    return ()

"""Positions for tests, made by laying tiles through the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chickenscratch.core.actions import Action, Deal, Dealing, Lead, Play, format_action
from chickenscratch.core.apply import Accepted, Rejected, apply, start_game
from chickenscratch.core.legal import Legal, legal
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import MissingLead, RuleSet
from chickenscratch.core.state import Game, Phase, Round
from chickenscratch.core.tiles import Tile, double, full_set

SCRATCH = PRESETS["chicken-scratch"].rules
COOP = PRESETS["chicken-foot"].rules
MANUAL = PRESETS["coop-manual"].rules
SEED = "5eed" * 16


def tiles(text: str) -> tuple[Tile, ...]:
    """``6-1 5-5`` as tiles."""
    return tuple(Tile.parse(word) for word in text.split())


def variant(rules: RuleSet, **options: Any) -> RuleSet:
    return make_rules(options, rules)


def round_of(game: Game) -> Round:
    assert game.round is not None
    return game.round


def accept(game: Game, action: Action) -> Accepted:
    outcome = apply(game, action)
    assert isinstance(outcome, Accepted), f"{format_action(action)}: {outcome}"
    return outcome


def refuse(game: Game, action: Action) -> Rejected:
    outcome = apply(game, action)
    assert isinstance(outcome, Rejected), f"{format_action(action)} was accepted"
    return outcome


def opened(
    rules: RuleSet, hands: Sequence[str], yard: str = "", *, first: int = 0, **game: Any
) -> Game:
    """A game whose round has just been dealt with hands that begin like this.

    Missing tiles of the hands and of the yard are filled up with tiles nobody asked for, doubles
    last. `game` overrides fields of the game, such as `results` or `led`."""
    start = start_game(rules, len(hands), SEED)._replace(**game)
    number = len(start.results) + 1
    lead = double(rules.wanted(number, start.led)[0])
    size = rules.hand_size(len(hands))
    asked = [list(tiles(hand)) for hand in hands]
    front = list(tiles(yard))
    used = {tile for hand in asked for tile in hand} | set(front)
    if rules.missing_lead is MissingLead.SET_ASIDE:
        used.add(lead)
    rest = sorted(set(full_set(rules.set_size)) - used, key=lambda t: (not t.is_double, t))
    for hand in asked:
        while len(hand) < size:
            hand.append(rest.pop())
    dealing = Dealing(first, tuple(tuple(hand) for hand in asked), (*front, *rest))
    return accept(start, Deal(dealing)).game


def position(
    rules: RuleSet,
    plays: str,
    hands: Sequence[str],
    yard: str = "",
    *,
    turn: int = 0,
    drawn: str | None = None,
) -> Game:
    """A round in the middle: `plays` such as ``6-6 6-1@6 1-1@1`` laid one after the other, then
    these hands and this yard, with `turn` to move. The number after @ is the one that touches;
    the oldest open end is used. Tiles nobody holds are simply not in play."""
    lead, *rest = plays.split()
    number = Tile.parse(lead).high
    game = start_game(rules, len(hands), SEED)
    filler = ((Tile(99, 99), Tile(98, 98)),) * len(hands)
    opening = Round(
        1, 0, Phase.LEAD, 0, (number,), number, filler, (), on_table=(0,) * (rules.set_size + 1)
    )
    game = _hold(game._replace(round=opening), 0, double(number))
    game = accept(game, Lead(0, double(number))).game
    for word in rest:
        tile, _, on = word.partition("@")
        seat = round_of(game).turn
        game = _hold(game, seat, Tile.parse(tile))
        game = accept(game, Play(seat, Tile.parse(tile), int(on))).game
    table = round_of(game)._replace(
        hands=tuple(tiles(hand) for hand in hands),
        yard=tiles(yard),
        turn=turn,
        drawn=None if drawn is None else Tile.parse(drawn),
        owed=(),
    )
    return game._replace(round=table)


def _hold(game: Game, seat: int, tile: Tile) -> Game:
    table = round_of(game)
    hands = tuple((*h, tile) if s == seat else h for s, h in enumerate(table.hands))
    return game._replace(round=table._replace(hands=hands))


def legal_of(game: Game, seat: int | None = None) -> Legal:
    """What `seat` (whoever has the turn) may do."""
    table = round_of(game)
    who = table.turn if seat is None else seat
    return legal(game.rules, table, who, table.hands[who], len(table.yard), table.drawn)


def moves(game: Game) -> list[str]:
    """The legal plays of the seat whose turn it is, as ``6-1 on 6``."""
    return [f"{move.tile} on {move.on}" for move in legal_of(game).moves]


def ends(game: Game) -> list[int]:
    """The open numbers, sorted; unfilled toes and arms included."""
    return sorted(end.number for end in round_of(game).ends)

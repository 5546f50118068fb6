"""Games to talk about: random ones under rules that bring every kind of moment about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from chickenscratch.core.actions import Action, Call, CallWord, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Event
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of

NAMES = ("Anna", "Bruno", "Carla", "Dina")
SCRATCH = PRESETS["chicken-scratch"].rules
FOOT = PRESETS["chicken-foot"].rules

HOUSES: tuple[RuleSet, ...] = (
    PRESETS["chickie-sixes"].rules,
    SCRATCH,
    *(make_rules({"rounds": 2}, preset.rules) for preset in PRESETS.values()),
    make_rules({"missing_lead": "redeal", "empty_yard": "ends-round", "rounds": 3}, SCRATCH),
    make_rules(
        {"drawn_tile": "may-keep", "dead_foot": "strict", "draw": "until-playable", "rounds": 3},
        FOOT,
    ),
    make_rules({"drawn_tile": "must-keep", "yard_reserve": 3, "double_out": "penalty-50"}, SCRATCH),
    make_rules({"draw": "none", "may_pass": True, "rounds": 3}, FOOT),
    make_rules({"draw": "none", "call": "cluck", "call_duty": True}, SCRATCH),
    make_rules({"call_duty": True, "last_tile_tap": "duty", "dead_foot": "draw-out"}, SCRATCH),
    make_rules({"set_size": 18, "hand_sizes": {"4": 12}, "may_pass": True, "rounds": 1}, FOOT),
)


def moments(rules: RuleSet, seed: int) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Every state of a random game, with what led to it."""
    chance = random.Random(seed)
    seats = 4 if 4 in rules.seats else rules.seats[-1]
    game = start_game(rules, seats, f"{seed:064x}")
    yield game, ()
    while not game.over:
        outcome = apply(game, _choice(game, chance))
        assert isinstance(outcome, Accepted)
        game = outcome.game
        yield game, outcome.events


@cache
def played(house: int, seed: int = 1) -> tuple[tuple[Game, tuple[Event, ...]], ...]:
    """A whole game under the rules with that number in :data:`HOUSES`."""
    return tuple(moments(HOUSES[house], seed))


def _choice(game: Game, chance: random.Random) -> Action:
    table = game.round
    if table is None or game.between_rounds:
        return Deal()
    if table.penalty is not None:
        return Draw(table.penalty)
    if table.owed and chance.random() < 0.7:
        owed = table.owed[0]
        other = (owed.seat + 1) % game.seats
        return Call(owed.seat if chance.random() < 0.5 else other, CallWord(owed.what))
    seat = table.turn
    legal = view_of(game, seat).legal
    assert legal is not None
    actions: list[Action] = [Play(seat, move.tile, move.on) for move in legal.moves]
    if legal.lead is not None:
        actions.append(Lead(seat, legal.lead))
    if legal.draw:
        actions.append(Draw(seat))
    if legal.pass_:
        actions.append(Pass(seat))
    return chance.choice(actions)

"""A player who sees every hand, though not the order of the yard: a yardstick for honest ones.

It is for measuring only, and no level can be built like it: a bot is asked with a SeatView, while
this one has to be handed the game itself.
"""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.bots.base import Level, awaited, chance_for, forced, options_of
from chickenscratch.bots.characters import judged, played
from chickenscratch.bots.memory import remember
from chickenscratch.bots.position import Position
from chickenscratch.bots.rollout import alike
from chickenscratch.bots.search import Budget, Search, points_difference
from chickenscratch.bots.weights import weights_for
from chickenscratch.bots.worlds import World
from chickenscratch.core.actions import Action, Deal, SeatAction
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of

ALL_SEEING_NODES = 30_000
"""Turns it imagines for a decision unless told otherwise."""


def all_seeing(game: Game, seat: int, nodes: int = ALL_SEEING_NODES) -> SeatAction:
    """What `seat` does if it knows every hand of `game`."""
    view = view_of(game, seat)
    legal = options_of(view)
    action = forced(legal)
    if action is not None:
        return action
    true = Position.of_game(game)
    dice = chance_for(view, "all-seeing").random
    judges = alike(true.kit, weights_for(game.rules, game.seats), game.seats)
    search = Search(true, judges, points_difference(seat, game.seats), dice)

    def source() -> tuple[list[tuple[World, int]], int]:
        yard = true.yard[:]
        for i in range(len(yard) - 1, 0, -1):
            j = int(dice() * (i + 1))
            yard[i], yard[j] = yard[j], yard[i]
        return [(World(true.hands, yard), 1)], 0

    moves = judged(view, remember(view), legal)
    best = search.rank(moves, source, Budget(nodes))[0]
    return played(legal, (best.value, best.tile, best.on))


class Score(NamedTuple):
    """How far one player was ahead of the mean of the others, in points a round, and its share of
    the game."""

    ahead: float
    won: float


def against(
    rules: RuleSet, seats: int, seed: str, others: Level, nodes: int = ALL_SEEING_NODES
) -> Score:
    """What the all-seeing player gets among `others`: the same deals from every seat."""
    ahead = won = 0.0
    for seer in range(seats):
        game = start_game(rules, seats, seed)
        while not game.over:
            seat = None if game.round is None else awaited(game.round)
            action: Action
            if seat is None:
                action = Deal()
            elif seat == seer:
                action = all_seeing(game, seat, nodes)
            else:
                view = view_of(game, seat)
                action = others.bot(view, chance_for(view, others.name))
            outcome = apply(game, action)
            assert isinstance(outcome, Accepted), outcome
            game = outcome.game
        total, own = sum(game.totals), game.totals[seer]
        ahead += ((total - own) / (seats - 1) - own) / len(game.results)
        if own == min(game.totals):
            won += 1 / game.totals.count(own)
    return Score(ahead / seats, won / seats)

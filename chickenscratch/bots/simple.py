"""The two simplest levels: one without a plan, and one with the plan of every beginner's uncle."""

from __future__ import annotations

from typing import Final

from chickenscratch.bots.base import Chance, Company, Level, forced, options_of
from chickenscratch.core.actions import Play, SeatAction
from chickenscratch.core.legal import Move
from chickenscratch.core.scoring import tile_value
from chickenscratch.core.text import N_
from chickenscratch.core.view import SeatView


def anything(view: SeatView, chance: Chance, _company: Company = ()) -> SeatAction:
    """Every tile on every number it fits equally likely, and then every place."""
    legal = options_of(view)
    action = forced(legal)
    if action is not None:
        return action
    move = chance.pick(legal.moves)
    return Play(legal.seat, move.tile, move.on, chance.pick(move.places))


def heaviest_first(view: SeatView, _chance: Chance, _company: Company = ()) -> SeatAction:
    """The tile that would cost most at the end of the round, on the oldest place.

    Of equally dear tiles a double goes first, because one number must serve it instead of two.
    Then the number that keeps more of the own hand playable, then the larger tile and the larger
    number, so that the order of the hand does not matter.
    """
    legal = options_of(view)
    action = forced(legal)
    if action is not None:
        return action
    rules, moves = view.rules, legal.moves
    if len(moves) > 1:
        costs = [(tile_value(rules, move.tile), move.tile.is_double) for move in moves]
        dearest = max(costs)
        moves = tuple(m for m, cost in zip(moves, costs, strict=True) if cost == dearest)
    if len(moves) > 1:
        moves = (max(moves, key=lambda move: (_fitting(view, move), move.tile, move.on)),)
    move = moves[0]
    return Play(legal.seat, move.tile, move.on, move.places[0])


def _fitting(view: SeatView, move: Move) -> int:
    """How many tiles of the hand could be played next, if it were the same seat's turn again."""
    numbers = _numbers_after(view, move)
    rest = (tile for tile in view.hand if tile != move.tile)
    return sum(tile.high in numbers or tile.low in numbers for tile in rest)


def _numbers_after(view: SeatView, move: Move) -> set[int]:
    far = move.tile.other(move.on)
    if move.tile.is_double:
        return {far}
    if view.left > 1:  # the hub or foot still wants more of the same
        return {move.on}
    numbers = [end.number for end in view.ends]
    numbers.remove(move.on)
    return {*numbers, far}


RANDOM: Final = Level(
    "random", N_("Random"), N_("Plays any tile that fits, without a thought."), anything
)
HEAVIEST: Final = Level(
    "heaviest",
    N_("Heaviest first"),
    N_("Gets rid of the most expensive tile that fits."),
    heaviest_first,
)

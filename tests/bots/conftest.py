"""What the tests of the bots share."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from scenes import round_of

from chickenscratch.core.state import Game

Mix = Callable[[Game, int, random.Random], Game]


def shuffled_out_of_sight(game: Game, seat: int, chance: random.Random) -> Game:
    """`game` with everything mixed that `seat` cannot see; every hand keeps its size."""
    table = round_of(game)
    unseen = [t for s, hand in enumerate(table.hands) if s != seat for t in hand]
    unseen += table.yard
    chance.shuffle(unseen)
    hands = tuple(
        hand if s == seat else tuple(unseen.pop() for _ in hand)
        for s, hand in enumerate(table.hands)
    )
    mixed = table._replace(hands=hands, yard=tuple(unseen))
    return game._replace(round=mixed, seed=f"{chance.getrandbits(256):064x}")


@pytest.fixture(scope="session")
def mix() -> Mix:
    """Changes what a seat cannot see."""
    return shuffled_out_of_sight

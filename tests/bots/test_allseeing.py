"""The yardstick of the bots: knowing every hand is worth more than any honest thought."""

from __future__ import annotations

import random

import pytest
from allseeing import against, all_seeing
from players import play_out
from scenes import SCRATCH, variant

from chickenscratch.bots.base import awaited, is_legal
from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.view import view_of

NODES = 600


@pytest.mark.parametrize("seats", [2, 3])
def test_who_sees_every_hand_is_ahead(seats: int) -> None:
    rules = variant(SCRATCH, rounds=2)
    scores = [against(rules, seats, f"{n:064x}", LEVELS["skilled"], NODES) for n in range(10)]
    assert sum(score.ahead for score in scores) / len(scores) > 2
    assert sum(score.won for score in scores) / len(scores) > 1 / seats


def test_it_keeps_to_the_rules() -> None:
    for game, _, _ in play_out(SCRATCH, 3, f"{1:064x}", random.Random(1)):
        seat = None if game.round is None else awaited(game.round)
        if seat is not None:
            assert is_legal(view_of(game, seat), all_seeing(game, seat, 50))

"""Whether the coach would say the same again: other imagined rounds, the same advice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from chickenscratch.bots.advice import COACH_NODES, advise, may_be_asked
from chickenscratch.bots.base import awaited, chance_for
from chickenscratch.bots.levels import LEVELS
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.coach import EQUAL, Choice
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.view import SeatView, view_of

POSITIONS = 4
"""Of every game and number of players."""

SHARE = 0.95


def positions(rules: str, seats: int) -> Iterator[SeatView]:
    """Moments with a choice from the games of careful players, one of each game."""
    chance = random.Random(f"{rules} {seats}")
    for number in range(POSITIONS):
        game, found = start_game(PRESETS[rules].rules, seats, f"{number:064x}"), list[SeatView]()
        while not game.over:
            seat = None if game.round is None else awaited(game.round)
            if seat is None:
                outcome = apply(game, Deal())
            else:
                view = view_of(game, seat)
                found += [view] if may_be_asked(view) else []
                outcome = apply(game, LEVELS["skilled"].bot(view, chance_for(view, "skilled")))
            assert isinstance(outcome, Accepted)
            game = outcome.game
        yield chance.choice(found)


def apart(view: SeatView, one: Choice, two: Choice) -> float:
    """How far two choices are apart, by a search of its own that is four times as large."""
    if one == two:
        return 0.0
    advice = advise(view, 4 * COACH_NODES, "judge")
    first, second = advice.of(one), advice.of(two)
    assert first is not None
    assert second is not None
    return abs(first.behind - second.behind)


@pytest.mark.slow
def test_the_same_advice_with_other_imagined_rounds() -> None:
    """bots.md 5: the best choice is the same, or within 0.3 points, in 95 % of positions.

    Of so few positions one more may miss it.
    """
    gaps = []
    for rules in ("chicken-scratch", "chicken-foot"):
        for seats in (2, 3, 4):
            for view in positions(rules, seats):
                best = [advise(view, COACH_NODES, salt).best.choice for salt in ("one", "two")]
                gaps.append(apart(view, *best))
    missed = sum(gap > EQUAL for gap in gaps)
    assert missed <= 1 + (1 - SHARE) * len(gaps), sorted(gaps)[-4:]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_tip_is_much_the_same_even_with_little_thought(seats: int) -> None:
    """Nothing that is clearly behind once is called the best another time."""
    for view in list(positions("chicken-scratch", seats))[:3]:
        one, two = (advise(view, 20_000, salt) for salt in ("one", "two"))
        again = one.of(two.best.choice)
        assert again is not None
        assert again.behind <= max(EQUAL, 4 * again.error)

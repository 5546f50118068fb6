"""Fast imagined rounds against the plain position, and what the judgement says of moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from players import play_out as core_games
from players import tables
from scenes import SCRATCH, position, variant

from chickenscratch.bots.judge import Sight, Weights, rate
from chickenscratch.bots.masks import each
from chickenscratch.bots.position import Position
from chickenscratch.bots.rollout import alike, play_out
from chickenscratch.core.legal import PLAYING
from chickenscratch.core.rules import RuleSet

WEIGHTS = Weights(
    0.119, 0.631, 1.016, 0.406, 0.167, 0.828, 0.029, 0.174, -0.187, 0.225, 3.006, 1.293, 0.04,
    -0.354, 0.7,
)  # fmt: skip


def sight(p: Position, lacking: int = 0) -> Sight:
    tiles = [hand.bit_count() for hand in p.hands]
    others = (sum(tiles) - tiles[p.turn]) / (p.seats - 1)
    least = min(count for seat, count in enumerate(tiles) if seat != p.turn)
    following = tiles[(p.turn + 1) % p.seats]
    return Sight(
        p.kit, p.hands[p.turn], p.off, p.need, p.left, p.opened, p.counts, others, least,
        following, lacking,
    )  # fmt: skip


def slowly(start: Position, weights: Weights | None, chance: random.Random) -> list[int]:
    p = start.copy()
    while p.end is None:
        playable = p.playable()
        if playable and weights is not None:
            p.play(*max(rate(weights, sight(p), playable))[1:])
        elif playable:
            skip = int(chance.random() * playable.bit_count())
            tile = list(each(playable))[skip]
            numbers = [on for t, on in p.moves() if t == tile]
            later = len(numbers) == 2 and chance.random() >= 0.5
            p.play(tile, numbers[later])
        elif p.may_draw():
            p.draw()
        else:
            p.pass_()
    return p.scores()


@settings(max_examples=20)
@given(tables())
def test_imagined_rounds_keep_to_the_rules(table: tuple[RuleSet, int, str, int]) -> None:
    rules, seats, seed, luck = table
    chance = random.Random(luck)
    for game, _, _ in core_games(rules, seats, seed, random.Random(luck)):
        round_ = game.round
        if round_ is None or round_.phase not in PLAYING or chance.random() < 0.9:
            continue
        start = Position.of_game(game)
        for weights in (WEIGHTS, None):
            quick, slow = random.Random(luck), random.Random(luck)
            judges = None if weights is None else alike(start.kit, weights, seats)
            points, _ = play_out(start, judges, quick.random)
            assert points == slowly(start, weights, slow)
            assert quick.random() == slow.random()


def test_a_position_that_is_over_is_counted() -> None:
    over = Position.of_game(position(SCRATCH, "6-6 6-1@6 6-2@6", ["6-5", "5-4 3-3"], turn=0))
    over.play(*over.moves()[0])
    assert play_out(over, alike(over.kit, WEIGHTS, 2), random.Random(0).random) == ([0, 15], 0)


def best(plays: str, hand: str, other: str, yard: str = "", **options: object) -> str:
    rules = variant(SCRATCH, **options)
    p = Position.of_game(position(rules, plays, [hand, other], yard, turn=0))
    _, tile, on = max(rate(WEIGHTS, sight(p), p.playable()))
    return f"{p.kit.tiles[tile]} on {on}"


FREE = "6-6 6-1@6 6-2@6 6-5@6 6-4@6"


@pytest.mark.parametrize(
    ("plays", "hand", "expected"),
    [
        pytest.param(FREE, "5-5", "5-5 on 5", id="goes out"),
        pytest.param(FREE, "5-3 2-0", "5-3 on 5", id="heavier tile"),
    ],
)
def test_the_judgement_prefers(plays: str, hand: str, expected: str) -> None:
    assert best(plays, hand, "3-3 4-3 0-0") == expected


@pytest.mark.parametrize(
    ("hand", "other", "expected"),
    [
        pytest.param("1-1 0-0", "3-3 5-5 4-4", "1-1 on 1", id="the others hold more"),
        pytest.param("1-1 5-5 4-4 4-3 2-0", "3-3", "4-3 on 3", id="the own hand is the heavier"),
    ],
)
def test_a_double_that_ends_the_round(hand: str, other: str, expected: str) -> None:
    plays = f"{FREE} 5-1@5 2-1@2 4-1@4 1-0@1 3-1@1"
    assert best(plays, hand, other) == expected


def test_who_has_begun_to_draw_until_a_tile_fits_goes_on_drawing() -> None:
    rules = variant(SCRATCH, draw="until-playable", may_pass=True)
    p = Position.of_game(position(rules, FREE, ["6-3 0-0", "3-3 3-0"], "5-5 3-2", turn=0))
    while not p.fits >> p.yard[-1] & 1:
        p.draw()
    assert p.drawn < 0 or p.may_draw()
    assert play_out(p, alike(p.kit, WEIGHTS, 2), random.Random(0).random)[0] == slowly(
        p, WEIGHTS, random.Random(0)
    )

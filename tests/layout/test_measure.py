"""The figures the layout has to reach, on many random games."""

from random import Random
from typing import Any

import pytest

from chickenscratch.layout import Spot, SpotKind
from chickenscratch.layout.measure import crossings, games, measure, overlaps, random_game


def test_the_same_seed_gives_the_same_games() -> None:
    assert list(games(6, 3, 8, seed=4)) == list(games(6, 3, 8, seed=4))
    assert list(games(6, 3, 8, seed=4)) != list(games(6, 3, 8, seed=5))


def test_random_games_are_legal() -> None:
    game = random_game(9, 6, 4, Random(0))
    ends = {(0, port): game.lead for port in range(6)}
    tiles = {(game.lead, game.lead)}
    for index, (parent, port, near, far) in enumerate(game.plays, 1):
        assert ends.pop((parent, port)) == near
        tile = (max(near, far), min(near, far))
        assert tile not in tiles
        tiles.add(tile)
        for new in range(3 if near == far else 1):
            ends[index, new] = far
    assert all(parent == 0 for parent, *_ in game.plays[:6])


def test_overlaps_counts_shared_cells_blocks_and_wires() -> None:
    one = Spot(0, -1, 0, 6, 1, SpotKind.PLAIN, ((0, 0), (1, -1)), 1)
    assert overlaps([one], None) == 0
    assert overlaps([one, one._replace(index=1)], None) == 2
    beside = one._replace(index=1, cells=((1, 0), (2, 0)), heading=0)
    assert overlaps([one, beside], None) == 1
    wired = one._replace(index=1, cells=((5, 0), (6, 0)), heading=0, wire=((0, 0), (4, 0)))
    assert overlaps([one, wired], None) == 1
    assert overlaps([one, wired._replace(under=True)], None) == 0
    assert crossings([wired, wired]) == 2


def test_measuring_reports_what_bench_prints() -> None:
    figures = measure(6, 2, 4, check_ghosts=True)
    assert figures["games"] == 4
    assert figures["overlaps"] == figures["moved"] == figures["failed"] == 0
    assert figures["ghosts_astray"] == 0
    assert set(figures["tile_us"]) == {"p50", "p95", "p99", "mean", "max"}  # type: ignore[call-overload]


def flawless(figures: dict[str, Any]) -> None:
    assert figures["overlaps"] == 0
    assert figures["moved"] == 0
    assert figures["failed"] == 0
    assert figures["ghosts_astray"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chicken_scratch_fits_a_small_terminal(players: int) -> None:
    figures: dict[str, Any] = measure(6, players, 500, seed=71, check_ghosts=True)
    flawless(figures)
    assert figures["fit"]["26x18"] >= 99.4
    assert figures["tangled_games_percent"] == 0
    assert figures["width"]["p95"] <= 23
    assert figures["height"]["p95"] <= 16


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_chicken_foot_fits_a_usual_terminal(players: int) -> None:
    figures: dict[str, Any] = measure(9, players, 300, seed=72, check_ghosts=True)
    flawless(figures)
    assert figures["fit"]["40x30"] >= 99.0
    assert figures["tangled_games_percent"] <= 0.4
    assert figures["width"]["p95"] <= 33
    assert figures["height"]["p95"] <= 27


@pytest.mark.slow
@pytest.mark.parametrize(("set_size", "players", "count"), [(12, 4, 60), (15, 4, 40), (18, 4, 30)])
def test_large_sets(set_size: int, players: int, count: int) -> None:
    figures: dict[str, Any] = measure(set_size, players, count, seed=73, check_ghosts=True)
    flawless(figures)
    # so few games say little about rare events: this only guards against getting much worse
    assert figures["tangled_games_percent"] <= 16.0
    assert figures["fit"]["66x54"] >= 95


@pytest.mark.slow
@pytest.mark.parametrize(("set_size", "count"), [(6, 400), (9, 200), (12, 60), (18, 20)])
def test_stress_games(set_size: int, count: int) -> None:
    flawless(measure(set_size, 1, count, seed=74))

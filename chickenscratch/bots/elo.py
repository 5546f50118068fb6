"""Ratings of all levels, on the scale of Elo's chess ratings.

At every table some levels sit together, the same deals are played from every seat, and a game
counts as one result between any two of them: the lower total has beaten the higher one. Strengths
are those under which the results are likeliest (Bradley and Terry 1952, by Hunter's iteration of
2004); 400 points are odds of ten to one. The intervals come from drawing the deals anew, with
replacement (Efron's bootstrap).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypedDict

from chickenscratch.bots.base import Chance
from chickenscratch.bots.levels import level_called
from chickenscratch.bots.selfplay import play_game
from chickenscratch.bots.thinkers import thinking
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.shuffle import derived_seed

PRESETS_RATED: Final = ("chicken-scratch", "chicken-foot")
SEATS_RATED: Final = (2, 3, 4)
MIDDLE: Final = 1000.0
"""The mean rating of all levels at a table."""

DRAWN_ANEW: Final = 200
DRAWS: Final = 0.5
"""A drawn game of every level with every other is added: who never won has a rating still."""

STEPS: Final = 300


class Table(NamedTuple):
    """One deal between the `levels` that sit at a table, played from every seat."""

    rules: str
    levels: tuple[str, ...]
    seed: str
    nodes: int | None


Results = dict[tuple[str, str], tuple[float, int]]
"""For every two levels that met: results of the first against the second, and how many."""


class Rating(TypedDict):
    """`low` and `high`: the 95 % interval; `games`: games it took part in."""

    level: str
    rating: float
    low: float
    high: float
    games: int


def tables(
    rules: str, seats: int, levels: Sequence[str], deals: int, seed: str, nodes: int | None
) -> Iterator[Table]:
    """`deals` tables at which all levels sit equally often, as far as it goes."""
    groups = list(combinations(range(len(levels)), min(seats, len(levels))))
    order = Chance("elo", seed, rules, seats)
    for i in range(len(groups) - 1, 0, -1):
        j = order.below(i + 1)
        groups[i], groups[j] = groups[j], groups[i]
    for number in range(deals):
        group = groups[number % len(groups)]
        sitting = [levels[group[seat % len(group)]] for seat in range(seats)]
        yield Table(rules, tuple(sitting), derived_seed(seed, number), nodes)


def play_table(table: Table) -> Results:
    """What came of a table."""
    seats, found = len(table.levels), Results()
    for shift in range(seats):
        names = [table.levels[seat - shift] for seat in range(seats)]
        levels = [thinking(level_called(name), table.nodes) for name in names]
        totals = play_game(PRESETS[table.rules].rules, levels, table.seed).game.totals
        for one, two in combinations(range(seats), 2):
            if names[one] == names[two]:
                continue
            a, b = (one, two) if names[one] < names[two] else (two, one)
            won = 0.5 if totals[a] == totals[b] else float(totals[a] < totals[b])
            score, games = found.get((names[a], names[b]), (0.0, 0))
            found[names[a], names[b]] = score + won, games + 1
    return found


def ratings(levels: Sequence[str], results: Sequence[Results], seed: str) -> list[Rating]:
    """The levels, the strongest first."""
    found = _fit(levels, results)
    chance = Chance("elo bootstrap", seed)
    again = [
        _fit(levels, [results[chance.below(len(results))] for _ in results])
        for _ in range(DRAWN_ANEW)
    ]
    lines = []
    for index, level in enumerate(levels):
        drawn = sorted(values[index] for values in again)
        games = sum(n for result in results for pair, (_, n) in result.items() if level in pair)
        low, high = drawn[int(0.025 * len(drawn))], drawn[int(0.975 * len(drawn))]
        lines.append(
            Rating(
                level=level,
                rating=round(found[index], 1),
                low=round(low, 1),
                high=round(high, 1),
                games=games,
            )
        )
    return sorted(lines, key=lambda line: -line["rating"])


def _fit(levels: Sequence[str], results: Sequence[Results]) -> list[float]:
    count, index = len(levels), {level: number for number, level in enumerate(levels)}
    won = [DRAWS * (count - 1)] * count
    met = [[2 * DRAWS] * count for _ in levels]
    for result in results:
        for (one, two), (score, games) in result.items():
            a, b = index[one], index[two]
            won[a] += score
            won[b] += games - score
            met[a][b] += games
            met[b][a] += games
    strength = [1.0] * count
    for _ in range(STEPS):
        strength = [
            won[a] / sum(met[a][b] / (strength[a] + strength[b]) for b in range(count) if b != a)
            for a in range(count)
        ]
        mean = math.exp(sum(map(math.log, strength)) / count)
        strength = [value / mean for value in strength]
    return [MIDDLE + 400 * math.log10(value) for value in strength]

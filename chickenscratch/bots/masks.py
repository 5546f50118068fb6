"""Tiles as bits: what the search works with instead of tuples of tiles.

A tile's number is ``high * (high + 1) / 2 + low``, the order of
:func:`~chickenscratch.core.tiles.full_set`; a set of tiles is an int with these bits, a set of
numbers an int with the bits of the numbers (bots.md 3: four times the speed of tuples).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from chickenscratch.bots.kernel.engine import MOST_NUMBERS, Engine, engine_for
from chickenscratch.bots.kernel.judging import Judge, Tables
from chickenscratch.core.rules import (
    DeadFoot,
    DoubleOut,
    DrawnTile,
    DrawRule,
    EmptyYard,
    RuleSet,
)
from chickenscratch.core.scoring import OUT_PENALTY, tile_value
from chickenscratch.core.tiles import Tile, full_set


class Fitting(dict[int, int]):
    """From a set of numbers to the set of tiles that carry one of them, worked out when asked."""

    def __init__(self, suits: tuple[int, ...]) -> None:
        super().__init__()
        self._suits = suits

    def __missing__(self, numbers: int) -> int:
        tiles = 0
        for number, suit in enumerate(self._suits):
            if numbers >> number & 1:
                tiles |= suit
        self[numbers] = tiles
        return tiles


def _fitting(suits: tuple[int, ...]) -> list[int] | Fitting:
    """From a set of numbers to the tiles that carry one of them; a list as far as one may be."""
    if len(suits) > MOST_NUMBERS:
        return Fitting(suits)
    found = [0] * (1 << MOST_NUMBERS)
    for numbers in range(1, 1 << len(suits)):
        lowest = numbers & -numbers
        found[numbers] = found[numbers ^ lowest] | suits[lowest.bit_length() - 1]
    return found


class Kit:
    """The rules of a round as plain tables and switches.

    `engine`: the form of the kernel that plays by them, with its `tables`.
    """

    __slots__ = (
        "dead_strict", "dead_waits", "doubles", "draws", "empty_ends", "engine", "fitting",
        "high", "judges", "low", "may_keep", "may_pass", "must_keep", "numbers",
        "out_penalty", "reserve", "suits", "tables", "tiles", "until", "value", "whole",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, engine: Engine | None = None) -> None:
        self.tiles: Final = full_set(rules.set_size)
        self.numbers: Final = rules.set_size + 1
        self.whole: Final = (1 << len(self.tiles)) - 1
        self.high: Final = tuple(t.high for t in self.tiles)
        self.low: Final = tuple(t.low for t in self.tiles)
        self.suits: Final = tuple(
            bits(i for i, t in enumerate(self.tiles) if t.carries(number))
            for number in range(self.numbers)
        )
        self.doubles: Final = bits(i for i, t in enumerate(self.tiles) if t.is_double)
        self.fitting: Final = _fitting(self.suits)
        self.value: Final = tuple(tile_value(rules, t) for t in self.tiles)
        self.draws: Final = rules.draw is not DrawRule.NONE
        self.until: Final = rules.draw is DrawRule.UNTIL_PLAYABLE
        self.must_keep: Final = rules.drawn_tile is DrawnTile.MUST_KEEP
        self.may_keep: Final = rules.drawn_tile is not DrawnTile.MUST_PLAY
        self.may_pass: Final = rules.may_pass
        self.reserve: Final = rules.yard_reserve
        self.empty_ends: Final = rules.empty_yard is EmptyYard.ENDS_ROUND
        self.dead_strict: Final = rules.dead_foot is DeadFoot.STRICT
        self.dead_waits: Final = rules.dead_foot is DeadFoot.DRAW_OUT
        self.out_penalty: Final = OUT_PENALTY if rules.double_out is DoubleOut.PENALTY_50 else 0
        self.engine: Final = engine_for(self.numbers) if engine is None else engine
        self.tables: Final[Tables] = self.engine.tables(self)
        self.judges: Final[dict[tuple[float, ...], Judge]] = {}

    def mask(self, tiles: Iterable[Tile]) -> int:
        """Tiles as a set of bits."""
        return bits(number_of(tile) for tile in tiles)

    def judge(self, weights: tuple[float, ...]) -> Judge:
        """The weights in the form that the engine wants."""
        found = self.judges.get(weights)
        if found is None:
            found = self.judges[weights] = self.engine.judge(weights)
        return found

    def worth(self, tiles: int) -> int:
        """What a hand costs at the end of the round."""
        value = self.value
        return sum(value[i] for i in each(tiles))


@lru_cache(maxsize=64)
def kit_for(rules: RuleSet) -> Kit:
    """The tables of a rule set, made once."""
    return Kit(rules)


def number_of(tile: Tile) -> int:
    """The bit of a tile."""
    return tile[0] * (tile[0] + 1) // 2 + tile[1]


def pair(a: int, b: int) -> int:
    """The bit of the tile with these two numbers."""
    return a * (a + 1) // 2 + b if a > b else b * (b + 1) // 2 + a


def bits(numbers: Iterable[int]) -> int:
    """The set of these numbers."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def each(mask: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low

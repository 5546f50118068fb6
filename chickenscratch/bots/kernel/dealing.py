# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, auto_pickle=False
"""Dealing hidden tiles to slots that are known to lack some of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chickenscratch.bots.kernel import bitset

GAIN: Final = 0
LACK: Final = 1
LACK_NEWEST: Final = 2
LOSE: Final = 3
"""Values of :class:`~chickenscratch.bots.memory.Kind`; the other one is LOSE_NEWEST."""

MIXING: Final = 3
"""Swaps tried for every slot that lacks something, so that the order of filling leaves no trace."""


def slots(
    changes: Sequence[tuple[int, int, int]],
    seats: int,
    seat: int,
    dealt: int,
    dice: Callable[[], float],
) -> tuple[list[int], list[int]]:
    """Whose the slots are that there are now, and the tiles that each lacks.

    `changes`: (kind, seat, tiles) of :class:`~chickenscratch.bots.memory.Change`. Which slot a tile
    was laid from is left to chance."""
    lacks: list[list[int]] = [[0] * dealt for _ in range(seats)]
    lacks[seat] = []
    for kind, who, tiles in changes:
        lacking = lacks[who]
        size = len(lacking)
        if kind == GAIN:
            lacking.append(0)
        elif kind == LACK:
            for place in range(size):
                lacking[place] |= tiles
        elif kind == LACK_NEWEST:
            lacking[size - 1] |= tiles
        elif kind == LOSE:
            able = 0
            for place in range(size):
                able += not lacking[place] & tiles
            skip = int(dice() * able) if able > 1 else 0
            # with house rules that the history cannot tell apart, any slot must do
            gone = 0
            while able and (skip or lacking[gone] & tiles):
                skip -= not lacking[gone] & tiles
                gone += 1
            del lacking[gone]
        else:
            lacking.pop()
    owners: list[int] = []
    lacked: list[int] = []
    for who in range(seats):
        owners += [who] * len(lacks[who])
        lacked += lacks[who]
    return owners, lacked


def hands_of(owners: list[int], tiles: list[int], seats: int) -> list[int]:
    """The sets of tiles in the hands, from the tiles in the slots."""
    hands, one = [0] * seats, 1
    for place in range(len(owners)):
        hands[owners[place]] |= one << tiles[place]
    return hands


def filled(
    pool: list[int], lacks: list[int], hidden: int, dice: Callable[[], float]
) -> list[int] | None:
    """Tiles for the slots, then those of the yard; None if it did not work out.

    `pool`: the `hidden` tiles; `lacks`: the tiles that cannot be in each slot.
    """
    pool = pool[:]
    shuffle(pool, dice)
    tight = [
        (bitset.count(hidden & ~lack), place) for place, lack in enumerate(lacks) if lack & hidden
    ]
    if not tight:
        return pool
    tight.sort()
    found = []
    for _, place in tight:
        lack = lacks[place]
        for index in range(len(pool)):
            if not lack >> pool[index] & 1:
                found.append(pool.pop(index))
                break
        else:
            return None
    # swap tiles that may be swapped: those of the slots that lack something and the others, which
    # are as good as the yard's
    slots = len(found)
    count = slots + len(pool)
    for _ in range(MIXING * slots):
        a, b = int(dice() * slots), int(dice() * count)
        first, second = found[a], pool[b - slots] if b >= slots else found[b]
        if lacks[tight[a][1]] >> second & 1:
            continue
        if b >= slots:
            found[a], pool[b - slots] = second, first
        elif not lacks[tight[b][1]] >> first & 1:
            found[a], found[b] = second, first
    shuffle(pool, dice)
    tiles = [-1] * len(lacks)
    for index in range(slots):
        tiles[tight[index][1]] = found[index]
    for place in range(len(tiles)):
        if tiles[place] < 0:
            tiles[place] = pool.pop()
    return tiles + pool


def shuffle(pool: list[int], dice: Callable[[], float]) -> None:
    """Put the pool into any order, in place (Durstenfeld 1964)."""
    for i in range(len(pool) - 1, 0, -1):
        j = int(dice() * (i + 1))
        pool[i], pool[j] = pool[j], pool[i]

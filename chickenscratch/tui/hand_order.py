"""The order of the tiles in a hand belongs to the player and survives everything."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from chickenscratch.config import HandOrder
from chickenscratch.core.tiles import Tile

CYCLE: Final = (HandOrder.DEALT, HandOrder.NUMBER, HandOrder.DOUBLES, HandOrder.FIT)


def following(order: HandOrder) -> HandOrder:
    """The order that comes after `order` when the player asks for another."""
    return CYCLE[(CYCLE.index(order) + 1) % len(CYCLE)]


def sort(
    hand: Sequence[Tile], order: HandOrder, dealt: Sequence[Tile], fitting: Collection[Tile]
) -> tuple[Tile, ...]:
    """`hand` arranged by `order`; `dealt` is the order in which the tiles came."""
    match order:
        case HandOrder.DEALT:
            return tuple(sorted(hand, key=list(dealt).index))
        case HandOrder.NUMBER:
            return tuple(sorted(hand, reverse=True))
        case HandOrder.DOUBLES:
            return tuple(sorted(hand, key=lambda t: (not t.is_double, -t.high, -t.low)))
        case HandOrder.FIT:
            return tuple(sorted(hand, key=lambda t: t not in fitting))


def keep(arranged: Sequence[Tile], hand: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles of `hand` in the order they had; new ones at the end."""
    held = [tile for tile in arranged if tile in hand]
    return (*held, *(tile for tile in hand if tile not in held))


def remember(places: Sequence[Tile], arranged: Sequence[Tile]) -> tuple[Tile, ...]:
    """`arranged`, and the tiles of `places` that are not held any more still where they were, each
    behind the one it was behind: a tile that comes back finds its place."""
    found = list(arranged)
    for i, tile in enumerate(places):
        if tile not in found:
            found.insert(found.index(places[i - 1]) + 1 if i else 0, tile)
    return tuple(found)


def move(arranged: Sequence[Tile], tile: Tile, by: int) -> tuple[Tile, ...]:
    """`tile` moved `by` places, within the hand."""
    tiles = list(arranged)
    at = tiles.index(tile)
    tiles.insert(max(0, min(at + by, len(tiles) - 1)), tiles.pop(at))
    return tuple(tiles)

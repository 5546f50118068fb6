"""Cells, directions and bit boards.

A bit board is one whole number with a bit a cell, row after row. Most questions are asked near one
end, so a *local* board is the band of rows around a cell, shifted until that cell is its origin:
shapes are stored as local masks once, and every test is a single `&`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from chickenscratch.layout.types import Box, Cell

E, NE, N, NW, W, SW, S, SE = range(8)
DX: Final = (1, 1, 0, -1, -1, -1, 0, 1)
DY: Final = (0, -1, -1, -1, 0, 1, 1, 1)
AXES: Final = (E, N, W, S)

BAND: Final = 16
"""A local board reaches this many rows up and down; no shape with its pocket reaches further."""


def turn(direction: int, eighths: int) -> int:
    """`direction` turned counter-clockwise."""
    return (direction + eighths) & 7


def step(cell: Cell, direction: int, count: int = 1) -> Cell:
    return cell[0] + DX[direction] * count, cell[1] + DY[direction] * count


def shift(cells: Iterable[Cell], by: Cell) -> tuple[Cell, ...]:
    x, y = by
    return tuple((cx + x, cy + y) for cx, cy in cells)


def shadow(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The two other cells of the 2x2 block of a 45-degree tile; nothing for other tiles."""
    if len(cells) == 2:
        (ax, ay), (bx, by) = cells
        if ax != bx and ay != by:
            return (ax, by), (bx, ay)
    return ()


def around(cells: Iterable[Cell]) -> Box:
    """The smallest box around some cells (at least one)."""
    listed = list(cells)
    xs = [x for x, _ in listed]
    ys = [y for _, y in listed]
    return Box(min(xs), min(ys), max(xs), max(ys))


class Grid:
    """Turns cells into bits of a board `stride` cells wide, and boards into local ones."""

    __slots__ = ("band", "frame", "local_origin", "origin", "reach", "stride")

    def __init__(self, stride: int) -> None:
        self.stride = stride
        half = stride // 2
        self.origin = half * stride + half
        self.local_origin = BAND * stride + half
        self.band = (1 << ((2 * BAND + 1) * stride)) - 1
        self.reach = half - BAND - 2
        """Cells are usable while both coordinates are at most this far from 0."""
        side = range(-half, half)
        self.frame = self.mask(
            (x, y) for y in side for x in side if max(abs(x), abs(y)) > self.reach
        )

    def bit(self, cell: Cell) -> int:
        return 1 << (self.origin + cell[1] * self.stride + cell[0])

    def row(self, bit: int) -> int:
        """The y of the cell of a bit."""
        return bit // self.stride - self.origin // self.stride

    def mask(self, cells: Iterable[Cell]) -> int:
        origin, stride = self.origin, self.stride
        bits = [origin + y * stride + x for x, y in cells]
        if not bits:
            return 0
        low = min(bits)
        board = 0
        for bit in bits:
            board |= 1 << bit - low
        return board << low

    def local_mask(self, cells: Iterable[Cell]) -> int:
        origin, stride = self.local_origin, self.stride
        board = 0
        for x, y in cells:
            board |= 1 << (origin + y * stride + x)
        return board

    def offset(self, at: Cell) -> int:
        """How many bits of the world come before a local board around `at`."""
        return self.origin + at[1] * self.stride + at[0] - self.local_origin

    def local(self, board: int, at: Cell) -> int:
        """The band of `board` around `at`, with `at` as its origin."""
        by = self.origin + at[1] * self.stride + at[0] - self.local_origin
        return (board >> by if by >= 0 else board << -by) & self.band

    def world(self, mask: int, at: Cell) -> int:
        """The inverse of :meth:`local`: a local mask put down at `at`."""
        by = self.origin + at[1] * self.stride + at[0] - self.local_origin
        return mask << by if by >= 0 else mask >> -by

    def moved(self, mask: int, by: Cell) -> int:
        """A local mask, `by` cells further on."""
        bits = by[1] * self.stride + by[0]
        return mask << bits if bits >= 0 else mask >> -bits

    def spread(self, board: int) -> int:
        """`board` and the four neighbours of each of its cells."""
        stride = self.stride
        return board | board << 1 | board >> 1 | board << stride | board >> stride


@lru_cache(maxsize=16)
def grid(stride: int) -> Grid:
    return Grid(stride)

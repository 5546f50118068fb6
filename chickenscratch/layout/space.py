"""How much open table an end can reach, and what it costs to take some of that away.

A tile or a wire that closes a bay is the usual reason why, much later, a line has to cross
another one. So a place is dearer when a new end, or an end nearby, is left with little room around
its pocket.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chickenscratch.layout.board import Board, Open
from chickenscratch.layout.grid import BAND
from chickenscratch.layout.types import Cell, EndKey


class _Neighbour(NamedTuple):
    """Another end that a tile may cut off. `by` takes a local board to that of its table; `whole`
    is whether all of the table lies in the band, `room` what of it can be seen from here."""

    table: Open
    by: int
    whole: bool
    room: int


class Surroundings:
    """The open table around a cell, for comparing places there."""

    def __init__(self, board: Board, key: EndKey, at: Cell) -> None:
        self._board = board
        self._key = key
        self._at = at
        self._free = ~board.grid.local(board.occupied, at) & board.grid.band
        self._neighbours: dict[EndKey, _Neighbour] = {}
        self._own: dict[tuple[int, int], int] = {}
        self._others: dict[int, int] = {}

    def cramped(self, tile: int, pockets: Iterable[int], bound: int) -> int:
        """The price of a tile that leaves too little room around its own `pockets` or around the
        holds of other ends; no more than a part of it once that is `bound` or more. All are
        local boards."""
        board = self._board
        prices = board.prices
        wanted = prices.open_cells
        missing = 0
        for pocket in pockets:
            lacking = self._own.get((tile, pocket))
            if lacking is None:
                free = self._free & ~tile
                room = _reach(board, pocket & free, free)
                lacking = self._own[tile, pocket] = (wanted - room) ** 2
            missing += lacking
        price = prices.open_own * missing // wanted
        if price >= bound:
            return price
        cut = self._others.get(tile)
        if cut is None:
            cut = self._cut_off(tile, bound - price)
        return price + prices.open_others * cut // wanted

    def _cut_off(self, tile: int, bound: int) -> int:
        """How much other ends lose, or a part of that once it costs `bound`."""
        board, lattice, at = self._board, self._board.grid, self._at
        wanted = board.prices.open_cells
        near = lattice.world(board.library.near(tile), at)
        missing = 0
        cut: list[tuple[Open, int, int]] = []
        for key, held in board.holds.items():
            hold = held.hard
            if not hold & near or key == self._key:
                continue
            known = self._neighbours.get(key)
            table, by, whole, room = known if known is not None else self._look_at(key, hold)
            before = table.before
            there = tile << by if by >= 0 else tile >> -by
            taken = there & table.layers[-1]
            if taken:
                if whole:
                    # at least so much; how much more is worth finding out only if it still matters
                    room = min(before, table.size - taken.bit_count())
                    if there & table.layers[-2]:
                        cut.append((table, there, room))
                else:
                    free = lattice.local(table.layers[-1] << table.low, at) & ~tile
                    room = _reach(board, lattice.local(hold, at) & free, free)
            if room < before:
                missing += (wanted - room) ** 2 - (wanted - before) ** 2
        if cut:
            if board.prices.open_others * missing // wanted >= bound:
                return missing
            for table, there, room in cut:
                left = _layers(board, table.layers, there)[-1].bit_count()
                if left < room:
                    missing += (wanted - left) ** 2 - (wanted - room) ** 2
        self._others[tile] = missing
        return missing

    def _look_at(self, key: EndKey, hold: int) -> _Neighbour:
        board, lattice, at = self._board, self._board.grid, self._at
        table = board.opens.get(key)
        if table is None or table.hold != hold:
            table = board.opens[key] = _open_table(board, key, hold)
        else:
            taken = board.occupied >> table.low & table.layers[-1]
            if taken:
                layers = _layers(board, table.layers, taken)
                table = board.opens[key] = _table(board, key, hold, table.low, layers)
        by = lattice.offset(at) - table.low
        whole = at[1] - BAND <= table.top and table.bottom <= at[1] + BAND
        room = table.size if whole else _seen(board, table.low, table.layers, at)
        found = self._neighbours[key] = _Neighbour(table, by, whole, room)
        return found


def _open_table(board: Board, key: EndKey, hold: int) -> Open:
    """All that an end can reach from its hold."""
    steps, margin = board.prices.open_steps, board.prices.open_steps * (board.grid.stride + 1)
    low = (hold & -hold).bit_length() - 1 - margin
    seeds = hold >> low
    free = ~(board.occupied >> low) & ((1 << seeds.bit_length() + margin) - 1)
    return _table(board, key, hold, low, _spread(board, [seeds], steps, free))


def _table(board: Board, key: EndKey, hold: int, low: int, layers: Sequence[int]) -> Open:
    """The open table with known layers."""
    last = layers[-1]
    size = last.bit_count()
    top = board.grid.row(low + (last & -last).bit_length() - 1)
    bottom = board.grid.row(low + last.bit_length() - 1)
    at = board.ends[key].at
    if at[1] - BAND <= top and bottom <= at[1] + BAND:
        before = min(size, board.prices.open_cells)
    else:
        before = _seen(board, low, layers, at)
    return Open(hold, low, layers, size, before, top, bottom)


def _seen(board: Board, low: int, layers: Sequence[int], at: Cell) -> int:
    """The room as seen from a cell, if not all of it lies in the band."""
    local = board.grid.local
    return _reach(board, local(layers[0] << low, at), local(layers[-1] << low, at))


def _layers(board: Board, layers: Sequence[int], tile: int) -> list[int]:
    """The layers of an open table when a tile lies on it. The first ones stay as they are."""
    same = 0
    while not tile & layers[same]:
        same += 1
    free = layers[-1] & ~tile
    kept = [*layers[:same], layers[same] & ~tile]
    return _spread(board, kept, len(layers) - 1 - same, free)


def _spread(board: Board, layers: list[int], steps: int, free: int) -> list[int]:
    """`layers` and some more."""
    stride = board.grid.stride
    cells = layers[-1]
    for _ in range(steps):
        cells = (cells | cells << 1 | cells >> 1 | cells << stride | cells >> stride) & free
        layers.append(cells)
    return layers


def _reach(board: Board, seeds: int, free: int) -> int:
    """How many free cells there are within some steps of the seeds, as far as anybody cares."""
    stride, steps, wanted = board.grid.stride, board.prices.open_steps, board.prices.open_cells
    low = (seeds & -seeds).bit_length() - 1 - steps * (stride + 1)
    if low > 0:
        seeds >>= low
        free >>= low
    for i in range(steps):
        grown = (seeds | seeds << 1 | seeds >> 1 | seeds << stride | seeds >> stride) & free
        if grown == seeds:
            break
        seeds = grown
        if i > 2 and seeds.bit_count() >= wanted:
            return wanted
    return min(seeds.bit_count(), wanted)

"""How much open table an end can reach, and what it costs to take some of that away.

A tile or a wire that closes a bay is the usual reason why, much later, a line has to cross
another one. So a place is dearer when a new end, or an end nearby, is left with little room around
its pocket.
"""

from __future__ import annotations

from collections.abc import Iterable

from chickenscratch.layout.board import Board
from chickenscratch.layout.holds import End
from chickenscratch.layout.types import Cell, EndKey


class Surroundings:
    """The open table around an end, for comparing places there."""

    def __init__(self, board: Board, end: End, at: Cell) -> None:
        self._board = board
        self._end = end
        self._at = at
        self._occupied = board.grid.local(board.occupied, at)

    def cramped(self, tile: int, pockets: Iterable[int]) -> int:
        """The price of a tile that leaves too little room around its own `pockets` or around the
        holds of other ends. All are local boards."""
        board = self._board
        prices = board.prices
        if not prices.open_own and not prices.open_others:
            return 0
        wanted = prices.open_cells
        free = ~(self._occupied | tile) & board.grid.band
        missing = 0
        for pocket in pockets:
            missing += max(0, wanted - _reach(board, pocket & free, free)) ** 2
        price = prices.open_own * missing // wanted
        missing = 0
        for key, hold in self._nearby(tile):
            room = _reach(board, hold & free, free)
            if room < wanted:
                before = min(wanted, self._before(key))
                missing += max(0, (wanted - room) ** 2 - (wanted - before) ** 2)
        return price + prices.open_others * missing // wanted

    def _nearby(self, tile: int) -> Iterable[tuple[EndKey, int]]:
        """Other ends whose holds the tile may cut off, with these holds as local boards."""
        board, lattice = self._board, self._board.grid
        near = tile
        for _ in range(board.prices.open_steps):
            near = lattice.spread(near)
        near = lattice.world(near, self._at)
        for key, hold in board.holds.items():
            if hold.hard & near and key != self._end.key:
                yield key, lattice.local(hold.hard, self._at)

    def _before(self, key: EndKey) -> int:
        """The room around another end as it is now."""
        board, lattice = self._board, self._board.grid
        known = board.reaches.get(key)
        if known is None:
            at = board.ends[key].at
            free = ~lattice.local(board.occupied, at) & lattice.band
            known = _reach(board, lattice.local(board.holds[key].hard, at), free)
            board.reaches[key] = known
        return known


def _reach(board: Board, seeds: int, free: int) -> int:
    """How many free cells there are within some steps of the seeds."""
    stride = board.grid.stride
    for _ in range(board.prices.open_steps):
        grown = (seeds | seeds << 1 | seeds >> 1 | seeds << stride | seeds >> stride) & free
        if grown == seeds:
            break
        seeds = grown
    return seeds.bit_count()

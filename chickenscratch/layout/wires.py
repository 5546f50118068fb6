"""The long way round: a wire from an end to a place with room.

Dijkstra's search over single cells, from the end outwards; at each free cell the tile is tried.
A wire may be asked to keep to free cells, to go through room held by others (who then move), to
cross other wires, and, when nothing else is left, to pass under tiles. So there is always a way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple

from chickenscratch.core.tree import EndKind
from chickenscratch.layout.board import Board
from chickenscratch.layout.feet import toe_holds, toe_plans
from chickenscratch.layout.grid import AXES, DX, DY, E, W, step, turn
from chickenscratch.layout.holds import DEAD, FULL, NEVER, NO_DOUBLE, NO_ROOM, PLAIN_ONLY, End, Hold
from chickenscratch.layout.pockets import find_pocket
from chickenscratch.layout.shapes import LEFT, MIDDLE, double_cells
from chickenscratch.layout.types import Cell, EndKey

_CROSSING: Final = 15
_UNDER: Final = 20
_SETTLE: Final = 80
"""Stop this many cells after the first place, if no better one comes."""
_TALKS: Final = 12


class Room(NamedTuple):
    """A place at the end of a wire."""

    cells: tuple[Cell, ...]
    wire: tuple[Cell, ...]
    heading: int
    level: int
    toes: tuple[Hold, ...]
    holds: Mapping[EndKey, Hold]
    under: bool = False


class _Way(NamedTuple):
    """What a search may do, and how far it looks. `crossing` 1 is at right angles, 2 anyhow."""

    held: bool = False
    crossing: int = 0
    under: bool = False
    level: int = NO_ROOM
    cells: int = 900
    length: int = 10**6


_LAST_RESORTS: Final = (
    _Way(),
    _Way(held=True),
    _Way(crossing=1),
    _Way(held=True, crossing=1),
    _Way(held=True, crossing=1, under=True, cells=10**6),
    _Way(held=True, crossing=2, under=True, cells=10**6),
)


def find_far(board: Board, end: End, far: int) -> Room | None:
    """A place with room for the line to go on, for a tile that has none nearby."""
    prices = board.prices
    for held in (False, True):
        way = _Way(held=held, level=PLAIN_ONLY, cells=prices.far_window, length=prices.far_length)
        room = _search(board, end, far, way)
        if room is not None:
            return room
    return None


def find_detour(board: Board, end: End, far: int) -> Room | None:
    """A place with full room, not too far away, for a tile that has less nearby."""
    prices = board.prices
    if not prices.detour_length:
        return None
    for held in (False, True):
        way = _Way(held=held, level=FULL, cells=prices.detour_window, length=prices.detour_length)
        room = _search(board, end, far, way)
        if room is not None:
            return room
    return None


def find_any(board: Board, end: End, far: int) -> Room:
    """Any place at all, with the least damage."""
    for way in _LAST_RESORTS:
        room = _search(board, end, far, way)
        if room is not None:
            return room
    raise AssertionError("the board is larger than all tiles together")


def _search(board: Board, end: End, far: int, way: _Way) -> Room | None:
    hard, bodies = board.occupied, board.bodies
    if not way.held:
        own = board.holds[end.key]
        hard |= board.held & ~own.hard
        bodies |= board.held_bodies & ~own.body
    return _Search(board, end, far, way, hard, bodies).run()


class _Search:
    def __init__(self, board: Board, end: End, far: int, way: _Way, hard: int, bodies: int) -> None:
        self._board = board
        self._end = end
        self._way = way
        self._laying = (end.number, far)
        self._double = end.number == far
        self._need = board.need(far, self._laying)
        self._hard = hard
        self._bodies = bodies
        self._soft = self._bodies & ~end.kin
        self._walls = board.grid.frame if way.under else self._hard
        self._under_tiles = board.tiles if way.under else 0
        self._before: dict[Cell, Cell | None] = {}
        self._best: Room | None = None
        self._talks = 0

    def run(self) -> Room | None:
        way, board = self._way, self._board
        lattice, wires = board.grid, board.wires
        queue: list[tuple[int, int, Cell, int, int]] = []
        order = 0
        for cell, direction in self._starts():
            if cell not in self._before and self._may_enter(cell, direction):
                self._before[cell] = None
                order += 1
                heappush(queue, (1, order, cell, direction, 0))
        looked = 0
        while queue:
            cost, _, cell, direction, length = heappop(queue)
            looked += 1
            if looked > way.cells or length > way.length or self._talks > _TALKS:
                break
            bit = lattice.bit(cell)
            if self._walls & bit and cell not in wires:
                continue
            if not self._hard & bit:
                self._try(cell, direction)
                if self._best is not None and (self._best.level == FULL or looked > _SETTLE):
                    break
            onward: tuple[int, ...] = (direction,)
            if cell not in wires:
                onward += (turn(direction, 2), turn(direction, -2))
            for direction_on in onward:
                cell_on = step(cell, direction_on)
                if cell_on in self._before or not self._may_enter(cell_on, direction_on):
                    continue
                self._before[cell_on] = cell
                order += 1
                price = 1
                if cell_on in wires:
                    price = _CROSSING
                elif self._under_tiles & lattice.bit(cell_on):
                    price = _UNDER
                heappush(queue, (cost + price, order, cell_on, direction_on, length + 1))
        return self._best

    def _starts(self) -> Iterator[tuple[Cell, int]]:
        """The first cells of a wire, with the direction it takes."""
        end = self._end
        if end.kind is EndKind.TOE:
            port = end.key[1]
            side = turn(end.heading, 2 if port == LEFT else -2)
            if port == MIDDLE:
                yield step(end.at, end.heading), end.heading
            else:
                for direction in (end.heading, side):
                    yield step(step(end.at, side), direction), direction
        else:
            for direction in AXES:
                yield step(end.at, direction), direction

    def _may_enter(self, cell: Cell, direction: int) -> bool:
        if cell not in self._board.wires:
            return True
        if self._way.crossing == 1:
            along = 0 if direction in (E, W) else 1
            return self._board.wires[cell] not in (along, 2)
        return self._way.crossing == 2

    def _try(self, cell: Cell, direction: int) -> None:
        """Would the tile fit with its first half (a double: its centre) at `cell`?"""
        lattice = self._board.grid
        headings: tuple[int, ...] = (direction,)
        if not self._double:
            headings += (turn(direction, 2), turn(direction, -2))
        for heading in headings:
            if self._double:
                cells: tuple[Cell, ...] = double_cells(cell, heading)
            else:
                cells = (cell, step(cell, heading))
            tile = lattice.mask(cells)
            if tile & self._hard or lattice.spread(tile) & self._soft:
                continue
            if self._double:
                self._try_double(cell, heading, cells, tile)
            else:
                self._try_plain(cell, heading, cells, tile)
            if self._best is not None and self._best.level == FULL:
                return

    def _try_plain(self, cell: Cell, heading: int, cells: tuple[Cell, ...], tile: int) -> None:
        board, lattice = self._board, self._board.grid
        own = lattice.local(tile, cell)
        line = lattice.local(lattice.mask(self._wire(cell)), cell)
        level, _, hard, body, _ = find_pocket(
            board.library,
            DY[heading] * lattice.stride + DX[heading],
            heading,
            self._need,
            lattice.local(self._hard, cell) | own | line,
            (lattice.local(self._bodies, cell) | line) & ~own,
        )
        held = lattice.world(hard, cell), lattice.world(body, cell)
        self._offer(cell, heading, cells, tile, level, held, ())

    def _try_double(self, cell: Cell, heading: int, cells: tuple[Cell, ...], tile: int) -> None:
        board = self._board
        if self._need == DEAD:
            self._offer(cell, heading, cells, tile, FULL, (0, 0), ())
            return
        line = board.grid.mask(self._wire(cell))
        plan = next(
            toe_plans(board, heading, cell, tile, self._hard | line, self._bodies | line), None
        )
        if plan is None:
            if self._way.crossing == 2:
                self._offer(cell, heading, cells, tile, NO_ROOM, (0, 0), ())
            return
        toes = toe_holds(board, cell, plan[1], NO_DOUBLE)
        hard = body = 0
        for hold in toes:
            hard |= hold.hard
            body |= hold.body
        level = min(hold.level for hold in toes)
        self._offer(cell, heading, cells, tile, level, (hard, body), toes)

    def _offer(
        self,
        cell: Cell,
        heading: int,
        cells: tuple[Cell, ...],
        tile: int,
        level: int,
        pocket: tuple[int, int],
        toes: tuple[Hold, ...],
    ) -> None:
        if level < self._way.level or (self._best is not None and level <= self._best.level):
            return
        wire = self._wire(cell)
        holds: Mapping[EndKey, Hold] = {}
        if self._way.held:
            self._talks += 1
            mask = tile | self._board.grid.mask(wire)
            deal = self._board.negotiate(
                self._end.key,
                self._laying,
                mask | pocket[0],
                mask | pocket[1],
                NEVER,
                strict=self._way.level > NO_ROOM,
            )
            if deal is None and not self._way.under:
                return
            holds = deal.holds if deal is not None else {}
        under = any(self._under_tiles & self._board.grid.bit(c) for c in wire)
        self._best = Room(cells, wire, heading, level, toes, holds, under)

    def _wire(self, cell: Cell) -> tuple[Cell, ...]:
        """The way back from `cell` to the end, without `cell`, from the end outwards."""
        line: list[Cell] = []
        at = self._before[cell]
        while at is not None:
            line.append(at)
            at = self._before[at]
        return tuple(reversed(line))

"""What lies under the pointer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from chickenscratch.layout.grid import shadow
from chickenscratch.layout.types import Box, Cell, EndKey, Spot

_WHOLE = 2
"""From this many rows a cell on, a 45-degree tile is drawn as a rotated body."""


class Hit(NamedTuple):
    """The tile, the ghost or the open end at a point; all None on the bare table."""

    tile: int | None = None
    ghost: EndKey | None = None
    end: EndKey | None = None


NOTHING = Hit()


class HitMap:
    """Finds the tile or the ghost at a cell, or at a character of the drawn board.

    A tile is hit in all of its own cells. A 45-degree tile also reaches into the two other cells
    of its block: there it is hit where its rotated body is.
    """

    def __init__(
        self,
        spots: Iterable[Spot],
        ghosts: Mapping[EndKey, Spot] | None = None,
        *,
        hub: Box | None = None,
        selected: EndKey | None = None,
        ends: Mapping[EndKey, Iterable[Cell]] | None = None,
    ) -> None:
        """`ends`: the cells of empty places and arrows."""
        self._cells: dict[Cell, Hit] = {}
        self._slanted: dict[Cell, list[tuple[Spot, Hit]]] = {}
        if hub is not None:
            for x in range(hub.left, hub.right + 1):
                for y in range(hub.top, hub.bottom + 1):
                    self._cells[x, y] = Hit(tile=0)
        for spot in spots:
            self._add(spot, Hit(tile=spot.index))
        placed = dict(ghosts or {})
        if selected in placed:
            self._add(placed[selected], Hit(ghost=selected))
        for key, spot in placed.items():
            self._add(spot, Hit(ghost=key))
        for key, cells in (ends or {}).items():
            for cell in cells:
                self._cells.setdefault(cell, Hit(end=key))

    def _add(self, spot: Spot, hit: Hit) -> None:
        for cell in spot.cells:
            self._cells.setdefault(cell, hit)
        for cell in shadow(spot.cells):
            self._slanted.setdefault(cell, []).append((spot, hit))

    def cell(self, cell: Cell) -> Hit:
        """What lies in a cell."""
        return self._cells.get(cell, NOTHING)

    def point(self, column: int, row: int, size: tuple[int, int], origin: Cell = (0, 0)) -> Hit:
        """What is drawn at a character.

        `size` is the width and height of a cell in characters, `origin` the cell whose top left
        character is at column 0, row 0.
        """
        wide, high = size
        cell = column // wide + origin[0], row // high + origin[1]
        hit = self._cells.get(cell)
        if hit is not None:
            return hit
        if high >= _WHOLE:
            # the middle of the character, in halves of a character
            x = 2 * (column + origin[0] * wide) + 1
            y = 2 * (row + origin[1] * high) + 1
            for spot, slanted in self._slanted.get(cell, ()):
                if _on_body(spot, x, y, wide, high):
                    return slanted
        return NOTHING


def _on_body(spot: Spot, x: int, y: int, wide: int, high: int) -> bool:
    """Is the point on a 45-degree tile, two cells long and one wide? In whole numbers: both axes
    are scaled to 2 * wide * high units a cell."""
    (near_x, near_y), (far_x, far_y) = spot.cells
    unit = 2 * wide * high
    across = x * high - (near_x + far_x + 1) * wide * high
    down = y * wide - (near_y + far_y + 1) * wide * high
    along = across * (far_x - near_x) + down * (far_y - near_y)
    aside = across * (far_y - near_y) - down * (far_x - near_x)
    # `along` and `aside` are longer than real distances by the root of two
    return along * along <= 2 * unit * unit and 2 * aside * aside <= unit * unit

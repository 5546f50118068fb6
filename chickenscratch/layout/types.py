"""What the layout gives to those who draw: spots on a grid of cells.

A cell is the room of half a tile. x grows to the right, y downward, the lead lies around (0, 0).
Directions 0 to 7 are E, NE, N, NW, W, SW, S, SE.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

Cell = tuple[int, int]
EndKey = tuple[int, int]
"""(parent, port): the open end a tile hangs on."""


class SpotKind(StrEnum):
    LEAD = "lead"
    PLAIN = "plain"
    DOUBLE = "double"


class Spot(NamedTuple):
    """Where one tile lies, or would lie.

    `cells`: a plain tile has two (near half, far half), a double three across its heading (left,
    centre, right). The lead has the three cells of its double. `heading`: direction near to far;
    of a double, the way its middle toe points. `wire`: cells of the thin line from the parent,
    empty where the tile touches it. `under`: the wire passes under other tiles.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    parent: int
    port: int
    near: int
    far: int
    kind: SpotKind
    cells: tuple[Cell, ...]
    heading: int
    wire: tuple[Cell, ...] = ()
    under: bool = False

    @property
    def diagonal(self) -> bool:
        """True for a tile at 45 degrees (toes and hub arms only)."""
        return self.heading % 2 == 1 and len(self.cells) == 2


class Mark(NamedTuple):
    """The arrow on an open tail: the cell where the next tile would begin, and its direction."""

    cell: Cell
    direction: int
    number: int


class Box(NamedTuple):
    """A rectangle of cells, all four edges inclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

"""What there is to draw, at which size and by which means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from chickenscratch.layout import Box, Cell, EndKey, Layout, Mark, Spot, SpotKind
from chickenscratch.locale.ends import LETTERS

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
"""The way of each direction, 0 to 7: E, NE, N, NW, W, SW, S, SE."""

MARGIN: Final = 1
"""Empty cells drawn around everything."""


class Zoom(StrEnum):
    """How large half a tile is drawn."""

    MICRO = "micro"
    COMPACT = "compact"
    NORMAL = "normal"
    LARGE = "large"

    @property
    def columns(self) -> int:
        """Characters across a cell."""
        return _UNITS[self][0]

    @property
    def lines(self) -> int:
        """Lines down a cell."""
        return _UNITS[self][1]


_UNITS: Final = {
    Zoom.MICRO: (2, 1),
    Zoom.COMPACT: (3, 1),
    Zoom.NORMAL: (4, 2),
    Zoom.LARGE: (8, 4),
}


class Art(StrEnum):
    """What tiles are made of."""

    FILLED = "filled"
    """Coloured bodies: needs more than sixteen colours to be pretty."""
    OUTLINE = "outline"
    """Lines and brackets: reads without any colour."""
    ASCII = "ascii"
    """The same without any character beyond ASCII."""


class Ghost(NamedTuple):
    """A place where the lifted tile would lie. The letter is its name in the list of ends."""

    spot: Spot
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """Everything that is on the table at one moment."""

    spots: tuple[Spot, ...] = ()
    hub: Box | None = None
    """The body around a lead with six or eight arms."""
    footprints: tuple[Spot, ...] = ()
    """Empty toes and arms: places that wait for a tile."""
    marks: tuple[Mark, ...] = ()
    mark_ends: tuple[EndKey, ...] = ()
    """The ends that the marks belong to, in their order, if anybody asks."""
    ghosts: tuple[Ghost, ...] = ()
    chosen: int | None = None
    """Which of the ghosts, by its place in `ghosts`."""
    last: frozenset[int] = frozenset()
    """The tiles laid last, by index."""
    hungry: int | None = None
    """The double (or the lead) that has to be fed first, by index."""
    dead: frozenset[int] = frozenset()
    """Numbers of which no tile is left: see :func:`dead_numbers`."""
    reach: Box | None = None
    """The cells on which any tile of the hand could be laid. They are not drawn, but in sight."""
    beat: bool = False
    """What must be filled is drawn a little stronger: every second frame of its pulse."""

    def open_ends(self) -> dict[EndKey, tuple[Cell, ...]]:
        """The cells of the ends that nothing would be laid at now: empty places and arrows."""
        ends = {(spot.parent, spot.port): spot.cells for spot in self.footprints}
        marks = zip(self.mark_ends, self.marks, strict=False)
        return ends | {key: (mark.cell,) for key, mark in marks}

    def box(self) -> Box:
        """The cells all of it lies on, with a margin."""
        cells: list[Cell] = [mark.cell for mark in self.marks]
        for spot in (*self.spots, *self.footprints, *(ghost.spot for ghost in self.ghosts)):
            cells.extend(spot.cells)
            cells.extend(spot.wire)
        if self.hub is not None:
            cells += [(self.hub.left, self.hub.top), (self.hub.right, self.hub.bottom)]
        xs = [x for x, _ in cells] or [0]
        ys = [y for _, y in cells] or [0]
        return Box(min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)


def picture_of(
    layout: Layout,
    *,
    ghosts: Mapping[EndKey, Spot] | None = None,
    chosen: EndKey | None = None,
    last: Iterable[int] = (),
    hungry: int | None = None,
) -> BoardPicture:
    """The picture of a table. Ghosts get letters in their order and take the place of the
    footprints and arrows of their ends."""
    shown = dict(ghosts or {})
    named = tuple(Ghost(spot, LETTERS[i % len(LETTERS)]) for i, spot in enumerate(shown.values()))
    return BoardPicture(
        spots=tuple(layout.spots),
        hub=layout.hub,
        footprints=tuple(s for key, s in layout.footprints().items() if key not in shown),
        marks=tuple(mark for key, mark in layout.marks().items() if key not in shown),
        ghosts=named,
        chosen=list(shown).index(chosen) if chosen in shown else None,
        last=frozenset(last),
        hungry=hungry,
        dead=dead_numbers(layout.spots, layout.set_size),
    )


def dead_numbers(spots: Iterable[Spot], set_size: int) -> frozenset[int]:
    """The numbers whose tiles all lie on the table: their ends lead nowhere."""
    seen = [0] * (set_size + 1)
    for spot in spots:
        for number in {spot.near, spot.far}:
            seen[number] += 1
    return frozenset(number for number, count in enumerate(seen) if count == set_size + 1)


def cell_at(x: int, y: int, zoom: Zoom) -> Cell:
    """The cell that is drawn at column `x`, row `y` of the plane."""
    return x // zoom.columns, y // zoom.lines


def corner(cell: Cell, zoom: Zoom) -> tuple[int, int]:
    """Column and row of the plane where a cell begins."""
    return cell[0] * zoom.columns, cell[1] * zoom.lines


def dead_ends(picture: BoardPicture) -> frozenset[int]:
    """Indices of the plain tiles that end a line for ever."""
    parents = {spot.parent for spot in picture.spots}
    return frozenset(
        spot.index
        for spot in picture.spots
        if spot.kind is SpotKind.PLAIN and spot.index not in parents and spot.far in picture.dead
    )


def tones(spots: Iterable[Spot]) -> dict[int, bool]:
    """True for every second tile of a line, so that two tiles that touch differ a little."""
    tone: dict[int, bool] = {}
    for spot in spots:
        tone[spot.index] = not tone.get(spot.parent, True)
    return tone


def wire_path(spot: Spot, by_index: Mapping[int, Spot], hub: Box | None) -> tuple[Cell, ...]:
    """The cells a wire runs through, with the cell of the parent it leaves and the one it reaches.

    Empty where there is no wire.
    """
    if not spot.wire:
        return ()
    parent = by_index.get(spot.parent)
    own = set(parent.cells) if parent is not None else set()
    if spot.parent == 0 and hub is not None:
        own.update(_cells_of(hub))
    x, y = spot.wire[0]
    near = [(x + STEPS[way][0], y + STEPS[way][1]) for way in (0, 2, 4, 6, 1, 3, 5, 7)]
    leaves = next((cell for cell in near if cell in own), spot.wire[0])
    reaches = spot.cells[1] if spot.kind is SpotKind.DOUBLE else spot.cells[0]
    return (leaves, *spot.wire, reaches)


def stub(spot: Spot, by_index: Mapping[int, Spot], hub: Box | None) -> tuple[Cell, Cell] | None:
    """The two cells to be joined where a toe does not quite reach the body of its double.

    A double is drawn shorter than the three cells it owns, so toes off its short ends and parallel
    toes of the outer cells leave a gap.
    """
    parent = by_index.get(spot.parent)
    if parent is None or spot.wire or len(parent.cells) != 3 or len(spot.cells) != 2:
        return None
    if parent.index == 0 and hub is not None:
        return None
    first, centre, last = parent.cells
    flat = first[1] == last[1]
    x, y = spot.cells[0]
    for end in (first, last):
        apart = (abs(x - end[0]), abs(y - end[1]))
        if apart == ((1, 0) if flat else (0, 1)):
            return centre, spot.cells[0]
        if apart == (1, 1) and not spot.diagonal:
            beside_centre = abs(x - centre[0]) + abs(y - centre[1]) == 1
            if not beside_centre:
                return end, spot.cells[0]
    return None


def _cells_of(box: Box) -> Iterator[Cell]:
    for y in range(box.top, box.bottom + 1):
        for x in range(box.left, box.right + 1):
            yield x, y

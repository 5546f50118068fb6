"""The window onto the drawn plane: which part of the table is in sight, and how large.

It moves as little as it can: only if a tile, or a place where a tile may be laid, would be outside.
No screen is needed here; lengths are characters of the plane.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from textual.geometry import Offset, Region, Size

from chickenscratch.layout import Box, Cell, Spot
from chickenscratch.tui.art.picture import BoardPicture, Zoom

ZOOMS: Final = (Zoom.MICRO, Zoom.COMPACT, Zoom.NORMAL, Zoom.LARGE)


class Beyond(NamedTuple):
    """How many open places lie out of sight, in each direction."""

    left: int = 0
    above: int = 0
    right: int = 0
    below: int = 0


def cells_of(picture: BoardPicture) -> Box:
    """All cells that should be in sight: tiles, places, and whatever the hand could reach."""
    box = picture.box()
    left, top, right, bottom = box.left + 1, box.top + 1, box.right - 1, box.bottom - 1
    reach = picture.reach
    if reach is not None:
        left, top = min(left, reach.left), min(top, reach.top)
        right, bottom = max(right, reach.right), max(bottom, reach.bottom)
    return Box(left, top, right, bottom)


def fits(box: Box, zoom: Zoom, size: Size | tuple[int, int]) -> bool:
    """Whether all cells are in sight at once. The gap behind the last column may be outside."""
    width, height = size
    return box.width * zoom.columns <= width + 1 and box.height * zoom.lines <= height


class Camera:
    """Which characters of the plane are shown. `wanted` fixes the zoom; None chooses what fits."""

    def __init__(self) -> None:
        self.zoom = Zoom.NORMAL
        self.wanted: Zoom | None = None
        self.left = self.top = 0
        """The character of the plane in the top left corner of the window."""
        self.size = Size(0, 0)
        self._picture = BoardPicture()
        self._box = cells_of(self._picture)

    @property
    def corner(self) -> Offset:
        return Offset(self.left, self.top)

    @property
    def pannable(self) -> bool:
        """True when the table is larger than the window."""
        return not fits(self._box, self.zoom, self.size)

    def follow(self, picture: BoardPicture, size: Size, *, afresh: bool) -> bool:
        """Look at another picture; true if the window or the zoom is another one now.

        `afresh`: nothing is kept of where the window was.
        """
        before = (self.zoom, self.left, self.top)
        self._picture, self.size, self._box = picture, size, cells_of(picture)
        zoom = self._choose_zoom(afresh)
        anew, self.zoom = afresh or zoom is not self.zoom, zoom
        if anew or not self._all_inside():
            self.left, self.top = self._place(anew)
        return (self.zoom, self.left, self.top) != before

    def pan(self, dx: int, dy: int) -> bool:
        """Move the window by some characters, as far as there is table; true if it moved."""
        before = self.corner
        self.left, self.top = self._clamped(self.left + dx, self.top + dy)
        return self.corner != before

    def show(self, spots: Iterable[Spot]) -> bool:
        """Bring these into the middle if they are out of sight; true if the window moved."""
        before, region = self.corner, self._region(spots)
        if not Region(self.left, self.top, *self.size).contains_region(region):
            self.left, self.top = self._around(region)
        return self.corner != before

    def beyond(self) -> Beyond:
        """How many open places lie out of sight: left, above, right, below."""
        counts = [0, 0, 0, 0]
        wide, high = self.size
        if not self.size or not self.pannable:
            return Beyond()
        for cell in _open_cells(self._picture):
            x, y = cell[0] * self.zoom.columns, cell[1] * self.zoom.lines
            outside = (x < self.left, y < self.top, x >= self.left + wide, y >= self.top + high)
            if True in outside:
                counts[outside.index(True)] += 1
        return Beyond(*counts)

    def _extent(self) -> Region:
        """All there is."""
        box, zoom = self._box, self.zoom
        return Region(
            box.left * zoom.columns,
            box.top * zoom.lines,
            box.width * zoom.columns,
            box.height * zoom.lines,
        )

    def _choose_zoom(self, afresh: bool) -> Zoom:
        if self.wanted is not None:
            return self.wanted
        fitting = [zoom for zoom in ZOOMS if fits(self._box, zoom, self.size)]
        best = fitting[-1] if fitting else ZOOMS[0]
        return best if afresh else min(self.zoom, best, key=ZOOMS.index)

    def _all_inside(self) -> bool:
        left, top, width, height = self._extent()
        wide, high = self.size
        across = self.left <= left and left + width <= self.left + wide + 1
        return across and self.top <= top and top + height <= self.top + high

    def _place(self, anew: bool) -> tuple[int, int]:
        """Where the window goes: around everything, else to what matters if that is hidden."""
        if not self.pannable:
            return self._clamped(self.left, self.top)
        region = self._region(_focus(self._picture))
        if anew or not Region(self.left, self.top, *self.size).contains_region(region):
            return self._around(region)
        return self._clamped(self.left, self.top)

    def _around(self, region: Region) -> tuple[int, int]:
        wide, high = self.size
        x = region.x + region.width // 2 - wide // 2
        return self._clamped(x, region.y + region.height // 2 - high // 2)

    def _clamped(self, x: int, y: int) -> tuple[int, int]:
        def along(want: int, start: int, length: int, room: int) -> int:
            if length <= room:
                return start - (room - length) // 2
            return max(start, min(want, start + length - room))

        left, top, width, height = self._extent()
        wide, high = self.size
        gap = int(width == wide + 1)  # behind the last column
        return along(x, left, width - gap, wide), along(y, top, height, high)

    def _region(self, spots: Iterable[Spot]) -> Region:
        cells = [cell for spot in spots for cell in spot.cells] or [(0, 0)]
        columns, lines = self.zoom.columns, self.zoom.lines
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return Region(
            min(xs) * columns,
            min(ys) * lines,
            (max(xs) - min(xs) + 1) * columns,
            (max(ys) - min(ys) + 1) * lines,
        )


def _focus(picture: BoardPicture) -> list[Spot]:
    """The chosen ghost, else the foot to be filled, else the last tile."""
    if picture.ghosts and picture.chosen is not None:
        return [picture.ghosts[picture.chosen].spot]
    return foot_of(picture) or list(picture.spots[-1:])


def foot_of(picture: BoardPicture) -> list[Spot]:
    """The double that must be filled now, and its empty places."""
    if picture.hungry is None or picture.hungry >= len(picture.spots):
        return []
    toes = [spot for spot in picture.footprints if spot.parent == picture.hungry]
    return [picture.spots[picture.hungry], *toes]


def _open_cells(picture: BoardPicture) -> Iterable[Cell]:
    yield from (mark.cell for mark in picture.marks)
    yield from (spot.cells[0] for spot in picture.footprints)
    yield from (ghost.spot.cells[0] for ghost in picture.ghosts)

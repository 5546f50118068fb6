"""Draw the table: every zoom, every art."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar
from weakref import WeakKeyDictionary

from chickenscratch.layout.types import Box, Cell, Mark, Spot, SpotKind
from chickenscratch.tui.art import lines, pixels, small
from chickenscratch.tui.art.canvas import Canvas
from chickenscratch.tui.art.looks import Look, Pose, Role, pose
from chickenscratch.tui.art.palette import Palette
from chickenscratch.tui.art.picture import (
    Art,
    BoardPicture,
    Zoom,
    dead_ends,
    stub,
    tones,
    wire_path,
)


class Painter(Protocol):
    """What draws the parts of a picture at one zoom."""

    def begin(self, box: Box) -> None: ...
    def wire(self, path: Sequence[Cell], number: int, faint: bool) -> None: ...
    def stub(self, path: tuple[Cell, Cell], number: int, faint: bool) -> None: ...
    def hub(self, box: Box) -> None: ...
    def mark(self, mark: Mark) -> None: ...
    def tile(self, at: Cell, pose: Pose, look: Look) -> None: ...
    def finish(self) -> Canvas: ...


MOST_STAMPS: Final = 4096
"""Tiles that are kept as they were drawn, for a palette, an art and a zoom."""

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """Forgets what it has known longest once it knows too much."""

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        if len(self) > MOST_STAMPS:
            del self[next(iter(self))]


class _Stamps:
    """The tiles that were drawn already with a palette."""

    def __init__(self) -> None:
        self.small: dict[tuple[Zoom, Art], small.Stamps] = {}
        self.pixels: dict[Zoom, pixels.Stamps] = {}
        self.lines: dict[tuple[Zoom, Art], lines.Stamps] = {}


_kept: WeakKeyDictionary[Palette, _Stamps] = WeakKeyDictionary()


def painter(zoom: Zoom, art: Art, palette: Palette) -> Painter:
    """A painter for one picture. What it draws is kept as long as the palette lives."""
    kept = _kept.setdefault(palette, _Stamps())
    if zoom in (Zoom.MICRO, Zoom.COMPACT):
        return small.SmallPainter(zoom, art, palette, kept.small.setdefault((zoom, art), Kept()))
    if art is Art.FILLED:
        return pixels.PixelPainter(zoom, palette, kept.pixels.setdefault(zoom, Kept()))
    return lines.LinePainter(zoom, art, palette, kept.lines.setdefault((zoom, art), Kept()))


def render(picture: BoardPicture, zoom: Zoom, art: Art, palette: Palette) -> Canvas:
    """Draw the whole picture."""
    brush = painter(zoom, art, palette)
    brush.begin(picture.box())
    by_index = {spot.index: spot for spot in picture.spots}
    for spot in picture.spots:
        if spot.wire:
            brush.wire(wire_path(spot, by_index, picture.hub), spot.near, False)
    if picture.hub is not None:
        brush.hub(picture.hub)
    for spot in picture.footprints:
        lit = spot.parent == picture.hungry
        look = Look(Role.LIT, beat=picture.beat) if lit else Look(Role.PRINT)
        _lay(brush, spot._replace(far=spot.near), look)
    for mark in picture.marks:
        brush.mark(mark)
    _ghosts(brush, picture, by_index)
    for spot in picture.spots:
        bridge = stub(spot, by_index, picture.hub)
        if bridge is not None:
            brush.stub(bridge, spot.near, False)
    tone = tones(picture.spots)
    dead = dead_ends(picture)
    for spot in picture.spots:
        look = Look(
            Role.LEAD if spot.kind is SpotKind.LEAD else Role.TILE,
            star=spot.index in picture.last,
            dead=spot.index in dead,
            hungry=spot.index == picture.hungry,
            tone=tone[spot.index],
            on_hub=spot.kind is SpotKind.LEAD and picture.hub is not None,
            beat=picture.beat and spot.index == picture.hungry,
        )
        _lay(brush, spot, look)
    return brush.finish()


def render_tile(spot: Spot, zoom: Zoom, art: Art, palette: Palette) -> Canvas:
    """A tile alone that is on its way to where it will lie."""
    brush = painter(zoom, art, palette)
    xs, ys = [x for x, _ in spot.cells], [y for _, y in spot.cells]
    brush.begin(Box(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1))
    role = Role.LEAD if spot.kind is SpotKind.LEAD else Role.TILE
    _lay(brush, spot, Look(role, star=True))
    return brush.finish()


def _ghosts(brush: Painter, picture: BoardPicture, by_index: dict[int, Spot]) -> None:
    """All ghosts, the chosen one last: it lies on top should two of them share a cell."""
    order = sorted(range(len(picture.ghosts)), key=lambda i: i == picture.chosen)
    for i in order:
        spot, letter = picture.ghosts[i]
        if spot.wire:
            brush.wire(wire_path(spot, by_index, picture.hub), spot.near, True)
        bridge = stub(spot, by_index, picture.hub)
        if bridge is not None:
            brush.stub(bridge, spot.near, True)
        role = Role.CHOSEN if i == picture.chosen else Role.GHOST
        _lay(brush, spot, Look(role, letter=letter))


def _lay(brush: Painter, spot: Spot, look: Look) -> None:
    brush.tile(spot.cells[0], pose(spot.cells, spot.near, spot.far), look)

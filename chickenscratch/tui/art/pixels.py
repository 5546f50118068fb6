"""The normal and large zooms in colour: bodies of half-block pixels, toes at true 45 degrees.

A pixel is one column wide and half a line high, which is about square. A cell is as many pixels
wide as high: 4 at the normal zoom, where halves have their colours and a digit, 8 at the large
one, where the tiles are ivory with coloured pips.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from chickenscratch.layout.types import Box, Cell, Mark
from chickenscratch.tui.art.canvas import Canvas, Pen
from chickenscratch.tui.art.field import Bar, Field, Sign
from chickenscratch.tui.art.looks import Lie, Look, Pose, Role
from chickenscratch.tui.art.palette import Colour, Palette, mix
from chickenscratch.tui.art.picture import Zoom, corner
from chickenscratch.tui.art.pips import MOST_DOTS, dots
from chickenscratch.tui.art.small import ARROWS

_DIAGONAL: Final = 2**0.5


class _Paint(NamedTuple):
    """The colours of one half."""

    body: Colour
    ink: Colour
    rim: Colour | None = None
    """Only an outline in this colour is drawn, and `body` is what lies under it."""


class _Stamp(NamedTuple):
    """A finished tile: pixels and signs, seen from the top left cell."""

    bars: tuple[Bar, ...]
    signs: tuple[Sign, ...]
    columns: int
    lines: int


Stamps = dict[tuple[Pose, Look], _Stamp]


class PixelPainter:
    """Draws cells of 4x2 or 8x4 characters out of pixels. Finished tiles are kept and stamped."""

    def __init__(self, zoom: Zoom, palette: Palette, stamps: Stamps) -> None:
        self.zoom = zoom
        self.palette = palette
        self.unit = zoom.columns
        self.felt = Pen(palette.text, palette.felt)
        self._stamps = stamps
        self._field = Field(0, 0, 0, 0, self.felt)

    def begin(self, box: Box) -> None:
        left, top = corner((box.left, box.top), self.zoom)
        columns, lines = box.width * self.unit, box.height * self.zoom.lines
        self._field = Field(left, top, columns, lines, self.felt)

    def finish(self) -> Canvas:
        return self._field.canvas()

    def wire(self, path: Sequence[Cell], number: int, faint: bool) -> None:
        """A line through the centres of the cells of `path`."""
        colour = self.palette.chosen(number) if faint else self.palette.number(number)
        middle = self.unit // 2 - 1
        step = 2 if faint else 1
        for (ax, ay), (bx, by) in pairwise(path):
            pixels = self.unit * max(abs(bx - ax), abs(by - ay))
            for i in range(0, pixels + 1, step):
                x = ax * self.unit + middle + (bx - ax) * self.unit * i // max(pixels, 1)
                y = ay * self.unit + middle + (by - ay) * self.unit * i // max(pixels, 1)
                self._field.dot(x, y, colour)

    def stub(self, path: tuple[Cell, Cell], number: int, faint: bool) -> None:
        """A short wire where a toe does not reach its double."""
        self.wire(path, number, faint)

    def hub(self, box: Box) -> None:
        """The rounded body the arms start from."""
        unit = self.unit
        width, height = box.width * unit - 1, box.height * unit - 1
        radius = unit * 0.75
        bars: list[Bar] = []
        for y in range(height):
            rise = radius - min(y + 0.5, height - y - 0.5)
            inset = 0
            if rise > 0:
                inset = round(radius - (radius**2 - rise**2) ** 0.5)
            bars.append((inset, y, [self.palette.hub] * (width - 2 * inset)))
        self._field.bars(box.left * unit, box.top * unit, bars)

    def mark(self, mark: Mark) -> None:
        """The arrow on an open end."""
        x, y = corner(mark.cell, self.zoom)
        columns, lines = self.unit, self.zoom.lines
        way = mark.direction
        dx = {0: 0, 1: 0, 4: columns - 2}.get(way, columns // 2 - 1)
        dy = {2: lines - 1, 6: 0}.get(way, (lines - 1) // 2)
        pen = Pen(self.palette.sign(mark.number), self.palette.felt)
        self._field.signs(x, y, [(dx, dy, (ARROWS[way], pen))])

    def tile(self, at: Cell, pose: Pose, look: Look) -> None:
        """A tile, a ghost or a footprint, its first cell at `at`."""
        key = (pose, look)
        stamp = self._stamps.get(key)
        if stamp is None:
            stamp = self._stamps[key] = self._draw(pose, look)
        left, top = pose.corner
        x, y = corner((at[0] + left, at[1] + top), self.zoom)
        if look.role is Role.CHOSEN:
            self._field.wipe(x, y, stamp.columns, stamp.lines)
        self._field.bars(x, 2 * y, stamp.bars)
        self._field.signs(x, y, stamp.signs)

    def _paint(self, number: int, look: Look, faded: bool) -> _Paint:
        palette = self.palette
        own = palette.number(number)
        ivory = self.zoom is Zoom.LARGE
        if look.role is Role.PRINT:
            return _Paint(palette.place, palette.sign(number))
        if look.role is Role.LIT:
            body = palette.beat(number) if look.beat else palette.lit(number)
            return _Paint(body, palette.ink_on(body))
        if look.role is Role.GHOST:
            sign = palette.sign(number)
            if ivory:
                return _Paint(palette.felt, sign, mix(own, palette.felt, 0.35))
            return _Paint(palette.place, sign)
        if look.role is Role.CHOSEN:
            body = palette.chosen(number)
            return _Paint(body, palette.ink_on(body))
        if look.star:
            return _Paint(palette.last, own)
        if ivory:
            body = mix(palette.ivory, palette.felt, 0.5) if faded else palette.ivory
            return _Paint(body, palette.written(palette.deep(number), body))
        body = palette.dim(number) if faded else own
        if look.hungry and not look.beat:
            body = palette.bright(number)
        return _Paint(body, palette.ink_on(body))

    def _draw(self, pose: Pose, look: Look) -> _Stamp:
        near = self._paint(pose.near, look, False)
        far = self._paint(pose.far, look, look.dead)
        if pose.lie is Lie.SLANT:
            return self._slant(pose, look, near, far)
        return self._straight(pose, look, near, far)

    def _straight(self, pose: Pose, look: Look, near: _Paint, far: _Paint) -> _Stamp:
        unit = self.unit
        flat, double = pose.lie is Lie.FLAT, len(pose.cells) == 3
        backward = not double and pose.cells[1] < (0, 0)
        first, second = (far, near) if backward else (near, far)
        width, height = (2 * unit - 1, unit - 1) if flat else (unit - 1, 2 * unit - 1)
        # a double owns three cells and is drawn as long as two, in the middle
        left, top = ((unit // 2, 0) if flat else (0, unit // 2)) if double else (0, 0)
        bars = self._body(left, top, first, second, flat)
        signs: list[Sign] = []
        solid = look.role not in (Role.PRINT, Role.LIT, Role.GHOST)
        if solid and (double or unit == 8):
            pen = Pen(self._seam(first, look), first.body)
            if flat:
                signs += [(left + unit - 1, row, ("│", pen)) for row in range(height // 2)]
            else:
                row = (top + unit - 1) // 2
                signs += [(x, row, ("─", pen)) for x in range(width)]
        centre = (left + width // 2, (top + height // 2) // 2)
        signs += self._labels(centre, look, first, True)
        for i, paint in enumerate((first, second)):
            x, y = (left + i * unit, top) if flat else (left, top + i * unit)
            is_near = i == int(backward)
            if look.role is Role.PRINT or (look.role is Role.LIT and not is_near):
                continue
            number = pose.near if is_near else pose.far
            if unit == 8 and number <= MOST_DOTS and look.role is not Role.LIT:
                pips = dots(number, turned=not flat)
                bars += [(x + 3 + 2 * a, y + 3 + 2 * b, [paint.ink]) for a, b in pips]
            else:
                column, row = (x + 1, y // 2) if unit == 4 else (x + 3, y // 2 + 1)
                signs += self._numeral(column, row, number, paint, look)
            if look.dead and not is_near:
                column, row = (x + 2, y // 2) if unit == 4 else (x + 6, y // 2 + 1)
                signs.append((column, row, ("×", Pen(paint.ink, paint.body, bold=True))))
        columns, lines = (3 if double else 2, 1) if flat else (1, 3 if double else 2)
        return _Stamp(tuple(bars), tuple(signs), columns * unit, lines * unit // 2)

    def _body(self, left: int, top: int, first: _Paint, second: _Paint, flat: bool) -> list[Bar]:
        """The pixels of a straight tile: two halves, at the large zoom without the corners."""
        unit = self.unit
        width, height = (2 * unit - 1, unit - 1) if flat else (unit - 1, 2 * unit - 1)
        bars: list[Bar] = []
        for y in range(height):
            edge = y in (0, height - 1)
            cut = int(edge and unit == 8)
            colours = []
            for x in range(cut, width - cut):
                paint = first if (x if flat else y) < unit else second
                inner = 0 < x < width - 1 and not edge
                colours.append(paint.body if paint.rim is None or inner else paint.rim)
            bars.append((left + cut, top + y, colours))
        return bars

    def _seam(self, paint: _Paint, look: Look) -> Colour:
        """The colour of the line between two halves."""
        if look.star:
            return paint.ink
        return mix(paint.ink, paint.body, 0.25) if self.unit == 4 else self.palette.seam

    def _slant(self, pose: Pose, look: Look, near: _Paint, far: _Paint) -> _Stamp:
        unit = self.unit
        sx, sy = pose.cells[1]
        centre = unit - 1
        large = unit == 8
        long = (2 * unit - 1) / 2 + (0.1 if large else 0.25)
        broad = (unit - 1) / 2 + (0.15 if large else 0.35)
        bars: list[Bar] = []
        for y in range(2 * unit):
            for x in range(2 * unit):
                along = ((x - centre) * sx + (y - centre) * sy) / _DIAGONAL
                across = ((x - centre) * sy - (y - centre) * sx) / _DIAGONAL
                if abs(along) > long or abs(across) > broad:
                    continue
                paint = near if along <= 0 else far
                inner = abs(along) < long - 1.2 and abs(across) < broad - 1.2
                colour = paint.body if paint.rim is None or inner else paint.rim
                tile = look.role in (Role.TILE, Role.CHOSEN)
                if large and tile and abs(along) < 0.5 and abs(across) <= broad - 1:
                    colour = near.ink if look.star else self.palette.seam
                bars.append((x, y, [colour]))
        signs: list[Sign] = []
        for side, number, paint in ((-1, pose.near, near), (1, pose.far, far)):
            if look.role is Role.PRINT or (look.role is Role.LIT and side > 0):
                continue
            if large and number <= MOST_DOTS and look.role is not Role.LIT:
                for a, b in dots(number):
                    # in halves of a pixel, and always an even sum: no pip has to be rounded
                    along = 6 * side + (3 if b else 4) * a
                    across = (3 if a else 4) * b
                    x = centre + (along * sx + across * sy) // 2
                    y = centre + (along * sy - across * sx) // 2
                    bars.append((x, y, [paint.ink]))
            else:
                column, row = self._slant_middle(side * sx, side * sy)
                signs += self._numeral(column, row, number, paint, look)
            if look.dead and side > 0:
                signs.append(self._slant_dead(sx, sy, paint))
        label = (centre, centre // 2)
        if not large:
            # beside the left numeral: a right one of two digits needs the room beside it
            label = centre, self._slant_middle(-1, -sy * sx)[1]
        signs = self._labels(label, look, near, False) + signs
        return _Stamp(_joined(bars), tuple(signs), 2 * unit, unit)

    def _slant_middle(self, sx: int, sy: int) -> tuple[int, int]:
        """Column and line of the numeral on the half towards (sx, sy) of a slanted tile."""
        off = 1.35 if self.unit == 4 else 2.9
        centre = self.unit - 1
        return round(centre + sx * off), int((centre + sy * off + 0.5) / 2)

    def _slant_dead(self, sx: int, sy: int, paint: _Paint) -> Sign:
        column, row = self._slant_middle(sx, sy)
        if self.unit == 8:
            column, row = round(self.unit - 1 + sx * 4.9), round((self.unit - 1 + sy * 4.9) / 2)
        else:
            column += 1
        return column, row, ("×", Pen(paint.ink, paint.body, bold=True))

    def _labels(self, at: Cell, look: Look, paint: _Paint, roomy: bool) -> list[Sign]:
        """The letter of a ghost, the mouth of a hungry double."""
        x, y = at
        if look.role is Role.GHOST:
            return [(x, y, (look.letter, Pen(self.palette.accent, paint.body, bold=True)))]
        if look.role is Role.CHOSEN:
            pen = Pen(self.palette.accent, self.palette.last, bold=True)
            signs = [(x, y, (look.letter, pen))]
            if roomy:
                signs += [(x - 1, y, (">", pen)), (x + 1, y, ("<", pen))]
            return signs
        if look.hungry:
            return [(x, y, ("○", Pen(paint.ink, paint.body, bold=True)))]
        return []

    def _numeral(self, x: int, y: int, number: int, paint: _Paint, look: Look) -> list[Sign]:
        pen = Pen(paint.ink, paint.body, bold=True)
        text = str(number)
        if look.role is Role.LIT:
            text = f"<{text}>" if len(text) == 1 else f"<{text}"
        start = x - len(text) // 2
        return [(start + i, y, (char, pen)) for i, char in enumerate(text)]


def _joined(bars: list[Bar]) -> tuple[Bar, ...]:
    """The same pixels with neighbours in one bar; later pixels replace earlier ones."""
    pixels = {(y, x): colours[0] for x, y, colours in bars}
    joined: list[Bar] = []
    for (y, x), colour in sorted(pixels.items()):
        if joined and joined[-1][1] == y and joined[-1][0] + len(joined[-1][2]) == x:
            joined[-1][2].append(colour)
        else:
            joined.append((x, y, [colour]))
    return tuple(joined)

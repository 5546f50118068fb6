"""The micro and compact zooms: one line a cell, and characters do all the work.

Half a tile is a digit between two signs. At the compact zoom both signs have room, at micro only
one of them; a number of two digits takes one more. :func:`_fit` decides which sign survives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chickenscratch.layout.types import Box, Cell, Mark
from chickenscratch.tui.art.canvas import Canvas, Glyph, Pen
from chickenscratch.tui.art.looks import Lie, Look, Pose, Role, ascii_only
from chickenscratch.tui.art.palette import Colour, Palette
from chickenscratch.tui.art.picture import Art, Zoom, corner

ARROWS: Final = "▸▸▴▴◂▾▾▾"

_CORNERS: Final = {
    (True, True, False, False): "─",
    (False, False, True, True): "│",
    (True, False, True, False): "╯",
    (True, False, False, True): "╮",
    (False, True, True, False): "╰",
    (False, True, False, True): "╭",
}
_DASHED: Final = {"─": "╌", "│": "╎"}


class _Sign(NamedTuple):
    """A sign beside a digit. The firmer one stays where there is room for one only."""

    char: str
    on_body: bool = True
    firm: int = 0


_BLANK: Final = _Sign(" ")


class _Half(NamedTuple):
    cell: Cell
    number: int
    text: str
    left: _Sign
    right: _Sign
    keep_left: bool
    faded: bool = False


Stamp = list[tuple[int, int, Glyph]]
"""A finished tile, as characters seen from its first cell."""

Stamps = dict[tuple[Pose, Look], Stamp]


class SmallPainter:
    """Draws cells of 2x1 or 3x1 characters. Finished tiles are kept and stamped."""

    def __init__(self, zoom: Zoom, art: Art, palette: Palette, stamps: Stamps) -> None:
        self.zoom = zoom
        self.art = art
        self.palette = palette
        self.width = zoom.columns
        self.felt = Pen(palette.text, palette.felt)
        self._stamps = stamps
        self._canvas = Canvas(0, 0, 0, 0, self.felt)

    def begin(self, box: Box) -> None:
        left, top = corner((box.left, box.top), self.zoom)
        self._canvas = Canvas(left, top, box.width * self.width, box.height, self.felt)

    def finish(self) -> Canvas:
        return self._canvas

    def wire(self, path: Sequence[Cell], number: int, faint: bool) -> None:
        """A line through the inner cells of `path`."""
        palette = self.palette
        colour = palette.chosen(number) if faint else palette.number(number)
        pen = Pen(colour, palette.felt)
        middle = self.width // 2 if self.width > 2 else 0
        for before, cell, after in zip(path, path[1:], path[2:], strict=False):
            left, right, up, down = _sides(before, cell, after)
            turn = _CORNERS.get((left, right, up, down), "┼")
            x, y = corner(cell, self.zoom)
            for column in range(self.width):
                char = turn if column == middle else " "
                if (left and column < middle) or (right and column > middle):
                    char = "─"
                if char == " ":
                    continue
                if faint:
                    char = _DASHED.get(char, char)
                old = self._canvas.at(x + column, y)[0]
                crossing = {"─": "│", "│": "─"}.get(char)
                if old != " " and old == self._char(crossing or " "):
                    char = "┼"
                self._canvas.put(x + column, y, self._char(char), pen)

    def stub(self, path: tuple[Cell, Cell], number: int, faint: bool) -> None:
        """Bodies fill their cells here, so nothing needs to be bridged."""

    def hub(self, box: Box) -> None:
        """The body the arms start from."""
        palette = self.palette
        x, y = corner((box.left, box.top), self.zoom)
        columns, lines = box.width * self.width, box.height
        right, bottom = x + columns - 1, y + lines - 1
        if self.art is Art.FILLED:
            body, rim = Pen(palette.text, palette.hub), Pen(palette.hub, palette.felt)
            for line in range(lines):
                self._canvas.text(x, y + line, " " * columns, body)
            for cx, cy, char in (
                (x, y, "▗"),
                (right, y, "▖"),
                (x, bottom, "▝"),
                (right, bottom, "▘"),
            ):
                self._canvas.put(cx, cy, char, rim)
            return
        pen = Pen(palette.hub, palette.felt)
        for line in range(1, lines - 1):
            self._canvas.put(x, y + line, self._char("║"), pen)
            self._canvas.put(right, y + line, self._char("║"), pen)
        across = "═" * (columns - 2)
        self._canvas.text(x, y, self._char(f"╔{across}╗"), pen)
        self._canvas.text(x, bottom, self._char(f"╚{across}╝"), pen)

    def mark(self, mark: Mark) -> None:
        """The arrow on an open end."""
        x, y = corner(mark.cell, self.zoom)
        shift = {0: 0, 1: 0, 4: self.width - 1}.get(mark.direction, (self.width - 1) // 2)
        pen = Pen(self.palette.sign(mark.number), self.palette.felt)
        self._canvas.put(x + shift, y, self._char(ARROWS[mark.direction]), pen)

    def tile(self, at: Cell, pose: Pose, look: Look) -> None:
        """A tile, a ghost or a footprint, its first cell at `at`."""
        key = (pose, look)
        stamp = self._stamps.get(key)
        if stamp is None:
            stamp = self._stamps[key] = self._draw(pose, look)
        x, y = corner(at, self.zoom)
        canvas = self._canvas
        rows, x, y = canvas.rows, x - canvas.left, y - canvas.top
        for dx, dy, glyph in stamp:
            rows[y + dy][x + dx] = glyph

    def _char(self, text: str) -> str:
        return ascii_only(text) if self.art is Art.ASCII else text

    def _draw(self, pose: Pose, look: Look) -> Stamp:
        halves = self._double(pose, look) if len(pose.cells) == 3 else self._plain(pose, look)
        stamp: Stamp = []
        for half in halves:
            text, left, right = _fit(half, self.width)
            edge, sign, ink = self._pens(half, look)
            last = len(text) - 1
            for i, char in enumerate(text):
                beside = half.left if left and i == 0 else half.right
                if not (left and i == 0) and not (right and i == last):
                    pen = ink
                elif beside.char == "×":
                    pen = Pen(self.palette.text, self.palette.felt)
                elif look.role is Role.CHOSEN and beside.char == look.letter:
                    pen = self._name_pen(half)
                else:
                    pen = sign if beside.on_body else edge
                glyph = (self._char(char), pen)
                stamp.append((half.cell[0] * self.width + i, half.cell[1], glyph))
        return stamp

    def _name_pen(self, half: _Half) -> Pen:
        """The letter of the chosen ghost."""
        palette = self.palette
        if self.art is Art.FILLED:
            return Pen(palette.accent, palette.last, bold=True)
        return Pen(palette.sign(half.number), palette.felt, bold=True)

    def _pens(self, half: _Half, look: Look) -> tuple[Pen, Pen, Pen]:
        """Pens for edges outside the body, signs on the body, and digits."""
        palette, number = self.palette, half.number
        under = palette.hub if look.on_hub and self.art is Art.FILLED else palette.felt
        if self.art is not Art.FILLED:
            colour = palette.faint(number) if half.faded else palette.sign(number)
            bold = look.role in (Role.TILE, Role.LEAD, Role.CHOSEN) and not half.faded
            bold = bold != look.beat  # what is bold is thin at a beat, and the other way round
            dim = half.faded and colour[0] != "#"  # other colours are faint already
            plain = Pen(colour, under, dim=dim)
            return plain, plain, Pen(colour, under, bold=bold, underline=look.star, dim=dim)
        if look.role in (Role.TILE, Role.LEAD):
            body = self._body(number, look, half.faded)
            ink = palette.ink_on(body)
            if look.star:
                body, ink = palette.last, palette.number(number)
            return Pen(body, under), Pen(ink, body), Pen(ink, body, bold=True)
        if look.role is Role.CHOSEN:
            body = palette.accent  # brighter than any tile that lies
            ink = palette.ink_on(body)
            return Pen(body, under), Pen(ink, body, bold=True), Pen(ink, body, bold=True)
        if look.beat:
            strong = palette.beat(number)
            signs = Pen(palette.ink_on(strong), strong, bold=True)
            return Pen(strong, under), signs, signs
        colour = palette.sign(number)
        sign = palette.accent if look.role is Role.GHOST else colour
        lit = look.role is not Role.PRINT
        return (
            Pen(palette.place, under),
            Pen(sign, palette.place, bold=lit),
            Pen(colour, palette.place, bold=lit),
        )

    def _body(self, number: int, look: Look, faded: bool) -> Colour:
        palette = self.palette
        if faded:
            return palette.dim(number)
        if look.hungry and not look.beat:
            return palette.bright(number)
        return palette.shade(number) if look.tone else palette.number(number)

    def _edges(self, look: Look, double: bool, lie: Lie, first: bool) -> tuple[_Sign, _Sign]:
        """The signs that close a tile on the left and on the right."""
        if look.role is Role.CHOSEN:
            return _Sign(">", firm=1), _Sign("<", firm=1)
        if self.art is Art.FILLED:
            pair = "▐▌"
        elif look.role is Role.GHOST:
            pair = "┆┆"
        elif look.role in (Role.PRINT, Role.LIT):
            pair = "  "
        elif look.role is Role.LEAD and not look.on_hub:
            pair = "║║"
        elif double:
            pair = "{}"
        elif lie is Lie.UPRIGHT:
            pair = "╭╮" if first else "╰╯"
        else:
            pair = "[]"
        return _Sign(pair[0], on_body=False), _Sign(pair[1], on_body=False)

    def _plain(self, pose: Pose, look: Look) -> Iterator[_Half]:
        lie = pose.lie
        (_, _), (fx, fy) = pose.cells
        twins = pose.near > 9 and pose.far > 9
        for is_near in (True, False):
            number = pose.near if is_near else pose.far
            dx, dy = (fx, fy) if is_near else (-fx, -fy)
            first = (dx or dy) > 0
            left, right = self._edges(look, False, lie, first)
            joint = _BLANK
            if lie is Lie.SLANT:
                joint = _Sign("╱" if fx * fy < 0 else "╲")
            elif lie is Lie.FLAT and twins and self.art is not Art.FILLED and dx > 0:
                joint = _Sign("│", firm=1)
            if dx > 0:
                right = joint
            elif dx < 0:
                left = joint
            outer_left = dx > 0 or (dx == 0 and is_near)
            text = str(number)
            label = self._label(look, is_near)
            if label is not None and outer_left:
                left = label
            elif label is not None:
                right = label
            if look.role in (Role.PRINT, Role.LIT):
                text, left, right = self._empty(text, look, is_near, left, right)
            elif look.role in (Role.GHOST, Role.CHOSEN) and self.width == 2 and len(text) == 2:
                text = text if not is_near else ""
            keep_left = dx > 0 if lie is Lie.FLAT else dx < 0
            cell = (0, 0) if is_near else (fx, fy)
            yield _Half(cell, number, text, left, right, keep_left, look.dead and not is_near)

    def _label(self, look: Look, is_near: bool) -> _Sign | None:
        """What stands at the outer edge of a half instead of its edge."""
        if look.role in (Role.GHOST, Role.CHOSEN):
            return _Sign(look.letter, firm=2) if is_near else None
        if is_near and look.star and self.art is not Art.FILLED:
            return _Sign("*", firm=2)
        if not is_near and look.dead:
            return _Sign("×", on_body=False, firm=2)
        return None

    def _empty(
        self, text: str, look: Look, is_near: bool, left: _Sign, right: _Sign
    ) -> tuple[str, _Sign, _Sign]:
        if look.role is Role.LIT and is_near:
            return text, _Sign("<", firm=int(len(text) < 2 or self.width > 2)), _Sign(">")
        blank = self.art is not Art.FILLED
        return "·", _BLANK if blank else left, _BLANK if blank else right

    def _double(self, pose: Pose, look: Look) -> Iterator[_Half]:
        flat = pose.lie is Lie.FLAT
        number = pose.near
        lowest = min(pose.cells)
        left, right = self._edges(look, True, pose.lie, True)
        for i, cell in enumerate(pose.cells):
            if i == 1:
                yield self._waist(cell, number, look, flat, left, right)
            elif flat and cell == lowest:
                yield _Half(cell, number, str(number), left, _BLANK, True)
            elif flat:
                yield _Half(cell, number, str(number), _BLANK, right, False)
            else:
                yield _Half(cell, number, str(number), left, right, False)

    def _waist(
        self, cell: Cell, number: int, look: Look, flat: bool, left: _Sign, right: _Sign
    ) -> _Half:
        """The middle of a double: the line across it, or what is the matter with it."""
        middle = look.letter or ("○" if look.hungry else "│" if flat else "─")
        if flat:
            left = right = _BLANK
        if self.width == 2 and flat and not look.letter:
            left = _Sign(middle if look.hungry else "╶")
            middle = middle if look.hungry else "╴"
        if look.star and self.art is not Art.FILLED:
            left = _Sign("*", firm=2)
            right = _Sign("*")
        return _Half(cell, number, middle, left, right, flat or look.star)


def _fit(half: _Half, width: int) -> tuple[str, bool, bool]:
    """The characters of a half, and whether the first and the last of them are its signs."""
    text, left, right = half.text, half.left.char, half.right.char
    room = width - len(text)
    if room >= 2:
        return left + text + right, True, True
    if room <= 0:
        return text[:width], False, False
    firmer = half.left.firm - half.right.firm
    keep_left = firmer > 0 if firmer else half.keep_left
    return (left + text, True, False) if keep_left else (text + right, False, True)


def _sides(before: Cell, cell: Cell, after: Cell) -> tuple[bool, bool, bool, bool]:
    """Which sides of its cell a wire uses: left, right, up, down."""
    left = right = up = down = False
    for x, y in (before, after):
        dx, dy = x - cell[0], y - cell[1]
        if dy:
            up, down = up or dy < 0, down or dy > 0
        else:
            left, right = left or dx < 0, right or dx > 0
    return left, right, up, down

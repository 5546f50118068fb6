"""The normal and large zooms in lines: frames instead of bodies, for sixteen colours and none.

Whatever colour says elsewhere is said by the frame here: rounded for a tile, double for a double,
dotted for a ghost, angle marks for the chosen ghost, loose dots for an empty place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from chickenscratch.layout.types import Box, Cell, Mark
from chickenscratch.tui.art.canvas import Canvas, Pen
from chickenscratch.tui.art.looks import Lie, Look, Pose, Role, ascii_only
from chickenscratch.tui.art.palette import Palette
from chickenscratch.tui.art.picture import Art, Zoom, corner
from chickenscratch.tui.art.small import ARROWS

_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_JOINTS: Final = " ╴╶─╵╯╰┴╷╮╭┬│┤├┼"
"""The line that uses these sides of a character."""
_DASHED: Final = {"─": "╌", "│": "╎"}


class _Frame(NamedTuple):
    """What a frame is made of: corners from the top left onwards, lines, the seam's ends."""

    corners: str
    across: str
    down: str
    seam_flat: str
    """Top end, middle and bottom end of the line between two halves side by side."""
    seam_upright: str
    """Left end, middle and right end of the line between two halves one above the other."""


_FRAMES: Final = {
    "tile": _Frame("╭╮╰╯", "─", "││", "┬│┴", "├─┤"),
    "double": _Frame("╔╗╚╝", "═", "║║", "╤│╧", "╟─╢"),
    "lead": _Frame("╔╗╚╝", "═", "║║", "╬║╩", "╟═╢"),
    "ghost": _Frame("┆┆┆┆", "┄", "┆┆", "┄┆┄", "┆┄┆"),
    "chosen": _Frame("><><", "═", "><", "═│═", ">═<"),
    "print": _Frame("····", " ", "··", "· ·", "· ·"),
}

Stamps = dict[tuple[Pose, Look], list[tuple[int, int, str, Pen]]]
"""Finished tiles, as characters seen from the top left cell."""

_Char = tuple[int, int, str, int]
"""Column, line, character, and the half it belongs to: 0 the near one, 1 the far one."""


class LinePainter:
    """Draws cells of 4x2 or 8x4 characters with lines. Finished tiles are kept and stamped."""

    def __init__(self, zoom: Zoom, art: Art, palette: Palette, stamps: Stamps) -> None:
        self.zoom = zoom
        self.art = art
        self.palette = palette
        self.unit = zoom.columns
        self.felt = Pen(palette.text, palette.felt)
        self._stamps = stamps
        self._canvas = Canvas(0, 0, 0, 0, self.felt)
        self._wires: dict[Cell, int] = {}

    def begin(self, box: Box) -> None:
        left, top = corner((box.left, box.top), self.zoom)
        width, height = box.width * self.unit, box.height * self.zoom.lines
        self._canvas = Canvas(left, top, width, height, self.felt)
        self._wires = {}

    def finish(self) -> Canvas:
        return self._canvas

    def wire(self, path: Sequence[Cell], number: int, faint: bool) -> None:
        """A line through the centres of the cells of `path`."""
        pen = Pen(self.palette.number(number), self.palette.felt)
        for before, after in pairwise(self._steps(path)):
            for a, b in ((before, after), (after, before)):
                self._wires[a] = self._wires.get(a, 0) | _side(a, b)
        for x, y in self._steps(path):
            char = _JOINTS[self._wires.get((x, y), 0)]
            if faint:
                char = _DASHED.get(char, char)
            self._canvas.put(x, y, self._char(char), pen)

    def stub(self, path: tuple[Cell, Cell], number: int, faint: bool) -> None:
        """A short wire where a toe does not reach its double."""
        self.wire(path, number, faint)

    def hub(self, box: Box) -> None:
        """The frame the arms start from."""
        x, y = corner((box.left, box.top), self.zoom)
        width, height = box.width * self.unit - 1, box.height * self.zoom.lines
        pen = Pen(self.palette.hub, self.palette.felt)
        for column, line, char in _box(_FRAMES["double"], 0, 0, width, height):
            self._canvas.put(x + column, y + line, self._char(char), pen)

    def mark(self, mark: Mark) -> None:
        """The arrow on an open end."""
        x, y = corner(mark.cell, self.zoom)
        columns, lines, way = self.unit, self.zoom.lines, mark.direction
        dx = {0: 0, 1: 0, 4: columns - 2}.get(way, columns // 2 - 1)
        dy = {2: lines - 1, 6: 0}.get(way, (lines - 1) // 2)
        pen = Pen(self.palette.sign(mark.number), self.palette.felt)
        self._canvas.put(x + dx, y + dy, self._char(ARROWS[way]), pen)

    def tile(self, at: Cell, pose: Pose, look: Look) -> None:
        """A tile, a ghost or a footprint, its first cell at `at`."""
        key = (pose, look)
        stamp = self._stamps.get(key)
        if stamp is None:
            stamp = self._stamps[key] = list(self._draw(pose, look))
        left, top = pose.corner
        x, y = corner((at[0] + left, at[1] + top), self.zoom)
        for dx, dy, char, pen in stamp:
            self._canvas.put(x + dx, y + dy, char, pen)

    def _char(self, text: str) -> str:
        return ascii_only(text) if self.art is Art.ASCII else text

    def _steps(self, path: Sequence[Cell]) -> list[Cell]:
        """The characters a wire runs through, each beside the one before."""
        lines = self.zoom.lines
        points = [
            (x * self.unit + self.unit // 2 - 1, y * lines + (lines - 1) // 2) for x, y in path
        ]
        steps = points[:1]
        for x, y in points[1:]:
            while steps[-1] != (x, y):
                sx, sy = steps[-1]
                if sx != x:
                    sx += 1 if x > sx else -1
                else:
                    sy += 1 if y > sy else -1
                steps.append((sx, sy))
        return steps

    def _draw(self, pose: Pose, look: Look) -> Iterator[tuple[int, int, str, Pen]]:
        draw = self._slant if pose.lie is Lie.SLANT else self._straight
        strong = look.role in (Role.TILE, Role.LEAD, Role.CHOSEN, Role.LIT) and not look.beat
        for column, line, char, half in draw(pose, look):
            number = pose.far if half else pose.near
            faded = look.dead and half == 1
            colour = self.palette.faint(number) if faded else self.palette.sign(number)
            text = char.isalnum() or char in "*○×<>"
            pen = Pen(
                colour,
                self.palette.felt,
                bold=strong and text and not faded,
                underline=look.star and char.isdigit(),
                dim=faded and char != "×" and colour[0] != "#",
            )
            yield column, line, self._char(char), pen

    def _straight(self, pose: Pose, look: Look) -> Iterator[_Char]:
        unit, lines = self.unit, self.zoom.lines
        flat, double = pose.lie is Lie.FLAT, len(pose.cells) == 3
        backward = not double and pose.cells[1] < (0, 0)
        frame = _FRAMES[_frame_name(look, double)]
        width, height = (2 * unit - 1, lines) if flat else (unit - 1, 2 * lines)
        if not flat and unit == 4 and max(pose.near, pose.far) > 9:
            width = unit
        left, top = ((unit // 2, 0) if flat else (0, lines // 2)) if double else (0, 0)
        middle = unit - 1 if flat else lines // 2 if unit == 4 else lines - 1
        for column, line, char in _box(frame, left, top, width, height):
            after = column > left + middle if flat else line > top + middle
            yield column, line, char, int(after != backward)
        if flat:
            first, inner, last = tuple(frame.seam_flat)
            for line, char in enumerate(first + inner * (height - 2) + last):
                yield left + middle, top + line, char, 0
            waist = (left + middle, top if unit == 4 else top + 1)
        else:
            first, inner, last = tuple(frame.seam_upright)
            for column, char in enumerate(first + inner * (width - 2) + last):
                yield left + column, top + middle, char, 0
            waist = (left + width // 2, top + middle)
        yield from _waist(waist, look, double)
        right = left + width - 1
        for i in (0, 1):
            which = int(i != backward)
            number = pose.far if which else pose.near
            column, line = (left + 1 + unit * i, top) if flat else (left + 1, top + lines * i)
            if unit == 8:
                column, line = column + 2, line + 1
            elif flat and i == 1:
                column = right - len(str(number))
            outer = (right if i else left) if flat else (right if which else left)
            yield from _half(column, line, number, which, look, outer, double)

    def _slant(self, pose: Pose, look: Look) -> Iterator[_Char]:
        """A frame of slanted strokes, two columns a line: 45 degrees on most screens."""
        sx, sy = pose.cells[1]
        rising = sx * sy < 0
        unit, lines = self.unit, self.zoom.lines
        rows = 2 * lines
        far_is_up = sy < 0

        def place(column: int, line: int, char: str) -> _Char:
            upper = line < lines
            if not rising:
                column = 2 * unit - 2 - column
                char = char.translate(_MIRROR)
            return column, line, char, int(upper == far_is_up)

        strokes = _strokes(unit, rows, *_STROKES.get(look.role, ("╱", "╲")))
        for column, line, char in strokes:
            yield place(column, line, char)
        for line in range(rows):
            sides = [column for column, at, _ in strokes if at == line]
            for column in range(min(sides) + 1, max(sides)):
                yield place(column, line, " ")
        if unit == 8 and look.role in (Role.TILE, Role.CHOSEN):
            yield place(6, 3, "╲")
            yield place(8, 4, "╲")
        upper, lower = ((4, 1), (2, 2)) if unit == 4 else ((10, 2), (4, 5))
        for (column, line), number, which in (
            (upper if far_is_up else lower, pose.far, 1),
            (lower if far_is_up else upper, pose.near, 0),
        ):
            if not rising:
                column = 2 * unit - 2 - column
            text = str(number)
            on_left = column < unit - 1
            start = column - (len(text) - 1 if on_left else 0)
            if look.role is Role.CHOSEN:
                yield start - 1, line, ">", which
                yield start + len(text), line, "<", which
            outer = start + len(text) if which else start - 1
            yield from _half(start, line, number, which, look, outer, False)
        if look.letter:
            column, line = _LETTERS[unit][not far_is_up]
            if not rising:
                column = 2 * unit - 2 - column
            yield column, line, look.letter, 0


_STROKES: Final = {
    Role.GHOST: ("┊", "┊"),
    Role.PRINT: ("·", "·"),
    Role.LIT: ("·", "·"),
}
_LETTERS: Final = {4: ((3, 2), (3, 1)), 8: ((6, 4), (8, 3))}
"""Where a slanted ghost's letter stands: with the near half below, and above."""
_MIRROR: Final = str.maketrans("╱╲", "╲╱")


def _frame_name(look: Look, double: bool) -> str:
    if look.role is Role.GHOST:
        return "ghost"
    if look.role is Role.CHOSEN:
        return "chosen"
    if look.role in (Role.PRINT, Role.LIT):
        return "print"
    if look.role is Role.LEAD and not look.on_hub:
        return "lead"
    return "double" if double else "tile"


def _box(
    frame: _Frame, left: int, top: int, width: int, height: int
) -> Iterator[tuple[int, int, str]]:
    """A frame of this size, empty inside."""
    right, bottom = left + width - 1, top + height - 1
    for line in range(top + 1, bottom):
        for column in range(left + 1, right):
            yield column, line, " "
    for column in range(left + 1, right):
        yield column, top, frame.across
        yield column, bottom, frame.across
    for line in range(top + 1, bottom):
        yield left, line, frame.down[0]
        yield right, line, frame.down[1]
    for column, line, char in zip(
        (left, right, left, right), (top, top, bottom, bottom), frame.corners, strict=True
    ):
        yield column, line, char


def _strokes(unit: int, rows: int, along: str, across: str) -> list[tuple[int, int, str]]:
    """The sides of a tile that rises to the right."""
    short = unit // 4
    right = 2 * unit - 2
    strokes = []
    for line in range(rows - short):
        column = 2 * (rows - short - 1 - line)
        strokes += [(column, line, along), (right - column, rows - 1 - line, along)]
    for i in range(short):
        strokes += [(2 * i, rows - short + i, across), (right - 2 * i, short - 1 - i, across)]
    return strokes


def _waist(at: Cell, look: Look, double: bool) -> Iterator[_Char]:
    """What stands on the line between the halves: a ghost's letter, the mouth of a double."""
    x, y = at
    if look.letter:
        yield x, y, look.letter, 0
    elif look.hungry:
        yield x, y, "○", 0
    if look.star and double:
        yield x - 1, y, "*", 0
        yield x + 1, y, "*", 0


def _half(
    column: int, line: int, number: int, which: int, look: Look, outer: int, double: bool
) -> Iterator[_Char]:
    """The numeral of a half and what stands beside it or, in column `outer`, on its edge."""
    text = str(number)
    if look.role is Role.PRINT or (look.role is Role.LIT and which == 1):
        return
    for i, char in enumerate(text):
        yield column + i, line, char, which
    if look.role is Role.LIT:
        yield column - 1, line, "<", which
        yield column + len(text), line, ">", which
    elif which == 0 and look.star and not double:
        yield outer, line, "*", which
    elif which == 1 and look.dead:
        yield outer, line, "×", which


def _side(here: Cell, there: Cell) -> int:
    """Which side of `here` the neighbour `there` is on."""
    if there[0] != here[0]:
        return _RIGHT if there[0] > here[0] else _LEFT
    return _DOWN if there[1] > here[1] else _UP

"""A grid of styled characters on the endless plane of the table.

Rows and columns of the plane are counted in characters, and the lead lies around (0, 0): a canvas
covers the rectangle of it that something is drawn on. So a table that grows to the left or upward
moves nothing, and a viewer scrolls by asking for another window of the same plane.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from chickenscratch.tui.art.palette import Colour


class Pen(NamedTuple):
    """How a character is written."""

    ink: Colour
    ground: Colour
    bold: bool = False
    underline: bool = False
    reverse: bool = False
    dim: bool = False


Glyph = tuple[str, Pen]
"""One character and its pen."""

Run = tuple[str, Pen]
"""Some characters in a row that share a pen."""

_pen_of = itemgetter(1)


class Span(NamedTuple):
    """Columns `start` to `end` (exclusive) of row `y` of the plane."""

    y: int
    start: int
    end: int


class Canvas:
    """The drawn part of the plane; everything around it is `blank`."""

    __slots__ = ("blank", "height", "left", "rows", "top", "width")

    def __init__(self, left: int, top: int, width: int, height: int, pen: Pen) -> None:
        self.left = left
        self.top = top
        self.width = width
        self.height = height
        self.blank: Glyph = (" ", pen)
        self.rows: list[list[Glyph]] = [[self.blank] * width for _ in range(height)]

    def put(self, x: int, y: int, char: str, pen: Pen) -> None:
        """Write one character; outside the canvas nothing happens."""
        row, column = y - self.top, x - self.left
        if 0 <= row < self.height and 0 <= column < self.width:
            self.rows[row][column] = (char, pen)

    def text(self, x: int, y: int, text: str, pen: Pen) -> None:
        for offset, char in enumerate(text):
            self.put(x + offset, y, char, pen)

    def at(self, x: int, y: int) -> Glyph:
        row, column = y - self.top, x - self.left
        if 0 <= row < self.height and 0 <= column < self.width:
            return self.rows[row][column]
        return self.blank

    def window(self, y: int, left: int, width: int) -> list[Glyph]:
        """`width` characters of row `y` of the plane, beginning at column `left`."""
        row = y - self.top
        if width <= 0:
            return []
        if not 0 <= row < self.height:
            return [self.blank] * width
        start, end = left - self.left, left - self.left + width
        inside = self.rows[row][max(start, 0) : max(end, 0)]
        before = [self.blank] * min(max(-start, 0), width)
        return before + inside + [self.blank] * (width - len(before) - len(inside))

    def runs(self, y: int, left: int, width: int) -> list[Run]:
        """The same window as runs of one pen each: what a line of the screen is made of."""
        return runs_of(self.window(y, left, width))

    def plain(self) -> list[str]:
        """The characters alone, a line a row, without blanks at the ends."""
        return ["".join([char for char, _ in row]).rstrip() for row in self.rows]

    def layer(self, part: int, letters: Mapping[object, str]) -> list[str]:
        """One part of every pen (0 ink, 1 ground, 2 bold …) as a letter, a line a row."""
        return [
            "".join([letters.get(pen[part], "?") for _, pen in row]).rstrip() for row in self.rows
        ]


def runs_of(glyphs: Iterable[Glyph]) -> list[Run]:
    """Characters as runs of one pen each."""
    return [("".join([char for char, _ in run]), pen) for pen, run in groupby(glyphs, _pen_of)]


JOIN: Final = 6
"""Changed columns this close together go out as one span: moving the cursor costs as much."""


def changes(old: Canvas | None, new: Canvas) -> list[Span]:
    """What must be painted again after `old` gave way to `new`, in reading order."""
    if old is None or old.blank != new.blank:
        return [Span(new.top + row, new.left, new.left + new.width) for row in range(new.height)]
    top, bottom = min(old.top, new.top), max(old.top + old.height, new.top + new.height)
    left, right = min(old.left, new.left), max(old.left + old.width, new.left + new.width)
    same_columns = old.left == new.left and old.width == new.width
    spans: list[Span] = []
    for y in range(top, bottom):
        in_both = 0 <= y - old.top < old.height and 0 <= y - new.top < new.height
        if same_columns and in_both:
            before, after = old.rows[y - old.top], new.rows[y - new.top]
        else:
            before = old.window(y, left, right - left)
            after = new.window(y, left, right - left)
        if before is not after and before != after:
            spans.extend(Span(y, left + a, left + b) for a, b in _changed(before, after))
    return spans


def _changed(before: list[Glyph], after: list[Glyph]) -> Iterator[tuple[int, int]]:
    """The stretches of columns where two rows differ, close ones joined."""
    start = end = -1
    for column, (a, b) in enumerate(zip(before, after, strict=True)):
        if a is b or a == b:
            continue
        if start < 0:
            start = column
        elif column - end > JOIN:
            yield start, end
            start = column
        end = column + 1
    if start >= 0:
        yield start, end

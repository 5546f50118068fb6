"""Square pixels: two in every character, one above the other, by way of half blocks."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.tui.art.canvas import Canvas, Glyph, Pen
from chickenscratch.tui.art.palette import Colour

Bar = tuple[int, int, list[Colour]]
"""Pixels side by side: column and row of the first one, the colours."""

Sign = tuple[int, int, Glyph]
"""A character written over the pixels: column and line."""


class Field:
    """Pixels of a rectangle of the plane, with characters over them.

    Columns are those of characters; there are two rows of pixels in a line of characters.
    """

    def __init__(self, left: int, top: int, width: int, lines: int, felt: Pen) -> None:
        self.left = left
        self.top = top
        self.width = width
        self.lines = lines
        self.felt = felt
        self._rows: list[list[Colour]] = [[felt.ground] * width for _ in range(2 * lines)]
        self._signs: list[dict[int, Glyph]] = [{} for _ in range(lines)]

    def dot(self, x: int, y: int, colour: Colour) -> None:
        """Set one pixel: `x` in columns, `y` in rows of pixels, both of the plane."""
        row, column = y - 2 * self.top, x - self.left
        if 0 <= row < 2 * self.lines and 0 <= column < self.width:
            self._rows[row][column] = colour

    def bars(self, x: int, y: int, bars: Sequence[Bar]) -> None:
        """Stamp bars of pixels, which must lie inside."""
        x -= self.left
        y -= 2 * self.top
        for dx, dy, colours in bars:
            start = x + dx
            self._rows[y + dy][start : start + len(colours)] = colours

    def signs(self, x: int, line: int, signs: Sequence[Sign]) -> None:
        """Write characters, which must lie inside."""
        x -= self.left
        line -= self.top
        for dx, dy, glyph in signs:
            self._signs[line + dy][x + dx] = glyph

    def wipe(self, x: int, line: int, columns: int, lines: int) -> None:
        """Take away the characters (not the pixels) of a rectangle."""
        for signs in self._signs[line - self.top : line - self.top + lines]:
            for column in range(x - self.left, x - self.left + columns):
                signs.pop(column, None)

    def canvas(self) -> Canvas:
        """The finished characters."""
        canvas = Canvas(self.left, self.top, self.width, 0, self.felt)
        blank, felt = canvas.blank, self.felt.ground
        empty = [blank] * self.width
        felt_row = [felt] * self.width
        glyphs: dict[tuple[Colour, Colour], Glyph] = {(felt, felt): blank}
        for line, signs in enumerate(self._signs):
            upper, lower = self._rows[2 * line], self._rows[2 * line + 1]
            if not signs and upper == felt_row == lower:
                canvas.rows.append(empty)
                continue
            row = []
            for pair in zip(upper, lower, strict=True):
                glyph = glyphs.get(pair)
                if glyph is None:
                    glyph = glyphs[pair] = self._half_block(*pair)
                row.append(glyph)
            for column, glyph in signs.items():
                row[column] = glyph
            canvas.rows.append(row)
        canvas.height = self.lines
        return canvas

    def _half_block(self, upper: Colour, lower: Colour) -> Glyph:
        if upper == lower:
            return " ", Pen(self.felt.ink, upper)
        if upper == self.felt.ground:
            return "▄", Pen(lower, upper)
        return "▀", Pen(upper, lower)

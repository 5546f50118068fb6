"""A canvas as SVG: the same picture for a browser or a printer, without a terminal.

Half blocks and full blocks become rectangles, so that no font can leave gaps between them; other
characters are text, each in its own cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from chickenscratch.tui.art.canvas import Canvas, Glyph, Pen
from chickenscratch.tui.art.palette import Colour

WIDE: Final = 10
HIGH: Final = 20
"""The size of a character. Twice as high as wide, so that half blocks are square."""

_PARTS: Final = {"█": (0, HIGH), "▀": (0, HIGH // 2), "▄": (HIGH // 2, HIGH // 2)}
"""Characters that are rectangles as wide as the cell: where they begin, how high they are."""


def svg(canvas: Canvas, title: str) -> str:
    """The whole canvas as a document. Its colours must be written ``#rrggbb``."""
    width, height = canvas.width * WIDE, canvas.height * HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{canvas.blank[1].ground}"/>',
        '<g shape-rendering="crispEdges">',
    ]
    for y, row in enumerate(canvas.rows):
        lines += _grounds(canvas, row, y)
    lines += [
        "</g>",
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="{HIGH - 4}" text-anchor="middle">',
    ]
    for y, row in enumerate(canvas.rows):
        lines += _signs(row, y)
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _colours(pen: Pen) -> tuple[Colour, Colour]:
    return (pen.ground, pen.ink) if pen.reverse else (pen.ink, pen.ground)


def _grounds(canvas: Canvas, row: Sequence[Glyph], y: int) -> Iterator[str]:
    """The backgrounds of a row, then the blocks on them."""
    felt = canvas.blank[1].ground
    grounds = [_colours(pen)[1] for _char, pen in row]
    yield from _bars([None if ground == felt else ground for ground in grounds], y * HIGH, HIGH)
    for block, (top, high) in _PARTS.items():
        yield from _bars(_inks(row, block), y * HIGH + top, high)


def _bars(colours: Sequence[Colour | None], top: int, high: int) -> Iterator[str]:
    """Rectangles side by side, neighbours of one colour together."""
    x = 0
    for colour, run in groupby(colours):
        length = len(list(run))
        if colour is not None:
            yield (
                f'<rect x="{x * WIDE}" y="{top}" width="{length * WIDE}" height="{high}" '
                f'fill="{colour}"/>'
            )
        x += length


def _inks(row: Sequence[Glyph], block: str) -> list[Colour | None]:
    return [_colours(pen)[0] if char == block else None for char, pen in row]


def _signs(row: Sequence[Glyph], y: int) -> Iterator[str]:
    """The characters of a row that are neither blank nor blocks."""
    for x, (char, pen) in enumerate(row):
        if char.isspace() or char in _PARTS:
            continue
        weight = ' font-weight="bold"' if pen.bold else ""
        yield (
            f'<text x="{x * WIDE + WIDE // 2}" y="{y * HIGH + HIGH - 5}" '
            f'fill="{_colours(pen)[0]}"{weight}>{escape(char)}</text>'
        )

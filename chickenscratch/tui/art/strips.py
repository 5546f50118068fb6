"""From runs of characters to what Textual paints."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from chickenscratch.tui.art.canvas import Canvas, Pen, Run


@lru_cache(maxsize=8192)
def rich_style(pen: Pen) -> Style:
    """The pen as a Rich style. Attributes that are off are left open, not forced off."""
    return Style(
        color=pen.ink,
        bgcolor=pen.ground,
        bold=pen.bold or None,
        underline=pen.underline or None,
        reverse=pen.reverse or None,
        dim=pen.dim or None,
    )


def strip(runs: Iterable[Run]) -> Strip:
    """A line of the screen."""
    segments = [Segment(text, rich_style(pen)) for text, pen in runs]
    return Strip(segments, sum(len(segment.text) for segment in segments))


def window_strip(canvas: Canvas, y: int, left: int, width: int) -> Strip:
    """`width` columns of row `y` of the plane as a line of the screen."""
    return strip(canvas.runs(y, left, width))

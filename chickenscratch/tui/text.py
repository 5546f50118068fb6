"""Text that people wrote: cleaned of everything that is not text, cut to a width in cells."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

from chickenscratch.locale.clean import clean as clean


def fit(text: str, width: int, mark: str = "…") -> str:
    """`text` in exactly `width` cells: cut with `mark`, or filled up with blanks."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        text = set_cell_size(text, width - cell_len(mark)) + mark
    return set_cell_size(text, width)


def short(text: str, width: int, mark: str = "…") -> str:
    """`text` in at most `width` cells."""
    return fit(text, width, mark) if cell_len(text) > width else text

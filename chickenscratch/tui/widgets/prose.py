"""Text broken into lines between its words, by the cells they take."""

from __future__ import annotations

from rich.cells import cell_len

from chickenscratch.tui.text import short


def wrapped(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` cells; a word that is too long is cut."""
    rows: list[str] = []
    row = ""
    for word in text.split():
        longer = f"{row} {word}" if row else word
        if cell_len(longer) <= width:
            row = longer
            continue
        if row:
            rows.append(row)
        row = short(word, max(1, width))
    return [*rows, row] if row else rows

"""Text broken into lines between its words, by the cells they take."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len

from chickenscratch.tui.text import short
from chickenscratch.tui.widgets.pane import Line, Span, width_of


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


def folded(spans: Line, width: int) -> list[Line]:
    """A line in rows of at most `width` cells. One that fits stays as it is; else it is broken
    between its words, and what is behind the first row is indented like the line."""
    if width_of(spans) <= width:
        return [spans] if spans else []
    rows: list[Line] = []
    text = "".join(span.text for span in spans)
    indent = Span(" " * min(len(text) - len(text.lstrip()), width // 2))
    row: list[Span] = []
    for span in _words(spans, width):
        if width_of(row) + cell_len(span.text.rstrip()) > width and row:
            rows.append(tuple(row))
            row = [indent] if indent.text else []
            span = span._replace(text=span.text.lstrip())
        room = width - width_of(row)
        if room > 0:
            row.append(span._replace(text=short(span.text, room, "")))
    return [*rows, tuple(row)]


def fold_all(lines: Iterable[Line], width: int) -> list[Line]:
    """Lines, those that are too long in several rows."""
    return [row for spans in lines for row in (folded(spans, width) or [()])]


def _words(spans: Line, width: int) -> Iterable[Span]:
    """The words of a line, each with the blanks behind it. What can be clicked is not broken if it
    fits into `width` cells."""
    for span in spans:
        if span.act and cell_len(span.text) <= width:
            yield span
            continue
        start = 0
        for at in range(1, len(span.text)):
            if span.text[at - 1] == " " and span.text[at] != " ":
                yield span._replace(text=span.text[start:at])
                start = at
        yield span._replace(text=span.text[start:])

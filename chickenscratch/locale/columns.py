"""Text for files and for the shell: cleaned of what is no text, in columns of cells."""

from __future__ import annotations

import unicodedata

from chickenscratch.locale.clean import clean as clean


def cells(text: str) -> int:
    """The columns of a terminal that `text` takes, about: wide signs take two, accents none."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, width: int) -> str:
    """`text` in at most `width` columns."""
    if cells(text) <= width:
        return text
    kept, used = "", 0
    for char in text:
        used += _cells(char)
        if used > width - 1:
            break
        kept += char
    return kept + "…" if width > 0 else ""


def left(text: str, width: int) -> str:
    """`text` at the left of exactly `width` columns."""
    short = cut(text, width)
    return short + " " * (width - cells(short))


def right(text: str, width: int) -> str:
    """`text` at the right of exactly `width` columns."""
    short = cut(text, width)
    return " " * (width - cells(short)) + short


def middle(text: str, width: int) -> str:
    """`text` in the middle of exactly `width` columns."""
    short = cut(text, width)
    room = width - cells(short)
    return " " * (room // 2) + short + " " * (room - room // 2)

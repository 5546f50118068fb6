"""Text for a line of plain output: nothing but text, and tiles as they are said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from chickenscratch.core.tiles import Tile
from chickenscratch.locale.clean import clean as clean
from chickenscratch.locale.columns import cells

_TILE: Final = re.compile(r"(?<![\w-])(\d{1,2})-(\d{1,2})(?![\w-])", re.ASCII)


def printable(line: str) -> str:
    """`line` without what is no text, its spaces as they are."""
    unwanted = ("C", "Zl", "Zp")
    return "".join(c for c in line if not unicodedata.category(c).startswith(unwanted))


def broken(line: str, width: int) -> list[str]:
    """`line` in rows of at most `width` columns, broken between its words. What is behind the
    first row is indented two columns more; a word that is longer than a row goes on in the next."""
    rest, rows = line.rstrip(), []
    indent = min(len(line) - len(line.lstrip()) + 2, width // 2)
    while cells(rest) > width:
        room = _fitting(rest, width)
        cut = max(0, rest.rfind(" ", 0, room + 1))
        if not rest[:cut].strip():
            cut = room
        rows.append(rest[:cut].rstrip())
        rest = " " * indent + rest[cut:].lstrip()
    return [*rows, rest]


def _fitting(text: str, width: int) -> int:
    """How many characters of `text` fit into `width` columns, at least one behind its indent."""
    used = 0
    for place, char in enumerate(text):
        used += cells(char)
        if used > width:
            return max(place, len(text) - len(text.lstrip()) + 1)
    return len(text)


def spoken(text: str) -> str:
    """`text` with its tiles as they are read aloud: ``5 8`` instead of ``5-8``.

    A speech program makes a subtraction, a range or a date of the dash."""
    return _TILE.sub(r"\1 \2", text)


def tile_words(tile: Tile) -> str:
    """``5 8``."""
    return f"{tile.high} {tile.low}"


def listed(things: Iterable[object]) -> str:
    """``5 8, 5 0, 3 3``."""
    return ", ".join(str(thing) for thing in things)


def folded(word: str) -> str:
    """A word as it is compared: small letters without accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))

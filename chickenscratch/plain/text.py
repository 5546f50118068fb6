"""Text for a line of plain output: nothing but text, and tiles as they are said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from chickenscratch.core.tiles import Tile

_TILE: Final = re.compile(r"(?<![\w-])(\d{1,2})-(\d{1,2})(?![\w-])", re.ASCII)


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """`text` on one line, without control characters and marks that turn the direction."""
    kept = [char if unicodedata.category(char)[0] not in "CZ" else " " for char in text]
    return " ".join("".join(kept).split())


def printable(line: str) -> str:
    """`line` without what is no text, its spaces as they are."""
    unwanted = ("C", "Zl", "Zp")
    return "".join(c for c in line if not unicodedata.category(c).startswith(unwanted))


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

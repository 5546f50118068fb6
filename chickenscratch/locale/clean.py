"""Text that came from a file, a name or an argument, made fit to be shown.

Such text may hold what a terminal obeys instead of showing it, marks that turn the direction of
the rest of the line, or far too much.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import PurePath
from typing import Final

LONGEST: Final = 120
"""Of a value in a sentence; all rules of our own together are shorter."""
LONGEST_PATH: Final = 300
LONGEST_SENTENCE: Final = 1000
_INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """`text` on one line, without control characters and marks that turn the direction."""
    kept = [char if unicodedata.category(char)[0] not in "CZ" else " " for char in text]
    return " ".join("".join(kept).split())


def harmless(text: str, most: int = LONGEST_SENTENCE) -> str:
    """`text` as it is, with a mark for whatever is not to be shown, and cut in the middle."""
    if len(text) > most:
        text = f"{text[: most * 2 // 3]}…{text[1 - most // 3 :]}"
    return "".join(_INSTEAD if _unwanted(char) else char for char in text)


def shown(value: object) -> str:
    """A value of a sentence."""
    path = isinstance(value, PurePath)
    return harmless(str(value), LONGEST_PATH if path else LONGEST)


def _unwanted(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")

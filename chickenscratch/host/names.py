"""What people may be called, and what may be said: the filter at the host's door.

Nothing that a terminal obeys gets in, nothing that turns the direction of a line, and no name that
is another one in disguise without a word of warning.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from chickenscratch.host.shapes import CHAT_LENGTH, NAME_LENGTH, TITLE_LENGTH
from chickenscratch.locale.columns import cells

ACCOUNT: Final = "~"
"""Begins the names of accounts on the host's machine, and no others."""
_SIGNS: Final = "-_.~"
_FEWEST: Final = 2
_MOST_MARKS: Final = 2
"""Marks on one letter: stacks of them would reach into the lines above."""

_BLANKS: Final = "\u115f\u1160\u3164\uffa0"
"""Letters, says Unicode, that nobody can see."""
_TWINS: Final = str.maketrans(
    "аеорсухікмтвнѕјԁһӏɡαορνικτυχ0134578|!ıłɑпոսօցհլ",
    "aeopcyxikmtbhsjdhlgaopviktuxoleastbiiilannuoghl",
)
"""Characters that look like another one in most fonts, after folding."""


def clean_name(wish: str) -> str | None:
    """A name made of what is allowed in `wish`, at most 16 columns; None if too little is left."""
    kept = "".join(char for char in unicodedata.normalize("NFC", wish) if _in_name(char)).lstrip(
        _SIGNS
    )
    while cells(kept) > NAME_LENGTH:
        kept = kept[:-1]
    return kept if len(kept) >= _FEWEST else None


def is_name(name: str) -> bool:
    """Whether somebody may be called exactly this: letters, digits and ``-_.~``, beginning with a
    letter or digit."""
    return clean_name(name) == name


def _in_name(char: str) -> bool:
    if char.isascii():
        return char.isalnum() or char in _SIGNS
    letter = unicodedata.category(char) in ("Lu", "Ll", "Lo")
    return letter and unicodedata.bidirectional(char) == "L" and char not in _BLANKS


def fold(name: str) -> str:
    """What two names must not have in common."""
    return unicodedata.normalize("NFC", name.casefold())


def shape(name: str) -> str:
    """What a name looks like at a glance: letters that look alike are the same here."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(_small(char) for char in plain if not unicodedata.combining(char))
    return (
        "".join(char for char in bare if char not in _SIGNS)
        .translate(_TWINS)
        .replace("rn", "m")
        .replace("vv", "w")
        .replace("l", "i")
    )


def _small(char: str) -> str:
    """A small capital as the letter it is."""
    kind, _, letter = unicodedata.name(char, "").rpartition(" ")
    return letter.lower() if kind == "LATIN LETTER SMALL CAPITAL" and len(letter) == 1 else char


def clean_chat(text: str) -> str:
    """One line of chat as others may get it; empty if nothing is left."""
    return _line(text, CHAT_LENGTH)


def clean_title(text: str) -> str:
    """A table's title as others may get it."""
    return _line(text, TITLE_LENGTH)


def _line(text: str, columns: int) -> str:
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category[0] == "Z" or char in "\t\n\r":
            char = " "
        elif (
            category[0] == "C" or char in _BLANKS
        ):  # controls, directions, surrogates, what is not assigned
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    line = " ".join("".join(kept).split())
    while cells(line) > columns:
        line = line[: max(1, len(line) - max(1, (cells(line) - columns) // 2))]
    return line.strip()

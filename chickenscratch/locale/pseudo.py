"""The pseudo-language: every sentence 40 % longer and accented, placeholders untouched.

A screen that looks right in it has room for real translations, and a word that shows up without
accents is one nobody marked for translation.
"""

from __future__ import annotations

import re
from gettext import NullTranslations
from typing import Final

GROWTH: Final = 0.4
WORD: Final = 8
"""Characters after which the growth may be broken into another line."""

_PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
_ACCENTS: Final = str.maketrans(
    "aceghijklnorstuwyzACEGHIJKLNORSTUWYZ",
    "àçéğĥïĵķĺñöŕšţûŵýžÀÇÉĞĤÏĴĶĹÑÖŔŠŢÛŴÝŽ",
)


def pseudo(message: str) -> str:
    """`message` in the pseudo-language."""
    parts = _PLACEHOLDER.split(message)
    said = [part if place else part.translate(_ACCENTS) for part, place in _places(parts)]
    body = "".join(said)
    text = body.rstrip()
    growth = round(GROWTH * sum(len(part) for part, place in _places(parts) if not place))
    words = ("~" * WORD + " ") * (growth // (WORD + 1)) + "~" * (growth % (WORD + 1))
    return text + words + body[len(text) :]


def _places(parts: list[str]) -> list[tuple[str, bool]]:
    """The parts with whether each is a placeholder: every other one is."""
    return [(part, bool(number % 2)) for number, part in enumerate(parts)]


class PseudoTranslations(NullTranslations):
    """Answers every message with its pseudo-translation."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

"""Places in a ranking, in words."""

from __future__ import annotations

from chickenscratch.locale import pgettext


def place_word(place: int) -> str:
    """``1st``, ``2nd`` and so on."""
    names = {
        1: pgettext("place", "1st"),
        2: pgettext("place", "2nd"),
        3: pgettext("place", "3rd"),
    }
    return names.get(place) or pgettext("place", "{number}th").format(number=place)

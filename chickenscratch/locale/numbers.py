"""Numbers of the dominoes, and lists, as they stand inside a sentence.

Italian bends what stands before a number (``un 5`` but ``uno 0``, ``del 5`` but ``dell'8``), so a
sentence takes these phrases whole instead of a bare digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from chickenscratch.locale import _, current, ngettext, pgettext


def a_number(number: int) -> str:
    """``a 5``, ``an 8``: a tile with that number."""
    return _with_article(current())[number]


def of_foot(number: int) -> str:
    """What tells a foot from others: ``5`` in “the 5-foot”, ``del 5`` in “la zampa del 5”."""
    return _of_foot(current())[number]


def on_number(number: int) -> str:
    """``on 5``: where a tile was laid in free play."""
    return _on_number(current())[number]


def tiles_with(number: int, count: int) -> str:
    """Tiles that carry the number: ``four`` for one of them, ``fours`` for more."""
    return _tiles_with(current(), count == 1)[number]


@cache
def _with_article(_language: str) -> tuple[str, ...]:
    return (
        _("a 0"),
        _("a 1"),
        _("a 2"),
        _("a 3"),
        _("a 4"),
        _("a 5"),
        _("a 6"),
        _("a 7"),
        _("an 8"),
        _("a 9"),
        _("a 10"),
        _("an 11"),
        _("a 12"),
        _("a 13"),
        _("a 14"),
        _("a 15"),
        _("a 16"),
        _("a 17"),
        _("an 18"),
    )


@cache
def _of_foot(_language: str) -> tuple[str, ...]:
    return (
        pgettext("the …-foot", "0"),
        pgettext("the …-foot", "1"),
        pgettext("the …-foot", "2"),
        pgettext("the …-foot", "3"),
        pgettext("the …-foot", "4"),
        pgettext("the …-foot", "5"),
        pgettext("the …-foot", "6"),
        pgettext("the …-foot", "7"),
        pgettext("the …-foot", "8"),
        pgettext("the …-foot", "9"),
        pgettext("the …-foot", "10"),
        pgettext("the …-foot", "11"),
        pgettext("the …-foot", "12"),
        pgettext("the …-foot", "13"),
        pgettext("the …-foot", "14"),
        pgettext("the …-foot", "15"),
        pgettext("the …-foot", "16"),
        pgettext("the …-foot", "17"),
        pgettext("the …-foot", "18"),
    )


@cache
def _on_number(_language: str) -> tuple[str, ...]:
    return (
        _("on 0"),
        _("on 1"),
        _("on 2"),
        _("on 3"),
        _("on 4"),
        _("on 5"),
        _("on 6"),
        _("on 7"),
        _("on 8"),
        _("on 9"),
        _("on 10"),
        _("on 11"),
        _("on 12"),
        _("on 13"),
        _("on 14"),
        _("on 15"),
        _("on 16"),
        _("on 17"),
        _("on 18"),
    )


@cache
def _tiles_with(_language: str, one: bool) -> tuple[str, ...]:
    count = 1 if one else 2
    return (
        ngettext("blank", "blanks", count),
        ngettext("one", "ones", count),
        ngettext("two", "twos", count),
        ngettext("three", "threes", count),
        ngettext("four", "fours", count),
        ngettext("five", "fives", count),
        ngettext("six", "sixes", count),
        ngettext("seven", "sevens", count),
        ngettext("eight", "eights", count),
        ngettext("nine", "nines", count),
        ngettext("ten", "tens", count),
        ngettext("eleven", "elevens", count),
        ngettext("twelve", "twelves", count),
        ngettext("thirteen", "thirteens", count),
        ngettext("fourteen", "fourteens", count),
        ngettext("fifteen", "fifteens", count),
        ngettext("sixteen", "sixteens", count),
        ngettext("seventeen", "seventeens", count),
        ngettext("eighteen", "eighteens", count),
    )


def set_name(size: int) -> str:
    """``double-six`` and so on: what a set of tiles is called."""
    names = {
        6: _("double-six"),
        9: _("double-nine"),
        12: _("double-twelve"),
        15: _("double-fifteen"),
        18: _("double-eighteen"),
    }
    return names[size]


def decimal(value: float) -> str:
    """A number from 0 on with one decimal, as the reader writes it."""
    whole, tenth = divmod(round(value * 10), 10)
    return _("{whole}.{tenth}").format(whole=whole, tenth=tenth)


def both(things: Sequence[object]) -> str:
    """``Anna, Bruno and Carla``."""
    return _joined(things, _("{these} and {last}"))


def one_of(things: Iterable[object]) -> str:
    """``0, 4 or 7``."""
    return _joined(list(things), _("{these} or {last}"))


def _joined(things: Sequence[object], template: str) -> str:
    words = [str(thing) for thing in things]
    if len(words) < 2:
        return "".join(words)
    return template.format(these=", ".join(words[:-1]), last=words[-1])

"""Textual's parser of what a terminal sends, made fit for many terminals in one process.

Its own method for extended keys has a cache that keeps the parser, and with it the last event, and
with that the whole application of somebody who left long ago. It also raises for sequences that
terminals really send.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, cast

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import Keys

_RELEASED: Final = "3"
_SPLIT: Final = re.compile(r"\x1b\[(\d*)[\d:]*;(\d*):(\d*)((?:;[\d:]*)?)([u~ABCDEFHPQRS])")
"""A key of the kitty protocol with a kind of event, which is 3 when it was let go."""


class SafeParser(XTermParser):
    """Never dies of a key, and keeps nobody alive."""

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        keys = _keys_of(sequence)
        return None if keys is None else [events.Key(*key) for key in keys]


class RemoteParser(SafeParser):
    """Does not believe what a terminal says of its pixels.

    A report of them scales all mouse positions that follow, by numbers the sender may choose.
    """

    mouse_pixels = property(lambda _self: False, lambda _self, _wanted: None)


@lru_cache(maxsize=1024)
def _keys_of(sequence: str) -> tuple[tuple[str, str | None], ...] | None:
    """Names and characters, not events: an event remembers whose it was."""
    split = _SPLIT.fullmatch(sequence)
    if split is not None:
        code, modifiers, kind, text, end = split.groups()
        if kind == _RELEASED:
            return ((Keys.Ignore, sequence),)
        sequence = f"\x1b[{code};{modifiers}{text}{end}"
    parse = cast("Any", XTermParser._parse_extended_key).__wrapped__
    try:
        keys = parse(XTermParser, sequence)
    except (ValueError, OverflowError):  # no such character
        return ((Keys.Ignore, sequence),)
    return None if keys is None else tuple((key.key, key.character) for key in keys)

"""The laid tiles as a tree, without any geometry.

Every laid tile has an index: the lead is 0, the first tile laid on it 1, and so on. A tile offers
*ports* where others may be laid: the lead has one port an arm (0 to arms-1), a plain tile has port
0, a double laid during play has 0 (middle toe), 1 (left toe) and 2 (right toe), left and right as
seen when walking from the hub outwards.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic_core import CoreSchema

from chickenscratch.core.tiles import text_schema

TOES: Final = 3

_PLACE = re.compile(r"(0|[1-9]\d{0,2})\.(0|[1-9]\d?)(?:~([12]))?", re.ASCII)


class EndKind(StrEnum):
    """What an open end belongs to."""

    ARM = "arm"
    TOE = "toe"
    TAIL = "tail"


class Place(NamedTuple):
    """Where a tile is laid: on which port of which laid tile, and which way the line bends there.

    `bend` 0 is the tidiest direction, 1 and 2 the next ones; it matters for the picture only.
    Text form ``12.0``, with a bend ``12.0~1``.
    """

    parent: int
    port: int
    bend: int = 0

    def __str__(self) -> str:
        text = f"{self.parent}.{self.port}"
        return f"{text}~{self.bend}" if self.bend else text

    @classmethod
    def parse(cls, text: str) -> Place:
        match = _PLACE.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a place such as 12.0")
        return cls(int(match[1]), int(match[2]), int(match[3] or 0))

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        """At the edges a place is its text."""
        return text_schema(cls)


@lru_cache(maxsize=4096)
def place(parent: int, port: int) -> Place:
    """The place with no bend, shared: views are full of them."""
    return Place(parent, port)


class Laid(NamedTuple):
    """A tile on the table. `near` is the half that touches its parent, `far` points outward.

    The lead has parent -1. `seat` laid it.
    """

    parent: int
    port: int
    near: int
    far: int
    bend: int
    seat: int

    @property
    def is_double(self) -> bool:
        return self.near == self.far


class OpenEnd(NamedTuple):
    """A port with nothing on it yet, and the number it shows."""

    parent: int
    port: int
    number: int
    kind: EndKind

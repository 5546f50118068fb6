"""Tiles and sets of tiles.

A tile is written with its larger number first: ``6-3``, ``0-0``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic_core import CoreSchema, core_schema

SET_SIZES: Final = (6, 9, 12, 15, 18)


def text_schema(cls: Any) -> CoreSchema:
    """A pydantic schema for a value whose outside form is `str(value)`, read by `cls.parse`."""

    def read(value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        raise ValueError("expected text")

    return core_schema.no_info_plain_validator_function(
        read, serialization=core_schema.to_string_ser_schema()
    )


class Tile(NamedTuple):
    """A domino. ``high >= low`` always holds for tiles made by :func:`tile` or :meth:`parse`."""

    high: int
    low: int

    @property
    def pips(self) -> int:
        """The dots on both halves together."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    def carries(self, number: int) -> bool:
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """The number on the half that does not show `number`."""
        return self.low if number == self.high else self.high

    @property
    def numbers(self) -> tuple[int, ...]:
        """The different numbers on the tile: one for a double, else two."""
        return (self.high,) if self.high == self.low else (self.high, self.low)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read ``6-3`` (larger number first). Raises ValueError for anything else."""
        first, dash, second = text.partition("-")
        plain = first.isascii() and second.isascii() and first.isdigit() and second.isdigit()
        if dash and plain:
            high, low = int(first), int(second)
            if high >= low and text == f"{high}-{low}":
                return tile(high, low)
        raise ValueError(f"{text!r} is not a tile such as 6-3, larger number first")

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        """At the edges a tile is its text."""
        return text_schema(cls)


@lru_cache(maxsize=1024)
def tile(a: int, b: int) -> Tile:
    """The tile with the numbers `a` and `b`, in whichever order they are given."""
    return Tile(a, b) if a >= b else Tile(b, a)


@lru_cache(maxsize=32)
def full_set(size: int) -> tuple[Tile, ...]:
    """All (size+1)(size+2)/2 tiles of a double-`size` set, from 0-0 upwards."""
    return tuple(tile(high, low) for high in range(size + 1) for low in range(high + 1))


@lru_cache(maxsize=32)
def set_pips(size: int) -> int:
    """All the dots of a double-`size` set: n(n+1)(n+2)/2."""
    return size * (size + 1) * (size + 2) // 2


def double(number: int) -> Tile:
    return tile(number, number)

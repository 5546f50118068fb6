"""What ``chickenscratch bench`` tells of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Figure(NamedTuple):
    """A measured value. `key` stays the same in every language and version."""

    key: str
    words: str
    value: float
    unit: str


Part = Callable[[int], Iterator[Figure]]

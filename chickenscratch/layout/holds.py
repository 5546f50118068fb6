"""What an open end is, and the room it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from chickenscratch.core.tree import EndKind
from chickenscratch.layout.shapes import Shape
from chickenscratch.layout.types import Cell, EndKey

NEVER: Final = 10**12
"""A price nobody pays."""

FULL: Final = 3
PLAIN_ONLY: Final = 1
NO_ROOM: Final = 0

DEAD: Final = 0
"""All tiles of the number lie: the end needs no room."""
NO_DOUBLE: Final = 1
"""The double lies already: the end needs room for a plain tile."""
ANY: Final = 2
"""The double may come."""


class End(NamedTuple):
    """An open end. `kin` is what its tile may touch: its parent, for a toe also the palm. It is a
    world board, `local_kin` the same around `at`."""

    key: EndKey
    number: int
    kind: EndKind
    at: Cell
    heading: int
    kin: int
    local_kin: int
    options: tuple[Shape, ...]


class Hold(NamedTuple):
    """The room an end holds, as world boards. `shape` is how its next tile would lie."""

    hard: int = 0
    body: int = 0
    level: int = FULL
    need: int = DEAD
    shape: Shape | None = None


class Slot(NamedTuple):
    """A place for a toe or an arm: `hard` and `body` are its cells and those of the pocket beyond,
    as local boards, `level` is the room that the pocket gives."""

    price: int
    shape: Shape
    level: int
    hard: int
    body: int


class Deal(NamedTuple):
    """What other ends agreed to: the price and their new holds."""

    price: int
    holds: Mapping[EndKey, Hold]


NO_DEAL_NEEDED: Final = Deal(0, {})

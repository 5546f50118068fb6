"""How one tile should look: what it is, and what is special about it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from chickenscratch.layout.types import Cell


class Role(IntEnum):
    """What lies in a place."""

    TILE = 0
    LEAD = 1
    GHOST = 2
    CHOSEN = 3
    PRINT = 4
    """A footprint: an empty place."""
    LIT = 5
    """A footprint of the foot that must be filled now."""


class Look(NamedTuple):
    """The state of a tile, a ghost or a footprint."""

    role: Role
    letter: str = ""
    star: bool = False
    """Laid last."""
    dead: bool = False
    hungry: bool = False
    tone: bool = False
    on_hub: bool = False
    beat: bool = False
    """Drawn stronger for a moment, to be noticed."""


class Lie(StrEnum):
    """Which way a tile lies."""

    FLAT = "flat"
    UPRIGHT = "upright"
    SLANT = "slant"


class Pose(NamedTuple):
    """A tile without its place: the cells seen from the first one, and the numbers."""

    cells: tuple[Cell, ...]
    near: int
    far: int

    @property
    def lie(self) -> Lie:
        (x0, y0), (x1, y1) = self.cells[0], self.cells[-1]
        if y0 == y1:
            return Lie.FLAT
        return Lie.UPRIGHT if x0 == x1 else Lie.SLANT

    @property
    def corner(self) -> Cell:
        """Left and top edge of the cells."""
        return min(x for x, _ in self.cells), min(y for _, y in self.cells)


def pose(cells: Sequence[Cell], near: int, far: int) -> Pose:
    x0, y0 = cells[0]
    return Pose(tuple([(x - x0, y - y0) for x, y in cells]), near, far)


_ASCII: Final = str.maketrans(
    {
        "▐": "[", "▌": "]", "╭": ".", "╮": ".", "╰": "'", "╯": "'",
        "│": "|", "─": "-", "┼": "+", "╱": "/", "╲": "\\",
        "┌": ".", "┐": ".", "└": "'", "┘": "'", "├": "+", "┤": "+", "┬": "+", "┴": "'",
        "║": "#", "═": "=", "╔": "#", "╗": "#", "╚": "#", "╝": "#", "╟": "#", "╢": "#",
        "╬": "#", "╩": "#", "╤": "#", "╧": "#",
        "┆": ":", "┊": ":", "┄": ".", "╌": ".", "╎": ":",
        "×": "x", "○": "!", "·": ".", "●": "o", "▔": "-", "▁": "_", "▪": "o",
        "▸": ">", "▴": "^", "◂": "<", "▾": "v", "█": "#", "▀": '"', "▄": "_",
        "▏": "|", "▕": "|", "╶": "-", "╴": "-", "▮": "#",
    }
)  # fmt: skip


def ascii_only(text: str) -> str:
    """The same drawing in plain ASCII."""
    return text.translate(_ASCII)

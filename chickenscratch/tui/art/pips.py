"""Where the dots of a number lie on half a tile."""

from __future__ import annotations

from typing import Final

Dots = tuple[tuple[int, int], ...]

MOST_DOTS: Final = 9
"""Greater numbers are written as numerals."""

_ROWS: Final = (
    ("   ", "   ", "   "),
    ("   ", " o ", "   "),
    ("o  ", "   ", "  o"),
    ("o  ", " o ", "  o"),
    ("o o", "   ", "o o"),
    ("o o", " o ", "o o"),
    ("ooo", "   ", "ooo"),
    ("ooo", " o ", "ooo"),
    ("ooo", "o o", "ooo"),
    ("ooo", "ooo", "ooo"),
)

_DOTS: Final[tuple[Dots, ...]] = tuple(
    tuple((x - 1, y - 1) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "o")
    for rows in _ROWS
)


def dots(number: int, *, turned: bool = False) -> Dots:
    """The dots of 0 to 9 as (x, y) in -1, 0, 1, as on a lying tile; `turned` for a standing one."""
    if turned:
        return tuple((y, x) for x, y in _DOTS[number])
    return _DOTS[number]

"""How much room the table gets: what stands around it gives way before it is drawn too small.

The numbers of rows here are those of the style sheet of the table screen.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from chickenscratch.layout import Box
from chickenscratch.tui.art.picture import Zoom
from chickenscratch.tui.camera import fits

NARROW: Final = 20
"""The least columns of the side; more for more than four players."""
WIDE: Final = ((170, 52), (110, 36))
"""Columns of the screen, columns of the side."""

_LEAST: Final = (80, 24)
"""Smaller screens have no side that could give way."""
_TALL, _HIGH = 36, 52
"""From so many rows on, the tiles of the hand are boxes, and then boxes with pips."""


class Room(IntEnum):
    """What has given way to the board."""

    USUAL = 0
    WIDE = 1
    """The side: players and totals stand in a line, the sheet is a key away."""
    WHOLE = 2
    """And the hand, which is written in as few lines as it needs."""


def side_width(columns: int, seats: int) -> int:
    """How wide the side of the table is, on a screen of some columns."""
    for least, width in WIDE:
        if columns >= least:
            return width
    return max(NARROW, min(7 + 4 * seats, 31))


def hand_rows(rows: int, room: Room) -> int:
    """Rows for the tiles of the hand."""
    if room is Room.WHOLE:
        return 2 if rows >= _TALL else 1
    return 11 if rows >= _HIGH else 7 if rows >= _TALL else 2


def board_size(columns: int, rows: int, seats: int, room: Room) -> tuple[int, int]:
    """Columns and rows of the board on a screen of at least 80 by 24."""
    lines = 4 + hand_rows(rows, room)  # title, news, duty and keys
    if room is Room.USUAL:
        roomy = columns >= WIDE[-1][0] and rows >= _TALL
        lines += 0 if roomy else 1 if rows >= _TALL else 2  # the last lines of the log
        return columns - side_width(columns, seats), rows - lines
    return columns, rows - lines - 1


def room_for(box: Box, size: tuple[int, int], seats: int, wanted: Zoom | None) -> Room:
    """The least that must give way so that all cells are in sight: with digits that are easy to
    read if that is possible, else with small ones. For what is too large even then, everything.

    Nothing gives way if the player wants the table larger than it fits.
    """
    columns, rows = size
    if columns < _LEAST[0] or rows < _LEAST[1]:
        return Room.USUAL
    for zoom in (Zoom.COMPACT, Zoom.MICRO):
        if wanted in (None, zoom):
            for room in Room:
                if fits(box, zoom, board_size(columns, rows, seats, room)):
                    return room
    return Room.WHOLE if wanted is None else Room.USUAL

"""The finished games of a host, as somebody may see them again."""

from __future__ import annotations

import logging
import math
from typing import Final

from chickenscratch.host.hall import Hall
from chickenscratch.host.listing import listed, own
from chickenscratch.host.protocol import GAMES_PAGE
from chickenscratch.host.shapes import Listed, Stage
from chickenscratch.host.telling import Games
from chickenscratch.store.errors import StoreError
from chickenscratch.store.host_tables import TableRow

logger = logging.getLogger(__name__)

_LOOK_AT: Final = 300
"""Tables that one request looks at, however many of them are for others only."""


def browse(hall: Hall, player: int, before: float | None) -> Games:
    """The games that were public, and those that the person played in. Raises StoreError."""
    rows = hall.tables.last(Stage.FINISHED.value, math.inf if before is None else before, _LOOK_AT)
    games: list[Listed] = []
    for seen, row in enumerate(rows, 1):
        entry = _entry(hall, row, player)
        if entry is not None:
            games.append(entry)
        if len(games) == GAMES_PAGE:
            return Games(games=tuple(games), more=seen < len(rows))
    return Games(games=tuple(games), more=False)


def _entry(hall: Hall, row: TableRow, player: int) -> Listed | None:
    """A game as the person sees it; None if it is not for them, or cannot be read."""
    sat = any(seat.player == player for seat in row.seats)
    try:
        room = hall.rooms.get(row.id) or hall.furnished(row)
    except (StoreError, ValueError) as error:
        logger.error("table %s cannot be listed: %s", row.id, error)
        return None
    if not sat and not room.settings.public:
        return None
    seat = room.seat_of(player)
    return listed(room) if seat is None else own(listed(room), room, seat)

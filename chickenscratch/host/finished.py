"""A finished game that is looked at once more, from its record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from chickenscratch.host.seats import Chair
from chickenscratch.host.shapes import Hands, TableSettings
from chickenscratch.store.logs import GameLogs
from chickenscratch.store.saves import OpenedGame
from chickenscratch.table.seat_link import SeatLink
from chickenscratch.table.setup import SeatSetup
from chickenscratch.table.table import Table

AT_HAND: Final = 16
"""Finished games that need not be played through again when one more person looks at them."""


@lru_cache(maxsize=AT_HAND)
def _played(logs: GameLogs, record: str) -> OpenedGame:
    log, opened = logs.lease(record)
    log.close()
    return opened


class Finished:
    """How it ended. Raises StoreError if the record cannot be read."""

    def __init__(
        self, settings: TableSettings, chairs: Sequence[Chair], logs: GameLogs, record: str
    ) -> None:
        self._settings = settings
        opened = _played(logs, record)
        seats = [SeatSetup(chair.name or "", chair.level) for chair in chairs]
        self._table = Table(opened.game, seats, steps=opened.steps)

    @property
    def settings(self) -> TableSettings:
        return self._settings

    def link(self, seat: int | None) -> SeatLink:
        return self._table.link(seat)

    def hands(self) -> Hands:
        table = self._table.game.round
        return () if table is None else table.hands

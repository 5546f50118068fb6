"""Computer players that need no other process."""

from __future__ import annotations

from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.view import SeatView


class Heaviest:
    """A brain that answers at once, whatever level is asked for."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, "heaviest")

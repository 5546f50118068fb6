"""Who sits at the table: a brain that notes what it is told of it, and any company there may be."""

from __future__ import annotations

import random

from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import LEVELS, decide
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.view import SeatView


class Curious:
    """Decides at once, whatever level is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Company]] = []
        """The levels it was asked for, each with the company it was asked in."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        self.asked.append((level, company))
        return decide(view, "heaviest")


def any_company(seats: int, chance: random.Random) -> Company:
    """People, computer players, one of a level that does not exist; or nobody said."""
    names = (None, *LEVELS, "oracle")
    return tuple(chance.choice(names) for _ in range(seats)) if chance.random() < 0.8 else ()

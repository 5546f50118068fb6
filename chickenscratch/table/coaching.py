"""Whoever thinks for the coach."""

from __future__ import annotations

from typing import Protocol

from chickenscratch.core.actions import SeatAction
from chickenscratch.core.coach import Advice, Assessed
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView
from chickenscratch.table.players import Brain


class Coach(Brain, Protocol):
    """Such as :class:`chickenscratch.bots.pool.BotPool`. Cancelling an answer ends the thinking."""

    async def advise(self, view: SeatView, nodes: int, /) -> Advice | None:
        """What the choices in `view` are worth; None if that cannot be found out now."""
        ...

    async def assess(
        self, game: Game, after: Game, made: SeatAction, nodes: int, /
    ) -> Assessed | None:
        """What a moment of a past game was worth; None if that cannot be found out now."""
        ...

"""Who acts at a table besides the people: computer players, and whoever stands in for a person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Final

from chickenscratch.bots.base import Company, awaited
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.core.actions import Draw, Pass, SeatAction
from chickenscratch.core.events import Event
from chickenscratch.core.view import SeatView
from chickenscratch.table.link import Command, Ready, Receipt, TableLink, Update
from chickenscratch.table.players import FAIR_WINDOW, BotPlayer, Brain, Pace, Sleep

logger = logging.getLogger(__name__)

KEEPER: Final = "skilled"
"""The level of who keeps an absent person's seat."""


class GatedLink:
    """A link whose commands wait while the game is paused."""

    def __init__(self, link: TableLink, gate: asyncio.Event) -> None:
        self._link = link
        self._gate = gate

    @property
    def seat(self) -> int | None:
        return self._link.seat

    @property
    def latest(self) -> Update:
        return self._link.latest

    @property
    def story(self) -> tuple[Event, ...]:
        return self._link.story

    async def submit(self, command: Command, seq: int) -> Receipt:
        await self._gate.wait()
        return await self._link.submit(command, seq)

    def updates(self) -> AsyncIterator[Update]:
        return self._link.updates()


class Player:
    """A computer player in its seat, or (`keeper`) in an absent person's, for which it also says
    ready. `company`: as a :class:`BotPlayer` asks for it."""

    def __init__(
        self, link: TableLink, gate: asyncio.Event, level: str, brain: Brain, pace: Pace,
        sleep: Sleep, company: Callable[[], Company], *, keeper: bool = False,
        window: float = FAIR_WINDOW,
    ) -> None:  # fmt: skip
        gated = GatedLink(link, gate)
        bot = BotPlayer(gated, level, brain, pace=pace, company=company, sleep=sleep, window=window)
        self._tasks = [asyncio.create_task(bot.run(), name="bot")]
        if keeper:
            self._tasks.append(asyncio.create_task(_say_ready(gated), name="keeper"))

    async def stop(self) -> None:
        """Leave the seat; what is done already stays done."""
        self.dismiss()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def dismiss(self) -> None:
        """As :meth:`stop`, without waiting for it."""
        for task in self._tasks:
            task.cancel()


async def _say_ready(link: TableLink) -> None:
    assert link.seat is not None
    async for update in link.updates():
        view = update.view
        if view.round_over and not view.game_over and not update.seats[link.seat].ready:
            await link.submit(Ready(link.seat), update.seq)


async def stand_in(link: TableLink, *, least: bool) -> None:
    """Finish the turn of a person who does not: with a simple bot's moves, or with the `least` that
    the rules allow. Between rounds: say ready for them."""
    seat = link.seat
    assert seat is not None
    for _ in range(100):  # more draws than that are in no yard
        update = link.latest
        view = update.view
        if view.round_over:
            if not view.game_over and not update.seats[seat].ready:
                await link.submit(Ready(seat), update.seq)
            return
        if awaited(view) != seat:
            return
        action = _least(view) if least else decide(view, HEAVIEST.name)
        receipt = await link.submit(action, update.seq)
        if receipt.accepted and not isinstance(action, Draw):
            return


def _least(view: SeatView) -> SeatAction:
    legal = view.legal
    assert legal is not None
    if legal.pass_:
        return Pass(legal.seat)
    if legal.draw:
        return Draw(legal.seat)
    return decide(view, HEAVIEST.name)

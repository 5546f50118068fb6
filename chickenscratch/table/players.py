"""Computer players at a table: each drives its seat over a link of its own, like a person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, Protocol

from chickenscratch.bots.base import Company, forced, is_legal
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.core.actions import Call, Play, SeatAction
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import DutyKind, Legal
from chickenscratch.core.state import Owed
from chickenscratch.core.view import SeatView
from chickenscratch.table.link import TableLink, Update

logger = logging.getLogger(__name__)

FAIR_WINDOW: Final = 3.0
"""Seconds in which no bot catches a person who owes a call."""
PATIENCE: Final = 20.0
"""Seconds after which a bot that still thinks makes a simple move instead."""

Pace = Callable[[SeatView], float]
"""How many seconds a bot takes over what it does in a view, thinking included if that is short."""
Sleep = Callable[[float], Awaitable[None]]


def _pace(seconds: float) -> Pace:
    """`seconds` for a tile; less for what decides nothing, so that a long search is not tedious."""
    quicker = {DutyKind.SEARCH: 0.4, DutyKind.PENALTY: 0.6, DutyKind.PASS: 0.6}
    return lambda view: seconds * quicker.get(view.duty.kind, 1.0)


PACES: Final[Mapping[str, Pace]] = {
    "instant": _pace(0),
    "brisk": _pace(0.7),
    "calm": _pace(1.6),
}
"""By the names of the setting."""


class Brain(Protocol):
    """What decides for bots, such as :class:`chickenscratch.bots.pool.BotPool`."""

    async def choose(self, view: SeatView, level: str, /, *, company: Company) -> SeatAction:
        """What a bot of `level` does in `view`, when there is a choice, in this `company`."""
        ...


class BotPlayer:
    """A bot in its seat.

    It makes the calls it owes at once. A person who forgot to call is caught after a fair window
    only, and the bot whose turn it is waits that long, since moving would end the chance to call.
    """

    def __init__(
        self,
        link: TableLink,
        level: str,
        brain: Brain,
        *,
        pace: Pace,
        company: Callable[[], Company],
        sleep: Sleep = asyncio.sleep,
        window: float = FAIR_WINDOW,
        patience: float = PATIENCE,
    ) -> None:
        """`company`: who sits at the table now, which may change while people come and go."""
        self._link = link
        self._level = level
        self._brain = brain
        self._pace = pace
        self._company = company
        self._sleep = sleep
        self._window = window
        self._patience = patience
        self._hurried = asyncio.Event()

    def hurry(self) -> None:
        """Do now what would be done in a moment. It shortens neither thinking nor a fair window."""
        self._hurried.set()

    async def run(self) -> None:
        """Play until the table or the game ends."""
        doing: asyncio.Task[None] | None = None
        seen: SeatView | None = None
        async with asyncio.TaskGroup() as tasks:
            async for update in self._link.updates():
                if update.view == seen and not (update.events or update.undone):
                    continue  # only who is ready has changed
                seen = update.view
                if doing is not None:
                    doing.cancel()
                doing = tasks.create_task(self._react(update))
            if doing is not None:
                doing.cancel()

    async def _react(self, update: Update) -> None:
        try:
            await self._act(update)
        except Exception:
            logger.exception("the bot in seat %s could not act", self._link.seat)

    async def _act(self, update: Update) -> None:
        """Do what the view asks for, if anything. What changes meanwhile brings a new update."""
        view = update.view
        legal = view.legal
        if legal is None or view.round_over:
            return
        owed = next((o for o in legal.catches if not update.seats[o.seat].is_bot), None)
        if legal.calls:
            await self._link.submit(Call(legal.seat, legal.calls[0]), update.seq)
        elif owed is not None:
            if self._watches(update, owed):
                await self._sleep(self._window)
                await self._link.submit(Call(legal.seat, owed.what), update.seq)
        elif not legal.catches and (legal.turn or view.penalty == legal.seat):
            await self._move(view, legal, update.seq)

    def _watches(self, update: Update, owed: Owed) -> bool:
        """Whether it is for this bot to catch: the one whose turn it is, else the next bot."""
        seats = update.seats
        turn = update.view.turn
        # a bot may act for a person, too: then its seat is none of a bot's
        if seats[turn].is_bot or turn == self._link.seat:
            return turn == self._link.seat
        after = ((owed.seat + step) % len(seats) for step in range(1, len(seats)))
        return next((seat for seat in after if seats[seat].is_bot), None) == self._link.seat

    async def _move(self, view: SeatView, legal: Legal, seq: int) -> None:
        async with asyncio.TaskGroup() as both:
            thinking = both.create_task(self._decide(view, legal))
            both.create_task(self._pause(self._pace(view)))
        receipt = await self._link.submit(thinking.result(), seq)
        if receipt.reason not in (None, RejectReason.STALE):
            logger.error("the table refused %s: %s", thinking.result(), receipt.reason)

    async def _decide(self, view: SeatView, legal: Legal) -> SeatAction:
        """The brain's choice; a simple bot's if the brain fails or is too slow."""
        action = forced(legal)
        if action is not None:
            return action
        try:
            async with asyncio.timeout(self._patience):
                action = await self._brain.choose(view, self._level, company=self._company())
        except TimeoutError:
            logger.warning("a bot of level %s thought for too long", self._level)
        except Exception:
            logger.exception("a bot of level %s failed", self._level)
        if action is not None and not is_legal(view, action):
            logger.error("a bot of level %s wanted %s, which is not legal", self._level, action)
            action = None
        if action is None:
            action = decide(view, HEAVIEST.name)
        # the table knows where the tile lies tidiest
        return replace(action, at=None) if isinstance(action, Play) else action

    async def _pause(self, seconds: float) -> None:
        self._hurried.clear()
        if seconds <= 0:
            return
        waits = [
            asyncio.ensure_future(self._sleep(seconds)),
            asyncio.ensure_future(self._hurried.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

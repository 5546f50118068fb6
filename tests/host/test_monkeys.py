"""People who do anything at any time: the host has no fault, and no table is stuck."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import pytest
from host_kit import NAMES, PLENTY, Hosted, choice, hosted, settings

from chickenscratch.bots.base import awaited
from chickenscratch.host.client import HostClient, HostError, RemoteTable
from chickenscratch.host.shapes import (
    BankClock,
    Clock,
    NoClock,
    Phrase,
    Policy,
    Stage,
    TurnClock,
)
from chickenscratch.table.link import Ready, Redo, Undo

CLOCKS: tuple[Clock, ...] = (NoClock(), TurnClock(seconds=20), BankClock(seconds=60, more=5))


class Monkey:
    """Somebody with up to three tables."""

    def __init__(self, host: Hosted, name: str, chance: random.Random) -> None:
        self.host = host
        self.name = name
        self.chance = chance
        self.client: HostClient | None = None
        self.tables: list[RemoteTable] = []

    async def act(self) -> None:
        """One thing, whatever it is; what is refused is refused."""
        if self.client is None:
            self.client = await self.host.client(self.name)
            await self.client.follow()
            return
        client, chance = self.client, self.chance
        with suppress(HostError):
            match chance.randrange(12):
                case 0 if chance.random() < 0.2:
                    await client.close()
                    self.client, self.tables = None, []
                case 1 if len(self.tables) < 3:
                    await self._come(client)
                case 2:
                    await client.say(chance.choice(("hm", *Phrase)))
                case 3 if client.lobby.usual and len(self.tables) < 3:
                    await client.usual()
                case _ if self.tables:
                    await self._at(chance.choice(self.tables))

    async def _come(self, client: HostClient) -> None:
        chance = self.chance
        known = [entry.table for entry in client.lobby.tables]
        if not known or chance.random() < 0.2:
            seats = chance.choice((2, 2, 3))
            known = [await client.create(
                settings(
                    "chicken-scratch", seats, clock=chance.choice(CLOCKS), absent_after=15,
                    absent=chance.choice(list(Policy)), open_hands=chance.random() < 0.3,
                    bots=("random",) * chance.randrange(seats - 1), rounds=chance.choice((1, 2)),
                )
            )]  # fmt: skip
        table = await client.enter(chance.choice(known))
        if table not in self.tables:
            self.tables.append(table)
        await table.sit()

    async def _at(self, table: RemoteTable) -> None:
        chance, link = self.chance, table.link
        state = table.state
        if state.stage is Stage.GATHERING:
            await table.ready()
            if chance.random() < 0.1:
                await table.bot(chance.randrange(len(state.seats)), "random")
            return
        if link is not None and link.seat is not None and chance.random() < 0.8:
            update = link.latest
            if update.view.round_over:
                await link.submit(Ready(link.seat), update.seq)
            elif awaited(update.view) == link.seat:
                await link.submit(choice(update.view), update.seq)
            return
        match chance.randrange(10):
            case 0 | 1 if link is not None and link.seat is not None:
                undo = chance.choice((Undo, Redo))(link.seat)
                await self._not_for_long(link.submit(undo, link.latest.seq))
            case 2:
                await self._not_for_long(table.pause(chance.random() < 0.5))
            case 3 | 4 | 5:
                await table.vote(chance.random() < 0.8)
            case 6:
                await table.nudge()
            case 7 if chance.random() < 0.3:
                await table.leave(sure=chance.random() < 0.5)
            case 8 if self.client is not None and chance.random() < 0.3:
                self.tables.remove(table)
                await self.client.exit(table.id)
            case _:
                await table.say("well")
                if state.stage is Stage.FINISHED:
                    await table.rematch()

    async def _not_for_long(self, doing: object) -> None:
        """Some questions are never answered."""
        task = asyncio.ensure_future(doing)  # type: ignore[call-overload]
        for _ in range(30):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError, HostError):
            await task


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(0, 400), (1, 400), *(pytest.param(n, 3000, marks=pytest.mark.slow) for n in range(2, 12))],
)
async def test_anything_at_any_time(
    seed: int, steps: int, caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(seed)
    async with hosted(PLENTY) as host:
        monkeys = [Monkey(host, name, random.Random(f"{seed}{name}")) for name in NAMES[:5]]
        for step in range(steps):
            await chance.choice(monkeys).act()
            if chance.random() < 0.1:
                host.time.forward(chance.choice((1, 5, 30, 100)))
            if step % 150 == 75:
                await host.stop()
                await host.start()
                for monkey in monkeys:
                    if monkey.client is not None:
                        async with asyncio.timeout(60):
                            async for online in monkey.client.onlines():
                                if online:
                                    break
        assert host.hall.metrics.value("faults_total") == 0
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []
        for verified in host.verified():
            assert verified.lines
        assert host.records()
        assert host.hall.metrics.value("requests_total") > 20

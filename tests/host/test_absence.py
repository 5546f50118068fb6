"""People who are away: each policy, and the seat that is theirs again when they are back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from curious import Curious
from host_kit import Hosted, actor, dealt, hosted, move, seated, settings, until

from chickenscratch.bots.base import awaited
from chickenscratch.core.events import Drawn, Passed, TilePlayed
from chickenscratch.core.state import Phase
from chickenscratch.host.client import HostClient, HostRefusedError, RemoteLink, RemoteTable
from chickenscratch.host.shapes import Policy, Stage
from chickenscratch.host.standing_in import KEEPER
from chickenscratch.table.link import Ready


class Table:
    """Two people in a game, one of whom has gone in their own turn."""

    def __init__(self, host: Hosted, clients: list[HostClient], tables: list[RemoteTable]) -> None:
        self.host = host
        self.clients = clients
        self.tables = tables
        self.gone = self.left = 0
        self.link: RemoteLink | None = None

    async def begin(self) -> None:
        links = await dealt(self.tables)
        for _ in range(2):  # let the one who starts lead
            first = await actor(links)
            assert first.seat is not None
            await move(first)
        acting = await actor(links)
        assert acting.seat is not None
        self.gone, self.left = acting.seat, 1 - acting.seat
        self.link = links[self.left]
        await self.clients[self.gone].close()
        await until(self.stays.states(), lambda s: not s.seats[self.gone].here)

    @property
    def stays(self) -> RemoteTable:
        return self.tables[self.left]

    async def back(self) -> RemoteTable:
        client = await self.host.client(self.clients[self.gone].you.name)
        return await client.enter(self.stays.id)


async def away(host: Hosted, policy: Policy, **more: Any) -> Table:
    clients = await host.people(2)
    more = {"absent": policy, "absent_after": 90, "rounds": 2, **more}
    table = Table(host, clients, await seated(clients, settings("chicken-foot", **more)))
    await table.begin()
    return table


async def nothing_happens() -> None:
    for _ in range(200):
        await asyncio.sleep(0)


async def test_the_game_waits() -> None:
    async with hosted() as host:
        table = await away(host, Policy.WAIT)
        assert table.link is not None
        seq = table.link.latest.seq
        host.time.forward(100_000)
        await nothing_happens()
        assert table.link.latest.seq == seq
        assert not table.stays.state.seats[table.gone].kept


async def test_they_are_reminded_wherever_they_are() -> None:
    async with hosted() as host:
        table = await away(host, Policy.NUDGE)
        elsewhere = await host.client(table.clients[table.gone].you.name)
        nudges = elsewhere.nudges()
        waiting = asyncio.create_task(anext(nudges))
        await nothing_happens()
        host.time.forward(91)
        nudged = await asyncio.wait_for(waiting, 60)
        assert nudged.table == table.stays.id
        assert nudged.by is None


async def test_a_bot_keeps_the_seat_until_they_are_back() -> None:
    async with hosted() as host:
        table = await away(host, Policy.BOT)
        link = table.link
        assert link is not None
        host.time.forward(89)
        await nothing_happens()
        assert not table.stays.state.seats[table.gone].kept
        host.time.forward(2)
        await until(table.stays.states(), lambda s: s.seats[table.gone].kept)
        await until(link.updates(), lambda u: awaited(u.view) == table.left or u.view.round_over)
        acted = [event for event in link.story if getattr(event, "seat", None) == table.gone]
        assert any(isinstance(event, TilePlayed | Drawn | Passed) for event in acted)
        back = await table.back()
        state = await until(back.states(), lambda s: s.holds and not s.seats[table.gone].kept)
        assert state.you == table.gone
        returned = await back.dealt()
        await until(link.updates(), lambda u: not u.view.round_over)
        if awaited(returned.latest.view) == table.left:
            await move(link)
        await until(returned.updates(), lambda u: awaited(u.view) == table.gone)
        assert (await move(returned)).accepted


async def play_until(met: Callable[[], bool], *links: RemoteLink) -> None:
    """These people play on until it is so, within a round."""
    while not met():
        update = links[0].latest
        assert not update.view.round_over
        acting = awaited(update.view)
        if any(link.seat == acting for link in links):
            await move(await actor(list(links)))
        else:
            await until(links[0].updates(), lambda u, seq=update.seq: u.seq > seq)


async def test_bots_are_told_who_sits_there_even_while_a_seat_is_kept() -> None:
    brain = Curious()
    async with hosted(brain=brain) as host:
        clients = await host.people(2)
        agreed = settings("chicken-foot", 3, bots=("random",), absent=Policy.BOT, absent_after=90)
        tables = await seated(clients, agreed)
        anna, bruno = await dealt(tables)
        people = (None, None, "random")
        await play_until(lambda: len(brain.asked) == 2, anna, bruno)
        assert set(brain.asked) == {("random", people)}

        await play_until(lambda: awaited(anna.latest.view) == 1, anna, bruno)
        await clients[1].close()
        await until(tables[0].states(), lambda s: not s.seats[1].here)
        brain.asked.clear()
        host.time.forward(91)
        await until(tables[0].states(), lambda s: s.seats[1].kept)
        await play_until(lambda: {level for level, _ in brain.asked} == {KEEPER, "random"}, anna)
        assert {company for _, company in brain.asked} == {people}

        back = await (await host.client(clients[1].you.name)).enter(tables[0].id)
        state = await until(back.states(), lambda s: s.holds and not s.seats[1].kept)
        assert state.you == 1
        brain.asked.clear()
        await play_until(lambda: bool(brain.asked), anna, await back.dealt())
        assert set(brain.asked) == {("random", people)}


async def test_a_turn_that_was_begun_is_finished_before_the_seat_is_given_back() -> None:
    async with hosted() as host:
        host.pace = lambda view: 10.0
        clients = await host.people(2)
        agreed = settings("chicken-foot", absent=Policy.BOT, absent_after=90)
        tables = await seated(clients, agreed)
        links = await dealt(tables)
        while True:
            acting = await actor(links)
            view = acting.latest.view
            assert view.legal is not None
            if view.legal.draw and not view.has_drawn and view.phase is not Phase.SEARCH:
                break
            assert (await move(acting)).accepted
        gone = acting.seat
        assert gone is not None
        stays, link = tables[1 - gone], links[1 - gone]
        await clients[gone].close()
        await until(stays.states(), lambda s: not s.seats[gone].here)
        host.time.forward(91)
        await until(stays.states(), lambda s: s.seats[gone].kept)
        await nothing_happens()
        host.time.forward(10)
        await until(link.updates(), lambda u: u.view.has_drawn)
        client = await host.client(clients[gone].you.name)
        back = await client.enter(stays.id)
        returned = await back.dealt()
        state = await until(back.states(), lambda s: s.seats[gone].here)
        await nothing_happens()
        assert state.seats[gone].kept
        assert not state.holds
        assert not (await move(returned)).accepted
        host.time.forward(10)
        await until(back.states(), lambda s: s.holds)
        assert awaited(returned.latest.view) != gone or not returned.latest.view.has_drawn


async def test_the_least_is_done_for_them() -> None:
    async with hosted() as host:
        table = await away(host, Policy.SKIP)
        assert table.link is not None
        host.time.forward(91)
        await until(
            table.link.updates(),
            lambda u: awaited(u.view) == table.left or u.view.round_over,
        )
        assert not table.stays.state.seats[table.gone].kept


async def test_the_game_ends() -> None:
    async with hosted() as host:
        table = await away(host, Policy.END)
        host.time.forward(91)
        state = await until(table.stays.states(), lambda s: s.stage is Stage.ENDED)
        assert state.rematch is None
        with pytest.raises(HostRefusedError):
            await table.clients[table.left].record(table.stays.id)


async def test_the_next_round_does_not_wait_for_ever() -> None:
    async with hosted() as host:
        table = await away(host, Policy.SKIP, rounds=2)
        link = table.link
        assert link is not None
        while not link.latest.view.round_over:
            if awaited(link.latest.view) == table.left:
                await move(link)
            else:
                host.time.forward(91)
                seq = link.latest.seq
                await until(link.updates(), lambda u, s=seq: u.seq > s)
        await link.submit(Ready(table.left), link.latest.seq)
        host.time.forward(91)
        await until(link.updates(), lambda u: u.view.number == 2)


async def test_who_resigns_is_replaced_for_good() -> None:
    async with hosted() as host:
        clients = await host.people(3)
        tables = await seated(clients, settings("chicken-foot", 3))
        links = await dealt(tables)
        with pytest.raises(HostRefusedError):
            await tables[1].leave()
        await tables[1].leave(sure=True)
        state = await until(tables[0].states(), lambda s: s.seats[1].gone)
        assert not state.seats[1].kept
        assert (await until(tables[1].states(), lambda s: s.you is None)).watchers == ("bruno",)
        watching = tables[1].link
        assert watching is not None
        await until(tables[1].links(), lambda link: link is not None and link.seat is None)
        for _ in range(6):
            acting = awaited(links[0].latest.view)
            if acting in (0, 2):
                await move(await actor([links[0], links[2]]))
            else:
                await until(links[0].updates(), lambda u: awaited(u.view) != 1)
        await tables[0].leave(sure=True)
        await tables[2].leave(sure=True)
        assert (await until(tables[0].states(), lambda s: s.stage is Stage.ENDED)).you is None

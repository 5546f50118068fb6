"""A finished game that is looked at together."""

from __future__ import annotations

import asyncio

import pytest
from host_kit import Hosted, dealt, hosted, play_by_itself, seated, settings, until

from chickenscratch.host.asking import Refusal
from chickenscratch.host.client import HostClient, HostRefusedError, RemoteTable
from chickenscratch.host.shapes import Showing


async def finished(host: Hosted, clients: list[HostClient]) -> list[RemoteTable]:
    """A game that they have played to its end, and look at."""
    tables = await seated(clients, settings())
    links = await dealt(tables)
    async with asyncio.timeout(60):
        await asyncio.gather(*(play_by_itself(link) for link in links))
    return tables


async def test_everybody_sees_the_step_of_who_guides() -> None:
    async with hosted() as host:
        anna, bruno = await finished(host, await host.people(2))
        watcher = await (await host.client("zoe")).enter(anna.id)
        await watcher.guide()
        await watcher.show(7)
        for table in (anna, bruno):
            state = await until(table.states(), lambda s: s.showing is not None and s.showing.line)
            assert state.showing == Showing(by="zoe", you=False, line=7)
        state = await until(watcher.states(), lambda s: s.showing is not None)
        assert state.showing is not None
        assert state.showing.you
        await watcher.guide(False)
        await until(anna.states(), lambda s: s.showing is None)
        await anna.guide()
        await until(bruno.states(), lambda s: s.showing is not None and s.showing.by == "anna")


async def test_one_person_guides_until_they_look_away() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        anna, bruno = await finished(host, clients)
        await anna.guide()
        for act in (bruno.guide(), bruno.guide(False), bruno.show(3)):
            with pytest.raises(HostRefusedError) as refused:
                await act
            assert refused.value.why is Refusal.GUIDED
        await clients[0].close()
        await until(bruno.states(), lambda s: s.showing is None)
        await bruno.guide()
        await bruno.show(3)


async def test_nobody_guides_through_a_game_that_goes_on() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings())
        await dealt(tables)
        with pytest.raises(HostRefusedError) as refused:
            await tables[0].guide()
        assert refused.value.why is Refusal.NOT_OVER

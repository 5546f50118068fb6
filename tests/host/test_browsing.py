"""Finished games at the host: who may see which again."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from host_kit import dealt, hosted, play_by_itself, settings

from chickenscratch.host import browsing
from chickenscratch.host.client import HostClient


async def play(host_clients: list[HostClient], *, public: bool = True) -> str:
    """A whole game; gives the id of its table."""
    agreed = settings(public=public)
    first, *others = host_clients
    table = await first.create(agreed, None if public else "egg")
    tables = [await first.enter(table)]
    for client in others:
        tables.append(await client.enter(table, "egg"))
        await tables[-1].sit(word="egg")
    links = await dealt(tables)
    await asyncio.gather(*(play_by_itself(link) for link in links))
    for client in host_clients:
        await client.exit(table)
    return table


async def test_public_games_are_for_everybody_and_others_for_their_players() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        zoe = await host.client("zoe")
        assert (await anna.finished()).games == ()
        public = await play([anna, bruno])
        host.time.forward(60)
        private = await play([bruno, anna], public=False)
        host.time.forward(60)
        await (await anna.enter(await anna.create(settings()))).ready()
        mine = (await anna.finished()).games
        assert [game.table for game in mine] == [private, public]
        assert [game.yours for game in mine] == [1, 0]
        theirs = (await zoe.finished()).games
        assert [(game.table, game.yours) for game in theirs] == [(public, None)]
        assert (await zoe.record(public))[0].startswith("{")


async def test_earlier_games_come_page_by_page() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = []
        for _ in range(3):
            tables.append(await play(clients))
            host.time.forward(60)
        with patch.object(browsing, "GAMES_PAGE", 2):
            page = await clients[0].finished()
            assert ([game.table for game in page.games], page.more) == (tables[:0:-1], True)
            rest = await clients[0].finished(page.games[-1].updated)
            assert ([game.table for game in rest.games], rest.more) == (tables[:1], False)

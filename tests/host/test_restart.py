"""The host dies and comes back: the same seats, the same hands, and every acknowledged move."""

from __future__ import annotations

import asyncio
import shutil
import tarfile

import pytest
from host_kit import (
    Hosted,
    actor,
    dealt,
    hosted,
    move,
    play_by_itself,
    seated,
    settings,
    until,
)

from chickenscratch.host.asking import AdminWhat
from chickenscratch.host.client import HostGoneError
from chickenscratch.host.shapes import BankClock, Stage, TurnClock
from chickenscratch.host.words import ended_words
from chickenscratch.table.link import Update


def hand(update: Update) -> tuple[object, ...]:
    view = update.view
    return view.seat, view.number, view.hand, view.counts, view.laid, view.turn


async def restart(host: Hosted) -> None:
    await host.stop()
    await host.start()


async def test_a_game_goes_on_where_it_was() -> None:
    async with hosted() as host:
        clients = await host.people(3)
        tables = await seated(clients, settings("chicken-foot", 4, bots=("random",)))
        links = await dealt(tables)
        for _ in range(4):
            link = links[0]
            await until(link.updates(), lambda update: update.view.turn != 3)
            await move(await actor(links))
        await until(links[0].updates(), lambda update: update.view.turn != 3)
        before = [hand(link.latest) for link in links]
        seq = links[0].latest.seq
        await restart(host)
        for link in links:
            await until(link.updates(), lambda update: update.seq > seq + 1000)
        assert [hand(link.latest) for link in links] == before
        assert [table.state.you for table in tables] == [0, 1, 2]
        async with asyncio.timeout(30):
            await asyncio.gather(*(play_by_itself(link) for link in links))
        (verified,) = host.verified()
        assert verified.game.over


async def test_people_wait_at_their_table_through_a_restart() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings(seats=3))
        await tables[0].ready()
        await restart(host)
        state = await until(tables[1].states(), lambda s: s.seq == 0 or not s.seats[0].ready)
        assert [seat.name for seat in state.seats] == ["anna", "bruno", None]


async def test_a_request_in_the_gap_is_told_that_nobody_is_there() -> None:
    async with hosted() as host:
        client = await host.client("anna")
        await host.stop()
        await until(client.onlines(), lambda online: not online)
        with pytest.raises(HostGoneError):
            await client.say("hello?")
        await host.start()
        await until(client.onlines(), lambda online: online)
        await client.say("hello again")


async def test_a_turn_has_at_least_a_minute_after_a_restart() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings(clock=TurnClock(seconds=100)))
        links = await dealt(tables)
        state = await until(tables[0].states(), lambda s: s.deadline is not None)
        waiting = state.awaited
        await host.stop()
        host.time.forward(1000)
        await host.start()
        for link in links:
            await until(link.updates(), lambda update: update.seq > 1000)
        state = await until(tables[0].states(), lambda s: s.deadline != state.deadline)
        assert state.awaited == waiting
        assert state.deadline == host.time.now() + 60


async def test_banks_and_pauses_are_kept() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings(clock=BankClock(seconds=600, more=5)))
        links = await dealt(tables)
        first = await actor(links)
        host.time.forward(100)
        await move(first)
        state = await until(tables[0].states(), lambda s: s.seats[first.seat or 0].bank == 505)
        pausing = asyncio.create_task(tables[0].pause())
        await until(tables[1].states(), lambda s: s.vote is not None)
        await tables[1].vote(True)
        await pausing
        await restart(host)
        state = await until(tables[1].states(), lambda s: s.seq < 10)
        assert state.paused
        assert state.seats[first.seat or 0].bank == 505
        await tables[0].pause(False)
        await until(tables[1].states(), lambda s: not s.paused and s.deadline is not None)


async def test_how_a_game_ended_can_be_seen_after_a_restart() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings())
        links = await dealt(tables)
        table = tables[0].id
        await clients[1].close()
        playing = asyncio.create_task(play_by_itself(links[0]))
        again = await host.client("bruno")
        other = await again.enter(table)
        await asyncio.gather(playing, play_by_itself(await other.dealt()))
        await again.close()
        await restart(host)
        late = await host.client("bruno")
        shown = await late.enter(table)
        assert shown.state.stage is Stage.FINISHED
        link = await shown.dealt()
        assert link.latest.view.game_over
        assert link.latest.view.results == links[0].latest.view.results


async def test_a_host_comes_back_from_a_backup() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings("chicken-foot"))
        links = await dealt(tables)
        for _ in range(5):
            await move(await actor(links))
        before = [hand(link.latest) for link in links]
        admin = await host.client()
        target = host.folder / "backup.tar.gz"
        report = await admin.admin_(AdminWhat.BACKUP, text=str(target))
        assert report["games"] == 1
        await move(await actor(links))
        await host.stop()
        shutil.rmtree(host.state)
        host.state.mkdir(mode=0o700)
        with tarfile.open(target) as tar:
            tar.extractall(host.state, filter="data")
        await host.start()
        for link in links:
            await until(link.updates(), lambda update: update.seq > 1000)
        assert [hand(link.latest) for link in links] == before
        assert (await move(await actor(links))).accepted


async def test_a_damaged_record_costs_only_its_own_table() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        broken = (await seated(clients, settings()))[0].id
        await dealt([await client.enter(broken) for client in clients])
        tables = await seated(clients, settings("chicken-foot"))
        links = await dealt(tables)
        (record, _other) = sorted(host.records(), key=lambda path: path.stat().st_mtime_ns)
        good = record.read_bytes()
        await host.stop()
        header, _end, rest = good.partition(b"\n")
        damaged = header + b"\nnothing\n" + rest
        record.write_bytes(damaged)
        await host.start()
        for link in links:
            await until(link.updates(), lambda update: update.seq > 1000)
        assert (await move(await actor(links))).accepted
        lobby = await until(clients[1].lobbies(), lambda lobby: len(lobby.tables) == 2)
        (listed,) = (entry for entry in lobby.tables if entry.table == broken)
        assert (listed.stage, listed.unseen, listed.yours) == (Stage.DAMAGED, True, 1)
        assert "damaged" in ended_words(listed.stage)
        table = await clients[1].enter(broken)
        await table.seen()
        await clients[1].exit(broken)
        assert record.read_bytes() == damaged
        await host.stop()
        record.write_bytes(good)
        await host.start()
        again = await (await host.client("anna")).enter(broken)
        assert again.state.stage is Stage.PLAYING
        assert (await again.dealt()).latest.view.hand

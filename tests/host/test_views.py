"""Several views of one seat, people who come back, and people who look on."""

from __future__ import annotations

import asyncio

import pytest
from host_kit import actor, choice, dealt, hosted, move, seated, settings, until

from chickenscratch.bots.base import awaited
from chickenscratch.core.apply import RejectReason
from chickenscratch.host.client import HostRefusedError
from chickenscratch.host.shapes import Stage


async def test_the_newest_view_holds_the_seat() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings())
        links = await dealt(tables)
        seat = (await actor(links)).seat
        assert seat is not None
        name = clients[seat].you.name
        second = await host.client(name)
        newer = await second.enter(tables[0].id)
        link = await newer.dealt()
        assert newer.state.holds
        assert not (await until(tables[seat].states(), lambda s: not s.holds)).holds
        assert link.latest.view.hand == links[seat].latest.view.hand
        assert not (await move(links[seat])).accepted
        assert (await move(link)).accepted
        await until(links[seat].updates(), lambda update: update.seq == link.latest.seq)


async def test_the_older_view_gets_the_seat_back() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings())
        await dealt(tables)
        second = await host.client("anna")
        newer = await second.enter(tables[0].id)
        await until(tables[0].states(), lambda s: not s.holds)
        await clients[0].enter(tables[0].id)
        await until(newer.states(), lambda s: not s.holds)
        assert (await until(tables[0].states(), lambda s: s.holds)).you == 0
        await clients[0].exit(tables[0].id)
        assert (await until(newer.states(), lambda s: s.holds)).you == 0


@pytest.mark.parametrize("times", [20, pytest.param(1000, marks=pytest.mark.slow)])
async def test_one_of_two_that_do_the_same_at_once_is_accepted(times: int) -> None:
    async with hosted() as host:
        clients = await host.people(2)
        done = 0
        while done < times:
            tables = await seated(clients, settings("chicken-foot"))
            links = await dealt(tables)
            while not links[0].latest.view.round_over and done < times:
                link = await actor(links)
                if link.latest.view.round_over:
                    break
                action, seq = choice(link.latest.view), link.latest.seq
                receipts = await asyncio.gather(
                    link.submit(action, seq),
                    link.submit(action, seq),
                    *(other.submit(action, seq) for other in links if other is not link),
                )
                refused = [receipt.reason for receipt in receipts if not receipt.accepted]
                assert len(refused) == 2
                assert set(refused) <= {RejectReason.STALE, RejectReason.NOT_YOUR_TURN}
                done += 1
            for client in clients:
                await client.exit(tables[0].id)


async def test_what_happened_meanwhile_is_told() -> None:
    async with hosted() as host:
        clients = await host.people(3)
        tables = await seated(clients, settings("chicken-foot", 3))
        links = await dealt(tables)
        first = await actor(links)
        assert first.seat is not None
        gone = (first.seat + 1) % 3
        await clients[gone].close()
        await until(tables[first.seat].states(), lambda s: not s.seats[gone].here)
        receipt = await move(first)
        assert receipt.accepted
        host.time.forward(50)
        back = await host.client(clients[gone].you.name)
        table = await back.enter(tables[0].id)
        assert table.away == 50
        link = await table.dealt()
        assert link.latest.events
        assert {event.seat for event in link.latest.events if hasattr(event, "seat")} == {
            first.seat
        }


async def test_watchers_see_no_hand_unless_all_agreed() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        watcher = await host.client("watcher")
        for open_hands in (False, True):
            tables = await seated(clients, settings(open_hands=open_hands))
            points = [point.what for point in tables[0].state.differs]
            assert ("open_hands" in points) is open_hands
            looking = await watcher.enter(tables[0].id)
            links = await dealt(tables)
            link = await looking.dealt()
            assert link.seat is None
            assert link.latest.view.hand == ()
            assert all(mine.hands is None for mine in links)
            if open_hands:
                assert link.hands == tuple(mine.latest.view.hand for mine in links)
            else:
                assert link.hands is None
            mover = await actor(links)
            await move(mover)
            await until(link.updates(), lambda update, m=mover: update.seq >= m.latest.seq)
            assert (link.hands is not None) is open_hands
            with pytest.raises(HostRefusedError):
                await looking.pause()
            state = await until(tables[1].states(), lambda s: s.watchers == ("watcher",))
            assert state.stage is Stage.PLAYING


async def test_who_plays_cannot_look_over_a_shoulder() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings(open_hands=True))
        await dealt(tables)
        second = await host.client("anna")
        link = await (await second.enter(tables[0].id)).dealt()
        assert link.seat == 0
        assert link.hands is None


async def test_a_watchers_command_is_refused() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings())
        links = await dealt(tables)
        watcher = await host.client("watcher")
        looking = await watcher.enter(tables[0].id)
        link = await looking.dealt()
        seat = awaited(link.latest.view)
        assert seat is not None
        action = choice(links[seat].latest.view)
        assert not (await looking.submit(action, link.latest.seq)).accepted
        assert (await links[seat].submit(action, links[seat].latest.seq)).accepted

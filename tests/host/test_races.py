"""Two connections of one person, or two people, want the same thing in the same instant: exactly
one gets it, and the others are told why not."""

from __future__ import annotations

import asyncio

import pytest
from host_kit import Hosted, actor, choice, dealt, hosted, seated, settings, until

from chickenscratch.core.actions import Call, SeatAction
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.record import ActionLine, read_games
from chickenscratch.host.client import HostClient, RemoteLink, RemoteTable
from chickenscratch.table.link import Receipt

TOLD = {RejectReason.STALE, RejectReason.NOTHING_TO_CALL, RejectReason.PENALTY_FIRST}
"""What those hear who called too late."""
TIMES = [20, pytest.param(1000, marks=pytest.mark.slow)]


class Window:
    """Another window of somebody who sits at a table."""

    def __init__(self, client: HostClient, table: RemoteTable, link: RemoteLink) -> None:
        self.client = client
        self.table = table
        self.link = link

    @classmethod
    async def open(cls, client: HostClient, table: str) -> Window:
        entered = await client.enter(table)
        return cls(client, entered, await entered.dealt())

    async def snatch(self, action: SeatAction, seq: int) -> Receipt:
        """Take the seat, and act for it in the same breath."""
        entering = asyncio.create_task(self.client.enter(self.table.id))
        receipt = await self.link.submit(action, seq)
        await entering
        return receipt


async def level(links: list[RemoteLink]) -> int:
    """Wait until all of them have seen the same; gives its number."""
    seq = max(link.latest.seq for link in links)
    for link in links:
        await until(link.updates(), lambda u: u.seq >= seq)
    return seq


@pytest.mark.parametrize("times", TIMES)
async def test_two_windows_of_one_seat(times: int) -> None:
    async with hosted() as host:
        clients = await host.people(2)
        others = [await host.client(client.you.name) for client in clients]
        done = 0
        while done < times:
            tables = await seated(clients, settings("chicken-foot"))
            links = await dealt(tables)
            pairs = [
                (Window(client, table, link), await Window.open(other, table.id))
                for client, table, link, other in zip(clients, tables, links, others, strict=True)
            ]
            while done < times:
                await level(links)
                if links[0].latest.view.round_over:
                    break
                link = await actor(links)
                assert link.seat is not None
                older, newer = pairs[link.seat]
                action, seq = choice(link.latest.view), link.latest.seq
                await until(newer.link.updates(), lambda u, seq=seq: u.seq >= seq)
                racers = [older.snatch(action, seq), newer.link.submit(action, seq)]
                if done % 2:
                    racers.reverse()
                receipts = await asyncio.gather(*racers)
                refused = [receipt.reason for receipt in receipts if not receipt.accepted]
                assert refused == [RejectReason.STALE]
                done += 1
                await newer.client.enter(tables[0].id)
            for client in (*clients, *others):
                await client.exit(tables[0].id)
        assert sum(verified.lines for verified in host.verified()) > times


@pytest.mark.parametrize("times", TIMES)
async def test_two_seats_that_call_the_same_double(times: int) -> None:
    """Who laid it wants to call it, and another seat wants to catch that it was forgotten."""
    async with hosted() as host:
        clients = await host.people(3)
        agreed = settings("chicken-foot", 3)
        agreed = agreed.model_copy(
            update={"rules": agreed.rules.model_copy(update={"call_duty": True})}
        )
        done = 0
        while done < times:
            tables = await seated(clients, agreed)
            done += await _race_for_calls(await dealt(tables), times - done)
            for client in clients:
                await client.exit(tables[0].id)
        _every_call_was_made_once(host, times)


async def _race_for_calls(links: list[RemoteLink], most: int) -> int:
    """Play a round; whenever a call is owed, everybody calls at once. How often that was."""
    done = 0
    while done < most:
        seq = await level(links)
        view = links[0].latest.view
        if view.round_over:
            break
        if not view.owed:
            link = await actor(links)
            await link.submit(choice(link.latest.view), link.latest.seq)
            continue
        owed = view.owed[0]
        receipts = await asyncio.gather(
            *(link.submit(Call(link.seat or 0, owed.what), seq) for link in links)
        )
        assert sum(receipt.accepted for receipt in receipts) == 1
        why = {receipt.reason for receipt in receipts if not receipt.accepted}
        assert why <= TOLD, why
        done += 1
    return done


def _every_call_was_made_once(host: Hosted, times: int) -> None:
    assert host.verified()
    texts = [path.read_text().split("\n") for path in host.records()]
    records = [record for lines in texts for record in read_games(lines)]
    actions = [entry.action for record in records for _line, entry in record.entries
               if isinstance(entry, ActionLine)]  # fmt: skip
    assert sum(isinstance(action, Call) for action in actions) == times

"""Clocks, pauses, and what is taken back when all agree."""

from __future__ import annotations

import asyncio

import pytest
from host_kit import actor, dealt, hosted, lay, move, seated, settings, until
from hypothesis import given
from hypothesis import strategies as st

from chickenscratch.bots.base import awaited
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import RejectReason
from chickenscratch.host.asking import Refusal
from chickenscratch.host.client import HostRefusedError
from chickenscratch.host.game import QUESTIONS
from chickenscratch.host.shapes import BankClock, TurnClock, VoteKind
from chickenscratch.host.timing import Bucket, TurnTimer
from chickenscratch.table.link import Ready, Undo


async def test_a_turn_is_made_when_its_time_is_over() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings(clock=TurnClock(seconds=30)))
        links = await dealt(tables)
        state = await until(tables[0].states(), lambda s: s.deadline is not None)
        assert state.deadline == state.now + 30
        acting = awaited(links[0].latest.view)
        assert acting == state.awaited
        host.time.forward(29)
        assert awaited(links[0].latest.view) == acting
        host.time.forward(2)
        await until(links[0].updates(), lambda u: awaited(u.view) != acting)
        await until(tables[0].states(), lambda s: s.deadline == host.time.now() + 30)


async def test_nobody_waits_longer_than_the_break_between_rounds() -> None:
    async with hosted() as host:
        clock = TurnClock(seconds=30)
        tables = await seated(await host.people(2), settings(rounds=2, clock=clock))
        links = await dealt(tables)
        while not links[0].latest.view.round_over:
            acting = awaited(links[0].latest.view)
            host.time.forward(31)
            seq = links[0].latest.seq
            await until(links[0].updates(), lambda u, s=seq: u.seq > s)
            assert acting is not None
        await links[0].submit(Ready(0), links[0].latest.seq)
        await until(tables[0].states(), lambda s: s.deadline == host.time.now() + 90)
        host.time.forward(91)
        await until(links[0].updates(), lambda u: u.view.number == 2)


async def test_a_bank_is_spent_by_its_owner_only() -> None:
    async with hosted() as host:
        clock = BankClock(seconds=100, more=10)
        tables = await seated(await host.people(2), settings("chicken-foot", clock=clock))
        links = await dealt(tables)
        first = await actor(links)
        assert first.seat is not None
        host.time.forward(40)
        await move(first)
        state = await until(tables[0].states(), lambda s: s.seats[first.seat].bank == 70)
        assert state.seats[1 - first.seat].bank == 100


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 500)), max_size=30))
def test_banks_never_go_below_nothing_or_above_the_beginning(
    turns: list[tuple[int, float]],
) -> None:
    timer = TurnTimer(BankClock(seconds=300, more=20), [300.0] * 4)
    now = 1000.0
    for seat, seconds in turns:
        timer.begin(seat, now)
        assert timer.deadline is not None
        assert timer.deadline >= now
        now += seconds
    timer.stop(now)
    assert all(bank is not None and 0 <= bank <= 300 for bank in timer.banks)


@given(st.lists(st.floats(0, 10), max_size=100))
def test_a_bucket_gives_no_more_than_it_should(waits: list[float]) -> None:
    bucket = Bucket(5, 2.0, 0.0)
    now, taken = 0.0, 0
    for wait in waits:
        now += wait
        taken += bucket.take(now) == 0
        assert taken <= 5 + 2.0 * now + 1e-6


async def test_a_pause_stops_everything_until_somebody_ends_it() -> None:
    async with hosted() as host:
        clock = TurnClock(seconds=30)
        tables = await seated(await host.people(3), settings("chicken-foot", 3, clock=clock))
        links = await dealt(tables)
        pausing = asyncio.create_task(tables[0].pause())
        state = await until(tables[2].states(), lambda s: s.vote is not None)
        assert state.vote is not None
        assert (state.vote.kind, state.vote.by, state.vote.waiting) == (VoteKind.PAUSE, 0, (1, 2))
        await tables[1].vote(True)
        with pytest.raises(HostRefusedError):
            await tables[1].vote(True)
        assert not tables[0].state.paused
        await tables[2].vote(True)
        await pausing
        state = await until(tables[0].states(), lambda s: s.paused)
        assert state.deadline is None
        acting = await actor(links)
        assert (await move(acting)).reason is RejectReason.STALE
        await tables[2].pause(False)
        state = await until(tables[0].states(), lambda s: not s.paused)
        assert (await move(acting)).accepted


async def test_one_no_is_enough() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(3), settings("chicken-foot", 3))
        await dealt(tables)
        pausing = asyncio.create_task(tables[0].pause())
        await until(tables[1].states(), lambda s: s.vote is not None)
        await tables[1].vote(False)
        await pausing
        state = await until(tables[0].states(), lambda s: s.vote is None)
        assert not state.paused


async def test_nobody_asks_again_and_again() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings("chicken-foot"))
        await dealt(tables)
        for _ in range(QUESTIONS):
            pausing = asyncio.create_task(tables[0].pause())
            await until(tables[1].states(), lambda s: s.vote is not None)
            await tables[1].vote(False)
            await pausing
        with pytest.raises(HostRefusedError) as refused:
            await tables[0].pause()
        assert refused.value.why is Refusal.TOO_FAST
        assert refused.value.wait is not None
        host.time.forward(refused.value.wait + 0.001)
        pausing = asyncio.create_task(tables[0].pause())
        await until(tables[1].states(), lambda s: s.vote is not None)
        await tables[1].vote(True)
        await pausing


async def test_silence_is_no_and_who_leaves_is_not_waited_for() -> None:
    async with hosted() as host:
        clients = await host.people(3)
        tables = await seated(clients, settings("chicken-foot", 3))
        await dealt(tables)
        pausing = asyncio.create_task(tables[0].pause())
        await until(tables[0].states(), lambda s: s.vote is not None)
        host.time.forward(61)
        await pausing
        assert not (await until(tables[0].states(), lambda s: s.vote is None)).paused
        pausing = asyncio.create_task(tables[0].pause())
        await until(tables[1].states(), lambda s: s.vote is not None)
        await tables[1].vote(True)
        await clients[2].close()
        await pausing
        await until(tables[0].states(), lambda s: s.paused)


async def test_a_tile_is_taken_back_when_the_others_agree() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings("chicken-foot"))
        links = await dealt(tables)
        await lay(links)
        mover = await actor(links)
        before = [link.latest.view for link in links]
        while mover is not await lay(links):
            mover = await actor(links)
            before = [link.latest.view for link in links]
        assert mover.seat is not None
        other = tables[1 - mover.seat]
        for yes in (False, True):
            asking = asyncio.create_task(mover.submit(Undo(mover.seat), mover.latest.seq))
            state = await until(other.states(), lambda s: s.vote is not None)
            assert state.vote is not None
            assert state.vote.kind is VoteKind.UNDO
            await other.vote(yes)
            receipt = await asking
            assert receipt.accepted is yes
            await until(other.states(), lambda s: s.vote is None)
        watching = links[1 - mover.seat]
        await until(watching.updates(), lambda u: u.seq >= mover.latest.seq)
        assert [link.latest.view for link in links] == before
        assert len(watching.story) == len(mover.story)


@pytest.mark.parametrize("before", [True, False])
async def test_what_somebody_did_is_not_taken_back_while_they_are_away(before: bool) -> None:
    """They are asked, or it stays: whether they left `before` the question or after it."""
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings("chicken-foot"))
        links = await dealt(tables)
        first = await lay(links)
        while await lay(links) is first:
            pass
        assert first.seat is not None
        undo = first.latest.undo
        assert undo is not None
        assert {action.seat for action in undo.actions if not isinstance(action, Deal)} == {0, 1}
        other = 1 - first.seat
        view, away = first.latest.view, clients[other]
        if before:
            await away.close()
            await until(tables[first.seat].states(), lambda s: not s.seats[other].here)
        asking = asyncio.create_task(first.submit(Undo(first.seat), first.latest.seq))
        if not before:
            await until(tables[first.seat].states(), lambda s: s.vote is not None)
            await away.close()
        assert (await asking).reason is RejectReason.OTHERS_ACTED
        assert first.latest.view == view


async def test_alone_with_bots_nobody_is_asked() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(1), settings("chicken-foot", 2, bots=("random",)))
        (link,) = await dealt(tables)
        while link.latest.undo is None:
            await until(link.updates(), lambda u: awaited(u.view) == 0)
            await move(link)
            await until(link.updates(), lambda u: awaited(u.view) == 0 or u.undo is not None)
        await until(link.updates(), lambda u: awaited(u.view) == 0)
        assert (await link.submit(Undo(0), link.latest.seq)).accepted


async def test_a_question_is_off_when_the_game_goes_on() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings("chicken-foot"))
        links = await dealt(tables)
        mover = await lay(links)
        assert mover.seat is not None
        other = links[1 - mover.seat]
        while awaited(other.latest.view) != other.seat:
            assert await lay(links) is mover
        asking = asyncio.create_task(mover.submit(Undo(mover.seat), mover.latest.seq))
        await until(tables[1 - mover.seat].states(), lambda s: s.vote is not None)
        await move(other)
        assert (await asking).reason is RejectReason.OTHERS_ACTED

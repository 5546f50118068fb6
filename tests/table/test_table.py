"""The authority: what it accepts, refuses, shows, keeps and deals."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from table_kit import PRESETS, Memory, actor, choice, people, play, play_round, rules_of, settle

from chickenscratch.core.actions import Call, CallWord, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Dealt, LeadLaid
from chickenscratch.core.state import Phase
from chickenscratch.core.tiles import tile
from chickenscratch.layout import Layout, lay_out
from chickenscratch.store import StoreError
from chickenscratch.table.link import Command, Ready
from chickenscratch.table.seat_link import SeatLink
from chickenscratch.table.table import SAVED_AGAIN, Table


async def test_the_first_round_is_dealt_without_being_asked_for() -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        assert table.game.deals == 1
        assert all(link.latest.seq == 1 for link in links)
        assert all(isinstance(link.latest.events[0], Dealt) for link in links)
        assert [len(link.latest.view.hand) for link in links] == [5, 5, 5]


async def test_an_accepted_command_is_shown_to_every_link() -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        watcher, twin = table.link(None), table.link(0)
        seat = actor(table)
        receipt = await play(links[seat])
        assert receipt.accepted
        for link in (*links, watcher, twin):
            assert link.latest.seq == receipt.seq
            assert isinstance(link.latest.events[0], LeadLaid)
            assert len(link.latest.view.laid) == 1


def refusals(table: Table, links: list[SeatLink]) -> list[tuple[SeatLink, Command, RejectReason]]:
    """Commands that must not be accepted when the lead is to be laid."""
    seat = actor(table)
    me, other = links[seat], links[(seat + 1) % len(links)]
    lead = choice(me.latest.view)
    assert isinstance(lead, Lead)
    held = me.latest.view.hand[0]
    return [
        (other, Draw(other.seat or 0), RejectReason.NOT_YOUR_TURN),
        (other, lead, RejectReason.NOT_YOUR_TURN),  # in somebody else's name
        (table.link(None), lead, RejectReason.NOT_YOUR_TURN),
        (me, Lead(seat, tile(1, 0)), RejectReason.NOT_THE_LEAD),
        (me, Play(seat, held, held.high), RejectReason.LEAD_FIRST),
        (me, Draw(seat), RejectReason.LEAD_FIRST),
        (me, Pass(seat), RejectReason.LEAD_FIRST),
        (me, Call(seat, CallWord.TAP), RejectReason.NOTHING_TO_CALL),
        (me, Ready(seat), RejectReason.ROUND_NOT_OVER),
    ]


async def test_an_illegal_command_is_refused_and_changes_nothing() -> None:
    recorder = Memory()
    async with people(rules_of("chicken-scratch"), 3, recorder) as (table, links):
        game, lines = table.game, len(recorder.lines)
        for link, command, reason in refusals(table, links):
            receipt = await link.submit(command, link.latest.seq)
            assert receipt.reason is reason, command
            assert receipt.seq == 1
        assert table.game is game
        assert len(recorder.lines) == lines
        assert all(link.latest.seq == 1 for link in links)


async def test_a_tile_that_does_not_fit_is_refused_with_the_reason() -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        await play(links[actor(table)])
        link = links[actor(table)]
        legal = link.latest.view.legal
        assert legal is not None
        assert link.seat is not None
        wrong = next(entry for entry in legal.tiles if not entry.moves)
        receipt = await link.submit(Play(link.seat, wrong.tile, wrong.tile.high), link.latest.seq)
        assert receipt.reason is RejectReason.DOES_NOT_FIT
        assert receipt.why == wrong.why


@pytest.mark.parametrize("age", [-1, 1])
async def test_a_command_decided_on_another_view_is_stale(age: int) -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        await play(links[actor(table)])
        game, link = table.game, links[actor(table)]
        receipt = await link.submit(choice(link.latest.view), link.latest.seq + age)
        assert receipt.reason is RejectReason.STALE
        assert table.game is game


async def test_who_is_ready_makes_no_view_stale() -> None:
    rules = rules_of("chicken-scratch")
    async with people(rules, 3) as (table, links):
        await play_round(table, links)
        ended = links[0].latest.seq
        assert (await links[0].submit(Ready(0), ended)).accepted
        assert (await links[1].submit(Ready(1), ended)).accepted
        assert [who.ready for who in links[2].latest.seats] == [True, True, False]
        assert (await links[2].submit(Ready(2), ended)).accepted
        assert table.game.deals == 2


async def test_of_two_links_of_one_seat_exactly_one_is_first() -> None:
    async with people(rules_of("chicken-foot"), 3) as (table, links):
        for _ in range(25):
            seat = actor(table)
            twin = table.link(seat)
            update = links[seat].latest
            command = choice(update.view)
            receipts = await asyncio.gather(
                *(link.submit(command, update.seq) for link in (links[seat], twin))
            )
            assert [receipt.reason for receipt in receipts] == [None, RejectReason.STALE]
            if table.game.between_rounds:
                break


async def test_everybody_ready_deals_exactly_once() -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        await play_round(table, links)
        assert table.game.deals == 1
        seq = links[0].latest.seq
        twins = [*links, *(table.link(seat) for seat in range(3))]
        receipts = await asyncio.gather(
            *(link.submit(Ready(link.seat or 0), seq) for link in twins)
        )
        assert table.game.deals == 2
        assert [r.reason for r in receipts[:3]] == [None] * 3
        assert {r.reason for r in receipts[3:]} == {RejectReason.ROUND_NOT_OVER}
        assert not any(who.ready for who in links[0].latest.seats)


async def test_a_late_ready_does_not_count_for_the_next_round() -> None:
    async with people(rules_of("chicken-scratch"), 2) as (table, links):
        await play_round(table, links)
        late = links[0].latest.seq
        for link in links:
            await link.submit(Ready(link.seat or 0), link.latest.seq)
        await play_round(table, links)
        receipt = await links[0].submit(Ready(0), late)
        assert receipt.reason is RejectReason.STALE
        assert not links[0].latest.seats[0].ready


async def test_a_redeal_needs_nobody() -> None:
    rules = rules_of("chicken-foot", missing_lead="redeal", hand_sizes={"2": 3}, rounds=1)
    recorder = Memory()
    async with people(rules, 2, recorder) as (table, links):
        while table.game.round is None or table.game.round.phase is Phase.REDEAL:
            await settle()
        assert table.game.deals > 1
        assert [line.get("round") for line in recorder.lines[1:]] == [1] * table.game.deals
        assert links[0].latest.events == (links[1].latest.events[0],)
        assert recorder.game() == table.game


@pytest.mark.parametrize("name", PRESETS)
async def test_the_record_leads_to_the_same_state_at_any_time(name: str) -> None:
    recorder = Memory()
    async with people(rules_of(name, rounds=2), 3, recorder) as (table, links):
        while not table.game.over:
            if table.game.between_rounds:
                for link in links:
                    await link.submit(Ready(link.seat or 0), link.latest.seq)
            else:
                await play(links[actor(table)])
            assert recorder.game() == table.game


async def test_a_play_without_a_place_is_laid_where_it_is_tidiest() -> None:
    rules = rules_of("chicken-foot")
    async with people(rules, 4) as (table, links):
        chosen = 0
        while not table.game.between_rounds:
            seat, before = actor(table), table.game.round
            assert before is not None
            command = choice(links[seat].latest.view)
            await links[seat].submit(command, links[seat].latest.seq)
            if isinstance(command, Play):
                layout = lay_out(rules.set_size, rules.arms, before.laid)
                legal = [e for e in before.ends if e.number == command.on]
                keys = [(e.parent, e.port) for e in legal if before.parent in (-1, e.parent)]
                assert table.game.round is not None
                laid = table.game.round.laid[-1]
                best = layout.tidiest(keys, command.tile.other(command.on))
                assert (laid.parent, laid.port, laid.bend) == (*best, 0)
                chosen += len(keys) > 1
        assert chosen > 3


async def test_a_place_that_was_chosen_is_kept_and_its_bend_is_one_there_is() -> None:
    async with people(rules_of("chicken-scratch"), 4) as (table, links):
        await play(links[actor(table)])
        link = links[actor(table)]
        while not (link.latest.view.legal and link.latest.view.legal.moves):
            await play(link)
            link = links[actor(table)]
        assert link.latest.view.legal is not None
        move = link.latest.view.legal.moves[0]
        place = move.places[-1]._replace(bend=7)
        await link.submit(Play(link.seat or 0, move.tile, move.on, place), link.latest.seq)
        assert table.game.round is not None
        laid = table.game.round.laid[-1]
        assert (laid.parent, laid.port, laid.bend) == (place.parent, place.port, 2)


async def test_a_fault_in_the_picture_does_not_stop_the_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: object) -> None:
        raise ValueError("no room")

    monkeypatch.setattr(Layout, "tidiest", fault)
    async with people(rules_of("chicken-scratch"), 4) as (table, links):
        await play_round(table, links)
    assert "no tidiest place" in caplog.text


class Held(Memory):
    """A recorder that does not finish before it is let go."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.entered, self.loop = asyncio.Event(), loop
        self.go = threading.Event()
        self.go.set()

    def append(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self.loop.call_soon_threadsafe(self.entered.set)
        self.go.wait()
        super().append(lines)


async def test_nothing_is_shown_or_acknowledged_before_it_is_recorded() -> None:
    recorder = Held(asyncio.get_running_loop())
    async with people(rules_of("chicken-scratch"), 3, recorder) as (table, links):
        recorder.entered.clear()
        recorder.go.clear()
        asked = asyncio.create_task(play(links[actor(table)]))
        await recorder.entered.wait()
        await settle()
        assert not asked.done()
        assert all(link.latest.seq == 1 for link in links)
        recorder.go.set()
        assert (await asked).accepted
        assert all(link.latest.seq == 2 for link in links)


class Full(Memory):
    """A disk that is full at times."""

    full = False

    def append(self, lines: Sequence[Mapping[str, Any]]) -> None:
        super().append(lines)
        if self.full:
            raise StoreError("The disk of {who} is full.", who="Anna")


async def test_a_full_disk_is_told_once_and_the_game_goes_on() -> None:
    recorder = Full()
    async with people(rules_of("chicken-scratch"), 3, recorder) as (table, links):
        told = []
        for full in (False, True, True, False, False):
            recorder.full = full
            assert (await play(links[actor(table)])).accepted
            told.append([str(notice) for notice in links[0].latest.notices])
        assert told == [[], ["The disk of Anna is full."], [], [str(SAVED_AGAIN)], []]


async def test_what_was_asked_before_the_close_is_still_answered() -> None:
    async with people(rules_of("chicken-scratch"), 2) as (table, links):
        asked = asyncio.create_task(play(links[actor(table)]))
        await asyncio.sleep(0)
        await table.close()
        assert (await asked).accepted


async def test_whoever_has_gone_is_not_answered() -> None:
    async with people(rules_of("chicken-scratch"), 2) as (table, links):
        game, seat = table.game, actor(table)
        asked = asyncio.create_task(play(links[seat]))
        asked.cancel()
        await settle()
        assert table.game is game
        assert (await play(links[seat])).accepted

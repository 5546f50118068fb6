"""The authority: what it accepts, refuses, shows, keeps and deals."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import TypeAdapter
from table_kit import SEED, Memory, choice, play, rules_of, seats, settle

from chickenscratch.bots.base import awaited
from chickenscratch.core.actions import Call, CallWord, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason, start_game
from chickenscratch.core.events import Dealt, Drawn, DrawnFor, Event, LeadLaid
from chickenscratch.core.record import RecordSeat, header_line
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import tile
from chickenscratch.core.view import SeatView
from chickenscratch.layout import Layout, lay_out
from chickenscratch.store import StoreError
from chickenscratch.table.link import Command, Ready, Update
from chickenscratch.table.seat_link import MOST_KEPT, SeatLink
from chickenscratch.table.table import SAVED_AGAIN, Recorder, Table

UPDATE = TypeAdapter(Update)
PRESETS = ("chicken-scratch", "chicken-foot")


@asynccontextmanager
async def people(
    rules: RuleSet, count: int, recorder: Recorder | None = None, seed: str = SEED
) -> AsyncIterator[tuple[Table, list[SeatLink]]]:
    """A table at which only persons sit, dealt, and a link for each."""
    game = start_game(rules, count, seed)
    chairs = seats(*[None] * count)
    names = [RecordSeat(who.name) for who in chairs]
    opening = [header_line(game, names, "2026-11-29T20:15:00Z", private=True)]
    table = Table(game, chairs, recorder=recorder, opening=opening)
    links = [table.link(seat) for seat in range(count)]
    table.start()
    await first(links[0])
    try:
        yield table, links
    finally:
        await table.close()


async def first(link: SeatLink) -> None:
    """Wait for the first deal."""
    async for update in link.updates():
        if update.view.number:
            return


def actor(table: Table) -> int:
    assert table.game.round is not None
    seat = awaited(table.game.round)
    assert seat is not None
    return seat


async def play_round(table: Table, links: list[SeatLink]) -> None:
    """Play on until the round is over."""
    rounds = len(table.game.results)
    while len(table.game.results) == rounds:
        assert (await play(links[actor(table)])).accepted


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


def hidden_from(game: Game, seat: int | None) -> set[str]:
    """The tiles that `seat` may not know."""
    table = game.round
    if table is None or table.phase is Phase.OVER:
        return set()
    others = [hand for owner, hand in enumerate(table.hands) if owner != seat]
    return {str(tile) for hand in (*others, table.yard) for tile in hand}


def leaks(game: Game, seat: int | None, update: Update) -> set[str]:
    """What an update names although its seat may not know it.

    Everything is serialised, only the rounds that are over are taken out: they are open to all.
    """
    text = UPDATE.dump_json(update).decode()
    assert game.seed is not None
    found = {game.seed} if not game.over and game.seed in text else set()
    data = json.loads(text)
    del data[1][SeatView._fields.index("results")]
    events = [event for event in data[2] if event["event"] != "round-ended"]
    rest = json.dumps([data[0], data[1], events, *data[3:]])
    return found | {tile for tile in hidden_from(game, seat) if f'"{tile}"' in rest}


@pytest.mark.parametrize("name", PRESETS)
async def test_no_update_names_a_tile_that_its_seat_may_not_know(name: str) -> None:
    rules = rules_of(name, rounds=3)
    async with people(rules, 4) as (table, links):
        watcher = table.link(None)
        checked = 0
        while not table.game.over:
            if table.game.between_rounds:
                for link in links:
                    await link.submit(Ready(link.seat or 0), link.latest.seq)
            else:
                assert (await play(links[actor(table)])).accepted
            for link in (*links, watcher):
                assert link.latest.view.results == table.game.results
                assert leaks(table.game, link.seat, link.latest) == set()
                checked += 1
        assert checked > 300


async def test_the_search_for_leaks_finds_them() -> None:
    async with people(rules_of("chicken-foot"), 4) as (table, links):
        game, update = table.game, links[0].latest
        assert game.round is not None
        for hidden in (game.round.hands[1][0], game.round.yard[0]):
            event = Drawn(1, hidden, DrawnFor.TURN, 5)
            assert leaks(game, 0, update._replace(events=(event,))) == {str(hidden)}
        assert leaks(game, None, update) == {str(tile) for tile in game.round.hands[0]}
        told = update._replace(notices=(Sentence("{seed}", {"seed": game.seed}),))
        assert leaks(game, 0, told) == {SEED}


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


async def test_a_slow_reader_gets_the_newest_view_and_all_the_events() -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        slow, quick = table.link(0), links[0]
        events: list[Event] = []
        while not table.game.between_rounds:
            await play(links[actor(table)])
            events.extend(quick.latest.events)
        update = await anext(aiter(slow.updates()))
        assert update.view == quick.latest.view
        assert update.events == tuple(events)


async def test_a_reader_that_never_reads_costs_little() -> None:
    async with people(rules_of("double-foot", rounds=8), 2) as (table, links):
        asleep = table.link(None)
        while not table.game.over:
            if table.game.between_rounds:
                for link in links:
                    await link.submit(Ready(link.seat or 0), link.latest.seq)
            else:
                await play(links[actor(table)])
        assert table.game.over
        assert asleep.latest.seq > MOST_KEPT
        (update,) = [update async for update in asleep.updates()]
        assert len(update.events) < 2 * MOST_KEPT
        assert update.view == asleep.latest.view


async def test_updates_go_on_where_the_last_reader_stopped() -> None:
    async with people(rules_of("chicken-scratch"), 3) as (table, links):
        link = table.link(1)
        assert (await anext(aiter(link.updates()))).events == ()
        await play(links[actor(table)])
        one = await anext(aiter(link.updates()))
        assert isinstance(one.events[0], LeadLaid)
        assert await anext(aiter(link.updates())) == one._replace(events=())


async def test_updates_end_with_the_game_and_with_the_table() -> None:
    async with people(rules_of("chicken-scratch", rounds=1), 2) as (table, links):
        reading = asyncio.create_task(_last(links[0]))
        await play_round(table, links)
        assert table.game.over
        assert await reading == links[0].latest
        assert await _last(table.link(1)) == table.link(1).latest
        late = await links[0].submit(Ready(0), links[0].latest.seq)
        assert late.reason is RejectReason.GAME_OVER

    async with people(rules_of("chicken-scratch"), 2) as (table, links):
        reading = asyncio.create_task(_last(links[1]))
        await settle()
        await table.close()
        assert await reading is not None
        seat = actor(table)
        assert (await play(links[seat])).reason is RejectReason.STALE


async def _last(link: SeatLink) -> Update | None:
    last = None
    async for update in link.updates():
        last = update
    return last


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

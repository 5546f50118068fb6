"""What the links show: to each seat its own, to slow readers the newest, and when it ends."""

from __future__ import annotations

import asyncio
import json

import pytest
from pydantic import TypeAdapter
from table_kit import PRESETS, SEED, actor, people, play, play_round, rules_of, settle

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Drawn, DrawnFor, Event, LeadLaid
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.text import Sentence
from chickenscratch.core.view import SeatView
from chickenscratch.table.link import Ready, Update
from chickenscratch.table.seat_link import MOST_KEPT, SeatLink

UPDATE = TypeAdapter(Update)


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

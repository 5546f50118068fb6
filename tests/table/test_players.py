"""Bots in their seats: whole games, pace, failing brains, and the duty to call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from curious import Curious
from table_kit import SEED, Clock, Memory, Quick, choice, play_by_itself, rules_of, seats, settle

from chickenscratch.bots.base import Company
from chickenscratch.core.actions import Call, CallWord, Deal, Draw, Pass, Play, SeatAction
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Called, Caught, DrawnFor, Event
from chickenscratch.core.events import Drawn as DrawnTile
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Fact, Phase
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.table.link import Ready, TableLink, Update
from chickenscratch.table.local import LocalTable, open_table
from chickenscratch.table.players import FAIR_WINDOW, PACES, BotPlayer, Brain, Pace
from chickenscratch.table.setup import TableSetup

INSTANT = PACES["instant"]


@asynccontextmanager
async def local(
    rules: RuleSet,
    *levels: str | None,
    seed: str = SEED,
    brain: Brain | None = None,
    pace: Pace = INSTANT,
    clock: Clock | None = None,
    recorder: Memory | None = None,
) -> AsyncIterator[LocalTable]:
    table = open_table(
        TableSetup(rules, seats(*levels), seed),
        brain=brain or Quick(),
        pace=pace,
        recorder=recorder,
        sleep=(clock or Clock()).sleep,
    )
    try:
        yield table
    finally:
        await table.close()


async def to_the_end(link: TableLink) -> Update:
    last = link.latest
    async for update in link.updates():
        last = update
    return last


@pytest.mark.parametrize("name", ["chicken-scratch", "chicken-foot"])
async def test_bots_play_a_whole_game_over_their_links(name: str) -> None:
    recorder = Memory()
    rules = rules_of(name)
    async with local(rules, "heaviest", "random", "heaviest", "random", recorder=recorder) as table:
        last = await to_the_end(table.watch())
        assert last.view.game_over
        assert len(last.view.results) == rules.game_rounds
    assert recorder.closed
    assert recorder.game().results == last.view.results


@pytest.mark.parametrize(
    "options",
    [
        {"call_duty": True, "last_tile_tap": "duty"},
        {"may_pass": True, "drawn_tile": "may-keep"},
        {"draw": "until-playable", "missing_lead": "redeal"},
        {"draw": "none", "missing_lead": "draw-together", "empty_yard": "ends-round"},
        {"drawn_tile": "must-keep", "missing_lead": "set-aside", "yard_reserve": 2},
    ],
)
async def test_bots_and_people_finish_games_under_house_rules(options: dict[str, object]) -> None:
    rules = rules_of("chicken-scratch", rounds=4, **options)
    recorder = Memory()
    async with local(rules, None, "heaviest", "random", None, recorder=recorder) as table:
        await asyncio.gather(*(play_by_itself(link) for link in table.people))
    assert recorder.game().over


async def test_three_people_at_one_keyboard() -> None:
    rules = rules_of("chicken-scratch", rounds=3)
    async with local(rules, None, None, None) as table:
        assert [link.seat for link in table.people] == [0, 1, 2]
        seen = await asyncio.gather(*(play_by_itself(link) for link in table.people))
        for seat, updates in enumerate(seen):
            assert updates[-1].view.game_over
            assert {update.view.seat for update in updates} == {seat}


async def test_bots_are_told_who_sits_at_the_table() -> None:
    brain = Curious()
    rules = rules_of("chicken-scratch", rounds=1)
    async with local(rules, None, "heaviest", "random", None, brain=brain) as table:
        await asyncio.gather(*(play_by_itself(link) for link in table.people))
    company = (None, "heaviest", "random", None)
    assert set(brain.asked) == {("heaviest", company), ("random", company)}


async def test_the_bots_wait_for_the_person_between_rounds() -> None:
    async with local(rules_of("chicken-scratch"), None, "heaviest", "heaviest") as table:
        (me,) = table.people
        async for update in me.updates():
            if update.view.results:
                break
            if not update.view.round_over and update.view.turn == 0:
                await me.submit(choice(update.view), update.seq)
        await settle()
        assert me.latest.view.number == 1
        assert [who.ready for who in me.latest.seats] == [False, True, True]


class Paced:
    """Notes what it was asked about; every bot takes ten seconds."""

    def __init__(self) -> None:
        self.kinds: list[DutyKind] = []

    def __call__(self, view: SeatView) -> float:
        self.kinds.append(view.duty.kind)
        return 10.0


async def test_a_bot_takes_its_time_and_can_be_hurried() -> None:
    clock, pace = Clock(), Paced()
    rules = rules_of("chicken-scratch")
    async with local(rules, "heaviest", "heaviest", pace=pace, clock=clock) as table:
        watcher = table.watch()
        await clock.forward(9.9)
        assert watcher.latest.seq == 1
        await clock.forward(0.1)
        assert watcher.latest.seq == 2
        table.hurry()
        await settle()
        assert watcher.latest.seq == 3
        await settle()
        assert watcher.latest.seq == 3  # once is for one move
        assert pace.kinds[0] is DutyKind.LEAD


async def test_the_search_for_the_lead_is_quicker_than_a_move() -> None:
    for name in ("brisk", "calm"):
        pace = PACES[name]
        searching = view_in_search()
        assert 0 < pace(searching) < pace(searching._replace(phase=Phase.LEAD))
    assert INSTANT(view_in_search()) == 0


def view_in_search() -> SeatView:
    rules = rules_of("chicken-foot", missing_lead="draw-in-turn", hand_sizes={"2": 1})
    for n in range(100):
        outcome = apply(start_game(rules, 2, f"{n:064x}"), Deal())
        assert isinstance(outcome, Accepted)
        if outcome.game.round and outcome.game.round.phase is Phase.SEARCH:
            return view_of(outcome.game, outcome.game.round.turn)
    raise AssertionError


class Broken:
    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        raise OSError("the worker has gone")


class Cheat:
    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return Pass(view.seat or 0)


class Asleep:
    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.parametrize(
    ("brain", "word"), [(Broken(), "failed"), (Cheat(), "not legal"), (Asleep(), "too long")]
)
async def test_a_failing_brain_is_logged_and_a_legal_move_is_made(
    brain: Brain, word: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = BotPlayer.__init__
    monkeypatch.setattr(
        BotPlayer, "__init__", lambda *args, **named: plain(*args, **named, patience=0)
    )
    rules = rules_of("chicken-scratch", rounds=1)
    with caplog.at_level(logging.WARNING):
        async with local(rules, "heaviest", "heaviest", brain=brain) as table:
            assert (await to_the_end(table.watch())).view.game_over
    assert word in caplog.text
    assert "could not act" not in caplog.text


DUTY = rules_of("chicken-foot", call="chickie", call_duty=True)


async def until_i_owe(table: LocalTable) -> Update:
    """Play until seat 0 has laid a double and owes the call; its bots play at once."""
    (me,) = table.people
    for _ in range(1000):
        await settle()
        update = me.latest
        view, legal = update.view, update.view.legal
        assert legal is not None
        if view.round_over:
            await me.submit(Ready(0), update.seq)
            continue
        if legal.calls:
            return update
        if view.penalty == 0 or view.turn == 0:
            doubles = [move for move in legal.moves if move.tile.is_double]
            action = choice(view)
            if doubles:
                action = Play(0, doubles[0].tile, doubles[0].on)
            assert (await me.submit(action, update.seq)).accepted
    raise AssertionError


def kinds(link: TableLink) -> list[type[Event]]:
    return [type(event) for event in link.latest.events]


async def test_a_person_who_forgets_to_call_is_caught_after_a_fair_window() -> None:
    clock = Clock()
    async with local(DUTY, None, "heaviest", "heaviest", clock=clock) as table:
        (me,) = table.people
        owing = await until_i_owe(table)
        await clock.forward(FAIR_WINDOW - 0.1)
        table.hurry()
        await settle()
        assert me.latest.seq == owing.seq  # nobody has moved, however much one may hurry them
        await clock.forward(0.2)
        assert me.latest.seq == owing.seq + 1
        (event,) = me.latest.events
        assert isinstance(event, Caught)
        assert (event.seat, event.by, event.must_draw) == (0, 1, True)
        assert (await me.submit(Draw(0), me.latest.seq)).accepted
        penalty = me.latest.events[0]
        assert isinstance(penalty, DrawnTile)
        assert penalty.why is DrawnFor.PENALTY
        await settle()
        assert me.latest.seq > owing.seq + 2  # the next bot plays on


async def test_a_person_who_calls_in_time_is_not_caught() -> None:
    clock = Clock()
    async with local(DUTY, None, "heaviest", "heaviest", clock=clock) as table:
        (me,) = table.people
        owing = await until_i_owe(table)
        await clock.forward(FAIR_WINDOW - 0.1)
        assert (await me.submit(Call(0, CallWord.CHICKIE), owing.seq)).accepted
        assert kinds(me) == [Called]
        after = me.latest.seq
        await settle()
        assert me.latest.seq > after
        await clock.forward(FAIR_WINDOW)
        log = me.latest.view.log
        mine = log.index(Fact(0, "call chickie"))
        assert log[mine + 1].seat == 1
        assert not log[mine + 1].act.startswith("call")  # it moves, and catches nobody


async def test_a_bot_calls_before_anybody_moves() -> None:
    rules = rules_of("chicken-scratch", call_duty=True, last_tile_tap="duty", rounds=2)
    async with local(rules, "heaviest", "random", "random") as table:
        watcher = table.watch()
        events = [event async for update in watcher.updates() for event in update.events]
    assert not [event for event in events if isinstance(event, Caught)]
    calls = [event for event in events if isinstance(event, Called)]
    assert {call.what for call in calls} == {CallWord.CHICKIE, CallWord.TAP}
    assert not any(call.by_table for call in calls)


async def test_a_table_that_is_closed_leaves_no_task_behind() -> None:
    clock = Clock()
    before = asyncio.all_tasks()
    async with local(rules_of("chicken-foot"), None, "random", "random", clock=clock, pace=Paced()):
        await settle()
    assert asyncio.all_tasks() == before

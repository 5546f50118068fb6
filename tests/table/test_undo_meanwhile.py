"""Taking back while computer players think, others call, and links are slow."""

from __future__ import annotations

import asyncio

from pydantic import TypeAdapter
from table_kit import SEED, Clock, Quick, play, rules_of, seats, settle
from undo_kit import ANNA, BRUNO, at_table, play_without_a_draw

from chickenscratch.bots.base import Company
from chickenscratch.core.actions import Call, CallWord, Deal, Draw, Play, SeatAction
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.view import SeatView
from chickenscratch.table.link import Command, Redo, TableLink, TakeBack, Undo, Update
from chickenscratch.table.local import open_table
from chickenscratch.table.players import PACES
from chickenscratch.table.setup import TableSetup


async def test_a_slow_reader_hears_of_the_undo_and_of_what_came_after_it() -> None:
    async with at_table(None, "random") as at:
        slow = at.table.link(BRUNO)
        await play_without_a_draw(at, ANNA)
        undo = at.links[ANNA].latest.undo
        assert await at.undo(ANNA) is None
        await at.act()
        update = await anext(aiter(slow.updates()))
        assert update.undone == (undo,)
        assert update.events == at.links[BRUNO].latest.events
        assert update.view == at.links[BRUNO].latest.view
        assert (await anext(aiter(slow.updates()))).undone == ()


async def test_a_call_that_was_decided_before_the_undo_comes_too_late() -> None:
    rules = rules_of("chicken-foot", call_duty=True)
    async with at_table(None, None, None, rules=rules) as at:
        while True:
            action = await at.act()
            if isinstance(action, Play) and action.tile.is_double:
                break
        owes = action.seat
        other = (owes + 1) % 3
        seq = at.links[other].latest.seq
        assert await at.undo(owes) is None
        await at.ask(action)
        receipt = await at.links[other].submit(Call(other, CallWord.CLUCK), seq)
        assert receipt.reason is RejectReason.STALE
        assert (await at.ask(Call(other, CallWord.CLUCK))).accepted


class Slow(Quick):
    """A brain that answers when the test wants it to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        await self.go.wait()
        return await super().choose(view, level, company=company)


async def till_a_bot_thinks(me: TableLink, brain: Slow) -> None:
    """Play on until a bot has to think right after something that may be taken back."""
    await settle()
    while True:
        if me.latest.view.turn == me.seat:
            await play(me)
            await settle()
            if me.latest.undo is not None and me.latest.view.turn != me.seat:
                return
        brain.go.set()
        await settle()
        brain.go.clear()


async def test_a_bot_that_still_thinks_does_not_act_on_the_position_taken_back() -> None:
    brain, clock = Slow(), Clock()
    setup = TableSetup(rules_of("chicken-foot", rounds=1), seats(None, "random", "random"), SEED)
    table = open_table(setup, brain=brain, pace=PACES["instant"], sleep=clock.sleep)
    (me,) = table.people
    await settle()
    await till_a_bot_thinks(me, brain)
    before = me.latest
    assert (await me.submit(Undo(ANNA), before.seq)).accepted
    brain.go.set()
    await settle()
    assert me.latest.view.turn == ANNA
    assert me.latest.undone == (before.undo,)
    # and back: the bot sees a view that it has seen before, and thinks again
    assert (await me.submit(Redo(ANNA), me.latest.seq)).accepted
    await settle()
    assert len(me.latest.view.log) > len(before.view.log)
    await table.close()


async def test_a_bot_that_misses_an_undo_and_a_redo_still_plays() -> None:
    """Both come before it looks: the view is the one it was thinking about."""
    brain = Slow()
    setup = TableSetup(rules_of("chicken-foot", rounds=1), seats(None, "random"), SEED)
    table = open_table(setup, brain=brain, pace=PACES["instant"], sleep=Clock().sleep)
    (me,) = table.people
    await settle()
    await till_a_bot_thinks(me, brain)
    seen = me.latest
    undo = asyncio.create_task(me.submit(Undo(ANNA), seen.seq))
    redo = asyncio.create_task(me.submit(Redo(ANNA), seen.seq + 1))
    assert [(await undo).reason, (await redo).reason] == [None, None]
    brain.go.set()
    await settle()
    assert len(me.latest.view.log) > len(seen.view.log)
    await table.close()


def test_an_update_with_an_undo_can_be_sent_over_a_wire() -> None:
    commands = TypeAdapter(Command)
    for command in (Undo(1), Redo(2)):
        assert commands.validate_json(commands.dump_json(command)) == command
    told = TakeBack(0, (Deal(), Draw(1)))
    wire = TypeAdapter(TakeBack)
    assert wire.validate_json(wire.dump_json(told)) == told
    assert Update._field_defaults["undone"] == ()

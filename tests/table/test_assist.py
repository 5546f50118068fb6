"""Asking the coach: allowed or not, told to everybody, in the record for good."""

from __future__ import annotations

import asyncio
from pathlib import Path

from curious import Curious
from recorded import game_lines, record_of
from table_kit import Memory, Quick, rules_of, seats, settle

from chickenscratch.core.apply import RejectReason, start_game
from chickenscratch.core.record import AssistLine, RecordSeat, format_line, read_games
from chickenscratch.core.replay import replay, verify
from chickenscratch.core.state import Game
from chickenscratch.store import Shelf
from chickenscratch.store.outcomes import was_assisted
from chickenscratch.table.link import Assist
from chickenscratch.table.local import open_table, practise, resume
from chickenscratch.table.players import PACES
from chickenscratch.table.setup import TableSetup
from chickenscratch.table.table import Table

SETUP = TableSetup(rules_of("chicken-scratch", rounds=1), seats(None, None, "random"), "5eed" * 16)


async def test_it_is_written_down_once_and_told_to_all() -> None:
    memory = Memory()
    table = open_table(SETUP, brain=Quick(), recorder=memory)
    anna, bruno = table.people
    assert anna.latest.coached
    for _ in range(2):
        receipt = await anna.submit(Assist(0), anna.latest.seq)
        assert receipt.accepted
    assert [seat.assisted for seat in bruno.latest.seats] == [True, False, False]
    assert memory.text.count("assisted") == 1
    assert was_assisted(memory.text.splitlines())
    assert (await bruno.submit(Assist(0), bruno.latest.seq)).reason is RejectReason.NOT_YOUR_TURN
    await table.close()
    (record,) = read_games(memory.text.splitlines())
    assert [e for _, e in record.entries if isinstance(e, AssistLine)] == [AssistLine(0)]
    assert verify(record).game == memory.game()


async def test_other_tables_have_no_coach() -> None:
    game = start_game(SETUP.rules, 3, "5eed" * 16)
    memory = Memory()
    table = Table(game, SETUP.seats, recorder=memory)
    table.start()
    link = table.link(0)
    assert not link.latest.coached
    receipt = await link.submit(Assist(0), link.latest.seq)
    assert receipt.reason is RejectReason.NO_COACH
    assert not any(seat.assisted for seat in link.latest.seats)
    assert "assisted" not in memory.text
    await table.close()


async def test_a_resumed_game_remembers(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    save = shelf.new()
    table = open_table(SETUP, brain=Quick(), recorder=save)
    bruno = table.people[1]
    await asyncio.sleep(0)
    await bruno.submit(Assist(1), bruno.latest.seq)
    path = save.path
    assert path is not None
    await table.close()
    again = resume(shelf.open(path), brain=Quick())
    assert [seat.assisted for seat in again.people[0].latest.seats] == [False, True, False]
    await again.close()


def test_a_record_with_it_reads_like_one_without() -> None:
    lines = game_lines()
    helped = [*lines[:6], {"assisted": True, "seat": 0}, *lines[6:]]
    one, two = (next(read_games(map(format_line, each))) for each in (lines, helped))
    assert verify(one).game == verify(two).game
    odd = [*lines[:6], {"assisted": False, "seat": 0}, {"assisted": True}, *lines[6:]]
    assert verify(next(read_games(map(format_line, odd)))).game == verify(one).game


async def test_practising_gives_nothing_of_the_real_game_away() -> None:
    moment = next(step.before for step in replay(record_of(game_lines())) if _laid(step.before) > 4)
    table_before = moment.round
    assert table_before is not None
    seat = table_before.turn
    people = record_of(game_lines()).header.seats
    table = practise(moment, people, seat, "heaviest", brain=Quick())
    (link,) = table.people
    view = link.latest.view
    assert (link.seat, view.hand) == (seat, table_before.hands[seat])
    assert (view.log, view.yard) == (table_before.log, len(table_before.yard))
    assert view.commitment != moment.commitment
    assert view.rules.game_rounds == len(moment.results) + 1
    assert [who.is_bot for who in link.latest.seats] == [s != seat for s in range(moment.seats)]
    await table.close()


async def test_practising_bots_know_that_they_took_the_seats_of_people() -> None:
    moment = next(step.before for step in replay(record_of(game_lines())) if _laid(step.before) > 4)
    assert moment.round is not None
    turn = moment.round.turn
    people = [RecordSeat(f"Anna {seat}", None) for seat in range(moment.seats)]
    brain = Curious()
    seat = (turn + 1) % moment.seats
    table = practise(moment, people, seat, "random", brain=brain, pace=PACES["instant"])
    await settle()
    company = tuple(None if other == seat else "random" for other in range(moment.seats))
    assert set(brain.asked) == {("random", company)}
    await table.close()


def _laid(game: Game) -> int:
    return 0 if game.round is None else len(game.round.laid)

"""A table in this process, its save, and going on after a stop at any moment."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from table_kit import (
    SEED,
    Clock,
    Memory,
    Quick,
    choice,
    play_by_itself,
    rules_of,
    seats,
    settle,
)

from chickenscratch.bots.base import awaited
from chickenscratch.core.record import read_games
from chickenscratch.core.replay import verify
from chickenscratch.core.rules import RuleError
from chickenscratch.core.state import Game
from chickenscratch.store import OpenedGame, Shelf
from chickenscratch.table.link import Command, Ready, TableLink, Undo
from chickenscratch.table.local import LocalTable, open_table, resume
from chickenscratch.table.players import PACES
from chickenscratch.table.setup import TableSetup

INSTANT = PACES["instant"]
RULES = rules_of("chicken-foot", rounds=2)
NOW = datetime(2026, 11, 29, 20, 15, tzinfo=UTC)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def checked(path: Path) -> Game:
    (record,) = read_games(path.read_text(encoding="utf-8").split("\n"))
    return verify(record).game


async def whole(table: LocalTable) -> None:
    await asyncio.gather(*(play_by_itself(link) for link in table.people))
    await table.close()


async def saved_game(shelf: Shelf) -> Path:
    """A whole game of one person and two bots, on the shelf."""
    table = open_table(
        TableSetup(RULES, seats(None, "random", "heaviest"), SEED),
        brain=Quick(),
        pace=INSTANT,
        recorder=shelf.new(),
        now=NOW,
    )
    await whole(table)
    (game,) = shelf.contents().games
    return game.path


async def test_a_game_is_saved_from_its_header_to_its_end(shelf: Shelf) -> None:
    path = await saved_game(shelf)
    (game,) = shelf.contents().games
    assert game.finished
    assert game.created == "2026-11-29T20:15:00Z"
    assert [(who.name, who.level) for who in game.seats] == [
        ("Anna", None), ("Bruno", "random"), ("Carla", "heaviest"),
    ]  # fmt: skip
    assert checked(path).totals == game.totals


async def test_a_game_stopped_at_any_line_goes_on_where_it_was(shelf: Shelf) -> None:
    lines = (await saved_game(shelf)).read_bytes().splitlines(keepends=True)
    for n in range(1, len(lines), 11):
        path = shelf.folder / "stopped.chicken.jsonl"
        path.write_bytes(b"".join(lines[:n]))
        opened = shelf.open(path)
        table = resume(opened, brain=Quick(), pace=INSTANT)
        assert table.setup == TableSetup(RULES, seats(None, "random", "heaviest"), SEED)
        (me,) = table.people
        assert me.latest.view.number == (opened.game.round.number if opened.game.round else 0)
        if opened.game.round:
            assert me.latest.view.hand == opened.game.round.hands[0]
            assert me.latest.view.laid == opened.game.round.laid
            assert me.latest.view.yard == len(opened.game.round.yard)
        await whole(table)
        assert path.read_bytes().startswith(b"".join(lines[:n]))
        assert checked(path).over  # and every deal in it follows from the seed
        path.unlink()


async def test_a_game_stopped_between_rounds_waits_for_its_people(shelf: Shelf) -> None:
    lines = (await saved_game(shelf)).read_bytes().splitlines(keepends=True)
    end = next(n for n, line in enumerate(lines) if line.startswith(b'{"end"'))
    path = shelf.folder / "between.chicken.jsonl"
    path.write_bytes(b"".join(lines[: end + 1]))
    table = resume(shelf.open(path), brain=Quick(), pace=INSTANT)
    (me,) = table.people
    await settle()
    assert me.latest.seq == 0
    assert me.latest.view.round_over
    assert [who.ready for who in me.latest.seats] == [False, True, True]
    await whole(table)
    assert checked(path).over


async def test_a_finished_game_that_is_opened_shows_its_end(shelf: Shelf) -> None:
    path = await saved_game(shelf)
    data = path.read_bytes()
    table = resume(shelf.open(path), brain=Quick(), pace=INSTANT)
    (me,) = table.people
    (update,) = [update async for update in me.updates()]
    assert update.view.game_over
    await table.close()
    assert path.read_bytes() == data


async def test_people_are_told_that_the_file_was_damaged(shelf: Shelf) -> None:
    data = (await saved_game(shelf)).read_bytes()
    path = shelf.folder / "cut.chicken.jsonl"
    path.write_bytes(data[:2000])
    opened = shelf.open(path)
    assert isinstance(opened, OpenedGame)
    table = resume(opened, brain=Quick(), pace=INSTANT, sleep=Clock().sleep)
    (me,) = table.people
    async for update in me.updates():
        if update.notices:
            break
    assert update.notices == (opened.notice,)
    await table.close()


async def go_on(me: TableLink, plays: int) -> None:
    """A person who lays so many tiles, and does whatever else must be done."""
    while plays:
        update = me.latest
        command: Command | None = None
        if update.view.round_over:
            command = None if update.seats[0].ready else Ready(0)
        elif awaited(update.view) == 0:
            command = choice(update.view)
        if command is not None:
            plays -= (await me.submit(command, update.seq)).accepted and command.act == "play"
        await asyncio.sleep(0)


@pytest.mark.parametrize("practice", [True, False])
async def test_what_was_taken_back_stays_so_and_more_can_be_after_a_stop(
    shelf: Shelf, practice: bool
) -> None:
    setup = TableSetup(RULES, seats(None, "random", "heaviest"), SEED, practice)
    recorder = shelf.new()
    table = open_table(setup, brain=Quick(), pace=INSTANT, recorder=recorder, sleep=Clock().sleep)
    path = None
    taken = 0
    for _ in range(4):
        (me,) = table.people
        while not (await me.submit(Undo(0), me.latest.seq)).accepted:
            await go_on(me, 1)
        taken += 1
        left, story = me.latest, me.story
        path = path or recorder.path
        assert path is not None
        await table.close()
        opened = shelf.open(path)
        assert opened.header.practice is practice
        table = resume(opened, brain=Quick(), pace=INSTANT, sleep=Clock().sleep)
        assert table.setup == setup
        (me,) = table.people
        assert me.latest.view == left.view
        assert me.latest.undo == left.undo
        assert me.latest.redo is None
        assert me.story == story
        await go_on(me, 2)
    await whole(table)
    assert path is not None
    assert path.read_text(encoding="utf-8").count('"undo"') == taken
    assert checked(path).over


async def test_a_game_held_by_one_table_is_free_after_its_close(shelf: Shelf) -> None:
    recorder = shelf.new()
    setup = TableSetup(RULES, seats(None, None), SEED)
    table = open_table(setup, brain=Quick(), recorder=recorder)
    async for update in table.people[0].updates():
        if update.view.number:
            break
    path = recorder.path
    assert path is not None
    await table.close()
    await table.close()
    shelf.open(path).save.close()


async def test_without_a_seed_every_game_is_another_one() -> None:
    games = set()
    for _ in range(3):
        recorder = Memory()
        setup = TableSetup(RULES, seats("heaviest", "heaviest"))
        table = open_table(setup, brain=Quick(), pace=INSTANT, recorder=recorder)
        await settle()
        games.add(table.watch().latest.view.game_id)
        await table.close()
    assert len(games) == 3


async def test_a_setup_that_cannot_be_played_is_refused() -> None:
    for setup in (
        TableSetup(rules_of("chickie-sixes"), seats(None, None, None)),
        TableSetup(RULES, (*seats(None), *seats(None))),
        TableSetup(RULES, seats(None, None), "not a seed"),
    ):
        with pytest.raises(RuleError):
            open_table(setup, brain=Quick())

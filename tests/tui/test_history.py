"""The games that are kept: listed, watched, exported, played again, and played another way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from recorded import game_lines, put, unfinished
from test_home_screen import evening, until
from textual.pilot import Pilot

from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.record import RecordSeat
from chickenscratch.locale.documents import KINDS
from chickenscratch.store import Shelf, ShelfList
from chickenscratch.store.records import RecordedGame, games_in
from chickenscratch.store.saves import SUFFIX
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.export import ExportScreen
from chickenscratch.tui.screens.history import HistoryScreen, Wanted
from chickenscratch.tui.screens.home import HomeScreen
from chickenscratch.tui.screens.leave import LeaveScreen
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.proof import ProofScreen
from chickenscratch.tui.screens.replay import ReplayScreen
from chickenscratch.tui.screens.reveal import RevealScreen
from chickenscratch.tui.screens.setup import SetupScreen
from chickenscratch.tui.screens.table import TableScreen

SEED = "5eed" * 16


def shelf_of_two(folder: Path) -> Shelf:
    """A finished game and one that goes on, the finished one begun earlier."""
    put(folder, game_lines(), "done")
    put(folder, unfinished(game_lines("chicken-foot")), "going")
    return Shelf(folder)


@asynccontextmanager
async def listed(saves: ShelfList) -> AsyncIterator[tuple[Pilot[Any], HistoryScreen, list[Any]]]:
    chosen: list[Any] = []
    app = ChickenApp(settings=Settings(name="Anna"), clock=FakeClock())
    async with app.run_test(size=(100, 24)) as pilot:
        screen = HistoryScreen(saves)
        await app.push_screen(screen, chosen.append)
        await pilot.pause()
        yield pilot, screen, chosen


async def mark(pilot: Pilot[Any], screen: HistoryScreen, name: str) -> None:
    at = next(i for i, game in enumerate(screen.games) if game.path.name == name + SUFFIX)
    await pilot.press("home", *["down"] * at)


async def test_finished_and_unfinished_games_are_told_apart(tmp_path: Path):
    async with listed(shelf_of_two(tmp_path).contents()) as (pilot, screen, _chosen):
        rows = "\n".join(screen.roll.shown)
        assert "Chicken Scratch" in rows
        assert " won: " in rows
        assert "round 2 of 2" in rows
        await mark(pilot, screen, "done")
        foot = screen.query_one("#page-foot").shown[-1]  # type: ignore[attr-defined]
        assert "replay" in foot
        assert "same deals" in foot
        await mark(pilot, screen, "going")
        foot = screen.query_one("#page-foot").shown[-1]  # type: ignore[attr-defined]
        assert "continue" in foot
        assert "same deals" not in foot


@pytest.mark.parametrize(
    ("key", "act"), [("enter", "open"), ("e", "export"), ("d", "again"), ("D", "others")]
)
async def test_what_is_wanted_of_a_game(tmp_path: Path, key: str, act: str):
    async with listed(shelf_of_two(tmp_path).contents()) as (pilot, screen, chosen):
        await mark(pilot, screen, "done")
        await pilot.press(key)
        assert chosen == [Wanted(tmp_path / f"done{SUFFIX}", act)]  # type: ignore[arg-type]


async def test_a_game_that_goes_on_keeps_its_deals_to_itself(tmp_path: Path):
    async with listed(shelf_of_two(tmp_path).contents()) as (pilot, screen, chosen):
        await mark(pilot, screen, "going")
        await pilot.press("d", "D")
        assert not chosen


async def test_no_games_yet():
    async with listed(ShelfList((), ())) as (pilot, screen, chosen):
        assert "No game has been played here yet." in "\n".join(screen.roll.shown)
        await pilot.press("enter", "e", "d", "down")
        assert not chosen
        await pilot.press("escape")
        assert chosen == [None]


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[tuple[Pilot[Any], ChickenApp, FakeClock]]:
    """At the list, the finished game marked."""
    shelf_of_two(folder / "games")
    async with evening(folder) as (pilot, app, clock):
        await until(pilot, HomeScreen, clock)
        await pilot.press("g")
        await until(pilot, HistoryScreen, clock)
        assert isinstance(app.screen, HistoryScreen)
        await mark(pilot, app.screen, "done")
        yield pilot, app, clock


async def test_a_finished_game_is_watched_and_then_the_list_is_there_again(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("enter")
        await until(pilot, ReplayScreen, clock)
        await pilot.press("q")
        await until(pilot, HistoryScreen, clock)
        assert isinstance(app.screen, HistoryScreen)
        assert app.screen.game is not None
        assert app.screen.game.path.name == f"done{SUFFIX}"


async def test_every_kind_of_document_is_written_and_none_is_overwritten(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("e")
        await until(pilot, ExportScreen, clock)
        screen = app.screen
        assert isinstance(screen, ExportScreen)
        for _ in KINDS:
            screen.action_choose()
            screen.action_choose()
            assert screen.news == ""
            screen.action_down()
            shown = [row.strip(" │█") for row in screen.roll.shown]
            assert "Written:" in shown
        await pilot.pause()
        files = sorted((tmp_path / "exports").iterdir())
        assert sorted(screen.written) == files
        assert len(files) == 2 * len(KINDS)
        assert all(file.stat().st_size for file in files)
        record = next(file for file in files if file.name.endswith(SUFFIX))
        assert '"seed"' not in record.read_text("utf-8").split("\n")[0]
        await pilot.press("escape")
        await until(pilot, HistoryScreen, clock)


async def test_the_same_deals_again_at_once(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, _app, clock):
        await pilot.press("d")
        await until(pilot, TableScreen, clock)
        saves = Shelf(tmp_path / "games").contents().games
        fresh = next(g for g in saves if g.path.name not in (f"done{SUFFIX}", f"going{SUFFIX}"))
        (game,) = games_in(fresh.path)
        (old,) = games_in(tmp_path / "games" / f"done{SUFFIX}")
        assert game.record.header.seed == old.seed == SEED
        assert game.record.entries[0][1] == old.record.entries[0][1], "the same first deal"
        assert game.record.header.seats == old.record.header.seats


async def test_the_deals_for_other_people_go_through_the_set_up(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("D")
        await until(pilot, SetupScreen, clock)
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.draft.seed == SEED
        assert SEED[:20] in "\n".join(app.screen.roll.shown)
        await pilot.press("escape")
        await until(pilot, HistoryScreen, clock)


async def test_another_way_from_a_moment_of_the_replay(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("enter")
        await until(pilot, ReplayScreen, clock)
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        replay.go(12)
        seen = replay.frame.game.round
        replay.action_branch()
        await until(pilot, TableScreen, clock)
        table = app.screen
        assert isinstance(table, TableScreen)
        assert "WHAT IF" in table.pane("title").shown[0]
        assert seen is not None
        assert table.scene.view.laid[: len(seen.laid)] == seen.laid
        assert table.people == (0,)
        await until(pilot, LeaveScreen, clock, "q")
        await until(pilot, ReplayScreen, clock, "enter")
        again = app.screen
        assert isinstance(again, ReplayScreen)
        assert again.at == 12
        await until(pilot, HomeScreen, clock, "q")


async def test_another_way_from_the_podium_leads_back_to_the_replay(tmp_path: Path):
    rules = make_rules({"rounds": 1}, PRESETS["chicken-scratch"].rules)
    first = TableSetup(rules, (SeatSetup("Anna"), SeatSetup("Bruno", "random")), SEED)
    async with evening(tmp_path, first) as (pilot, app, clock):
        await until(pilot, RevealScreen, clock, "space")
        await until(pilot, PodiumScreen, clock, "space")
        await pilot.press("comma")
        await until(pilot, ReplayScreen, clock)
        await pilot.press("home", "full_stop", "b")
        await until(pilot, TableScreen, clock)
        await until(pilot, LeaveScreen, clock, "q")
        await until(pilot, ReplayScreen, clock, "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.at == 1
        assert len(Shelf(tmp_path / "games").contents().games) == 2


async def test_after_the_last_move_there_is_no_other_way(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("enter")
        await until(pilot, ReplayScreen, clock)
        await pilot.press("end", "b")
        assert isinstance(app.screen, ReplayScreen)
        assert "The game is over here" in app.screen.query_one("#story").shown[0]  # type: ignore[attr-defined]


async def test_the_proof_of_a_replay_offers_its_deals_again(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("enter")
        await until(pilot, ReplayScreen, clock)
        await pilot.press("p")
        await until(pilot, ProofScreen, clock)
        assert isinstance(app.screen, ProofScreen)
        await pilot.press("D")
        await until(pilot, SetupScreen, clock)
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.draft.seed == SEED


async def test_going_to_a_step_and_to_a_round(tmp_path: Path):
    async with browsing(tmp_path) as (pilot, app, clock):
        await pilot.press("enter")
        await until(pilot, ReplayScreen, clock)
        replay = app.screen
        assert isinstance(replay, ReplayScreen)

        def told() -> str:
            return str(replay.query_one("#story").shown[0])  # type: ignore[attr-defined]

        await pilot.press("g", "1", "5")
        assert "15_" in told()
        await pilot.press("backspace", "4", "enter")
        assert replay.at == 13
        await pilot.press("g", "r", "2", "enter")
        assert (replay.frame.number, replay.frame.action and replay.frame.action.act) == (2, "deal")
        await pilot.press("g", "9", "9", "9", "9", "enter")
        assert replay.at == len(replay.frames) - 1
        await pilot.press("g", "3", "escape")
        assert replay.at == len(replay.frames) - 1
        assert app.screen is replay


def test_where_only_computer_players_sat_the_person_takes_the_first_seat(tmp_path: Path):
    from chickenscratch.company import same_deal

    seats = tuple(RecordSeat(name, "of another version") for name in ("Uno", "Due"))
    lines = game_lines(seats=seats)
    (game,) = games_in(put(tmp_path, lines))
    assert isinstance(game, RecordedGame)
    setup = same_deal(game.record.header, game.seed, Settings(name="Zoë"))
    assert [seat.name for seat in setup.seats] == ["Zoë", "Due"]
    assert setup.people == (0,)
    setup.check()


async def test_from_the_podium_the_game_is_watched_exported_and_played_again(tmp_path: Path):
    rules = make_rules({"rounds": 1}, PRESETS["chicken-scratch"].rules)
    first = TableSetup(rules, (SeatSetup("Anna"), SeatSetup("Bruno", "random")), SEED)
    async with evening(tmp_path, first) as (pilot, _app, clock):
        await until(pilot, RevealScreen, clock, "space")
        await until(pilot, PodiumScreen, clock, "space")
        await pilot.press("comma")
        await until(pilot, ReplayScreen, clock)
        await pilot.press("e")
        await until(pilot, ExportScreen, clock)
        await pilot.press("enter", "escape")
        await until(pilot, ReplayScreen, clock)
        await pilot.press("q")
        await until(pilot, PodiumScreen, clock)
        await pilot.press("d")
        await until(pilot, TableScreen, clock)
        assert [path.suffix for path in (tmp_path / "exports").iterdir()] == [".txt"]
        games = Shelf(tmp_path / "games").contents().games
        assert [game.finished for game in games] == [False, True]
        assert {games_in(game.path)[0].record.header.seed for game in games} == {SEED}

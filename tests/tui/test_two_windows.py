"""The second window on a game watches it, and may take it over; the first one says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fakes import FakeClock
from recorded import game_lines, put, unfinished
from test_home_screen import evening, until
from textual.pilot import Pilot

from chickenscratch.store import Shelf
from chickenscratch.store.windows import asked_for
from chickenscratch.table import follow
from chickenscratch.tui.screens.follow import FollowScreen
from chickenscratch.tui.screens.home import HomeScreen
from chickenscratch.tui.screens.sheet import SheetScreen
from chickenscratch.tui.screens.table import TableScreen


@pytest.fixture
def going(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(follow, "LOOKED_AT", 0.01)
    return put(tmp_path / "games", unfinished(game_lines()))


async def seen(pilot: Pilot[int], clock: FakeClock, wanted: Callable[[], bool]) -> None:
    """Until it is so."""
    for _ in range(500):
        if wanted():
            return
        clock.go(1)
        await pilot.pause(0.01)
    pytest.fail("it never came to that")


async def at_the_game(pilot: Pilot[int], clock: FakeClock, kind: type) -> None:
    await until(pilot, HomeScreen, clock)
    await pilot.press("c")
    await until(pilot, kind, clock)


async def test_a_game_of_another_window_is_watched(tmp_path: Path, going: Path) -> None:
    held = Shelf(tmp_path / "games").open(going)
    async with evening(tmp_path) as (pilot, app, clock):
        await at_the_game(pilot, clock, FollowScreen)
        screen = app.screen
        assert isinstance(screen, FollowScreen)
        assert screen.people == ()
        assert "ANOTHER WINDOW" in screen.pane("title").shown[0]
        assert held.game.round is not None
        assert screen.scene.view.laid == held.game.round.laid
        assert screen.scene.view.hand == ()
        await pilot.press("q")
        await until(pilot, HomeScreen, clock)
    held.save.close()


async def test_a_watched_game_goes_on_as_its_file_grows(tmp_path: Path, going: Path) -> None:
    lines = game_lines()
    have = len(unfinished(lines))
    held = Shelf(tmp_path / "games").open(going)
    async with evening(tmp_path) as (pilot, app, clock):
        await at_the_game(pilot, clock, FollowScreen)
        screen = app.screen
        assert isinstance(screen, FollowScreen)
        before = len(screen.scene.view.log)
        held.save.append(lines[have : have + 3])
        await seen(pilot, clock, lambda: len(screen.scene.view.log) > before)
        assert screen.scene.view.hand == ()
    held.save.close()


async def test_a_game_that_is_let_go_is_played_on_here(tmp_path: Path, going: Path) -> None:
    held = Shelf(tmp_path / "games").open(going)
    async with evening(tmp_path) as (pilot, app, clock):
        await at_the_game(pilot, clock, FollowScreen)
        await pilot.press("t")
        assert asked_for(going)
        await pilot.pause(0.05)
        assert isinstance(app.screen, FollowScreen), "the other one has not let go yet"
        held.save.close()
        await seen(pilot, clock, lambda: type(app.screen) is TableScreen)
        assert app.screen.people == (0,)  # type: ignore[attr-defined]
        assert not asked_for(going)


async def test_who_watches_and_leaves_wants_the_game_no_more(tmp_path: Path, going: Path) -> None:
    held = Shelf(tmp_path / "games").open(going)
    async with evening(tmp_path) as (pilot, _app, clock):
        await at_the_game(pilot, clock, FollowScreen)
        await pilot.press("t", "q")
        await until(pilot, HomeScreen, clock)
        assert not asked_for(going)
    held.save.close()


async def test_the_first_window_lets_the_game_go_and_says_so(tmp_path: Path, going: Path) -> None:
    async with evening(tmp_path) as (pilot, app, clock):
        await at_the_game(pilot, clock, TableScreen)
        table = app.screen
        assert isinstance(table, TableScreen)
        await pilot.press("s")
        await until(pilot, SheetScreen, clock)
        other = follow.FollowedTable(Shelf(tmp_path / "games"), going)
        other.take_over()
        await seen(pilot, clock, lambda: isinstance(app.screen, HomeScreen))
        home = app.screen
        assert isinstance(home, HomeScreen)
        assert "goes on in another window" in home.news
        await seen(pilot, clock, lambda: other._opened is not None)
        opened = other.opened()
        assert opened is not None
        assert opened.game.round is not None
        await other.close()
        opened.save.close()

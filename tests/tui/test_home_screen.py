"""The home screen, and an evening that begins and ends there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fakes import NAMES, FakeClock
from textual.pilot import Pilot

from chickenscratch import locale
from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.company import HENS, gentle, own_name, quick_game, seated
from chickenscratch.config import Pace, Settings
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import RecordSeat
from chickenscratch.core.view import SeatView
from chickenscratch.store import SavedGame, Shelf, ShelfList, StoreError
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.home import (
    Browse,
    Choice,
    Continue,
    Discard,
    HomeScreen,
    KeepScore,
    Leave,
    LookBack,
    PlayTogether,
    QuickGame,
    ReadRules,
    SetUpGame,
    entries,
    saved_words,
    when_words,
)
from chickenscratch.tui.screens.home_flow import Evening
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.reveal import RevealScreen
from chickenscratch.tui.screens.rules import RulesScreen
from chickenscratch.tui.screens.setup import SetupScreen
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.terminal import detect

EMPTY = ShelfList((), ())


def saved(
    preset: str = "chicken-foot", turn: int | None = 0, people: int = 1, number: int = 3
) -> SavedGame:
    who = enumerate(NAMES[:4])
    seats = tuple(RecordSeat(name, None if i < people else "heaviest") for i, name in who)
    return SavedGame(
        Path(f"/games/{preset}"), preset, seats, number, 10, turn, (0,) * 4, False, "",
        datetime(2026, 11, 30, tzinfo=UTC),
    )  # fmt: skip


@asynccontextmanager
async def at_home(
    saves: ShelfList = EMPTY, size: tuple[int, int] = (80, 24), **extra: Any
) -> AsyncIterator[tuple[Pilot[Any], HomeScreen, list[Choice | None]]]:
    chosen: list[Choice | None] = []
    app = ChickenApp(settings=Settings(name="Anna", **extra), clock=FakeClock())
    async with app.run_test(size=size) as pilot:
        screen = HomeScreen(saves)
        await app.push_screen(screen, chosen.append)
        await pilot.pause()
        yield pilot, screen, chosen


async def test_enter_deals_a_quick_game():
    async with at_home() as (pilot, _screen, chosen):
        await pilot.press("enter")
        assert chosen == [QuickGame()]


async def test_an_unfinished_game_comes_first():
    async with at_home(ShelfList((saved(), saved("classic")), ())) as (pilot, screen, chosen):
        shown = "\n".join(screen.roll.shown)
        first = screen.entries[0].about
        assert first.startswith("Chicken Foot, round 3 of 10, your turn, ")
        assert first.endswith(", with Bruno, Carla and Dina")
        assert shown.count("Continue") == 2
        await pilot.press("down", "enter")
        assert chosen == [Continue(Path("/games/classic"))]


@pytest.mark.parametrize(
    ("key", "choice"),
    [
        ("p", QuickGame()),
        ("s", SetUpGame()),
        ("r", ReadRules()),
        ("g", Browse()),
        ("t", LookBack()),
        ("b", KeepScore()),
        ("q", Leave()),
    ],
)
async def test_letters(key: str, choice: Choice):
    async with at_home() as (pilot, _screen, chosen):
        await pilot.press(key)
        assert chosen == [choice]


async def test_a_click_chooses():
    async with at_home() as (pilot, screen, chosen):
        row = next(y for y, text in enumerate(screen.roll.shown) if "Rules" in text)
        column = screen.roll.shown[row].index("Rules")
        region = screen.roll.content_region
        await pilot.click(offset=(region.x + column, region.y + row))
        await pilot.pause()
        assert chosen == [ReadRules()]


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_every_entry_can_be_seen(size: tuple[int, int]):
    async with at_home(ShelfList((saved(),), ()), size) as (pilot, screen, _chosen):
        for entry in screen.entries:
            assert any(entry.label in row for row in screen.roll.shown), entry
            await pilot.press("down")


async def test_the_hen_is_drawn_in_ascii_too():
    async with at_home(ascii=True) as (_pilot, screen, _chosen):
        height = screen.roll.size.height
        rows = [screen.roll.render_line(y).text for y in range(height)]
        assert all(row.isascii() for row in rows)
        assert any("/|\\" in row for row in rows)


def test_words_of_a_saved_game():
    assert "Chicken Foot, round 3 of 10, Bruno to move" in saved_words(saved(turn=1))
    assert "between rounds" in saved_words(saved(turn=None))
    assert "Anna to move" in saved_words(saved(people=2))
    assert "House rules" in saved_words(saved("custom"))
    assert "Bruno to move, free practice" in saved_words(saved(turn=1)._replace(practice=True))


def test_a_game_to_continue_is_told_from_another_within_a_narrow_row():
    words = saved_words(saved(turn=0))
    assert words.startswith("Chicken Foot, round 3 of 10, your turn, ")


def test_when_a_game_was_played_last():
    now = datetime(2026, 11, 30, 9, 5)
    assert when_words(datetime(2026, 11, 30, 0, 1), now) == "today 00:01"
    assert when_words(datetime(2026, 11, 29, 23, 59), now) == "yesterday 23:59"
    assert when_words(datetime(2026, 11, 28, 23, 59), now) == "2026-11-28"


async def test_a_game_is_thrown_away_only_by_two_presses():
    game = saved()
    async with at_home(ShelfList((game,), ())) as (pilot, screen, chosen):
        foot = screen.query_one("#page-foot").shown  # type: ignore[attr-defined]
        assert "c continue" in foot[-1]
        assert "x throw away" in foot[-1]
        await pilot.press("x")
        foot = screen.query_one("#page-foot").shown  # type: ignore[attr-defined]
        assert "for good?" in foot[0]
        await pilot.press("down", "x", "up", "x")
        assert not chosen
        await pilot.press("x")
        assert chosen == [Discard(game.path)]


async def test_a_file_that_cannot_be_read_is_told():
    error = StoreError("{file} is damaged.", file="x.chicken.jsonl")
    async with at_home(ShelfList((), (error,))) as (_pilot, screen, _chosen):
        foot = screen.query_one("#page-foot").shown  # type: ignore[attr-defined]
        assert "x.chicken.jsonl is damaged." in foot[0]


def test_leaving_is_the_last_entry():
    assert isinstance(entries(EMPTY)[-1].choice, Leave)


def test_computer_players_get_free_names():
    seats = seated(["carla", "Bruna"], ["random"] * 10)
    names = [seat.name.casefold() for seat in seats]
    assert len(set(names)) == 12
    assert [seat.level for seat in seats[:2]] == [None, None]


def test_own_name(monkeypatch: pytest.MonkeyPatch):
    assert own_name(Settings(name="Zoë")) == "Zoë"
    monkeypatch.setattr("getpass.getuser", lambda: "an\x1bna")
    assert own_name(Settings()) == "An na"

    def nobody() -> str:
        raise OSError

    monkeypatch.setattr("getpass.getuser", nobody)
    assert own_name(Settings()) == "You"


def test_the_quick_game_is_chicken_scratch_for_four():
    setup = quick_game(Settings(name=HENS[0]))
    setup.check()
    assert setup.preset == "chicken-scratch"
    assert [seat.level for seat in setup.seats] == [None, *[gentle()] * 3]


class Brain:
    """Decides at once, in this process."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, HEAVIEST.name)


@asynccontextmanager
async def evening(
    tmp_path: Path, first: TableSetup | Path | None = None
) -> AsyncIterator[tuple[Pilot[Any], ChickenApp, FakeClock]]:
    clock = FakeClock()
    settings = Settings(name="Anna", pace=Pace.INSTANT, reduced_motion=True)
    screen = Evening(
        Brain(), Shelf(tmp_path / "games"), settings_file=tmp_path / "config.toml", first=first
    )
    terminal = detect({"TERM": "xterm-256color", "COLORTERM": "truecolor"})
    app = ChickenApp(screen, terminal=terminal, settings=settings, clock=clock)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        yield pilot, app, clock


async def until(pilot: Pilot[Any], kind: type, clock: FakeClock, *keys: str) -> None:
    """Press keys until a screen of this kind is on top."""
    for _ in range(300):
        if isinstance(pilot.app.screen, kind):
            return
        await pilot.press(*keys)
        clock.go(2)
        await pilot.pause()
    pytest.fail(f"no {kind.__name__}, but {pilot.app.screen}")


async def test_from_home_to_a_table_to_the_podium_and_back(tmp_path: Path):
    async with evening(tmp_path) as (pilot, app, clock):
        await until(pilot, HomeScreen, clock)
        await pilot.press("s")
        await until(pilot, SetupScreen, clock)
        await pilot.press("down", "down", "right")  # a short game of one round
        await pilot.press("p")
        await until(pilot, TableScreen, clock)
        await until(pilot, RevealScreen, clock, "space")
        await until(pilot, PodiumScreen, clock, "space")
        podium = app.screen
        assert isinstance(podium, PodiumScreen)
        assert podium.doubles is not None
        await pilot.press("r")
        await until(pilot, TableScreen, clock)
        await pilot.press("q", "enter")
        await until(pilot, HomeScreen, clock, "enter")
        home = app.screen
        assert isinstance(home, HomeScreen)
        assert isinstance(home.entries[0].choice, Continue)
        await pilot.press("c")
        await until(pilot, TableScreen, clock)
        await pilot.press("q", "enter")
        await until(pilot, HomeScreen, clock, "enter")
        await pilot.press("q")
        await pilot.pause()
    assert app.return_value == 0


async def test_play_ends_with_its_table(tmp_path: Path):
    first = TableSetup(
        PRESETS["chicken-scratch"].rules, (SeatSetup("Anna"), SeatSetup("Bruno", "random"))
    )
    async with evening(tmp_path, first) as (pilot, app, clock):
        await until(pilot, TableScreen, clock)
        await pilot.press("q", "enter")
        for _ in range(20):
            await pilot.pause()
    assert app.return_value == 0


async def test_rules_and_back(tmp_path: Path):
    async with evening(tmp_path) as (pilot, _app, clock):
        await until(pilot, HomeScreen, clock)
        await pilot.press("r")
        await until(pilot, RulesScreen, clock)
        await pilot.press("escape")
        await until(pilot, HomeScreen, clock)


async def test_a_game_that_cannot_be_opened_is_told_at_home(tmp_path: Path):
    games = tmp_path / "games"
    games.mkdir()
    async with evening(tmp_path) as (pilot, app, clock):
        await until(pilot, HomeScreen, clock)
        app.screen.dismiss(Continue(games / "gone.chicken.jsonl"))
        for _ in range(5):
            await pilot.pause()
        home = app.screen
        assert isinstance(home, HomeScreen)
        assert "gone.chicken.jsonl" in home.news


async def test_older_games_are_in_the_list_of_games():
    games = tuple(saved("classic") for _ in range(6))
    async with at_home(ShelfList(games, ())) as (pilot, screen, chosen):
        assert sum(isinstance(e.choice, Continue) for e in screen.entries) == 3
        await pilot.press("down", "down", "down", "enter")
        assert chosen == [Browse()]


async def test_a_game_that_was_thrown_away_is_gone(tmp_path: Path):
    shelf = Shelf(tmp_path / "games")
    async with evening(tmp_path) as (pilot, _app, clock):
        await until(pilot, HomeScreen, clock)
        await pilot.press("p")
        await until(pilot, TableScreen, clock)
        await pilot.press("q", "enter")
        await until(pilot, HomeScreen, clock, "escape")
        assert len(shelf.contents().unfinished) == 1
        await pilot.press("x", "x")
        await pilot.pause()
        await until(pilot, HomeScreen, clock)
        assert not shelf.contents().games


@pytest.mark.parametrize("games", [(), (saved(),)])
async def test_how_to_leave_is_in_the_footer_of_a_usual_window(games: tuple[SavedGame, ...]):
    locale.switch("it")
    try:
        async with at_home(ShelfList(games, ())) as (_pilot, screen, _chosen):
            foot = screen.query_one("#page-foot").shown  # type: ignore[attr-defined]
            assert "q lascia" in foot[-1]
    finally:
        locale.switch("en")


async def test_playing_with_others_is_offered_where_there_is_a_host() -> None:
    assert PlayTogether() not in [entry.choice for entry in entries(EMPTY)]
    with_host = [entry.choice for entry in entries(EMPTY, together=True)]
    assert with_host.index(PlayTogether()) == 1
    clock = FakeClock()
    app = ChickenApp(settings=Settings(), clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        chosen: list[Choice | None] = []
        alone = HomeScreen(EMPTY)
        await app.push_screen(alone, chosen.append)
        await pilot.pause()
        clock.go(1)
        await pilot.press("h")
        assert app.screen is alone
        await app.push_screen(HomeScreen(EMPTY, together=True), chosen.append)
        await pilot.pause()
        clock.go(1)
        await pilot.press("h")
        await pilot.pause()
        assert chosen == [PlayTogether()]


async def test_an_evening_leads_to_the_lobby_and_back_home(tmp_path: Path) -> None:
    from host_kit import hosted
    from quick import Heaviest

    async with hosted() as host:
        clock = FakeClock()
        evening = Evening(Heaviest(), Shelf(tmp_path / "games"), host=lambda: host.socket)
        app = ChickenApp(evening, settings=Settings(), clock=clock)
        async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(60):

            async def shown(name: str) -> None:
                while type(app.screen).__name__ != name:
                    host.time.forward(0.1)
                    await pilot.pause()
                await pilot.pause()
                clock.go(1)

            await shown("HomeScreen")
            await pilot.press("h")
            await shown("LobbyScreen")
            await pilot.press("q")
            await shown("HomeScreen")
            evening._host = lambda: None
            await pilot.press("h")
            while not isinstance(app.screen, HomeScreen) or not app.screen.news:
                await pilot.pause()
            assert app.screen.news == "No host is running any more."

"""The statistics on the screen, at every size and in every art."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import FakeClock
from recorded import game_lines, put, record_of

from chickenscratch import locale
from chickenscratch.config import Settings
from chickenscratch.core.record import RecordSeat
from chickenscratch.locale.numbers import decimal
from chickenscratch.statistics_words import bar, percent, spark
from chickenscratch.store.outcomes import Outcome, outcome_of
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.statistics import StatisticsScreen, statistics_screen
from chickenscratch.tui.widgets.pane import Pane


def outcomes(count: int = 3, name: str = "Anna") -> list[Outcome]:
    seats = (RecordSeat(name), RecordSeat("Bruno"), RecordSeat("Dina", "heaviest"))
    found = [
        outcome_of(record_of(game_lines(seed=f"{n:064x}", seats=seats, rounds=3)))
        for n in range(count)
    ]
    return [outcome for outcome in found if outcome is not None]


def text(app: ChickenApp) -> str:
    return "\n".join(row for pane in app.screen.query(Pane) for row in pane.shown)


def app_of(screen: StatisticsScreen, **settings: object) -> ChickenApp:
    return ChickenApp(screen, clock=FakeClock(), settings=Settings.model_validate(settings))


async def test_the_players_one_after_the_other() -> None:
    app = app_of(StatisticsScreen(outcomes(), "Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "STATISTICS  < Anna >" in text(app)
        await pilot.press("right")
        assert "< Bruno >" in text(app)
        await pilot.press("right", "l")
        assert "< Anna >" in text(app)
        await pilot.press("left")
        assert "Heaviest" in text(app)
        await pilot.click("#page-head", offset=(12, 0))
        assert "< Bruno >" in text(app)


async def test_all_of_it_can_be_read_at_80_by_24() -> None:
    app = app_of(StatisticsScreen(outcomes(), "Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seen = text(app)
        assert "All games" in seen
        for _ in range(3):
            await pilot.press("space")
            seen += text(app)
        for words in ("How the rounds ended", "What a round cost", "By game", "Against"):
            assert words in seen
        await pilot.press("escape")
        assert not isinstance(app.screen, StatisticsScreen)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (132, 40), (200, 60)])
async def test_every_size_and_language(size: tuple[int, int]) -> None:
    for language in ("en", "it", locale.PSEUDO):
        with locale.using(language):
            app = app_of(StatisticsScreen(outcomes(2, "[/b]\x1b[2J東京"), "Bruno"))
            async with app.run_test(size=size) as pilot:
                await pilot.press("left", "end", "home")
                assert "\x1b" not in text(app)


async def test_nothing_has_been_played() -> None:
    app = app_of(StatisticsScreen((), "Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "left", "end")
        assert "No game has been finished yet" in text(app)


async def test_ascii_only() -> None:
    app = app_of(StatisticsScreen(outcomes(), "Anna"), ascii=True)
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        drawn = "\n".join(s.text for s in app.screen._compositor.render_strips())
        assert drawn.isascii()


async def test_the_records_are_looked_through_first(tmp_path: Path) -> None:
    games = tmp_path / "games"
    put(games, game_lines())
    (games / "bad.chicken.jsonl").write_bytes(b'hello\n{"final"')
    screen = await statistics_screen(games, "nobody")
    assert len(screen.outcomes) == 1
    assert "bad.chicken.jsonl" in screen.news
    (tmp_path / "statistics.sqlite3").write_bytes(b"no database at all" * 99)
    broken = await statistics_screen(games, "nobody")
    assert broken.outcomes == ()
    assert broken.news


def test_charts() -> None:
    assert bar(8, 8, 4) == "████"
    assert bar(3, 8, 4) == "█▌"
    assert bar(1, 800, 4) == "▏"
    assert bar(0, 8, 4) == ""
    assert bar(0, 0, 4) == ""
    assert bar(8, 8, 4, ascii_only=True) == "####"
    assert bar(1, 800, 4, ascii_only=True) == "#"
    assert spark([1, 2, 8]) == "▁▂█"
    assert spark([1, 2, 8], ascii_only=True).isascii()
    assert len(set(spark([5, 5]))) == 1
    assert (decimal(9.96), decimal(0), percent(1, 3), percent(0, 0)) == ("10.0", "0.0", "33%", "0%")

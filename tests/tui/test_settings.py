"""The settings screen: what it changes is seen at once, and written into the file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from scenes import position
from sitting import sitting
from textual.pilot import Pilot

from chickenscratch import locale
from chickenscratch.config import (
    Bell,
    Confirm,
    HandOrder,
    KeySet,
    Language,
    Pace,
    Settings,
    ThemeName,
    Zoom,
    load,
)
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.view import view_of
from chickenscratch.table.players import PACES
from chickenscratch.tui import words
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens import settings_words
from chickenscratch.tui.screens.settings import SettingsScreen
from chickenscratch.tui.screens.table_view import ZOOMS
from chickenscratch.tui.terminal import Colors, detect

RULES = PRESETS["chicken-scratch"].rules
FEW = {"TERM": "xterm", "LANG": "C.UTF-8"}


@asynccontextmanager
async def changing(
    file: Path | None = None, size: tuple[int, int] = (80, 24), **extra: Any
) -> AsyncIterator[tuple[Pilot[Any], SettingsScreen]]:
    app = ChickenApp(clock=FakeClock(), settings=Settings(name="Anna"), **extra)
    async with app.run_test(size=size) as pilot:
        screen = SettingsScreen(file)
        await app.push_screen(screen)
        await pilot.pause()
        yield pilot, screen


async def to(pilot: Pilot[Any], screen: SettingsScreen, name: str) -> None:
    screen._go(settings_words.ROWS.index(name))
    await pilot.pause()


def test_every_setting_can_be_changed_here_but_the_last_table() -> None:
    assert set(settings_words.ROWS) == set(Settings.model_fields) - {"last", "host"}


@pytest.mark.parametrize("name", settings_words.ROWS)
def test_every_value_has_words(name: str) -> None:
    assert settings_words.title(name)
    assert settings_words.about(name)
    settings = Settings(name="Anna")
    for _step in range(8):
        assert settings_words.words(settings, name)
        value = settings_words.following(settings, name, 1, Colors.TRUE)
        settings = settings.model_copy(update={name: value})


async def test_a_change_is_written_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('# mine\npace = "calm"  # slow\n')
    async with changing(file) as (pilot, screen):
        await to(pilot, screen, "hand_order")
        await pilot.press("right")
        assert screen.settings.hand_order is HandOrder.NUMBER
        await to(pilot, screen, "autoplay")
        await pilot.press("space")
    assert file.read_text().startswith('# mine\npace = "calm"  # slow\n')
    assert load(file).hand_order is HandOrder.NUMBER
    assert load(file).autoplay


async def test_a_file_that_cannot_be_written_is_told_and_the_change_lives_on(
    tmp_path: Path,
) -> None:
    file = tmp_path / "config.toml"
    file.write_text("nonsense = 1\n")
    async with changing(file) as (pilot, screen):
        await to(pilot, screen, "pace")
        await pilot.press("right")
        assert "nonsense" in screen.problem
        assert screen.settings.pace is Pace.CALM
    assert file.read_text() == "nonsense = 1\n"


async def test_themes_are_previewed() -> None:
    async with changing(size=(120, 40)) as (pilot, screen):
        await to(pilot, screen, "theme")
        for name in (*list(ThemeName)[1:], ThemeName.FELT):
            await pilot.press("right")
            await pilot.pause()
            assert screen.settings.theme is name
            assert pilot.app.theme == screen.chicken.look.theme.name
        await pilot.press("left")
        assert screen.settings.theme is ThemeName.TERMINAL


async def test_without_colours_the_theme_cannot_be_changed() -> None:
    terminal = detect({"TERM": "xterm-256color", "NO_COLOR": "1", "LANG": "C.UTF-8"})
    async with changing(terminal=terminal) as (pilot, screen):
        await to(pilot, screen, "theme")
        await pilot.press("right", "left", "enter")
        assert screen.settings.theme is ThemeName.FELT
        assert "nothing to choose" in " ".join(screen.query_one("#about").shown)


async def test_sixteen_colours_have_two_themes() -> None:
    async with changing(terminal=detect(FEW)) as (pilot, screen):
        await to(pilot, screen, "theme")
        await pilot.press("right")
        assert screen.settings.theme is ThemeName.TERMINAL
        await pilot.press("right")
        assert screen.settings.theme is ThemeName.FELT


async def test_the_language_changes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    async with changing() as (pilot, screen):
        await to(pilot, screen, "language")
        await pilot.press("right", "right")
        assert screen.settings.language is Language.IT
        assert locale.current() == "it"
        assert "IMPOSTAZIONI" in screen.query_one("#page-head").shown[0]
        await pilot.press("right")
        assert screen.settings.language is Language.AUTO
        assert locale.current() == "en"


async def test_the_name_is_typed() -> None:
    async with changing() as (pilot, screen):
        await to(pilot, screen, "name")
        await pilot.press("backspace", "e", "space", "o", "enter")
        assert screen.settings.name == "Anne o"
        await pilot.press(*["x"] * 30, "down")
        assert len(screen.settings.name) == 20
        assert screen.row == "theme"


async def test_back_to_how_it_was_made() -> None:
    async with changing() as (pilot, screen):
        await to(pilot, screen, "confirm")
        await pilot.press("enter")
        assert screen.settings.confirm is Confirm.LIFT
        await pilot.press("delete")
        assert screen.settings.confirm is Confirm.PLAY


async def test_the_mouse_can_do_it() -> None:
    async with changing() as (pilot, screen):
        row = settings_words.ROWS.index("bell")
        region = screen.roll.content_region
        await pilot.click(offset=(region.x + 4, region.y + row))
        await pilot.pause()
        assert screen.row == "bell"
        column = screen.roll.shown[row].rindex(">")
        before = screen.settings.bell
        await pilot.click(offset=(region.x + column, region.y + row))
        await pilot.pause()
        assert screen.settings.bell is not before


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("language", ["en", "it", locale.PSEUDO])
async def test_every_row_can_be_seen(size: tuple[int, int], language: str) -> None:
    with locale.using(language):
        async with changing(size=size) as (pilot, screen):
            for name in settings_words.ROWS:
                title = settings_words.title(name)
                assert any(title[:8] in row for row in screen.roll.shown), name
                await pilot.press("down")


async def test_settings_open_over_the_table_and_change_it() -> None:
    game = position(RULES, "6-6 6-1@6", ["6-3 6-4", "2-1"])
    async with sitting(game) as table:
        await table.press("f2")
        screen = table.app.screen
        assert isinstance(screen, SettingsScreen)
        await to(table.pilot, screen, "zoom")
        await table.press("right")
        await to(table.pilot, screen, "confirm")
        await table.press("right", "escape")
        await table.pilot.pause()
        assert table.app.screen is table.screen
        assert table.screen.board.wanted is ZOOMS[Zoom.TINY]
        table.clock.go(1)
        await table.press("enter")
        assert table.chosen == []
        assert table.screen.mind.lifted is not None


@pytest.mark.parametrize("zoom", Zoom)
async def test_the_board_begins_as_large_as_wanted(zoom: Zoom) -> None:
    game = position(RULES, "6-6 6-1@6", ["6-3 6-4", "2-1"])
    async with sitting(game, settings=Settings(zoom=zoom, reduced_motion=True)) as table:
        assert table.screen.board.wanted is ZOOMS[zoom]


AUTOPLAY = Settings(autoplay=True, reduced_motion=True)


async def test_a_forced_move_is_made_after_a_second() -> None:
    game = position(RULES, "6-6 6-1@6", ["6-3 4-2", "2-1"])
    async with sitting(game, settings=AUTOPLAY, play_bots=False) as table:
        assert "done for you" in table.line("duty")
        assert table.chosen == []
        table.clock.go(1)
        await table.pilot.pause()
        assert [str(action.tile) for action in table.chosen] == ["6-3"]


async def test_a_forced_draw_is_made_too() -> None:
    game = position(RULES, "6-6 6-1@6", ["5-3 4-2", "2-1"], "4-4 5-4")
    async with sitting(game, settings=AUTOPLAY, play_bots=False) as table:
        table.clock.go(1)
        await table.pilot.pause()
        assert len(table.chosen) == 1


@pytest.mark.parametrize("confirm", [Confirm.PLAY, Confirm.LIFT])
async def test_any_key_stops_it(confirm: Confirm) -> None:
    settings = AUTOPLAY.model_copy(update={"confirm": confirm})
    game = position(RULES, "6-6 6-1@6", ["6-3 4-2", "2-1"])
    async with sitting(game, settings=settings, play_bots=False) as table:
        table.clock.go(0.5)
        await table.press("escape")
        table.clock.go(5)
        await table.pilot.pause()
        assert table.chosen == []
        assert "done for you" not in table.line("duty")


async def test_a_choice_is_never_made() -> None:
    game = position(RULES, "6-6 6-1@6", ["6-3 6-4", "2-1"])
    async with sitting(game, settings=AUTOPLAY, play_bots=False) as table:
        table.clock.go(5)
        await table.pilot.pause()
        assert table.chosen == []


async def test_the_key_set_changes_keys_footer_and_help() -> None:
    game = position(RULES, "6-6 6-1@6", ["6-3 6-4", "2-1"], "4-4")
    settings = Settings(key_set=KeySet.LEFT_HAND, reduced_motion=True)
    async with sitting(game, settings=settings, play_bots=False, size=(120, 40)) as table:
        assert "f play" in table.line("footer")
        before = table.screen.mind.cursor
        await table.press("d")
        assert table.screen.mind.cursor != before
        await table.press("f")
        assert len(table.chosen) == 1
        await table.press("question_mark")
        assert "f " in table.everything


async def test_keys_of_ones_own_at_the_table() -> None:
    game = position(RULES, "6-6 6-1@6", ["6-3 6-4", "2-1"])
    settings = Settings(keys={"sheet": "y", "confirm": "enter,f9"}, reduced_motion=True)
    async with sitting(game, settings=settings, play_bots=False, size=(120, 40)) as table:
        assert "y sheet" in table.line("footer")
        assert "y" not in table.screen.scene.letters
        await table.press("f9")
        assert len(table.chosen) == 1


CHOICE = ["6-3 4-2 6-4", "2-1"]


def bells(table: Any) -> list[str]:
    """What has rung since."""
    rung: list[str] = []
    table.app.bell = lambda: rung.append("bell")
    return rung


@pytest.mark.parametrize(("wanted", "times"), [(Bell.OFF, 0), (Bell.ALWAYS, 1)])
async def test_the_bell_for_calls_rings_for_a_double(wanted: Bell, times: int) -> None:
    settings = Settings(bell=Bell.OFF, bell_calls=wanted, reduced_motion=True)
    game = position(RULES, "6-6 6-1@6 6-2@6 6-3@6 6-5@6", ["5-5 4-2 6-4", "2-1 4-1"])
    async with sitting(game, settings=settings, play_bots=False) as table:
        rung = bells(table)
        await table.press("5", "5", "enter")
        await table.pilot.pause()
        assert len(rung) == times


@pytest.mark.parametrize(("wanted", "times"), [(Bell.OFF, 0), (Bell.ALWAYS, 1)])
async def test_the_bell_for_ends_rings_at_the_end_of_a_round(wanted: Bell, times: int) -> None:
    settings = Settings(bell=Bell.OFF, bell_ends=wanted, reduced_motion=True)
    game = position(RULES, "6-6 6-1@6 6-2@6 6-3@6 6-5@6", ["5-4", "2-1 4-1"])
    async with sitting(game, settings=settings, play_bots=False) as table:
        rung = bells(table)
        await table.press("enter")
        await table.pilot.pause()
        assert table.screen.scene.view.round_over
        assert len(rung) == times


@pytest.mark.parametrize("hints", [True, False])
async def test_hints_mark_what_fits_and_count(hints: bool) -> None:
    game = position(RULES, "6-6 6-1@6", CHOICE)
    settings = Settings(hints=hints, reduced_motion=True)
    async with sitting(game, settings=settings, size=(120, 40)) as table:
        assert ("of 3" in table.line("duty")) is hints
        assert ("COUNT" in table.everything) is hints
        marked = words.hand_picture(table.screen.eyes, face_down=False).fitting
        assert (len(marked) == 2) is hints
        await table.press("t")
        assert ("turned hints off" in table.line("duty")) is not hints


@pytest.mark.parametrize(("order", "first"), [(HandOrder.DEALT, "2-1"), (HandOrder.FIT, "6-3")])
async def test_the_order_of_the_hand_is_the_wanted_one(order: HandOrder, first: str) -> None:
    game = position(RULES, "6-6 6-1@6", ["2-1 6-3 3-3", "4-1"])
    async with sitting(game, settings=Settings(hand_order=order, reduced_motion=True)) as table:
        assert str(table.screen.mind.hand[0]) == first


def test_computer_players_take_the_time_that_is_wanted() -> None:
    view = view_of(position(RULES, "6-6 6-1@6", CHOICE), 0)
    instant, brisk, calm = (PACES[pace](view) for pace in Pace)
    assert instant == 0 < brisk < calm


async def test_the_mouse_is_left_alone_if_that_is_wanted() -> None:
    async with changing() as (pilot, screen):
        asked: list[bool] = []
        screen.chicken.capture_mouse_for_us = lambda wanted: bool(asked.append(wanted)) or True  # type: ignore[method-assign]
        await to(pilot, screen, "mouse")
        await pilot.press("space", "space")
        assert asked == [False, True]


async def test_plain_characters_draw_the_table_in_ascii() -> None:
    game = position(RULES, "6-6 6-1@6", CHOICE)
    async with sitting(game, settings=Settings(ascii=True, reduced_motion=True)) as table:
        assert table.everything.isascii()


def test_choices_of_different_settings_with_the_same_value_have_their_own_words():
    assert settings_words.words(Settings(), "language") == "as the environment says"
    assert settings_words.words(Settings(), "motion") == "as the line allows"
    for name in settings_words.ROWS:
        choices = [c for c in settings_words.choices(name, Colors.TRUE) if isinstance(c, StrEnum)]
        said = {
            settings_words.words(Settings.model_construct(**{name: choice}), name)
            for choice in choices
        }
        assert len(said) == len(choices)

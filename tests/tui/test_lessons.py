"""The lessons: six real acts at a table, which can be skipped at any time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fakes import FakeClock
from textual.pilot import Pilot

from chickenscratch import locale
from chickenscratch.config import KeySet, Settings
from chickenscratch.core.view import view_of
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.lesson import LessonScreen, teach
from chickenscratch.tui.screens.lesson_list import LESSONS, position_of
from chickenscratch.tui.screens.reveal import RevealScreen

ALL = range(len(LESSONS))
STILL = Settings(name="Anna", reduced_motion=True)


class Class:
    """A running lesson."""

    def __init__(self, pilot: Pilot[Any], clock: FakeClock, app: ChickenApp) -> None:
        self.pilot, self.clock, self.app = pilot, clock, app

    @property
    def screen(self) -> LessonScreen:
        assert isinstance(self.app.screen, LessonScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def wait(self, seconds: float) -> None:
        self.clock.go(seconds)
        await self.pilot.pause()

    @property
    def coach(self) -> str:
        return " ".join(" ".join(self.screen.pane("coach").shown).split())


@asynccontextmanager
async def lesson(
    number: int, size: tuple[int, int] = (80, 24), settings: Settings = STILL
) -> AsyncIterator[Class]:
    clock = FakeClock()
    app = ChickenApp(clock=clock, settings=settings)
    async with app.run_test(size=size) as pilot:
        await app.push_screen(LessonScreen(number, settings))
        await pilot.pause()
        yield Class(pilot, clock, app)


@pytest.mark.parametrize("number", ALL)
def test_the_positions_ask_for_what_the_lesson_says(number: int) -> None:
    wanted = LESSONS[number]
    game, story = position_of(wanted)
    view = view_of(game, 0)
    legal = view.legal
    assert legal is not None
    assert legal.turn
    assert story
    if wanted.act == "pass":
        assert legal.draw
        assert not legal.moves
    else:
        assert legal.moves
        # no question which side connects: that is no part of these lessons
        assert len({move.tile for move in legal.moves}) == len(legal.moves)
    laid = [tile for laid in view.laid for tile in (laid.near, laid.far)]
    assert laid


def test_the_second_lesson_has_a_tile_that_may_not_be_laid_yet() -> None:
    game, _story = position_of(LESSONS[1])
    view = view_of(game, 0)
    legal = view.legal
    assert legal is not None
    assert {str(move.tile) for move in legal.moves} == {"6-5"}
    assert any(end.number == 1 for end in view.ends)


@pytest.mark.parametrize("number", [0, 1, 2, 5])
async def test_one_tile_and_it_is_learnt(number: int) -> None:
    async with lesson(number) as here:
        screen = here.screen
        await here.press("enter")
        assert screen.learnt
        assert locale._(LESSONS[number].after)[:20] in here.coach
        assert "Enter" in here.coach
        await here.press("enter")
        await here.wait(0.2)
        assert here.app.screen is not screen


async def test_drawing_and_passing() -> None:
    async with lesson(3) as here:
        await here.press("space")
        assert not here.screen.learnt
        await here.wait(1.2)
        assert here.screen.learnt
        assert "turn of" in here.coach


@pytest.mark.parametrize(("tile", "left"), [("4-2", 3), ("3-0", 6)])
async def test_what_is_left_is_counted(tile: str, left: int) -> None:
    async with lesson(4) as here:
        screen = here.screen
        await here.press(*tile.split("-"), "enter")
        assert not screen.learnt
        await here.wait(1.2)
        await here.wait(1.5)
        reveal = here.app.screen
        assert isinstance(reveal, RevealScreen)
        assert reveal.update_shown.view.results[-1].scores == (left, 0)
        await here.press("enter")
        await here.wait(0.2)
        assert screen.learnt
        assert here.app.screen is not screen


async def test_a_wrong_tile_is_explained() -> None:
    async with lesson(1) as here:
        await here.press("1", "0")
        duty = " ".join(here.screen.pane("duty").shown)
        assert "1-0" in duty
        assert not here.screen.learnt


async def test_escape_puts_back_first_and_then_leaves() -> None:
    settings = STILL.model_copy(update={"confirm": "lift"})
    async with lesson(0, settings=settings) as here:
        screen = here.screen
        await here.press("enter")
        assert screen.mind.lifted is not None
        await here.press("escape")
        assert here.app.screen is screen
        await here.press("escape")
        assert here.app.screen is not screen
        assert not screen.learnt


async def test_a_held_key_does_not_run_through_the_lessons() -> None:
    async with lesson(0) as here:
        screen = here.screen
        await here.press("enter")
        for _again in range(6):
            await here.press("enter")
            here.clock.time += 0.05
        assert here.app.screen is screen


async def test_the_coach_names_the_keys_in_use() -> None:
    settings = STILL.model_copy(update={"key_set": KeySet.LEFT_HAND})
    async with lesson(0, settings=settings) as here:
        assert "f lays it" in here.coach
        await here.press("f")
        assert here.screen.learnt
        assert "f: the next lesson" in here.coach


async def test_the_mouse_goes_on() -> None:
    async with lesson(0) as here:
        screen = here.screen
        await here.press("enter")
        row = next(y for y, text in enumerate(screen.pane("coach").shown) if "next" in text)
        await here.pilot.click("#coach", offset=(4, row))
        await here.pilot.pause()
        assert here.app.screen is not screen


@pytest.mark.parametrize("number", ALL)
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_all_of_the_advice_can_be_read(
    number: int, language: str, size: tuple[int, int]
) -> None:
    with locale.using(language):
        async with lesson(number, size) as here:
            coach = here.screen.pane("coach")
            words = here.screen._filled(LESSONS[number].before).split()
            assert " ".join(words[-3:]) in " ".join(" ".join(coach.shown).split()), language
            assert here.screen.hand.size.height


async def test_all_six_in_a_row() -> None:
    clock = FakeClock()
    app = ChickenApp(clock=clock, settings=STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        here = Class(pilot, clock, app)
        course = app.run_worker(teach(app))
        for number in ALL:
            await pilot.pause()
            assert here.screen.number == number
            if number == 3:
                await here.press("space")
                await here.wait(1.2)
            else:
                await here.press("enter")
            if number == 4:
                await here.wait(1.2)
                await here.wait(1.5)
            await here.press("enter")
            await here.wait(0.2)
        await pilot.pause()
        assert course.result is True


async def test_leaving_ends_the_course() -> None:
    app = ChickenApp(clock=FakeClock(), settings=STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        course = app.run_worker(teach(app))
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert course.result is False

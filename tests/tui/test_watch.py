"""Watching computer players: pace, pause, commentary, the end of a round."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from curious import Curious
from fakes import FakeClock
from textual.pilot import Pilot

from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.config import Settings
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.view import SeatView
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.reveal import RevealScreen
from chickenscratch.tui.screens.watch import SPEEDS, USUAL_SPEED, WatchScreen

SEED = "7".rjust(64, "0")


class Quick:
    """Decides at once."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, HEAVIEST.name)


class Broken:
    """Cannot decide anything."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        raise RuntimeError("no thought today")


class Show:
    """A game that is being watched."""

    def __init__(self, pilot: Pilot[Any], clock: FakeClock, screen: WatchScreen) -> None:
        self.pilot, self.clock, self.screen = pilot, clock, screen
        self.outcome: list[str | None] = []

    @property
    def acts(self) -> int:
        return self.screen.latest.seq

    async def wait(self, seconds: float = SPEEDS[USUAL_SPEED]) -> None:
        self.clock.go(seconds)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def to_end_of_round(self) -> None:
        while not self.screen.latest.view.round_over:
            await self.wait()
        await self.wait(1.5)

    @property
    def talk(self) -> str:
        return "\n".join(self.screen.pane("ticker").shown)


@asynccontextmanager
async def watching(size: tuple[int, int] = (80, 24), brain: Any = None) -> AsyncIterator[Show]:
    clock, settings = FakeClock(), Settings(name="Anna", reduced_motion=True)
    app = ChickenApp(clock=clock, settings=settings)
    async with app.run_test(size=size) as pilot:
        screen = WatchScreen(brain or Quick(), settings, seed=SEED)
        show = Show(pilot, clock, screen)
        await app.push_screen(screen, show.outcome.append)
        await pilot.pause()
        yield show


async def test_a_move_at_a_time() -> None:
    async with watching() as show:
        first = show.acts
        await show.wait(SPEEDS[USUAL_SPEED] - 0.1)
        assert show.acts == first
        await show.wait(0.1)
        assert show.acts > first


async def test_space_pauses_and_a_dot_makes_one_move() -> None:
    async with watching() as show:
        await show.press("space")
        assert "paused" in show.talk
        before = show.acts
        await show.wait(60)
        assert show.acts == before
        await show.press("full_stop")
        assert show.acts > before
        after = show.acts
        await show.wait(60)
        assert show.acts == after
        await show.press("space")
        await show.wait()
        assert show.acts > after


async def test_plus_and_minus() -> None:
    async with watching() as show:
        await show.press("plus")
        assert "brisk" in show.talk
        before = show.acts
        await show.wait(SPEEDS[USUAL_SPEED + 1])
        assert show.acts > before
        await show.press(*["minus"] * 5)
        assert "slow" in show.talk
        before = show.acts
        await show.wait(SPEEDS[0] - 0.1)
        assert show.acts == before


async def test_the_players_are_told_who_they_are() -> None:
    brain = Curious()
    async with watching(brain=brain) as show:
        await show.to_end_of_round()
        levels = show.screen.levels
    assert set(brain.asked) == {(level, levels) for level in levels}


async def test_the_commentary_tells_what_happens() -> None:
    async with watching() as show:
        for _move in range(4):
            await show.wait()
        names = show.screen.names
        assert any(name in show.talk for name in names)
        assert show.screen.said
        await show.to_end_of_round()
        told = " ".join(text for text, _look in show.screen.said)
        assert "lead" in told


async def test_drawing_and_passing_is_one_sentence() -> None:
    async with watching() as show:
        await show.to_end_of_round()
        told = [text for text, _look in show.screen.said]
        drew = [i for i, text in enumerate(told) if text.endswith("drew a tile.")]
        for i in drew:
            name = told[i].partition(" ")[0]
            assert told[i + 1] != f"{name} drew and passed."


async def test_the_round_is_counted_and_the_next_one_waits() -> None:
    async with watching() as show:
        await show.to_end_of_round()
        assert isinstance(show.pilot.app.screen, RevealScreen)
        await show.wait(60)
        assert show.screen.latest.view.number == 1
        await show.press("space")
        await show.wait(0.2)
        await show.wait()
        assert show.screen.latest.view.number == 2


async def test_a_game_to_its_end_and_another_one() -> None:
    async with watching() as show:
        for _round in range(7):
            await show.to_end_of_round()
            assert isinstance(show.pilot.app.screen, RevealScreen)
            await show.press("space")
            await show.wait(0.2)
            await show.pilot.pause()
        assert isinstance(show.pilot.app.screen, PodiumScreen)
        await show.press("r")
        assert show.outcome == ["rematch"]


async def test_q_leaves_at_once() -> None:
    async with watching() as show:
        await show.press("q")
        assert show.outcome == ["leave"]


@pytest.mark.filterwarnings("ignore")
async def test_a_brain_that_fails_does_not_stop_the_game() -> None:
    async with watching(brain=Broken()) as show:
        before = show.acts
        await show.wait()
        await show.wait()
        assert show.acts > before


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_in_every_size(size: tuple[int, int]) -> None:
    async with watching(size) as show:
        await show.wait()
        await show.wait()
        assert any(name in show.talk for name in show.screen.names)
        assert "Space" in show.screen.pane("footer").shown[0]

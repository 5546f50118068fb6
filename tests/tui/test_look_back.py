"""Looking back during play: marked, without places to lay at, and over at any other key."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fakes import FakeClock
from quick import Heaviest
from textual.pilot import Pilot

from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS
from chickenscratch.table.local import open_table
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.table import TableScreen

PEOPLE = (SeatSetup("Anna"), SeatSetup("Bruno", "heaviest"), SeatSetup("Carla", "heaviest"))


@asynccontextmanager
async def in_the_middle(mark: str = "") -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    """A game in which Anna is to move and some tiles lie."""
    settings = Settings(reduced_motion=True)
    app = ChickenApp(settings=settings, clock=FakeClock())
    setup = TableSetup(PRESETS["chicken-scratch"].rules, PEOPLE, "3".rjust(64, "0"))
    async with app.run_test(size=(100, 30)) as pilot:
        table = open_table(setup, brain=Heaviest(), pace=lambda _view: 0.0)
        screen = TableScreen(table.people, settings=settings, mark=mark)
        await app.push_screen(screen)
        for _ in range(400):
            await pilot.pause()
            if screen.scene.my_turn and len(screen.scene.view.laid) > 6:
                break
            if screen.scene.my_turn:
                screen.press("obvious")
                screen.press("confirm")
        assert screen.scene.my_turn
        yield pilot, screen
        await table.close()


def shown(screen: TableScreen, pane: str) -> str:
    return "\n".join(screen.pane(pane).shown)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def test_each_step_shows_the_table_a_move_earlier_until_the_deal():
    async with in_the_middle() as (pilot, screen):
        laid = [len(screen.board._picture.spots)]
        while screen.board._picture.spots:
            await press(pilot, "comma")
            assert "LOOKING BACK" in shown(screen, "title")
            laid.append(len(screen.board._picture.spots))
        assert laid == sorted(laid, reverse=True)
        assert laid[0] - laid[1] <= 1
        for _ in range(3):
            await press(pilot, "comma")
        assert "Move 0 of " in shown(screen, "duty")


async def test_steps_lead_on_to_the_game_itself():
    async with in_the_middle() as (pilot, screen):
        now = [shown(screen, pane) for pane in ("title", "duty", "side", "footer")]
        await press(pilot, "comma", "comma", "comma")
        moves = len(screen.happened)
        assert "Move " in shown(screen, "duty")
        for _ in range(3):
            assert screen.looking_back
            await press(pilot, "full_stop")
        assert not screen.looking_back
        assert [shown(screen, pane) for pane in ("title", "duty", "side", "footer")] == now
        assert len(screen.happened) == moves
        await press(pilot, "full_stop")
        assert not screen.looking_back


async def test_any_other_key_only_goes_back_to_the_game():
    async with in_the_middle() as (pilot, screen):
        log = screen.scene.view.log
        for key in ("enter", "space", "escape", "d", "5", "q"):
            await press(pilot, "comma")
            assert screen.looking_back
            await press(pilot, key)
            assert not screen.looking_back
            assert screen.app.screen is screen
        assert screen.scene.view.log == log
        assert screen.mind.lifted is None


async def test_the_mouse_steps_and_goes_back_as_well():
    async with in_the_middle() as (pilot, screen):
        await press(pilot, "comma")
        foot = shown(screen, "footer")
        at = screen._at
        assert at is not None
        await pilot.click("#footer", offset=(foot.index("a move back"), 0))
        assert screen._at == at - 1
        await pilot.click("#footer", offset=(foot.index("a move on"), 0))
        assert screen._at == at
        await pilot.click("#footer", offset=(foot.index("back to the game"), 0))
        assert not screen.looking_back


async def test_nothing_can_be_laid_in_the_past():
    async with in_the_middle() as (pilot, screen):
        await press(pilot, "up")
        await press(pilot, "comma")
        assert not screen.board._picture.ghosts
        assert screen.hand._picture.fitting == frozenset()
        assert "the game waits for you" in shown(screen, "duty")


async def test_the_title_says_that_a_game_is_out_of_the_ordinary():
    async with in_the_middle("FREE PRACTICE") as (pilot, screen):
        assert "FREE PRACTICE" in shown(screen, "title")
        await press(pilot, "comma")
        assert "FREE PRACTICE" not in shown(screen, "title")
        assert "LOOKING BACK" in shown(screen, "title")

"""Taking back at the table: named first, then done; done again; refused with a reason."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fakes import FakeClock
from textual.pilot import Pilot

from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.config import Settings
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.view import SeatView
from chickenscratch.locale.takeback import take_back_words
from chickenscratch.table.link import TakeBack
from chickenscratch.table.local import open_table
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.table import TableScreen


class Heaviest:
    """A brain that answers at once."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)


@asynccontextmanager
async def a_game(seed: str) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    settings = Settings(reduced_motion=True)
    app = ChickenApp(settings=settings, clock=FakeClock())
    setup = TableSetup(
        PRESETS["chicken-scratch"].rules,
        (SeatSetup("Anna"), SeatSetup("Bruno", "heaviest")),
        seed.rjust(64, "0"),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        table = open_table(setup, brain=Heaviest(), pace=lambda _view: 0.0)
        screen = TableScreen(table.people, settings=settings)
        await app.push_screen(screen)
        yield pilot, screen
        await table.close()


async def until_my_turn(pilot: Pilot[Any], screen: TableScreen, more_than: int = -1) -> None:
    for _ in range(300):
        await pilot.pause()
        if screen.scene.my_turn and len(screen.scene.view.log) > more_than:
            return
    raise AssertionError("it never was my turn")


def duty(screen: TableScreen) -> str:
    return " ".join(screen.pane("duty").shown)


async def playable(pilot: Pilot[Any], screen: TableScreen) -> None:
    """Until a tile can be laid without drawing first."""
    await until_my_turn(pilot, screen)
    while not (screen.scene.must_play or screen.scene.view.phase == "lead"):
        await pilot.press("space")
        await until_my_turn(pilot, screen)


async def test_a_move_is_named_taken_back_and_done_again():
    async with a_game("2") as (pilot, screen):
        await playable(pilot, screen)
        before = screen.scene.view
        await pilot.press("enter")
        if len(screen.scene.view.log) == len(before.log) and screen.scene.my_turn:
            await pilot.press("enter")  # both sides fitted
        await until_my_turn(pilot, screen, more_than=len(before.log))
        after = screen.scene.view
        await pilot.press("u")
        assert "u again takes back your " in duty(screen)
        assert screen.scene.view == after, "nothing is taken back before it was named"
        await pilot.press("u")
        for _ in range(100):
            await pilot.pause()
            if screen.scene.view == before:
                break
        assert screen.scene.view == before
        await pilot.press("U")
        assert "U again does again your " in duty(screen)
        await pilot.press("U")
        await until_my_turn(pilot, screen, more_than=len(before.log))
        assert screen.scene.view.log == after.log


async def test_nothing_to_take_back_is_said():
    async with a_game("2") as (pilot, screen):
        await until_my_turn(pilot, screen)
        await pilot.press("u")
        await pilot.pause()
        assert "nothing of yours to take back" in duty(screen)


def test_words_of_what_is_taken_back():
    from chickenscratch.core.actions import Draw, Lead, Pass, Play
    from chickenscratch.core.tiles import Tile

    offer = TakeBack(0, (Play(0, Tile(5, 2), 5), Draw(1), Pass(1), Lead(2, Tile(6, 6))))
    names = ("Anna", "Bruno", "Carla")
    assert take_back_words(offer.actions, names, 0) == (
        "your 5-2, Bruno's draw, Bruno's pass and Carla 6-6"
    )
    assert take_back_words(offer.actions, names, None, most=2) == "Anna 5-2 and 3 more moves"

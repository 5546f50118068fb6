"""One game, three ways to play it: in the full screen by keys, in lines in English and in Italian.
The same person makes the same choices, so the same must happen, event by event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest
from fakes import FakeClock
from plain.plain_kit import INSTANT, Memory, Quick, Script, first_move, played, setup, typed

from chickenscratch.bots.base import awaited
from chickenscratch.config import Settings
from chickenscratch.core.actions import Call, Draw, Lead, Pass, Play
from chickenscratch.core.events import Event
from chickenscratch.core.view import SeatView
from chickenscratch.locale import using
from chickenscratch.plain.sitting import WINDOW, Patience
from chickenscratch.plain.table import Outcome, Session
from chickenscratch.table.link import TableLink, Update
from chickenscratch.table.local import open_table
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.gate import RateGuard
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.reveal import RevealScreen
from chickenscratch.tui.screens.table import TableScreen

BOTS = (None, "random", "heaviest", "random")
PATIENCE = 5000
"""How often it is looked whether something has happened."""


class Listening:
    """A link that remembers what came over it."""

    def __init__(self, link: TableLink) -> None:
        self._link = link
        self.events: list[Event] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._link, name)

    async def updates(self) -> AsyncIterator[Update]:
        async for update in self._link.updates():
            self.events += update.events
            yield update


class Unhurried(RateGuard):
    """Takes nothing for a paste, however fast a test presses keys."""

    def admits(self, time: float) -> bool:
        return True


class Told(NamedTuple):
    """What happened at a table, as its person was told and as it was recorded."""

    events: list[Event]
    lines: list[str]
    said: list[str]


def keys_for(view: SeatView) -> list[str]:
    """What a person presses to do what `first_move` does."""
    match first_move(view):
        case Draw():
            return ["d"]
        case Pass():
            return ["p"]
        case Call():
            return ["c"]
        case Lead(_, tile):
            return [*_digits(view, (tile.high, tile.low)), "enter"]
        case Play(_, tile, on):
            entry = view.legal.of(tile) if view.legal else None
            asked = entry is not None and len(entry.moves) > 1
            return [
                *_digits(view, (tile.high, tile.low)),
                *(_digits(view, (on,)) if asked else ["enter"]),
            ]
        case action:
            raise AssertionError(action)


def _digits(view: SeatView, numbers: tuple[int, ...]) -> list[str]:
    width = 1 if view.rules.set_size <= 9 else 2
    return [digit for number in numbers for digit in f"{number:0{width}}"]


async def in_full_screen(wanted: TableSetup, language: str) -> Told:
    with using(language):
        memory, clock = Memory(), FakeClock()
        table = open_table(wanted, brain=Quick(), pace=INSTANT, recorder=memory)
        link = Listening(table.people[0])
        settings = Settings(reduced_motion=True)
        screen = TableScreen([link], settings=settings)  # type: ignore[list-item]
        app = ChickenApp(screen, settings=settings, clock=clock)
        app._rate = Unhurried()
        async with app.run_test(size=(80, 24)) as pilot:
            for _look in range(PATIENCE):
                await pilot.pause()
                top, view = app.screen, link.latest.view
                if isinstance(top, PodiumScreen):
                    break
                if isinstance(top, RevealScreen):
                    await pilot.press("enter")
                    clock.go(1)
                elif top is screen and awaited(view) == 0 and not view.round_over:
                    await act(pilot, screen, link, view)
                else:
                    clock.go(3)
            assert isinstance(app.screen, PodiumScreen)
        await table.close()
    return Told(link.events, memory.lines, [])


async def act(pilot: Any, screen: TableScreen, link: Any, view: SeatView) -> None:
    """Press the keys for a move, and wait until it has been made."""
    before = link.latest.seq
    if screen.scene.forced_pass:
        await pilot.press("space")
    else:
        await pilot.press(*keys_for(view))
    for _look in range(PATIENCE):
        if link.latest.seq != before:
            return
        await asyncio.sleep(0)
    raise AssertionError(f"nothing came of {keys_for(view)}: {screen.pane('duty').shown}")


async def in_lines(wanted: TableSetup, language: str) -> Told:
    elsewhere = await played(wanted)
    with using(language):
        memory, patience = Memory(), Patience()
        table = open_table(
            wanted, brain=Quick(), pace=INSTANT, recorder=memory, window=WINDOW,
            sleep=patience.sleep,
        )  # fmt: skip
        link = Listening(table.people[0])
        script = Script(*(typed(*command, language) for command in elsewhere.commands))
        session = Session([link], script, may_catch=patience.may_catch)  # type: ignore[list-item]
        assert await asyncio.wait_for(session.run(), 60) is Outcome.OVER
        await table.close()
    return Told(link.events, memory.lines, script.said)


async def compare(wanted: TableSetup) -> None:
    english, italian = await in_lines(wanted, "en"), await in_lines(wanted, "it")
    screen = await in_full_screen(wanted, "it")
    assert len(screen.events) > 30
    assert screen.events == english.events == italian.events
    # the first line of a record has the time in it
    assert screen.lines[1:] == english.lines[1:] == italian.lines[1:]
    # a fact is a line in one language as in the other
    assert len(english.said) == len(italian.said)
    assert english.said[0] != italian.said[0]


async def test_a_game_is_the_same_in_lines_and_in_the_full_screen() -> None:
    await compare(setup("chicken-scratch", *BOTS, rounds=2))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "seed"),
    [("chicken-scratch", "a"), ("chicken-foot", "b"), ("classic", "c"), ("eight-legged", "d")],
)
async def test_whole_games_are_the_same(preset: str, seed: str) -> None:
    await compare(setup(preset, *BOTS, seed=seed))

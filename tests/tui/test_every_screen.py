"""A walk through every screen, in every language, at every size: nothing that matters is cut off,
no key is dead, and all of it can be done by keys alone and by the mouse alone."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from walk import SETTINGS, SIZES, STOPS, Stop, acts_at, acts_of, cuts, faults, method, panes

from chickenscratch import locale
from chickenscratch.tui import screens
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.pictures import StillClock
from chickenscratch.tui.screens.curtain import CurtainScreen
from chickenscratch.tui.screens.table import TableScreen

LANGUAGES = (*locale.LANGUAGES, locale.PSEUDO)
USUAL = (("it", (40, 12)), (locale.PSEUDO, (80, 24)))
"""What is walked every time; the slow tests walk every size in every language."""


@asynccontextmanager
async def walking(language: str, size: tuple[int, int]) -> AsyncIterator[Pilot[Any]]:
    with locale.using(language):
        app = ChickenApp(settings=SETTINGS, clock=StillClock())
        async with app.run_test(size=size) as pilot:
            yield pilot


@asynccontextmanager
async def at(pilot: Pilot[Any], stop: Stop) -> AsyncIterator[Screen[Any]]:
    """A screen in its state, above nothing."""
    app, screen = pilot.app, stop.make()
    app.push_screen(screen)
    await pilot.pause()
    if stop.keys:
        await pilot.press(*stop.keys)
        await pilot.pause()
    try:
        yield screen
    finally:
        while app.screen is not screen and screen in app.screen_stack:
            app.pop_screen()
        if app.screen is screen:
            app.pop_screen()


async def look_at_all(language: str, sizes: tuple[tuple[int, int], ...]) -> list[str]:
    """What is wrong with any screen."""
    found: list[str] = []
    async with walking(language, sizes[0]) as pilot:
        for name, stop in STOPS.items():
            async with at(pilot, stop) as screen:
                for size in sizes:
                    if pilot.app.size != size:
                        await pilot.resize_terminal(*size)
                        await pilot.pause()
                    wrong = [*cuts(name, screen), *faults(name, screen)]
                    found += [f"{language} {size} {fault}" for fault in wrong]
    return found


@pytest.mark.parametrize(("language", "size"), USUAL)
async def test_nothing_is_cut_off_and_all_can_be_done_by_keys_or_by_mouse_alone(
    language: str, size: tuple[int, int]
) -> None:
    assert await look_at_all(language, (size,)) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_same_in_every_window(language: str) -> None:
    assert await look_at_all(language, SIZES) == []


async def test_the_curtain_opens_by_its_key_and_by_a_click() -> None:
    for click in (False, True):
        async with walking("en", (80, 24)) as pilot, at(pilot, STOPS["curtain"]) as screen:
            assert isinstance(screen, CurtainScreen)
            pilot.app.clock.go(10)  # type: ignore[attr-defined]
            ((act, where),) = [each for pane in panes(screen) for each in acts_of(pane)]
            assert act == "open"
            if click:
                await pilot.click("#curtain", offset=(where.x, where.y))
            else:
                await pilot.press(screen.key)
            await pilot.pause()
            assert pilot.app.screen is not screen


def signature(pilot: Pilot[Any]) -> object:
    """All that can be seen, and on which screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return id(pilot.app.screen), [(s.text, str(s.style)) for strip in strips for s in strip]


def spied(screen: Screen[Any], act: str) -> list[str]:
    """Where it is noted that an act is done."""
    done: list[str] = []
    do = getattr(screen, method(act))

    def noted(*words: object) -> object:
        done.append(act)
        return do(*words)

    setattr(screen, method(act), noted)
    return done


def footer_keys(screen: Screen[Any]) -> list[tuple[str, str]]:
    """The acts of the footer that have a key, with its first one."""
    acts = acts_at(screen)
    foot = screen.query_one("#footer" if isinstance(screen, TableScreen) else "#page-foot")
    shown = dict.fromkeys(act.partition("(")[0] for act, _where in acts_of(foot))  # type: ignore[arg-type]
    return [(act, acts[act][0]) for act in shown if acts.get(act)]


async def dead_keys(pilot: Pilot[Any], name: str, stop: Stop) -> list[str]:
    async with at(pilot, stop) as screen:
        wanted = [] if isinstance(screen, CurtainScreen) else footer_keys(screen)
    dead = []
    for act, key in wanted:
        async with at(pilot, stop) as screen:
            pilot.app.clock.go(10)  # type: ignore[attr-defined]
            before, done = signature(pilot), spied(screen, act)
            await pilot.press(key)
            pilot.app.clock.go(1)  # type: ignore[attr-defined]
            await pilot.pause()
            if not done and signature(pilot) == before:
                dead.append(f"{name}: {key} for {act}")
    return dead


@pytest.mark.slow
@pytest.mark.parametrize("name", STOPS)
async def test_every_key_of_the_footer_does_something(name: str) -> None:
    async with walking("en", (120, 40)) as pilot:
        assert await dead_keys(pilot, name, STOPS[name]) == []


GROUNDS = {"Evening", "KeepScore", "Visit"}
"""Screens with nothing on them: they lead from one to the next."""

AT_A_HOST = {
    "CompanyScreen", "FinishedScreen", "FollowScreen", "HostedTableScreen", "LobbyScreen",
    "MyselfScreen", "RoomScreen", "SharedReplayScreen", "TalkScreen",
}  # fmt: skip
"""Screens that need a host: test_every_hosted_screen.py and test_shared_replay.py walk them."""


def test_the_walk_knows_every_screen() -> None:
    """Whoever makes a screen adds it to STOPS in walk.py."""
    known = {type(stop.make()).__name__ for stop in STOPS.values()} | GROUNDS | AT_A_HOST
    found = set()
    for entry in pkgutil.iter_modules(screens.__path__):
        module = import_module(f"{screens.__name__}.{entry.name}")
        for _name, thing in inspect.getmembers(module, inspect.isclass):
            if issubclass(thing, Screen) and thing.__module__ == module.__name__:
                found.add(thing.__name__)
    assert found - known == set()

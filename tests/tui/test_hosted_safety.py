"""What other people write never reaches a frame as anything but text, whatever the host lets by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fakes import FakeClock
from textual import events
from textual.screen import Screen

from chickenscratch.config import Settings
from chickenscratch.host.shapes import ChatLine, HostInfo, Lobby, Person, Stage
from chickenscratch.host.telling import LobbyIs, Nudged, Said
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.pictures_games import middle, position
from chickenscratch.tui.pictures_host import (
    KITCHEN,
    NOON,
    StillHost,
    listed,
    sit,
    still_host,
    table_state,
)
from chickenscratch.tui.screens.ask import AskScreen
from chickenscratch.tui.screens.hosted_pages import AwayScreen, CompanyScreen
from chickenscratch.tui.screens.hosted_table import HostedTableScreen
from chickenscratch.tui.screens.lobby import LobbyScreen
from chickenscratch.tui.screens.myself import MyselfScreen
from chickenscratch.tui.screens.room import RoomScreen
from chickenscratch.tui.screens.talk import Talk, TalkScreen

HOSTILE = (
    "\x1b]52;c;aGVu\x07",  # writes to the clipboard
    "\x1b]0;owned\x07\x1b[2J\x1b[31m",
    "\x9b2J\x9d0;owned\x9c",  # the same in one byte each
    "abc\u202etfel ot thgir\u2066\u2029",
    "[@click=app.quit]hen[/]",
    "[red]x[/",
    "a\r\nb\x08\x08\x00",
)
NASTY = "".join(HOSTILE)


def chat(table: str | None, seq: int) -> ChatLine:
    return ChatLine(seq=seq, table=table, person=NASTY, at=NOON, text=NASTY)


def host_of(names: tuple[str, ...] = (NASTY, "Bruno" + NASTY)) -> StillHost:
    """A host whose every text is hostile."""
    tables = tuple(
        listed("a", "classic", stage, *names).model_copy(
            update={"title": NASTY, "creator": NASTY, "table": f"a{n}", "yours": yours}
        )
        for n, (stage, yours) in enumerate(
            [(Stage.PLAYING, 0), (Stage.GATHERING, None), (Stage.FINISHED, 1)]
        )
    )
    people = tuple(Person(name=name, lookalike=NASTY) for name in names)
    host = StillHost(
        Lobby(seq=1, tables=tables, people=people),
        you=Person(name=NASTY), host=HostInfo(version="1", owner=NASTY, notice=NASTY),
    )  # fmt: skip
    host.told(Said(line=chat(None, 1)))
    return host


def seated(you: int | None = 0) -> StillHost:
    host = host_of()
    state = table_state((NASTY, "B" + NASTY, "C", "D"), you)
    settings = state.settings.model_copy(update={"title": NASTY})
    state = state.model_copy(update={"settings": settings, "creator": NASTY, "watchers": (NASTY,)})
    sit(host, position("chicken-foot", 4, "3", middle), state)
    host.told(Said(line=chat(KITCHEN, 9)))
    host.told(Nudged(table="b", by=NASTY))
    return host


def _table(you: int | None) -> HostedTableScreen:
    host = seated(you)
    table = host.table(KITCHEN)
    assert table.link is not None
    return HostedTableScreen(host, table, table.link, settings=Settings(reduced_motion=True))


def _room() -> Screen[Any]:
    host = host_of()
    state = table_state((NASTY, "B" + NASTY, "C", "D"), 1)
    settings = state.settings.model_copy(update={"title": NASTY})
    state = state.model_copy(
        update={"settings": settings, "creator": NASTY, "stage": Stage.GATHERING}
    )
    host.entered(state, [chat(KITCHEN, 1)])
    return RoomScreen(host, host.table(KITCHEN))


def _talk() -> Screen[Any]:
    host = host_of()
    return TalkScreen(Talk(host), NASTY)


SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    "lobby": lambda: LobbyScreen(host_of(), news=""),
    "room": _room,
    "table": lambda: _table(0),
    "watching": lambda: _table(None),
    "talk": _talk,
    "myself": lambda: MyselfScreen(host_of()),
    "ask": lambda: AskScreen("ANOTHER NAME", ["Write one."], start=NASTY),
    "away": lambda: AwayScreen("den", 60, ["Anna 1-2 on 2."]),
}


def check(app: ChickenApp) -> None:
    """Nothing on the screen but text, and nothing to click that somebody else wrote."""
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            assert not segment.control
            for char in segment.text:
                assert char.isprintable(), repr(segment.text)
                assert char not in "\u202e\u2066\u2029\x9b\x9d\x1b"
            meta = {} if segment.style is None else segment.style.meta
            assert not any(key.startswith("@") for key in meta)
            assert segment.style is None or segment.style.link is None


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
@pytest.mark.parametrize("name", SCREENS)
async def test_hostile_names_titles_and_talk_are_only_text(
    name: str, size: tuple[int, int]
) -> None:
    app = ChickenApp(settings=Settings(reduced_motion=True), clock=FakeClock())
    async with app.run_test(size=size) as pilot:
        screen = SCREENS[name]()
        await app.push_screen(screen)
        await pilot.pause()
        check(app)
        if isinstance(screen, TalkScreen | AskScreen):
            screen.on_paste(events.Paste(NASTY))
            await pilot.pause()
            check(app)
        if isinstance(screen, HostedTableScreen):
            await app.push_screen(CompanyScreen(screen))
            await pilot.pause()
            check(app)


async def test_what_is_said_later_is_only_text_too() -> None:
    app = ChickenApp(settings=Settings(reduced_motion=True), clock=FakeClock())
    async with app.run_test(size=(80, 24)) as pilot:
        host = still_host()
        await app.push_screen(LobbyScreen(host))
        await pilot.pause()
        for n, text in enumerate(HOSTILE):
            host.told(Said(line=ChatLine(seq=50 + n, table=None, person=text, at=NOON, text=text)))
        host.told(LobbyIs(lobby=host_of().lobby))
        await pilot.pause()
        check(app)
        assert app.is_running

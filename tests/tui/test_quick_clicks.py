"""Clicks in quick succession: each counts where one counts or turns pages, one where one acts."""

from __future__ import annotations

from pathlib import Path

from test_history import listed, shelf_of_two
from test_keeper_screen import CLASSIC, NAMES, Desk, desk, kept
from test_look_back import in_the_middle, press, shown
from textual import events

from chickenscratch.tui.screens.keeper import KeeperScreen
from chickenscratch.tui.screens.keeper_setup import KeeperSetupScreen
from chickenscratch.tui.widgets.pane import Pane


def where(at: Desk, pane: str, word: str) -> tuple[int, int]:
    """The last place of a word in a pane."""
    rows = at.screen.query_one(f"#{pane}", Pane).shown
    return next((row.rindex(word), y) for y, row in reversed([*enumerate(rows)]) if word in row)


async def double_click(at: Desk, pane: str, word: str) -> None:
    await at.pilot.click(f"#{pane}", offset=where(at, pane, word), times=2)
    await at.pilot.pause()


async def test_every_click_on_a_digit_types_it(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book)) as at:
        await double_click(at, "sums", " 4 ")
        assert "44" in at.text
        await double_click(at, "sums", " erase ")
        assert "44" not in at.text
        await at.type("31")
        column = at.screen.column
        await double_click(at, "page-foot", "Enter")
        assert at.screen.column == column + 1
    book.close()


async def test_every_click_on_a_sign_changes_a_value() -> None:
    async with desk(KeeperSetupScreen(CLASSIC, NAMES)) as at:
        await double_click(at, "page-body", " >")
        assert len(at.screen.names) == len(NAMES) + 2


async def test_a_double_click_goes_two_moves_back() -> None:
    async with in_the_middle() as (pilot, screen):
        await press(pilot, "comma")
        at = screen._at
        assert at is not None
        foot = shown(screen, "footer")
        await pilot.click("#footer", offset=(foot.index("a move back"), 0), times=2)
        await pilot.pause()
        assert screen._at == at - 2


async def test_a_double_click_opens_a_game(tmp_path: Path) -> None:
    async with listed(shelf_of_two(tmp_path).contents()) as (pilot, screen, chosen):
        other = next(i for i in range(len(screen.games)) if i != screen.at)
        wanted = screen.games[other]
        rows = screen.roll.shown
        y = [i for i, row in enumerate(rows) if row.strip()][other]
        await pilot.click(screen.roll, offset=(6, y), times=2)
        await pilot.pause()
        assert [(each.path, each.act) for each in chosen] == [(wanted.path, "open")]


async def test_a_second_click_on_what_the_first_brought_does_nothing(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book)) as at:
        x, y = where(at, "sums", " 4 ")
        pane = at.screen.query_one("#sums", Pane)
        place = (x + pane.region.x, y + pane.region.y)
        event = events.Click(pane, x, y, 0, 0, 1, False, False, False, *place, chain=2)
        before = at.text
        pane.post_message(event)
        await at.pilot.pause()
        assert at.text == before
    book.close()

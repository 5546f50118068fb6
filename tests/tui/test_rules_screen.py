"""The rules page."""

from __future__ import annotations

import pytest
from fakes import FakeClock

from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.locale.rulebook import rulebook
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.rules import RulesScreen


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_the_whole_page_can_be_read_and_left(size: tuple[int, int]):
    rules = PRESETS["chicken-foot"].rules
    app = ChickenApp(settings=Settings(), clock=FakeClock())
    closed: list[None] = []
    async with app.run_test(size=size) as pilot:
        screen = RulesScreen(rules, 4)
        await app.push_screen(screen, closed.append)
        await pilot.pause()
        seen = set(screen.roll.shown)
        await pilot.press("pagedown")
        top = -1
        while screen.roll.top > top:
            top = screen.roll.top
            seen |= set(screen.roll.shown)
            screen.action_page_down()
        shown = "\n".join(seen)
        for part in rulebook(rules, 4):
            assert part.title in shown
        assert "Chicken Foot" in screen.query_one("#page-head").shown[0]  # type: ignore[attr-defined]
        await pilot.press("escape")
        await pilot.pause()
    assert closed == [None]


async def test_house_rules_are_named():
    rules = make_rules({"arms": 8}, PRESETS["chicken-foot"].rules)
    app = ChickenApp(settings=Settings(ascii=True), clock=FakeClock())
    async with app.run_test(size=(100, 40)) as pilot:
        screen = RulesScreen(rules, 4)
        await app.push_screen(screen)
        await pilot.pause()
        await pilot.press("end")
        shown = "\n".join(screen.roll.shown)
        assert "Otherwise than in Chicken Foot" in shown
        assert "Hub arms: 8" in shown
        rows = [screen.roll.render_line(y).text for y in range(screen.roll.size.height)]
        assert all(row.isascii() for row in rows)

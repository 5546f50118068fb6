"""Keys and clicks at the table that must not be taken for something else."""

from __future__ import annotations

import pytest
from scenes import SCRATCH, position
from sitting import sitting
from textual import events

from chickenscratch.core.actions import Draw, Pass, Play
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import Tile
from chickenscratch.tui.screens.help import HelpScreen
from chickenscratch.tui.screens.leave import LeaveScreen

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"


def nothing_fits() -> Game:
    return position(SCRATCH, FULL, ["4-4", "0-0 4-1"], "4-0 4-2 4-3")


def free(hand: str, other: str, turn: int = 0) -> Game:
    return position(SCRATCH, FULL, [hand, other], "6-0 6-4 5-5 4-4", turn=turn)


async def test_leaving_the_program_is_no_any_key():
    async with sitting(nothing_fits(), play_bots=False) as at:
        await at.press("d")
        assert "(any key)" in at.line("duty")
        await at.press("ctrl+c")
        assert at.chosen == [Draw(0)]
        await at.press("ctrl+q")
        assert at.chosen == [Draw(0)]
        assert not at.app.is_running or at.app._exit


@pytest.mark.parametrize(("key", "kind"), [("question_mark", HelpScreen), ("q", LeaveScreen)])
async def test_a_key_for_a_screen_opens_it_and_passes_nothing(key: str, kind: type):
    async with sitting(nothing_fits(), play_bots=False) as at:
        await at.press("d", key)
        assert isinstance(at.app.screen, kind)
        assert at.chosen == [Draw(0)]
        at.clock.go(2)
        await at.pilot.pause()
        assert at.chosen == [Draw(0), Pass(0)]


async def test_a_key_on_its_way_when_the_turn_begins_does_nothing():
    async with sitting(free("2-0 3-0", "5-0 4-4", turn=1), play_bots=False) as at:
        await at.press("enter")
        assert at.screen.mind.lifted == Tile.parse("2-0")
        at.screen.board._forward_event(events.Key("enter", "\r"))  # let in, not yet acted upon
        at.clock.time = 1e12  # that key is from before the repaint
        at.table.do(Play(1, Tile.parse("5-0"), 5))
        at.screen.receive(at.table.links[0].latest)
        await at.pilot.pause()
        assert at.screen.scene.my_turn
        assert not at.chosen
        assert at.screen.mind.lifted == Tile.parse("2-0")

"""Several people at one keyboard: nobody sees another's tiles."""

from __future__ import annotations

import re

import pytest
from fakes import NAMES
from scenes import SCRATCH, opened, position
from sitting import Sitting, sitting

from chickenscratch.core.actions import Play
from chickenscratch.tui.screens.curtain import CurtainScreen, curtain_key
from chickenscratch.tui.terminal import detect

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
REST = "6-0 6-4 5-5 4-4"
HANDS = ["2-0 3-0 4-4", "5-0 4-0 4-1"]


def two(**more):
    return position(SCRATCH, FULL, HANDS, REST, **more)


def no_hand_shown(at: Sitting) -> bool:
    """No tile of any hand in any of the forms of a hand or a log."""
    tiles = " ".join(HANDS).split()
    shown = at.everything
    return not any(
        re.search(rf"\b{tile[0]}[-|]{tile[2]}\b", shown) for tile in tiles
    )  # fmt: skip


async def open_curtain(at: Sitting) -> None:
    assert isinstance(at.app.screen, CurtainScreen)
    await at.press(at.app.screen.key)


async def test_the_table_begins_behind_the_curtain():
    async with sitting(two(), bots=(), people=(0, 1)) as at:
        assert isinstance(at.app.screen, CurtainScreen)
        assert "A N N A" in at.everything
        assert no_hand_shown(at)
        await open_curtain(at)
        assert at.app.screen is at.screen
        assert at.screen.me == 0
        assert "2|0" in at.everything


async def test_the_curtain_falls_between_two_people():
    async with sitting(two(), bots=(), people=(0, 1)) as at:
        await open_curtain(at)
        await at.press("enter")
        assert [type(c) for c in at.chosen] == [Play]
        assert isinstance(at.app.screen, CurtainScreen)
        assert "B R U N O" in at.everything
        assert "Anna has finished" in at.everything
        assert "Anna 2-0" in at.everything  # what lies on the table may be told
        for tile in ("3-0", "4-4", "5-0", "4-1"):
            assert tile not in at.everything
            assert tile.replace("-", "|") not in at.everything
        await open_curtain(at)
        assert at.screen.me == 1
        assert "5|0" in at.everything
        assert "3|0" not in at.everything


async def test_enter_space_and_other_letters_do_not_open_it():
    async with sitting(two(), bots=(), people=(0, 1)) as at:
        await at.press("enter", "space", "escape", "z", "q", "1")
        assert isinstance(at.app.screen, CurtainScreen)


async def test_it_hears_nothing_at_first():
    async with sitting(two(), bots=(), people=(0, 1)) as at:
        curtain = at.app.screen
        assert isinstance(curtain, CurtainScreen)
        curtain.input_gate.painted(1e12)
        await at.press(curtain.key)
        assert at.app.screen is curtain


@pytest.mark.parametrize("terminal", [{"TERM": "xterm"}, {"TERM": "xterm", "NO_COLOR": "1"}])
async def test_it_hides_as_much_without_colours(terminal: dict[str, str]):
    async with sitting(two(), bots=(), people=(0, 1), terminal=detect(terminal)) as at:
        await open_curtain(at)
        await at.press("enter")
        assert isinstance(at.app.screen, CurtainScreen)
        assert "HAND" not in at.everything
        for tile in ("3|0", "4|4", "5|0", "4|1"):
            assert tile not in at.everything
        assert "PLAYERS" not in at.everything


async def test_a_resize_shows_no_hand():
    async with sitting(two(), bots=(), people=(0, 1)) as at:
        for size in ((30, 10), (120, 40), (80, 24)):
            await at.pilot.resize_terminal(*size)
            await at.pilot.pause()
            assert no_hand_shown(at)
            assert isinstance(at.app.screen, CurtainScreen)


async def test_one_person_and_bots_never_see_it():
    async with sitting(two(), bots=(1,)) as at:
        await at.press("enter")
        assert at.app.screen is at.screen
        assert not any("Curtain" in type(s).__name__ for s in at.app.screen_stack)


async def test_your_own_next_turn_needs_no_curtain():
    game = position(SCRATCH, FULL, ["2-0 3-0 4-4", "5-0 4-0", "4-1 1-0"], REST)
    async with sitting(game, bots=(1, 2), people=(0,)) as at:
        await at.press("enter")
        assert at.screen.scene.my_turn
        assert at.app.screen is at.screen


async def test_a_new_deal_shows_nobody_anything():
    game = opened(SCRATCH, ["6-6 6-1", "5-5 6-2"])
    async with sitting(game, bots=(), people=(0, 1)) as at:
        assert at.screen.me is None
        assert at.screen.scene.view.hand == ()
        assert at.screen.hand.text == ["", ""] or not at.screen.hand.text


async def test_the_log_speaks_of_everybody_by_name():
    async with sitting(two(), bots=(), people=(0, 1)) as at:
        await open_curtain(at)
        await at.press("enter")
        await open_curtain(at)
        assert at.screen.story[1:] == ("Anna 2-0 on 2.",)


def test_keys_differ_and_avoid_the_last_key():
    names = ["Anna", "Alba", "Aa", "李"]
    keys = [curtain_key(seat, names) for seat in range(4)]
    assert len(set(keys)) == 4
    assert keys[0] == "a"
    assert curtain_key(0, names, avoid="a") == "n"
    assert all(len(curtain_key(s, list(NAMES))) == 1 for s in range(6))

"""The table screen by the mouse alone."""

from __future__ import annotations

from scenes import SCRATCH, opened, position
from sitting import Sitting, sitting
from textual import events

from chickenscratch.core.actions import Draw, Lead, Play
from chickenscratch.core.state import Phase
from chickenscratch.core.tiles import Tile
from chickenscratch.table.link import Ready

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
REST = "6-0 6-4 5-5 4-4"


def free(hand: str, other: str = "4-0 0-0"):
    return position(SCRATCH, FULL, [hand, other], REST)


def one(text: str) -> Tile:
    return Tile.parse(text)


async def test_a_click_lifts_and_a_click_on_a_lit_place_lays():
    async with sitting(free("2-0 3-0"), play_bots=False) as at:
        await at.click_tile("3-0")
        assert at.screen.mind.lifted == one("3-0")
        assert not at.chosen
        await at.click_place()
        assert [(c.tile, c.on) for c in at.chosen] == [(one("3-0"), 3)]


async def test_the_question_is_answered_by_a_click_on_its_word():
    async with sitting(free("5-2 3-0"), play_bots=False) as at:
        await at.click_tile("5-2")
        await at.click_word("duty", "[2]" if "[2]" in at.line("duty") else " 2 ")
        assert [(c.tile, c.on) for c in at.chosen] == [(one("5-2"), 2)]


async def test_every_place_of_either_side_can_be_clicked():
    for which in (0, 1):
        async with sitting(free("5-2 3-0"), play_bots=False) as at:
            await at.click_tile("5-2")
            option = at.screen.scene.options(one("5-2"))[which]
            await at.click_place(which)
            assert at.chosen == [Play(0, one("5-2"), option.on, option.place)]


async def test_a_tile_that_does_not_fit_says_why():
    async with sitting(free("2-0 4-4")) as at:
        await at.click_tile("4-4")
        assert at.screen.mind.refused == one("4-4")
        assert "fits nowhere" in at.line("duty")


async def test_a_click_elsewhere_puts_back():
    async with sitting(free("2-0 3-0")) as at:
        await at.click_tile("2-0")
        await at.pilot.click("#board", offset=(0, 0))
        await at.pilot.pause()
        assert at.screen.mind.lifted is None


async def test_second_clicks_of_a_chain_start_nothing():
    async with sitting(free("2-0 3-0"), play_bots=False) as at:
        cell = at.screen.hand.cell_of(one("3-0"))
        await at.pilot.click(at.screen.hand, offset=cell, times=3)
        await at.pilot.pause()
        assert at.screen.mind.lifted == one("3-0")
        assert not at.chosen


async def test_a_double_click_on_the_yard_draws_once():
    game = position(SCRATCH, FULL, ["4-4", "0-0"], "4-0 2-0")
    async with sitting(game, play_bots=False) as at:
        x = at.line("title").index("yard")
        await at.pilot.click("#title", offset=(x, 0), times=2)
        await at.pilot.pause()
        assert at.chosen == [Draw(0)]


async def test_the_pointer_names_tiles():
    async with sitting(free("2-0 3-0")) as at:
        board = at.screen.board
        await at.pilot.hover(board, offset=board.screen_cell((0, 0)))
        await at.pilot.pause()
        assert "6-6, laid by Anna" in at.line("news")


async def real_click(at: Sitting, x: int, y: int, time: float) -> None:
    """A click as the driver sends it."""
    for kind in (events.MouseDown, events.MouseUp):
        event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
        event.time = time
        at.app.post_message(event)
    await at.pilot.pause()


async def test_a_click_right_after_the_focus_came_back_only_brings_the_focus():
    async with sitting(free("2-0 3-0")) as at:
        at.clock.time = 100.0
        at.app.post_message(events.AppBlur())
        at.app.post_message(events.AppFocus())
        await at.pilot.pause()
        cell = at.screen.hand.cell_of(one("3-0"))
        assert cell is not None
        x, y = at.screen.hand.region.x + cell[0], at.screen.hand.region.y + cell[1]
        await real_click(at, x, y, 100.1)
        assert at.screen.mind.lifted is None
        await real_click(at, x, y, 100.3)
        assert at.screen.mind.lifted == one("3-0")


async def test_the_wheel_with_ctrl_zooms():
    async with sitting(free("2-0 3-0"), size=(120, 40)) as at:
        before = at.screen.board.zoom
        await at.press("minus")
        assert at.screen.board.zoom is not before
        await at.press("z")
        assert at.screen.board.zoom is before


async def clicks(at: Sitting) -> None:
    """Whatever the screen asks for, by mouse."""
    scene = at.screen.scene
    if "pass" in at.screen.waits or not scene.must_play:
        await at.click_word("footer", "Space")
    else:
        tile = at.screen.mind.lifted or next(t for t in at.screen.mind.hand if scene.fits(t))
        if at.screen.mind.lifted is None:
            await at.click_tile(str(tile))
        await at.click_place(scene.tidiest(tile))


async def test_a_round_by_mouse_alone():
    game = opened(SCRATCH, ["6-6 6-1 5-5", "6-2 6-3 4-4", "6-4 5-1 3-3"])
    async with sitting(game, bots=(1, 2)) as at:
        for _ in range(60):
            if at.screen.scene.between:
                break
            await clicks(at)
        assert at.screen.scene.view.phase is Phase.OVER
        assert at.chosen[0] == Lead(0, one("6-6"))
        at.clock.go(1.6)
        await at.pilot.pause()
        assert type(at.app.screen).__name__ == "RevealScreen"
        await at.app.screen.dismiss("next")
        await at.pilot.pause()
        assert at.chosen[-1] == Ready(0)


async def test_what_the_pointer_was_on_is_not_named_any_more_once_the_table_has_changed():
    async with sitting(free("2-0 3-0")) as at:
        board = at.screen.board
        await at.pilot.hover(board, offset=board.screen_cell((0, 0)))
        await at.pilot.pause()
        assert "6-6, laid by Anna" in at.line("news")
        await at.click_tile("2-0")
        assert "laid by Anna" not in at.line("news")


async def test_a_click_on_what_is_said_is_heard_as_read():
    async with sitting(free("2-0 4-4")) as at:
        await at.click_tile("4-4")
        said = at.line("duty")
        assert "fits nowhere" in said
        await at.pilot.click("#duty", offset=(said.index("fits nowhere"), 0))
        await at.pilot.pause()
        assert "fits nowhere" not in at.line("duty")
        assert "Your turn" in at.line("duty")

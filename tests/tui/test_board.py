"""The window onto the table: what is under the pointer, and when the window moves."""

from __future__ import annotations

import pytest
from scenes import COOP, SCRATCH, position
from sitting import sitting

from chickenscratch.tui.art.picture import Zoom
from chickenscratch.tui.widgets.board import Board

PLAYS = "6-6 6-1@6 6-2@6 6-3@6 6-5@6 5-3@5 3-3@3 3-0@3 3-1@3 4-3@3"
LONG = (
    "9-9 9-1@9 9-2@9 9-3@9 9-4@9 9-5@9 9-6@9 8-1@1 8-2@2 8-3@3 8-4@4 8-5@5 8-6@6 8-8@8 8-7@8 "
    "8-0@8 9-8@8 7-0@0 7-1@7 2-1@1 3-2@2 4-3@3 5-4@4 6-5@5 6-0@6"
)


def game(rules=SCRATCH, plays=PLAYS, hand="5-2 2-0 4-4"):
    return position(rules, plays, [hand, "6-4 0-0"], "5-5")


@pytest.mark.parametrize("zoom", list(Zoom))
async def test_every_tile_in_sight_is_found_where_it_is_drawn(zoom: Zoom):
    async with sitting(game(), size=(200, 60), play_bots=False) as at:
        board = at.screen.board
        board.set_zoom(zoom)
        await at.pilot.pause()
        spots = at.screen.scene.picture().spots
        seen = 0
        for spot in spots:
            for cell in spot.cells:
                x, y = board.screen_cell(cell)
                if 0 <= x < board.size.width and 0 <= y < board.size.height:
                    assert board.hit(x, y).tile == spot.index
                    seen += 1
        assert seen > len(spots)


@pytest.mark.parametrize("zoom", list(Zoom))
async def test_every_lit_place_is_found_where_it_is_drawn(zoom: Zoom):
    async with sitting(game(), size=(200, 60), play_bots=False) as at:
        await at.press("5", "2")
        board = at.screen.board
        board.set_zoom(zoom)
        await at.pilot.pause()
        lifted = at.screen.mind.lifted
        assert lifted is not None
        for option in at.screen.scene.options(lifted):
            x, y = board.screen_cell(option.spot.cells[0])
            assert board.hit(x, y).ghost == option.key


async def test_the_whole_table_is_in_sight_at_the_largest_zoom_that_allows_it():
    zooms = []
    for size in ((80, 24), (120, 40), (200, 60)):
        async with sitting(game(), size=size, play_bots=False) as at:
            board = at.screen.board
            assert not board.pannable
            zooms.append(list(Zoom).index(board.zoom))
    assert zooms == sorted(zooms)
    assert zooms[0] < zooms[-1]


async def test_the_window_stays_while_all_is_inside_and_lifting_moves_nothing():
    async with sitting(game(), size=(120, 40), play_bots=False) as at:
        board = at.screen.board
        before = (board.corner, board.zoom)
        await at.press("5", "2", "tab", "tab", "escape")
        assert (board.corner, board.zoom) == before


async def test_a_table_too_large_for_its_window_can_be_panned_and_says_what_lies_beyond():
    async with sitting(game(COOP, LONG, "7-2 9-0 5-1"), play_bots=False) as at:
        board: Board = at.screen.board
        board.set_zoom(Zoom.NORMAL)
        await at.pilot.pause()
        assert board.pannable
        assert sum(board.beyond()) > 0
        before = board.corner
        for _ in range(30):
            board.pan(-1, -1)
        left, top = board.corner
        assert (left, top) != before
        for _ in range(60):
            board.pan(1, 1)
        assert board.corner.x > left
        assert board.corner.y > top


async def test_the_chosen_place_is_brought_into_sight():
    async with sitting(game(COOP, LONG, "7-2 9-0 5-1"), play_bots=False) as at:
        board = at.screen.board
        board.set_zoom(Zoom.NORMAL)
        await at.press("7", "2")
        lifted = at.screen.mind.lifted
        assert lifted is not None
        for _ in at.screen.scene.options(lifted):
            await at.press("tab")
            option = at.screen.scene.options(lifted)[at.screen.mind.choice]
            x, y = board.screen_cell(option.spot.cells[0])
            assert 0 <= x < board.size.width
            assert 0 <= y < board.size.height


async def test_zoom_keys_fix_the_zoom_and_z_lets_it_fit_again():
    async with sitting(game(), size=(120, 40), play_bots=False) as at:
        board = at.screen.board
        fitting = board.zoom
        await at.press("plus")
        assert list(Zoom).index(board.zoom) == list(Zoom).index(fitting) + 1
        await at.press("minus", "minus")
        assert list(Zoom).index(board.zoom) == list(Zoom).index(fitting) - 1
        await at.press("z")
        assert board.zoom is fitting

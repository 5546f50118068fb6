"""The second view, the room around the board, the keys that look around, and the pointer."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenes import COOP, SCRATCH, position
from sitting import Sitting, sitting
from test_board import LONG

from chickenscratch.config import Settings, load
from chickenscratch.config import Zoom as Wanted
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import view_of
from chickenscratch.locale.ends import LETTERS, letters, tree
from chickenscratch.plain import words as plain_words
from chickenscratch.tui.art.picture import Zoom
from chickenscratch.tui.room import Room, board_size
from chickenscratch.tui.terminal import detect

PLAYS = "6-6 6-1@6 6-2@6 6-3@6 6-5@6 5-3@5 3-0@3"


def free(plays: str = PLAYS, hand: str = "2-0 4-3 4-4"):
    return position(SCRATCH, plays, [hand, "6-0 0-0"], "6-4 5-5")


def listed(at: Sitting) -> list[str]:
    return [line.rstrip() for line in at.screen.pane("ends").shown]


async def test_l_shows_the_table_as_a_list_and_the_picture_again():
    async with sitting(free(), play_bots=False) as at:
        assert at.screen.board.display
        await at.press("l")
        assert not at.screen.board.display
        rows = listed(at)
        assert rows[0] == " OPEN ENDS"
        assert " 1 (a): 6 tiles still out" in "\n".join(rows)
        assert "  [6‖6]" in rows
        assert any("[6|5][5|3] ▸3 (e)" in row for row in rows)
        await at.press("l")
        assert at.screen.board.display


async def test_the_list_names_ends_like_the_picture_and_like_the_plain_lines():
    game = free(hand="3-0 4-3 4-4")
    async with sitting(game, size=(120, 40), play_bots=False) as at:
        await at.press("l", "3", "0")
        options = at.screen.scene.options(Tile.parse("3-0"))
        view = view_of(game, 0)
        assert len(options) > 1
        for option in options:
            assert option.letter == letters(view)[option.key]
            (row,) = (row.text for row in tree(view) if row.key == option.key)
            assert f"({option.letter})" in row
            assert any(row in shown for shown in listed(at))
        assert set(letters(view).values()) <= set(LETTERS)
        assert plain_words.ends_lines(view)[0].startswith("Ends: ")


async def test_with_a_tile_lifted_its_places_are_marked_and_can_be_chosen_in_the_list():
    async with sitting(free(hand="3-0 4-3 4-4"), play_bots=False) as at:
        await at.press("l", "3", "0")
        options = at.screen.scene.options(Tile.parse("3-0"))
        chosen = [row for row in listed(at) if row.startswith("> ")]
        others = [row for row in listed(at) if row.startswith("* ")]
        assert len(chosen) == 1
        assert len(others) == len(options) - 1
        await at.press("tab")
        assert [row for row in listed(at) if row.startswith("> ")] != chosen
        first = at.screen.mind.choice
        letter = next(o.letter for i, o in enumerate(options) if i != first)
        number = next(row.end.number for row in tree(at.screen.scene.view) if row.letter == letter)
        await at.click_word("ends", f"▸{number} ({letter})")
        wanted = options[at.screen.mind.choice]
        assert wanted.letter == letter
        await at.press("enter")
        assert at.chosen[0].at == wanted.place


async def test_a_long_list_scrolls_and_keeps_the_chosen_place_in_sight():
    game = position(COOP, LONG, ["7-2 9-0 5-1", "6-4 0-0"], "5-5")
    async with sitting(game, size=(60, 20), play_bots=False) as at:
        await at.press("l")
        assert "↓" in listed(at)[-1]
        await at.press("shift+down", "shift+down")
        assert "↑" in listed(at)[0]
        lifted = Tile.parse("9-0")
        await at.press("9", "0")
        for _place in at.screen.scene.options(lifted):
            assert sum(row.startswith("> ") for row in listed(at)) == 1
            await at.press("tab")


async def test_the_list_without_any_sign_beyond_ascii():
    terminal = detect({"TERM": "xterm-256color", "LANG": "C"})
    async with sitting(free(), terminal=terminal, play_bots=False) as at:
        await at.press("l")
        assert all(row.isascii() for row in listed(at))
        assert any("|-" in row for row in listed(at))


async def test_sizes_are_those_of_the_style_sheet():
    for size in ((80, 24), (100, 30), (120, 40), (200, 60)):
        async with sitting(free(), size=size, play_bots=False) as at:
            for room in Room:
                at.screen.set_class(room >= Room.WIDE, "-wide")
                at.screen.set_class(room >= Room.WHOLE, "-whole")
                await at.pilot.pause()
                assert tuple(at.screen.board.size) == board_size(*size, 2, room)


async def test_the_side_gives_way_to_a_table_that_needs_it_until_the_round_ends():
    async with sitting(position(COOP, LONG, ["7-2 9-0", "6-4 0-0"], "5-5"), size=(120, 40),
                       play_bots=False) as at:  # fmt: skip
        board = at.screen.board
        assert at.screen.has_class("-wide")
        assert not at.screen.pane("side").display
        assert board.zoom in (Zoom.COMPACT, Zoom.NORMAL)
        assert not board.pannable
        sums = at.line("sums")
        assert "Anna 2·0" in sums
        assert "Bruno 2·0" in sums
        assert at.line("duty").strip()
        assert at.screen.hand.text
        await at.press("9", "0", "escape")
        assert at.screen.has_class("-wide")


async def test_in_a_larger_window_the_side_comes_back():
    async with sitting(position(COOP, LONG, ["7-2 9-0", "6-4 0-0"], "5-5"), size=(120, 40),
                       play_bots=False) as at:  # fmt: skip
        assert not at.screen.pane("side").display
        await at.pilot.resize_terminal(200, 60)
        await at.pilot.pause()
        assert at.screen.pane("side").display
        assert not at.screen.board.pannable
        assert at.screen.board.camera.size == at.screen.board.size


async def test_a_fixed_zoom_takes_no_room():
    settings = Settings(zoom=Wanted.NEAR, reduced_motion=True)
    game = position(COOP, LONG, ["7-2 9-0", "6-4 0-0"], "5-5")
    async with sitting(game, size=(120, 40), settings=settings, play_bots=False) as at:
        assert at.screen.pane("side").display
        assert at.screen.board.pannable


async def large(at: Sitting) -> None:
    await at.press("plus", "plus", "plus")
    assert at.screen.board.pannable


async def test_shift_and_arrows_pan_and_numbers_at_the_edges_tell_what_lies_beyond():
    async with sitting(position(COOP, LONG, ["7-2 9-0", "6-4 0-0"], "5-5"), size=(120, 40),
                       play_bots=False) as at:  # fmt: skip
        await large(at)
        board = at.screen.board
        for _step in range(20):
            await at.press("shift+left")
        assert board.beyond().left == 0
        right = board.beyond().right
        assert f"{right}▸" in board.render_line((board.size.height - 1) // 2).text
        before = board.corner
        await at.pilot.click(board, offset=(board.size.width - 1, (board.size.height - 1) // 2))
        await at.pilot.pause()
        assert board.corner.x > before.x
        await at.press("shift+right", "shift+down", "shift+up")
        assert at.screen.mind.lifted is None


async def test_j_shows_what_must_be_filled_or_says_that_nothing_must():
    game = free(PLAYS + " 1-0@1 4-2@2 4-0@4 3-3@3", hand="3-1 4-3 4-4")
    async with sitting(game, play_bots=False) as at:
        await large(at)
        board = at.screen.board
        for _step in range(20):
            board.pan(-1, -1)
        await at.press("j")
        foot = at.screen.scene.view.parent
        x, y = board.screen_cell(at.screen.scene.picture().spots[foot].cells[1])
        assert 0 <= x < board.size.width
        assert 0 <= y < board.size.height
    async with sitting(free(), play_bots=False) as at:
        await at.press("j")
        assert "No foot has to be filled now." in at.line("duty")


@pytest.mark.parametrize("away", [False, True])
async def test_the_zoom_is_remembered(tmp_path: Path, away: bool):
    file = tmp_path / "config.toml"
    async with sitting(free(), size=(120, 40), play_bots=False) as at:
        at.app.settings_file = file
        assert at.screen.board.zoom is Zoom.NORMAL
        await at.press("plus")
        assert not file.exists()
        if away:
            at.screen.dismiss("leave")
            await at.pilot.pause()
        else:
            at.clock.go(1)
        assert load(file).zoom is Wanted.NEAR
        if not away:
            await at.press("z")
            at.clock.go(1)
            assert load(file).zoom is Wanted.FIT
            assert at.app.settings.zoom is Wanted.FIT


async def hover(at: Sitting, cell: tuple[int, int]) -> str:
    board = at.screen.board
    await at.pilot.hover(board, offset=board.screen_cell(cell))
    await at.pilot.pause()
    return at.line("news")


async def right_click(at: Sitting, widget: object, offset: tuple[int, int]) -> str:
    await at.pilot.click(widget, offset=offset, button=3)  # type: ignore[arg-type]
    await at.pilot.pause()
    return at.line("duty")


async def test_the_pointer_names_tiles_ends_and_places():
    async with sitting(free(hand="2-0 1-0 4-4"), size=(120, 40), play_bots=False) as at:
        picture = at.screen.scene.picture()
        assert "6-1, laid by Bruno" in await hover(at, picture.spots[1].cells[0])
        key, mark = next(zip(picture.mark_ends, picture.marks, strict=True))
        letter = at.screen.scene.names[key]
        assert f"end {letter} with {mark.number}: " in await hover(at, mark.cell)
        await at.press("1", "0")
        option = at.screen.scene.options(Tile.parse("1-0"))[0]
        assert "lay 1-0 here" in await hover(at, option.spot.cells[0])
        assert "lay" not in await hover(at, (-8, -5))


async def test_a_right_click_explains():
    async with sitting(free(), size=(120, 40), play_bots=False) as at:
        board = at.screen.board
        picture = at.screen.scene.picture()
        on_tile = board.screen_cell(picture.spots[5].cells[0])
        assert "5-3, laid by Bruno: tile 6 of this round." in await right_click(at, board, on_tile)
        mark = picture.marks[0]
        told = await right_click(at, board, board.screen_cell(mark.cell))
        held = sum(tile.carries(mark.number) for tile in at.screen.scene.view.hand)
        out = at.screen.scene.view.off_table(mark.number)
        assert f"An end with {mark.number}." in told
        assert f"still out: {out}; in your hand: {held}." in told
        hand = at.screen.hand
        cell = hand.cell_of(Tile.parse("4-4"))
        assert cell is not None
        assert "4-4 fits nowhere" in await right_click(at, hand, cell)
        cell = hand.cell_of(Tile.parse("2-0"))
        assert cell is not None
        assert "2-0 fits on 2 and 0; places: 2." in await right_click(at, hand, cell)
        assert at.screen.mind.lifted is None
        assert not at.chosen


async def test_a_right_click_on_a_place_tells_what_would_come_of_it_and_plays_nothing():
    async with sitting(free(), size=(120, 40), play_bots=False) as at:
        await at.press("2", "0")
        option = at.screen.scene.options(Tile.parse("2-0"))[0]
        board = at.screen.board
        told = await right_click(at, board, board.screen_cell(option.spot.cells[0]))
        assert told.strip().startswith("> 2-0 would lie here on")
        assert at.screen.mind.lifted is not None
        assert not at.chosen
        await right_click(at, board, (0, 0))
        assert at.screen.mind.lifted is None


async def test_ends_that_must_wait_and_dead_ones_say_so():
    game = free(PLAYS + " 5-0@0 5-5@5", hand="5-1 5-2 4-4")
    async with sitting(game, size=(120, 40), play_bots=False) as at:
        board, picture = at.screen.board, at.screen.scene.picture()
        told = await right_click(at, board, board.screen_cell(picture.marks[0].cell))
        assert "something else has to be filled first" in told
        double = picture.spots[at.screen.scene.view.parent]
        told = await right_click(at, board, board.screen_cell(double.cells[1]))
        assert "It lacks 3 more." in told

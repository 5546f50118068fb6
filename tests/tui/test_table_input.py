"""Keys and clicks at the table that must not be taken for something else."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenes import SCRATCH, position
from sitting import sitting
from textual import events
from textual.app import App, ComposeResult

from chickenscratch.core.actions import Draw, Pass, Play
from chickenscratch.core.state import Game
from chickenscratch.core.text import Sentence
from chickenscratch.core.tiles import Tile
from chickenscratch.store import Shelf, StoreError
from chickenscratch.table.table import SAVED_AGAIN
from chickenscratch.tui.art.board import MOST_STAMPS, Kept
from chickenscratch.tui.screens.help import HelpScreen
from chickenscratch.tui.screens.leave import LeaveScreen
from chickenscratch.tui.screens.table_rounds import _CANNOT_SAVE
from chickenscratch.tui.widgets.pane import Pane, line

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


async def test_the_duty_words_of_a_lifted_tile_play_it():
    async with sitting(free("2-0 3-0", "5-0 4-4"), play_bots=False) as at:
        await at.click_tile("2-0")
        await at.click_word("duty", "lays")
        assert [command.tile for command in at.chosen] == [Tile.parse("2-0")]


async def test_the_footer_offers_only_what_works():
    async with sitting(free("4-4", "5-0 4-0", turn=1), play_bots=False, bots=()) as at:
        assert not {"Enter", "Tab", "Space"} & set(at.line("footer").split())
    async with sitting(free("2-0 4-4", "5-0 4-0", turn=1), play_bots=False) as at:
        assert "Enter plan" in at.line("footer")
        assert "Space hurry" in at.line("footer")


async def test_leaving_a_game_that_cannot_be_saved_needs_a_second_word():
    async with sitting(free("2-0 3-0", "5-0 4-4"), play_bots=False) as at:
        failed = Sentence(
            "The game cannot be saved: {reason}. It goes on, and saving is tried again.",
            {"reason": "No space left on device"},
        )
        at.screen.receive(at.table.update(0, ())._replace(notices=(failed,)))
        await at.press("q")
        assert "No space left on device" in at.everything
        assert "kept" not in at.everything
        await at.press("enter")
        assert isinstance(at.app.screen, LeaveScreen)
        assert "Once more" in at.everything
        await at.press("escape")
        at.screen.receive(at.table.update(0, ())._replace(notices=(SAVED_AGAIN,)))
        await at.press("q")
        assert "The game is kept" in at.everything


def test_the_store_says_what_the_table_listens_for(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as caught:
        Shelf(tmp_path / "file" / "games").new().append([{"type": "game"}])
    assert caught.value.sentence.template == _CANNOT_SAVE


def test_stamps_are_forgotten_in_the_end():
    kept: Kept[int, str] = Kept()
    for number in range(MOST_STAMPS + 10):
        kept[number] = ""
    assert len(kept) == MOST_STAMPS
    assert 0 not in kept
    assert MOST_STAMPS + 9 in kept


class Padded(App[None]):
    CSS = "Pane { padding: 1 2; height: 4; }"

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[str] = []

    def compose(self) -> ComposeResult:
        yield Pane()

    def on_mount(self) -> None:
        self.query_one(Pane).show(
            lambda width, height: [line(("ab", "", "one"), ("cd", "", "two"))]
        )

    def on_pane_pressed(self, message: Pane.Pressed) -> None:
        self.acts.append(message.act)


async def test_a_click_into_a_padded_pane_hits_what_is_there():
    app = Padded()
    async with app.run_test(size=(20, 6)) as pilot:
        for x in (1, 2, 3, 4, 5, 6):
            await pilot.click(Pane, offset=(x, 1))
        await pilot.pause()
        assert app.acts == ["one", "one", "two", "two"]


async def test_a_screen_that_was_closed_leaves_no_strips_behind():
    async with sitting(free("2-0 3-0", "5-0 4-4"), play_bots=False) as at:
        await at.press("question_mark")
        roll = at.app.screen.query_one("#page-body")
        assert roll._styles_cache._cache
        await at.press("escape")
        await at.pilot.pause()
        assert not roll._styles_cache._cache

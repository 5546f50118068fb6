"""Bytes are what a slow line feels: only what changed is sent."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from scenes import SCRATCH, position
from sitting import sitting
from textual._compositor import ChopsUpdate, CompositorUpdate
from textual.screen import Screen
from textual.strip import Strip

from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.frames import TightUpdate


def test_only_the_changed_part_of_a_line_is_sent():
    app = ChickenApp()
    chops = [{0: Strip([Segment("abcdef")]), 6: Strip([Segment("ghi")])}]
    update = TightUpdate.of(ChopsUpdate(chops, [(0, 2, 7)], [[6, 9]]))
    assert update.render_segments(app.console) == "\x1b[1;3Hcdef\x1b[1;7Hg"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_cursor_move_costs_less_than_a_kilobyte(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
):
    sent: list[int] = []
    display = ChickenApp._display

    def counted(self: ChickenApp, screen: Screen[object], update: object) -> None:
        if isinstance(update, CompositorUpdate):
            if type(update) is ChopsUpdate:
                update = TightUpdate.of(update)
            sent.append(len(update.render_segments(self.console)))
        display(self, screen, update)  # type: ignore[arg-type]

    plays = "6-6 6-1@6 6-2@6 6-3@6 6-5@6 5-3@5"
    game = position(SCRATCH, plays, ["2-0 3-0 4-4 5-1 3-2", "4-0"], "6-0 6-4 5-5")
    async with sitting(game, size=size, play_bots=False) as at:
        monkeypatch.setattr(ChickenApp, "_display", counted)
        for key in ("right", "left", "tab", "tab"):
            sent.clear()
            await at.press(key)
            assert 0 < sum(sent) < 1000
        await at.press("3", "0")
        assert at.screen.mind.lifted is not None
        for _ in range(2):  # from place to place
            sent.clear()
            await at.press("tab")
            assert 0 < sum(sent) < 2000

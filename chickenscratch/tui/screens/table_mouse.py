"""What the mouse does on the table screen. The second click of a double click plays nothing."""

from __future__ import annotations

from typing import Final

from textual import events

from chickenscratch.tui import pointing
from chickenscratch.tui import turn as minds
from chickenscratch.tui.screens.table_part import TablePart
from chickenscratch.tui.screens.table_past import STEPS
from chickenscratch.tui.widgets.board import Board
from chickenscratch.tui.widgets.hand import Hand
from chickenscratch.tui.widgets.pane import Pane

LEFT_BUTTON = 1
QUICK: Final = frozenset(
    ("look_back", "look_on", "zoom_in", "zoom_out", "pan_left", "pan_right", "pan_up", "pan_down",
     "next_fit", "prev_fit", "shift_left", "shift_right", "order", "bend", "step")
)  # fmt: skip
"""What is done as often as it is clicked, however quickly."""


class TableMouse(TablePart):
    """Mixed into the table screen."""

    def on_board_chosen(self, message: Board.Chosen) -> None:
        message.stop()
        table, hit = self._table, message.hit
        if table.takes_key(""):
            return
        if hit.ghost is not None and message.button == LEFT_BUTTON:
            table.take(minds.click_place(table.mind, table.scene, hit.ghost))
            return
        if message.button == LEFT_BUTTON and table.mind.lifted is not None:
            told = None
        else:
            told = pointing.about(hit, table.eyes.scene, table.mind.lifted, table.names)
        if told is not None:
            table.tell(told)
        elif hit.tile is None:
            table.take((minds.click_away(table.mind), None))

    def on_board_pointed(self, message: Board.Pointed) -> None:
        message.stop()
        table = self._table
        scene, lifted = table.eyes.scene, table.mind.lifted
        table.point_at(pointing.name_of(message.hit, scene, lifted, table.names))

    def on_board_zoomed(self, message: Board.Zoomed) -> None:
        message.stop()
        self._table.zoom_by(message.step)

    def on_hand_picked(self, message: Hand.Picked) -> None:
        message.stop()
        table, tile = self._table, message.tile
        if table.takes_key(""):
            return
        if tile is None:
            table.take((minds.click_away(table.mind), None))
        elif message.button != LEFT_BUTTON:
            table.tell(pointing.about_tile(tile, table.scene))
        else:
            table.take(minds.click_tile(table.mind, table.scene, tile))

    async def on_pane_pressed(self, message: Pane.Pressed) -> None:
        message.stop()
        if not message.counts(QUICK):
            return
        steps = self._table.looking_back and message.act in STEPS
        if steps or not self._table.takes_key(""):
            await self._table.run_action(message.act)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._table.tell(minds.NO_PASTE)

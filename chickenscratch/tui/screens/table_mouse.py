"""What the mouse does on the table screen. Second clicks of a chain never get here."""

from __future__ import annotations

from textual import events

from chickenscratch.layout import Hit
from chickenscratch.locale import _
from chickenscratch.tui import turn as minds
from chickenscratch.tui.screens.table_part import TablePart
from chickenscratch.tui.widgets.board import Board
from chickenscratch.tui.widgets.hand import Hand
from chickenscratch.tui.widgets.pane import Pane

LEFT_BUTTON = 1


class TableMouse(TablePart):
    """Mixed into the table screen."""

    def on_board_chosen(self, message: Board.Chosen) -> None:
        message.stop()
        table = self._table
        end = message.hit.ghost
        if table.takes_key(""):
            return
        if end is not None and message.button == LEFT_BUTTON:
            table.take(minds.click_place(table.mind, table.scene, end))
        elif message.hit.tile is None:
            table.take((minds.click_away(table.mind), None))

    def on_board_pointed(self, message: Board.Pointed) -> None:
        message.stop()
        self._table.point_at(self._name_of(message.hit))

    def _name_of(self, hit: Hit) -> str:
        """What the pointer is on, in words."""
        table = self._table
        laid, lifted = table.scene.view.laid, table.mind.lifted
        if hit.ghost is not None and lifted is not None:
            return _("lay {tile} here").format(tile=lifted)
        if hit.tile is None or hit.tile >= len(laid):
            return ""
        tile = laid[hit.tile]
        words = f"{max(tile.near, tile.far)}-{min(tile.near, tile.far)}"
        return _("{tile}, laid by {name}").format(tile=words, name=table.names[tile.seat])

    def on_board_zoomed(self, message: Board.Zoomed) -> None:
        message.stop()
        self._table.zoom_by(message.step)

    def on_hand_picked(self, message: Hand.Picked) -> None:
        message.stop()
        table = self._table
        if table.takes_key(""):
            return
        if message.tile is None or message.button != LEFT_BUTTON:
            table.take((minds.click_away(table.mind), None))
        else:
            table.take(minds.click_tile(table.mind, table.scene, message.tile))

    async def on_pane_pressed(self, message: Pane.Pressed) -> None:
        message.stop()
        if not self._table.takes_key(""):
            await self._table.run_action(message.act)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._table.tell(minds.NO_PASTE)

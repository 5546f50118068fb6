"""How the table screen shows the board: as a picture or as a list, and with how much room."""

from __future__ import annotations

from typing import Final

from textual.geometry import Offset, Size

from chickenscratch.config import ConfigError, change
from chickenscratch.config import Zoom as Wanted
from chickenscratch.core.text import Sentence
from chickenscratch.locale import N_
from chickenscratch.tui import ends_list, panels, room
from chickenscratch.tui.art.picture import Art, BoardPicture, Zoom
from chickenscratch.tui.camera import cells_of
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.room import Room
from chickenscratch.tui.screens.table_part import TablePart

ZOOMS: Final = {
    Wanted.FIT: None,
    Wanted.TINY: Zoom.MICRO,
    Wanted.FAR: Zoom.COMPACT,
    Wanted.MIDDLE: Zoom.NORMAL,
    Wanted.NEAR: Zoom.LARGE,
}

KEEP_AFTER: Final = 1.0
"""Seconds until a zoom is written down: who looks for one tries several."""

_NO_FOOT: Final = Sentence(N_("No foot has to be filled now."))


class TableView(TablePart):
    """Mixed into the table screen."""

    listing = False
    """The list of ends is shown instead of the picture."""
    pointed = ""
    """What the pointer is on, in words."""
    more_rows = 0
    """Rows that stand around the board besides the usual ones."""
    _zoom_wanted = Wanted.FIT
    _room = Room.USUAL
    _room_round = -1
    _first_row = 0
    """The first row of the list that is shown."""

    def show_board(self, eyes: Eyes) -> None:
        """Show the board, with as much room as it needs; and the list, if that is wanted."""
        table = self._table
        turn, view = eyes.turn, eyes.scene.view
        picture = eyes.scene.picture(turn.lifted, turn.choice, turn.bend)
        self._make_room(picture, eyes)
        table.board.show(picture, view.number, self._origin(eyes))
        if self.listing:
            self._show_list(eyes)

    def _make_room(self, picture: BoardPicture, eyes: Eyes) -> None:
        """What stands around the board gives way if it has to, until the end of the round."""
        table, view = self._table, eyes.scene.view
        if not table.people:
            return
        before, screen = self._room, Size(table.size.width, table.size.height - self.more_rows)
        if self._room_round != view.number:
            self._room, self._room_round = Room.USUAL, view.number
        wanted = room.room_for(cells_of(picture), screen, view.seats, table.board.wanted)
        self._room = max(self._room, wanted) if table.board.wanted is None else wanted
        if self._room is not before:
            table.set_class(self._room >= Room.WIDE, "-wide")
            table.set_class(self._room >= Room.WHOLE, "-whole")
            table.board.expected = Size(*room.board_size(*screen, view.seats, self._room))
            table.call_after_refresh(self._check_size)

    def _check_size(self) -> None:
        """The board should be as large by now as was expected."""
        board = self._table.board
        board.expected = None
        if board.camera.size != board.size:
            board.fit()

    def on_resize(self) -> None:
        """Another window: what had to give way may have room again."""
        self._room_round = -1

    def show_around(self, eyes: Eyes) -> None:
        """Show what depends on the room: the side, or the line that stands for it."""
        table = self._table
        width = room.side_width(table.size.width, eyes.scene.view.seats)
        side = table.pane("side")
        if side.styles.width is None or side.styles.width.value != width:
            side.styles.width = width
        side.show(lambda width, height: panels.side(eyes, width, height))
        table.pane("sums").show(lambda width, height: [panels.sums(eyes, width)])

    def show_news(self) -> None:
        table = self._table
        eyes, banner, pointed = table.eyes, table.banner, self.pointed
        log = self._room > Room.USUAL
        table.pane("news").show(
            lambda width, height: [panels.news(eyes, banner, pointed, width, log=log)]
        )

    def point_at(self, words: str) -> None:
        """The pointer is on something else."""
        self.pointed = words
        self.show_news()

    def _origin(self, eyes: Eyes) -> Offset | None:
        """The character of the board from which the newest tile comes: the hand, or the side."""
        table, laid = self._table, eyes.scene.view.laid
        board = table.board.region
        if not laid:
            return None
        seat = laid[-1].seat
        if seat == eyes.me:
            cell = table.hand.last_cell
            x = board.width // 2 if cell is None else cell[0] + table.hand.region.x - board.x
            return Offset(x, board.height)
        if table.pane("side").display:
            return Offset(board.width, min(seat + 1, board.height - 1))
        return Offset(board.width * (2 * seat + 1) // (2 * eyes.scene.view.seats), board.height)

    def action_ends(self) -> None:
        table = self._table
        self.listing = not self.listing
        table.set_class(self.listing, "-listing")
        table.show_mind()

    def _show_list(self, eyes: Eyes) -> None:
        pane = self._table.pane("ends")
        ascii_only = self._table.chicken.art is Art.ASCII

        def draw(width: int, height: int) -> list[ends_list.Line]:
            rows, kept = ends_list.rows(eyes, width, ascii_only=ascii_only)
            most = max(0, len(rows) - height)
            first = min(self._first_row, most)
            if kept is not None and not first <= kept < first + height:
                first = max(0, min(kept - height // 2, most))
            self._first_row = first
            return ends_list.window(rows, first, height, width)

        pane.show(draw)

    def _scroll(self, step: int) -> None:
        self._first_row = max(0, self._first_row + step)
        self._table.show_mind()

    def action_pan_left(self) -> None:
        self._pan(-1, 0)

    def action_pan_right(self) -> None:
        self._pan(1, 0)

    def action_pan_up(self) -> None:
        self._pan(0, -1)

    def action_pan_down(self) -> None:
        self._pan(0, 1)

    def _pan(self, dx: int, dy: int) -> None:
        if self.listing:
            self._scroll(4 * dy)
        else:
            self._table.board.pan(dx, dy)

    def action_foot(self) -> None:
        if not self._table.board.show_foot():
            self._table.tell(_NO_FOOT)

    def fix_zoom(self) -> None:
        """Draw the board as large as the settings want it."""
        board = self._table.board
        wanted = ZOOMS[self._table.settings.zoom]
        if wanted is not board.wanted:
            board.set_zoom(wanted)

    def zoom_by(self, step: int) -> None:
        """Larger or smaller, from now on."""
        self._table.board.zoom_by(step)
        self._zoomed()

    def zoom_to_fit(self) -> None:
        """As large as it fits, from now on."""
        self._table.board.set_zoom(None)
        self._zoomed()

    def _zoomed(self) -> None:
        table = self._table
        self._room_round = -1
        table.show_mind()
        zoom = table.board.wanted
        self._zoom_wanted = next(name for name, size in ZOOMS.items() if size is zoom)
        table.waits.start("zoom", KEEP_AFTER, self.keep_zoom)

    def keep_zoom(self) -> None:
        """Remember how large the board is wanted."""
        table, chicken, wanted = self._table, self._table.chicken, self._zoom_wanted
        table.waits.cancel("zoom")
        if wanted is chicken.settings.zoom:
            return
        chicken.adopt(chicken.settings.model_copy(update={"zoom": wanted}))
        if chicken.settings_file is not None:
            try:
                change(chicken.settings_file, zoom=wanted)
            except ConfigError as error:
                table.announce(str(error))

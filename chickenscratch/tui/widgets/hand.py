"""The hand as a widget: tiles in one line, as boxes, or with pips, whatever the room allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from chickenscratch.core.tiles import Tile
from chickenscratch.tui.art.canvas import Canvas, Pen, changes
from chickenscratch.tui.art.palette import TRUE_COLOUR, Colour, Palette
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.art.strips import rich_style, strip
from chickenscratch.tui.art.tiles import Mood, Size, hand_tile
from chickenscratch.tui.text import short


class HandPicture(NamedTuple):
    """What is known about the tiles of a hand. `shown`: those that match what has been typed.
    `captions`: a word below a tile. `face_down`: nobody is to see them."""

    tiles: tuple[Tile, ...] = ()
    fitting: frozenset[Tile] = frozenset()
    cursor: Tile | None = None
    lifted: Tile | None = None
    fresh: Tile | None = None
    refused: Tile | None = None
    shown: frozenset[Tile] | None = None
    captions: Mapping[Tile, str] = {}
    face_down: bool = False


class _Form(NamedTuple):
    """How a hand is drawn: step from tile to tile, rows of a tile, rows of the widget it needs."""

    size: Size
    step: int
    rows: int
    need: int


_FORMS: Final = (
    _Form(Size.PIPS, 11, 9, 10),
    _Form(Size.DIGITS, 7, 5, 6),
    _Form(Size.WORD, 8, 1, 1),
)
_MARGIN: Final = 1


class Hand(Widget, can_focus=False):
    """See the module. A click posts :class:`Picked`."""

    ALLOW_SELECT = False

    @dataclass
    class Picked(Message):
        """A tile was clicked, or (None) the empty rest."""

        tile: Tile | None
        button: int

    def __init__(
        self,
        *,
        art: Art = Art.FILLED,
        palette: Palette = TRUE_COLOUR,
        ground: Colour | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.art = art
        self.palette = palette
        self.ground: Colour = ground or palette.felt
        self._picture = HandPicture()
        self._canvas: Canvas | None = None
        self._places: dict[tuple[int, int], Tile] = {}
        self.last_cell: tuple[int, int] | None = None
        """Where the tile under the cursor was drawn when it was shown last."""

    def show(self, picture: HandPicture) -> None:
        if picture.cursor is not None:
            self.last_cell = self.cell_of(picture.cursor) or self.last_cell
        if picture != self._picture or self._canvas is None:
            self._picture = picture
            self._paint()

    def set_look(self, art: Art, palette: Palette, ground: Colour) -> None:
        self.art, self.palette, self.ground = art, palette, ground
        self._canvas = None
        self._paint()

    def on_unmount(self) -> None:
        # Textual remembers this cache in one that all widgets share, long after the widget
        self._styles_cache.clear()

    def on_resize(self) -> None:
        self._canvas = None
        self._paint()

    def _form(self) -> _Form:
        width, height = self.size
        for form in _FORMS:
            room = (width - 2 * _MARGIN) // form.step
            if height >= form.need and room >= len(self._picture.tiles):
                return form
        return _FORMS[-1]

    def _paint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        before, self._canvas = self._canvas, self._draw(width, height)
        if before is None:
            self.refresh()
            return
        for span in changes(before, self._canvas):
            self.refresh(Region(span.start, span.y, span.end - span.start, 1))

    def _draw(self, width: int, height: int) -> Canvas:
        plain = Pen(self.palette.text, self.ground)
        canvas = Canvas(0, 0, width, height, plain)
        self._places = {}
        form = self._form()
        tiles = self._picture.tiles
        a_row = max(1, (width - 2 * _MARGIN) // form.step)
        if form.size is not Size.WORD or len(tiles) <= a_row:
            rows = 1
        else:
            rows = max(1, height // form.rows)
        first = self._first_shown(a_row * rows)
        spare = height - form.rows - 1 if rows == 1 else 0
        top = max(0, spare if form.size is not Size.WORD else spare // 2)
        for i, tile in enumerate(tiles[first : first + a_row * rows]):
            x = _MARGIN + (i % a_row) * form.step
            y = top + (i // a_row) * form.rows
            raised = spare > 0 and form.size is not Size.WORD and tile == self._picture.lifted
            self._tile(canvas, tile, x, y - raised, form)
            if rows == 1 and height > form.rows:
                self._caption(canvas, tile, x, top + form.rows, form)
        left, right = first, len(tiles) - first - a_row * rows
        sign = Pen(self.palette.accent, self.ground, bold=True)
        if left > 0:
            canvas.text(0, height - 1, f"<{left}", sign)
        if right > 0:
            text = f"{right}>"
            canvas.text(width - len(text), height - 1, text, sign)
        return canvas

    def _first_shown(self, room: int) -> int:
        """The first tile in the window, if not all fit: the cursor stays inside."""
        tiles, cursor = self._picture.tiles, self._picture.cursor
        if len(tiles) <= room or cursor not in tiles:
            return 0
        return max(0, min(tiles.index(cursor) - room // 2, len(tiles) - room))

    def _tile(self, canvas: Canvas, tile: Tile, x: int, y: int, form: _Form) -> None:
        picture = self._picture
        shown = picture.shown is None or tile in picture.shown
        lifted = tile == picture.lifted
        mood = Mood(tile in picture.fitting and shown, lifted, tile == picture.fresh)
        face = None if picture.face_down else tile
        if picture.face_down:
            mood = Mood(False, False, False)
        rows = hand_tile(face, mood, form.size, self.art, self.palette, self.ground)
        if form.size is not Size.PIPS:
            x += 1
        width = 0
        for dy, runs in enumerate(rows):
            column = x
            for text, pen in runs:
                canvas.text(column, y + dy, text, pen)
                column += len(text)
            width = column - x
        for dx in range(-1, width + 1):
            for dy in range(form.rows):
                self._places[x + dx, y + dy] = tile
        if tile == picture.cursor and not lifted and not picture.face_down:
            self._mark_cursor(canvas, tile, x, y, width, form)

    def _mark_cursor(
        self, canvas: Canvas, tile: Tile, x: int, y: int, width: int, form: _Form
    ) -> None:
        pen = Pen(self.palette.accent, self.ground, bold=True)
        signs = ("x", "x") if tile == self._picture.refused else (">", "<")
        if form.size is Size.WORD:
            canvas.put(x, y, signs[0], pen)
            if tile != self._picture.fresh:
                canvas.put(x + width - 1, y, signs[1], pen)
            return
        middle = y + form.rows // 2
        lines = (middle,) if form.size is Size.DIGITS else (middle - 1, middle + 1)
        left, right = (x - 1, x + width) if form.size is Size.DIGITS else (x, x + width - 1)
        for at in lines:
            canvas.put(left, at, signs[0], pen)
            canvas.put(right, at, signs[1], pen)

    def _caption(self, canvas: Canvas, tile: Tile, x: int, y: int, form: _Form) -> None:
        words = self._picture.captions.get(tile, "")
        if words and not self._picture.face_down:
            room = form.step - 1
            text = short(words, room)
            pen = Pen(self.palette.accent, self.ground)
            canvas.text(x + max(0, (room - cell_len(text) + 1) // 2), y, text, pen)

    def render_line(self, y: int) -> Strip:
        if self._canvas is None:
            pen = Pen(self.palette.text, self.ground)
            return Strip([Segment(" " * self.size.width, rich_style(pen))], self.size.width)
        return strip(self._canvas.runs(y, 0, self.size.width))

    def tile_at(self, x: int, y: int) -> Tile | None:
        return self._places.get((x, y))

    def cell_of(self, tile: Tile) -> tuple[int, int] | None:
        """A character of the widget where `tile` is drawn."""
        cells = [cell for cell, there in self._places.items() if there == tile]
        return cells[len(cells) // 2] if cells else None

    @property
    def text(self) -> list[str]:
        """What is drawn, without colours."""
        return self._canvas.plain() if self._canvas is not None else []

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.chain == 1:
            self.post_message(self.Picked(self.tile_at(event.x, event.y), event.button))

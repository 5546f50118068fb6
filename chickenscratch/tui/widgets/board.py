"""The table as a widget: a window onto the drawn plane, which moves as little as it can."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from chickenscratch.layout import Box, Hit, HitMap
from chickenscratch.layout.hit import NOTHING
from chickenscratch.tui.art.board import render
from chickenscratch.tui.art.canvas import Canvas, Pen, changes
from chickenscratch.tui.art.palette import TRUE_COLOUR, Palette
from chickenscratch.tui.art.picture import Art, BoardPicture, Zoom
from chickenscratch.tui.art.strips import rich_style, strip

ZOOMS: Final = (Zoom.MICRO, Zoom.COMPACT, Zoom.NORMAL, Zoom.LARGE)


class Board(Widget, can_focus=True):
    """Draws a :class:`BoardPicture`. A cursor move repaints only what it changes."""

    ALLOW_SELECT = False

    @dataclass
    class Chosen(Message):
        """Something on the table was clicked. `hit` is empty for the bare table."""

        hit: Hit
        button: int

    @dataclass
    class Pointed(Message):
        """The pointer stands on something else than before."""

        hit: Hit

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Board.Pointed)

    @dataclass
    class Zoomed(Message):
        """The wheel was turned with Ctrl held: larger (1) or smaller (-1)."""

        step: int

    def __init__(
        self, *, art: Art = Art.FILLED, palette: Palette = TRUE_COLOUR, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.art = art
        self.palette = palette
        self.zoom = Zoom.NORMAL
        self.wanted: Zoom | None = None
        """The zoom the player has fixed; None chooses what fits."""
        self._lit: Palette | None = None
        self._picture = BoardPicture()
        self._canvas: Canvas | None = None
        self._hits = HitMap(())
        self._left = self._top = 0
        """The character of the plane in the top left corner of the widget."""
        self._round = -1
        self._pointed = NOTHING
        self._drag: Offset | None = None
        self._dragged = False

    # --- what to show ------------------------------------------------------------------------

    def show(self, picture: BoardPicture, round_number: int = 0) -> None:
        """Show another picture. With the first one of a round the view starts afresh."""
        if picture == self._picture and round_number == self._round and self._canvas is not None:
            return
        afresh = round_number != self._round
        self._picture, self._round = picture, round_number
        ghosts = {(g.spot.parent, g.spot.port): g.spot for g in picture.ghosts}
        chosen = None
        if picture.chosen is not None and picture.ghosts:
            spot = picture.ghosts[picture.chosen].spot
            chosen = (spot.parent, spot.port)
        self._hits = HitMap(picture.spots, ghosts, hub=picture.hub, selected=chosen)
        if self.size.width and self.size.height:
            self._paint(afresh=afresh)

    @property
    def pannable(self) -> bool:
        """True when the table is larger than the window."""
        return not self._fits(self.zoom)

    def set_zoom(self, zoom: Zoom | None) -> None:
        """Fix the zoom, or (None) choose what fits."""
        self.wanted = zoom
        self._paint(afresh=True)

    def zoom_by(self, step: int) -> None:
        at = ZOOMS.index(self.zoom) + step
        self.set_zoom(ZOOMS[max(0, min(at, len(ZOOMS) - 1))])

    def set_look(self, art: Art, palette: Palette) -> None:
        self.art, self.palette = art, palette
        self._canvas = None
        if self.size.width and self.size.height:
            self._paint(afresh=False)

    def light_hub(self, palette: Palette | None) -> None:
        """Draw with another palette for a while (None: with the own one again)."""
        self._lit = palette
        if self._canvas is not None:
            self._paint(afresh=False)

    def pan(self, dx: int, dy: int) -> None:
        """Move the window by some cells."""
        self._move_to(self._left + dx * self.zoom.columns * 2, self._top + dy * self.zoom.lines * 2)

    # --- the camera --------------------------------------------------------------------------

    def _box(self) -> Box:
        """The cells of tiles, places and ghosts, without a margin."""
        box = self._picture.box()
        return Box(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1)

    def _extent(self, zoom: Zoom | None = None) -> tuple[int, int, int, int]:
        """Left, top, width and height of all there is, in characters of the plane."""
        zoom, box = zoom or self.zoom, self._box()
        columns, lines = zoom.columns, zoom.lines
        return box.left * columns, box.top * lines, box.width * columns, box.height * lines

    def _fits(self, zoom: Zoom) -> bool:
        _, _, width, height = self._extent(zoom)
        return width <= self.size.width + 1 and height <= self.size.height

    def _choose_zoom(self, afresh: bool) -> Zoom:
        if self.wanted is not None:
            return self.wanted
        fitting = [zoom for zoom in ZOOMS if self._fits(zoom)]
        best = fitting[-1] if fitting else ZOOMS[0]
        if afresh:
            return best
        return min(self.zoom, best, key=ZOOMS.index)

    def _paint(self, afresh: bool) -> None:
        zoom = self._choose_zoom(afresh)
        before = self._canvas
        anew = afresh or before is None or zoom is not self.zoom
        self.zoom = zoom
        self._canvas = render(self._picture, zoom, self.art, self._lit or self.palette)
        if self._follow(anew) or anew:
            self.refresh()
            return
        for span in changes(before, self._canvas):
            region = Region(
                span.start - self._left, span.y - self._top, span.end - span.start, 1
            ).intersection(self.size.region)
            if region:
                self.refresh(region)

    def _follow(self, anew: bool) -> bool:
        """Move the window if something would be outside; true if it moved."""
        left, top, width, height = self._extent()
        before = self._left, self._top
        inside = (
            self._left <= left
            and left + width <= self._left + self.size.width + 1
            and self._top <= top
            and top + height <= self._top + self.size.height
        )
        if not anew and inside:
            return False
        if width <= self.size.width + 1 and height <= self.size.height:
            self._left = left - (self.size.width - width) // 2
            self._top = top - (self.size.height - height) // 2
        else:
            self._left, self._top = self._scrolled(anew)
        return (self._left, self._top) != before

    def _scrolled(self, anew: bool) -> tuple[int, int]:
        """Where the window goes if not all fits: to what matters, if that is not visible."""
        left, top, width, height = self._extent()
        wide, high = self.size
        focus = self._focus_region()
        x, y = self._left, self._top
        visible = Region(x, y, wide, high)
        if anew or not visible.contains_region(focus):
            x = focus.x + focus.width // 2 - wide // 2
            y = focus.y + focus.height // 2 - high // 2
        return self._clamped(x, y, left, top, width, height)

    def _clamped(
        self, x: int, y: int, left: int, top: int, width: int, height: int
    ) -> tuple[int, int]:
        def along(want: int, start: int, length: int, room: int) -> int:
            if length <= room:
                return start - (room - length) // 2
            return max(start, min(want, start + length - room))

        return along(x, left, width, self.size.width), along(y, top, height, self.size.height)

    def _focus_region(self) -> Region:
        """The characters of the chosen ghost, else of the foot to be filled, else the last tile."""
        picture = self._picture
        if picture.ghosts and picture.chosen is not None:
            spots = [picture.ghosts[picture.chosen].spot]
        elif picture.hungry is not None:
            spots = [picture.spots[picture.hungry]]
            spots += [s for s in picture.footprints if s.parent == picture.hungry]
        else:
            spots = list(picture.spots[-1:])
        cells = [cell for spot in spots for cell in spot.cells] or [(0, 0)]
        columns, lines = self.zoom.columns, self.zoom.lines
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return Region(
            min(xs) * columns,
            min(ys) * lines,
            (max(xs) - min(xs) + 1) * columns,
            (max(ys) - min(ys) + 1) * lines,
        )

    def _move_to(self, x: int, y: int) -> None:
        where = self._clamped(x, y, *self._extent())
        if where != (self._left, self._top):
            self._left, self._top = where
            self.refresh()

    # --- drawing -----------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._canvas is None:
            pen = Pen(self.palette.text, self.palette.felt)
            return Strip([Segment(" " * width, rich_style(pen))], width)
        return strip(self._canvas.runs(self._top + y, self._left, width))

    def get_content_width(self, container: object, viewport: object) -> int:
        return 0

    def on_unmount(self) -> None:
        # Textual remembers this cache in one that all widgets share, long after the widget
        self._styles_cache.clear()

    def on_resize(self) -> None:
        if self.size.width and self.size.height:
            self._paint(afresh=True)

    def beyond(self) -> tuple[int, int, int, int]:
        """How many open places lie out of sight: left, above, right, below."""
        counts = [0, 0, 0, 0]
        if not self.size or not self.pannable:
            return 0, 0, 0, 0
        wide, high = self.size
        for cell in self._open_cells():
            x, y = cell[0] * self.zoom.columns, cell[1] * self.zoom.lines
            if x < self._left:
                counts[0] += 1
            elif x >= self._left + wide:
                counts[2] += 1
            elif y < self._top:
                counts[1] += 1
            elif y >= self._top + high:
                counts[3] += 1
        return counts[0], counts[1], counts[2], counts[3]

    def _open_cells(self) -> Iterable[tuple[int, int]]:
        picture = self._picture
        yield from (mark.cell for mark in picture.marks)
        yield from (spot.cells[0] for spot in picture.footprints)
        yield from (ghost.spot.cells[0] for ghost in picture.ghosts)

    # --- the mouse ---------------------------------------------------------------------------

    def hit(self, x: int, y: int) -> Hit:
        """What is drawn at a character of the widget."""
        size = self.zoom.columns, self.zoom.lines
        return self._hits.point(self._left + x, self._top + y, size)

    def screen_cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The character of the widget in which the middle of a cell is drawn."""
        columns, lines = self.zoom.columns, self.zoom.lines
        return (
            cell[0] * columns - self._left + (columns - 1) // 2,
            cell[1] * lines - self._top + lines // 2,
        )

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._drag, self._dragged = event.screen_offset, False

    def on_mouse_up(self) -> None:
        self._drag = None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._drag is not None and event.button:
            moved = event.screen_offset - self._drag
            if moved != (0, 0):
                self._drag, self._dragged = event.screen_offset, True
                self._move_to(self._left - moved.x, self._top - moved.y)
            return
        self._point_at(self.hit(event.x, event.y))

    def on_leave(self) -> None:
        self._drag = None
        self._point_at(NOTHING)

    def _point_at(self, hit: Hit) -> None:
        if hit != self._pointed:
            self._pointed = hit
            self.post_message(self.Pointed(hit))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.chain == 1 and not self._dragged:
            hit = self.hit(event.x, event.y) if event.button == 1 else NOTHING
            self.post_message(self.Chosen(hit, event.button))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, step: int) -> None:
        event.stop()
        if event.ctrl:
            self.post_message(self.Zoomed(-step))
        elif event.shift:
            self.pan(step, 0)
        else:
            self.pan(0, step)

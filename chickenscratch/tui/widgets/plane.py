"""A window onto the drawn plane of the table, as a widget that repaints only what has changed."""

from __future__ import annotations

from typing import NamedTuple

from rich.segment import Segment
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from chickenscratch.tui.art.board import render
from chickenscratch.tui.art.canvas import Canvas, Glyph, Pen, changes, runs_of
from chickenscratch.tui.art.palette import TRUE_COLOUR, Palette
from chickenscratch.tui.art.picture import Art, BoardPicture, Zoom
from chickenscratch.tui.art.strips import rich_style, strip
from chickenscratch.tui.camera import Beyond, Camera
from chickenscratch.tui.widgets.edges import Badge, badges


class Flight(NamedTuple):
    """A tile on its way: how it is drawn, and the character of the plane its canvas starts at."""

    canvas: Canvas
    at: Offset

    def region(self, corner: Offset) -> Region:
        """The characters it covers of a widget with this corner."""
        x, y = self.at - corner
        return Region(x, y, self.canvas.width, self.canvas.height)


class Plane(Widget):
    """Draws one :class:`BoardPicture` after the other, as its camera sees them."""

    def __init__(
        self, *, art: Art = Art.FILLED, palette: Palette = TRUE_COLOUR, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.art = art
        self.palette = palette
        self.camera = Camera()
        self._lit: Palette | None = None
        """Another palette for a while."""
        self._drawn = BoardPicture()
        self._canvas: Canvas | None = None
        self._shift = Offset()
        """How far the window still is from where the camera wants it."""
        self._flight: Flight | None = None
        self._badges: tuple[Badge, ...] = ()
        self.expected: Size | None = None
        """The size the widget will have in a moment."""

    @property
    def zoom(self) -> Zoom:
        return self.camera.zoom

    @property
    def wanted(self) -> Zoom | None:
        """The zoom the player has fixed; None chooses what fits."""
        return self.camera.wanted

    @property
    def pannable(self) -> bool:
        """True when the table is larger than the window."""
        return self.camera.pannable

    def beyond(self) -> Beyond:
        """How many open places lie out of sight: left, above, right, below."""
        return self.camera.beyond()

    @property
    def corner(self) -> Offset:
        """The character of the plane in the top left corner of the widget."""
        return self.camera.corner + self._shift

    def draw(self, picture: BoardPicture, *, afresh: bool) -> bool:
        """Draw a picture and repaint what is different now; true if the window is elsewhere."""
        before, self._drawn = self._canvas, picture
        moved = self.camera.follow(picture, self.expected or self.size, afresh=afresh)
        self._canvas = render(picture, self.zoom, self.art, self._lit or self.palette)
        if moved or afresh or before is None:
            self.moved()
            return True
        for span in changes(before, self._canvas):
            x, y = Offset(span.start, span.y) - self.corner
            self.dirty(Region(x, y, span.end - span.start, 1))
        self._draw_badges()
        return False

    def moved(self) -> None:
        """The window is somewhere else: everything is painted again."""
        self._draw_badges()
        self.refresh()

    def dirty(self, region: Region) -> None:
        """Paint these characters again, as far as they are in sight."""
        inside = region.intersection(self.size.region)
        if inside:
            self.refresh(inside)

    def shift_to(self, shift: Offset) -> None:
        """Show the plane so far from where the camera wants it."""
        if shift != self._shift:
            self._shift = shift
            self.refresh()

    def fly_to(self, flight: Flight | None) -> None:
        """Show a tile on its way somewhere else now, or no longer."""
        before, self._flight = self._flight, flight
        if before != flight:
            for shown in (before, flight):
                if shown is not None:
                    self.dirty(shown.region(self.corner))

    def _draw_badges(self) -> None:
        before, self._badges = self._badges, badges(self.beyond(), self.size, self.art)
        if before != self._badges:
            for badge in (*before, *self._badges):
                self.dirty(badge.region)

    def badge_at(self, x: int, y: int) -> Badge | None:
        """The sign at the edge under a character of the widget."""
        return next((badge for badge in self._badges if badge.region.contains(x, y)), None)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._canvas is None:
            pen = Pen(self.palette.text, self.palette.felt)
            return Strip([Segment(" " * width, rich_style(pen))], width)
        left, top = self.corner
        glyphs = self._canvas.window(top + y, left, width)
        if self._flight is not None:
            _lay_over(glyphs, self._flight, left, top + y)
        pen = Pen(self.palette.accent, self.palette.felt, bold=True)
        for badge in self._badges:
            if badge.y == y:
                glyphs[badge.x : badge.x + len(badge.text)] = [(char, pen) for char in badge.text]
        return strip(runs_of(glyphs))

    def get_content_width(self, container: object, viewport: object) -> int:
        return 0

    def on_unmount(self) -> None:
        # Textual remembers this cache in one that all widgets share, long after the widget
        self._styles_cache.clear()

    def screen_cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The character of the widget in which the middle of a cell is drawn."""
        columns, lines = self.zoom.columns, self.zoom.lines
        left, top = self.corner
        return (
            cell[0] * columns - left + (columns - 1) // 2,
            cell[1] * lines - top + lines // 2,
        )


def _lay_over(glyphs: list[Glyph], flight: Flight, left: int, row: int) -> None:
    """A flying tile over a line of the window; its felt stays see-through."""
    canvas, (x, y) = flight
    line = row - y
    if not 0 <= line < canvas.height:
        return
    for column, glyph in enumerate(canvas.rows[line], start=x - left):
        if glyph != canvas.blank and 0 <= column < len(glyphs):
            glyphs[column] = glyph

"""The table as a widget: what moves on it, and the mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from textual import events
from textual.geometry import Offset
from textual.message import Message

from chickenscratch.config import Motion
from chickenscratch.layout import Hit, HitMap
from chickenscratch.layout.hit import NOTHING
from chickenscratch.tui import motion
from chickenscratch.tui.art.board import render_tile
from chickenscratch.tui.art.palette import TRUE_COLOUR, Palette
from chickenscratch.tui.art.picture import Art, BoardPicture, Zoom
from chickenscratch.tui.camera import ZOOMS, foot_of
from chickenscratch.tui.widgets.plane import Flight, Plane
from chickenscratch.tui.widgets.stage import Stage

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.clock import Clock

MOST_PULSING: Final = 40_000
"""Characters of a plane that may be drawn anew for each beat of a pulse."""


class Board(Plane, can_focus=True):
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
        super().__init__(art=art, palette=palette, id=id)
        self.motion = Motion.NONE
        """How much moves."""
        self._picture = BoardPicture()
        """What is to be shown once nothing moves any more."""
        self._hits = HitMap(())
        self._beats = 0
        self._stop_pulse: Callable[[], None] | None = None
        self._round = -1
        self._pointed = NOTHING
        self._drag: Offset | None = None
        self._dragged = False

    @property
    def _clock(self) -> Clock:
        return cast("ChickenApp", self.app).clock

    @cached_property
    def _stage(self) -> Stage:
        return Stage(self._clock)

    def show(
        self, picture: BoardPicture, round_number: int = 0, origin: Offset | None = None
    ) -> None:
        """Show another picture. With the first one of a round the view starts afresh.

        `origin`: the character of the widget a new tile comes from.
        """
        if picture == self._picture and round_number == self._round and self._canvas is not None:
            return
        self.settle()
        afresh = round_number != self._round
        before, self._picture, self._round = self._picture, picture, round_number
        ghosts = {(g.spot.parent, g.spot.port): g.spot for g in picture.ghosts}
        chosen = None
        if picture.chosen is not None and picture.ghosts:
            spot = picture.ghosts[picture.chosen].spot
            chosen = (spot.parent, spot.port)
        ends = picture.open_ends()
        self._hits = HitMap(picture.spots, ghosts, hub=picture.hub, selected=chosen, ends=ends)
        self._point_at(NOTHING)  # until the pointer moves: what it was on may be something else
        self._start_pulse()
        if not self.size.width or not self.size.height:
            return
        arrived = None if afresh or not self._moves else motion.arrival(before, picture)
        if arrived is None:
            self._paint(picture, afresh=afresh)
        elif self.motion is Motion.FULL:
            self._fly(arrived, origin)
        else:
            self._land(arrived)

    def _paint(self, picture: BoardPicture, *, afresh: bool) -> None:
        """Draw a picture; if the window has to move for it, that goes gently."""
        before, zoom, choosing = self.corner, self.zoom, bool(self._drawn.ghosts)
        known = self._canvas is not None
        moved = self.draw(picture, afresh=afresh) and known and not afresh
        if moved and zoom is self.zoom and not choosing and not picture.ghosts:
            self._ease(before)

    def set_zoom(self, zoom: Zoom | None) -> None:
        """Fix the zoom, or (None) choose what fits."""
        self.settle()
        self.camera.wanted = zoom
        self._paint(self._picture, afresh=True)

    def zoom_by(self, step: int) -> None:
        at = ZOOMS.index(self.zoom) + step
        self.set_zoom(ZOOMS[max(0, min(at, len(ZOOMS) - 1))])

    def set_look(self, art: Art, palette: Palette) -> None:
        self.settle()
        self.art, self.palette = art, palette
        self._canvas = None
        if self.size.width and self.size.height:
            self._paint(self._picture, afresh=False)

    def light_hub(self, palette: Palette | None) -> None:
        """Draw with another palette for a while (None: with the own one again)."""
        self._lit = palette
        if self._canvas is not None:
            self.draw(self._drawn, afresh=False)

    def pan(self, dx: int, dy: int) -> None:
        """Move the window by some cells."""
        self.settle()
        if self.camera.pan(dx * self.zoom.columns * 2, dy * self.zoom.lines * 2):
            self.moved()

    def show_foot(self) -> bool:
        """Bring what must be filled into sight; False if there is nothing of the kind."""
        self.settle()
        spots, before = foot_of(self._picture), self.corner
        if spots and self.camera.show(spots):
            self.moved()
            self._ease(before)
        return bool(spots)

    def on_resize(self) -> None:
        self.expected = None
        self.fit()

    def fit(self) -> None:
        """Look at the table afresh, in the size there is now."""
        if self.size.width and self.size.height:
            self.settle()
            self._paint(self._picture, afresh=True)

    @property
    def _moves(self) -> bool:
        """Whether anything may move, and somebody sees it."""
        return (
            self.motion is not Motion.NONE
            and self._canvas is not None
            and self.screen is self.app.screen
        )

    def settle(self) -> None:
        """Finish at once whatever moves."""
        self._stage.finish()

    def _fly(self, arrived: motion.Arrival, origin: Offset | None) -> None:
        """A tile comes from where it was to where it lies now."""
        before, zoom = self.corner, self.zoom
        self.draw(arrived.before, afresh=False)
        drift = before - self.camera.corner if self.zoom is zoom else Offset()
        tile = render_tile(arrived.spot, self.zoom, self.art, self._lit or self.palette)
        home = Offset(tile.left, tile.top)
        start = home if origin is None else self.camera.corner + origin

        def step(passed: float) -> None:
            self._drift(drift, passed)
            at = motion.between(start, home, passed, motion.SLIDE)
            self.fly_to(Flight(tile, Offset(*at)))

        def landed() -> None:
            self.shift_to(Offset())
            self.fly_to(None)
            self._land(arrived)

        self._stage.run(motion.SLIDE, step, landed)

    def _land(self, arrived: motion.Arrival) -> None:
        """The tile lies; if it is a double, its foot opens."""
        length = motion.opens_for(arrived)
        if not length:
            self.draw(self._picture, afresh=False)
            return

        def step(passed: float) -> None:
            if self.motion is Motion.FULL or not passed:  # else all toes come at once
                self.draw(motion.opening(arrived, passed), afresh=False)

        self._stage.run(length, step, lambda: self._paint(self._picture, afresh=False))

    def _ease(self, before: Offset) -> None:
        """The window goes gently from where it was."""
        drift = before - self.camera.corner
        if self.motion is Motion.FULL and self._moves and drift and not self._stage.moving:
            self._stage.run(
                motion.EASE,
                lambda passed: self._drift(drift, passed),
                lambda: self.shift_to(Offset()),
            )

    def _drift(self, drift: Offset, passed: float) -> None:
        self.shift_to(Offset(*motion.between(drift, (0, 0), passed, motion.EASE)))

    def _start_pulse(self) -> None:
        """What must be filled pulses for a while."""
        self.stop_pulse()
        self._beats = 0
        if self.motion is Motion.FULL and motion.pulses(self._picture):
            self._stop_pulse = self._clock.after(motion.BEAT, self._beat)

    def stop_pulse(self) -> None:
        if self._stop_pulse is not None:
            self._stop_pulse()
            self._stop_pulse = None

    def _beat(self) -> None:
        canvas = self._canvas
        self._stop_pulse = None
        if canvas is None or canvas.width * canvas.height > MOST_PULSING:
            return
        self._beats += 1
        if self._moves and self.app.app_focus and not self._stage.moving:
            self.draw(replace(self._picture, beat=self._beats % 2 == 1), afresh=False)
        if self._beats < motion.MOST_BEATS:
            self._stop_pulse = self._clock.after(motion.BEAT, self._beat)

    def on_unmount(self) -> None:
        self._stage.stop()
        self.stop_pulse()

    def hit(self, x: int, y: int) -> Hit:
        """What is drawn at a character of the widget."""
        left, top = self.corner
        return self._hits.point(left + x, top + y, (self.zoom.columns, self.zoom.lines))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._drag, self._dragged = event.screen_offset, False

    def on_mouse_up(self) -> None:
        self._drag = None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._drag is not None and event.button:
            moved = event.screen_offset - self._drag
            if moved != (0, 0):
                self.settle()
                self._drag, self._dragged = event.screen_offset, True
                if self.camera.pan(-moved.x, -moved.y):
                    self.moved()
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
        if self._dragged:
            return
        badge = self.badge_at(event.x, event.y)
        if badge is not None:
            self.settle()
            self.pan(4 * badge.dx, 3 * badge.dy)
            return
        if event.chain != 1:
            return
        hit = self.hit(event.x, event.y)
        self.settle()
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

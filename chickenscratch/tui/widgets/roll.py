"""A pane that is longer than its window: it scrolls by lines and keeps a chosen line in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual import events

from chickenscratch.tui.widgets.pane import Line, Pane, Span, clip, width_of

DrawAll = Callable[[int], Sequence[Line]]
"""All lines, for a width."""

BAR: Final = 2
"""Columns kept for the bar that says where one is, when there is more than fits."""


class Roll(Pane):
    """Shows a window of many lines. Keys are the screen's business, the wheel is its own."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._all: DrawAll = lambda width: ()
        self._total = 0
        self._keep: tuple[int, int] | None = None
        self.top = 0
        """The first line that is shown."""

    def roll(self, draw: DrawAll, *, keep: tuple[int, int] | None = None) -> None:
        """Show other lines; `keep` are the first and the last one that must be in sight."""
        self._all, self._keep = draw, keep
        self.show(self._window)

    @property
    def more(self) -> bool:
        """Whether some of it is out of sight."""
        return self._total > self.size.height

    def scroll_by(self, lines: int) -> None:
        """Move the window; nothing happens at the ends."""
        self._keep = None
        self.top += lines
        self.show(self._window)

    def page_by(self, pages: int) -> None:
        """Move the window by its height, less a line to hold on to."""
        self.scroll_by(pages * max(1, self.size.height - 1))

    def to_end(self) -> None:
        """Show the last line."""
        self.scroll_by(self._total)

    def to_start(self) -> None:
        """Show the first line."""
        self.scroll_by(-self._total)

    def _window(self, width: int, height: int) -> Sequence[Line]:
        lines = self._all(width)
        if len(lines) > height:
            lines = self._all(width - BAR)
        self._total = len(lines)
        if self._keep is not None:
            first, last = self._keep
            self.top = min(max(self.top, last - height + 1), first)
        self.top = max(0, min(self.top, len(lines) - height))
        shown = lines[self.top : self.top + height]
        if len(lines) <= height:
            return shown
        return [_barred(spans, width, mark) for spans, mark in zip(shown, self._bar(), strict=True)]

    def _bar(self) -> list[str]:
        """What stands in the last column of each row."""
        height, total = self.size.height, self._total
        size = max(1, height * height // total)
        room, steps = height - size, max(1, total - height)
        start = (room * self.top + steps // 2) // steps
        return ["█" if start <= y < start + size else "│" for y in range(height)]

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_by(-3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_by(3)


def _barred(spans: Line, width: int, mark: str) -> Line:
    cut = clip(spans, width - BAR)
    return (*cut, Span(" " * (width - 1 - width_of(cut))), Span(mark, "line"))

"""A rectangle of lines in which words can be clicked. It repaints only what has changed.

What a pane shows is given by a function from width and height to lines; the pane calls it again
when its size changes. Text is never markup: a line is a tuple of spans.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from chickenscratch.tui.art.canvas import JOIN
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.text import fit

LOOKS: Final = ("dim", "strong", "key", "accent", "turn", "warn", "good", "head", "line", "cursor")
"""The looks a span can have besides none; the style sheet says what they are."""


PLAIN: Final = str.maketrans(
    {
        "─": "-", "│": "|", "═": "=", "█": "#", "▮": "#", "●": "o", "○": ".", "×": "x", "…": "_",
        "←": "<", "→": ">", "↑": "^", "↓": "v", "“": '"', "”": '"', "’": "'", "▲": "^", "▼": "v",
        "⌫": "<", "▴": "^", "▾": "v", "◂": "<", "▸": ">", "·": ".",
    }
)  # fmt: skip
"""Signs of ours that not every terminal has. Each is one cell wide and stays so."""


class Span(NamedTuple):
    """Some text, how it looks (one of :data:`LOOKS`) and what a click on it does: an action such
    as ``draw`` or ``pips('5')`` of the screen. `style` goes before `look`."""

    text: str
    look: str = ""
    act: str = ""
    style: Style | None = None


Line = tuple[Span, ...]
Draw = Callable[[int, int], Sequence[Line]]


def line(*parts: str | Span | tuple[str, str] | tuple[str, str, str]) -> Line:
    """A line of plain texts and spans."""
    return tuple(
        part if isinstance(part, Span) else Span(part) if isinstance(part, str) else Span(*part)
        for part in parts
    )


def width_of(spans: Sequence[Span]) -> int:
    return sum(cell_len(span.text) for span in spans)


def spread(left: Line, right: Line, width: int) -> Line:
    """`left` and `right` at the two ends of a line; `left` gives way."""
    room = width - width_of(right)
    cut = clip(left, max(0, room - 1))
    return (*cut, Span(" " * max(0, room - width_of(cut))), *right)


def clip(spans: Line, width: int) -> Line:
    """As much of a line as fits into `width` cells."""
    kept: list[Span] = []
    for span in spans:
        room = width - width_of(kept)
        if cell_len(span.text) > room:
            if room > 0:
                kept.append(span._replace(text=fit(span.text, room)))
            break
        kept.append(span)
    return tuple(kept)


class Pane(Widget, can_focus=False):
    """See the module."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"pane--{look}" for look in LOOKS} | {"pane--hover"}

    @dataclass
    class Pressed(Message):
        """A word that does something was clicked. `again`: right after it had been clicked, as by
        a double click."""

        act: str
        button: int
        again: bool = False

        def counts(self, quick: Collection[str]) -> bool:
            """Whether to do it, if a second click right after the first is meant as one only for
            the acts in `quick`."""
            return not self.again or self.act.partition("(")[0] in quick

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._draw: Draw = lambda width, height: ()
        self._lines: list[Line] = []
        self._strips: list[Strip] = []
        self._hover: tuple[int, int] | None = None
        self._clicked: tuple[int, str] = (0, "")
        """How many clicks one upon the other the last one was, and what it was for."""
        self._styles: dict[str, Style] = {}

    def show(self, draw: Draw) -> None:
        """Show what `draw` makes of the pane's size."""
        self._draw = draw
        self._redraw()

    @property
    def shown(self) -> list[str]:
        """The text, a string a row."""
        return ["".join(span.text for span in spans) for spans in self._lines]

    def _redraw(self) -> None:
        width, height = self.size
        if not width or not height:
            self._lines = []
            return
        lines = [clip(spans, width) for spans in list(self._draw(width, height))[:height]]
        lines += [()] * (height - len(lines))
        before, self._lines = self._lines, lines
        self._strips = [self._strip(spans, width) for spans in lines]
        if len(before) != height:
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                for start, stop in _differences(old, new):
                    self.refresh(Region(start, y, stop - start, 1))

    def _strip(self, spans: Line, width: int, hover: int = -1) -> Strip:
        plain = self._style("")
        plain_text = getattr(self.app, "art", None) is Art.ASCII
        segments = []
        for i, span in enumerate(spans):
            style = span.style or self._style(span.look)
            if i == hover:
                style += self._style("hover")
            text = span.text.translate(PLAIN) if plain_text else span.text
            segments.append(Segment(text, style))
        return Strip(segments).adjust_cell_length(width, plain)

    def _style(self, look: str) -> Style:
        known = self._styles.get(look)
        if known is None:
            known = self.get_component_rich_style(f"pane--{look}") if look else self.rich_style
            self._styles[look] = known
        return known

    def render_line(self, y: int) -> Strip:
        if y >= len(self._strips):
            return Strip.blank(self.size.width, self.rich_style)
        if self._hover is not None and self._hover[0] == y:
            return self._strip(self._lines[y], self.size.width, self._hover[1])
        return self._strips[y]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        width = self.size.width
        self._strips = [self._strip(spans, width) for spans in self._lines] if width else []

    def on_unmount(self) -> None:
        # Textual remembers this cache in one that all widgets share, long after the widget
        self._styles_cache.clear()

    def on_resize(self) -> None:
        self._lines = []
        self._redraw()

    def span_at(self, x: int, y: int) -> tuple[int, Span] | None:
        """The span under a cell, with its number in the line."""
        if 0 <= y < len(self._lines):
            start = 0
            for i, span in enumerate(self._lines[y]):
                end = start + cell_len(span.text)
                if start <= x < end:
                    return i, span
                start = end
        return None

    def _under(self, event: events.MouseEvent) -> tuple[int, int, Span] | None:
        """The span under the pointer if it does something: its row, its number and itself."""
        at = event.get_content_offset(self)  # without padding and border
        found = None if at is None else self.span_at(at.x, at.y)
        if at is None or found is None or not found[1].act:
            return None
        return at.y, *found

    def on_mouse_move(self, event: events.MouseMove) -> None:
        found = self._under(event)
        self._point_at(None if found is None else found[:2])

    def on_leave(self) -> None:
        self._point_at(None)

    def _point_at(self, hover: tuple[int, int] | None) -> None:
        before, self._hover = self._hover, hover
        if before != hover:
            for at in (before, hover):
                if at is not None:
                    self.refresh(Region(0, at[0], self.size.width, 1))

    def on_click(self, event: events.Click) -> None:
        found = self._under(event)
        act = found[2].act if found is not None else ""
        before, self._clicked = self._clicked, (event.chain, act)
        again = event.chain > 1
        if act and (not again or before == (event.chain - 1, act)):
            event.stop()
            self.post_message(self.Pressed(act, event.button, again))


_Cell = tuple[str, str, Style | None]


def _cells(spans: Line) -> list[_Cell]:
    """A line cell by cell: what is written there, and how. A wide character stands in both of its
    cells."""
    cells: list[_Cell] = []
    for text, look, _act, style in spans:
        for char in text:
            width = cell_len(char)
            if width:
                cells.append((char, look, style))
                cells += [(char + char, look, style)] * (width - 1)
            elif cells:  # an accent of the character before
                cells[-1] = (cells[-1][0] + char, look, style)
    return cells


def _differences(old: Line, new: Line) -> Iterator[tuple[int, int]]:
    """The stretches of cells in which two lines differ, close ones joined."""
    before, after = _cells(old), _cells(new)
    start = end = -1
    for x, (a, b) in enumerate(zip_longest(before, after, fillvalue=(" ", "", None))):
        if a == b:
            continue
        if start >= 0 and x - end > JOIN:
            yield start, end
            start = -1
        if start < 0:
            start = x
        end = x + 1
    if start >= 0:
        yield start, end

"""The last look at every line that is drawn for a terminal behind a network."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from chickenscratch.tui.terminal import Colors

_SYSTEMS: Final = {
    Colors.SIXTEEN: ColorSystem.STANDARD,
    Colors.MANY: ColorSystem.EIGHT_BIT,
    Colors.TRUE: ColorSystem.TRUECOLOR,
}
_DEFAULT: Final = Style.from_color(RichColor.parse("default"), RichColor.parse("default"))
_INSTEAD: Final = "\N{MIDDLE DOT}"


class RemoteFilter(LineFilter):
    """Lets through only text, and only colours that the terminal has.

    Textual sends control characters in a text as they are, and remembers the codes of a style
    whatever terminal they were for. So everything is rendered in true colour, and what another
    terminal gets are copies of the styles in its own colours. Links are left out.
    """

    def __init__(self, colors: Colors) -> None:
        super().__init__()
        self._colors = colors

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        colors = self._colors
        return [
            Segment(
                text if text.isprintable() else scrubbed(text),
                style if style is None else _fitted(style, colors),
                None,
            )
            for text, style, _control in segments
        ]


@cache
def filter_for(colors: Colors) -> RemoteFilter:
    """The one filter for such terminals: lines that many share are then filtered once."""
    return RemoteFilter(colors)


@lru_cache(maxsize=1024)
def scrubbed(text: str) -> str:
    """`text` in as many cells, without anything a terminal would obey."""
    return "".join(char if char.isprintable() else _harmless(char) for char in text)


def _harmless(char: str) -> str:
    if unicodedata.category(char) == "Zs":
        return char
    return _INSTEAD * cell_len(char)


@lru_cache(maxsize=8192)
def _fitted(style: Style, colors: Colors) -> Style:
    if style.link:
        style = style.update_link(None)
    if colors is Colors.NONE:
        return style + _DEFAULT
    system = _SYSTEMS[colors]
    color, ground = style.color, style.bgcolor
    fit = None if color is None else color.downgrade(system)
    fit_ground = None if ground is None else ground.downgrade(system)
    if (fit, fit_ground) == (color, ground):
        return style
    return style + Style.from_color(fit, fit_ground)

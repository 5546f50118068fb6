"""Smaller frames: of a changed line only the changed part is sent, of a style only what is new.

Textual sends a line from the left edge of its widget (issues 3096 and 5625), and the whole style of
every few characters anew. On a wide table over a slow line that is most of the bytes of a move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.strip import Strip

_RESET: Final = "\x1b[0m"
_COLOURS: Final = {"38": 0, "48": 1}
_LENGTHS: Final = {"2": 5, "5": 3}
_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What takes an attribute away; any other goes with everything else."""
_SEEN_ON_BLANKS: Final = frozenset(("4", "7", "9", "21", "51", "52", "53"))
"""Attributes that show where nothing is written: lines and reverse."""


class _Pen(NamedTuple):
    """A style as the terminal is told of it."""

    ink: str = ""
    ground: str = ""
    attributes: frozenset[str] = frozenset()


_PLAIN: Final = _Pen()


@lru_cache(maxsize=4096)
def _pen(ansi: str) -> _Pen:
    """The parts of ``1;38;2;1;2;3;48;5;7``."""
    codes = ansi.split(";") if ansi else []
    colours = ["", ""]
    attributes = []
    at = 0
    while at < len(codes):
        code = codes[at]
        length = _LENGTHS.get(codes[at + 1], 1) if code in _COLOURS and at + 1 < len(codes) else 1
        text = ";".join(codes[at : at + length])
        number = int(code or 0)
        if code in _COLOURS:
            colours[_COLOURS[code]] = text
        elif 30 <= number <= 39 or 90 <= number <= 97:
            colours[0] = text
        elif 40 <= number <= 49 or 100 <= number <= 107:
            colours[1] = text
        else:
            attributes.append(text)
        at += length
    return _Pen(colours[0], colours[1], frozenset(attributes))


@lru_cache(maxsize=8192)
def _change(before: _Pen, after: _Pen) -> str:
    """What makes one style of the other."""
    if before == after:
        return ""
    lost, kept = before.attributes - after.attributes, before.attributes & after.attributes
    off = {_OFF.get(code, "0") for code in lost}
    if "0" in off or (before.ink and not after.ink) or (before.ground and not after.ground):
        off, kept, before = {"0"}, frozenset(), _PLAIN
    elif "22" in off:  # takes bold and dim away together
        kept -= {"1", "2"}
    codes = [*sorted(off), *sorted(after.attributes - kept)]
    codes += [after.ink] if after.ink != before.ink else []
    codes += [after.ground] if after.ground != before.ground else []
    return f"\x1b[{';'.join(code for code in codes if code)}m"


class _Writer:
    """Text for a terminal that is known to be in its plain style, its cursor anywhere."""

    def __init__(self, colours: ColorSystem) -> None:
        self.parts: list[str] = []
        self._colours = colours
        self._pen = _PLAIN
        self._row = -1

    def go(self, x: int, y: int) -> None:
        """Always to a column by its number: the terminal may think otherwise of a width."""
        self.parts.append(f"\x1b[{x + 1}G" if y == self._row else f"\x1b[{y + 1};{x + 1}H")
        self._row = y

    def write(self, strip: Strip) -> None:
        for text, style, control in strip:
            if control is None and text:
                self._text(text, style)

    def _text(self, text: str, style: Style | None) -> None:
        if style is not None and style.link:
            self.end()
            self.parts.append(Strip.render_style(style, text, self._colours))
            return
        pen = _PLAIN if style is None else _pen(Strip.render_ansi(style, self._colours))
        hidden = not text.strip(" ") and (pen.ground or not self._pen.ground)
        if hidden and not _SEEN_ON_BLANKS & (pen.attributes | self._pen.attributes):
            pen = self._pen._replace(ground=pen.ground)  # its ink does not show
        self.parts.append(_change(self._pen, pen) + text)
        self._pen = pen

    def end(self) -> None:
        if self._pen != _PLAIN:
            self.parts.append(_RESET)
            self._pen = _PLAIN


class TightUpdate(ChopsUpdate):
    """An update that sends nothing outside its spans, and no style twice."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> TightUpdate:
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        writer = _Writer(console._color_system or ColorSystem.TRUECOLOR)
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                start, stop = max(x, first), min(end, last)
                if strip is not None and start < stop:
                    writer.go(start, y)
                    writer.write(strip.crop(start - x, stop - x))
        writer.end()
        return "".join(writer.parts)

"""The hen of the home screen. Her body is the six-three, her feet have three toes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from chickenscratch.locale import _
from chickenscratch.tui.art.looks import ascii_only
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.widgets.page import Ink
from chickenscratch.tui.widgets.pane import Line, Span, line

WIDTH: Final = 25
_HEN: Final = (
    ("               '''       ", "               ccc       "),
    ("              ╭────╮     ", "              hhhhhh     "),
    ("  ╲╲          │  ● │>    ", "  tt          h  e hb    "),
    ("   ╲╲╲        │    ├╮    ", "   ttt        h    hw    "),
    ("   ╭────────┬─┴────┼╯    ", "   hhhhhhhhhhhhhhhhhw    "),
    ("   │ ●    ● │ ●    │     ", "   h 6    6 h 3    h     "),
    ("   │ ●    ● │   ●  │     ", "   h 6    6 h   3  h     "),
    ("   │ ●    ● │    ● │     ", "   h 6    6 h    3 h     "),
    ("   ╰───┬────┴───┬──╯     ", "   hhhhfhhhhhhhhfhh      "),
    ("      ╱│╲      ╱│╲       ", "      fff      fff       "),
)
"""Each row and, letter by letter, what it is: comb, hen, eye, beak, tail, wattle, pips, feet."""

_LOOKS: Final = {
    "c": "warn", "h": "strong", "e": "accent", "b": "key", "t": "good", "w": "warn",
    "6": "accent", "3": "accent", "f": "key", " ": "",
}  # fmt: skip

_FILLED: Final = (
    ("               ▗▖▗▖      ", "               cccc      "),
    ("              ▄▄▄▄▄▄     ", "              nnnnnn     "),
    ("  ▚▄            ●   ▶    ", "  tt          hhehhhb    "),
    ("   ▀▙▄              ▝    ", "   tttt       hhhhhhw    "),
    ("   ▄▄▄▄▄▄▄▄▄▄▄      ▝    ", "   nnnnnnnnnnnhhhhhhw    "),
    ("     ●    ●  ▏ ●         ", "   hh6hhhh6hhshh3hhhh    "),
    ("     ●    ●  ▏   ●       ", "   hh6hhhh6hhshhhh3hh    "),
    ("     ●    ●  ▏     ●     ", "   hh6hhhh6hhshhhhhh3    "),
    ("   ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀    ", "   nnnnnnnnnnnnnnnnnn    "),
    ("      ╱│╲      ╱│╲       ", "      fff      fff       "),
)


def hen(ink: Ink) -> list[Line]:
    """The hen. All lines have the same width."""
    if ink.art is Art.FILLED:
        return [_row(text, parts, partial(_painted, ink)) for text, parts in _FILLED]
    plain = ink.art is Art.ASCII
    return [_row(ascii_only(t) if plain else t, parts, _drawn) for t, parts in _HEN]


def _row(text: str, parts: str, span_of: Callable[[str, str], Span]) -> Line:
    return tuple(span_of(char, part) for char, part in zip(text, parts, strict=True))


def _drawn(char: str, part: str) -> Span:
    return Span(char, _LOOKS[part])


def _painted(ink: Ink, char: str, part: str) -> Span:
    palette = ink.palette
    body = part in "he36s"
    colours = {
        "h": palette.seam, "s": palette.seam, "e": palette.dark_ink, "n": palette.ivory,
        "t": palette.ivory, "b": palette.number(9), "f": palette.number(9),
        "c": palette.number(3), "w": palette.number(3),
        "3": palette.deep(3), "6": palette.deep(6), " ": palette.text,
    }  # fmt: skip
    ground = palette.ivory if body else ink.ground
    return Span(char, style=Style(color=colours[part], bgcolor=ground, bold=part in "ef"))


def title(width: int) -> list[Line]:
    """The name of the game, as wide as there is room for."""
    name = "CHICKEN SCRATCH"
    wide = " ".join(name)
    text = wide if cell_len(wide) + 4 <= width else name
    about = _("and Chicken Foot: dominoes with feet")
    rule = "─" * max(cell_len(text), cell_len(about))
    return [
        line("   ", (text, "head")),
        line("   ", (rule, "line")),
        line("   ", (about, "dim")),
        line("   ", (_("the lowest total wins"), "dim")),
    ]

"""Themes: the colours of the screens, and the palette and art the table is drawn with."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from textual.theme import Theme

from chickenscratch.tui.art.palette import COLOURLESS, SIXTEEN, TRUE_COLOUR, Palette
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.terminal import Colors


class Look(NamedTuple):
    """A theme with what the table needs of it. `lit` is the palette while the hub lights up;
    `rack` is the ground under the hand."""

    theme: Theme
    palette: Palette
    lit: Palette
    art: Art
    rack: str


VARIABLES: Final = {
    "rail": "#0b1f17",
    "rack": "#2a1d14",
    "say": "#e8efe6",
    "say-dim": "#93ab9c",
    "say-strong": "#ffffff",
    "say-key": "#ffd866",
    "say-accent": "#ffe680",
    "say-turn": "#ffe680",
    "say-warn": "#ffab91",
    "say-good": "#9be88a",
    "say-head": "#8fd3a6",
    "say-line": "#2f5a48",
    "cursor-ground": "#ffe680",
    "cursor-ink": "#14110a",
}
"""The variables our style sheets use, as the felt theme has them. Every theme must have them, so
these are the defaults for themes that do not know us."""

_FELT: Final = Theme(
    name="felt",
    primary="#8fd3a6",
    secondary="#ffe680",
    warning="#ffab91",
    error="#ee6c64",
    success="#9be88a",
    accent="#ffe680",
    foreground="#e8efe6",
    background="#0b1f17",
    surface="#10291f",
    panel="#173629",
    dark=True,
    variables=VARIABLES,
)

_TERMINAL: Final = Theme(
    name="terminal",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    dark=True,
    variables={
        **dict.fromkeys(VARIABLES, "ansi_default"),
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
    },
)

_SIXTEEN: Final = Theme(
    name="sixteen",
    ansi=True,
    primary="ansi_green",
    secondary="ansi_yellow",
    warning="ansi_bright_red",
    error="ansi_red",
    success="ansi_bright_green",
    accent="ansi_bright_yellow",
    foreground="ansi_white",
    background="ansi_black",
    surface="ansi_black",
    panel="ansi_black",
    boost="ansi_black",
    dark=True,
    variables={
        "rail": "ansi_black",
        "rack": "ansi_black",
        "say": "ansi_white",
        "say-dim": "ansi_white",
        "say-strong": "ansi_bright_white",
        "say-key": "ansi_bright_yellow",
        "say-accent": "ansi_bright_yellow",
        "say-turn": "ansi_bright_yellow",
        "say-warn": "ansi_bright_red",
        "say-good": "ansi_bright_green",
        "say-head": "ansi_bright_green",
        "say-line": "ansi_green",
        "cursor-ground": "ansi_bright_yellow",
        "cursor-ink": "ansi_black",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
    },
)


def _lit(palette: Palette, hub: str) -> Palette:
    return replace(palette, name=f"{palette.name}-lit", hub=hub)


FELT: Final = Look(_FELT, TRUE_COLOUR, _lit(TRUE_COLOUR, "#e0a53c"), Art.FILLED, "#2a1d14")
SIXTEEN_LOOK: Final = Look(_SIXTEEN, SIXTEEN, _lit(SIXTEEN, "bright_yellow"), Art.OUTLINE, "black")
TERMINAL: Final = Look(_TERMINAL, COLOURLESS, COLOURLESS, Art.OUTLINE, "default")

LOOKS: Final = {look.theme.name: look for look in (FELT, SIXTEEN_LOOK, TERMINAL)}


def look_for(colors: Colors, *, ascii_only: bool = False) -> Look:
    """The look that suits a terminal."""
    if colors is Colors.NONE:
        look = TERMINAL
    elif colors is Colors.SIXTEEN:
        look = SIXTEEN_LOOK
    else:
        look = FELT
    return look._replace(art=Art.ASCII) if ascii_only else look

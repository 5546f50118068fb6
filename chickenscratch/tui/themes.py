"""Themes: the colours of the screens, and the palette and art the table is drawn with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from textual.theme import Theme

from chickenscratch.config import ThemeName
from chickenscratch.tui.art import palettes
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

TEXTS: Final = ("say", "say-dim", "say-strong", "say-key", "say-accent", "say-turn", "say-warn",
                "say-good", "say-head")  # fmt: skip
"""Those that words are written in; ``say-line`` is for rules and frames."""


def _says(**says: str) -> dict[str, str]:
    """Our variables, spelt with underscores."""
    return {name.replace("_", "-"): colour for name, colour in says.items()}


def _theme(
    name: str,
    says: Mapping[str, str],
    *,
    panel: str,
    surface: str,
    dark: bool = True,
    ansi: bool = False,
) -> Theme:
    """A theme from our variables; `panel` lies under the duty line."""
    return Theme(
        name=name,
        ansi=ansi,
        primary=says["say-head"],
        secondary=says["say-accent"],
        warning=says["say-warn"],
        error=says["say-warn"],
        success=says["say-good"],
        accent=says["say-accent"],
        foreground=says["say"],
        background=says["rail"],
        surface=surface,
        panel=panel,
        boost=panel if ansi else None,
        dark=dark,
        variables=dict(says),
    )


_FELT: Final = _theme(
    "felt",
    VARIABLES,
    panel="#173629",
    surface="#10291f",
)

_SLATE: Final = _theme(
    "slate",
    _says(
        rail="#12171e",
        rack="#1e2530",
        say="#e4e9ef",
        say_dim="#98a6b5",
        say_strong="#ffffff",
        say_key="#ffd479",
        say_accent="#ffdf9a",
        say_turn="#ffdf9a",
        say_warn="#ffa994",
        say_good="#9fe3a0",
        say_head="#8ec5ff",
        say_line="#3c4b5c",
        cursor_ground="#ffdf9a",
        cursor_ink="#14120c",
    ),
    panel="#222c38",
    surface="#19212b",
)

_PAPER: Final = _theme(
    "paper",
    _says(
        rail="#faf6ec",
        rack="#e6dac2",
        say="#2b2620",
        say_dim="#5f5646",
        say_strong="#000000",
        say_key="#8a1f00",
        say_accent="#6b4300",
        say_turn="#7a2e00",
        say_warn="#a3150f",
        say_good="#1c5e1a",
        say_head="#0f4c6e",
        say_line="#b9ab8c",
        cursor_ground="#4a3410",
        cursor_ink="#fff8e6",
    ),
    dark=False,
    panel="#ece2cc",
    surface="#f3ecdd",
)

_HIGH_CONTRAST: Final = _theme(
    "high-contrast",
    _says(
        rail="#000000",
        rack="#000000",
        say="#ffffff",
        say_dim="#d0d0d0",
        say_strong="#ffffff",
        say_key="#ffff40",
        say_accent="#ffff40",
        say_turn="#ffff40",
        say_warn="#ffb0a0",
        say_good="#80ff80",
        say_head="#80e0ff",
        say_line="#a0a0a0",
        cursor_ground="#ffff40",
        cursor_ink="#000000",
    ),
    panel="#101010",
    surface="#000000",
)

_COLOUR_BLIND: Final = _theme(
    "colour-blind",
    _says(
        rail="#0a1a22",
        rack="#221f1a",
        say="#e6eef2",
        say_dim="#9db0bb",
        say_strong="#ffffff",
        say_key="#ffe680",
        say_accent="#ffe680",
        say_turn="#ffe680",
        say_warn="#ffb48a",
        say_good="#9ad0ff",
        say_head="#8cc4f0",
        say_line="#33505f",
        cursor_ground="#ffe680",
        cursor_ink="#14120c",
    ),
    panel="#16313e",
    surface="#0f232d",
)

_PLAIN: Final = dict.fromkeys(VARIABLES, "ansi_default") | {
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
}
"""Only what the terminal uses anyway."""

_COLOURLESS: Final = _theme(
    "colourless",
    _PLAIN,
    ansi=True,
    panel="ansi_default",
    surface="ansi_default",
)

_TERMINAL: Final = _theme(
    "terminal",
    _PLAIN
    | _says(
        say_key="ansi_magenta",
        say_warn="ansi_red",
        say_head="ansi_blue",
    ),
    ansi=True,
    panel="ansi_default",
    surface="ansi_default",
)

_SIXTEEN: Final = _theme(
    "sixteen",
    _says(
        rail="ansi_black",
        rack="ansi_black",
        say="ansi_white",
        say_dim="ansi_white",
        say_strong="ansi_bright_white",
        say_key="ansi_bright_yellow",
        say_accent="ansi_bright_yellow",
        say_turn="ansi_bright_yellow",
        say_warn="ansi_bright_red",
        say_good="ansi_bright_green",
        say_head="ansi_bright_green",
        say_line="ansi_green",
        cursor_ground="ansi_bright_yellow",
        cursor_ink="ansi_black",
        ansi_background="ansi_black",
        ansi_foreground="ansi_white",
    ),
    ansi=True,
    panel="ansi_black",
    surface="ansi_black",
)


def _look(theme: Theme, palette: Palette, hub: str, art: Art = Art.FILLED) -> Look:
    lit = replace(palette, name=f"{palette.name}-lit", hub=hub)
    rack = theme.variables["rack"].removeprefix("ansi_")
    return Look(theme, palette, lit, art, rack)


FELT: Final = _look(_FELT, TRUE_COLOUR, "#e0a53c")
SIXTEEN_LOOK: Final = _look(_SIXTEEN, SIXTEEN, "bright_yellow", Art.OUTLINE)
COLOURLESS_LOOK: Final = Look(_COLOURLESS, COLOURLESS, COLOURLESS, Art.OUTLINE, "default")

LOOKS: Final = {
    ThemeName.FELT: FELT,
    ThemeName.SLATE: _look(_SLATE, palettes.SLATE, "#e0a53c"),
    ThemeName.PAPER: _look(_PAPER, palettes.PAPER, "#f0b64a"),
    ThemeName.HIGH_CONTRAST: _look(_HIGH_CONTRAST, palettes.HIGH_CONTRAST, "#ffd000"),
    ThemeName.COLOUR_BLIND: _look(_COLOUR_BLIND, palettes.COLOUR_BLIND, "#e0c060"),
    ThemeName.TERMINAL: _look(_TERMINAL, palettes.TERMINAL, "magenta", Art.OUTLINE),
}
"""What a person may choose, where the terminal can show it."""

EVERY_LOOK: Final = (*LOOKS.values(), SIXTEEN_LOOK, COLOURLESS_LOOK)


def choosable(colors: Colors) -> tuple[ThemeName, ...]:
    """The themes that make a difference on a terminal with so many colours. Without any there is
    nothing to choose: a theme with colours of its own would be black on black."""
    if colors is Colors.NONE:
        return ()
    if colors is Colors.SIXTEEN:
        return ThemeName.FELT, ThemeName.TERMINAL
    return tuple(LOOKS)


def look_for(
    colors: Colors, theme: ThemeName = ThemeName.FELT, *, ascii_only: bool = False
) -> Look:
    """The look that suits a terminal and is as near to the wanted theme as it allows."""
    if colors is Colors.NONE:
        look = COLOURLESS_LOOK
    elif colors is Colors.SIXTEEN and theme is not ThemeName.TERMINAL:
        look = SIXTEEN_LOOK
    else:
        look = LOOKS[theme]
    return look._replace(art=Art.ASCII) if ascii_only else look

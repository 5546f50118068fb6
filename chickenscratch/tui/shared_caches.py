"""Caches of Textual that remember who asked, made to remember only what was asked.

Some of its methods are cached together with the object they belong to, up to a thousand at a time.
Where applications come and go, that keeps the painted lines of a thousand dead widgets; and where
many live, they push each other's entries out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, cast

from rich.color import Color as RichColor
from rich.style import Style as RichStyle
from rich.terminal_theme import TerminalTheme
from textual._styles_cache import StylesCache
from textual.color import Color
from textual.filter import ANSIToTruecolor

MOST: Final = 4096

_inner_outer_of: Final[Any] = cast("Any", StylesCache.get_inner_outer).__wrapped__
_truecolor_of: Final[Any] = cast("Any", ANSIToTruecolor.truecolor_style).__wrapped__


@lru_cache(maxsize=MOST)
def _inner_outer(base_background: Color, background: Color) -> Any:
    return _inner_outer_of(None, base_background, background)


@lru_cache(maxsize=MOST)
def _truecolor(theme: TerminalTheme, style: RichStyle, background: RichColor) -> Any:
    return _truecolor_of(ANSIToTruecolor(theme), style, background)


def share_caches() -> None:
    """Do it for this whole process; more than once does no harm."""
    setattr(  # noqa: B010 - a method for the type checker
        StylesCache, "get_inner_outer", lambda _self, base, ground: _inner_outer(base, ground)
    )
    setattr(  # noqa: B010
        ANSIToTruecolor,
        "truecolor_style",
        lambda self, style, ground: _truecolor(self._terminal_theme, style, ground),
    )

"""Caches of Textual that remember who asked, made to remember only what was asked.

Some of its methods are cached together with the object they belong to, up to a thousand at a time.
Where applications come and go, that keeps the painted lines of a thousand dead widgets; and where
many live, they push each other's entries out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, cast
from weakref import ref

from rich.color import Color as RichColor
from rich.style import Style as RichStyle
from rich.terminal_theme import TerminalTheme
from textual._styles_cache import StylesCache
from textual.cache import LRUCache
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.filter import ANSIToTruecolor

MOST: Final = 4096
SHEETS: Final = 1024
"""Pieces of style sheets, each for one theme."""

_inner_outer_of: Final[Any] = cast("Any", StylesCache.get_inner_outer).__wrapped__
_truecolor_of: Final[Any] = cast("Any", ANSIToTruecolor.truecolor_style).__wrapped__


@lru_cache(maxsize=MOST)
def _inner_outer(base_background: Color, background: Color) -> Any:
    return _inner_outer_of(None, base_background, background)


@lru_cache(maxsize=MOST)
def _truecolor(theme: TerminalTheme, style: RichStyle, background: RichColor) -> Any:
    return _truecolor_of(ANSIToTruecolor(theme), style, background)


_plain_init: Final = Stylesheet.__init__


def _make_sheet(self: Stylesheet, *, variables: dict[str, str] | None = None) -> None:
    _plain_init(self, variables=variables)
    self._parse_cache = SharedRules(self)  # type: ignore[assignment]


def share_caches() -> None:
    """Do it for this whole process; more than once does no harm."""
    setattr(Stylesheet, "__init__", _make_sheet)  # noqa: B010
    setattr(  # noqa: B010 - a method for the type checker
        StylesCache, "get_inner_outer", lambda _self, base, ground: _inner_outer(base, ground)
    )
    setattr(  # noqa: B010
        ANSIToTruecolor,
        "truecolor_style",
        lambda self, style, ground: _truecolor(self._terminal_theme, style, ground),
    )


_RULES: Final[LRUCache[tuple[object, ...], list[RuleSet]]] = LRUCache(SHEETS)


class SharedRules:
    """Takes the place of a style sheet's own cache of parsed rules. What one application has parsed
    for its theme is there for all others: rules do not change, and parsing them is a third of what
    a newcomer costs."""

    def __init__(self, sheet: Stylesheet) -> None:
        self._sheet = ref(sheet)
        self._variables: frozenset[tuple[str, str]] | None = None

    def __getitem__(self, key: tuple[object, ...]) -> list[RuleSet]:
        return _RULES[self._whole(key)]

    def __setitem__(self, key: tuple[object, ...], rules: list[RuleSet]) -> None:
        _RULES[self._whole(key)] = rules

    def clear(self) -> None:
        """The sheet has other variables now."""
        self._variables = None

    def _whole(self, key: tuple[object, ...]) -> tuple[object, ...]:
        if self._variables is None:
            sheet = self._sheet()
            self._variables = frozenset(() if sheet is None else sheet._variables.items())
        return (self._variables, *key)

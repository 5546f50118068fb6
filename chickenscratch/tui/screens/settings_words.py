"""The settings in words: which can be changed here, their values, and what follows which."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from chickenscratch import locale
from chickenscratch.config import (
    Bell,
    Confirm,
    HandOrder,
    KeySet,
    Language,
    Motion,
    Pace,
    Settings,
    ThemeName,
    Zoom,
)
from chickenscratch.locale import N_, _, pgettext
from chickenscratch.tui.terminal import Colors
from chickenscratch.tui.themes import choosable

ROWS: Final = (
    "language",
    "name",
    "theme",
    "zoom",
    "pace",
    "hand_order",
    "confirm",
    "autoplay",
    "bell",
    "bell_calls",
    "bell_ends",
    "hints",
    "motion",
    "reduced_motion",
    "ascii",
    "mouse",
    "key_set",
    "keys",
)
"""The settings in their order on the screen; the last set-up is kept by itself."""

_PAIRS: Final[tuple[tuple[StrEnum, str], ...]] = (
    (Language.AUTO, N_("as the environment says")),
    (ThemeName.FELT, N_("Felt")),
    (ThemeName.SLATE, N_("Slate")),
    (ThemeName.PAPER, N_("Paper")),
    (ThemeName.HIGH_CONTRAST, N_("High contrast")),
    (ThemeName.COLOUR_BLIND, N_("For colour-blind eyes")),
    (ThemeName.TERMINAL, N_("The terminal's own colours")),
    (Pace.INSTANT, N_("instant")),
    (Pace.BRISK, N_("brisk")),
    (Pace.CALM, N_("calm")),
    (HandOrder.DEALT, N_("as dealt")),
    (HandOrder.NUMBER, N_("by number")),
    (HandOrder.DOUBLES, N_("doubles first")),
    (HandOrder.FIT, N_("those that fit first")),
    (Confirm.PLAY, N_("plays it")),
    (Confirm.LIFT, N_("lifts it first")),
    (Confirm.ASK, N_("lifts it first")),
    (Bell.OFF, N_("never")),
    (Bell.UNFOCUSED, N_("while you look elsewhere")),
    (Bell.ALWAYS, N_("always")),
    (Zoom.FIT, N_("as large as it fits")),
    (Motion.AUTO, N_("as the line allows")),
    (Motion.FULL, N_("tiles slide, feet pulse")),
    (Motion.BASIC, N_("a little")),
    (Motion.NONE, N_("no motion")),
    (Zoom.TINY, N_("tiny")),
    (Zoom.FAR, N_("small")),
    (Zoom.MIDDLE, N_("middle")),
    (Zoom.NEAR, N_("with pips")),
    (KeySet.STANDARD, N_("standard")),
    (KeySet.LEFT_HAND, N_("for the left hand")),
    (KeySet.RIGHT_HAND, N_("for the right hand")),
    (KeySet.NUMPAD, N_("numeric keypad")),
    (KeySet.VIM, N_("as in vim")),
)
_WORDS: Final = {(type(value), value): words for value, words in _PAIRS}
"""By kind as well: ``auto`` of the language and ``auto`` of the motion are equal strings."""

_CHOICES: Final[dict[str, tuple[StrEnum, ...]]] = {
    "language": tuple(Language),
    "zoom": tuple(Zoom),
    "pace": tuple(Pace),
    "hand_order": tuple(HandOrder),
    "confirm": (Confirm.PLAY, Confirm.LIFT),
    "bell": tuple(Bell),
    "bell_calls": tuple(Bell),
    "bell_ends": tuple(Bell),
    "motion": tuple(Motion),
    "key_set": tuple(KeySet),
}


def title(name: str) -> str:
    """What a setting is called."""
    return _(Settings.model_fields[name].title or name)


def about(name: str) -> str:
    """What a setting does."""
    description = Settings.model_fields[name].description
    return "" if description is None else _(description)


def words(settings: Settings, name: str) -> str:
    """The value of a setting."""
    value = getattr(settings, name)
    if name == "keys":
        return _("change single keys …") if not value else _("some changed …")
    if isinstance(value, bool):
        return pgettext("setting", "on") if value else pgettext("setting", "off")
    if isinstance(value, Language) and value is not Language.AUTO:
        return locale.NAMES[value]
    return of_value(value) if isinstance(value, StrEnum) else str(value)


def of_value(value: StrEnum) -> str:
    """A choice in words."""
    return _(_WORDS[type(value), value])


def choices(name: str, colors: Colors) -> tuple[Any, ...]:
    """The values of a setting one after the other; nothing if it is not chosen from a list."""
    if name in ("name", "keys"):
        return ()
    if name == "theme":
        return choosable(colors)
    return _CHOICES.get(name, (False, True))


def following(settings: Settings, name: str, step: int, colors: Colors) -> Any:
    """The value after (or before) the present one."""
    values = choices(name, colors)
    value = getattr(settings, name)
    if not values:
        return value
    if value not in values:  # such as a theme this terminal cannot show
        return values[0]
    return values[(values.index(value) + step) % len(values)]

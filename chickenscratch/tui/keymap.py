"""Which keys do what at the table, as the person wants it: a set of keys, and keys of their own.

Digits are always pips, and what a torn arrow key looks like is never given away. A key can stand
for one act only: a key of one's own is taken from the set, a key of the set from the usual ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from textual.keys import _character_to_key

from chickenscratch.config import KeySet
from chickenscratch.locale.ends import LETTERS
from chickenscratch.tui.keys import ACTS, BY_ID, Act

FIXED: Final = ("pips", "ghost")
"""Acts that keep their keys: the numbers, and the letters of places."""

_TORN: Final = frozenset(
    ("left_square_bracket", "right_square_bracket", "A", "B", "C", "D", "O", "home", "end")
)
_TAKEN: Final = frozenset(("ctrl+c", "ctrl+q", "ctrl+p", "ctrl+z", "ctrl+s"))
_PIPS: Final = frozenset(BY_ID["pips"].keys)

SETS: Final[Mapping[KeySet, Mapping[str, str]]] = {
    KeySet.STANDARD: {},
    KeySet.LEFT_HAND: {
        "left": "a,left,kp_left",
        "right": "d,right,kp_right",
        "up": "w,up,kp_up",
        "down": "s,down,kp_down",
        "confirm": "f,enter,kp_enter",
        "draw": "e",
        "pass_": "r",
        "back": "x,escape",
        "order": "g",
        "sheet": "b",
        "rules": "f3",
        "why": "f7",
        "log": "f4,m",
        "face_down": "f6",
    },
    KeySet.RIGHT_HAND: {
        "left": "j,left,kp_left",
        "right": "l,right,kp_right",
        "up": "i,up,kp_up",
        "down": "k,down,kp_down",
        "next_fit": "h,tab",
        "draw": "n",
        "call": "y",
        "count": "f9",
        "sheet": "f7",
        "rules": "f10",
        "leave": "f12,q",
        "ends": "f3",
        "foot": "f4",
        "why": "f6",
    },
    KeySet.NUMPAD: {
        "next_fit": "plus,add,kp_plus,kp_add,tab",
        "back": "minus,subtract,kp_minus,kp_subtract,escape",
        "draw": "asterisk,kp_multiply,d",
        "pass_": "slash,kp_divide,p",
        "obvious": "full_stop,kp_decimal,kp_delete,space",
        "zoom_in": "f7",
        "zoom_out": "f6",
        "look_on": "f9",
        "chat": "h",
    },
    KeySet.VIM: {
        "left": "h,left,kp_left",
        "right": "l,right,kp_right",
        "up": "k,up,kp_up",
        "down": "j,down,kp_down",
        "ends": "e",
        "foot": "g",
        "next_fit": "w,tab",
        "prev_fit": "b,shift+tab",
        "back": "escape,x",
    },
}
"""By the ids of the acts; what is not named keeps its usual keys."""

_SIGNS: Final = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "Enter", "space": "Space",
    "tab": "Tab", "shift+tab": "S-Tab", "escape": "Esc", "backspace": "Bksp", "delete": "Del",
    "insert": "Ins", "pageup": "PgUp", "pagedown": "PgDn", "question_mark": "?", "plus": "+",
    "minus": "-", "asterisk": "*", "slash": "/", "full_stop": ".", "comma": ",",
    "less_than_sign": "<", "greater_than_sign": ">", "semicolon": ";", "colon": ":",
    "apostrophe": "'", "quotation_mark": '"', "exclamation_mark": "!", "equals_sign": "=",
    "ampersand": "&", "dollar_sign": "$", "percent_sign": "%", "left_parenthesis": "(",
    "right_parenthesis": ")", "low_line": "_", "underscore": "_", "add": "KP +",
    "subtract": "KP -",
}  # fmt: skip


class Keys(NamedTuple):
    """The keys of the table. `letters` name places. `robbed`: acts that have no key any more,
    `refused`: wishes that cannot be granted, as (act, key)."""

    acts: tuple[Act, ...]
    letters: str
    robbed: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()

    def act(self, name: str) -> Act:
        return next(act for act in self.acts if act.id == name)

    def sign(self, name: str) -> str:
        """How the first key of an act is written, in the reader's language."""
        return self.act(name).key


def allowed(key: str) -> bool:
    """Whether a key may be given away at all."""
    return key not in _TORN | _TAKEN | _PIPS


def named(text: str) -> list[str]:
    """Keys from a list with commas; a character may stand for its name: ``?,f1``."""
    return [_name(part.strip()) for part in text.split(",") if part.strip()]


def _name(part: str) -> str:
    return _character_to_key(part) if len(part) == 1 else part


def sign_of(key: str) -> str:
    """How a key is written in the footer."""
    if key in _SIGNS:
        return _SIGNS[key]
    if key.startswith("kp_"):
        return "KP " + sign_of(key.removeprefix("kp_"))
    parts = key.split("+")
    return "+".join([part.capitalize() for part in parts[:-1]] + [_last(parts[-1])])


def _last(key: str) -> str:
    return key.upper() if key[:1] == "f" and key[1:].isdigit() else key


def keys_for(chosen: KeySet, own: Mapping[str, str]) -> Keys:
    """The keys that come of a set and of single changes."""
    wishes: dict[str, list[str]] = {}
    refused: list[tuple[str, str]] = []
    for name, text in own.items():
        if name not in BY_ID or name in FIXED:
            refused.append((name, text))
            continue
        keys = named(text)
        refused += [(name, key) for key in keys if not allowed(key)]
        wishes[name] = [key for key in keys if allowed(key)]
    preset = SETS[chosen]
    taken: dict[str, str] = {}
    got: dict[str, list[str]] = {act.id: [] for act in ACTS}
    ranks = (
        wishes,
        {name: named(text) for name, text in preset.items() if name not in wishes},
        {act.id: list(act.keys) for act in ACTS if act.id not in wishes and act.id not in preset},
    )
    for rank in ranks:
        for name in (act.id for act in ACTS if act.id in rank and act.id != "ghost"):
            for key in rank[name]:
                if taken.setdefault(key, name) == name and key not in got[name]:
                    got[name].append(key)
    letters = "".join(letter for letter in LETTERS if letter not in taken)
    got["ghost"] = list(letters)
    acts = tuple(_with_keys(act, got[act.id]) for act in ACTS)
    robbed = tuple(act.id for act in acts if not act.keys and act.id != "ghost")
    return Keys(acts, letters, robbed, tuple(refused))


def _with_keys(act: Act, keys: Iterable[str]) -> Act:
    now = tuple(keys)
    if now == act.keys or act.id in FIXED:
        return act._replace(keys=now)
    return act._replace(keys=now, sign=sign_of(now[0]) if now else "-")


STANDARD: Final = keys_for(KeySet.STANDARD, {})

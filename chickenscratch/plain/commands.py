"""What can be typed at the table, in every language at once, and how it is understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum, auto
from typing import Final, NamedTuple

from chickenscratch.core.tiles import Tile, tile
from chickenscratch.locale import N_, _
from chickenscratch.locale.numbers import one_of
from chickenscratch.plain.text import folded


class Act(StrEnum):
    """Something a player can type a word for."""

    DRAW = auto()
    PASS = auto()
    CALL = auto()
    NOW = auto()
    HAND = auto()
    ENDS = auto()
    TABLE = auto()
    COUNT = auto()
    SCORE = auto()
    WHO = auto()
    LOG = auto()
    UNDO = auto()
    REDO = auto()
    RULES = auto()
    WHY = auto()
    TIP = auto()
    NEXT = auto()
    HELP = auto()
    QUIT = auto()


class Command(NamedTuple):
    """An act, its words and what it does. The first English and the first Italian word are the
    ones that help shows; `value` stands for what may follow, and `help` is to be translated."""

    act: Act
    english: tuple[str, ...]
    italian: tuple[str, ...]
    help: str
    value: str = ""

    @property
    def title(self) -> str:
        """``count 5 or conteggio 5``."""
        return one_of(f"{words[0]} {self.value}".rstrip() for words in (self.english, self.italian))


COMMANDS: Final = (
    Command(Act.DRAW, ("draw", "d"), ("pesca",), N_("draw a tile")),
    Command(Act.PASS, ("pass", "p", "keep"), ("passo", "tengo"),
            N_("pass, or keep the tile you drew")),
    Command(Act.CALL, ("cluck", "c", "chickie", "call", "tap"), ("coccodè", "chiama", "busso"),
            N_("call a double or your last tile, or catch somebody who forgot")),
    Command(Act.NOW, ("now",), ("adesso",), N_("the round, the hub, the yard, and what to do")),
    Command(Act.HAND, ("hand",), ("mano",), N_("your tiles, those that fit first")),
    Command(Act.ENDS, ("ends",), ("lati",), N_("the open ends, and the tiles still out")),
    Command(Act.TABLE, ("table",), ("tavolo",), N_("the whole table as a tree")),
    Command(Act.COUNT, ("count",), ("conteggio",),
            N_("where the tiles of a number are, or of all numbers"), "5"),
    Command(Act.SCORE, ("score", "s", "sheet"), ("punti", "segnapunti"),
            N_("the points, round by round")),
    Command(Act.WHO, ("who",), ("chi",), N_("who sits where, with how many tiles")),
    Command(Act.LOG, ("log",), ("cronaca",), N_("the last things that happened"), "5"),
    Command(Act.UNDO, ("undo", "u"), ("riprendi", "annulla"),
            N_("take your last move back; it is named first")),
    Command(Act.REDO, ("redo",), ("rifai",), N_("do again what was taken back")),
    Command(Act.RULES, ("rules", "r"), ("regole",), N_("the rules of this table")),
    Command(Act.WHY, ("why",), ("perché",),
            N_("why a tile fits or does not; with one number, about its ends; with “log”, the rule "
               "behind the last thing that happened; alone, the rule for what is to be done"),
            "3-3"),
    Command(Act.TIP, ("tip", "t"), ("consiglio",),
            N_("ask the coach: an idea, then a tile, then every choice with what it is worth")),
    Command(Act.NEXT, ("next",), ("avanti",), N_("the next round")),
    Command(Act.HELP, ("help", "?"), ("aiuto",), N_("these words")),
    Command(Act.QUIT, ("quit", "q", "leave", "exit"), ("esci", "lascia"),
            N_("leave; the game is kept")),
)  # fmt: skip


class Unknown(NamedTuple):
    """What was typed means nothing, or too much: one sentence."""

    sentence: str


class Word(NamedTuple):
    """An act that was asked for, and what was typed behind it."""

    act: Act
    rest: str = ""


class Typed(NamedTuple):
    """Numbers that were typed: the tiles they may mean, or one lone number; then perhaps the side
    that is to connect and the letter of an end."""

    tiles: tuple[Tile, ...]
    number: int | None = None
    side: int | None = None
    letter: str = ""


def understand(line: str, set_size: int) -> Word | Typed | Unknown | None:
    """The meaning of a line at the table; None for an empty one."""
    line = line.strip().rstrip("!.").strip()
    if not line:
        return None
    if line[0].isdecimal():
        return _numbers(line, set_size)
    first, _space, rest = line.partition(" ")
    act = choose(first, _WORDS)
    return act if isinstance(act, Unknown) else Word(Act(act), rest.strip())


def words(act: Act | None = None) -> list[str]:
    """Every word that can be typed, or the words for one act."""
    return [word for word, known in _WORDS if act in (None, known)]


def completions(begun: str) -> list[str]:
    """The words that begin like this."""
    return sorted(word for word, _act in _WORDS if len(word) > 1 and word.startswith(begun))


def choose(word: str, known: Iterable[tuple[str, str]]) -> str | Unknown:
    """What `word` stands for: a known word, or the beginning of words that all mean the same."""
    typed = folded(word)
    entries = [(folded(name), name, meaning) for name, meaning in known]
    exact = {meaning for name, _shown, meaning in entries if name == typed}
    if len(exact) == 1:
        return exact.pop()
    found = {meaning: shown for name, shown, meaning in reversed(entries) if name.startswith(typed)}
    if len(found) == 1:
        return next(iter(found))
    if not found:
        sentence = _("“{word}” is not understood; type “{help}” for the words that are.")
        return Unknown(sentence.format(word=word, help=_("help")))
    sentence = _("“{word}” could be {words}: type another letter.")
    return Unknown(sentence.format(word=word, words=one_of(sorted(found.values()))))


def help_lines() -> list[str]:
    """A line for each command."""
    lines = [
        _("a tile, such as 58 or 5 8: play it"),
        _("a tile and a number, such as 58 5: play it with that side connecting"),
        _("a tile and a letter, such as 58 c: play it at that end of the table"),
        _("nothing, just Enter: the obvious thing, if there is only one"),
    ]
    lines += [f"{command.title}: {_(command.help)}" for command in COMMANDS]
    return lines


def tiles_in(text: str, set_size: int) -> tuple[Tile, ...]:
    """The tiles that `text` may mean; none if it is no tile."""
    typed = _numbers(text, set_size) if text[:1].isdecimal() else None
    return typed.tiles if isinstance(typed, Typed) else ()


_WORDS: Final[Sequence[tuple[str, str]]] = [
    (word, command.act) for command in COMMANDS for word in (*command.english, *command.italian)
]

_SPLIT: Final = re.compile(r"[\s\-–|/,.:;]+")
_AT: Final = ("on", "at", "su", "a")
"""Words that may stand between a tile and where it goes; they mean nothing."""


def _numbers(line: str, size: int) -> Typed | Unknown:
    """Read ``58``, ``5-8``, ``10 9``, ``58 on 5``, ``58 c``."""
    parts = [part for part in _SPLIT.split(line) if part]
    if len(parts) > 2 and parts[-2] in _AT:
        del parts[-2]
    letter = parts.pop() if len(parts) > 1 and re.fullmatch("[a-zA-Z]", parts[-1]) else ""
    if not all(part.isdecimal() and part.isascii() and len(part) <= 4 for part in parts):
        return _no_tile(line)
    if len(parts) == 1 and _is_number(parts[0], size) and not letter:
        return Typed(_glued(parts[0], size), number=int(parts[0]))
    tiles: tuple[Tile, ...]
    if len(parts) > 1 and all(_is_number(part, size) for part in parts[:2]):
        tiles, rest = (tile(int(parts[0]), int(parts[1])),), parts[2:]
    else:
        tiles, rest = _glued(parts[0], size), parts[1:]
    if not tiles or len(rest) > 1 or not all(_is_number(part, size) for part in rest):
        return _no_tile(line)
    return Typed(tiles, side=int(rest[0]) if rest else None, letter=letter)


def _is_number(text: str, size: int) -> bool:
    return text == str(int(text)) and int(text) <= size


def _glued(digits: str, size: int) -> tuple[Tile, ...]:
    """The tiles that digits without a space may mean; in large sets ``112`` means two."""
    cuts = range(1, len(digits))
    halves = [(digits[:cut], digits[cut:]) for cut in cuts]
    if len(digits) == 4:
        halves.append((digits[:2].lstrip("0") or "0", digits[2:].lstrip("0") or "0"))
    found = {
        tile(int(a), int(b)): None for a, b in halves if _is_number(a, size) and _is_number(b, size)
    }
    return tuple(found)


def _no_tile(line: str) -> Unknown:
    return Unknown(_("“{text}” is no tile of this set.").format(text=line))

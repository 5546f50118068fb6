"""What can be typed at a host, in every language at once: in the lobby and at its tables."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Final, NamedTuple

from chickenscratch.locale import N_, _, current
from chickenscratch.locale.numbers import one_of
from chickenscratch.plain.commands import Unknown, choose
from chickenscratch.plain.text import folded


class Do(StrEnum):
    """Something to be done at a host."""

    LIST = auto()
    JOIN = auto()
    WATCH = auto()
    REPLAY = auto()
    FINISHED = auto()
    GUIDE = auto()
    ALONG = auto()
    NEW = auto()
    USUAL = auto()
    SAY = auto()
    PHRASE = auto()
    WHO = auto()
    FRIEND = auto()
    IGNORE = auto()
    NAME = auto()
    KEYS = auto()
    CODE = auto()
    LINK = auto()
    READY = auto()
    NOT_READY = auto()
    SIT = auto()
    COMPUTER = auto()
    FREE = auto()
    RULES = auto()
    GET_UP = auto()
    OTHERS = auto()
    AGREE = auto()
    REFUSE = auto()
    PAUSE = auto()
    REMIND = auto()
    HERE = auto()
    REMATCH = auto()
    RESIGN = auto()
    HELP = auto()
    QUIT = auto()


class HostWord(NamedTuple):
    """See :class:`chickenscratch.plain.commands.Command`."""

    do: Do
    english: tuple[str, ...]
    italian: tuple[str, ...]
    help: str
    value: str = ""

    @property
    def title(self) -> str:
        words = (self.english[0], self.italian[0])
        return one_of(f"{word} {self.value}".rstrip() for word in dict.fromkeys(words))


_TALK: Final = (
    HostWord(Do.SAY, ("say",), ("dici",), N_("say something to everybody here"), "…"),
    HostWord(Do.PHRASE, ("phrase", "phrases"), ("frase", "frasi"),
             N_("say a phrase by its number; without one, hear them"), "3"),
)  # fmt: skip
LOBBY: Final = (
    HostWord(Do.LIST, ("list",), ("elenco",), N_("the tables and the people")),
    HostWord(Do.JOIN, ("join",), ("entra",),
             N_("go to a table by its number or its name, with its word if it has one"), "1"),
    HostWord(Do.WATCH, ("watch",), ("guarda",), N_("watch a table without a seat"), "1"),
    HostWord(Do.REPLAY, ("replay",), ("rivedi",),
             N_("a finished game again, step by step, together with all who look at it"), "1"),
    HostWord(Do.FINISHED, ("finished",), ("finite",),
             N_("the finished games that you may see again")),
    HostWord(Do.NEW, ("new",), ("nuovo",), N_("set up a table")),
    HostWord(Do.USUAL, ("usual",), ("solito",), N_("the table you set up last, once more")),
    *_TALK,
    HostWord(Do.WHO, ("who",), ("chi",), N_("who is here")),
    HostWord(Do.FRIEND, ("friend",), ("amico",), N_("somebody is a friend, or no more"), "NAME"),
    HostWord(Do.IGNORE, ("ignore",), ("ignora",), N_("hear no more of somebody, or again"), "NAME"),
    HostWord(Do.NAME, ("name",), ("nome",), N_("be called something else"), "NAME"),
    HostWord(Do.KEYS, ("keys",), ("chiavi",), N_("the keys that are yours")),
    HostWord(Do.CODE, ("code",), ("codice",), N_("a code that makes another key yours")),
    HostWord(Do.LINK, ("link",), ("collega",), N_("type such a code in"), "CODE"),
    HostWord(Do.HELP, ("help", "?"), ("aiuto",), N_("these words")),
    HostWord(Do.QUIT, ("quit", "leave", "exit", "q"), ("esci", "lascia"), N_("leave the host")),
)  # fmt: skip
WAITING: Final = (
    HostWord(Do.READY, ("ready",), ("pronto",), N_("you are ready for the first deal")),
    HostWord(Do.NOT_READY, ("unready",), ("attesa",), N_("you are not ready yet")),
    HostWord(Do.SIT, ("sit",), ("siedi",), N_("take a free seat"), "2"),
    HostWord(Do.COMPUTER, ("computer",), ("calcolatore",),
             N_("put a computer player of a level into a free seat, or take it away"), "2 casual"),
    HostWord(Do.FREE, ("free",), ("libera",),
             N_("free the seat of somebody who is not ready, if you set up the table"), "2"),
    HostWord(Do.WHO, ("who",), ("chi",), N_("who sits where, and what is not as usual")),
    HostWord(Do.RULES, ("rules",), ("regole",), N_("the rules of this table")),
    *_TALK,
    HostWord(Do.GET_UP, ("rise",), ("alzati",), N_("give your seat back")),
    HostWord(Do.HELP, ("help", "?"), ("aiuto",), N_("these words")),
    HostWord(Do.QUIT, ("quit", "leave", "exit", "back", "q"), ("esci", "lascia", "indietro"),
             N_("back to the lobby; your seat stays yours")),
)  # fmt: skip
PLAYING: Final = (
    *_TALK,
    HostWord(Do.OTHERS, ("others",), ("altri",), N_("who is here, who watches, whose time runs")),
    HostWord(Do.AGREE, ("agree", "yes"), ("accetto", "sì"), N_("agree to what is asked")),
    HostWord(Do.REFUSE, ("refuse", "no"), ("rifiuto",),
             N_("refuse what is asked, or take your own question back")),
    HostWord(Do.PAUSE, ("pause",), ("pausa",), N_("ask for a pause, or end the one there is")),
    HostWord(Do.REMIND, ("remind",), ("sollecita",),
             N_("remind the person whom the game waits for")),
    HostWord(Do.HERE, ("here",), ("qui",), N_("play your seat here again, if it is played "
                                              "elsewhere")),
    HostWord(Do.REMATCH, ("rematch",), ("rivincita",), N_("after the game: once more")),
    HostWord(Do.RESIGN, ("resign",), ("arrendo",), N_("give up your seat for good; typed twice")),
    HostWord(Do.QUIT, ("quit", "leave", "exit", "q"), ("esci", "lascia"),
             N_("back to the lobby; your seat stays yours")),
)  # fmt: skip

TOGETHER: Final = (
    HostWord(Do.GUIDE, ("guide",), ("guida",),
             N_("show the others the way through this game, or no more")),
    HostWord(Do.ALONG, ("along",), ("insieme",),
             N_("come along with whoever guides, or look around alone")),
)  # fmt: skip
"""While a finished game is looked at."""


def word_for(do: Do) -> str:
    """The word to be typed for something, in the reader's language."""
    each = next(each for each in (*LOBBY, *WAITING, *PLAYING, *TOGETHER) if each.do is do)
    return each.italian[0] if current() == "it" else each.english[0]


class Asked(NamedTuple):
    """Something that is to be done, and what was typed behind it."""

    do: Do
    rest: str = ""


def understand(line: str, known: Sequence[HostWord]) -> Asked | Unknown | None:
    """The meaning of a line where only these words count; None for an empty one."""
    first, _space, rest = line.strip().partition(" ")
    if not first:
        return None
    words = [(word, each.do) for each in known for word in (*each.english, *each.italian)]
    found = choose(first, words)
    return found if isinstance(found, Unknown) else Asked(Do(found), rest.strip())


def whole_word(line: str, known: Sequence[HostWord]) -> Asked | None:
    """The same where other words count as well: only if a word is written out."""
    first, _space, rest = line.strip().partition(" ")
    for each in known:
        if folded(first) in (folded(word) for word in (*each.english, *each.italian)):
            return Asked(each.do, rest.strip())
    return None


def help_lines(known: Sequence[HostWord]) -> list[str]:
    """A line for each word."""
    return [f"{each.title}: {_(each.help)}" for each in known]

"""What a computer player is.

A bot is a pure function of a :class:`~chickenscratch.core.view.SeatView`, a :class:`Chance` and the
:data:`Company` at the table. It never sees a game, so it cannot look into other hands or the yard.
Of the other players it knows what everybody sees: the levels beside their names. Because its chance
follows from the view (:func:`chance_for`), the same view in the same company gives the same
decision in every process, on every machine and Python.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from chickenscratch.core.actions import Call, Draw, Lead, Pass, Play, SeatAction
from chickenscratch.core.legal import Legal, Table
from chickenscratch.core.state import Phase
from chickenscratch.core.tree import Place
from chickenscratch.core.view import SeatView

T = TypeVar("T")

Company = tuple[str | None, ...]
"""Who sits where: the name of a level for a computer player, None for a person. Empty if nobody
said: then everybody is taken for a person."""


class Chance:
    """Random numbers that follow from a key.

    The key's parts, each on a line after ``chickenscratch bot 1``, are hashed with SHA-256; the
    digest, as a number with its most significant byte first, seeds Python's Mersenne Twister. Only
    its ``random()`` is used: that sequence is the one thing Python promises never to change.
    """

    __slots__ = ("_key", "_source")

    def __init__(self, *key: object) -> None:
        self._key = key
        self._source: random.Random | None = None

    def random(self) -> float:
        """The next number, from 0 up to but not including 1."""
        return self.dice()

    @property
    def dice(self) -> Callable[[], float]:
        """:meth:`random` without a detour, for whoever needs millions."""
        if self._source is None:  # most decisions need none, and seeding is not free
            text = "".join(f"{part}\n" for part in ("chickenscratch bot 1", *self._key))
            digest = hashlib.sha256(text.encode()).digest()
            self._source = random.Random(int.from_bytes(digest, "big"))
        return self._source.random

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        return int(self.random() * bound)

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, all equally likely."""
        return options[self.below(len(options))] if len(options) > 1 else options[0]


def chance_for(view: SeatView, level: str, salt: str = "") -> Chance:
    """The chance of the decision that `view` asks for; another `salt` gives another one."""
    return Chance(view.game_id, view.seat, view.number, len(view.log), level, salt)


class Bot(Protocol):
    """Decides for the seat of a view that has something to decide (:func:`awaited`)."""

    def __call__(self, view: SeatView, chance: Chance, company: Company = (), /) -> SeatAction: ...


@dataclass(frozen=True, slots=True)
class Level:
    """A bot that can be chosen. `title` and `about` (one sentence) are to be translated.

    `live`: the same bot for a table where people wait, which stops thinking after some time. Only
    on a slow machine does it ever decide differently.
    """

    name: str
    title: str
    about: str
    bot: Bot
    live: Bot | None = None


def awaited(table: Table) -> int | None:
    """The seat to be asked next; None when the next thing to happen is a deal, or nothing.

    A seat that must draw because it was caught comes first, then one that owes a call, so that it
    gets its chance to make it, then the seat whose turn it is.
    """
    if table.phase in (Phase.OVER, Phase.REDEAL):
        return None
    if table.penalty is not None:
        return table.penalty
    return table.owed[0].seat if table.owed else table.turn


def options_of(view: SeatView) -> Legal:
    """What the seat of `view` may do. A watcher has no options."""
    legal = view.legal
    if legal is None:
        raise ValueError("a watcher has nothing to decide")
    return legal


def forced(legal: Legal) -> SeatAction | None:
    """What there is no choice about, or None when a tile is to be chosen from ``legal.moves``.

    Bots call whatever they owe, never draw or pass of their own free will, and never catch others:
    whether a computer player catches a person is for the table to say.
    """
    if legal.calls:
        return Call(legal.seat, legal.calls[0])
    if legal.lead is not None:
        return Lead(legal.seat, legal.lead)
    if legal.turn and any(entry.moves for entry in legal.tiles):
        return None
    if legal.draw:
        return Draw(legal.seat)
    if legal.pass_:
        return Pass(legal.seat)
    raise ValueError(f"seat {legal.seat} has nothing to decide now")


def is_legal(view: SeatView, action: SeatAction) -> bool:
    """Whether the table would accept `action` from the seat of `view`."""
    legal = options_of(view)
    if action.seat != legal.seat:
        return False
    match action:
        case Play(_, tile, on, at):
            entry = legal.of(tile) if legal.turn else None
            places = next((m.places for m in entry.moves if m.on == on), ()) if entry else ()
            return bool(places) and (at is None or Place(at.parent, at.port) in places)
        case Lead(_, tile):
            return tile == legal.lead
        case Draw():
            return legal.draw
        case Pass():
            return legal.pass_
        case Call(_, what):
            return what in legal.calls or any(owed.what is what for owed in legal.catches)

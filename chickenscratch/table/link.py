"""What a person's screen or a bot holds of a table: a link for one seat.

Data goes round one way: a seat submits an action with the sequence number of the view it was
decided on; the table answers with a receipt and sends every seat its own update.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import Field

from chickenscratch.core.actions import Action, Call, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Event
from chickenscratch.core.legal import WhyNot
from chickenscratch.core.text import Sentence
from chickenscratch.core.view import SeatView


@dataclass(frozen=True, slots=True)
class Ready:
    """This seat has seen the round's end and is ready for the next deal."""

    seat: int
    act: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what :attr:`Update.undo` of this seat names."""

    seat: int
    act: Literal["undo"] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what :attr:`Update.redo` of this seat names."""

    seat: int
    act: Literal["redo"] = "redo"


@dataclass(frozen=True, slots=True)
class Assist:
    """This seat asks the coach. The record says so, and everybody at the table is told."""

    seat: int
    act: Literal["assist"] = "assist"


Command = Annotated[
    Lead | Play | Draw | Pass | Call | Ready | Undo | Redo | Assist, Field(discriminator="act")
]


class TakeBack(NamedTuple):
    """The actions that an undo takes back or a redo does again, oldest first.

    The first one is a decision of `seat`, the others are what everybody did after it. A draw names
    no tile; a deal (only in free practice) is there without its tiles.
    """

    seat: int
    actions: tuple[Action, ...]


class SeatInfo(NamedTuple):
    """Who sits where. `level` is a bot's level, None for a person; `ready` as in :class:`Ready`.
    `assisted`: has asked the coach in this game."""

    name: str
    level: str | None
    ready: bool = False
    assisted: bool = False

    @property
    def is_bot(self) -> bool:
        return self.level is not None


class Update(NamedTuple):
    """What a seat gets after every change. `seq` grows by one with each update of the table.

    `events` are what happened since the last update, as this seat may know them; `notices` what
    the table itself has to say, such as that the game cannot be saved.

    `undo` and `redo` are what :class:`Undo` and :class:`Redo` of this seat would do now; None when
    they would be refused. `undone` is what anybody has taken back since the last update: the view
    may be one seen before then, `events` are only those since, and what happened in this round is
    to be had anew from :attr:`TableLink.story`. `coached`: the coach may be asked here.
    """

    seq: int
    view: SeatView
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]
    notices: tuple[Sentence, ...] = ()
    undo: TakeBack | None = None
    redo: TakeBack | None = None
    undone: tuple[TakeBack, ...] = ()
    coached: bool = False


class Receipt(NamedTuple):
    """The table's answer to a command: `reason` None when it was accepted."""

    seq: int
    reason: RejectReason | None = None
    why: WhyNot | None = None

    @property
    def accepted(self) -> bool:
        return self.reason is None


class TableLink(Protocol):
    """One seat's (or, with `seat` None, one watcher's) connection to a table."""

    @property
    def seat(self) -> int | None: ...

    @property
    def latest(self) -> Update:
        """The newest update this link was sent."""
        ...

    @property
    def story(self) -> tuple[Event, ...]:
        """All that happened in this round and was not taken back, as this seat may know it.

        It begins with the deal and goes up to :attr:`latest`, in a resumed game too."""
        ...

    async def submit(self, command: Command, seq: int) -> Receipt:
        """Ask the table for `command`, decided on the update `seq`. Nothing changes if refused."""
        ...

    def updates(self) -> AsyncIterator[Update]:
        """Every update from now on, starting with :attr:`latest`; ends when the table closes."""
        ...

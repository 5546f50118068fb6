"""What a person's screen or a bot holds of a table: a link for one seat.

Data goes round one way: a seat submits an action with the sequence number of the view it was
decided on; the table answers with a receipt and sends every seat its own update.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import Field

from chickenscratch.core.actions import Call, Draw, Lead, Pass, Play
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


Command = Annotated[Lead | Play | Draw | Pass | Call | Ready, Field(discriminator="act")]


class SeatInfo(NamedTuple):
    """Who sits where. `level` is a bot's level, None for a person; `ready` as in :class:`Ready`."""

    name: str
    level: str | None
    ready: bool = False

    @property
    def is_bot(self) -> bool:
        return self.level is not None


class Update(NamedTuple):
    """What a seat gets after every change. `seq` grows by one with each update of the table.

    `events` are what happened since the last update, as this seat may know them; `notices` what
    the table itself has to say, such as that the game cannot be saved.
    """

    seq: int
    view: SeatView
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]
    notices: tuple[Sentence, ...] = ()


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

    async def submit(self, command: Command, seq: int) -> Receipt:
        """Ask the table for `command`, decided on the update `seq`. Nothing changes if refused."""
        ...

    def updates(self) -> AsyncIterator[Update]:
        """Every update from now on, starting with :attr:`latest`; ends when the table closes."""
        ...

"""What the host tells: answers to requests, and what nobody asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from chickenscratch.core.events import Event
from chickenscratch.host.asking import Refusal
from chickenscratch.host.shapes import (
    ChatLine,
    Hands,
    HostInfo,
    Listed,
    Lobby,
    Person,
    Shape,
    TableId,
    TableState,
)
from chickenscratch.table.link import Receipt, Update


class Done(Shape):
    """It was done, and there is no more to say."""

    kind: Literal["done"] = "done"


class Refused(Shape):
    kind: Literal["refused"] = "refused"
    why: Refusal
    wait: float | None = None
    """Seconds after which asking again may help."""


class Welcome(Shape):
    """`new`: you were not known before. `admin`: you may use :class:`Admin`."""

    kind: Literal["welcome"] = "welcome"
    protocol: int
    you: Person
    host: HostInfo
    new: bool = False
    admin: bool = False
    ignores: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()


class Code(Shape):
    kind: Literal["code"] = "code"
    code: str
    until: float


class KeysAre(Shape):
    """``SHA256:…``, sorted."""

    kind: Literal["keys"] = "keys"
    keys: tuple[str, ...]


class At(Shape):
    kind: Literal["at"] = "at"
    table: TableId


class Entered(Shape):
    """`chat`: what was said last, oldest first. `away`: seconds since you last looked, if the game
    went on meanwhile; what happened is in :attr:`Dealt.update`."""

    kind: Literal["entered"] = "entered"
    state: TableState
    chat: tuple[ChatLine, ...]
    away: float | None = None


class Receive(Shape):
    kind: Literal["receipt"] = "receipt"
    receipt: Receipt


class Lines(Shape):
    """Lines of a record. `total`: how many it has."""

    kind: Literal["lines"] = "lines"
    lines: tuple[str, ...]
    start: int
    total: int


class Games(Shape):
    """Finished games. `more`: there are earlier ones."""

    kind: Literal["games"] = "games"
    games: tuple[Listed, ...]
    more: bool


class Report(Shape):
    kind: Literal["report"] = "report"
    report: dict[str, Any]


Answer = Annotated[
    Done | Refused | Welcome | Code | KeysAre | At | Entered | Receive | Lines | Games | Report,
    Field(discriminator="kind"),
]


class LobbyNow(Shape):
    """What has changed in the lobby: these tables, in this order. `people` None: as before."""

    tell: Literal["lobby-now"] = "lobby-now"
    order: tuple[TableId, ...]
    changed: tuple[Listed, ...]
    people: tuple[Person, ...] | None
    usual: bool


class LobbyIs(Shape):
    """The whole lobby, for who begins to follow it."""

    tell: Literal["lobby"] = "lobby"
    lobby: Lobby


class TableIs(Shape):
    """A table you look at, after a change of anything but the game."""

    tell: Literal["table"] = "table"
    state: TableState


class Dealt(Shape):
    """A game begins, or you have come to one: your update with what happened since you last
    looked, and the whole round so far."""

    tell: Literal["dealt"] = "dealt"
    table: TableId
    seat: int | None
    update: Update
    story: tuple[Event, ...]
    hands: Hands | None = None


class Updated(Shape):
    """`story` is there only when something was taken back. `hands`: see
    :data:`~chickenscratch.host.shapes.Hands`."""

    tell: Literal["update"] = "update"
    table: TableId
    update: Update
    story: tuple[Event, ...] | None = None
    hands: Hands | None = None


class Over(Shape):
    """There will be no more updates of this game."""

    tell: Literal["over"] = "over"
    table: TableId


class Said(Shape):
    tell: Literal["said"] = "said"
    line: ChatLine


class Nudged(Shape):
    """The game at `table` waits for you. `by` is None when the host reminds you by itself."""

    tell: Literal["nudged"] = "nudged"
    table: TableId
    by: str | None = None


class Notice(Shape):
    """Something from whoever runs the host, such as that it will stop soon."""

    tell: Literal["notice"] = "notice"
    text: str


class Farewell(StrEnum):
    """Why the host hangs up."""

    KICKED = "kicked"
    BANNED = "banned"
    STOPPING = "stopping"
    MALFORMED = "malformed"


class Bye(Shape):
    tell: Literal["bye"] = "bye"
    why: Farewell


Push = Annotated[
    LobbyIs | LobbyNow | TableIs | Dealt | Updated | Over | Said | Nudged | Notice | Bye,
    Field(discriminator="tell"),
]

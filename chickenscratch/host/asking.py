"""What a view may ask of the host. How it travels is in :mod:`chickenscratch.host.protocol`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from chickenscratch.host.shapes import Identity, Level, Phrase, Seat, Shape, TableId, TableSettings
from chickenscratch.table.link import Command

NUDGE_EVERY: Final = 20.0
"""Seconds between two reminders at a table."""
Text = Annotated[str, Field(max_length=1000)]
Word = Annotated[str, Field(min_length=1, max_length=64)]


class Refusal(StrEnum):
    """Why the host did not do what was asked. Nothing has changed then."""

    MALFORMED = "malformed"
    PROTOCOL = "protocol"
    HELLO_FIRST = "hello-first"
    NOT_TRUSTED = "not-trusted"
    BANNED = "banned"
    TOO_MANY = "too-many"
    TOO_FAST = "too-fast"
    DRAINING = "draining"
    NOT_ADMIN = "not-admin"
    NO_TABLE = "no-table"
    NO_PERSON = "no-person"
    WRONG_WORD = "wrong-word"
    NO_SEAT = "no-seat"
    SEATED = "seated"
    NOT_SEATED = "not-seated"
    NOT_CREATOR = "not-creator"
    READY = "ready"
    STARTED = "started"
    NOT_STARTED = "not-started"
    NOT_OVER = "not-over"
    OTHER_AGREEMENT = "other-agreement"
    NOT_HOLDING = "not-holding"
    PAUSED = "paused"
    NO_VOTE = "no-vote"
    GUIDED = "guided"
    VOTING = "voting"
    NOT_SURE = "not-sure"
    BAD_RULES = "bad-rules"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    BAD_CODE = "bad-code"
    EMPTY = "empty"
    MUTED = "muted"
    UNAVAILABLE = "unavailable"


class Hello(Shape):
    """`speaks_for`: only from accounts that the host trusts. `wish`: the name a new key would like.
    `word`: for nothing but a human reader of the log which program this is."""

    op: Literal["hello"] = "hello"
    protocol: int
    speaks_for: Identity | None = None
    wish: Annotated[str, Field(max_length=64)] | None = None
    program: Annotated[str, Field(max_length=64)] = ""


class Ping(Shape):
    op: Literal["ping"] = "ping"


class Rename(Shape):
    op: Literal["rename"] = "rename"
    name: Annotated[str, Field(max_length=64)]


class NewCode(Shape):
    """A code that lets another key speak for the same person; told by :class:`Code`."""

    op: Literal["new-code"] = "new-code"


class Keys(Shape):
    """Which keys are yours; :class:`KeysAre` answers."""

    op: Literal["keys"] = "keys"


class Link(Shape):
    """This identity belongs to the person who got this code."""

    op: Literal["link"] = "link"
    code: Word


class Follow(Shape):
    """Tell of the lobby, its chat included, from now on (or no more)."""

    op: Literal["follow"] = "follow"
    on: bool = True


class Create(Shape):
    """A new table, at which you sit. `word`: who knows it may sit down at a table that is not
    public. Answered by :class:`At`."""

    op: Literal["create"] = "create"
    settings: TableSettings
    word: Word | None = None


class Usual(Shape):
    """The table you created last, with its rules, seats and house rules, once more."""

    op: Literal["usual"] = "usual"


class Sit(Shape):
    """Sit down; in the first empty seat unless `seat` says where."""

    op: Literal["sit"] = "sit"
    table: TableId
    seat: Seat | None = None
    word: Word | None = None


class Bot(Shape):
    """Put a computer player into an empty seat, or take it away (`level` None). Who created the
    table may; after :attr:`TableState.offered` everybody who sits there."""

    op: Literal["bot"] = "bot"
    table: TableId
    seat: Seat
    level: Level | None


class SendAway(Shape):
    """Free the seat of somebody who is not ready, before the game. For who created the table."""

    op: Literal["send-away"] = "send-away"
    table: TableId
    seat: Seat


class Say(Shape):
    """To a table, or to the lobby (`table` None). Exactly one of `text` and `phrase`."""

    op: Literal["say"] = "say"
    table: TableId | None = None
    text: Text | None = None
    phrase: Phrase | None = None


class Ignore(Shape):
    """Hear no more of somebody, or again."""

    op: Literal["ignore"] = "ignore"
    name: Word
    on: bool = True


class Befriend(Shape):
    """Somebody is a friend, whose tables you see first, or no more."""

    op: Literal["befriend"] = "befriend"
    name: Word
    on: bool = True


class Ready(Shape):
    """Ready for the first deal, on exactly what :attr:`TableState.agreement` names."""

    op: Literal["ready"] = "ready"
    table: TableId
    agreement: str
    on: bool = True


class Enter(Shape):
    """Look at a table: from your seat if you have one there, else as a watcher. The newest view of
    a seat holds it; :class:`Entered` answers, and :class:`Dealt` follows if a game is going on."""

    op: Literal["enter"] = "enter"
    table: TableId
    word: Word | None = None


class Exit(Shape):
    """Look away. The seat stays yours."""

    op: Literal["exit"] = "exit"
    table: TableId


class Submit(Shape):
    """A command of your seat, decided on the update `seq`. Answered by :class:`Receive`. An undo
    that concerns others is put to the vote first; its receipt tells how that ended."""

    op: Literal["submit"] = "submit"
    table: TableId
    seq: int
    command: Command


class Vote(Shape):
    """The answer to the question of :attr:`TableState.vote`."""

    op: Literal["vote"] = "vote"
    table: TableId
    yes: bool


class Pause(Shape):
    """Ask everybody for a pause, or end it."""

    op: Literal["pause"] = "pause"
    table: TableId
    on: bool = True


class Nudge(Shape):
    """Remind the person whom the game waits for."""

    op: Literal["nudge"] = "nudge"
    table: TableId


class Leave(Shape):
    """Get up before the game, or take a seat in a game for good (`sure`): that is to resign, and a
    computer player goes on. Who only wants to look away sends :class:`Exit`."""

    op: Literal["leave"] = "leave"
    table: TableId
    sure: bool = False


class Rematch(Shape):
    """The same people at a new table, in the same seats. Answered by :class:`At`."""

    op: Literal["rematch"] = "rematch"
    table: TableId


class Seen(Shape):
    """You have seen how a finished game ended."""

    op: Literal["seen"] = "seen"
    table: TableId


class Record(Shape):
    """The record of a finished game, from line `start` (from 0) on; :class:`Lines` answers."""

    op: Literal["record"] = "record"
    table: TableId
    start: Annotated[int, Field(ge=0)] = 0


class Finished(Shape):
    """The finished games that you may look at, the last one first: those whose last change was
    earlier than `before`, in seconds since 1970. Answered by :class:`Games`."""

    op: Literal["finished"] = "finished"
    before: float | None = None


class Guide(Shape):
    """Show the record of a finished game that you look at to everybody who looks at it too, until
    you give that up (`on` False) or look away. One person at a time."""

    op: Literal["guide"] = "guide"
    table: TableId
    on: bool = True


class Show(Shape):
    """Who guides is at this line of the record."""

    op: Literal["show"] = "show"
    table: TableId
    line: Annotated[int, Field(ge=0, le=1_000_000)]


class AdminWhat(StrEnum):
    STATUS = "status"
    DRAIN = "drain"
    BACKUP = "backup"
    KICK = "kick"
    BAN = "ban"
    UNBAN = "unban"
    MUTE = "mute"
    UNMUTE = "unmute"
    NOTICE = "notice"
    METRICS = "metrics"


class Admin(Shape):
    """For the account that runs the host, and root. `who`: a name. `text`: a notice, a reason or
    the file of a backup. `minutes`: how long a ban lasts; None for good. Answered by
    :class:`Report`."""

    op: Literal["admin"] = "admin"
    what: AdminWhat
    who: Word | None = None
    text: Text | None = None
    minutes: Annotated[int, Field(ge=1, le=5_256_000)] | None = None


Ask = Annotated[
    Hello | Ping | Rename | NewCode | Keys | Link | Follow | Create | Usual | Sit | Bot | SendAway
    | Say | Ignore | Befriend | Ready | Enter | Exit | Submit | Vote | Pause | Nudge | Leave
    | Rematch | Seen | Record | Finished | Guide | Show | Admin,
    Field(discriminator="op"),
]  # fmt: skip

Simple = (
    Rename | Link | Follow | Ignore | Befriend | Sit | Bot | SendAway | Ready | Exit | Vote
    | Nudge | Leave | Seen | Guide | Show
)  # fmt: skip
"""What is answered with no more than that it was done."""

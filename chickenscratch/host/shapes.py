"""What host and views talk about: people, tables, seats, chat. Frozen, and strict on the way in.

Times are seconds since 1970 (UTC) by the host's clock; how long is in seconds.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from chickenscratch.core.rules import MAX_SEATS, RuleSet
from chickenscratch.core.tiles import Tile

NAME_LENGTH: Final = 16
"""Columns of a name, the ``~`` of an account not counted."""
TITLE_LENGTH: Final = 24
CHAT_LENGTH: Final = 200
"""Columns of one line of chat."""
LEAST_SEATS: Final = 2


class Shape(BaseModel):
    """What may go over the socket."""

    model_config = ConfigDict(frozen=True, extra="forbid")


TableId = Annotated[str, Field(pattern=r"^[a-z0-9]{1,16}$")]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Level = Annotated[str, Field(pattern=r"^[a-z]{1,16}$")]
Identity = Annotated[
    str,
    Field(pattern=r"^(key:SHA256:[A-Za-z0-9+/]{43}|guest:[a-z0-9]{8,32})$", max_length=64),
]
"""Who a trusted front end speaks for."""
KEY: Final = "key:"
"""The beginning of an identity that is a key."""


class Person(Shape):
    """Somebody as others see them. `lookalike`: the older name that this one could be taken for.
    `here`: connected just now."""

    name: str
    here: bool = True
    lookalike: str | None = None


class HostInfo(Shape):
    """Whose host this is. `owner`: the account that runs it, and so could see every hand; None for
    a service of the machine, which nobody plays as."""

    version: str
    owner: str | None
    notice: str | None = None
    draining: bool = False


class Policy(StrEnum):
    """What happens when it is the turn of somebody who is not there."""

    WAIT = "wait"
    NUDGE = "nudge"
    """Wait, and remind them wherever they are connected."""
    BOT = "bot"
    """A computer player keeps the seat until they are back."""
    SKIP = "skip"
    """The least that the rules allow is done for them: a draw and a pass, or the first tile."""
    END = "end"
    """The game ends."""


class NoClock(Shape):
    kind: Literal["none"] = "none"


class TurnClock(Shape):
    """So many seconds for each turn."""

    kind: Literal["turn"] = "turn"
    seconds: Annotated[int, Field(ge=10, le=86400)]


class BankClock(Shape):
    """So many seconds for all turns of the game, and `more` after each turn."""

    kind: Literal["bank"] = "bank"
    seconds: Annotated[int, Field(ge=60, le=604800)]
    more: Annotated[int, Field(ge=0, le=3600)] = 0


Clock = Annotated[NoClock | TurnClock | BankClock, Field(discriminator="kind")]


class TableSettings(Shape):
    """What is agreed about a table. `bots`: levels, which take the last seats. `absent_after`: how
    long somebody may be away in their turn before `absent` counts. `open_hands`: watchers see every
    hand. `public`: anybody may sit down; otherwise only who knows the table's word."""

    title: Annotated[str, Field(max_length=2 * TITLE_LENGTH)] = ""
    rules: RuleSet
    seats: Annotated[int, Field(ge=LEAST_SEATS, le=MAX_SEATS)]
    bots: Annotated[tuple[Level, ...], Field(max_length=MAX_SEATS - 1)] = ()
    clock: Clock = NoClock()
    absent: Policy = Policy.WAIT
    absent_after: Annotated[int, Field(ge=15, le=604800)] = 90
    open_hands: bool = False
    public: bool = True

    @model_validator(mode="after")
    def _seated(self) -> TableSettings:
        if len(self.bots) >= self.seats:
            raise ValueError("a seat is needed for a person")
        return self


class Stage(StrEnum):
    GATHERING = "gathering"
    """People sit down and say that they are ready."""
    PLAYING = "playing"
    FINISHED = "finished"
    """Played to its end; the record is open to all."""
    ENDED = "ended"
    """Over without a result: given up, or everybody has gone."""
    DAMAGED = "damaged"
    """Its record could not be read when the host began. The file is left as it is, and tried again
    when the host begins next."""

    @property
    def over(self) -> bool:
        """Whether nobody plays here any more."""
        return self in (Stage.FINISHED, Stage.ENDED, Stage.DAMAGED)


class Listed(Shape):
    """A table as the lobby shows it. `names` by seat, None for an empty one; `levels` likewise, of
    computer players. `yours`: your seat; `your_turn`: the game waits for you; `unseen`: it has
    finished and you have not looked at it since. `round` is 0 before the first deal."""

    table: TableId
    title: str
    stage: Stage
    preset: str
    names: tuple[str | None, ...]
    levels: tuple[str | None, ...]
    creator: str
    public: bool
    open_hands: bool
    watchers: int
    round: int
    rounds: int
    yours: int | None = None
    your_turn: bool = False
    unseen: bool = False
    updated: float

    @property
    def open_seats(self) -> int:
        """Seats that somebody may take."""
        return self.names.count(None) if self.stage is Stage.GATHERING else 0


class Lobby(Shape):
    """The lobby as you see it. `tables` in the order to be shown: where it is your turn, your other
    tables, open seats, games to watch, finished ones. `people`: all who are connected, and your
    friends who are not. `seq` grows with each change."""

    seq: int
    tables: tuple[Listed, ...]
    people: tuple[Person, ...]
    usual: bool = False
    """Whether there is a usual table to set up again."""


class Differs(Shape):
    """One point in which a table is not the preset played the usual way: an option of the rules
    (its field's name), or one of ``clock absent open_hands``. Values as JSON has them."""

    what: str
    usual: str
    here: str


class SeatState(Shape):
    """Who sits where. `name` None: the seat is empty. `level`: of a computer player. `here`: a view
    of the person is open. `kept`: a computer player acts for the person at the moment. `gone`: they
    have resigned. `bank`: seconds left in the bank when the turn began."""

    name: str | None = None
    level: str | None = None
    ready: bool = False
    here: bool = False
    kept: bool = False
    gone: bool = False
    bank: float | None = None


class VoteKind(StrEnum):
    UNDO = "undo"
    REDO = "redo"
    PAUSE = "pause"


class VoteState(Shape):
    """A question to the table: who asked, who agreed, whose answer is awaited. Seats."""

    kind: VoteKind
    by: Seat
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]


class Showing(Shape):
    """Somebody guides everybody else through the record of a finished game: `line` of its file is
    shown. `you`: by this very view."""

    by: str
    you: bool
    line: int


class TableState(Shape):
    """All about a table but the game. `seq` grows with each change.

    `you`: your seat, None for a watcher. `holds`: this view is the one that may act for the seat
    (the newest one is). `differs` is what the ready check lists, and `agreement` names exactly that
    list: who says ready sends it along. `offered`: from when on empty seats are offered to computer
    players. `deadline`: when the turn of the seat `awaited` is over, or the break between rounds.
    `rematch`: the table where this one plays again."""

    seq: int
    table: TableId
    settings: TableSettings
    preset: str
    stage: Stage
    creator: str
    seats: tuple[SeatState, ...]
    watchers: tuple[str, ...] = ()
    you: int | None = None
    holds: bool = False
    differs: tuple[Differs, ...] = ()
    agreement: str = ""
    offered: float | None = None
    paused: bool = False
    vote: VoteState | None = None
    awaited: int | None = None
    deadline: float | None = None
    rematch: TableId | None = None
    showing: Showing | None = None
    now: float
    """The host's clock when this was sent, for showing how much time is left."""


class Phrase(StrEnum):
    """What can be said with one key; every reader reads it in their own language."""

    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    WELL_PLAYED = "well-played"
    THANKS = "thanks"
    SORRY = "sorry"
    YOUR_TURN = "your-turn"
    ONE_MOMENT = "one-moment"
    I_AM_BACK = "i-am-back"
    LUCKY = "lucky"
    OUCH = "ouch"
    ONE_MORE = "one-more"
    GOOD_NIGHT = "good-night"


class ChatLine(Shape):
    """Something said at a table, or in the lobby (`table` None). Either `text` or a `phrase`."""

    seq: int
    table: TableId | None
    person: str
    at: float
    text: str | None = None
    phrase: Phrase | None = None
    watcher: bool = False
    """Said by somebody who does not sit at the table."""


Hands = tuple[tuple[Tile, ...], ...]
"""All hands by seat, for the watchers of a table where everybody agreed to that."""

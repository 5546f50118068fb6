"""What happened. Log lines, animation, sound and statistics are made from events only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from chickenscratch.core.actions import CallWord
from chickenscratch.core.state import RoundResult
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Place


class DrawnFor(StrEnum):
    """Why a tile was drawn."""

    TURN = "turn"
    SEARCH = "search"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt; `again` after a redeal. `lead`: the double wanted first."""

    number: int
    first: int
    counts: tuple[int, ...]
    yard: int
    lead: int
    again: bool = False
    event: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class LeadLaid:
    seat: int
    tile: Tile
    arms: int
    event: Literal["lead-laid"] = "lead-laid"


@dataclass(frozen=True, slots=True)
class TilePlayed:
    """`index` is the tile's number on the table. In a hub or foot it filled place `slot` (from 1)
    of `slots`; both are 0 in the free phase. `left`: tiles still in the seat's hand."""

    seat: int
    tile: Tile
    on: int
    at: Place
    index: int
    far: int
    slot: int
    slots: int
    left: int
    event: Literal["tile-played"] = "tile-played"


@dataclass(frozen=True, slots=True)
class HubFilled:
    number: int
    event: Literal["hub-filled"] = "hub-filled"


@dataclass(frozen=True, slots=True)
class FootOpened:
    """A double was laid. `out`: tiles of its number not on the table; fewer than three mean that
    this foot can never be finished (rules.md P4)."""

    seat: int
    number: int
    index: int
    out: int
    event: Literal["foot-opened"] = "foot-opened"


@dataclass(frozen=True, slots=True)
class FootCompleted:
    number: int
    index: int
    event: Literal["foot-completed"] = "foot-completed"


@dataclass(frozen=True, slots=True)
class Drawn:
    """`tile` is None for everybody but the seat that drew it."""

    seat: int
    tile: Tile | None
    why: DrawnFor
    yard: int
    event: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int
    drew: bool
    event: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Called:
    """`number` is the double's for chickie and cluck. `by_table`: called automatically."""

    seat: int
    what: CallWord
    number: int | None = None
    by_table: bool = False
    event: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class Caught:
    """`seat` forgot to call and `by` noticed; `must_draw` unless the yard is empty."""

    seat: int
    by: int
    what: CallWord
    must_draw: bool
    event: Literal["caught"] = "caught"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    result: RoundResult
    totals: tuple[int, ...]
    event: Literal["round-ended"] = "round-ended"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """`seed` opens the commitment; None when it is not known."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    seed: str | None
    event: Literal["game-ended"] = "game-ended"


Event = Annotated[
    Dealt
    | LeadLaid
    | TilePlayed
    | HubFilled
    | FootOpened
    | FootCompleted
    | Drawn
    | Passed
    | Called
    | Caught
    | RoundEnded
    | GameEnded,
    Field(discriminator="event"),
]


def redact(event: Event, seat: int | None) -> Event:
    """The event as `seat` may know it; None for a spectator."""
    if isinstance(event, Drawn) and event.seat != seat:
        return replace(event, tile=None)
    return event

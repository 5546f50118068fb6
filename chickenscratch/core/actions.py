"""What a seat wants to do. Text form: ``2 play 6-3 on 6 at 0.1``, ``0 draw``, ``deal``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Place

_STRICT = ConfigDict(extra="forbid")


class CallWord(StrEnum):
    """What can be called out at the table."""

    CHICKIE = "chickie"
    CLUCK = "cluck"
    TAP = "tap"


@dataclass(frozen=True, slots=True)
class Lead:
    """Lay the double that opens the round."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    seat: int
    tile: Tile
    act: Literal["lead"] = "lead"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a tile on the number `on`. Without `at` the oldest open end with that number is used."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    seat: int
    tile: Tile
    on: int
    at: Place | None = None
    act: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the next tile from the yard: in a turn, in the search for the lead, or as a penalty."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    seat: int
    act: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    seat: int
    act: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Call:
    """Call a double or tap for the last tile; by another seat: catch who forgot to."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    seat: int
    what: CallWord
    act: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal that is already known, as a record gives it."""

    first: int
    hands: tuple[tuple[Tile, ...], ...]
    yard: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next round; nobody's move. Without `dealing` it follows from the game's seed."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    dealing: Dealing | None = None
    act: Literal["deal"] = "deal"


Action = Annotated[Lead | Play | Draw | Pass | Call | Deal, Field(discriminator="act")]
SeatAction = Lead | Play | Draw | Pass | Call


def format_action(action: Action) -> str:
    """One line for any action (a known deal is written as plain ``deal``)."""
    match action:
        case Lead(seat, tile):
            return f"{seat} lead {tile}"
        case Play(seat, tile, on, at):
            return f"{seat} play {tile} on {on}" + (f" at {at}" if at is not None else "")
        case Draw(seat) | Pass(seat):
            return f"{seat} {action.act}"
        case Call(seat, what):
            return f"{seat} call {what}"
        case Deal():
            return "deal"


def parse_action(text: str) -> Action:
    """Read what :func:`format_action` wrote. Raises ValueError."""
    words = text.split()
    if words == ["deal"]:
        return Deal()
    if len(words) < 2 or not (words[0].isascii() and words[0].isdigit()):
        raise _not_an_action(text)
    seat = int(words[0])
    match words[1:]:
        case ["lead", tile]:
            return Lead(seat, Tile.parse(tile))
        case ["play", tile, "on", on] if on.isascii() and on.isdigit():
            return Play(seat, Tile.parse(tile), int(on))
        case ["play", tile, "on", on, "at", at] if on.isascii() and on.isdigit():
            return Play(seat, Tile.parse(tile), int(on), Place.parse(at))
        case ["draw"]:
            return Draw(seat)
        case ["pass"]:
            return Pass(seat)
        case ["call", what] if what in set(CallWord):
            return Call(seat, CallWord(what))
        case _:
            raise _not_an_action(text)


def _not_an_action(text: str) -> ValueError:
    return ValueError(f"{text!r} is not an action such as 2 play 6-3 on 6 at 0.1")

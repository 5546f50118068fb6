"""What is special about the events of one update: a banner, a sound, a light."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chickenscratch.core.actions import CallWord
from chickenscratch.core.events import (
    Called,
    Event,
    FootOpened,
    GameEnded,
    RoundEnded,
    TilePlayed,
)
from chickenscratch.core.view import SeatView
from chickenscratch.locale.moments import banner


class Moment(NamedTuple):
    """`banner`: what to say in its own row. `cluck`: the hub lights up. `call`: a double was
    called, or somebody has one tile left; `end`: the round is over."""

    banner: str = ""
    cluck: bool = False
    call: bool = False
    end: bool = False


def moment_of(
    events: Iterable[Event], names: Sequence[str], reader: int | None, view: SeatView
) -> Moment:
    """The most special of what happened; the end of a round beats everything."""
    filling = view.laid[view.parent].far if view.parent >= 0 else None
    said, cluck, call, end = "", False, False, False
    for event in events:
        call = call or isinstance(event, Called | FootOpened) or _last_tile(event)
        end = end or isinstance(event, RoundEnded | GameEnded)
        words = banner(event, names, reader, filling)
        cluck = cluck or (isinstance(event, Called) and event.what is CallWord.CLUCK)
        if words and (not said or isinstance(event, Called | RoundEnded)):
            said = words
    return Moment(said, cluck, call and not end, end)


def _last_tile(event: Event) -> bool:
    return isinstance(event, TilePlayed) and event.left == 1

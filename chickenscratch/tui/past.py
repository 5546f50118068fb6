"""The round so far, move by move, as everybody at the table could see it.

Made of the events of the round only, so that nothing hidden can be in it; views of watchers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chickenscratch.core.events import (
    Called,
    Caught,
    Dealt,
    Drawn,
    DrawnFor,
    Event,
    FootCompleted,
    FootOpened,
    GameEnded,
    HubFilled,
    LeadLaid,
    Passed,
    RoundEnded,
    TilePlayed,
)
from chickenscratch.core.rules import MissingLead
from chickenscratch.core.state import Phase
from chickenscratch.core.tree import TOES, EndKind, Laid, OpenEnd
from chickenscratch.core.view import SeatView


class Past(NamedTuple):
    """A moment of the round: how things stood, and all that had happened in it until then."""

    view: SeatView
    story: tuple[Event, ...]


def past_of(view: SeatView, story: Sequence[Event]) -> list[Past]:
    """Every moment of the round, from its deal up to the present, which `view` shows.

    `story` is what has happened in the round (:attr:`TableLink.story`). Calls that were owed are
    left out.
    """
    moments: list[Past] = []
    now = _before(view)
    for place, event in enumerate(story):
        now = _after(now, event, view)
        told = tuple(story[: place + 1])
        if moments and isinstance(event, _SAME_ACT) and not _by_person(event):
            moments.pop()
        moments.append(Past(now, told))
    return _with_turns(view, moments)


def _with_turns(view: SeatView, moments: list[Past]) -> list[Past]:
    """The same with whose turn it was, and before the lead was laid for what: that shows in what
    was done next."""
    turn, phase, lead = view.turn, view.phase, view.lead
    found: list[Past] = []
    for place in range(len(moments) - 1, -1, -1):
        past = moments[place]
        now = past.view._replace(turn=turn)
        if not now.laid:
            now = now._replace(phase=phase, lead=lead)
        found.append(past._replace(view=now))
        new = past.story[len(moments[place - 1].story) if place else 0 :]
        if isinstance(new[0], LeadLaid):
            phase, lead = Phase.LEAD, new[0].tile.high
        elif isinstance(new[0], Drawn) and new[0].why is DrawnFor.SEARCH:
            phase = Phase.SEARCH
        mover = _actor(new[0])
        turn = turn if mover is None else mover
    return found[::-1]


_SAME_ACT = (HubFilled, FootOpened, FootCompleted, Called, RoundEnded, GameEnded)
"""Events that belong to the act before them."""


def _by_person(event: Event) -> bool:
    return isinstance(event, Called) and not event.by_table


def _actor(event: Event) -> int | None:
    """The seat whose turn it was when this was done; calls and penalties come in between."""
    match event:
        case LeadLaid(seat=seat) | TilePlayed(seat=seat) | Passed(seat=seat):
            return seat
        case Drawn(seat=seat, why=DrawnFor.TURN | DrawnFor.SEARCH):
            return seat
        case _:
            return None


def _before(view: SeatView) -> SeatView:
    """The round before its deal, without a hand."""
    return view._replace(
        seat=None, hand=(), drawn=None, has_drawn=False, phase=Phase.OVER, laid=(), ends=(),
        parent=-1, left=0, on_table=(0,) * (view.rules.set_size + 1), passes=0, owed=(),
        penalty=None, log=(),
        results=tuple(result for result in view.results if result.number != view.number),
        led=view.led[: view.number - 1],
    )  # fmt: skip


def _after(now: SeatView, event: Event, end: SeatView) -> SeatView:
    """How things stood after `event`. `end` is the present, where the tiles lie already."""
    match event:
        case Dealt():
            return _before(end)._replace(
                first=event.first, phase=Phase.LEAD, counts=event.counts, yard=event.yard,
                lead=event.lead,
            )  # fmt: skip
        case LeadLaid(seat=seat, tile=tile, arms=arms):
            held = end.rules.missing_lead is not MissingLead.SET_ASIDE
            now = _laid(now, end, seat, now.counts[seat] - held)
            return now._replace(phase=Phase.HUB, lead=tile.high, parent=0, left=arms,
                                led=end.led[: end.number])  # fmt: skip
        case TilePlayed():
            now = _laid(now, end, event.seat, event.left)
            if event.slots:
                return now._replace(left=event.slots - event.slot)
            return now._replace(phase=Phase.FREE, parent=-1, left=0)
        case HubFilled() | FootCompleted():
            return now._replace(phase=Phase.FREE, parent=-1, left=0)
        case FootOpened():
            return now._replace(phase=Phase.FOOT, parent=event.index, left=TOES)
        case Drawn():
            counts = _with(now.counts, event.seat, now.counts[event.seat] + 1)
            turn = event.why is DrawnFor.TURN
            penalty = None if event.why is DrawnFor.PENALTY else now.penalty
            return _logged(now, end)._replace(
                counts=counts, yard=event.yard, has_drawn=now.has_drawn or turn, penalty=penalty
            )
        case Passed():
            return _logged(now, end)._replace(passes=now.passes + 1, has_drawn=False)
        case Called():
            return now if event.by_table else _logged(now, end)
        case Caught():
            return _logged(now, end)._replace(penalty=event.seat if event.must_draw else None)
        case RoundEnded(result=result):
            return now._replace(phase=Phase.OVER, results=(*now.results, result))
        case GameEnded():
            return now


def _laid(now: SeatView, end: SeatView, seat: int, left: int) -> SeatView:
    """One more of the tiles that lie there now."""
    count = len(now.laid) + 1
    laid = end.laid[:count]
    return _logged(now, end)._replace(
        laid=laid, ends=ends_of(laid, end.rules.arms), counts=_with(now.counts, seat, left),
        on_table=_numbers(laid, end.rules.set_size), passes=0, has_drawn=False,
    )  # fmt: skip


def _logged(now: SeatView, end: SeatView) -> SeatView:
    return now._replace(log=end.log[: len(now.log) + 1])


def _with(counts: tuple[int, ...], seat: int, count: int) -> tuple[int, ...]:
    return (*counts[:seat], count, *counts[seat + 1 :])


def _numbers(laid: Sequence[Laid], size: int) -> tuple[int, ...]:
    found = [0] * (size + 1)
    for tile in laid:
        for number in {tile.near, tile.far}:
            found[number] += 1
    return tuple(found)


def ends_of(laid: Sequence[Laid], arms: int) -> tuple[OpenEnd, ...]:
    """The places with nothing on them yet, in the order in which they came about."""
    taken = {(tile.parent, tile.port) for tile in laid}
    found: list[OpenEnd] = []
    for index, tile in enumerate(laid):
        ports, kind = (1, EndKind.TAIL)
        if index == 0:
            ports, kind = arms, EndKind.ARM
        elif tile.is_double:
            ports, kind = TOES, EndKind.TOE
        found += [
            OpenEnd(index, port, tile.far, kind)
            for port in range(ports)
            if (index, port) not in taken
        ]
    return tuple(found)

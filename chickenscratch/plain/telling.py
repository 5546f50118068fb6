"""What happened at a table, an event a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chickenscratch.core.events import (
    Dealt,
    Drawn,
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
from chickenscratch.core.legal import required
from chickenscratch.core.scoring import places
from chickenscratch.core.view import SeatView
from chickenscratch.locale.log import log_line, log_lines
from chickenscratch.locale.moments import game_end, round_end
from chickenscratch.plain.words import count_lines, final_ranks, places_line, proof_lines


class Teller:
    """Tells events in their order and remembers those of the round."""

    def __init__(self, view: SeatView, names: Sequence[str]) -> None:
        """`view` is how things stand before the first event."""
        self._view = view
        self._names = names
        self._filling = self._joined = required(view)
        self._round: list[Event] = []
        self.heard = 0
        """How many events were told so far."""

    def tell(
        self, events: Sequence[Event], me: int | None, eyes: SeatView | None = None
    ) -> Iterator[str]:
        """The lines for `events`; `me` is called “you”. Who looks on through `eyes`, if they alone
        do, is told what they drew themselves, even if nobody is “you”."""
        for number, event in enumerate(events):
            if isinstance(event, Dealt):
                self._round.clear()
                self._joined = None
            self._round.append(event)
            self.heard += 1
            self._filling = _filling(event, self._filling)
            if eyes is not None and isinstance(event, Drawn) and event.seat == eyes.seat:
                yield log_line(_known(event, eyes), self._names, eyes.seat)
            elif not _said_by_the_end(event, events[number + 1 :]):
                yield from self._lines(event, me)

    def log(self, me: int | None, count: int) -> list[str]:
        """The last `count` acts of the round, as far as they were heard of."""
        lines = log_lines(self._round, self._names, me, filling=self._joined)
        return lines[-count:] if count else []

    @property
    def round(self) -> tuple[Event, ...]:
        """The events of the round that were told."""
        return tuple(self._round)

    def again(self, story: Sequence[Event]) -> None:
        """Something was taken back: `story` is what has happened in the round now."""
        self._round = list(story)
        self._filling = self._joined = None
        for event in story:
            self._filling = _filling(event, self._filling)

    def since(self, heard: int, me: int | None) -> list[str]:
        """The acts of the round after the first `heard` events of all."""
        first = self.heard - len(self._round)
        return log_lines(self._round[max(0, heard - first) :], self._names, me)

    def _lines(self, event: Event, me: int | None) -> Iterator[str]:
        names, rules = self._names, self._view.rules
        match event:
            case RoundEnded(result, totals):
                yield round_end(result, names, me, self._filling)
                yield from count_lines(rules, result, totals, names)
                if result.number < rules.game_rounds:
                    yield places_line(totals, places(totals), names)
            case GameEnded(totals, winners, seed):
                yield game_end(event, names, me)
                yield places_line(totals, final_ranks(totals, winners), names)
                yield from proof_lines(self._view, seed)
            case Passed():  # the draw before it had a line of its own
                yield log_line(event, names, me, short=True)
            case _:
                yield log_line(event, names, me, filling=self._filling)


def _known(event: Drawn, view: SeatView) -> Drawn:
    """A draw as the seat of `view`, whose last act it is, knows it."""
    return replace(event, tile=view.hand[-1]) if view.hand else event


def _said_by_the_end(event: Event, rest: Sequence[Event]) -> bool:
    """Whether an open foot is no news, since the round ends with it."""
    if not isinstance(event, FootOpened):
        return False
    for later in rest:
        if isinstance(later, TilePlayed):
            return False
        if isinstance(later, RoundEnded):
            return True
    return False


def _filling(event: Event, before: int | None) -> int | None:
    """The number of the hub or foot being filled after `event`; a dead one needs it for its
    words."""
    match event:
        case LeadLaid():
            return event.tile.high
        case FootOpened():
            return event.number
        case TilePlayed() if event.slots:
            return event.on
        case HubFilled() | FootCompleted() | Dealt():
            return None
        case _:
            return before

"""A game that is played for one pair of eyes only: no table behind it, nothing kept.

Lessons and games to watch use it. It is a :class:`~chickenscratch.table.link.TableLink`, so the
table screen cannot tell the difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Final

from chickenscratch.core.actions import Action, Call, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import Accepted, Rejected, RejectReason, apply
from chickenscratch.core.events import Event, redact
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.table.link import Assist, Command, Ready, Receipt, SeatInfo, Update
from chickenscratch.table.picture import Picture

SEAT_ACTIONS: Final = (Lead, Play, Draw, Pass, Call)


class SoloLink:
    """The only connection to a game: `seat`'s, or a watcher's if that is None."""

    def __init__(
        self,
        game: Game,
        seat: int | None,
        seats: Sequence[SeatInfo],
        *,
        story: Sequence[Event] = (),
        heard: Callable[[Command], None] = lambda _command: None,
    ) -> None:
        """`story`: what has happened in this round. `heard` is told what the seat has done, or
        that it is ready."""
        self.game = game
        self.latest = Update(0, view_of(game, seat), tuple(redact(e, seat) for e in story),
                             tuple(seats))  # fmt: skip
        self._seat = seat
        self._story = list(story)
        self._heard = heard
        self._picture = Picture()
        self._news: asyncio.Queue[Update] = asyncio.Queue()
        self._news.put_nowait(self.latest)

    @property
    def seat(self) -> int | None:
        return self._seat

    @property
    def story(self) -> tuple[Event, ...]:
        return tuple(redact(event, self._seat) for event in self._story)

    def do(self, action: Action) -> Accepted | Rejected:
        """Somebody acts, or the next round is dealt."""
        if isinstance(action, Play):
            action = self._picture.placed(self.game, action)
        outcome = apply(self.game, action)
        if isinstance(outcome, Accepted):
            self.game = outcome.game
            if isinstance(action, Deal):
                self._story.clear()
            self._story += outcome.events
            self.latest = Update(
                self.latest.seq + 1,
                view_of(self.game, self._seat),
                tuple(redact(event, self._seat) for event in outcome.events),
                self.latest.seats,
            )
            self._news.put_nowait(self.latest)
        return outcome

    async def submit(self, command: Command, seq: int) -> Receipt:
        """See :meth:`TableLink.submit`."""
        if isinstance(command, Ready):
            self._heard(command)
            return Receipt(self.latest.seq)
        if isinstance(command, Assist):
            return Receipt(self.latest.seq, RejectReason.NO_COACH)
        if not isinstance(command, SEAT_ACTIONS):  # nothing is kept that could be taken back
            return Receipt(self.latest.seq, RejectReason.NOTHING_TO_UNDO)
        if seq != self.latest.seq:
            return Receipt(self.latest.seq, RejectReason.STALE)
        outcome = self.do(command)
        if isinstance(outcome, Rejected):
            return Receipt(self.latest.seq, outcome.reason, outcome.why)
        self._heard(command)
        return Receipt(self.latest.seq)

    async def updates(self) -> AsyncIterator[Update]:
        """See :meth:`TableLink.updates`. It never ends by itself."""
        while True:
            yield await self._news.get()


def without_place(action: Action) -> Action:
    """A play that leaves it to the table where the tile lies."""
    return replace(action, at=None) if isinstance(action, Play) else action

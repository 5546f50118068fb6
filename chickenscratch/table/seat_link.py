"""A link inside this process: what :class:`~chickenscratch.table.table.Table` gives out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Event, redact
from chickenscratch.core.text import Sentence
from chickenscratch.table.link import Command, Receipt, TakeBack, Update

MOST_KEPT: Final = 256
"""A reader who is further behind than so many updates misses the oldest events, never the view."""

Submit = Callable[[Command, int], Awaitable[Receipt]]
Story = Callable[[], Sequence[Event]]


class _News(NamedTuple):
    seq: int
    events: tuple[Event, ...]
    notices: tuple[Sentence, ...]
    undone: tuple[TakeBack, ...]


class SeatLink:
    """One seat's, or one watcher's, connection. See :class:`~chickenscratch.table.link.TableLink`.

    The table never waits for a reader: a slow one gets the newest view, with all the events since
    the last one it took.
    """

    def __init__(
        self, seat: int | None, latest: Update, submit: Submit, story: Story, ended: bool
    ) -> None:
        self._seat = seat
        self._latest = latest
        self._submit = submit
        self._story = story
        self._ended = ended
        self._taken = latest.seq
        self._news: deque[_News] = deque(maxlen=MOST_KEPT)
        self._bell = asyncio.Event()

    @property
    def seat(self) -> int | None:
        return self._seat

    @property
    def latest(self) -> Update:
        return self._latest

    @property
    def story(self) -> tuple[Event, ...]:
        """See :attr:`TableLink.story`."""
        return tuple(redact(event, self._seat) for event in self._story())

    @property
    def behind(self) -> bool:
        """Whether something has happened that nobody has taken from this link yet."""
        return any(news.seq > self._taken for news in self._news if news.events or news.undone)

    def take(self) -> Update:
        """The newest update, with all that nobody has taken from this link yet."""
        update = self._since(self._taken)
        self._taken = update.seq
        return update

    async def submit(self, command: Command, seq: int) -> Receipt:
        """See :meth:`TableLink.submit`. A seat can only speak for itself."""
        if command.seat != self._seat:
            return Receipt(self._latest.seq, RejectReason.NOT_YOUR_TURN)
        return await self._submit(command, seq)

    async def updates(self) -> AsyncIterator[Update]:
        """See :meth:`TableLink.updates`. The first one brings what nobody has taken from this link
        so far. It also ends after the end of the game."""
        seen, first = self._taken, True
        while True:
            bell = self._bell
            if first or self._latest.seq > seen:
                update, first = self._since(seen), False
                seen = update.seq
                self._taken = max(self._taken, seen)
                yield update
            elif self._ended:
                return
            else:
                await bell.wait()

    def _since(self, seen: int) -> Update:
        new = [news for news in self._news if news.seq > seen]
        events: list[Event] = []
        for news in new:
            if news.undone:  # some of these never happened now
                events.clear()
            events.extend(news.events)
        return self._latest._replace(
            events=tuple(events),
            notices=tuple(notice for news in new for notice in news.notices),
            undone=tuple(taken for news in new for taken in news.undone),
        )

    def show(self, update: Update) -> None:
        """For the table: send an update; its events are made fit for this seat."""
        events = tuple(redact(event, self._seat) for event in update.events)
        self._latest = update._replace(events=events)
        self._news.append(_News(update.seq, events, update.notices, update.undone))
        self._ring()

    def end(self) -> None:
        """For the table: there will be no more updates."""
        self._ended = True
        self._ring()

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

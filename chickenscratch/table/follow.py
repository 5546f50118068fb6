"""A game that is played in another window, to be watched here; and taken over, once it is free."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Event
from chickenscratch.core.text import Sentence
from chickenscratch.core.view import view_of
from chickenscratch.store import OpenedGame, Shelf, StoreError
from chickenscratch.store.windows import Follower, News, ask_for, asked_for, settle
from chickenscratch.table.link import Command, Receipt, SeatInfo, TableLink, TakeBack, Update
from chickenscratch.table.seat_link import SeatLink

LOOKED_AT: Final = 0.4
"""Seconds between two looks at the file."""


class FollowedTable:
    """Somebody else's game, as far as its file tells. Needs a running event loop."""

    def __init__(
        self,
        shelf: Shelf,
        path: Path,
        *,
        taken: Callable[[], object] = lambda: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`taken` is called once the game has been taken over. Raises StoreError."""
        self._shelf = shelf
        self._path = path
        self._taken = taken
        self._sleep = sleep
        self._follower = Follower(path)
        self._seq = 0
        self._asked = False
        self._opened: OpenedGame | None = None
        self._link = SeatLink(None, self._update(), _refused, lambda: self._follower.story, False)
        self._task = asyncio.create_task(self._follow(), name="follow")

    @property
    def link(self) -> TableLink:
        """The connection of a watcher."""
        return self._link

    def take_over(self) -> None:
        """Ask the other window for the game. It is there a moment later, or whenever the other one
        lets go. Raises StoreError."""
        ask_for(self._path)
        self._asked = True

    def opened(self) -> OpenedGame | None:
        """The game, if it has been taken over; it belongs to who gets it here."""
        opened, self._opened = self._opened, None
        return opened

    async def close(self) -> None:
        """Look no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._asked:
            settle(self._path)
        if self._opened is not None:
            self._opened.save.close()
        self._link.end()

    async def _follow(self) -> None:
        while not self._follower.game.over:
            await self._sleep(LOOKED_AT)
            try:
                news = await asyncio.to_thread(self._follower.read)
            except StoreError as error:
                self._show(None, (error.sentence,))
                break
            if news is not None:
                self._show(news)
            if self._asked and self._open():
                self._taken()
                return
        self._link.end()

    def _open(self) -> bool:
        """Whether the game is free now, and ours."""
        try:
            self._opened = self._shelf.open(self._path)
        except StoreError:
            if not asked_for(self._path):  # another window got it, and we still want it
                self._asked = False
            return False
        self._asked = False
        return True

    def _show(self, news: News | None, notices: Sequence[Sentence] = ()) -> None:
        self._seq += 1
        events: tuple[Event, ...] = () if news is None else news.events
        undone: tuple[TakeBack, ...] = ()
        if news is not None and news.undone:
            undone = (TakeBack(getattr(news.undone[0], "seat", 0), news.undone),)
        update = self._update()
        self._link.show(update._replace(events=events, notices=tuple(notices), undone=undone))

    def _update(self) -> Update:
        follower = self._follower
        seats = tuple(SeatInfo(seat.name, seat.level) for seat in follower.header.seats)
        return Update(self._seq, view_of(follower.game, None), (), seats)


async def _refused(_command: Command, seq: int) -> Receipt:
    return Receipt(seq, RejectReason.NOT_YOUR_TURN)

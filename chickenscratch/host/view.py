"""One person's look at a table: what is sent to it, and how fast it takes it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from chickenscratch.host import telling
from chickenscratch.host.shapes import Hands, Shape, TableSettings
from chickenscratch.store.host_people import Player
from chickenscratch.table.link import Update
from chickenscratch.table.seat_link import SeatLink


class Viewer(Protocol):
    """A connection, as tables see it."""

    @property
    def player(self) -> Player: ...

    def push(self, message: Shape) -> None:
        """Send something. Whoever lets too much pile up is hung up on."""
        ...

    async def keep_up(self) -> None:
        """Wait until the other end has taken most of what was sent."""
        ...


class Shown(Protocol):
    """A game that can be looked at."""

    @property
    def settings(self) -> TableSettings: ...

    def link(self, seat: int | None) -> SeatLink: ...

    def hands(self) -> Hands:
        """Every hand, for watchers of an open table."""
        ...


class View:
    """A connection looks at a table, from `seat` or (None) as a watcher. `holds`: it is the one
    that acts for the seat. `guides`: it shows the record of a finished game to the others, who see
    its `line`."""

    def __init__(self, viewer: Viewer, table: str, seat: int | None) -> None:
        self.viewer = viewer
        self.table = table
        self.seat = seat
        self.holds = False
        self.guides = False
        self.line = 0
        self._pump: asyncio.Task[None] | None = None

    def show(self, game: Shown, missed: Update | None = None) -> None:
        """Send the game, and from now on every update. `missed`: the newest update, with what has
        happened since the person looked last."""
        self.stop()
        link = game.link(self.seat)
        update = link.latest if missed is None else missed
        message = telling.Dealt(
            table=self.table, seat=self.seat, update=update, story=link.story,
            hands=self._hands(game),
        )  # fmt: skip
        self.viewer.push(message)
        self._pump = asyncio.create_task(self._send(game, link, update.seq), name="view")

    def stop(self) -> None:
        """Send no more updates."""
        if self._pump is not None:
            self._pump.cancel()
            self._pump = None

    async def _send(self, game: Shown, link: SeatLink, seen: int) -> None:
        async for update in link.updates():
            if update.seq > seen:
                self.viewer.push(
                    telling.Updated(
                        table=self.table, update=update,
                        story=link.story if update.undone else None, hands=self._hands(game),
                    )
                )  # fmt: skip
                await self.viewer.keep_up()
        self.viewer.push(telling.Over(table=self.table))

    def _hands(self, game: Shown) -> Hands | None:
        """Every hand, for a watcher of a table where all agreed to that."""
        return game.hands() if self.seat is None and game.settings.open_hands else None

"""What all connections of one process share: the limits, the views, the watch over them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from chickenscratch.host.ssh.limits import Limits
from chickenscratch.host.ssh.link import ViewMaker

if TYPE_CHECKING:
    from chickenscratch.host.ssh.connection import Connection

log = logging.getLogger("chickenscratch.host.ssh")

GLANCE: Final = 0.25
"""Seconds between two looks at all connections."""


def _nothing(_connection: Connection) -> None:
    """Nobody wants to know."""


class Front:
    """The SSH front of one process.

    `make` gives every visitor a view; `arrived` and `left` are told of proven identities and of
    closed connections.
    """

    def __init__(
        self,
        make: ViewMaker,
        limits: Limits | None = None,
        *,
        guests: bool = False,
        arrived: Callable[[Connection], None] = _nothing,
        left: Callable[[Connection], None] = _nothing,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.make = make
        self.limits = limits or Limits()
        self.guests = guests
        self.arrived = arrived
        self.left = left
        self.now = now
        self.connections: set[Connection] = set()
        self.starting = asyncio.Semaphore(self.limits.starting)
        self.counts: Counter[str] = Counter()
        """What happened how often: logins, guests, sessions, crashes, every reason to hang up."""
        self._watch: asyncio.Task[None] | None = None
        self._empty = asyncio.Event()
        self._empty.set()

    def came(self, connection: Connection) -> None:
        """A connection has been made."""
        self.connections.add(connection)
        self._empty.clear()

    def gone(self, connection: Connection) -> None:
        """A connection is no more."""
        self.connections.discard(connection)
        if not self.connections:
            self._empty.set()
        self.left(connection)

    def open(self) -> None:
        """Begin to watch over the connections; needs the running loop."""
        if self._watch is None:
            self._watch = asyncio.create_task(self._keep_watch())

    async def close(self, reason: str = "") -> None:
        """Send everybody home, with `reason` on their restored screens, and wait for it."""
        for connection in tuple(self.connections):
            connection.dismiss(reason)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), 2 * self.limits.farewell)
        for connection in tuple(self.connections):
            connection.hang_up("closing")
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
            self._watch = None

    def tell(self, sentence: str) -> None:
        """Show a sentence to everybody."""
        for connection in tuple(self.connections):
            connection.tell(sentence)

    async def _keep_watch(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            self._glance()

    def _glance(self) -> None:
        """Not part of the loop: its last connection would be kept while it sleeps."""
        now = self.now()
        for connection in tuple(self.connections):
            connection.check(now)

"""A link whose other end is a list of bytes: the driver and the hosted application without SSH."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sshing import Counter, until

from chickenscratch.host.ssh.link import Visitor
from chickenscratch.host.ssh.policy import keep_lazy
from chickenscratch.tui.hosted import AppView


class FakeLink:
    """Takes everything, and tells on request that it has not."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.waiting = 0
        self.paused: list[bool] = []
        self.begun = 0
        self.cut: list[str] = []

    def send(self, data: bytes) -> None:
        self.sent += data

    def backlog(self) -> int:
        return self.waiting

    def pause_input(self, paused: bool) -> None:
        self.paused.append(paused)

    def started(self) -> None:
        self.begun += 1

    def hang_up(self, why: str) -> None:
        self.cut.append(why)


def visitor(**changes: Any) -> Visitor:
    """A visitor with a good terminal, with changes."""
    known: dict[str, Any] = {
        "identity": "key:SHA256:" + "A" * 43,
        "wish": "me",
        "terminal": "xterm-256color",
        "size": (80, 24),
        "environ": {"COLORTERM": "truecolor"},
    }
    return Visitor(**known | changes)


class Visit:
    """An application that is running behind a fake link."""

    def __init__(self, app: Counter, link: FakeLink) -> None:
        self.app = app
        self.link = link
        self.view = AppView(app)
        self.task: asyncio.Task[int] = asyncio.create_task(self.view.run())

    async def typed(self, data: bytes, keys: int) -> list[str]:
        """The names of the keys, once there are so many of them."""
        self.view.feed(data)
        await until(lambda: len(self.app.keys) >= keys)
        return self.app.keys


@asynccontextmanager
async def running(
    link: FakeLink | None = None, make: type[Counter] = Counter, **changes: Any
) -> AsyncIterator[Visit]:
    """One visit; it is over at the end."""
    keep_lazy(asyncio.get_running_loop())
    link = link or FakeLink()
    visit = Visit(make(link, visitor(**changes)), link)
    await until(lambda: link.begun > 0 or visit.task.done())
    try:
        yield visit
    finally:
        visit.view.leave()
        with suppress(Exception):
            await asyncio.wait_for(visit.task, 60)

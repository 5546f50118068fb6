"""What the tests of the host share: a host in this process, its clients, and a clock."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from chickenscratch.bots.base import Company, awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Lead, Play, SeatAction
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.record import read_games
from chickenscratch.core.replay import Verified, verify
from chickenscratch.core.view import SeatView
from chickenscratch.host.client import HostClient, RemoteLink, RemoteTable
from chickenscratch.host.daemon import Daemon
from chickenscratch.host.hall import GAMES, Hall
from chickenscratch.host.limits import HostLimits
from chickenscratch.host.means import Means
from chickenscratch.host.shapes import HostInfo, TableSettings
from chickenscratch.host.sockets import SOCKET, listen
from chickenscratch.table.link import Ready, Receipt, Update
from chickenscratch.table.players import PACES, Brain

T = TypeVar("T")

NAMES = ("anna", "bruno", "carla", "dina", "elio", "fosca", "gina", "hugo")
PLENTY = HostLimits(requests_burst=100_000, chat_burst=1000, tables_per_person=100)


class Quick:
    """A brain that needs no other process."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)


class StillTime:
    """Stands still until the test moves it on."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> Coroutine[Any, Any, None]:
        """Until so many seconds from now, even if the sleep itself begins a little later."""
        return self._until(self._now + seconds)

    async def _until(self, then: float) -> None:
        if then <= self._now:
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((then, future))
        await future

    def forward(self, seconds: float) -> None:
        self._now += seconds
        for until, future in self._waiting:
            if until <= self._now and not future.done():
                future.set_result(None)
        self._waiting = [entry for entry in self._waiting if not entry[1].done()]


class Hosted:
    """A host that runs in this process, on a real socket."""

    def __init__(self, folder: Path, time: StillTime, limits: HostLimits, brain: Brain) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.socket = folder / SOCKET
        self.time = time
        self.limits = limits
        self.brain = brain
        self.pace = PACES["instant"]
        self.clients: list[HostClient] = []
        self.daemon: Daemon | None = None

    @property
    def hall(self) -> Hall:
        assert self.daemon is not None
        return self.daemon.hall

    async def start(self) -> None:
        means = Means(self.brain, lambda view: self.pace(view), self.time, window=0.0)
        hall = Hall(self.state, means, self.limits, HostInfo(version="test", owner="~tester"))
        self.daemon = Daemon(hall)
        hall.restore()
        await self.daemon.open(listen(self.socket, 0o600))

    async def stop(self) -> None:
        if self.daemon is not None:
            await self.daemon.close()
            self.daemon = None

    async def client(self, name: str | None = None) -> HostClient:
        """Somebody with a key; without a name, the account that runs the tests."""
        speaks_for = None if name is None else key(name)
        client = await HostClient.connect(
            self.socket, speaks_for=speaks_for, wish=name, sleep=at_once
        )
        self.clients.append(client)
        return client

    async def people(self, number: int) -> list[HostClient]:
        return [await self.client(name) for name in NAMES[:number]]

    def records(self) -> list[Path]:
        return sorted((self.state / GAMES).glob("*.chicken.jsonl"))

    def verified(self) -> list[Verified]:
        """Every record, every line of it checked."""
        return [
            verify(record)
            for path in self.records()
            for record in read_games(path.read_text().split("\n"))
        ]


@asynccontextmanager
async def hosted(
    limits: HostLimits = PLENTY, time: StillTime | None = None, brain: Brain | None = None
) -> AsyncIterator[Hosted]:
    """A host whose first game has always the same tiles, and its second one."""
    folder = Path(tempfile.mkdtemp(prefix="cs-"))
    host = Hosted(folder, time or StillTime(), limits, brain or Quick())
    seeds = (hashlib.sha256(f"{number}".encode()).hexdigest() for number in count())
    try:
        with patch("chickenscratch.core.shuffle.new_seed", lambda: next(seeds)):
            await host.start()
            yield host
    finally:
        for client in host.clients:
            await client.close()
        await host.stop()
        shutil.rmtree(folder)


async def at_once(_seconds: float) -> None:
    """For clients: connect again without waiting."""
    await asyncio.sleep(0)


def key(name: str) -> str:
    """The identity of a made-up key."""
    digest = base64.b64encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")
    return f"key:SHA256:{digest}"


def settings(name: str = "chicken-scratch", seats: int = 2, **more: Any) -> TableSettings:
    options = {"rounds": 1} if "rounds" not in more else {"rounds": more.pop("rounds")}
    return TableSettings(rules=make_rules(options, preset(name).rules), seats=seats, **more)


async def until(changes: AsyncIterator[T], wanted: Callable[[T], bool]) -> T:
    """The first of `changes` that is as wanted."""
    async with asyncio.timeout(60):
        async for value in changes:
            if wanted(value):
                return value
    raise AssertionError("that never came")


async def seated(clients: list[HostClient], agreed: TableSettings) -> list[RemoteTable]:
    """All of them at a new table, in the order of their seats; nobody is ready yet."""
    table = await clients[0].create(agreed)
    tables = [await clients[0].enter(table)]
    for client in clients[1:]:
        tables.append(await client.enter(table))
        await tables[-1].sit()
    return tables


async def dealt(tables: list[RemoteTable]) -> list[RemoteLink]:
    """Everybody says ready; their links, by seat, with the first deal."""
    for table in tables:
        await table.ready()
    links = [await table.dealt() for table in tables]
    for link in links:
        await until(link.updates(), lambda update: update.view.number > 0)
    return links


def choice(view: SeatView, level: str = "random") -> SeatAction:
    """What a person might do; which of several equal places is left to the table."""
    action = decide(view, level)
    return replace(action, at=None) if isinstance(action, Play) else action


async def move(link: RemoteLink) -> Receipt:
    """One good move for the seat of the link, which must be the one to act."""
    update = link.latest
    return await link.submit(choice(update.view), update.seq)


async def actor(links: list[RemoteLink]) -> RemoteLink:
    """The link of the seat to act, once its own view says so."""
    seat = awaited(links[0].latest.view)
    assert seat is not None
    link = next(link for link in links if link.seat == seat)
    await until(link.updates(), lambda update: awaited(update.view) == seat)
    return link


async def lay(links: list[RemoteLink]) -> RemoteLink:
    """Play on until somebody has laid a tile, so that there is something to take back."""
    while True:
        link = await actor(links)
        action = choice(link.latest.view)
        assert (await link.submit(action, link.latest.seq)).accepted
        for other in links:
            await until(other.updates(), lambda u, seq=link.latest.seq: u.seq >= seq)
        if isinstance(action, Lead | Play):
            return link


async def play_by_itself(link: RemoteLink) -> list[Update]:
    """A person that answers every update of the link until the game ends."""
    seen = []
    assert link.seat is not None
    async for update in link.updates():
        seen.append(update)
        view = update.view
        if view.round_over:
            if not view.game_over and not update.seats[link.seat].ready:
                await link.submit(Ready(link.seat), update.seq)
        elif awaited(view) == link.seat:
            await link.submit(choice(view), update.seq)
    return seen

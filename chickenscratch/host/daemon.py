"""The host's process: it listens, and serves whoever connects until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from chickenscratch import __version__
from chickenscratch.bots.pool import BotPool
from chickenscratch.host.desk import Desk, trusts
from chickenscratch.host.hall import Hall
from chickenscratch.host.limits import HostLimits
from chickenscratch.host.means import Means
from chickenscratch.host.protocol import LINE_LIMIT
from chickenscratch.host.session import Session
from chickenscratch.host.shapes import HostInfo
from chickenscratch.host.sockets import account, listen, peer_uid
from chickenscratch.host.starting import hold
from chickenscratch.host.telling import Farewell
from chickenscratch.host.timing import Bucket, SystemTime
from chickenscratch.table.players import PACES

logger = logging.getLogger(__name__)

PRIVATE: Final = 0o600
PUBLIC: Final = 0o666
"""Modes of the socket. Who may play is the kernel's word about who connects, not the mode."""
SHARE: Final = 4
"""An account may ask as much as so many connections at once."""
_HIGHEST: Final = 32768


class Daemon:
    """A hall behind a socket. Use it inside a running event loop."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.stopping = asyncio.Event()
        self._desk = Desk(hall, self.stopping.set)
        self._accounts: Counter[int] = Counter()
        self._shares: dict[int, Bucket] = {}
        self._server: asyncio.Server | None = None
        self._served: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def open(self, listener: socket.socket, *, idle: float | None = None) -> None:
        """Begin to serve. `idle`: stop by itself after so many seconds without a connection."""
        self._server = await asyncio.start_unix_server(
            self._connected, sock=listener, limit=LINE_LIMIT
        )
        self._tasks.append(asyncio.create_task(self._measure(), name="metrics"))
        if idle is not None:
            self._tasks.append(asyncio.create_task(self._mind_silence(idle), name="idle"))

    async def close(self) -> None:
        """Send everybody away, and let every game rest where it is."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        for session in tuple(self.hall.sessions):
            session.hang_up(Farewell.STOPPING)
        for served in tuple(self._served):
            served.cancel()
        await asyncio.gather(*self._served, *self._tasks, return_exceptions=True)
        await self.hall.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._served.add(task)
        try:
            await self._serve(reader, writer)
        except asyncio.CancelledError:
            pass
        except Exception:
            logger.exception("a connection failed")
        finally:
            self._served.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hall, limits = self.hall, self.hall.limits
        connection: socket.socket = writer.get_extra_info("socket")
        uid = peer_uid(connection)
        trusted = trusts(limits.trusted, uid, account(uid))
        most = limits.connections if trusted else limits.connections_per_account
        if len(hall.sessions) >= limits.connections or self._accounts[uid] >= most:
            hall.metrics.count("refused_connections_total")
            return
        hall.metrics.count("connections_total")
        shared = None if trusted else self._share(uid)
        session = Session(
            reader, writer, uid, self._desk.answer, limits, hall.metrics, hall.means.time, shared
        )
        self._accounts[uid] += 1
        self._quiet.clear()
        hall.came(session)
        try:
            await session.run()
        finally:
            self._accounts[uid] -= 1
            hall.left(session)
            if not hall.sessions:
                self._quiet.set()

    def _share(self, uid: int) -> Bucket:
        """What an account may ask, however many connections it has."""
        limits = self.hall.limits
        burst, rate = SHARE * limits.requests_burst, SHARE * limits.requests_rate
        now = self.hall.means.time.now()
        return self._shares.setdefault(uid, Bucket(burst, rate, now))

    async def _measure(self) -> None:
        while True:
            await self.hall.means.time.sleep(self.hall.limits.metrics_every)
            self.hall.sweep()
            self.hall.measure()
            with suppress(OSError):
                self.hall.metrics.write(self.hall.folder)

    async def _mind_silence(self, idle: float) -> None:
        while True:
            await self._quiet.wait()
            await self.hall.means.time.sleep(idle)
            if self._quiet.is_set():
                self.stopping.set()
                return


class Options(NamedTuple):
    """How a host is run. `state`: the folder of its games and its database. `service`: it runs for
    the whole machine, under an account that nobody plays as. `listener`: a socket that systemd has
    opened already. `ready`: is called when the host listens."""

    socket: Path
    state: Path
    limits: HostLimits = HostLimits()
    mode: int = PUBLIC
    service: bool = False
    idle: float | None = None
    listener: socket.socket | None = None
    ready: Callable[[], None] = lambda: None


async def run(options: Options) -> None:
    """Be the host until a signal, :class:`~chickenscratch.host.asking.Admin` or silence ends it.

    Raises SocketError and StoreError if it cannot be.
    """
    with hold(options.state):
        await _run(options)


async def _run(options: Options) -> None:
    _raise_file_limit()
    owner = None if options.service else account(os.geteuid())
    info = HostInfo(version=__version__, owner=owner)
    listener = options.listener or listen(options.socket, options.mode)
    loop = asyncio.get_running_loop()
    with BotPool(options.limits.bot_workers) as pool:
        means = Means(pool, PACES["brisk"], SystemTime())
        hall = Hall(options.state, means, options.limits, info)
        daemon = Daemon(hall)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stopping.set)
        try:
            hall.restore()
            gc.collect()
            gc.freeze()
            await daemon.open(listener, idle=options.idle)
            logger.info("listening, with %d tables", len(hall.rooms))
            options.ready()
            await daemon.stopping.wait()
            logger.info("stopping")
        finally:
            await daemon.close()
            listener.close()
            if options.listener is None:
                options.socket.unlink(missing_ok=True)


def _raise_file_limit() -> None:
    """Every connection is an open file."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _HIGHEST if hard == resource.RLIM_INFINITY else min(hard, _HIGHEST)
    if soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))

"""A worker: serves the connections that the acceptor hands over, many in one process."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import signal
import socket
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import asyncssh

from chickenscratch.host.journal import write_journal
from chickenscratch.host.ssh.connection import Connection
from chickenscratch.host.ssh.front import Front
from chickenscratch.host.ssh.garbage import Sweeper, settle
from chickenscratch.host.ssh.keys import host_keys
from chickenscratch.host.ssh.limits import limits_with
from chickenscratch.host.ssh.link import ViewMaker
from chickenscratch.host.ssh.policy import keep_lazy, options, quiet
from chickenscratch.host.ssh.wire import (
    Arrived,
    Begin,
    Dismiss,
    Left,
    Ping,
    Pong,
    Ready,
    Stop,
    Take,
    Tell,
    ToAcceptor,
    ToWorker,
    Wire,
)

log = logging.getLogger("chickenscratch.host.ssh")

DUMP: Final = signal.SIGUSR1
"""Makes a worker say where it is stuck; only the acceptor sends it."""
COLLECTING: Final = 20.0
"""Seconds a full collection may take, after a hundred visitors have gone at once."""
SWEEP: Final = 1.0
"""Seconds from the end of a visit until all of it has come to rest and may be collected."""


def run_worker(descriptor: int) -> None:
    """Serve until the acceptor says stop or is gone."""
    write_journal()
    quiet()
    faulthandler.register(DUMP, all_threads=True)
    for number in (signal.SIGINT, signal.SIGHUP):  # of the acceptor's terminal, and its business
        signal.signal(number, signal.SIG_IGN)
    os.umask(0o077)
    asyncio.run(Worker().work(socket.socket(fileno=descriptor)))


def maker_called(name: str) -> Any:
    """``module:function``, imported."""
    module, _colon, function = name.partition(":")
    return getattr(import_module(module), function)


class Worker:
    """One process of the pool."""

    def __init__(self) -> None:
        self._wire: Wire | None = None
        self._front: Front | None = None
        self._options: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._over = asyncio.Event()
        self._reason = ""
        self._ended = 0
        self._sweeper = Sweeper()

    async def work(self, sock: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        keep_lazy(loop)
        self._wire = Wire(sock, self._hear, self._over.set)
        loop.add_signal_handler(signal.SIGTERM, self._over.set)
        await self._over.wait()
        if self._front is not None:
            await self._front.close(self._reason)
        self._wire.close()

    def _hear(self, message: ToWorker | ToAcceptor, descriptor: int | None) -> None:
        match message:
            case Begin():
                self._begin(message)
            case Take() if descriptor is not None:
                task = asyncio.create_task(self._serve(message, descriptor))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case Ping():
                self._answer(message.number)
            case Dismiss():
                for connection in self._with_ticket(message.ticket):
                    connection.dismiss(message.reason)
            case Tell() if self._front is not None:
                self._front.tell(message.sentence)
            case Stop():
                self._reason = message.reason
                self._over.set()
            case _:
                log.warning("no use for %s", message.op)

    def _begin(self, begin: Begin) -> None:
        make: ViewMaker = maker_called(begin.maker)(dict(begin.options))
        limits = limits_with(begin.limits)
        keys = host_keys(Path(begin.keys))
        self._options = options(keys, limits, guests=begin.guests)
        self._front = Front(make, limits, guests=begin.guests, arrived=self._arrived)
        self._front.open()
        settle()
        self._say(Ready())

    async def _serve(self, take: Take, descriptor: int) -> None:
        sock = socket.socket(fileno=descriptor)
        try:
            assert self._front is not None
            conn = await asyncssh.run_server(
                sock,
                server_factory=partial(Connection, self._front, take.ticket, take.address),
                **self._options,
            )
            await conn.wait_closed()
        except (asyncssh.Error, OSError, TimeoutError) as error:
            log.info("%s went away: %s", take.address, type(error).__name__)
        finally:
            with suppress(OSError):
                sock.close()
            self._say(Left(ticket=take.ticket))
            asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _arrived(self, connection: Connection) -> None:
        self._say(Arrived(ticket=connection.ticket, identity=connection.identity))

    def _with_ticket(self, ticket: int) -> list[Connection]:
        known = () if self._front is None else tuple(self._front.connections)
        return [connection for connection in known if connection.ticket == ticket]

    def _say(self, message: ToAcceptor) -> None:
        if self._wire is not None and not self._wire.send(message):
            self._over.set()  # without an acceptor there is nobody to serve for

    def _sweep(self) -> None:
        """After a visit."""
        self._ended += 1
        if self._front is not None and not self._over.is_set():
            self._sweeper.sweep(len(self._front.connections), self._ended, self._warn)

    def _warn(self) -> None:
        self._answer(0, COLLECTING)

    def _answer(self, number: int, busy: float = 0.0) -> None:
        counts = {} if self._front is None else self._front.counts
        self._say(Pong(number=number, busy=busy, counts=dict(counts)))

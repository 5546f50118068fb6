"""Listens, and hands what comes in to the pool."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from contextlib import suppress
from typing import Final

from chickenscratch.core.text import N_, Sentence
from chickenscratch.host.ssh.pool import Pool

log = logging.getLogger("chickenscratch.host.ssh")

BACKLOG: Final = 128
BREATH: Final = 0.2
"""Seconds to wait when there is no room for another connection in this process."""
FILES: Final = 65_536


class AddressError(Exception):
    """No address to listen at; the sentence says why."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


def parse_address(text: str) -> tuple[str, int]:
    """``ADDRESS:PORT``, ``[ADDRESS]:PORT`` or ``:PORT``. Raises AddressError."""
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        colon = ""
    if not colon or not (port.isascii() and port.isdecimal() and 0 <= int(port) <= 65_535):
        raise AddressError(
            N_("“{address}” is no address to listen at: write ADDRESS:PORT, as in 0.0.0.0:2222."),
            address=text,
        )
    return host, int(port)


def listen(text: str) -> list[socket.socket]:
    """Listening sockets for what :func:`parse_address` reads. Raises AddressError."""
    host, port = parse_address(text)
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, kind, protocol, _name, address in dict.fromkeys(found):
            sock = socket.socket(family, kind, protocol)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind(address)
            sock.listen(BACKLOG)
            sock.setblocking(False)
    except OSError as error:
        for sock in sockets:
            sock.close()
        raise AddressError(
            N_("Nobody can listen at {address}: {reason}."),
            address=text,
            reason=error.strerror or error,
        ) from None
    return sockets


def more_files() -> None:
    """Allow as many open files as the system lets us have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Acceptor:
    """Takes every connection and gives it to the pool."""

    def __init__(self, pool: Pool, sockets: list[socket.socket]) -> None:
        self._pool = pool
        self._sockets = sockets
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def addresses(self) -> list[tuple[str, int]]:
        return [sock.getsockname()[:2] for sock in self._sockets]

    def open(self) -> None:
        self._tasks = [asyncio.create_task(self._accept(sock)) for sock in self._sockets]

    async def close(self) -> None:
        """Take no more connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for sock in self._sockets:
            sock.close()

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, address = await loop.sock_accept(listener)
            except OSError as error:  # too many open files, most likely
                log.error("no connection can be taken: %s", error.strerror)
                await asyncio.sleep(BREATH)
                continue
            self._pool.take(sock, str(address[0]))

"""The connection of a view to its host, which mends itself when it breaks."""

from __future__ import annotations

import asyncio
import logging
import socket
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Final, TypeVar

from chickenscratch.host import asking, telling
from chickenscratch.host.asking import Ask, Refusal
from chickenscratch.host.cells import Cell
from chickenscratch.host.protocol import HOST_LINE_LIMIT, Reply, Request, parse_from_host, to_line
from chickenscratch.host.remote import HostError, HostGoneError, HostRefusedError
from chickenscratch.host.sockets import SocketError
from chickenscratch.host.telling import Answer, Push

logger = logging.getLogger(__name__)

A = TypeVar("A", bound=Answer)
Dial = Callable[[], socket.socket]
"""A new connection to the host. Raises SocketError."""
Sleep = Callable[[float], Awaitable[None]]

PATIENCE: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each attempt to connect again; the last one for ever."""
_FOR_GOOD: Final = (telling.Farewell.KICKED, telling.Farewell.BANNED, telling.Farewell.MALFORMED)
_ONLY_NOW: Final = (Refusal.TOO_MANY, Refusal.TOO_FAST, Refusal.UNAVAILABLE)


class Connection(ABC):
    """Requests and answers over a socket. What else the host tells goes to :meth:`heard`."""

    def __init__(self, dial: Dial, hello: asking.Hello, sleep: Sleep) -> None:
        """`dial` blocks, but only as long as a Unix socket does."""
        self._dial = dial
        self._hello = hello
        self._sleep = sleep
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._online: Cell[bool] = Cell(False)
        self._farewell: telling.Farewell | None = None
        self._turned_away = False
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def greet(self) -> None:
        """Say hello on a new connection, and go back to where one was. Raises HostError."""

    @abstractmethod
    def answered(self, answer: Answer) -> None:
        """See every answer before whoever waits for it."""

    @abstractmethod
    def heard(self, push: Push) -> None:
        """Something that nobody asked for."""

    @abstractmethod
    def over(self) -> None:
        """There will be no connection any more."""

    async def start(self) -> None:
        """Connect, and greet. Raises SocketError, HostRefusedError and HostGoneError."""
        reader = await self._open()
        started = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._live(reader, started), name="host client")
        try:
            await started
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Hang up. Seats stay; every iterator ends."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    @property
    def farewell(self) -> telling.Farewell | None:
        """Why the host hung up, if it said so."""
        return self._farewell

    @property
    def online(self) -> bool:
        return self._online.value

    def onlines(self) -> AsyncIterator[bool]:
        """Whether there is a connection, now and after every change; ends when there will be none
        any more."""
        return self._online.changes()

    async def ask(self, ask: Ask, kind: type[A]) -> A:
        """The answer to a request. Raises HostRefusedError and HostGoneError."""
        if self._writer is None or self._writer.is_closing():
            raise HostGoneError
        n = next(self._numbers)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[n] = future
        try:
            self._writer.write(to_line(Request(n=n, ask=ask)))
            answer = await future
        finally:
            del self._waiting[n]
        if isinstance(answer, telling.Refused):
            raise HostRefusedError(answer.why, answer.wait)
        if not isinstance(answer, kind):
            raise HostGoneError
        return answer

    async def _open(self) -> asyncio.StreamReader:
        reader, self._writer = await asyncio.open_unix_connection(
            sock=self._dial(), limit=HOST_LINE_LIMIT
        )
        return reader

    async def _live(self, reader: asyncio.StreamReader, started: asyncio.Future[None]) -> None:
        """Hear the host out, and connect again when it falls silent, until that is no use."""
        try:
            while True:
                await self._talk(reader, started)
                if self._farewell in _FOR_GOOD or self._turned_away or not started.done():
                    break
                if started.exception() is not None:
                    break
                reader = await self._again()
        finally:
            if not started.done():
                started.set_exception(HostGoneError())
            self._hang_up()
            self._online.end()
            self.over()

    async def _talk(self, reader: asyncio.StreamReader, started: asyncio.Future[None]) -> None:
        """Until this connection ends."""
        greeting = asyncio.create_task(self._greeted(started), name="hello")
        try:
            while line := await reader.readline():
                self._take(parse_from_host(line))
        except (OSError, ValueError) as error:
            logger.warning("the host cannot be understood: %s", type(error).__name__)
        finally:
            self._hang_up()
            await asyncio.wait([greeting])

    async def _greeted(self, started: asyncio.Future[None]) -> None:
        try:
            await self.greet()
        except HostError as error:
            if isinstance(error, HostRefusedError) and error.why not in _ONLY_NOW:
                self._turned_away = True
            if not started.done():
                started.set_exception(error)
            self._hang_up()
            return
        self._farewell = None
        self._online.put(True)
        if not started.done():
            started.set_result(None)

    async def _again(self) -> asyncio.StreamReader:
        for attempt in count():
            await self._sleep(PATIENCE[min(attempt, len(PATIENCE) - 1)])
            with suppress(SocketError, OSError):
                return await self._open()
        raise AssertionError

    def _take(self, message: Reply | Push) -> None:
        if not isinstance(message, Reply):
            if isinstance(message, telling.Bye):
                self._farewell = message.why
            self.heard(message)
            return
        self.answered(message.answer)
        future = self._waiting.get(message.n)
        if future is not None and not future.done():
            future.set_result(message.answer)

    def _hang_up(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(HostGoneError())
        if self._online.value:
            self._online.put(False)

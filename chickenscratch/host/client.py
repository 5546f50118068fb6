"""A view's side of the socket: what a screen uses to see the lobby and to sit at tables."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from chickenscratch.host import asking, telling
from chickenscratch.host.asking import Ask
from chickenscratch.host.cells import Cell, Feed
from chickenscratch.host.protocol import (
    HOST_LINE_LIMIT,
    PROTOCOL,
    Reply,
    Request,
    parse_from_host,
    to_line,
)
from chickenscratch.host.remote import (
    HostError,
    HostGoneError,
    HostRefusedError,
    RemoteLink,
    RemoteTable,
    saying,
)
from chickenscratch.host.shapes import ChatLine, HostInfo, Lobby, Person, Phrase, TableSettings
from chickenscratch.host.sockets import SocketError, dial
from chickenscratch.host.telling import Answer, Push

__all__ = [
    "HostClient",
    "HostError",
    "HostGoneError",
    "HostRefusedError",
    "RemoteLink",
    "RemoteTable",
]

logger = logging.getLogger(__name__)

A = TypeVar("A", bound=Answer)
Dial = Callable[[], socket.socket]
"""A new connection to the host. Raises SocketError."""
Sleep = Callable[[float], Awaitable[None]]

PATIENCE: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each attempt to connect again; the last one for ever."""
_FOR_GOOD: Final = (telling.Farewell.KICKED, telling.Farewell.BANNED, telling.Farewell.MALFORMED)


class HostClient:
    """A connection to a host, which mends itself when it breaks.

    Everything that asks the host for something raises HostRefusedError with the reason when it says
    no, and HostGoneError while there is no connection.
    """

    def __init__(self, dial: Dial, hello: asking.Hello, sleep: Sleep = asyncio.sleep) -> None:
        """Use :meth:`connect`. `dial` blocks, but only as long as a Unix socket does."""
        self._dial = dial
        self._hello = hello
        self._sleep = sleep
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._tables: dict[str, RemoteTable] = {}
        self._lobby: Cell[Lobby] = Cell(Lobby(seq=0, tables=(), people=()))
        self._chat: Feed[ChatLine] = Feed()
        self._nudges: Feed[telling.Nudged] = Feed(1)
        self._notices: Feed[str] = Feed(5)
        self._online: Cell[bool] = Cell(False)
        self._following = False
        self._closed = False
        self._farewell: telling.Farewell | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._welcome: telling.Welcome | None = None

    @classmethod
    async def connect(
        cls,
        path: Path,
        *,
        speaks_for: str | None = None,
        wish: str | None = None,
        program: str = "",
        sleep: Sleep = asyncio.sleep,
    ) -> Self:
        """Connect to the host at the socket `path` and say who one is.

        `speaks_for`: an identity such as ``key:SHA256:…``, which the host takes only from accounts
        that it trusts. `wish`: the name a new identity would like to have. Raises SocketError,
        HostRefusedError and HostGoneError.
        """
        hello = asking.Hello(protocol=PROTOCOL, speaks_for=speaks_for, wish=wish, program=program)
        client = cls(lambda: dial(path), hello, sleep)
        reader = await client._open()
        started = asyncio.get_running_loop().create_future()
        client._task = asyncio.create_task(client._live(reader, started), name="host client")
        try:
            await started
        except BaseException:
            await client.close()
            raise
        return client

    async def close(self) -> None:
        """Hang up. Seats stay; every iterator ends."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._end()

    @property
    def you(self) -> Person:
        """Who one is here."""
        return self._known.you

    @property
    def host(self) -> HostInfo:
        return self._known.host

    @property
    def admin(self) -> bool:
        """Whether one may use :meth:`admin_`."""
        return self._known.admin

    @property
    def new(self) -> bool:
        """Whether the host had never seen one before."""
        return self._known.new

    @property
    def ignores(self) -> tuple[str, ...]:
        """Whom one does not hear."""
        return self._known.ignores

    @property
    def friends(self) -> tuple[str, ...]:
        """Whose tables one sees first."""
        return self._known.friends

    @property
    def identity(self) -> str | None:
        """The key or the guest one is known by; None for an account of this machine."""
        return self._hello.speaks_for

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

    @property
    def lobby(self) -> Lobby:
        """The lobby as it was told last; empty until :meth:`follow`."""
        return self._lobby.value

    async def follow(self, on: bool = True) -> None:
        """Be told of the lobby and its chat (or no more)."""
        self._following = on
        await self._do(asking.Follow(on=on))

    async def lobbies(self) -> AsyncIterator[Lobby]:
        """The lobby now, and after every change."""
        await self.follow()
        async for lobby in self._lobby.changes():
            yield lobby

    @property
    def chat(self) -> Sequence[ChatLine]:
        """What was said in the lobby last, oldest first."""
        return self._chat.latest

    def said(self) -> AsyncIterator[ChatLine]:
        """Everything said in the lobby from now on."""
        return self._chat.news()

    def nudges(self) -> AsyncIterator[telling.Nudged]:
        """Every reminder that some game waits for you."""
        return self._nudges.news()

    def notices(self) -> AsyncIterator[str]:
        """What whoever runs the host has to say."""
        return self._notices.news()

    async def say(self, what: str | Phrase) -> None:
        """Say something in the lobby."""
        await self._do(saying(None, what))

    async def ignore(self, name: str, on: bool = True) -> None:
        """Hear no more of `name`, or again."""
        await self._do(asking.Ignore(name=name, on=on))
        self._now(ignores=_with(self.ignores, name, on))

    async def befriend(self, name: str, on: bool = True) -> None:
        """See the tables of `name` first, or no more."""
        await self._do(asking.Befriend(name=name, on=on))
        self._now(friends=_with(self.friends, name, on))

    async def rename(self, name: str) -> None:
        await self._do(asking.Rename(name=name))
        self._now(you=self.you.model_copy(update={"name": name}))

    async def new_code(self) -> telling.Code:
        """A code with which another key can be made yours."""
        return await self.ask(asking.NewCode(), telling.Code)

    async def link(self, code: str) -> None:
        """Become the person who got this code, for good."""
        await self._do(asking.Link(code=code))
        self._welcome = await self.ask(self._hello, telling.Welcome)

    async def create(self, settings: TableSettings, word: str | None = None) -> str:
        """The id of a new table, at which one sits. `word`: for a table that is not public."""
        at = await self.ask(asking.Create(settings=settings, word=word), telling.At)
        return at.table

    async def usual(self) -> str:
        """The id of a new table like the last one that one created."""
        return (await self.ask(asking.Usual(), telling.At)).table

    async def enter(self, table: str, word: str | None = None) -> RemoteTable:
        """Look at a table, from one's seat if one has one there. Entering it once more takes the
        seat back from a newer view."""
        await self.ask(asking.Enter(table=table, word=word), telling.Entered)
        return self._tables[table]

    async def exit(self, table: str) -> None:
        """Look away from a table; a seat there stays one's own."""
        found = self._tables.pop(table, None)
        if found is not None:
            found.end()
            await self._do(asking.Exit(table=table))

    async def record(self, table: str) -> tuple[str, ...]:
        """The lines of a finished game's record."""
        lines: tuple[str, ...] = ()
        while True:
            ask = asking.Record(table=table, start=len(lines))
            page = await self.ask(ask, telling.Lines)
            lines += page.lines
            if len(lines) >= page.total or not page.lines:
                return lines

    async def admin_(self, what: asking.AdminWhat, **values: Any) -> dict[str, Any]:
        """See :class:`~chickenscratch.host.asking.Admin`."""
        return (await self.ask(asking.Admin(what=what, **values), telling.Report)).report

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

    @property
    def _known(self) -> telling.Welcome:
        if self._welcome is None:
            raise HostGoneError
        return self._welcome

    def _now(self, **what: Any) -> None:
        self._welcome = self._known.model_copy(update=what)

    async def _do(self, ask: Ask) -> None:
        await self.ask(ask, telling.Done)

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
                if self._farewell in _FOR_GOOD or not started.done() or started.exception():
                    break
                reader = await self._again()
        finally:
            if not started.done():
                started.set_exception(HostGoneError())
            self._hang_up()
            self._end()

    async def _talk(self, reader: asyncio.StreamReader, started: asyncio.Future[None]) -> None:
        """Until this connection ends."""
        greeting = asyncio.create_task(self._greet(started), name="hello")
        try:
            while line := await reader.readline():
                self._take(parse_from_host(line))
        except (OSError, ValueError) as error:
            logger.warning("the host cannot be understood: %s", type(error).__name__)
        finally:
            self._hang_up()
            await asyncio.wait([greeting])

    async def _greet(self, started: asyncio.Future[None]) -> None:
        """Say hello, and go back to where one was before the connection was lost."""
        try:
            self._welcome = await self.ask(self._hello, telling.Welcome)
            self._farewell = None
            if self._following:
                await self._do(asking.Follow())
            for table in list(self._tables.values()):
                await self._return(table)
        except HostError as error:
            if not started.done():
                started.set_exception(error)
            self._hang_up()
            return
        self._online.put(True)
        if not started.done():
            started.set_result(None)

    async def _return(self, table: RemoteTable) -> None:
        try:
            await self.ask(asking.Enter(table=table.id), telling.Entered)
        except HostRefusedError:
            self._tables.pop(table.id, None)
            table.end()

    async def _again(self) -> asyncio.StreamReader:
        for attempt in count():
            await self._sleep(PATIENCE[min(attempt, len(PATIENCE) - 1)])
            with suppress(SocketError, OSError):
                return await self._open()
        raise AssertionError

    def _take(self, message: Reply | Push) -> None:
        match message:
            case Reply():
                if isinstance(message.answer, telling.Entered):  # pushes may follow at once
                    self._entered(message.answer)
                future = self._waiting.get(message.n)
                if future is not None and not future.done():
                    future.set_result(message.answer)
            case telling.LobbyIs():
                self._lobby.put(message.lobby)
            case telling.Notice():
                self._notices.put(message.text)
            case telling.Bye():
                self._farewell = message.why
            case telling.Said() if message.line.table is None:
                self._chat.put(message.line)
            case _:
                self._tell(message)

    def _entered(self, entered: telling.Entered) -> None:
        table = self._tables.get(entered.state.table)
        if table is None:
            self._tables[entered.state.table] = RemoteTable(self.ask, entered)
        else:
            table.again(entered)

    def _tell(self, push: Push) -> None:
        match push:
            case telling.TableIs():
                table = self._tables.get(push.state.table)
            case telling.Said():
                table = self._tables.get(push.line.table or "")
            case telling.Nudged():
                self._nudges.put(push)
                table = self._tables.get(push.table)
            case telling.Dealt() | telling.Updated() | telling.Over():
                table = self._tables.get(push.table)
            case _:
                return
        if table is not None:
            table.tell(push)

    def _hang_up(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(HostGoneError())
        if self._online.value:
            self._online.put(False)

    def _end(self) -> None:
        for table in self._tables.values():
            table.end()
        self._tables.clear()
        for cell in (self._lobby, self._chat, self._nudges, self._notices, self._online):
            cell.end()


def _with(names: Sequence[str], name: str, on: bool) -> tuple[str, ...]:
    others = tuple(other for other in names if other != name)
    return (*others, name) if on else others

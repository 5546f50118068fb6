"""A view's side of the socket: what a screen uses to see the lobby and to sit at tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Self

from chickenscratch.host import asking, telling
from chickenscratch.host.asking import Ask
from chickenscratch.host.cells import Cell, Feed
from chickenscratch.host.connecting import Connection, Dial, Sleep
from chickenscratch.host.protocol import PROTOCOL
from chickenscratch.host.remote import (
    HostError,
    HostGoneError,
    HostRefusedError,
    RemoteLink,
    RemoteTable,
    saying,
)
from chickenscratch.host.shapes import ChatLine, HostInfo, Lobby, Person, Phrase, TableSettings
from chickenscratch.host.sockets import dial
from chickenscratch.host.telling import Answer, Push

__all__ = [
    "HostClient",
    "HostError",
    "HostGoneError",
    "HostRefusedError",
    "RemoteLink",
    "RemoteTable",
]


class HostClient(Connection):
    """A connection to a host, which mends itself when it breaks.

    Everything that asks the host for something raises HostRefusedError with the reason when it says
    no, and HostGoneError while there is no connection.
    """

    def __init__(self, dial: Dial, hello: asking.Hello, sleep: Sleep = asyncio.sleep) -> None:
        """Use :meth:`connect`. `dial` blocks, but only as long as a Unix socket does."""
        super().__init__(dial, hello, sleep)
        self._tables: dict[str, RemoteTable] = {}
        self._lobby: Cell[Lobby] = Cell(Lobby(seq=0, tables=(), people=()))
        self._chat: Feed[ChatLine] = Feed()
        self._nudges: Feed[telling.Nudged] = Feed(1)
        self._notices: Feed[str] = Feed(5)
        self._following = False
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
        await client.start()
        return client

    async def close(self) -> None:
        """Hang up. Seats stay; every iterator ends."""
        await super().close()
        self.over()

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

    async def keys(self) -> tuple[str, ...]:
        """The keys that are yours, ``SHA256:…``."""
        return (await self.ask(asking.Keys(), telling.KeysAre)).keys

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

    async def finished(self, before: float | None = None) -> telling.Games:
        """The finished games that one may look at, the last one first; `before`: only those whose
        :attr:`~chickenscratch.host.shapes.Listed.updated` is earlier."""
        return await self.ask(asking.Finished(before=before), telling.Games)

    async def admin_(self, what: asking.AdminWhat, **values: Any) -> dict[str, Any]:
        """See :class:`~chickenscratch.host.asking.Admin`."""
        return (await self.ask(asking.Admin(what=what, **values), telling.Report)).report

    @property
    def _known(self) -> telling.Welcome:
        if self._welcome is None:
            raise HostGoneError
        return self._welcome

    def _now(self, **what: Any) -> None:
        self._welcome = self._known.model_copy(update=what)

    async def _do(self, ask: Ask) -> None:
        await self.ask(ask, telling.Done)

    async def greet(self) -> None:
        """See :class:`Connection`."""
        self._welcome = await self.ask(self._hello, telling.Welcome)
        if self._following:
            await self._do(asking.Follow())
        for table in list(self._tables.values()):
            await self._return(table)

    async def _return(self, table: RemoteTable) -> None:
        try:
            await self.ask(asking.Enter(table=table.id), telling.Entered)
        except HostRefusedError:
            self._tables.pop(table.id, None)
            table.end()

    def answered(self, answer: Answer) -> None:
        """See :class:`Connection`. Pushes may follow an entrance at once."""
        if isinstance(answer, telling.Entered):
            self._entered(answer)

    def heard(self, push: Push) -> None:
        """See :class:`Connection`."""
        match push:
            case telling.LobbyIs():
                seq = self._lobby.value.seq + 1
                self._lobby.put(push.lobby.model_copy(update={"seq": seq}))
            case telling.LobbyNow():
                self._lobby.put(_after(self._lobby.value, push))
            case telling.Notice():
                self._notices.put(push.text)
            case telling.Said() if push.line.table is None:
                self._chat.put(push.line)
            case _:
                self._tell(push)

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

    def over(self) -> None:
        """See :class:`Connection`."""
        for table in self._tables.values():
            table.end()
        self._tables.clear()
        for cell in (self._lobby, self._chat, self._nudges, self._notices):
            cell.end()


def _with(names: Sequence[str], name: str, on: bool) -> tuple[str, ...]:
    others = tuple(other for other in names if other != name)
    return (*others, name) if on else others


def _after(lobby: Lobby, news: telling.LobbyNow) -> Lobby:
    """The lobby as it is now."""
    tables = {entry.table: entry for entry in (*lobby.tables, *news.changed)}
    return Lobby(
        seq=lobby.seq + 1, tables=tuple(tables[table] for table in news.order),
        people=lobby.people if news.people is None else news.people, usual=news.usual,
    )  # fmt: skip

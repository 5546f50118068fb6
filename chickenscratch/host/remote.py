"""A table of a host, as a screen holds it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Dealt as DealtEvent
from chickenscratch.core.events import Event
from chickenscratch.host import asking, telling
from chickenscratch.host.asking import Ask
from chickenscratch.host.cells import Cell, Feed
from chickenscratch.host.shapes import ChatLine, Hands, Phrase, TableState
from chickenscratch.host.telling import Answer
from chickenscratch.table.link import Command, Receipt
from chickenscratch.table.seat_link import SeatLink

A = TypeVar("A", bound=Answer)


class HostError(Exception):
    """The host did not do what was asked."""


class HostRefusedError(HostError):
    """The host said no, for the reason `why`; `wait`: seconds after which to try again."""

    def __init__(self, why: asking.Refusal, wait: float | None = None) -> None:
        self.why = why
        self.wait = wait
        super().__init__(why.value)


class HostGoneError(HostError):
    """There is no connection; whether it was done is not known."""


class Asker(Protocol):
    """What a table asks through: the client."""

    def __call__(self, ask: Ask, kind: type[A], /) -> Awaitable[A]: ...


class RemoteLink(SeatLink):
    """One seat's, or one watcher's, connection to a game on a host: a
    :class:`~chickenscratch.table.link.TableLink`. It outlives lost connections: the first update
    after one brings all that happened meanwhile."""

    def __init__(
        self,
        told: telling.Dealt,
        submit: Callable[[Command, int], Awaitable[Receipt]],
    ) -> None:
        self._told: tuple[Event, ...] = told.story
        self._hands = told.hands
        self._moved = asyncio.Event()
        update = told.update
        before = update._replace(seq=update.seq - 1, events=(), notices=(), undone=())
        super().__init__(told.seat, before, submit, lambda: self._told, ended=False)
        self.show(update)

    @property
    def hands(self) -> Hands | None:
        """Every hand by seat, for a watcher of a table where all agreed to that; else None."""
        return self._hands

    async def submit(self, command: Command, seq: int) -> Receipt:
        """See :meth:`TableLink.submit`. When it returns, :attr:`latest` has what came of it. Stale
        if there is no connection."""
        receipt = await super().submit(command, seq)
        while receipt.accepted and self.latest.seq < receipt.seq and not self._ended:
            await self._moved.wait()
        return receipt

    def told(self, news: telling.Dealt | telling.Updated) -> None:
        """For the client: what the host has sent."""
        self._hands = news.hands
        if news.story is not None:
            self._told = news.story
        else:
            events = news.update.events
            starts = [n for n, event in enumerate(events) if isinstance(event, DealtEvent)]
            self._told = events[starts[-1] :] if starts else self._told + events
        self.show(news.update)
        self._stir()

    def end(self) -> None:
        super().end()
        self._stir()

    def _stir(self) -> None:
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()


class RemoteTable:
    """A table one looks at. What goes wrong raises HostRefusedError or HostGoneError."""

    def __init__(self, asker: Asker, entered: telling.Entered) -> None:
        self._ask = asker
        self._state = Cell(entered.state)
        self._link: Cell[RemoteLink | None] = Cell(None)
        self._chat: Feed[ChatLine] = Feed()
        self._nudges: Feed[telling.Nudged] = Feed(1)
        self.id = entered.state.table
        self.away = entered.away
        """Seconds for which one had not looked, if the game went on meanwhile: the first update of
        the link has what happened."""
        for line in entered.chat:
            self._chat.put(line)

    @property
    def state(self) -> TableState:
        return self._state.value

    def states(self) -> AsyncIterator[TableState]:
        """The state now, and after every change; ends when one looks away."""
        return self._state.changes()

    @property
    def link(self) -> RemoteLink | None:
        """The game, once it is dealt. Another seat gets another link."""
        return self._link.value

    def links(self) -> AsyncIterator[RemoteLink | None]:
        """The link now, and every new one."""
        return self._link.changes()

    async def dealt(self) -> RemoteLink:
        """The link, as soon as there is one. Raises HostGoneError if one looks away before."""
        async for link in self._link.changes():
            if link is not None:
                return link
        raise HostGoneError

    @property
    def chat(self) -> Sequence[ChatLine]:
        """What was said last, oldest first."""
        return self._chat.latest

    def said(self) -> AsyncIterator[ChatLine]:
        """Everything said from now on."""
        return self._chat.news()

    def nudges(self) -> AsyncIterator[telling.Nudged]:
        """Every reminder that the game waits for you."""
        return self._nudges.news()

    async def sit(self, seat: int | None = None, word: str | None = None) -> None:
        await self._do(asking.Sit(table=self.id, seat=seat, word=word))

    async def bot(self, seat: int, level: str | None) -> None:
        """Put a computer player into an empty seat, or (`level` None) take it away."""
        await self._do(asking.Bot(table=self.id, seat=seat, level=level))

    async def send_away(self, seat: int) -> None:
        """Free the seat of somebody who is not ready."""
        await self._do(asking.SendAway(table=self.id, seat=seat))

    async def ready(self, on: bool = True) -> None:
        """Ready for the first deal, on what the state says now."""
        await self._do(asking.Ready(table=self.id, agreement=self.state.agreement, on=on))

    async def say(self, what: str | Phrase) -> None:
        await self._do(saying(self.id, what))

    async def vote(self, yes: bool) -> None:
        await self._do(asking.Vote(table=self.id, yes=yes))

    async def pause(self, on: bool = True) -> None:
        await self._do(asking.Pause(table=self.id, on=on))

    async def nudge(self) -> None:
        await self._do(asking.Nudge(table=self.id))

    async def leave(self, *, sure: bool = False) -> None:
        """Get up before the game; in a game, resign (`sure`)."""
        await self._do(asking.Leave(table=self.id, sure=sure))

    async def rematch(self) -> str:
        """The id of the table where these people play again."""
        return (await self._ask(asking.Rematch(table=self.id), telling.At)).table

    async def guide(self, on: bool = True) -> None:
        """Show the record of a finished game to everybody who looks at it, or no more."""
        await self._do(asking.Guide(table=self.id, on=on))

    async def show(self, line: int) -> None:
        """While one guides: the line of the record that one is at."""
        await self._do(asking.Show(table=self.id, line=line))

    async def seen(self) -> None:
        """The end of the game has been looked at."""
        await self._do(asking.Seen(table=self.id))

    async def _do(self, ask: Ask) -> None:
        await self._ask(ask, telling.Done)

    async def submit(self, command: Command, seq: int) -> Receipt:
        """For the link. What the host does not even put to the table is stale."""
        ask = asking.Submit(table=self.id, seq=seq, command=command)
        try:
            return (await self._ask(ask, telling.Receive)).receipt
        except HostError:
            return Receipt(seq, RejectReason.STALE)

    def tell(self, push: telling.Push) -> None:
        """For the client: what the host has sent about this table."""
        match push:
            case telling.TableIs():
                self._state.put(push.state)
            case telling.Dealt():
                link = self._link.value
                if link is None or link.seat != push.seat:
                    if link is not None:
                        link.end()
                    self._link.put(RemoteLink(push, self.submit))
                else:
                    link.told(push)
            case telling.Updated():
                if self._link.value is not None:
                    self._link.value.told(push)
            case telling.Over():
                if self._link.value is not None:
                    self._link.value.end()
            case telling.Said():
                self._chat.put(push.line)
            case telling.Nudged():
                self._nudges.put(push)
            case telling.LobbyIs() | telling.LobbyNow() | telling.Notice() | telling.Bye():
                raise ValueError(push)

    def again(self, entered: telling.Entered) -> None:
        """For the client: it has come back to this table after a lost connection."""
        self._state.put(entered.state)
        self.away = entered.away
        known = {line.seq for line in self._chat.latest}
        for line in entered.chat:
            if line.seq not in known:
                self._chat.put(line)

    def end(self) -> None:
        """For the client: one looks away, or there is no host any more."""
        self._state.end()
        self._chat.end()
        self._nudges.end()
        if self._link.value is not None:
            self._link.value.end()
        self._link.end()


def saying(table: str | None, what: str | Phrase) -> asking.Say:
    """`what` as a request; a :class:`Phrase` is said in every reader's own language."""
    if isinstance(what, Phrase):
        return asking.Say(table=table, phrase=what)
    return asking.Say(table=table, text=what)

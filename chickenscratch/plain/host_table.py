"""A table of a host in lines: waiting for the others, then the game, while everybody may talk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum, auto
from typing import Final

from chickenscratch.bots.levels import LEVELS
from chickenscratch.host import words as host_says
from chickenscratch.host.client import HostClient, HostError, RemoteTable
from chickenscratch.host.shapes import Stage
from chickenscratch.locale import _
from chickenscratch.plain import host_words, words
from chickenscratch.plain.commands import Unknown, completions
from chickenscratch.plain.console import Console
from chickenscratch.plain.host_commands import (
    PLAYING,
    WAITING,
    Asked,
    Do,
    help_lines,
    understand,
    whole_word,
    word_for,
)
from chickenscratch.plain.host_play import HostPlay
from chickenscratch.plain.live import tell
from chickenscratch.plain.text import clean, spoken

PHRASES: Final = tuple(host_says.PHRASES)


class Left(StrEnum):
    """How a table was left."""

    LOBBY = auto()
    CLOSED = auto()
    """There will be no more input."""
    GONE = auto()
    """There is no such table, or no host, any more."""
    REMATCH = auto()


class HostTable:
    """One person at one table."""

    def __init__(
        self, client: HostClient, table: RemoteTable, console: Console, *, ascii_only: bool = False
    ) -> None:
        self._client = client
        self._table = table
        self._console = console
        self._ascii = ascii_only
        self._play: HostPlay | None = None
        self._asking: asyncio.Future[None] | None = None
        self._resigning = False
        self._rising = False
        """The seat is given back by who sits in it."""
        self._over = asyncio.Event()

    async def run(self) -> Left:
        """Until it is left."""
        self.say(*host_words.room_lines(self._table.state))
        for line in self._table.chat[-5:]:
            self.say(host_words.chat_line(line))
        tasks = [
            asyncio.create_task(follow())
            for follow in (self._states, self._links, self._said, self._nudges)
        ]
        try:
            return await self._listen()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> Left:
        over = asyncio.create_task(self._over.wait())
        try:
            while True:
                line = asyncio.ensure_future(self._console.ask(completions))
                await asyncio.wait((line, over), return_when=asyncio.FIRST_COMPLETED)
                if not line.done():
                    line.cancel()
                    await asyncio.wait((line,))
                    return Left.GONE
                typed = line.result()
                if typed is None:
                    return Left.CLOSED
                left = await self._heard(typed)
                if left is not None:
                    return left
        finally:
            over.cancel()

    def say(self, *lines: str) -> None:
        """Lines, tiles in them as they are spoken."""
        for line in lines:
            tell(self._console, spoken(line))

    async def _states(self) -> None:
        before = self._table.state
        async for state in self._table.states():
            self.say(*host_words.news_of(before, state))
            gathering = state.stage is Stage.GATHERING and not self._rising
            if gathering and before.you is not None and state.you is None:
                self.say(_(host_says.SENT_AWAY))
            before = state
            if state.stage in (Stage.ENDED, Stage.DAMAGED):
                self.say(host_says.ended_words(state.stage))
                break
        self._over.set()

    async def _said(self) -> None:
        async for line in self._table.said():
            self.say(host_words.chat_line(line))

    async def _nudges(self) -> None:
        async for nudge in self._table.nudges():
            if nudge.by is None:
                self.say(_("The game waits for you."))
            else:
                words_ = _("{name} reminds you: the game waits for you.")
                self.say(words_.format(name=clean(nudge.by)))

    async def _links(self) -> None:
        play: asyncio.Task[None] | None = None
        try:
            async for link in self._table.links():
                if play is not None:
                    play.cancel()
                if link is not None:
                    self._play = HostPlay(
                        self._client, self._table, link, self.say, self._later,
                        ascii_only=self._ascii,
                    )  # fmt: skip
                    play = asyncio.create_task(self._play.run())
        finally:
            if play is not None:
                play.cancel()

    async def _heard(self, line: str) -> Left | None:
        try:
            if self._play is None:
                return await self._wait(line)
            asked = whole_word(line, PLAYING)
            if asked is None or asked.do is not Do.RESIGN:
                self._resigning = False
            if asked is not None:
                return await self._do(asked)
            await self._play.heard(line)
        except HostError as error:
            self.say(host_says.trouble(error))
        return None

    async def _talk(self, asked: Asked) -> bool:
        """Say something, if that is what is wanted."""
        match asked.do:
            case Do.SAY if asked.rest:
                await self._table.say(asked.rest)
            case Do.SAY:
                self.say(
                    _("Type what you want to say behind “{word}”.").format(word=word_for(Do.SAY))
                )
            case Do.PHRASE:
                await say_phrase(asked.rest, self._table, self.say)
            case _:
                return False
        return True

    async def _wait(self, line: str) -> Left | None:
        """Before the first deal."""
        asked = understand(line, WAITING)
        table = self._table
        if asked is None:
            asked = Asked(Do.READY if table.state.you is not None else Do.SIT)
        if isinstance(asked, Unknown):
            self.say(asked.sentence)
            return None
        if await self._talk(asked):
            return None
        match asked.do:
            case Do.READY:
                await table.ready()
            case Do.NOT_READY:
                await table.ready(False)
            case Do.SIT:
                await table.sit(_seat(asked.rest))
            case Do.COMPUTER:
                await self._computer(asked.rest)
            case Do.FREE:
                await self._send_away(asked.rest)
            case Do.WHO:
                self.say(*host_words.room_lines(table.state))
            case Do.RULES:
                settings = table.state.settings
                self.say(*words.rule_lines(settings.rules, settings.seats))
            case Do.GET_UP:
                return await self._get_up()
            case Do.HELP:
                self.say(*help_lines(WAITING))
            case _:
                return Left.LOBBY
        return None

    async def _computer(self, rest: str) -> None:
        number, _space, level = rest.partition(" ")
        seat = _seat(number)
        if seat is None or (level and level not in LEVELS):
            known = ", ".join(LEVELS)
            words_ = _("Type the number of a seat and a level: {levels}; without one: take away.")
            self.say(words_.format(levels=known))
            return
        await self._table.bot(seat, level or None)

    async def _send_away(self, number: str) -> None:
        seat = _seat(number)
        if seat is None:
            self.say(_("Type the number of a seat behind “{word}”.").format(word=word_for(Do.FREE)))
        else:
            await self._table.send_away(seat)

    async def _do(self, asked: Asked) -> Left | None:
        """Around the game."""
        table = self._table
        if await self._talk(asked):
            return None
        match asked.do:
            case Do.OTHERS:
                self.say(*host_words.others_lines(table.state))
            case Do.AGREE:
                await table.vote(True)
            case Do.REFUSE:
                await table.vote(False)
            case Do.PAUSE:
                self._later(table.pause(not table.state.paused))
            case Do.REMIND:
                await table.nudge()
                self.say(_("They have been reminded."))
            case Do.HERE:
                await self._client.enter(table.id)
            case Do.REMATCH:
                return Left.REMATCH
            case Do.RESIGN:
                return await self._resign()
            case _:
                return Left.LOBBY
        return None

    async def _get_up(self, *, sure: bool = False) -> Left:
        self._rising = True
        try:
            await self._table.leave(sure=sure)
        except HostError:
            self._rising = False
            raise
        return Left.LOBBY

    async def _resign(self) -> Left | None:
        if not self._resigning:
            self._resigning = True
            words_ = _("“{word}” again gives your seat up, for good.")
            self.say(words_.format(word=word_for(Do.RESIGN)))
            return None
        return await self._get_up(sure=True)

    def _later(self, asked: Awaitable[object]) -> None:
        """Ask for something that others have to agree to; the person may go on typing."""

        async def done() -> None:
            try:
                await asked
            except HostError as error:
                self.say(host_says.trouble(error))

        self._asking = asyncio.ensure_future(done())


async def say_phrase(
    text: str, where: HostClient | RemoteTable, speak: Callable[..., None]
) -> None:
    """Say the phrase of this number, or hear which there are."""
    if text.isdecimal() and 1 <= int(text) <= len(PHRASES):
        await where.say(PHRASES[int(text) - 1])
    else:
        speak(*host_words.phrase_lines())


def _seat(text: str) -> int | None:
    """A seat by its number, counted from 1."""
    return int(text) - 1 if text.isdecimal() and int(text) else None

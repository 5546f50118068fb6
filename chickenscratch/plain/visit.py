"""A visit to a host in lines: the lobby, and from there to tables and back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from chickenscratch.bots.levels import LEVELS
from chickenscratch.config import Settings
from chickenscratch.core.text import Sentence
from chickenscratch.host import words
from chickenscratch.host.asking import Refusal
from chickenscratch.host.client import HostClient, HostError, HostRefusedError
from chickenscratch.host.shapes import Listed, Stage, TableSettings
from chickenscratch.host.sockets import SocketError
from chickenscratch.locale import N_, _
from chickenscratch.locale.numbers import one_of
from chickenscratch.locale.reasons import say
from chickenscratch.plain import host_words
from chickenscratch.plain.commands import Unknown
from chickenscratch.plain.console import Console
from chickenscratch.plain.host_commands import LOBBY, Asked, Do, help_lines, understand, word_for
from chickenscratch.plain.host_table import HostTable, Left, say_phrase
from chickenscratch.plain.live import LiveConsole, tell
from chickenscratch.plain.questions import BackError, ClosedError, Questions
from chickenscratch.plain.setting_up import SettingUp
from chickenscratch.plain.table import Outcome
from chickenscratch.plain.text import clean

Connect = Callable[[], Awaitable[HostClient]]

_NO_HOST = N_("There is no host to play at: {reason}")


def run(
    settings: Settings, connect: Connect, table: str | None = None, console: Console | None = None
) -> int:
    """Visit a host until that is enough; gives the exit code."""
    here = console or LiveConsole()
    try:
        return asyncio.run(visit(settings, connect, here, table))
    except KeyboardInterrupt:
        return 130


async def visit(
    settings: Settings, connect: Connect, console: Console, table: str | None = None
) -> int:
    """The same in a loop that runs already."""
    try:
        client = await connect()
    except SocketError as error:
        console.say(say(Sentence(_NO_HOST, {"reason": say(error.sentence)})))
        return 1
    except HostError as error:
        console.say(words.trouble(error))
        return 1
    try:
        return await Visit(client, console, settings).run(table)
    finally:
        await client.close()


class Visit:
    """One person at a host."""

    def __init__(self, client: HostClient, console: Console, settings: Settings) -> None:
        self._client = client
        self._console = console
        self._settings = settings
        self._ask = Questions(console)
        self._tables: tuple[Listed, ...] = ()
        """The tables by the numbers that were said last."""
        self._gone = asyncio.Event()
        self._at_table = False

    async def run(self, table: str | None = None) -> int:
        """Until it is left; gives the exit code. `table`: where to go first."""
        self._say(*host_words.greeting(self._client))
        try:
            await self._client.follow()
        except HostError as error:
            self._say(words.trouble(error))
            return 1
        tasks = [
            asyncio.create_task(follow())
            for follow in (self._said, self._notices, self._nudges, self._online)
        ]
        try:
            if table is not None:
                await self._heard(f"join {table}")
            else:
                self._list()
                self._say(_("“help” says what can be typed here."))
            await self._listen()
        except ClosedError:
            pass
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._gone.is_set():
            self._say(words.farewell(self._client.farewell))
            return 1
        return 0

    async def _listen(self) -> None:
        gone = asyncio.create_task(self._gone.wait())
        try:
            while not self._gone.is_set():
                line = asyncio.ensure_future(self._console.ask())
                await asyncio.wait((line, gone), return_when=asyncio.FIRST_COMPLETED)
                if not line.done():
                    line.cancel()
                    await asyncio.wait((line,))
                    return
                typed = line.result()
                if typed is None or await self._heard(typed):
                    return
        finally:
            gone.cancel()

    def _say(self, *lines: str) -> None:
        for line in lines:
            tell(self._console, line)

    async def _said(self) -> None:
        async for line in self._client.said():
            if not self._at_table:
                self._say(host_words.chat_line(line))

    async def _notices(self) -> None:
        async for text in self._client.notices():
            self._say(clean(text))

    async def _nudges(self) -> None:
        async for nudge in self._client.nudges():
            if not self._at_table:
                names = {each.table: each for each in self._client.lobby.tables}
                listed = names.get(nudge.table)
                name = nudge.table if listed is None else host_words.title_of(listed)
                self._say(_("It is your turn at {table}.").format(table=name))

    async def _online(self) -> None:
        before = True
        async for online in self._client.onlines():
            if before and not online:
                self._say(_("The connection is lost; trying again…"))
            elif online and not before:
                self._say(_("The connection is back."))
            before = online
        self._gone.set()

    def _list(self) -> None:
        lobby = self._client.lobby
        self._tables = lobby.tables
        self._say(*host_words.lobby_lines(lobby.tables, lobby.people, self._client))

    async def _heard(self, line: str) -> bool:
        """Do what a line means; True to leave. Raises ClosedError."""
        asked = understand(line, LOBBY)
        if isinstance(asked, Unknown):
            self._say(asked.sentence)
            return False
        if asked is None:
            asked = Asked(Do.LIST)
        try:
            return await self._do(asked)
        except HostError as error:
            self._say(words.trouble(error))
        except BackError:
            pass
        return False

    async def _do(self, asked: Asked) -> bool:
        client, rest = self._client, asked.rest
        match asked.do:
            case Do.LIST:
                self._list()
            case Do.JOIN | Do.WATCH:
                await self._join(rest, watch=asked.do is Do.WATCH)
            case Do.FINISHED:
                self._tables = (await client.finished()).games
                self._say(*host_words.finished_lines(self._tables))
            case Do.REPLAY:
                await self._replay(rest)
            case Do.NEW:
                settings, word = await self._new()
                await self._go(await client.create(settings, word))
            case Do.USUAL:
                await self._go(await client.usual())
            case Do.SAY if rest:
                await client.say(rest)
            case Do.SAY:
                self._say(
                    _("Type what you want to say behind “{word}”.").format(word=word_for(Do.SAY))
                )
            case Do.PHRASE:
                await say_phrase(rest, client, self._say)
            case Do.WHO:
                self._say(*host_words.people_lines(client.lobby.people, client))
            case Do.FRIEND if rest:
                await client.befriend(rest, rest not in client.friends)
                self._say(*host_words.people_lines(client.lobby.people, client))
            case Do.IGNORE if rest:
                await client.ignore(rest, rest not in client.ignores)
                self._say(*host_words.people_lines(client.lobby.people, client))
            case Do.NAME if rest:
                await client.rename(rest)
                self._say(_("Now you are {name}.").format(name=clean(client.you.name)))
            case Do.KEYS:
                keys = await client.keys()
                self._say(*map(clean, keys or [_("You came without a key.")]))
            case Do.CODE:
                code = (await client.new_code()).code
                self._say(_("The code is {code}; it does not last long.").format(code=clean(code)))
            case Do.LINK if rest:
                await client.link(rest)
                self._say(*host_words.greeting(client))
            case Do.HELP:
                self._say(*help_lines(LOBBY))
            case Do.QUIT:
                return True
            case _:
                self._say(_("Type a name or a code behind that word."))
        return False

    async def _join(self, rest: str, *, watch: bool) -> None:
        name, _space, word = rest.partition(" ")
        table = self._called(name)
        if table is None:
            self._say(_("Type the number or the name of a table; “{word}” says them.").format(
                word=word_for(Do.LIST)
            ))  # fmt: skip
            return
        await self._go(table, word.strip() or None, watch=watch)

    async def _replay(self, name: str) -> None:
        """Look at a finished game, with everybody else who does."""
        from chickenscratch.core.record import RecordError, read_games
        from chickenscratch.plain.host_replay import HostReplay

        table = self._called(name)
        if table is None:
            raise HostRefusedError(Refusal.NO_TABLE)
        lines = await self._client.record(table)
        entered = await self._client.enter(table)
        ascii_only = self._settings.ascii or not self._console.unicode
        self._at_table = True
        try:
            record = next(read_games(lines))
            replay = HostReplay(self._console, record, entered, ascii_only=ascii_only)
            outcome = await replay.run()
        except (RecordError, StopIteration):
            self._say(_("The record of that game cannot be read."))
            return
        finally:
            self._at_table = False
            await self._leave(table, seen=False)
        if outcome is Outcome.CLOSED:
            raise ClosedError
        self._say(_("You are in the lobby."))

    def _called(self, name: str) -> str | None:
        """The id of the table that is meant."""
        if name.isdecimal() and 1 <= int(name) <= len(self._tables):
            return self._tables[int(name) - 1].table
        tables = self._client.lobby.tables
        titled = [t.table for t in tables if t.title.casefold() == name.casefold()]
        if len(titled) == 1:
            return titled[0]
        good = name.isascii() and name.isalnum() and len(name) <= 16
        return name.casefold() if good else None

    async def _go(self, table: str, word: str | None = None, *, watch: bool = False) -> None:
        """Be at a table until it is left."""
        try:
            entered = await self._client.enter(table, word)
        except HostRefusedError as error:
            if error.why is not Refusal.WRONG_WORD or word is not None:
                raise
            word = await self._ask.text(_("The word of this table?"))
            entered = await self._client.enter(table, word)
        free = any(who.name is None and who.level is None for who in entered.state.seats)
        waiting = entered.state.stage is Stage.GATHERING
        if waiting and free and entered.state.you is None and not watch:
            await entered.sit(word=word)
        ascii_only = self._settings.ascii or not self._console.unicode
        self._at_table = True
        left, again = Left.LOBBY, None
        try:
            left = await HostTable(
                self._client, entered, self._console, ascii_only=ascii_only
            ).run()
            if left is Left.REMATCH:
                again = await entered.rematch()
        finally:
            self._at_table = False
            await self._leave(table, seen=entered.state.stage.over)
        if left is Left.CLOSED:
            raise ClosedError
        if again is not None:
            await self._go(again)
        else:
            self._say(_("You are in the lobby."))

    async def _leave(self, table: str, *, seen: bool) -> None:
        from chickenscratch.host import asking, telling

        try:
            if seen:
                await self._client.ask(asking.Seen(table=table), telling.Done)
            await self._client.exit(table)
        except HostError:
            pass  # it is gone, or one only watched

    async def _new(self) -> tuple[TableSettings, str | None]:
        """What a new table is to be like. Raises BackError and ClosedError."""
        ask = self._ask
        title = clean(await ask.text(_("What is the table called? Enter: the host finds a name.")))
        rules = await SettingUp(ask, self._settings, Path()).rules()
        counts = rules.seats
        usual = min(counts, key=lambda count: (abs(count - 4), count))
        words_ = _("How many sit at the table? {counts}. Enter: {usual}.")
        question = words_.format(counts=one_of(counts), usual=usual)
        seats = usual
        while True:
            seats = await ask.number(question, counts[0], counts[-1], usual)
            if seats in counts:
                break
        bots = await ask.number(
            _("How many of them are computer players? Enter: none."), 0, seats - 1, 0
        )
        level = ""
        if bots:
            names = list(LEVELS)
            words_ = _("Of which level? {names}. Enter: {usual}.")
            level = await ask.one_of(
                words_.format(names=one_of(names), usual=names[2]), names, names[2]
            )
        word = clean(
            await ask.text(_("A word that lets people sit down? Enter: anybody may sit down."))
        )
        settings = TableSettings(
            title=title, rules=rules, seats=seats, bots=(level,) * bots, public=not word
        )
        return settings, word or None

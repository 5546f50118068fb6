"""A visit to a host: from the lobby to tables and back, as often as wanted."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from textual.screen import Screen

from chickenscratch.company import recall
from chickenscratch.core.record import RecordError, read_games
from chickenscratch.core.text import Sentence
from chickenscratch.host import asking, telling, words
from chickenscratch.host.asking import Refusal
from chickenscratch.host.client import HostClient, HostError, HostRefusedError, RemoteTable
from chickenscratch.host.shapes import Listed, Stage
from chickenscratch.host.sockets import SocketError
from chickenscratch.locale import N_, _
from chickenscratch.locale.reasons import say
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.screens import lobby
from chickenscratch.tui.screens.ask import AskScreen
from chickenscratch.tui.screens.lobby import LobbyScreen
from chickenscratch.tui.screens.talk import Talk

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp

Connect = Callable[[], Awaitable[HostClient]]
"""Gives a connection to a host. Raises SocketError and HostError."""

_TABLE: Final = re.compile(r"[a-z0-9]{1,16}")
_NO_HOST: Final = N_("There is no host to play at: {reason}")


class Visiting:
    """One visit. What happens in it is shown by the application `app`."""

    def __init__(
        self,
        app: ChickenApp,
        connect: Connect,
        *,
        table: str | None = None,
        settings_file: Path | None = None,
    ) -> None:
        """`table`: the table to go to first, by its id or its name."""
        self._app = app
        self._connect = connect
        self._table = table
        self._settings_file = settings_file
        self._talks: dict[str, Talk] = {}
        self._news = ""

    async def run(self) -> str:
        """Until the person leaves; gives what they should be told, such as that there is no host.
        Call it in a worker."""
        try:
            client = await self._connect()
        except SocketError as error:
            return say(Sentence(_NO_HOST, {"reason": say(error.sentence)}))
        except HostError as error:
            return words.trouble(error)
        try:
            await self._spend(client)
            return "" if client.online else words.farewell(client.farewell)
        finally:
            await client.close()

    async def _spend(self, client: HostClient) -> None:
        if client.new:
            said = _("Welcome! Here you are {name}; {key} changes that.")
            self._news = said.format(name=client.you.name, key="m")
        lobby_talk = Talk(client)
        if self._table is not None:
            await self._try(lambda: self._find(client, self._table or ""))
        while True:
            screen = LobbyScreen(client, news=self._news, talk=lobby_talk)
            choice = await self._app.push_screen_wait(screen)
            self._news = ""
            if isinstance(choice, lobby.Leave):
                return
            await self._try(lambda choice=choice: self._do(client, choice))  # type: ignore[misc]

    async def _try(self, what: Callable[[], Awaitable[None]]) -> None:
        """Do something; if the host refuses, tell why."""
        try:
            await what()
        except HostError as error:
            self._news = words.trouble(error)

    async def _do(self, client: HostClient, choice: lobby.Choice) -> None:
        match choice:
            case lobby.Open(table, watch):
                await self._go(client, table, watch=watch)
            case lobby.Replay(table):
                await self._replay(client, table)
            case lobby.Finished():
                from chickenscratch.tui.screens.finished import FinishedScreen

                chosen = await self._app.push_screen_wait(FinishedScreen(client))
                if chosen is not None:
                    await self._replay(client, chosen)
            case lobby.NewTable():
                await self._create(client)
            case lobby.UsualTable():
                await self._go(client, await client.usual())
            case lobby.ByName():
                await self._ask_table(client)
            case lobby.Myself():
                from chickenscratch.tui.screens.myself import MyselfScreen

                await self._app.push_screen_wait(MyselfScreen(client))
            case lobby.Settings():
                from chickenscratch.tui.screens.settings import SettingsScreen

                await self._app.push_screen_wait(SettingsScreen(self._settings_file))
            case lobby.Leave():
                pass

    async def _create(self, client: HostClient) -> None:
        from chickenscratch.tui.screens.create import CreateScreen

        rules = recall(self._app.settings, self._settings_file).rules
        screen = CreateScreen(rules, client.you.name)
        if await self._app.push_screen_wait(screen) is not None and screen.created is not None:
            settings, word = screen.created
            await self._go(client, await client.create(settings, word))

    async def _ask_table(self, client: HostClient) -> None:
        about = [_("Write the name of a table as the lobby has it, or its short sign.")]
        name = await self._app.push_screen_wait(AskScreen(_("GO TO A TABLE"), about, most=40))
        if name is not None:
            await self._find(client, name)

    async def _find(self, client: HostClient, name: str) -> None:
        """Go to a table by its name or its id."""
        await client.follow()
        called = [t.table for t in client.lobby.tables if t.title.casefold() == name.casefold()]
        table = called[0] if len(called) == 1 else name.casefold()
        if not _TABLE.fullmatch(table):
            raise HostRefusedError(Refusal.NO_TABLE)
        await self._go(client, table)

    async def _enter(self, client: HostClient, table: str) -> RemoteTable | None:
        """Enter a table, with its word if it wants one; None if the person does not know it."""
        word: str | None = None
        while True:
            try:
                entered = await client.enter(table, word)
                if word is not None and entered.state.stage is Stage.GATHERING:
                    await self._sit(entered, word)
                return entered
            except HostRefusedError as error:
                if error.why is not Refusal.WRONG_WORD:
                    raise
            wrong = [] if word is None else [_("That is not the word of this table.")]
            about = [*wrong, _("This table is for those who know its word.")]
            word = await self._app.push_screen_wait(AskScreen(_("THE WORD OF THE TABLE"), about))
            if word is None:
                return None

    async def _sit(self, table: RemoteTable, word: str | None = None) -> None:
        """Take a free seat, if there is one."""
        free = any(who.name is None and who.level is None for who in table.state.seats)
        if table.state.you is None and free:
            await table.sit(word=word)

    async def _go(self, client: HostClient, table_id: str, *, watch: bool = False) -> None:
        """Be at a table until it is left."""
        listed = {table.table: table for table in client.lobby.tables}.get(table_id)
        if listed is not None and listed.stage in (Stage.ENDED, Stage.DAMAGED):
            await self._dismiss_ended(client, listed)
            return
        table = await self._enter(client, table_id)
        if table is None:
            return
        again: str | None = None
        try:
            if table.state.stage is Stage.GATHERING and not watch and table.state.settings.public:
                await self._sit(table)
            again = await self._stay(client, table)
        finally:
            await self._leave(client, table_id)
        if again is not None:
            await self._go(client, again)

    async def _leave(self, client: HostClient, table_id: str) -> None:
        if client.online:
            await self._try(lambda: client.exit(table_id))

    async def _stay(self, client: HostClient, table: RemoteTable) -> str | None:
        """Wait for the others, then play. Gives the id of the table of a rematch."""
        from chickenscratch.tui.screens.hosted_table import HostedTableScreen
        from chickenscratch.tui.screens.room import RoomScreen

        talk = self._talks.setdefault(table.id, Talk(table))
        talk.where = table
        while True:
            if table.state.stage is Stage.GATHERING:
                outcome = await self._app.push_screen_wait(RoomScreen(client, table, talk=talk))
                if outcome == "gone":
                    self._news = _("There is no such table any more.")
                if outcome != "play":
                    return None
            link = await table.dealt()
            screen = HostedTableScreen(client, table, link, settings=self._app.settings, talk=talk)
            await self._app.push_screen_wait(screen)
            match screen.why:
                case "again":
                    continue
                case "rematch":
                    await self._seen(client, table)
                    return await table.rematch()
                case "gone":
                    self._news = _("The table is closed: {reason}").format(
                        reason=words.farewell(client.farewell)
                        if not client.online
                        else _("the game ended early.")
                    )
                case _:
                    pass
            if table.state.stage is Stage.FINISHED:
                await self._seen(client, table)
            return None

    async def _seen(self, client: HostClient, table: RemoteTable) -> None:
        if table.state.you is not None:
            await self._try(table.seen)

    async def _dismiss_ended(self, client: HostClient, listed: Listed) -> None:
        """A game without a result has nothing to be looked at."""
        self._news = words.ended_words(listed.stage)
        if listed.yours is not None:
            await client.ask(asking.Seen(table=listed.table), telling.Done)

    async def _replay(self, client: HostClient, table: str) -> None:
        """Look at a finished game step by step, together with everybody else who does."""
        from chickenscratch.tui.screens.replay_frames import frames_of
        from chickenscratch.tui.screens.shared_replay import SharedReplayScreen

        lines = await client.record(table)
        try:
            record = next(read_games(lines))
        except (RecordError, StopIteration):
            self._news = _("The record of that game cannot be read.")
            return
        frames = frames_of(record)
        entered = await client.enter(table)
        try:
            screen = SharedReplayScreen(entered, record.header, frames, title=table)
            await self._app.push_screen_wait(screen)
        finally:
            await self._leave(client, table)


class Visit(Screen[object]):
    """The bare ground under the screens of a visit, where that is all there is."""

    def __init__(
        self, connect: Connect, *, table: str | None = None, settings_file: Path | None = None
    ) -> None:
        """`table`: where to go first. `settings_file`: where changes of the settings go."""
        super().__init__()
        self.input_gate = Gate()
        self.input_gate.close()
        self._connect = connect
        self._first = table
        self._settings_file = settings_file

    @property
    def chicken(self) -> ChickenApp:
        return cast("ChickenApp", self.app)

    def on_mount(self) -> None:
        if self._settings_file is not None:
            self.chicken.settings_file = self._settings_file
        self.run_worker(self._spend(), exit_on_error=True)

    async def _spend(self) -> None:
        visiting = Visiting(
            self.chicken, self._connect, table=self._first, settings_file=self._settings_file
        )
        news = await visiting.run()
        self.app.exit(int(bool(news)), int(bool(news)), news or None)

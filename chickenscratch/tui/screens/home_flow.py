"""An evening: from the home screen to a table and back again, as often as wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from textual.screen import Screen

from chickenscratch.company import own_name, quick_game
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleError
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.reasons import say
from chickenscratch.store import InUseError, OpenedGame, Save, Shelf, ShelfList, StoreError
from chickenscratch.store.branch import is_branch
from chickenscratch.store.records import RecordedGame, games_in
from chickenscratch.store.windows import asked_for
from chickenscratch.table.local import LocalTable, open_table, resume
from chickenscratch.table.players import PACES, Brain
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.screens.history_flow import Archive
from chickenscratch.tui.screens.what_next import EXPORTS, Again, BranchOff

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.home import Choice
    from chickenscratch.tui.screens.table import TableScreen


_Next = TableSetup | Path | OpenedGame | None
"""What is to be played next: a new table, a kept game, or one that is held already."""

LOOK_EVERY: Final = 1.0
"""Seconds between two looks whether another window wants the game."""


class Evening(Screen[object]):
    """The bare ground under all other screens. It leads from one to the next."""

    def __init__(
        self,
        pool: Brain,
        shelf: Shelf,
        *,
        settings_file: Path | None = None,
        first: TableSetup | Path | RecordedGame | None = None,
        host: Callable[[], Path | None] = lambda: None,
    ) -> None:
        """`first`: the table, the saved game or the replay to begin with, instead of the home
        screen; when it has been left, the evening is over. `settings_file`: where the last set-up
        is kept. `host`: finds the socket of a host where others play."""
        super().__init__()
        self.input_gate = Gate()
        self.input_gate.close()
        self._pool = pool
        self._shelf = shelf
        self._settings_file = settings_file
        self._first = first
        self._host = host
        self._news = ""
        self._save: Save | None = None
        self._branches: dict[Path, BranchOff] = {}

    @property
    def _archive(self) -> Archive:
        return Archive(self.app, self._shelf, self._branches)

    @property
    def chicken(self) -> ChickenApp:
        return cast("ChickenApp", self.app)

    def on_mount(self) -> None:
        self.chicken.settings_file = self._settings_file
        self.chicken.exports = self._shelf.folder.parent / EXPORTS
        self.run_worker(self._spend(), exit_on_error=True)

    async def _spend(self) -> None:
        first = self._first
        wanted: _Next = None
        if isinstance(first, RecordedGame):
            wanted = await self._archive.watch(first)
            if wanted is None:
                self.app.exit(0)
                return
        else:
            wanted = first
        while True:
            if wanted is None:
                wanted = await self._choose()
                if wanted is None:
                    break
            wanted = await self._play(wanted)
            if wanted is None and self._first is not None and not self._news:
                break
        self.app.exit(0)

    async def _choose(self) -> _Next:
        """What is chosen on the home screen: a game, or None to leave."""
        from chickenscratch.tui.screens import home

        while True:
            saves = self._saves()
            screen = home.HomeScreen(
                saves, news=self._news, first_time=self._is_new(saves),
                together=self._host() is not None,
            )  # fmt: skip
            choice = await self.app.push_screen_wait(screen)
            self._news = ""
            match choice:
                case home.Continue(path):
                    return path
                case home.Discard(path):
                    self._news = self._throw_away(path)
                case home.QuickGame():
                    return quick_game(self.chicken.settings)
                case home.PlayTogether():
                    await self._visit()
                case home.Leave():
                    return None
                case home.Browse():
                    found = await self._archive.browse()
                    if found is not None:
                        return found
                case _:
                    setup = await self._look_at(choice)
                    if setup is not None:
                        return setup

    async def _visit(self) -> None:
        """Play with others at the host of this machine, if it is still there."""
        from chickenscratch.host.client import HostClient
        from chickenscratch.tui.screens.visit import Visiting

        socket = self._host()
        if socket is None:
            self._news = _("No host is running any more.")
            return
        visiting = Visiting(
            self.chicken, lambda: HostClient.connect(socket), settings_file=self._settings_file
        )
        self._news = await visiting.run()

    async def _look_at(self, choice: Choice) -> TableSetup | None:
        """Rules and the like, from which one usually comes back to the home screen."""
        from chickenscratch.tui.screens import home

        if isinstance(choice, home.Learn):
            from chickenscratch.tui.screens.lesson import teach

            if await teach(self.chicken):
                self._news = _(
                    "That was all there is to learn. Now play: p deals a game against gentle hens."
                )
            return None
        if isinstance(choice, home.Watch):
            from chickenscratch.tui.screens.watch import WatchScreen

            while True:
                screen = WatchScreen(self._pool, self.chicken.settings)
                if await self.app.push_screen_wait(screen) != "rematch":
                    return None
        if isinstance(choice, home.ChangeSettings):
            from chickenscratch.tui.screens.settings import SettingsScreen

            await self.app.push_screen_wait(SettingsScreen(self._settings_file))
            return None
        if isinstance(choice, home.LookBack):
            from chickenscratch.tui.screens.statistics import show_statistics

            await show_statistics(self.app, self._shelf.folder, own_name(self.chicken.settings))
            return None
        if isinstance(choice, home.KeepScore):
            from chickenscratch.tui.screens.keeper_flow import keep_score

            sheets = self._shelf.folder.parent / "sheets"
            await keep_score(self.app, sheets, own_name(self.chicken.settings))
            return None
        if isinstance(choice, home.SetUpGame):
            from chickenscratch.company import recall, remember
            from chickenscratch.tui.screens.setup import SetupScreen

            start = recall(self.chicken.settings, self._settings_file)
            setup = await self.app.push_screen_wait(SetupScreen(start))
            if setup is not None and self._settings_file is not None:
                self._news = remember(self._settings_file, setup)
            return setup
        from chickenscratch.tui.screens.rules import RulesScreen

        rules = PRESETS["chicken-scratch"].rules
        await self.app.push_screen_wait(RulesScreen(rules, 4))
        return None

    def _throw_away(self, path: Path) -> str:
        """Delete a saved game; gives what is to be said about it."""
        try:
            self._shelf.open(path).save.close()  # not while it is played in another window
            path.unlink(missing_ok=True)
        except StoreError as error:
            return say(error.sentence)
        except OSError as error:
            words = _("The game cannot be thrown away: {reason}.")
            return words.format(reason=error.strerror or error)
        return _("The game has been thrown away.")

    def _is_new(self, saves: ShelfList) -> bool:
        """Whether nothing here was ever played or changed."""
        file = self._settings_file
        return file is not None and not file.exists() and not saves.games and not saves.refused

    def _saves(self) -> ShelfList:
        try:
            return self._shelf.contents()
        except StoreError as error:
            return ShelfList((), (error,))

    async def _play(self, wanted: TableSetup | Path | OpenedGame) -> _Next:
        """Sit at a table until it is left. Gives what is to be played after it, if anything."""
        from chickenscratch.tui.screens.table import TableScreen

        try:
            table = self._open(wanted)
        except InUseError:
            assert isinstance(wanted, Path)
            return await self._follow(wanted)
        except (StoreError, RuleError) as error:
            self._news = say(error.sentence)
            return None
        try:
            screen = TableScreen(
                table.people or (table.watch(),),
                hurry=table.hurry,
                settings=self.chicken.settings,
                mark=self._mark(wanted, practice=table.setup.practice),
            )
            self._watch_for_others(screen)
            outcome = await self.app.push_screen_wait(screen)
        finally:
            await table.close()
        match outcome:
            case "taken":
                self._news = _("This game goes on in another window; choose it to watch.")
                return None
            case "rematch":
                return table.setup._replace(seed=None)
            case Again() | BranchOff():
                archive = self._archive
                found = await archive.follow(outcome)
                self._news = archive.news
                return found
            case _ if isinstance(wanted, Path):
                archive = self._archive
                found = await archive.back_from(wanted)
                self._news = archive.news
                return found
            case _:
                return None

    async def _follow(self, path: Path) -> OpenedGame | None:
        """Watch a game that another window plays, until it is left or can be played here."""
        from chickenscratch.table.follow import FollowedTable
        from chickenscratch.tui.screens.follow import FollowScreen

        screen: FollowScreen | None = None

        def taken() -> None:
            if screen is not None:
                self._close(screen)

        try:
            table = FollowedTable(self._shelf, path, taken=taken)
        except StoreError as error:
            self._news = say(error.sentence)
            return None
        try:
            screen = FollowScreen(table, self.chicken.settings)
            await self.app.push_screen_wait(screen)
            opened = table.opened()
        finally:
            await table.close()
        return opened

    def _watch_for_others(self, screen: TableScreen) -> None:
        """Look now and then whether another window wants this game, and let it go then."""

        def look() -> None:
            path = None if self._save is None else self._save.path
            if screen not in self.app.screen_stack:
                return
            if path is not None and asked_for(path):
                self._close(screen)
            else:
                self.chicken.clock.after(LOOK_EVERY, look)

        self.chicken.clock.after(LOOK_EVERY, look)

    def _close(self, screen: TableScreen) -> None:
        """End a table, whatever lies over it."""
        while self.app.screen is not screen:
            self.app.pop_screen()
        screen.dismiss("taken")

    def _mark(self, wanted: TableSetup | Path | OpenedGame, *, practice: bool) -> str:
        """What the title says of a game that is no ordinary one."""
        path = wanted.save.path if isinstance(wanted, OpenedGame) else wanted
        if isinstance(path, Path) and is_branch(path):
            return _("WHAT IF")
        return _("FREE PRACTICE") if practice else ""

    def _open(self, wanted: TableSetup | Path | OpenedGame) -> LocalTable:

        def pace(view: SeatView) -> float:
            return PACES[self.chicken.settings.pace](view)  # it may be changed while playing

        if not isinstance(wanted, TableSetup):
            saved = self._shelf.open(wanted) if isinstance(wanted, Path) else wanted
            self._save = saved.save
            return resume(saved, brain=self._pool, pace=pace)
        self._save = self._shelf.new()
        return open_table(wanted, brain=self._pool, pace=pace, recorder=self._save)

    def recorded_game(self) -> RecordedGame | None:
        """The record of the game that was played last, as far as it is on the disk."""
        path = None if self._save is None else self._save.path
        try:
            return None if path is None else games_in(path)[0]
        except StoreError:
            return None

"""From the list of games to a replay, an export, the same deals again or another way, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, cast

from chickenscratch.company import gentle, same_deal
from chickenscratch.core.record import RecordError
from chickenscratch.locale import _
from chickenscratch.locale.reasons import say
from chickenscratch.store import Shelf, ShelfList, StoreError
from chickenscratch.store.branch import branch_off
from chickenscratch.store.records import RecordedGame, games_in
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.screens.history import HistoryScreen, Wanted
from chickenscratch.tui.screens.what_next import Again, BranchOff

if TYPE_CHECKING:
    from textual.app import App

    from chickenscratch.tui.app import ChickenApp

Next = TableSetup | Path | None
"""A table to sit down at, a saved game to go on with, or nothing."""


class Archive:
    """The games that are kept, for somebody who looks through them."""

    def __init__(
        self, app: App[object], shelf: Shelf, branches: dict[Path, BranchOff] | None = None
    ) -> None:
        """`branches`: where the games that are another way have left theirs; new ones are noted
        in it."""
        self._app = cast("ChickenApp", app)
        self._shelf = shelf
        self._branches = {} if branches is None else branches
        self.news = ""
        """Why something could not be done."""

    async def browse(self) -> Next:
        """Look through the games until one is to be played, or enough is seen."""
        at: Path | None = None
        while True:
            saves = self._saves()
            news, self.news = self.news, ""
            wanted = await self._app.push_screen_wait(HistoryScreen(saves, at=at, news=news))
            if wanted is None:
                return None
            at = wanted.path
            found = await self._do(wanted, saves)
            if found is not None:
                return found

    def _saves(self) -> ShelfList:
        try:
            return self._shelf.contents()
        except StoreError as error:
            self.news = say(error.sentence)
            return ShelfList((), ())

    async def _do(self, wanted: Wanted, saves: ShelfList) -> Next:
        if wanted.act == "open" and any(g.path == wanted.path for g in saves.unfinished):
            return wanted.path
        try:
            game = games_in(wanted.path)[0]
        except StoreError as error:
            self.news = say(error.sentence)
            return None
        match wanted.act:
            case "open":
                return await self.watch(game)
            case "export":
                await self.export(game)
                return None
            case "again" | "others":
                setup = same_deal(game.record.header, game.seed, self._app.settings)
                return await self.follow(Again(setup, ask=wanted.act == "others"))

    async def export(self, game: RecordedGame) -> None:
        """Offer the documents of a game."""
        from chickenscratch.tui.screens.export import ExportScreen, GameSource

        if self._app.exports is not None:
            await self._app.push_screen_wait(ExportScreen(GameSource(game), self._app.exports))

    async def back_from(self, path: Path) -> Next:
        """After a game that was another way: the replay, where it was left. Once for each."""
        left = self._branches.pop(path, None)
        return None if left is None else await self.watch(left.game, left.line)

    async def watch(self, game: RecordedGame, line: int = 0) -> Next:
        """Show a recorded game from that line of its file on; gives what is to be played next."""
        from chickenscratch.tui.screens.replay import ReplayScreen
        from chickenscratch.tui.screens.replay_frames import frames_of

        try:
            frames = await asyncio.to_thread(frames_of, game.record)
        except RecordError as error:
            self.news = f"{game.name}: {say(error.sentence)}"
            return None
        if not frames:
            self.news = _("{file}: nothing has been dealt in this game yet.").format(file=game.name)
            return None
        at = sum(frame.line <= line for frame in frames) - 1
        screen = ReplayScreen(game.record.header, frames, at=at, title=game.name, game=game)
        return await self.follow(await self._app.push_screen_wait(screen))

    async def follow(self, wanted: Again | BranchOff | None) -> Next:
        """What is to be played, after asking what has to be asked."""
        match wanted:
            case None:
                return None
            case Again(setup, ask=False):
                return setup
            case Again(setup):
                from chickenscratch.tui.screens.setup import SetupScreen

                return await self._app.push_screen_wait(SetupScreen(setup))
            case BranchOff(game, line, seat):
                try:
                    path = branch_off(self._shelf, game, line, [seat], gentle())
                except StoreError as error:
                    self.news = say(error.sentence)
                    return None
                self._branches[path] = wanted
                return path

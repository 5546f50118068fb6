"""From a set-up, or a saved game, to a table and away from it again."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import Final

from chickenscratch.config import Settings
from chickenscratch.core.rules import RuleError
from chickenscratch.locale import _
from chickenscratch.locale.reasons import say
from chickenscratch.plain.console import Console
from chickenscratch.plain.table import Outcome, Session
from chickenscratch.plain.text import folded
from chickenscratch.store import InUseError, OpenedGame, Save, Shelf, StoreError
from chickenscratch.store.windows import ask_for, asked_for, settle
from chickenscratch.table.coaching import Coach
from chickenscratch.table.local import LocalTable, open_table, resume
from chickenscratch.table.players import PACES, Brain
from chickenscratch.table.setup import TableSetup

WINDOW: Final = math.inf
"""Nobody is hurried here: a call that was forgotten is caught when its person was asked for it."""

_HERE: Final = ("here", "qui")
LOOK_EVERY: Final = 0.5
"""Seconds between two tries to get a game from another window."""
LOOKS: Final = 20


class Patience:
    """How computer players wait: for a while, or until they may catch a person."""

    def __init__(self) -> None:
        self._allowed = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        if seconds == WINDOW:
            await self._allowed.wait()
        else:
            await asyncio.sleep(seconds)

    def may_catch(self, allowed: bool) -> None:
        """Whether they may now."""
        if allowed:
            self._allowed.set()
        else:
            self._allowed.clear()


class Parlour:
    """Where tables are opened and left."""

    def __init__(
        self,
        console: Console,
        settings: Settings,
        shelf: Shelf,
        brain: Brain,
        coach: Coach | None = None,
    ) -> None:
        self._console = console
        self._settings = settings
        self._shelf = shelf
        self._brain = brain
        self._coach = coach

    async def play(self, wanted: TableSetup | Path) -> Outcome:
        """Sit at a table until the game ends or is left. What cannot be opened is said."""
        patience = Patience()
        try:
            try:
                table, save = self._open(wanted, patience)
            except InUseError as error:
                self._console.say(say(error.sentence))
                assert isinstance(wanted, Path)
                opened = await self._take_over(wanted)
                if opened is None:
                    return Outcome.OVER
                table, save = self._open(opened, patience)
        except (StoreError, RuleError) as error:
            self._console.say(say(error.sentence))
            return Outcome.OVER
        session = Session(
            table.people or (table.watch(),),
            self._console,
            ascii_only=self._settings.ascii or not self._console.unicode,
            may_catch=patience.may_catch,
            let_go=lambda: save.path is not None and asked_for(save.path),
            coach=self._coach,
        )
        outcome = Outcome.CLOSED
        try:
            outcome = await session.run()
        finally:
            path = save.path
            await table.close()
            if outcome is Outcome.TAKEN:
                self._console.say(_("This game goes on in another window."))
            elif outcome is not Outcome.OVER:
                self._say_kept(path, session.unsaved)
        return outcome

    async def _take_over(self, path: Path) -> OpenedGame | None:
        """Offer to go on here with a game that another window plays."""
        self._console.say(_("Type “here” to play it here; Enter leaves it where it is."))
        line = await self._console.ask()
        if line is None or folded(line) not in _HERE:
            return None
        ask_for(path)
        try:
            for _look in range(LOOKS):
                await asyncio.sleep(LOOK_EVERY)
                try:
                    return self._shelf.open(path)
                except InUseError:
                    continue
        finally:
            settle(path)
        self._console.say(_("The other window does not answer; close it and try again."))
        return None

    def _open(
        self, wanted: TableSetup | Path | OpenedGame, patience: Patience
    ) -> tuple[LocalTable, Save]:
        pace = PACES[self._settings.pace]
        if not isinstance(wanted, TableSetup):
            saved = self._shelf.open(wanted) if isinstance(wanted, Path) else wanted
            table = resume(saved, brain=self._brain, pace=pace, window=WINDOW, sleep=patience.sleep)
            return table, saved.save
        save = self._shelf.new()
        table = open_table(
            wanted, brain=self._brain, pace=pace, recorder=save, window=WINDOW,
            sleep=patience.sleep,
        )  # fmt: skip
        return table, save

    def _say_kept(self, path: Path | None, unsaved: bool) -> None:
        if path is None or unsaved:
            self._console.say(_("The game could not be kept."))
        else:
            self._console.say(_("The game is kept; “continue” goes on with it."))

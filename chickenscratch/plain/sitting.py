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
from chickenscratch.store import Save, Shelf, StoreError
from chickenscratch.table.local import LocalTable, open_table, resume
from chickenscratch.table.players import PACES, Brain
from chickenscratch.table.setup import TableSetup

WINDOW: Final = math.inf
"""Nobody is hurried here: a call that was forgotten is caught when its person was asked for it."""


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

    def __init__(self, console: Console, settings: Settings, shelf: Shelf, brain: Brain) -> None:
        self._console = console
        self._settings = settings
        self._shelf = shelf
        self._brain = brain

    async def play(self, wanted: TableSetup | Path) -> Outcome:
        """Sit at a table until the game ends or is left. What cannot be opened is said."""
        patience = Patience()
        try:
            table, save = self._open(wanted, patience)
        except (StoreError, RuleError) as error:
            self._console.say(say(error.sentence))
            return Outcome.OVER
        session = Session(
            table.people or (table.watch(),),
            self._console,
            ascii_only=self._settings.ascii or not self._console.unicode,
            may_catch=patience.may_catch,
        )
        outcome = Outcome.CLOSED
        try:
            outcome = await session.run()
        finally:
            path = save.path
            await table.close()
            if outcome is not Outcome.OVER:
                self._say_kept(path, session.unsaved)
        return outcome

    def _open(self, wanted: TableSetup | Path, patience: Patience) -> tuple[LocalTable, Save]:
        pace = PACES[self._settings.pace]
        if isinstance(wanted, Path):
            saved = self._shelf.open(wanted)
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

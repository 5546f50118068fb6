"""What the command line runs in plain mode: the home menu, a table, a record."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from chickenscratch.bots.pool import BotPool
from chickenscratch.config import Settings
from chickenscratch.core.record import GameRecord
from chickenscratch.core.rules import RuleSet
from chickenscratch.plain.console import Console, StreamConsole
from chickenscratch.plain.home import Home
from chickenscratch.plain.keeping import Keeping
from chickenscratch.plain.questions import BackError, ClosedError
from chickenscratch.plain.replay import Replay
from chickenscratch.plain.sitting import Parlour
from chickenscratch.store import Shelf
from chickenscratch.table.setup import TableSetup


def run(
    settings: Settings,
    shelf: Shelf,
    settings_file: Path,
    first: TableSetup | Path | None = None,
    console: Console | None = None,
) -> int:
    """A table, new or saved, until it is left, else the home menu; gives the exit code."""
    _keep_quiet()
    here = console or StreamConsole()
    with closing(BotPool()) as pool:
        parlour = Parlour(here, settings, shelf, pool, pool)
        if first is not None:
            asyncio.run(parlour.play(first))
        else:
            asyncio.run(Home(here, settings, shelf, parlour, settings_file).run())
    return 0


def run_replay(settings: Settings, record: GameRecord, console: Console | None = None) -> int:
    """Step through a record. Raises RecordError if it breaks a rule; gives the exit code."""
    _keep_quiet()
    here = console or StreamConsole()
    ascii_only = settings.ascii or not here.unicode
    with closing(BotPool()) as pool:
        asyncio.run(Replay(here, record, ascii_only=ascii_only, coach=pool).run())
    return 0


def run_keeper(
    settings: Settings,
    folder: Path,
    first: tuple[RuleSet, Sequence[str]] | None = None,
    console: Console | None = None,
) -> int:
    """Keep the score of a game with real tiles. `folder`: of the sheets; `first`: the rules and
    names of a new sheet. Gives the exit code."""
    _keep_quiet()
    with suppress(BackError, ClosedError):
        asyncio.run(Keeping(console or StreamConsole(), settings, folder).keep(first))
    return 0


def _keep_quiet() -> None:
    """Leave standard error to sentences: what is logged goes nowhere unless somebody asked."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.NullHandler())

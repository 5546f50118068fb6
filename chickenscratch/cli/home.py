"""Without a command: the home screen. Also what starts the application for other commands."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chickenscratch.cli.kit import Command, Common, pass_common
from chickenscratch.locale import N_

if TYPE_CHECKING:
    from chickenscratch.config import Settings
    from chickenscratch.store.records import RecordedGame
    from chickenscratch.table.setup import TableSetup
    from chickenscratch.tui.terminal import Terminal

GAMES = "games"
"""The folder of the saved games, inside the data folder."""
HOST = "host"
"""The folder of one's own host, inside the state folder."""


@click.command(cls=Command, help=N_("The home screen: continue a game, play, set up, read."))
@pass_common
def command(common: Common) -> int:
    """Show the home screen until the person leaves."""
    settings = common.settings()
    return open_application(common, settings)


def open_application(
    common: Common, settings: Settings, first: TableSetup | Path | RecordedGame | None = None
) -> int:
    """Run the application, at the table or the replay `first` or at the home screen; gives the
    exit code.

    Where nothing can be drawn, or if that is wanted, it goes line by line.

    The computer players' processes are started before the screen is taken over: later the
    standard streams are no longer ours.
    """
    from chickenscratch.store import Shelf
    from chickenscratch.store.records import RecordedGame

    shelf = Shelf(common.paths.data / GAMES)
    if common.plainly and not isinstance(first, RecordedGame):
        from chickenscratch.plain import app as plain

        return plain.run(settings, shelf, common.settings_file, first)
    terminal = prepare(common, settings)
    from chickenscratch.bots.pool import BotPool
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.home_flow import Evening

    with BotPool() as pool:
        evening = Evening(
            pool, shelf, settings_file=common.settings_file, first=first,
            host=lambda: find_host(common),
        )  # fmt: skip
        app = ChickenApp(evening, terminal=terminal, settings=settings)
        app.coach = pool
        return run(app, settings)


def find_host(common: Common) -> Path | None:
    """The socket of the host on this machine, if one is running."""
    if sys.platform == "win32":
        return None
    from chickenscratch.host.starting import find

    return find((common.paths.state / HOST).absolute())


def prepare(common: Common, settings: Settings) -> Terminal:
    """Find out what the terminal can do and tell Textual, which must not be imported before."""
    from dataclasses import replace

    from chickenscratch.tui.terminal import Colors, environment, look

    terminal = look()
    if not common.color:
        terminal = replace(terminal, colors=Colors.NONE)
    for name, value in environment(terminal, reduced_motion=settings.reduced_motion).items():
        os.environ.setdefault(name, value)
    return terminal


def run(app: Any, settings: Settings) -> int:
    """Run an application that is ready; gives its exit code."""
    app.run(mouse=settings.mouse)
    return int(app.return_code or 0)

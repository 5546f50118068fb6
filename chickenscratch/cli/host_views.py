"""What a visitor of the SSH server gets to see: the game, on a screen or line by line.

:func:`maker` runs once in each worker, before Textual is imported there.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import finalize

if TYPE_CHECKING:
    from chickenscratch.bots.pool import BotPool
    from chickenscratch.config import Settings
    from chickenscratch.host.client import HostClient
    from chickenscratch.host.ssh.link import Link, View, ViewMaker, Visitor
    from chickenscratch.plain.channel import ChannelConsole

NAME: Final = "chickenscratch.cli.host_views:maker"
VISITORS: Final = "visitors"
GAMES: Final = "games"
SETTINGS: Final = "config.toml"
FRAMES: Final = 30
"""Frames a second; a key waits half of one on average."""
HOME: Final = ("plain.home", "tui.screens.home_flow", "tui.screens.home", "tui.screens.table")
LOBBY: Final = ("plain.visit", "tui.screens.visit", "tui.screens.room", "tui.screens.hosted_table")
KEPT: Final = ("PATH", "PYTHONPATH")
"""What a process of a visitor's own is to know of the environment of the server."""
SEPARATE: Final = (
    sys.executable, "-P", "-c", "from chickenscratch.cli.host_apart import main; main()"
)  # fmt: skip
OURS: Final = ("NO_COLOR", "COLORTERM", "TERM_PROGRAM", "LC_TERMINAL")
"""What the environment of the server says of the terminal it was started from."""


def maker(options: dict[str, str]) -> ViewMaker:
    """Gives the function that makes a view. `options`: ``state``, the folder where visitors' own
    settings and games are kept; ``socket``, where the host listens whose lobby they come into,
    without which they play by themselves; ``separate``, if everybody has a process of their own."""
    prepare()
    reception = reception_of(options)
    reception.tidy()
    reception.load()
    return reception.view


def reception_of(options: Mapping[str, str]) -> Reception:
    """The reception these options ask for."""
    socket = options.get("socket")
    return Reception(
        Path(options["state"]) / VISITORS,
        None if socket is None else Path(socket),
        separate=dict(options) if options.get("separate") else None,
    )


def prepare() -> None:
    """Make the environment right for many terminals elsewhere."""
    from chickenscratch.tui.terminal import Colors, Terminal, environment

    for name in tuple(os.environ):
        if name.startswith("TEXTUAL") or name in OURS:
            del os.environ[name]
    anywhere = Terminal(
        interactive=True, dumb=False, colors=Colors.TRUE, unicode=True, remote=True, size=(80, 24)
    )
    os.environ |= environment(anywhere) | {"TEXTUAL_FPS": str(FRAMES)}


class Reception:
    """Makes views. Every identity has a folder of its own; that of a guest goes when they go."""

    def __init__(
        self,
        folder: Path,
        socket: Path | None = None,
        *,
        separate: Mapping[str, str] | None = None,
    ) -> None:
        """`separate`: options for a process that every visitor gets."""
        self._folder = folder
        self._socket = socket
        self._separate = separate
        self._pool: BotPool | None = None

    def tidy(self) -> None:
        """Remove what a worker that was killed has left of guests."""
        for stale in self._folder.glob("guest-*"):
            shutil.rmtree(stale, ignore_errors=True)

    def load(self) -> None:
        """Import what a first visitor would have to wait for."""
        if self._separate is not None:
            return
        names = ["tui.hosted", "plain.channel"]
        names += HOME if self._socket is None else LOBBY
        for name in names:
            import_module(f"chickenscratch.{name}")

    def close(self) -> None:
        """End what was started for visitors."""
        if self._pool is not None:
            self._pool.close()

    def view(self, link: Link, visitor: Visitor) -> View:
        """The view of one visitor."""
        home = self.home_of(visitor)
        settings = settings_for(visitor, home)
        make = self._plain if visitor.plain else self._screen
        if self._separate is not None:
            make = self._apart
        view = make(link, visitor, home, settings)
        if visitor.identity.startswith("guest:"):
            finalize(view, shutil.rmtree, home, ignore_errors=True)
        return view

    def _apart(self, link: Link, visitor: Visitor, home: Path, settings: Settings) -> View:
        from chickenscratch.host.ssh.pty_view import PtyView

        assert self._separate is not None
        language = language_of(visitor, settings)
        environ = {
            **visitor.environ,
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            "TERM": visitor.terminal,
            "LANGUAGE": language,
            "LANG": visitor.environ.get("LANG", "C.UTF-8"),
            "SSH_CONNECTION": visitor.address,
            "CHICKENSCRATCH_HOME": str(home),
        }
        command = (*SEPARATE, json.dumps(dict(self._separate)))
        return PtyView(link, visitor, command, environ)

    def home_of(self, visitor: Visitor) -> Path:
        """Not made before something is kept in it: strangers with many keys come too."""
        kind = visitor.identity.partition(":")[0]
        digest = sha256(visitor.identity.encode()).hexdigest()[:32]
        return self._folder / f"{kind}-{digest}"

    def _screen(self, link: Link, visitor: Visitor, home: Path, settings: Settings) -> View:
        from chickenscratch.tui.hosted import AppView, HostedApp

        first = self.first_screen(visitor, home)
        app = HostedApp(link, visitor, first, settings=settings)
        return AppView(app, language_of(visitor, settings), mouse=settings.mouse)

    def first_screen(self, visitor: Visitor, home: Path) -> Any:
        """The way into the lobby, or the home screen."""
        connect = self.connect_for(visitor)
        if connect is None:
            from chickenscratch.store import Shelf
            from chickenscratch.tui.screens.home_flow import Evening

            return Evening(self.bots(), Shelf(home / GAMES), settings_file=home / SETTINGS)
        from chickenscratch.tui.lobby_app import visit_screen

        return visit_screen(connect, table=visitor.word, settings_file=home / SETTINGS)

    def connect_for(self, visitor: Visitor) -> Callable[[], Awaitable[HostClient]] | None:
        """How to speak to the host for this visitor; None where everybody plays alone."""
        from chickenscratch.host.client import HostClient

        if self._socket is None:
            return None
        return partial(
            HostClient.connect,
            self._socket,
            speaks_for=visitor.identity,
            wish=visitor.wish or None,
            program="chickenscratch host --ssh",
        )

    def bots(self) -> BotPool:
        """Computer players for those who play by themselves; the host has its own."""
        if self._pool is None:
            from chickenscratch.bots.pool import BotPool

            self._pool = BotPool()
            self._pool.start()
        return self._pool

    def _plain(self, link: Link, visitor: Visitor, home: Path, settings: Settings) -> View:
        from chickenscratch.plain.channel import PlainView

        connect = self.connect_for(visitor)

        async def spend(console: ChannelConsole) -> None:
            if connect is not None:
                from chickenscratch.plain.visit import visit

                await visit(settings, connect, console, visitor.word)
                return
            from chickenscratch.plain.home import Home
            from chickenscratch.plain.sitting import Parlour
            from chickenscratch.store import Shelf

            shelf = Shelf(home / GAMES)
            parlour = Parlour(console, settings, shelf, self.bots())
            await Home(console, settings, shelf, parlour, home / SETTINGS).run()

        return PlainView(link, visitor, spend, language_of(visitor, settings))


def settings_for(visitor: Visitor, home: Path) -> Settings:
    """The visitor's own settings; the usual ones if the file is spoilt. Who has not chosen a name
    is called as they would like to log in, not as the account of the server."""
    from chickenscratch.company import LONGEST
    from chickenscratch.config import ConfigError, Settings, load
    from chickenscratch.locale.clean import clean

    settings = Settings()
    with suppress(ConfigError):
        settings = load(home / SETTINGS)
    wish = clean(visitor.wish)[:LONGEST]
    return settings if settings.name or not wish else settings.model_copy(update={"name": wish})


def language_of(visitor: Visitor, settings: Settings) -> str:
    """The language of a visitor: chosen, or asked for by the client."""
    from chickenscratch import locale
    from chickenscratch.config import Language

    chosen = settings.language
    return locale.guess(visitor.environ) if chosen is Language.AUTO else chosen

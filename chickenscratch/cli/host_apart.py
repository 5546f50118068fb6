"""What runs in the process of a visitor's own: the same as in a worker, on a real terminal."""

from __future__ import annotations

import json
import os
import sys
import traceback
from functools import partial
from typing import TYPE_CHECKING, Final

from chickenscratch.cli.host_views import (
    GAMES,
    SETTINGS,
    language_of,
    prepare,
    reception_of,
    settings_for,
)

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from chickenscratch.cli.host_views import Reception
    from chickenscratch.config import Settings
    from chickenscratch.host.ssh.link import Visitor

FAILED: Final = 1
"""The exit code of an application that died."""


def main() -> None:
    """Show the visitor what the worker would. The options are the last argument but one, the
    number of the socket to the worker the last one."""
    from chickenscratch import locale
    from chickenscratch.host.ssh.pty_view import at_home

    options, descriptor = sys.argv[-2:]
    visitor, news = at_home(int(descriptor))
    os.umask(0o077)
    prepare()
    reception = reception_of(json.loads(options))
    home = reception.home_of(visitor)
    settings = settings_for(visitor, home)
    locale.use(language_of(visitor, settings))
    show = _in_lines if visitor.plain else partial(_on_screen, news)
    sys.exit(show(reception, visitor, home, settings))


def _in_lines(reception: Reception, visitor: Visitor, home: Path, settings: Settings) -> int:
    connect = reception.connect_for(visitor)
    if connect is not None:
        from chickenscratch.plain import visit

        return visit.run(settings, connect, visitor.word)
    from chickenscratch.plain import app
    from chickenscratch.store import Shelf

    return app.run(settings, Shelf(home / GAMES), home / SETTINGS)


def _on_screen(
    news: socket.socket, reception: Reception, visitor: Visitor, home: Path, settings: Settings
) -> int:
    from chickenscratch.tui.hosted import terminal_of
    from chickenscratch.tui.separate import SeparateApp

    terminal = terminal_of(visitor)
    first = reception.first_screen(visitor, home)
    app = SeparateApp(first, terminal, settings, visitor.environ, news)
    try:
        app.run(mouse=settings.mouse)
    finally:
        reception.close()
    if app.failure is not None:
        # for the log of the worker: where it was, but not what was in play
        where = "".join(traceback.format_tb(app.failure.__traceback__))
        news.setblocking(True)
        news.sendall(f"{type(app.failure).__name__}\n{where}".encode(errors="replace"))
        return FAILED
    return app.return_code or 0

"""The application of somebody who plays at a host and nowhere else."""

from __future__ import annotations

from pathlib import Path

from chickenscratch.config import Settings
from chickenscratch.host.client import HostClient
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.visit import Connect, Visit
from chickenscratch.tui.terminal import Terminal


def visit_screen(
    connect: Connect | HostClient,
    *,
    table: str | None = None,
    settings_file: Path | None = None,
) -> Visit:
    """The first screen of such an application; it leads to the lobby, or straight to `table`.

    `connect`: a connection to the host, or what makes one, which must not block. It is closed when
    the person leaves. `settings_file`: where changes of the settings are kept, if they are.
    """
    if isinstance(connect, HostClient):
        client = connect

        async def connected() -> HostClient:
            return client

        return Visit(connected, table=table, settings_file=settings_file)
    return Visit(connect, table=table, settings_file=settings_file)


def lobby_app(
    connect: Connect | HostClient,
    terminal: Terminal,
    settings: Settings,
    table: str | None = None,
    settings_file: Path | None = None,
) -> ChickenApp:
    """An application for one terminal here. A front end with applications of another kind, such as
    the SSH server, takes :func:`visit_screen` instead."""
    screen = visit_screen(connect, table=table, settings_file=settings_file)
    return ChickenApp(screen, terminal=terminal, settings=settings)

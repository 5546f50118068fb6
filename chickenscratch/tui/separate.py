"""The application for a visitor on a server, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Mapping

from textual.screen import Screen

from chickenscratch.config import Settings
from chickenscratch.locale import _
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.reticent import Reticent
from chickenscratch.tui.terminal import Terminal


class SeparateApp(Reticent, ChickenApp):
    """Draws on a terminal like any other; its news come in lines through a socket."""

    def __init__(
        self,
        screen: Screen[object],
        terminal: Terminal,
        settings: Settings,
        environ: Mapping[str, str],
        news: socket.socket,
    ) -> None:
        super().__init__(screen, terminal=terminal, settings=settings)
        self.keep_quiet(terminal.colors)
        self.environ = environ
        self._news = news

    async def on_load(self) -> None:
        reader, _writer = await asyncio.open_connection(sock=self._news.dup())
        self.run_worker(self._hear(reader), exit_on_error=False)

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            sentence: str = json.loads(line)
            self.notify(_(sentence), markup=False, severity="warning", timeout=30)
            self.bell()

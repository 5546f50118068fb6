"""A console that listens while it speaks: others act while a line is being typed."""

from __future__ import annotations

import asyncio
import threading
from typing import TextIO

from chickenscratch.plain.console import PROMPT, Completer, Console, StreamConsole, no_words


class LiveConsole(StreamConsole):
    """The standard streams, or others, read by a thread of their own. What is said goes out at
    once; a line that is being typed stays with the terminal and counts when it is ended."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        super().__init__(source, target)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._thread: threading.Thread | None = None
        self._asking = False

    def interrupt(self, line: str) -> None:
        """Say something into a line that is perhaps being typed."""
        if self.terminal and self._asking:
            self._out.write("\n")
        self.say(line)
        if self.terminal and self._asking:
            self._out.write(PROMPT)
            self._out.flush()

    async def ask(self, completer: Completer = no_words) -> str | None:
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._read_all, args=(asyncio.get_running_loop(),), daemon=True
            )
            self._thread.start()
        if self.terminal:
            self._out.write(PROMPT)
            self._out.flush()
        self._asking = True
        try:
            return await self._lines.get()
        finally:
            self._asking = False

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """In the thread: every line until there are no more."""
        while True:
            try:
                line = self._in.readline() if self._in is not None else ""
            except (OSError, ValueError):
                line = ""
            heard = line.strip() if line else None
            try:
                loop.call_soon_threadsafe(self._lines.put_nowait, heard)
            except RuntimeError:  # the visit is over
                return
            if heard is None:
                return


def tell(console: Console, line: str) -> None:
    """Say something that nobody asked for, also while a line is being typed."""
    interrupt = getattr(console, "interrupt", console.say)
    interrupt(line)

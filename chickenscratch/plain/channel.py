"""Plain mode for a visitor at the other end of a link."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from typing import Final

from chickenscratch import locale
from chickenscratch.host.ssh.link import Link, Visitor
from chickenscratch.locale import _
from chickenscratch.plain.console import PROMPT, Completer, no_words
from chickenscratch.plain.line_editor import LineTyping
from chickenscratch.plain.text import broken, printable

AHEAD: Final = 1024
"""Bytes that may be typed before anything is asked; then the client has to wait."""
GRACE: Final = 1.0
"""Seconds to come to an end after the last line, before it is ended."""


class ChannelConsole:
    """A console for plain mode. Lines said while one is being typed wait for its end."""

    unattended = False

    def __init__(self, link: Link, size: tuple[int, int]) -> None:
        self._link = link
        self.size = size
        """Columns and rows of the terminal."""
        self.unicode = True
        self._typing = LineTyping(self._send)
        self._ahead: deque[int] = deque()
        self._asked: asyncio.Future[str | None] | None = None
        self._completer: Completer = no_words
        self._held: list[str] = []
        self._over = False

    def say(self, line: str = "") -> None:
        if self._asked is not None:
            self._held.append(line)
        else:
            self._send(self._rows_of(line))

    def interrupt(self, line: str) -> None:
        """Say something at once, even into a line that is being typed; what is typed stays."""
        if self._asked is None:
            self.say(line)
        else:
            self._send(f"\r\n{self._rows_of(line)}{PROMPT}{self._typing.text}")

    async def ask(self, completer: Completer = no_words) -> str | None:
        if self._over:
            return None
        self._completer = completer
        self._asked = asyncio.get_running_loop().create_future()
        self._send(PROMPT)
        self._digest()
        try:
            return await self._asked
        finally:
            self._asked = None
            for line in self._held:
                self.say(line)
            self._held.clear()

    def hide(self) -> bool:
        self._send("\r\n" * self.size[1])
        self._ahead.clear()
        self._typing.forget()
        self._link.pause_input(False)
        return True

    def feed(self, data: bytes) -> None:
        """What was typed; it is shown and taken when something is asked."""
        self._ahead.extend(data)
        self._digest()
        if len(self._ahead) > AHEAD:
            self._link.pause_input(True)

    def end(self) -> None:
        """There will be no more input."""
        self._over = True
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)

    def _digest(self) -> None:
        while self._ahead and self._asked is not None and not self._asked.done():
            line = self._typing.feed(self._ahead.popleft(), self._completer)
            if self._typing.ended:
                self._send("\r\n")
                self.end()
            elif line is not None:
                self._asked.set_result(line.strip())
        if len(self._ahead) <= AHEAD:
            self._link.pause_input(False)

    def _rows_of(self, line: str) -> str:
        rows = broken(printable(line), self.size[0])
        return "".join(f"{row}\r\n" for row in rows)

    def _send(self, text: str) -> None:
        self._link.send(text.encode("utf-8", "replace"))


class PlainView:
    """Plain mode as the view of a visitor. `spend` is all of the visit."""

    patience = 0.0

    def __init__(
        self,
        link: Link,
        visitor: Visitor,
        spend: Callable[[ChannelConsole], Awaitable[None]],
        language: str = "en",
    ) -> None:
        self._link = link
        self._language = language
        self._spend = spend
        self._console = ChannelConsole(link, visitor.size)
        self._task: asyncio.Task[object] | None = None
        self._context: Context | None = None

    async def run(self) -> int:
        locale.use(self._language)
        self._context = copy_context()
        self._task = asyncio.current_task()
        self._link.started()
        await self._spend(self._console)
        return 0

    def feed(self, data: bytes) -> None:
        self._console.feed(data)

    def resize(self, columns: int, rows: int) -> None:
        self._console.size = (columns, rows)

    def tell(self, sentence: str) -> None:
        if self._context is not None:
            self._context.run(lambda: self._console.interrupt(_(sentence)))

    def leave(self) -> None:
        self._console.end()
        if self._task is not None:
            asyncio.get_running_loop().call_later(GRACE, self._task.cancel)

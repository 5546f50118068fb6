"""The application for a visitor on a server: many in one process, none with a hand on it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from textual.dom import DOMNode
from textual.screen import Screen

from chickenscratch import locale
from chickenscratch.config import Settings
from chickenscratch.locale import _
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.link_driver import LinkDriver
from chickenscratch.tui.reticent import Reticent
from chickenscratch.tui.shared_caches import share_caches
from chickenscratch.tui.terminal import Colors, Terminal, detect

if TYPE_CHECKING:
    from chickenscratch.host.ssh.link import Link, Visitor

share_caches()

EARLY: Final = 4096
"""Bytes typed before there is a screen that are kept for it."""
UNLOADED: Final = 0.5
"""Seconds after the end of an application until what is left of it is taken apart."""


class Hosted(Reticent):
    """Mix this in before an application class, then :meth:`host` it: one of many in a process."""

    link: Link
    visitor: Visitor

    @property
    def patience(self) -> float:
        """Seconds without a key that a visitor may spend here. A screen may have a `patience` of
        its own, such as that of a table, where one waits for others."""
        stack = self.screen_stack if self.is_running else []
        return max((getattr(screen, "patience", 0.0) for screen in stack), default=0.0)

    def host(self, link: Link, visitor: Visitor, colors: Colors) -> None:
        """Prepare for running behind `link`; before :meth:`run_async`."""
        self.link = link
        self.visitor = visitor
        self.driver_class = LinkDriver
        self.keep_quiet(colors)
        self.shown: Callable[[], None] = link.started
        """Called with the first frame."""
        self.remains: list[DOMNode] = []
        # what anybody prints belongs in the log of the server, whose streams these are
        self._capture_stdout = sys.stdout  # type: ignore[assignment]
        self._capture_stderr = sys.stderr  # type: ignore[assignment]
        self._first_frame = True

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if self._first_frame and renderable is not None and not self._batch_count:
            self._first_frame = False
            self.shown()

    def retire(self) -> None:
        """The screen is gone: note what there is to take apart when everything has stopped."""
        self.remains = [self, *self._registry]


def terminal_of(visitor: Visitor) -> Terminal:
    """What the visitor's terminal can do, by what the client said and not by our environment."""
    environ = {**visitor.environ, "TERM": visitor.terminal, "SSH_CONNECTION": visitor.address}
    return detect(environ, size=visitor.size)


class HostedApp(Hosted, ChickenApp):
    """The game for a visitor."""

    def __init__(
        self,
        link: Link,
        visitor: Visitor,
        screen: Screen[object] | None = None,
        *,
        settings: Settings | None = None,
    ) -> None:
        terminal = terminal_of(visitor)
        super().__init__(screen, terminal=terminal, settings=settings)
        self.host(link, visitor, terminal.colors)
        self.environ = visitor.environ
        self.animation_level = "none"
        self._motion = "none"


class AppView:
    """A hosted application as the view of a visitor."""

    def __init__(self, app: Hosted, language: str = "en", *, mouse: bool = True) -> None:
        self._app = app
        self._language = language
        self._mouse = mouse
        self._size = app.visitor.size
        self._leaving = False
        self._begun = False
        self._context: Context | None = None
        self._early = bytearray()

    @property
    def patience(self) -> float:
        return self._app.patience

    async def run(self) -> int:
        """Raises what the application died of."""
        app = self._app
        if self._leaving:
            return 0
        self._begun = True
        locale.use(self._language)
        self._context = copy_context()
        app.shown = self._shown
        try:
            await app.run_async(size=self._size, mouse=self._mouse)
        finally:
            loop = asyncio.get_running_loop()
            loop.call_later(UNLOADED, take_apart, app.remains)
        if app.failure is not None:
            raise app.failure
        return app.return_code or 0

    def _shown(self) -> None:
        self._app.link.started()
        early, self._early = bytes(self._early), bytearray()
        self.feed(early)

    def feed(self, data: bytes) -> None:
        driver = self._app._driver
        if isinstance(driver, LinkDriver):
            driver.feed(data)
        else:
            self._early += data[: EARLY - len(self._early)]

    def resize(self, columns: int, rows: int) -> None:
        changed, self._size = (columns, rows) != self._size, (columns, rows)
        driver = self._app._driver
        if changed and isinstance(driver, LinkDriver):
            driver.resized(columns, rows)

    def tell(self, sentence: str) -> None:
        if self._app.is_running and self._context is not None:
            self._context.run(self._tell, sentence)

    def _tell(self, sentence: str) -> None:
        """In the language of the visitor, whoever calls."""
        self._app.notify(_(sentence), markup=False, severity="warning", timeout=30)
        self._app.bell()

    def leave(self) -> None:
        self._leaving = True
        if self._begun:
            self._app.exit(return_code=0)


def take_apart(remains: list[DOMNode]) -> None:
    """Free what a dead application consisted of.

    Its parts refer to each other, and the full collection that would find that out is the one that
    everybody else has to wait for.
    """
    for node in remains:
        node.__dict__.clear()
    remains.clear()

"""A finished game of a host in lines, looked at together: one guides, the others come along."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from chickenscratch.core.record import GameRecord
from chickenscratch.host import words
from chickenscratch.host.client import HostError, RemoteTable
from chickenscratch.host.shapes import Showing
from chickenscratch.locale import _
from chickenscratch.plain.console import Console
from chickenscratch.plain.host_commands import TOGETHER, Do, help_lines, whole_word, word_for
from chickenscratch.plain.live import tell
from chickenscratch.plain.replay import Replay
from chickenscratch.plain.table import Outcome
from chickenscratch.plain.text import clean, spoken


class HostReplay(Replay):
    """A replay with company. Who moves by themselves looks around alone from then on."""

    def __init__(
        self, console: Console, record: GameRecord, table: RemoteTable, *, ascii_only: bool = False
    ) -> None:
        """`table`: one that has been entered. Raises RecordError, as :class:`Replay` does."""
        super().__init__(console, record, ascii_only=ascii_only)
        self._table = table
        self._follows = True
        self._by = ""
        """Who guided when something was said about that last."""
        self._asking: set[asyncio.Future[None]] = set()

    async def run(self) -> Outcome:
        """See :meth:`Replay.run`."""
        self._say(*help_lines(TOGETHER))
        watching = asyncio.create_task(self._watch())
        try:
            return await super().run()
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    @property
    def _showing(self) -> Showing | None:
        return self._table.state.showing

    @property
    def _guides(self) -> bool:
        return self._showing is not None and self._showing.you

    async def _watch(self) -> None:
        async for state in self._table.states():
            by = "" if state.showing is None else state.showing.by
            if by != self._by:
                self._by = by
                self._say(self._company())
            self._come_along()

    def _company(self) -> str:
        """Who guides, and whether one comes along."""
        showing = self._showing
        if showing is None:
            return _("Nobody guides now.")
        if showing.you:
            return _("You guide: the others see your step.")
        name = clean(showing.by) or "?"
        if self._follows:
            return _("{name} guides, and you come along.").format(name=name)
        said = _("{name} guides; you look around alone.").format(name=name)
        along = _("Type “{word}” to come along.").format(word=word_for(Do.ALONG))
        return f"{said} {along}"

    def _come_along(self) -> None:
        """Go where the guide is, if one wants to."""
        showing = self._showing
        if showing is None or showing.you or not self._follows or not showing.line:
            return
        to = max(1, sum(moment.line <= showing.line for moment in self._moments))
        if to > self._at:
            self._go(to)
        elif to < self._at:
            self._back(to)

    def _obey(self, line: str) -> Outcome | None:
        asked = whole_word(line, TOGETHER)
        if asked is not None and asked.do is Do.GUIDE:
            self._ask(self._guide(not self._guides))
            return None
        if asked is not None:
            if self._showing is not None and not self._guides:
                self._follows = not self._follows
                self._come_along()
            self._say(self._company())
            return None
        before = self._at
        outcome = super()._obey(line)
        if self._at != before and self._guides:
            self._ask(self._table.show(self._moments[self._at - 1].line))
        elif self._at != before and self._showing is not None and self._follows:
            self._follows = False
            self._say(self._company())
        return outcome

    async def _guide(self, on: bool) -> None:
        await self._table.guide(on)
        if on:
            self._follows = True
            await self._table.show(self._moments[self._at - 1].line)

    def _ask(self, what: Awaitable[None]) -> None:
        """Ask the host for something; if it refuses, say why."""

        async def done() -> None:
            try:
                await what
            except HostError as error:
                self._say(words.trouble(error))

        asked = asyncio.ensure_future(done())
        self._asking.add(asked)
        asked.add_done_callback(self._asking.discard)

    def _say(self, *lines: str) -> None:
        for line in lines:
            tell(self._console, spoken(line))

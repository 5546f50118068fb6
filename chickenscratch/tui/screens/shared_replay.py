"""A finished game of a host, looked at together: one person guides, the others come along."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import ClassVar

from textual.app import ComposeResult

from chickenscratch.core.record import Header
from chickenscratch.host import words
from chickenscratch.host.client import HostError, RemoteTable
from chickenscratch.host.shapes import Showing
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.replay import ReplayScreen
from chickenscratch.tui.screens.replay_frames import Frame
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.pane import Line, Pane, line, width_of

GUIDE = Act(
    "guide", ("l",), "l", N_("guide"),
    N_("Guide: everybody who looks at this game sees your step. Again: no more."), footer=5,
)  # fmt: skip
FOLLOW = Act(
    "follow", ("f",), "f", N_("come along"),
    N_("Come along with whoever guides, or look around alone."), footer=5,
)  # fmt: skip


class SharedReplayScreen(ReplayScreen):
    """The replay screen with company. Who moves by themselves looks around alone from then on."""

    CSS = "SharedReplayScreen #company { height: 1; background: $panel; }"
    ACTS: ClassVar = (*ReplayScreen.ACTS, GUIDE, FOLLOW)

    def __init__(
        self, table: RemoteTable, header: Header, frames: Sequence[Frame], *, title: str = ""
    ) -> None:
        """`table`: one that has been entered."""
        super().__init__(header, frames, title=title)
        self.table = table
        self.follows = True
        """Whether one comes along with whoever guides."""
        self._shown_at = self.at
        self._moved = asyncio.Event()

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if widget.id == "page-foot":
                yield Pane(id="company")
            yield widget

    def on_mount(self) -> None:
        """Besides what the replay screen does."""
        self.run_worker(self._watch(), group="table")
        self.run_worker(self._tell(), group="guide")

    @property
    def showing(self) -> Showing | None:
        """Who guides now, and to where."""
        return self.table.state.showing

    @property
    def guides(self) -> bool:
        """Whether oneself does."""
        return self.showing is not None and self.showing.you

    async def _watch(self) -> None:
        async for _state in self.table.states():
            self._come_along()

    def _come_along(self) -> None:
        """Go where the guide is, if one wants to."""
        showing = self.showing
        if showing is not None and not showing.you and self.follows:
            self._pause()
            reached = [i for i, frame in enumerate(self.frames) if frame.line <= showing.line]
            self.at = self._shown_at = reached[-1] if reached else 0
        self.show()

    async def _tell(self) -> None:
        """Tell the others where one is; of several steps in a row only the last."""
        while True:
            await self._moved.wait()
            self._moved.clear()
            try:
                await self.table.show(self.frame.line)
            except HostError as error:
                self.news = words.trouble(error)
                self.show()

    def show(self) -> None:
        if not self.query("#company"):  # it is being taken away
            return
        if self.at != self._shown_at:
            self._shown_at = self.at
            if self.guides:
                self._moved.set()
            elif self.showing is not None:
                self.follows = False
        super().show()
        self.show_in("company", lambda width: [self.company(width)])

    def company(self, width: int) -> Line:
        """Who guides, and whether one comes along; in little room only what can be done."""
        said, offer = self._company()
        return (*said, *offer) if width_of(said) + width_of(offer) <= width else offer or said

    def _company(self) -> tuple[Line, Line]:
        showing = self.showing
        if showing is None:
            others = len(self.table.state.watchers) + sum(
                seat.here for seat in self.table.state.seats
            )
            here = ngettext(
                "{count} looks at this game", "{count} look at this game", others
            ).format(count=others)
            offer = _("{key}: guide the others").format(key=GUIDE.sign)
            return line((f" {here}  ", "dim")), line((f" {offer} ", "accent", "guide"))
        if showing.you:
            said = _("You guide: the others see your step.")
            stop = _("{key}: no more").format(key=GUIDE.sign)
            return line((f" {said} ", "turn")), line((f" {stop} ", "accent", "guide"))
        name = clean(showing.by) or "?"
        if self.follows:
            said = _("{name} guides, and you come along.").format(name=name)
            return line((f" {said}", "accent", "follow")), ()
        said = _("{name} guides; you look around alone.").format(name=name)
        along = _("{key}: come along").format(key=FOLLOW.sign)
        return line((f" {said} ", "dim")), line((f" {along} ", "accent", "follow"))

    def foot(self) -> Sequence[Act]:
        showing = self.showing
        useless = "follow" if showing is None or showing.you else "guide"
        return [act for act in super().foot() if act.id != useless]

    def action_guide(self) -> None:
        guide = not self.guides
        self._ask(self.table.guide(guide), then=guide)

    def action_follow(self) -> None:
        """Come along, or no more."""
        if self.showing is not None and not self.guides:
            self.follows = not self.follows
            self._come_along()

    def _ask(self, asked: Awaitable[None], *, then: bool) -> None:
        async def done() -> None:
            try:
                await asked
            except HostError as error:
                self.news = words.trouble(error)
                self.show()
            else:
                if then:
                    self.follows = True
                    self._moved.set()

        self.run_worker(done(), group="asking")

"""The waiting room of a table: who sits where, what is not as usual, and who is ready."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.containers import Container

from chickenscratch.bots.levels import LEVELS
from chickenscratch.company import gentle
from chickenscratch.host import words
from chickenscratch.host.client import HostClient, HostError, RemoteTable
from chickenscratch.host.shapes import TableState
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import room_lines
from chickenscratch.tui.screens.talk import Talk, TalkScreen, talk_pane, uncover
from chickenscratch.tui.waits import Waits
from chickenscratch.tui.widgets.page import HELP, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, Pane, line
from chickenscratch.tui.widgets.roll import Roll

Outcome = Literal["play", "lobby", "left", "gone"]

COUNT_EVERY: Final = 5.0
"""Seconds between two looks at how long something still takes."""


class RoomScreen(Page[Outcome]):
    """Gives ``play`` once the game is dealt, ``lobby`` to look away with the seat kept, ``left``
    when one has got up, ``gone`` when there is no such table any more."""

    CSS_PATH = "lobby.tcss"
    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The seat above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The seat below.")),
        Act("choose", ("enter", "space", "kp_enter"), "Enter", N_("ready"),
            N_("Sit down in the marked seat; when you sit, say that you are ready."), footer=1),
        Act("bot", ("b",), "b", N_("computer player"),
            N_("A computer player in the marked seat, another level, or the seat free again."),
            footer=5),
        Act("send_away", ("f", "delete"), "f", N_("free the seat"),
            N_("Free the seat of somebody who is not ready; for whoever set up the table."),
            footer=4),
        Act("chat", ("slash", "t"), "/", N_("talk"), N_("Say something to everybody here."),
            footer=2),
        Act("rules", ("r",), "r", N_("rules"), N_("The rules of this table."), footer=6),
        Act("back", ("escape", "q"), "Esc", N_("to the lobby"),
            N_("Back to the lobby; your seat stays yours."), footer=3),
        Act("get_up", ("x",), "x", N_("get up"), N_("Give your seat back."), footer=7),
        HELP._replace(footer=8),
        PAGE_UP,
        PAGE_DOWN,
    )  # fmt: skip

    def __init__(self, client: HostClient, table: RemoteTable, *, talk: Talk | None = None) -> None:
        super().__init__()
        self.client = client
        self.table = table
        self.talk = talk or Talk(table)
        self.at = 0
        self.news = ""
        self._done = False
        self._rising = False
        """The seat has been given back by who sat in it."""

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        with Container(id="lobby"):
            yield Roll(id="page-body")
            yield Pane(id="said")
        yield Pane(id="page-foot")

    def on_mount(self) -> None:
        """Besides what a page does."""
        self._heard = self.clock.now()
        self._waits = Waits(self.clock)
        free = [seat for seat, who in enumerate(self.state.seats) if room_lines.is_free(who)]
        self.at = free[0] if free and self.state.you is None else self.state.you or 0
        self.run_worker(self._follow(), group="table")
        self.run_worker(self._wait(), group="deal")
        self.run_worker(self._listen(), group="talk")
        self.run_worker(self._online(), group="online")

    def on_unmount(self) -> None:
        self._waits.cancel_all()

    @property
    def state(self) -> TableState:
        return self.table.state

    async def _follow(self) -> None:
        before = self.state
        async for state in self.table.states():
            self._heard = self.clock.now()
            sent_away = before.you is not None and state.you is None and not self._rising
            self.news = _(words.SENT_AWAY) if sent_away else ""
            before = state
            self.show()
            if state.offered is not None:
                self._waits.start("count", COUNT_EVERY, self._count)
            if state.stage.over:
                self._leave("gone")
        self._leave("gone")

    async def _wait(self) -> None:
        """Until the game is dealt."""
        try:
            await self.table.dealt()
        except HostError:
            return
        self.chicken_ring()
        self._leave("play")

    def chicken_ring(self) -> None:
        """The bell, as for one's turn."""
        ring = getattr(self.app, "ring", None)
        if ring is not None:
            ring()

    async def _listen(self) -> None:
        async for _said in self.table.said():
            self.show()

    async def _online(self) -> None:
        async for _online in self.client.onlines():
            self.show()

    def _count(self) -> None:
        """Time has passed."""
        self.show()
        if self.state.offered is not None and self._left() > 0:
            self._waits.start("count", COUNT_EVERY, self._count)

    def _left(self) -> float:
        """Seconds until free seats are offered to computer players."""
        passed = self.clock.now() - self._heard
        return (self.state.offered or 0.0) - self.state.now - passed

    def _leave(self, outcome: Outcome) -> None:
        if not self._done and self.is_attached:
            self._done = True
            uncover(self)
            if self.is_current:
                self.dismiss(outcome)

    def head(self, width: int) -> Sequence[Line]:
        return room_lines.head(self.state, self.client.host)

    def body(self, width: int) -> Sequence[Line]:
        left = None if self.state.offered is None else self._left()
        return room_lines.body(self.state, width, self.at, left)

    def keep(self) -> tuple[int, int] | None:
        return self.at, self.at + 1  # the heading stands above the seats

    def notice(self) -> Line:
        if not self.client.online:
            return line((" " + _("The connection is lost; trying again…"), "warn"))
        return line((" " + self.news, "warn")) if self.news else ()

    def show(self) -> None:
        if not self.query("#page-foot"):  # it is being taken away
            return
        super().show()
        self.query_one("#said", Pane).show(lambda w, h: talk_pane(self.talk, w, h))

    def foot(self) -> Sequence[Act]:
        state, acts = self.state, []
        for act in super().foot():
            if act.id == "choose":
                if state.you is None:
                    act = act._replace(label=N_("sit down"))
                elif state.seats[state.you].ready:
                    act = act._replace(label=N_("not ready yet"))
            if act.id == "send_away":
                if room_lines.may_free(state, self.at):
                    acts.append(act)
            elif act.id not in ("get_up", "bot") or state.you is not None:
                acts.append(act)
        return acts

    def _go(self, to: int) -> None:
        self.at = max(0, min(to, len(self.state.seats) - 1))
        self.show()

    def action_up(self) -> None:
        self._go(self.at - 1)

    def action_down(self) -> None:
        self._go(self.at + 1)

    def action_pick(self, at: int) -> None:
        """A seat was clicked: a free one is taken."""
        self._go(at)
        if self.state.you is None and room_lines.is_free(self.state.seats[self.at]):
            self.action_choose()

    def action_choose(self) -> None:
        state = self.state
        if state.you is not None:
            self._do(self.table.ready(not state.seats[state.you].ready))
        elif room_lines.is_free(state.seats[self.at]):
            self._sit()
        else:
            self._tell(_("That seat is not free."))

    def action_ready(self) -> None:
        """A click on the word."""
        if self.state.you is not None:
            self.action_choose()

    def _sit(self) -> None:
        if self.state.settings.public:
            self._do(self.table.sit(self.at))
            return
        from chickenscratch.tui.screens.ask import AskScreen

        about = _("This table is for those who know its word. Ask whoever set it up.")
        screen = AskScreen(_("THE WORD OF THE TABLE"), [about])

        def answered(word: str | None) -> None:
            if word is not None:
                self._do(self.table.sit(self.at, word))

        self.app.push_screen(screen, answered)

    def action_bot(self) -> None:
        seats, at = self.state.seats, self.at
        if seats[at].level is None and not room_lines.is_free(seats[at]):
            free = [seat for seat, who in enumerate(seats) if room_lines.is_free(who)]
            if not free:
                self._tell(_("Somebody sits there."))
                return
            at = free[0]
        level = seats[at].level
        levels: list[str | None] = [None, *list(LEVELS)[list(LEVELS).index(gentle()) :]]
        now = levels.index(level) if level in levels else 0
        self._do(self.table.bot(at, levels[(now + 1) % len(levels)]))

    def action_send_away(self) -> None:
        self._do(self.table.send_away(self.at))

    def action_chat(self) -> None:
        title = _("TALK AT {table}").format(table=room_lines.title_of(self.state))
        self.app.push_screen(TalkScreen(self.talk, title, stay=True))

    def action_rules(self) -> None:
        from chickenscratch.tui.screens.rules import RulesScreen

        settings = self.state.settings
        self.app.push_screen(RulesScreen(settings.rules, settings.seats))

    def action_back(self) -> None:
        self._leave("lobby")

    def action_get_up(self) -> None:
        async def up() -> None:
            self._rising = True
            try:
                await self.table.leave()
            except HostError as error:
                self._rising = False
                self._tell(words.trouble(error))
            else:
                self._leave("left")

        if self.state.you is not None:
            self.run_worker(up(), group="asking")

    def _tell(self, news: str) -> None:
        self.news = news
        self.show()

    def _do(self, asked: Awaitable[None]) -> None:
        async def done() -> None:
            try:
                await asked
            except HostError as error:
                self._tell(words.trouble(error))

        self.run_worker(done(), group="asking")

"""A table of a host: the table screen with others at other keyboards, or as a watcher."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult

from chickenscratch.config import Settings
from chickenscratch.core.text import Sentence
from chickenscratch.host import words
from chickenscratch.host.client import HostClient, HostError, RemoteLink, RemoteTable
from chickenscratch.host.shapes import Stage, TableState
from chickenscratch.locale import N_, _
from chickenscratch.locale.log import log_lines
from chickenscratch.table.link import Command, Update
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.keys import bindings
from chickenscratch.tui.screens import hosted_lines
from chickenscratch.tui.screens.hosted_lines import Around
from chickenscratch.tui.screens.room_lines import title_of
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.screens.talk import Talk, TalkScreen, uncover
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.pane import Pane

Why = Literal["left", "rematch", "again", "gone"]

SHORT: Final = 120.0
"""Seconds from which on every second of a clock is shown."""
LAST_CALL: Final = 15.0
"""Seconds before the end of one's time at which the bell rings once more."""

TALL: Final = 36
"""Rows of a window in which the last lines of the log have one row, or none, as it is."""

_ELSEWHERE: Final = Sentence(N_("This seat is now played elsewhere; {key} takes it back."))
_KEPT: Final = Sentence(N_("A computer player finishes this turn for you; then it is yours again."))
_OFFLINE: Final = Sentence(N_("There is no connection now; it comes back by itself."))
_PAUSED: Final = Sentence(N_("The game is paused; {key} ends the pause."))


class HostedTableScreen(TableScreen):
    """Gives ``leave``; :attr:`why` says what is to be done next."""

    BINDINGS: ClassVar = [*bindings(hosted=True)]
    CSS = """
    HostedTableScreen #hands { display: none; height: 1; }
    HostedTableScreen.-open #hands { display: block; }
    HostedTableScreen #company { height: 1; background: $panel; }
    HostedTableScreen #ticker { height: 1; }
    """
    hosted = True
    patience: ClassVar[float] = 60 * 60.0
    """Seconds without a key until a visitor by SSH has to go; the seat stays theirs."""

    def __init__(
        self,
        client: HostClient,
        table: RemoteTable,
        link: RemoteLink,
        *,
        settings: Settings,
        talk: Talk | None = None,
    ) -> None:
        """`link`: a seat's or a watcher's. `talk`: with what was read of it already."""
        super().__init__([link], settings=settings, mark=_mark(table.state, link))
        self.client = client
        self.remote = table
        self.link = link
        self.talk = talk or Talk(table)
        self.why: Why = "left"
        self._vote_seen: object = None
        self._rung = False

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if widget.id == "footer":
                yield Pane(id="hands")
                yield Pane(id="company")
            yield widget

    def on_mount(self) -> None:
        """Besides what the table screen does; Textual calls both."""
        self._heard = self.chicken.clock.now()
        for follow in (self._states, self._links, self._said, self._onlines, self._nudges,
                       self._notices):  # fmt: skip
            self.run_worker(follow(), group=f"hosted {follow.__name__}")

    @property
    def state(self) -> TableState:
        return self.remote.state

    async def _states(self) -> None:
        async for state in self.remote.states():
            self._heard = self.chicken.clock.now()
            self._rung = False
            vote = state.vote
            if vote != self._vote_seen:
                self._vote_seen = vote
                if vote is not None and state.you in vote.waiting:
                    self.chicken.ring()
            self.mark = _mark(state, self.link)
            if state.stage is Stage.ENDED and not self.latest.view.game_over:
                self.end("gone")
                return
            self.show()
            self._tick()
        self.end("gone")

    async def _links(self) -> None:
        """Another link is another seat: the screen is opened anew for it."""
        async for link in self.remote.links():
            if link is not None and link is not self.link:
                self.end("again")
                return

    async def _said(self) -> None:
        async for _line in self.remote.said():
            self.show()

    async def _onlines(self) -> None:
        async for _online in self.client.onlines():
            self.show_company()
        self.end("gone")

    async def _nudges(self) -> None:
        async for nudge in self.client.nudges():
            self.chicken.ring()
            if nudge.table != self.remote.id:
                listed = {each.table: clean(each.title) for each in self.client.lobby.tables}
                name = listed.get(nudge.table) or nudge.table
                self.announce(_("It is your turn at {table}.").format(table=name))
            elif nudge.by is None:
                self.announce(_("The game waits for you."))
            else:
                words_ = _("{name} reminds you: the game waits for you.")
                self.announce(words_.format(name=clean(nudge.by)))

    async def _notices(self) -> None:
        async for text in self.client.notices():
            self.announce(clean(text))

    def end(self, why: Why) -> None:
        """Leave the table screen, whatever lies over it."""
        if not self.is_attached or not self.is_running:
            return
        self.why = why
        uncover(self)
        if self.app.screen is self:
            self.dismiss("leave")

    def receive(self, update: Update) -> None:
        away, self.remote.away = self.remote.away, None
        super().receive(update)
        if away is not None and update.events:
            self._tell_away(away, update)
        self.show_company()

    def _tell_away(self, seconds: float, update: Update) -> None:
        from chickenscratch.tui.screens.hosted_pages import AwayScreen

        told = log_lines(update.events, self.names, self.reader)
        where = title_of(self.state)
        self.app.push_screen(AwayScreen(where, seconds, told))

    @property
    def left(self) -> float | None:
        """Seconds until the turn of whom the game waits for is over."""
        state = self.state
        if state.deadline is None or state.paused:
            return None
        return state.deadline - state.now - (self.chicken.clock.now() - self._heard)

    def _tick(self) -> None:
        """Show the clock, and again when it says something else."""
        left = self.left
        self.waits.cancel("clock")
        if left is None or left <= 0:
            return
        mine = self.state.awaited == self.state.you
        if mine and left <= LAST_CALL and not self._rung:
            self._rung = True
            self.chicken.ring()
        self.waits.start("clock", 1.0 if left <= SHORT else 30.0, self._next_tick)

    def _next_tick(self) -> None:
        self.show_company()
        self._tick()

    @property
    def around(self) -> Around:
        return Around(self.state, self.names, self.client.online, self.talk, self.left,
                      self.chicken.keys.sign("company"))  # fmt: skip

    def seen(self, eyes: Eyes) -> Eyes:
        return super().seen(eyes)._replace(hosted=True)

    def show(self) -> None:
        if not self.query("#company"):
            return
        self.more_rows = int(self.size.height >= TALL)  # in lower windows the log gives its row
        super().show()
        self.show_company()
        held = self.link.hands
        self.set_class(held is not None, "-open")
        now = self.scene.duty.seat
        if held is not None:
            names = self.names
            pane = self.pane("hands")
            rows = len(held) if self.size.height >= 24 else 1
            if pane.styles.height is None or pane.styles.height.value != rows:
                pane.styles.height = rows
            pane.show(lambda w, h: hosted_lines.hands(held, names, now, w, h))

    def show_around(self, eyes: Eyes) -> None:
        super().show_around(eyes)
        around = self.around
        self.pane("side").show(lambda w, h: hosted_lines.side(eyes, around, w, h))

    def show_company(self) -> None:
        """Show the line above the keys."""
        if not self.query("#company"):  # the screen is being taken away
            return
        around, view, seats = self.around, self.latest.view, self.latest.seats
        self.pane("company").show(
            lambda width, _height: [hosted_lines.company_line(around, view, seats, width)]
        )

    def send(self, command: Command, seq: int) -> None:
        key = {"key": self.chicken.keys.sign("company")}
        hindrance: Sentence | None = None
        if not self.client.online:
            hindrance = _OFFLINE
        elif self.around.kept:
            hindrance = _KEPT
        elif not self.state.holds:
            hindrance = Sentence(_ELSEWHERE.template, key)
        elif self.state.paused:
            hindrance = Sentence(_PAUSED.template, key)
        if hindrance is None:
            super().send(command, seq)
        else:
            self._on_its_way = False
            self.tell(hindrance)

    def action_chat(self) -> None:
        title = _("TALK AT {table}").format(table=title_of(self.state))
        self.app.push_screen(TalkScreen(self.talk, title), lambda _none: self.show())

    def action_company(self) -> None:
        from chickenscratch.tui.screens.hosted_pages import CompanyScreen

        def chosen(act: str | None) -> None:
            if act:
                self.call_after_refresh(self.run_action, act)

        self.app.push_screen(CompanyScreen(self), chosen)

    def action_agree(self) -> None:
        self.ask_host(lambda: self.remote.vote(True))

    def action_refuse(self) -> None:
        self.ask_host(lambda: self.remote.vote(False))

    def action_pause(self) -> None:
        """Ask for a pause, or end the one there is."""
        self.ask_host(lambda: self.remote.pause(not self.state.paused))

    def action_nudge(self) -> None:
        self.ask_host(self.remote.nudge, _("They have been reminded."))

    def action_mute(self) -> None:
        """Hear nothing of the talk, or again."""
        self.talk.muted = not self.talk.muted
        self.show()

    def action_take_back(self) -> None:
        """Play this seat here again."""

        async def again() -> None:
            await self.client.enter(self.remote.id)

        self.ask_host(again)

    def ask_host(self, what: Callable[[], Awaitable[object]], done: str = "") -> None:
        """Ask the host for something, and say why if it refuses."""

        async def asked() -> None:
            try:
                await what()
            except HostError as error:
                self.announce(words.trouble(error))
            else:
                if done:
                    self.announce(done)
            self.show()

        self.run_worker(asked(), group="company")

    def announce(self, words_: str) -> None:
        super().announce(words_)
        self.show_news()

    def open_leave(self, stay: Callable[[], None] | None = None) -> None:
        """A watcher just goes; who plays is asked, and resigns only by writing it out."""
        from chickenscratch.tui.screens.hosted_pages import LeaveTableScreen

        if not self.people or self.latest.view.game_over:
            self.dismiss("leave")
            return

        def answered(answer: str | None) -> None:
            match answer:
                case "leave":
                    self.dismiss("leave")
                case "resign":
                    self.action_resign()
                case _ if stay is not None:
                    stay()
                case _:
                    pass

        self.app.push_screen(LeaveTableScreen(words.policy_words(self.state.settings.absent)),
                             answered)  # fmt: skip

    def action_resign(self) -> None:
        """Give the seat up for good, once that has been written out."""
        from chickenscratch.tui.screens.hosted_pages import resign_screen

        async def resign() -> None:
            await self.remote.leave(sure=True)
            self.end("left")

        def answered(text: str | None) -> None:
            if text is not None:
                self.ask_host(resign)

        self.app.push_screen(resign_screen(), answered)

    def _after_podium(self, answer: object) -> None:
        if answer == "rematch":
            self.why = "rematch"
            self.dismiss("leave")
        elif answer == "sheet":
            self.open_sheet(self._podium)
        else:
            self.dismiss("leave")


def _mark(state: TableState, link: RemoteLink) -> str:
    """What the title says of a table that one only watches."""
    if link.seat is not None:
        return ""
    return _("WATCHING, HANDS OPEN") if state.settings.open_hands else _("WATCHING A GAME")

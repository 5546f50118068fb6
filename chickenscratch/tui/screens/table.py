"""The table: the only screen that knows the game.

Updates come in from a :class:`~chickenscratch.table.link.TableLink` for each person at this
keyboard; what is to be shown flows down to the widgets by their setters; what the players want
comes up as messages, goes through the pure reducer in :mod:`~chickenscratch.tui.turn` and out as
an action. Time is the application's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen

from chickenscratch.config import Settings
from chickenscratch.core.events import Dealt, Event
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.table.link import Command, Ready, TableLink, Update
from chickenscratch.tui import panels, turn_keys, words
from chickenscratch.tui import turn as minds
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.keys import bindings
from chickenscratch.tui.moments import moment_of
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.screens.table_acts import TableActs
from chickenscratch.tui.screens.table_coach import TableCoach
from chickenscratch.tui.screens.table_mouse import TableMouse
from chickenscratch.tui.screens.table_past import TablePast
from chickenscratch.tui.screens.table_rounds import TableRounds
from chickenscratch.tui.screens.table_settings import TableSettings
from chickenscratch.tui.screens.table_undo import TableUndo
from chickenscratch.tui.screens.table_view import TableView
from chickenscratch.tui.screens.what_next import Again, BranchOff
from chickenscratch.tui.text import clean
from chickenscratch.tui.turn import Turn
from chickenscratch.tui.waits import Waits
from chickenscratch.tui.widgets.board import Board
from chickenscratch.tui.widgets.hand import Hand
from chickenscratch.tui.widgets.pane import Pane

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp

Outcome = Literal["leave", "rematch", "taken"] | Again | BranchOff

PASS_AFTER: Final = 1.2
"""Seconds for which a pass that cannot be helped is announced."""


class _Now(NamedTuple):
    """What decides what keys mean: whose turn it is, for what, and who looks."""

    seat: int | None
    kind: DutyKind
    round: int
    moves: int
    me: int | None


class TableScreen(
    TableActs,
    TableCoach,
    TableMouse,
    TablePast,
    TableRounds,
    TableUndo,
    TableSettings,
    TableView,
    Screen[Outcome],
):
    """A game as the people at this keyboard see it."""

    CSS_PATH = Path(__file__).with_name("table.tcss")
    BINDINGS: ClassVar = [*bindings()]
    AUTO_FOCUS = "#board"

    @dataclass
    class Chosen(Message):
        """A player has decided; the command goes to the table."""

        command: Command
        seq: int

    def __init__(
        self,
        links: Sequence[TableLink],
        *,
        hurry: Callable[[], None] = lambda: None,
        settings: Settings | None = None,
        mark: str = "",
    ) -> None:
        """`links`: one for each person at this keyboard, or one of a watcher. `hurry` lets the
        computer players move at once. `mark`: what the title says of a game out of the ordinary."""
        super().__init__()
        if not links:
            raise ValueError("a table screen needs a link, if only a watcher's")
        self.links = {link.seat: link for link in links}
        self.people = tuple(seat for seat in self.links if seat is not None)
        self.hot_seat = len(self.people) > 1
        self.settings = settings or Settings()
        self.mark = mark
        self.input_gate = Gate()
        self.input_gate.close()
        self.me: int | None = None if self.hot_seat else links[0].seat
        """The seat whose hand may be on the screen; None while nobody's may be."""
        self.scene = Scene(links[0].latest.view, None)
        self.happened: list[Event] = []
        """The events of this round."""
        self.story: tuple[str, ...] = ()
        """The same in words."""
        self._front = links[0]
        self._hurry = hurry
        self._felt = Felt()
        self._minds: dict[int | None, Turn] = {}
        self._known: dict[int, SeatView] = {}
        self._now: _Now | None = None
        self._on_its_way = False

    def compose(self) -> ComposeResult:
        look = self.chicken.look
        yield Pane(id="title")
        with Horizontal(id="middle"):
            yield Board(art=look.art, palette=look.palette, id="board")
            yield Pane(id="ends")
            yield Pane(id="side")
        yield Pane(id="mini")
        yield Pane(id="sums")
        yield Pane(id="news")
        yield Pane(id="duty")
        with Horizontal(id="bottom"):
            yield Hand(art=look.art, palette=look.palette, ground=look.rack, id="hand")
            yield Pane(id="advice")
        yield Pane(id="ticker")
        yield Pane(id="footer")

    @property
    def chicken(self) -> ChickenApp:
        return cast("ChickenApp", self.app)

    @cached_property
    def waits(self) -> Waits:
        return Waits(self.chicken.clock)

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def hand(self) -> Hand:
        return self.query_one("#hand", Hand)

    def pane(self, name: str) -> Pane:
        return self.query_one(f"#{name}", Pane)

    def on_mount(self) -> None:
        self.set_class(not self.people, "-watching")
        self.bind_keys()
        self.fix_zoom()
        self.board.motion = self.chicken.motion
        self.run_worker(self._follow(), group="table", exclusive=True)

    def on_unmount(self) -> None:
        if "zoom" in self.waits:
            self.keep_zoom()
        self.waits.cancel_all()

    async def _follow(self) -> None:
        async for update in self._front.updates():
            if not self.query("#title"):  # this screen is going, and its widgets went before it
                return
            self.receive(update)

    @property
    def latest(self) -> Update:
        """The newest update, as the seat sees it whose hand is on the screen."""
        return (self.links.get(self.me) or self._front).latest

    @property
    def reader(self) -> int | None:
        """Who is called “you” in what everybody at this keyboard can read."""
        return None if self.hot_seat else self.me

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(clean(seat.name) or "?" for seat in self._front.latest.seats)

    @property
    def mind(self) -> Turn:
        """What the person has in mind whose hand is on the screen."""
        return self._minds.get(self.me, Turn())

    @mind.setter
    def mind(self, turn: Turn) -> None:
        self._minds[self.me] = turn

    def receive(self, update: Update) -> None:
        """Something has happened."""
        self._remember(update)
        self.keep_past()
        self.forget_tip()
        if self.hot_seat and any(isinstance(event, Dealt) for event in update.events):
            self.me = None
        self._look()
        self.announce_moment(moment_of(update.events, self.names, self.reader, update.view))
        self.heed(update.notices)
        self._watch_turn()
        self.show()
        self.watch_end(update)

    def sit(self, seat: int | None) -> None:
        """Show the hand of `seat`, or nobody's."""
        self.me = seat
        self._look()
        if seat is not None:
            self._now = None
            self._watch_turn()
        self.show()

    def _remember(self, update: Update) -> None:
        if update.undone or not self.happened:
            self.happened = list(self._front.story)
        else:
            for event in update.events:
                if isinstance(event, Dealt):
                    self.happened.clear()
                self.happened.append(event)
        self.story = self.tell_story()

    def _look(self) -> None:
        """Take in the newest view, without any hand if nobody's may be seen."""
        view = self.latest.view
        if self.me is None:
            view = view._replace(seat=None, hand=(), drawn=None)
        self.scene = Scene(view, self._felt.follow(view), self.chicken.keys.letters)
        if self.me is not None:
            before = self._known.get(self.me)
            if before is None:
                self.mind = replace(self.mind, order=self.settings.hand_order)
            self.mind = minds.receive(self.mind, before, self.scene)
            self._known[self.me] = view

    def _watch_turn(self) -> None:
        """What a change of whose turn it is brings with it: gate, curtain, bell, forced pass."""
        duty, before = self.scene.duty, self._now
        view = self.scene.view
        moves = sum(fact.act in ("lead", "play", "pass") for fact in view.log)
        self._now = _Now(duty.seat, duty.kind, view.number, moves, self.me)
        if self._now != before:
            self.shut_gate()
            if duty.seat in self.people and duty.seat != self.me:
                self.draw_curtain(duty.seat)
                return
            same_turn = before is not None and before._replace(kind=duty.kind) == self._now
            if self.scene.my_turn and not same_turn:
                self.chicken.ring()
            self.foresee()
        self.waits.cancel("pass")
        if self.scene.forced_pass:
            self.waits.start("pass", PASS_AFTER, self.pass_now)

    def shut_gate(self) -> None:
        """The meaning of keys changes: nothing counts until it can be seen."""
        self.input_gate.close()
        self.call_after_refresh(lambda: self.input_gate.painted(self.chicken.clock.now()))

    def on_screen_resume(self) -> None:
        self.shut_gate()

    @property
    def eyes(self) -> Eyes:
        now = Eyes(
            scene=self.scene,
            turn=self.mind,
            seats=self.latest.seats,
            names=self.names,
            me=self.me,
            you=self.me,
            log=self.story,
            counting=self.counting and self.settings.hints,
            hidden=self.hot_seat and self.me is None,
            forced="pass" in self.waits,
            keys=self.chicken.keys,
            may_undo=self.latest.undo is not None,
            hints=self.settings.hints,
        )
        return self.seen(self.advised(now))

    def show(self) -> None:
        """Show everything; what has not changed is not painted again."""
        eyes = self.eyes
        self.pane("title").show(lambda width, height: [panels.title(eyes, width)])
        self.show_around(eyes)
        self.pane("mini").show(lambda width, height: panels.mini(eyes, width))
        self.pane("ticker").show(lambda width, height: panels.ticker(eyes, width, height))
        self.show_mind()

    def show_mind(self) -> None:
        """Show what the player has in mind: ghosts, hand, the lines around it."""
        eyes = self.eyes
        self.show_board(eyes)
        self.hand.show(words.hand_picture(eyes, face_down=self.face_down))
        self.show_news()
        self.pane("duty").show(lambda width, height: [self.duty_line(eyes, width)])
        self.pane("advice").show(lambda width, height: words.advice(eyes, width, height))
        self.pane("footer").show(lambda width, height: [self.foot_line(eyes, width)])

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def takes_key(self, key: str) -> bool:
        """Some waits are cut short by any key, unless it asks for something else by name."""
        self.last_key = key
        self.board.settle()
        if key.startswith("ctrl+"):
            return False
        if self.returns(key):
            return True
        if "reveal" in self.waits:
            self.reveal()
            return True
        if "pass" in self.waits and not self.asks_for_screen(key):
            self.pass_now()
            return True
        return self.stop_autoplay()

    def press(self, act: str, key: str = "") -> None:
        """An act of the reducer."""
        wants, pannable = self.settings.confirm, self.board.pannable
        self.take(
            turn_keys.press(self.mind, self.scene, act, key, confirm=wants, pannable=pannable)
        )

    def take(self, step: minds.Step) -> None:
        """Keep what the player has in mind now, and do what is to be done."""
        self.mind, intent = step
        match intent:
            case minds.Do(action):
                if not self._on_its_way:  # locked until the table has answered
                    self._on_its_way = True
                    self.send(action, self.latest.seq)
            case minds.Hurry():
                self._hurry()
            case minds.Pan(dx, dy):
                self.board.pan(dx, dy)
            case minds.Cluck():
                self.announce(_("Cluck, cluck."))
        self.show_mind()

    def send(self, command: Command, seq: int) -> None:
        self.post_message(self.Chosen(command, seq))

    @on(Chosen)
    def _submit(self, message: Chosen) -> None:
        message.stop()
        self.run_worker(self._ask(message.command, message.seq), group="asking")

    async def _ask(self, command: Command, seq: int) -> None:
        """Ask the table, and say why if it refuses."""
        try:
            receipt = await self.links[command.seat].submit(command, seq)
        finally:
            if not isinstance(command, Ready):
                self._on_its_way = False
        if receipt.reason is not None and not isinstance(command, Ready):
            self.mind = minds.rejected(self.mind, receipt.reason, receipt.why)
            self.show_mind()

    def tell(self, notice: minds.Notice) -> None:
        """Say something in the duty line until the next key."""
        self.mind = replace(self.mind, notice=notice)
        self.show_mind()

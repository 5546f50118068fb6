"""The table: the only screen that knows the game.

Updates come in from a :class:`~chickenscratch.table.link.TableLink` for each person at this
keyboard; what is to be shown flows down to the widgets by their setters; what the players want
comes up as messages, goes through the pure reducer in :mod:`~chickenscratch.tui.turn` and out as
an action. Time is the application's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Literal, cast

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen

from chickenscratch.config import Settings
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.events import Dealt, Event
from chickenscratch.core.state import Phase
from chickenscratch.core.view import SeatView
from chickenscratch.layout import Hit
from chickenscratch.locale import _
from chickenscratch.locale.log import log_lines
from chickenscratch.table.link import Command, Ready, TableLink, Update
from chickenscratch.tui import panels, words
from chickenscratch.tui import turn as minds
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.keys import bindings
from chickenscratch.tui.moments import Moment, moment_of
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.screens.table_acts import TableActs
from chickenscratch.tui.text import clean
from chickenscratch.tui.turn import Turn
from chickenscratch.tui.widgets.board import Board
from chickenscratch.tui.widgets.hand import Hand
from chickenscratch.tui.widgets.pane import Pane

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp

Outcome = Literal["leave", "rematch"]

PASS_AFTER: Final = 1.2
"""Seconds for which a pass that cannot be helped is announced."""
BANNER_TIME: Final = 2.0
REVEAL_AFTER: Final = 1.5
"""Seconds to look at the last tile before the hands are counted."""
FACE_DOWN_TIME: Final = 8.0


class TableScreen(TableActs, Screen[Outcome]):
    """A game as the people at this keyboard see it."""

    CSS_PATH = Path(__file__).with_name("table.tcss")
    BINDINGS: ClassVar = [*bindings()]
    AUTO_FOCUS = "#board"

    @dataclass
    class Chosen(Message):
        """A player has decided; the action goes to the table."""

        command: Command
        seq: int

    def __init__(
        self,
        links: Sequence[TableLink],
        *,
        hurry: Callable[[], None] = lambda: None,
        settings: Settings | None = None,
    ) -> None:
        """`links`: one for each person at this keyboard, or one of a watcher. `hurry` lets the
        computer players move at once."""
        super().__init__()
        if not links:
            raise ValueError("a table screen needs a link, if only a watcher's")
        self.links = {link.seat: link for link in links}
        self.people = tuple(seat for seat in self.links if seat is not None)
        self.hot_seat = len(self.people) > 1
        self.input_gate = Gate()
        self.input_gate.close()
        self._hurry = hurry
        self._settings = settings or Settings()
        first = links[0]
        self._front = first
        self.me: int | None = None if self.hot_seat else first.seat
        """The seat whose hand may be on the screen; None while nobody's may be."""
        self._felt = Felt()
        self._minds: dict[int, Turn] = {}
        self._known: dict[int, SeatView] = {}
        self._scene = Scene(first.latest.view, None)
        self._events: list[Event] = []
        self._log: tuple[str, ...] = ()
        self._banner = ""
        self._pointed = ""
        self._counting = True
        self._face_down = False
        self._pending = False
        self._last_key = ""
        self._duty: object = None
        self._ended = (0, False)
        self._waits: dict[str, Callable[[], None]] = {}

    # --- the widgets -------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        look = self.chicken.look
        yield Pane(id="title")
        with Horizontal(id="middle"):
            yield Board(art=look.art, palette=look.palette, id="board")
            yield Pane(id="side")
        yield Pane(id="mini")
        yield Pane(id="news")
        yield Pane(id="duty")
        with Horizontal(id="bottom"):
            yield Hand(art=look.art, palette=look.palette, id="hand")
            yield Pane(id="advice")
        yield Pane(id="ticker")
        yield Pane(id="footer")

    @property
    def chicken(self) -> ChickenApp:
        return cast("ChickenApp", self.app)

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def hand(self) -> Hand:
        return self.query_one("#hand", Hand)

    def pane(self, name: str) -> Pane:
        return self.query_one(f"#{name}", Pane)

    def on_mount(self) -> None:
        self.hand.set_look(self.chicken.look.art, self.chicken.look.palette, self.chicken.look.rack)
        self.run_worker(self._follow(), group="table", exclusive=True)

    async def _follow(self) -> None:
        async for update in self._front.updates():
            self.receive(update)

    # --- what comes from the table -----------------------------------------------------------

    @property
    def latest(self) -> Update:
        """The newest update, as the seat sees it whose hand is on the screen."""
        return (self.links.get(self.me) or self._front).latest

    @property
    def mind(self) -> Turn:
        return self._minds.get(-1 if self.me is None else self.me, Turn())

    @mind.setter
    def mind(self, turn: Turn) -> None:
        self._minds[-1 if self.me is None else self.me] = turn

    def receive(self, update: Update) -> None:
        """Something has happened."""
        self._remember(update.events)
        moment = moment_of(update.events, self.names, self._reader, update.view)
        if self.hot_seat and any(isinstance(event, Dealt) for event in update.events):
            self.me = None
        self._look()
        self._announce(moment)
        self._watch_turn()
        self.show()
        self._watch_end(update)

    def _remember(self, new: Sequence[Event]) -> None:
        for event in new:
            if isinstance(event, Dealt):
                self._events.clear()
            self._events.append(event)
        self._log = tuple(log_lines(self._events, self.names, self._reader))

    @property
    def _reader(self) -> int | None:
        """Who is called "you" in what everybody at this keyboard can read."""
        return None if self.hot_seat else self.me

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(clean(seat.name) or "?" for seat in self._front.latest.seats)

    def _look(self) -> None:
        """Take in the newest view of the seat on the screen."""
        view = self.latest.view
        self._scene = Scene(view, self._felt.follow(view))
        if self.me is not None:
            before = self._known.get(self.me)
            if before is None:
                self.mind = replace(self.mind, order=self._settings.hand_order)
            self.mind = minds.receive(self.mind, before, self._scene)
            self._known[self.me] = view

    def _watch_turn(self) -> None:
        """What a change of whose turn it is brings with it: gate, curtain, bell, forced pass."""
        duty = self._scene.duty
        state = (duty.seat, duty.kind, self._scene.view.number, self.me)
        if state != self._duty:
            began = duty.seat is not None and (duty.seat, self.me) != self._duty_seat()
            self._duty = state
            self.shut_gate()
            if duty.seat in self.people and duty.seat != self.me:
                self._draw_curtain(duty.seat)
            elif began and self._scene.my_turn:
                self.chicken.ring()
        self._stop("pass")
        if self._scene.forced_pass and self.me is not None:
            self._after("pass", PASS_AFTER, self._pass_now)

    def _duty_seat(self) -> tuple[int | None, int | None]:
        known = cast("tuple[int | None, object, int, int | None] | None", self._duty)
        return (None, None) if known is None else (known[0], known[3])

    def shut_gate(self, deaf: float = 0.0) -> None:
        """The meaning of keys changes: nothing counts until it can be seen."""
        self.input_gate.close()
        self.call_after_refresh(lambda: self.input_gate.painted(self.chicken.clock.now(), deaf))

    def on_screen_resume(self) -> None:
        self.shut_gate()

    def _pass_now(self) -> None:
        self._stop("pass")
        self.press("pass_")

    def _announce(self, moment: Moment) -> None:
        if moment.banner:
            self._banner = moment.banner
            self._after("banner", BANNER_TIME, self._end_banner)
        if moment.cluck:
            self.board.light_hub(self.chicken.look.lit)

    def _end_banner(self) -> None:
        self._banner = ""
        self.board.light_hub(None)
        self._show_news()

    # --- the curtain, the end of a round -----------------------------------------------------

    def _draw_curtain(self, seat: int) -> None:
        """Hide every hand until the person in `seat` says that only they can see the screen."""
        from chickenscratch.tui.screens.curtain import CurtainScreen, curtain_key

        before, self.me = self.me, None
        self._look()
        if not self.hot_seat:
            self._unveil(seat)
            return
        left = None if before is None else self.names[before]
        people = [self.names[s] for s in self.people]
        key = curtain_key(self.people.index(seat), people, avoid=self._last_key)
        story = log_lines(self._events, self.names, None)
        curtain = CurtainScreen(self.names[seat], key, left, story, clock=self.chicken.clock)
        self.app.push_screen(curtain, lambda _done: self._unveil(seat))

    def _unveil(self, seat: int) -> None:
        self.me = seat
        self._look()
        self._duty = None
        self._watch_turn()
        self.show()

    def _watch_end(self, update: Update) -> None:
        view = update.view
        if view.phase is Phase.OVER and view.results and self._ended[0] != view.number:
            self._ended = (view.number, view.game_over)
            self._after("reveal", REVEAL_AFTER, self._reveal)

    def _reveal(self) -> None:
        from chickenscratch.tui.screens.reveal import RevealScreen

        self._stop("reveal")
        self.app.push_screen(
            RevealScreen(self.latest, self.names, self._reader), self._after_reveal
        )

    def _after_reveal(self, answer: str | None) -> None:
        match answer:
            case "sheet":
                self.open_sheet(self._reveal)
            case "leave":
                self.action_leave()
            case _ if self._scene.view.game_over:
                self._podium()
            case _:
                for seat in self.people:
                    self.post_message(self.Chosen(Ready(seat), self.links[seat].latest.seq))

    def _podium(self) -> None:
        from chickenscratch.tui.screens.podium import PodiumScreen

        self.app.push_screen(
            PodiumScreen(self.latest, self.names, self._reader), self._after_podium
        )

    def _after_podium(self, answer: str | None) -> None:
        match answer:
            case "sheet":
                self.open_sheet(self._podium)
            case "rematch":
                self.dismiss("rematch")
            case _:
                self.dismiss("leave")

    # --- timers ------------------------------------------------------------------------------

    def _after(self, name: str, seconds: float, call: Callable[[], object]) -> None:
        self._stop(name)
        self._waits[name] = self.chicken.clock.after(seconds, call)

    def _stop(self, name: str) -> None:
        cancel = self._waits.pop(name, None)
        if cancel is not None:
            cancel()

    def on_unmount(self) -> None:
        for name in list(self._waits):
            self._stop(name)

    # --- showing -----------------------------------------------------------------------------

    @property
    def eyes(self) -> Eyes:
        return Eyes(
            scene=self._scene,
            turn=self.mind,
            seats=self.latest.seats,
            names=self.names,
            me=self.me,
            you=self.me,
            log=self._log,
            counting=self._counting,
            hidden=self.hot_seat and self.me is None,
            forced="pass" in self._waits,
            pannable=self.board.pannable,
        )

    def show(self) -> None:
        """Show everything; what has not changed is not painted again."""
        self._show_table()
        eyes = self.eyes
        self._fit_side(eyes)
        self.pane("title").show(lambda width, height: [panels.title(eyes, width)])
        self.pane("side").show(lambda width, height: panels.side(eyes, width, height))
        self.pane("mini").show(lambda width, height: panels.mini(eyes, width))
        self.pane("ticker").show(lambda width, height: panels.ticker(eyes, width, height))
        self.show_mind()

    def show_mind(self) -> None:
        """Show what the player has in mind: ghosts, hand, the lines around it."""
        self._show_table()
        eyes = self.eyes
        self.hand.show(words.hand_picture(eyes, face_down=self._face_down))
        self._show_news()
        self.pane("duty").show(lambda width, height: [words.duty_words(eyes, width)])
        self.pane("advice").show(lambda width, height: words.advice(eyes, width, height))
        self.pane("footer").show(lambda width, height: [words.footer_words(eyes, width)])

    def _show_table(self) -> None:
        turn = self.mind
        picture = self._scene.picture(turn.lifted, turn.choice, turn.bend)
        self.board.show(picture, self._scene.view.number)

    def _show_news(self) -> None:
        eyes, banner, pointed = self.eyes, self._banner, self._pointed
        beyond = self.board.beyond()
        self.pane("news").show(
            lambda width, height: [panels.news(eyes, banner, pointed, beyond, width)]
        )

    def _fit_side(self, eyes: Eyes) -> None:
        width = panels.side_width(self.size.width, eyes.scene.view.seats)
        side = self.pane("side")
        if side.styles.width is None or side.styles.width.value != width:
            side.styles.width = width

    def on_resize(self, event: events.Resize) -> None:
        if self.is_mounted and self.me is not None:
            self.call_after_refresh(self.show)

    # --- what players want -------------------------------------------------------------------

    def takes_key(self, key: str) -> bool:
        """Some waits are cut short by any key."""
        self._last_key = key
        if "reveal" in self._waits:
            self._reveal()
            return True
        if "pass" in self._waits:
            self._pass_now()
            return True
        return False

    def press(self, act: str, key: str = "") -> None:
        """An act of the reducer."""
        step = minds.press(
            self.mind, self._scene, act, key,
            confirm=self._settings.confirm, pannable=self.board.pannable,
        )  # fmt: skip
        self.take(step)

    def take(self, step: minds.Step) -> None:
        """Keep what the player has in mind now, and do what is to be done."""
        self.mind, intent = step
        match intent:
            case minds.Do(action):
                self._choose(action)
            case minds.Hurry():
                self._hurry()
            case minds.Pan(dx, dy):
                self.board.pan(dx, dy)
            case minds.Cluck():
                self._cluck()
            case None:
                pass
        self.show_mind()

    def _choose(self, action: SeatAction) -> None:
        """Locked while an earlier choice is on its way."""
        if not self._pending:
            self._pending = True
            self.post_message(self.Chosen(action, self.latest.seq))

    @on(Chosen)
    async def _submit(self, message: Chosen) -> None:
        message.stop()
        command = message.command
        link = self.links[command.seat]
        try:
            receipt = await link.submit(command, message.seq)
        finally:
            self._pending = False
        if receipt.reason is not None and not isinstance(command, Ready):
            self.mind = minds.rejected(self.mind, receipt.reason, receipt.why)
            self.show_mind()

    def tell(self, notice: minds.Notice) -> None:
        """Say something in the duty line until the next key."""
        self.mind = replace(self.mind, notice=notice)
        self.show_mind()

    def turn_face_down(self) -> None:
        """Hide the tiles for a moment, because somebody walks by; or show them again."""
        self._face_down = not self._face_down
        self._stop("face-down")
        if self._face_down:
            self._after("face-down", FACE_DOWN_TIME, self.turn_face_down)
        self.show_mind()

    def toggle_count(self) -> None:
        self._counting = not self._counting
        self.show()

    @property
    def story(self) -> tuple[str, ...]:
        return self._log

    def _cluck(self) -> None:
        self._banner = _("Cluck, cluck.")
        self._after("banner", BANNER_TIME, self._end_banner)

    # --- the mouse ---------------------------------------------------------------------------

    @on(Board.Chosen)
    def _board_clicked(self, message: Board.Chosen) -> None:
        message.stop()
        if self.takes_key("click"):
            return
        end = message.hit.ghost
        if end is not None and message.button == 1:
            self.take(minds.click_place(self.mind, self._scene, end))
        elif message.hit.tile is None:
            self.mind = minds.click_away(self.mind)
            self.show_mind()

    @on(Board.Pointed)
    def _board_pointed(self, message: Board.Pointed) -> None:
        message.stop()
        self._pointed = self._name_of(message.hit)
        self._show_news()

    def _name_of(self, hit: Hit) -> str:
        laid = self._scene.view.laid
        if hit.ghost is not None and self.mind.lifted is not None:
            return _("lay {tile} here").format(tile=self.mind.lifted)
        if hit.tile is None or hit.tile >= len(laid):
            return ""
        tile = laid[hit.tile]
        name = self.names[tile.seat]
        high, low = max(tile.near, tile.far), min(tile.near, tile.far)
        return _("{tile}, laid by {name}").format(tile=f"{high}-{low}", name=name)

    @on(Board.Zoomed)
    def _board_zoomed(self, message: Board.Zoomed) -> None:
        message.stop()
        self.board.zoom_by(message.step)
        self._show_news()

    @on(Hand.Picked)
    def _hand_clicked(self, message: Hand.Picked) -> None:
        message.stop()
        if self.takes_key("click"):
            return
        if message.tile is None or message.button != 1:
            self.mind = minds.click_away(self.mind)
            self.show_mind()
        else:
            self.take(minds.click_tile(self.mind, self._scene, message.tile))

    @on(Pane.Pressed)
    async def _word_clicked(self, message: Pane.Pressed) -> None:
        message.stop()
        if not self.takes_key("click"):
            await self.run_action(message.act)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.tell(minds.NO_PASTE)

    # --- other screens -----------------------------------------------------------------------

    def open_sheet(self, then: Callable[[], None] | None) -> None:
        """The whole score sheet; `then` is done when it closes."""
        from chickenscratch.tui.screens.sheet import SheetScreen

        screen = SheetScreen(self.latest, self.names, self._reader)
        self.app.push_screen(screen, lambda _done: None if then is None else then())

    def do_later(self, act: str | None) -> None:
        """What was chosen in the help screen."""
        if act:
            self.call_after_refresh(self.run_action, act)

    def leave_if(self, sure: bool | None) -> None:
        """The answer of the leave dialog."""
        if sure:
            self.dismiss("leave")

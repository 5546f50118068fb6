"""A game between computer players to watch, with somebody who tells what happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from chickenscratch.bots.base import awaited, is_legal
from chickenscratch.bots.levels import LEVELS, decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.company import HENS, gentle
from chickenscratch.core import shuffle
from chickenscratch.core.actions import Call, Deal, SeatAction
from chickenscratch.core.apply import start_game
from chickenscratch.core.events import Drawn, FootOpened, Passed, RoundEnded, TilePlayed
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.scoring import places
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.locale import N_, _
from chickenscratch.locale.log import log_lines
from chickenscratch.locale.numbers import both
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.solo import SoloLink, without_place
from chickenscratch.tui.text import short
from chickenscratch.tui.widgets.page import foot_line
from chickenscratch.tui.widgets.pane import Line, line, spread
from chickenscratch.tui.widgets.prose import wrapped

if TYPE_CHECKING:
    from chickenscratch.config import Settings
    from chickenscratch.table.players import Brain
    from chickenscratch.tui.clock import Clock

logger = logging.getLogger(__name__)

SPEEDS: Final = (3.0, 1.6, 0.7, 0.3)
"""Seconds for a move, the slowest first."""
SPEED_WORDS: Final = (N_("slow"), N_("calm"), N_("brisk"), N_("fast"))
USUAL_SPEED: Final = 1
STEP: Final = Act(
    "step", ("full_stop", "kp_decimal"), ".", N_("one move"), N_("One move at once, then wait."),
    footer=1,
)  # fmt: skip
SEATS: Final = 4
THINKING: Final = 20.0
"""Seconds after which a player who still thinks makes a simple move."""
MOST_KEPT: Final = 60
"""Sentences of the commentary that are kept."""


class Tempo:
    """When the next move may be made: after a while, at once if wanted, not while paused."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.speed = USUAL_SPEED
        self.paused = False
        self._waiting: asyncio.Event | None = None
        self._stop: Callable[[], None] | None = None

    async def wait(self) -> None:
        """Return when the next move may be made."""
        self._waiting = asyncio.Event()
        self._start()
        try:
            await self._waiting.wait()
        finally:
            self._cancel()
            self._waiting = None

    def step(self) -> None:
        """One move at once, also while paused."""
        if self._waiting is not None:
            self._waiting.set()

    def toggle(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused
        self._start()

    def change(self, step: int) -> None:
        """Faster or slower."""
        self.speed = max(0, min(self.speed + step, len(SPEEDS) - 1))
        self._start()

    def _start(self) -> None:
        """Count the seconds of the present wait anew."""
        self._cancel()
        if self._waiting is not None and not self.paused:
            self._stop = self._clock.after(SPEEDS[self.speed], self.step)

    def _cancel(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None


class WatchScreen(TableScreen):
    """Gives ``leave``, or ``rematch`` for another game to watch."""

    CSS = """
    WatchScreen #ticker { height: 7; display: block; }
    WatchScreen.-tall #ticker, WatchScreen.-high #ticker { height: 9; display: block; }
    WatchScreen.-medium.-tall #ticker, WatchScreen.-medium.-high #ticker { display: block; }
    WatchScreen.-large.-tall #ticker, WatchScreen.-large.-high #ticker { display: block; }
    WatchScreen.-mini #ticker { height: 5; }
    WatchScreen.-low #ticker { height: 3; }
    """

    def __init__(self, brain: Brain, settings: Settings, *, seed: str | None = None) -> None:
        """`brain` thinks for everybody."""
        levels = list(LEVELS)[list(LEVELS).index(gentle()) :]
        self.levels = tuple(levels[seat % len(levels)] for seat in range(SEATS))
        game = start_game(PRESETS["chicken-scratch"].rules, SEATS, seed or shuffle.new_seed())
        seats = [SeatInfo(HENS[seat], level) for seat, level in enumerate(self.levels)]
        self.link = SoloLink(game, None, seats)
        self.link.do(Deal())
        super().__init__([self.link], settings=settings)
        self.said: list[tuple[str, str]] = []
        """The commentary: sentences and how they look."""
        self._brain = brain
        self._next = asyncio.Event()
        self._filling: int | None = None
        self._drew = False
        """The last sentence is about a tile that was drawn."""

    @cached_property
    def tempo(self) -> Tempo:
        return Tempo(self.chicken.clock)

    def on_mount(self) -> None:
        """Besides what the table screen does; Textual calls both."""
        self.run_worker(self._perform(), group="playing", exclusive=True)

    async def _perform(self) -> None:
        """Play the game to its end."""
        link = self.link
        while not link.game.over:
            table = link.game.round
            seat = None if table is None else awaited(table)
            if seat is None:
                if link.latest.view.results and link.latest.view.round_over:
                    self._next.clear()
                    await self._next.wait()
                link.do(Deal())
                continue
            view = view_of(link.game, seat)
            action = await self._decide(view, self.levels[seat])
            if not isinstance(action, Call):
                await self.tempo.wait()
            link.do(without_place(action))

    async def _decide(self, view: SeatView, level: str) -> SeatAction:
        legal = view.legal
        if legal is not None and legal.calls:
            return Call(legal.seat, legal.calls[0])
        try:
            async with asyncio.timeout(THINKING):
                action = await self._brain.choose(view, level, company=self.levels)
            if is_legal(view, action):
                return action
        except TimeoutError:
            logger.warning("a bot of level %s thought for too long", level)
        except Exception:
            logger.exception("a bot of level %s failed", level)
        return decide(view, HEAVIEST.name)

    def receive(self, update: Update) -> None:
        if self._drew and any(isinstance(event, Passed) for event in update.events):
            self.said.pop()  # drawing and passing are told in one sentence
        self.said += self._comments(update)
        self._drew = bool(update.events) and isinstance(update.events[-1], Drawn)
        del self.said[:-MOST_KEPT]
        view = update.view
        self._filling = view.laid[view.parent].far if view.parent >= 0 else None
        super().receive(update)

    def _comments(self, update: Update) -> list[tuple[str, str]]:
        """What somebody at the table would say now."""
        lines = log_lines(update.events, self.names, None, filling=self._filling)
        said = [(text, "") for text in lines]
        for event in update.events:
            match event:
                case TilePlayed(seat=seat, left=1) if not update.view.round_over:
                    words = _("{name} has one tile left!")
                    said.append((words.format(name=self.names[seat]), "accent"))
                case FootOpened(number=number) if not update.view.round_over:
                    words = _("Now it takes a {number}, whatever else would fit.")
                    said.append((words.format(number=number), "accent"))
                case RoundEnded(totals=totals):
                    said.append((self._standing(totals), "accent"))
                case _:
                    pass
        return said

    def _standing(self, totals: Sequence[int]) -> str:
        ranks = places(tuple(totals))
        first = [self.names[seat] for seat, rank in enumerate(ranks) if rank == 1]
        words = (
            _("{name} leads with {points}.")
            if len(first) == 1
            else _("{names} lead together with {points}.")
        )
        return words.format(name=first[0], names=both(first), points=min(totals))

    def show(self) -> None:
        super().show()
        self.pane("ticker").show(self._talk)

    def _talk(self, width: int, height: int) -> list[Line]:
        """The newest sentences, the last one at the bottom."""
        rows: list[Line] = []
        room = max(0, height - 1)
        for place, (text, look) in enumerate(reversed(self.said)):
            style = look or ("strong" if place == 0 else "dim" if place > 2 else "")
            more = [line((f" {row}", style)) for row in wrapped(text, width - 2)]
            if rows and len(rows) + len(more) > room:
                break  # no sentence begins in its middle
            rows = [*more[:room], *rows]
        state = _("paused") if self.tempo.paused else _(SPEED_WORDS[self.tempo.speed])
        title = short(_("WATCHING"), max(0, width - 16))
        head = spread(line((f" {title} ", "head")), line((state + " ", "key", "obvious")), width)
        if height < 2:
            return rows[-height:] if rows else [head]
        return [head, *rows[-room:]]

    def show_mind(self) -> None:
        super().show_mind()
        self.pane("footer").show(lambda width, height: [foot_line(self._foot(), width)])

    def _foot(self) -> list[Act]:
        return [act for act in self._acts() if act.footer]

    def _acts(self) -> list[Act]:
        """What can be done while watching, those of the footer first."""
        keys = self.chicken.keys
        pause = N_("go on") if self.tempo.paused else N_("pause")
        labels = {
            "obvious": pause,
            "zoom_in": N_("faster"),
            "zoom_out": N_("slower"),
            "sheet": N_("sheet"),
            "rules": N_("rules"),
            "leave": N_("leave"),
            "help": N_("help"),
        }
        helps = {
            "obvious": N_("Pause, and go on."),
            "zoom_in": N_("Play faster."),
            "zoom_out": N_("Play slower."),
            "leave": N_("Leave; nothing is lost."),
        }
        acts = [
            act._replace(
                label=labels[act.id], help=helps.get(act.id, act.help), footer=at, mouse=""
            )
            for at, act in enumerate(map(keys.act, labels), 1)
        ]
        acts.insert(3, STEP)
        more = ("log", "count", "ends", "zoom_fit", "settings", "free_mouse", "redraw")
        return acts + [keys.act(name)._replace(footer=0) for name in more]

    def open_help(self) -> None:
        from chickenscratch.tui.screens.help import HelpScreen

        acts = [act for act in self._acts() if act.id != "help"]
        self.app.push_screen(HelpScreen(acts=acts), self._do_later)

    def takes_key(self, key: str) -> bool:
        if key in STEP.keys:
            self.action_step()
            return True
        return super().takes_key(key)

    def action_step(self) -> None:
        """One move at once."""
        self.tempo.step()

    def action_obvious(self) -> None:
        self.tempo.toggle()
        self.show()

    def action_zoom_in(self) -> None:
        self.tempo.change(1)
        self.show()

    def action_zoom_out(self) -> None:
        self.tempo.change(-1)
        self.show()

    def _after_reveal(self, answer: str | None) -> None:
        if answer in ("sheet", "leave") or self.latest.view.game_over:
            super()._after_reveal(answer)
        else:
            self._next.set()

    def open_leave(self, stay: object = None) -> None:
        """Nothing is lost, so nobody is asked."""
        self.dismiss("leave")

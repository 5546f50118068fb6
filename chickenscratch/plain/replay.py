"""A recorded game in lines, a step at a time, with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Dealt, Drawn, Event
from chickenscratch.core.record import GameRecord
from chickenscratch.core.replay import game_of, replay
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.locale import _
from chickenscratch.locale.reasons import refusal
from chickenscratch.plain import words
from chickenscratch.plain.commands import COMMANDS, Act, Unknown, choose
from chickenscratch.plain.console import Console
from chickenscratch.plain.looking import Looking
from chickenscratch.plain.reviewing import round_reviewed
from chickenscratch.plain.table import Outcome
from chickenscratch.plain.telling import Teller
from chickenscratch.plain.text import clean, listed, spoken, tile_words
from chickenscratch.table.coaching import Coach
from chickenscratch.table.link import SeatInfo

BACK, ROUND, ALL, REVIEW = "back", "round", "all", "review"

_LOOKS: Final = (
    Act.NOW, Act.HAND, Act.ENDS, Act.TABLE, Act.COUNT, Act.SCORE, Act.WHO, Act.LOG, Act.RULES,
    Act.NEXT, Act.HELP, Act.QUIT,
)  # fmt: skip
_WORDS: Final = [
    *((word, command.act.value) for command in COMMANDS if command.act in _LOOKS
      for word in (*command.english, *command.italian)),
    ("back", BACK), ("b", BACK), ("indietro", BACK),
    ("round", ROUND), ("manche", ROUND),
    ("all", ALL), ("tutto", ALL),
    ("review", REVIEW), ("analisi", REVIEW),
]  # fmt: skip


class Moment(NamedTuple):
    """The game after a step, and what happened in it; nothing if something was taken back. `line`:
    which one of the record it is."""

    game: Game
    events: tuple[Event, ...]
    line: int = 0


class Replay:
    """Walks through a record."""

    def __init__(
        self,
        console: Console,
        record: GameRecord,
        *,
        ascii_only: bool = False,
        coach: Coach | None = None,
    ) -> None:
        """Raises RecordError at the first line that breaks a rule. `coach`: who looks back."""
        self._console = console
        self._names = tuple(clean(seat.name) or "?" for seat in record.header.seats)
        self._seats = tuple(SeatInfo(seat.name, seat.level) for seat in record.header.seats)
        self._record = record
        self._coach = coach
        self._start = game_of(record.header)
        self._moments = moments(record)
        self._ascii = ascii_only
        self._at = 0
        """How many moments have been told."""
        self._teller = self._fresh()

    async def run(self) -> Outcome:
        """Until it is left or there is no more input. Where nobody could answer, all is told."""
        if not self._moments:
            self._say(_("Nothing has been dealt in this game yet."))
            return Outcome.OVER
        self._go(1)
        if self._console.unattended:
            self._go(len(self._moments))
            return Outcome.OVER
        self._say(_("Enter tells what comes next; “help” names the other words."))
        while True:
            line = await self._console.ask(_completions)
            if line is None:
                return Outcome.CLOSED
            if self._asks_review(line):
                await self._review()
            elif self._obey(line) is Outcome.LEFT:
                return Outcome.LEFT

    def _asks_review(self, line: str) -> bool:
        word = line.strip().partition(" ")[0]
        return bool(word) and choose(word, _WORDS) == REVIEW

    async def _review(self) -> None:
        """Look back at the round that is being told."""
        if self._coach is None:
            self._say(refusal(RejectReason.NO_COACH))
            return
        number = self._view.number
        self._say(_("The coach looks back at round {round}…").format(round=number))
        lines = await round_reviewed(
            self._coach, self._record, number, self._names, ascii_only=self._ascii
        )
        self._say(*lines)

    def _obey(self, line: str) -> Outcome | None:
        word, _space, rest = line.strip().partition(" ")
        meant = choose(word, _WORDS) if word else Act.NEXT.value
        rest = rest.strip()
        if word.isdecimal():
            meant, rest = Act.NEXT.value, word
        if isinstance(meant, Unknown):
            self._say(meant.sentence)
            return None
        count = int(rest) if rest.isdecimal() and rest.isascii() and len(rest) < 6 else 1
        match meant:
            case Act.QUIT:
                return Outcome.LEFT
            case Act.NEXT:
                self._next(count)
            case "all":
                self._next(len(self._moments))
            case "back":
                self._back(self._at - count)
            case "round":
                self._to_round(count)
            case Act.HAND:
                self._say(*self._hands())
            case Act.HELP:
                self._say(*_help_lines())
            case _:
                looking = Looking(lambda: self._teller.round, self._names, None, self._ascii)
                self._say(*looking.at(self._view, self._seats, Act(meant), rest))
        return None

    @property
    def _view(self) -> SeatView:
        game = self._moments[self._at - 1].game if self._at else self._start
        return view_of(game, None)

    def _fresh(self) -> Teller:
        return Teller(view_of(self._start, None), self._names)

    def _next(self, count: int) -> None:
        if self._at == len(self._moments):
            self._say(_("This is the end of the record."))
            return
        self._go(self._at + count)

    def _go(self, to: int) -> None:
        """Tell everything up to the moment `to`."""
        for moment in self._moments[self._at : to]:
            self._at += 1
            if not moment.events:
                self._say(_("Something was taken back."))
            for event in moment.events:
                lines = list(self._teller.tell([event], None))
                if isinstance(event, Drawn) and event.tile is not None:
                    words_ = _("{name} drew {tile}.")
                    lines = [words_.format(name=self._names[event.seat], tile=event.tile)]
                self._say(*lines)

    def _back(self, to: int) -> None:
        """Stand after the moment `to` again, with nothing told twice but where the game is."""
        self._at = max(1, min(to, len(self._moments)))
        self._teller = self._fresh()
        for moment in self._moments[: self._at]:
            list(self._teller.tell(moment.events, None))
        self._say(*words.now_lines(self._view), *self._teller.log(None, 1))

    def _to_round(self, number: int) -> None:
        for place, moment in enumerate(self._moments, 1):
            if any(isinstance(e, Dealt) and e.number == number for e in moment.events):
                self._back(place)
                return
        self._say(_("There is no round {round} in this record.").format(round=number))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(spoken(line))

    def _hands(self) -> Sequence[str]:
        table = self._moments[self._at - 1].game.round
        hands = () if table is None else table.hands
        lines = []
        for name, hand in zip(self._names, hands, strict=False):
            tiles = listed(map(tile_words, hand)) or _("no tiles")
            lines.append(f"{name}: {tiles}.")
        return lines


def moments(record: GameRecord) -> list[Moment]:
    """The steps of a record. Raises RecordError at the first line that breaks a rule."""
    found: list[Moment] = []
    for step in replay(record):
        if step.action is not None or (found and step.game != found[-1].game):
            found.append(Moment(step.game, step.events, step.line))
    return found


def _help_lines() -> list[str]:
    lines = [
        _("next or avanti, or just Enter: what comes next; with a number, so many steps"),
        _("back or indietro: a step back; with a number, so many steps"),
        _("round 3 or manche 3: to the deal of that round"),
        _("all or tutto: everything up to the end"),
        _("hand or mano: all hands"),
        _("review or analisi: what every decision of this round cost"),
    ]
    known = (Act.NEXT, Act.HAND, Act.QUIT)
    looks = [command for command in COMMANDS if command.act in _LOOKS and command.act not in known]
    lines += [f"{command.title}: {_(command.help)}" for command in looks]
    return [*lines, _("quit or esci: leave")]


def _completions(begun: str) -> list[str]:
    return sorted(word for word, _act in _WORDS if len(word) > 1 and word.startswith(begun))

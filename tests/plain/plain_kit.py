"""What the tests of plain mode share: a console that is a script, and the same game elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from chickenscratch.bots.base import Company, awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Draw, Lead, Pass, Play, SeatAction
from chickenscratch.core.events import Event
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.record import format_line
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.view import SeatView
from chickenscratch.plain.console import Completer, no_words
from chickenscratch.plain.sitting import WINDOW, Patience
from chickenscratch.plain.table import Outcome, Session
from chickenscratch.table.link import Command, Ready, TableLink
from chickenscratch.table.local import LocalTable, open_table
from chickenscratch.table.players import PACES
from chickenscratch.table.setup import SeatSetup, TableSetup

SEED = "5eed" * 16
NAMES = ("Anna", "Bruna", "Carla", "Dina", "Elsa")
INSTANT = PACES["instant"]
BOTS = (None, "random", "heaviest", "random")

WORDS = {
    "en": {"draw": "draw", "pass": "pass", "ready": "next"},
    "it": {"draw": "pesca", "pass": "passo", "ready": "avanti"},
}


class Script:
    """A console whose person types these lines, then nothing more."""

    def __init__(self, *lines: str, hides: bool = False) -> None:
        self.typing: Iterator[str] = iter(lines)
        self.said: list[str] = []
        self.asked: list[int] = []
        """How many lines had been said at each question."""
        self.hidden: list[int] = []
        self._hides = hides

    unicode = True
    unattended = False

    def say(self, line: str = "") -> None:
        self.said.append(line)

    async def ask(self, completer: Completer = no_words) -> str | None:
        self.asked.append(len(self.said))
        return next(self.typing, None)

    def hide(self) -> bool:
        if self._hides:
            self.hidden.append(len(self.said))
        return self._hides

    def answers(self) -> list[list[str]]:
        """What was said before each question, and after the last one."""
        cuts = [0, *self.asked, len(self.said)]
        return [self.said[a:b] for a, b in pairwise(cuts)]


class Quick:
    """A brain that needs no other process."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)


class Memory:
    """A recorder that keeps the lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, lines: Sequence[Any]) -> None:
        self.lines += [format_line(line) for line in lines]

    def close(self) -> None:
        pass


def rules_of(name: str, **options: Any) -> RuleSet:
    return make_rules(options, preset(name).rules)


def setup(name: str, *levels: str | None, seed: str = SEED, **options: Any) -> TableSetup:
    seats = [SeatSetup(who, level) for who, level in zip(NAMES, levels, strict=False)]
    return TableSetup(rules_of(name, **options), tuple(seats), seed)


class Played(NamedTuple):
    """A game that was played without plain mode: what its person did and heard, and its record."""

    commands: list[tuple[Command, SeatView]]
    events: list[Event]
    lines: list[str]


async def played(wanted: TableSetup) -> Played:
    """The whole game, its first person deciding like the computer player of the weakest level."""
    memory = Memory()
    table = open_table(wanted, brain=Quick(), pace=INSTANT, recorder=memory)
    commands: list[tuple[Command, SeatView]] = []
    events: list[Event] = []
    link = table.people[0]
    async for update in link.updates():
        events += update.events
        command = _decided(link, update.view, update.seats[0].ready)
        if command is not None:
            commands.append((command, update.view))
            receipt = await link.submit(command, update.seq)
            assert receipt.accepted
    await table.close()
    return Played(commands, events, memory.lines)


def _decided(link: TableLink, view: SeatView, ready: bool) -> Command | None:
    assert link.seat is not None
    if view.round_over:
        return None if view.game_over or ready or not view.results else Ready(link.seat)
    if awaited(view) != link.seat:
        return None
    return first_move(view)


def typed(command: Command, view: SeatView, language: str = "en") -> str:
    """What a person types to do that."""
    words = WORDS[language]
    match command:
        case Ready():
            return words["ready"]
        case Draw():
            return words["draw"]
        case Pass():
            return words["pass"]
        case Lead(_, tile):
            return f"{tile.high}{tile.low}"
        case Play(_, tile, on):
            entry = view.legal.of(tile) if view.legal else None
            both = entry is not None and len(entry.moves) > 1
            return f"{tile.high}{tile.low} {on}" if both else f"{tile.low}-{tile.high}"
        case _:
            return "cluck"


def in_order(wanted: Sequence[str], said: Sequence[str]) -> str | None:
    """The first of the wanted lines that does not follow the ones before it; None if all do."""
    rest = iter(said)
    return next((line for line in wanted if line not in rest), None)


def first_move(view: SeatView) -> SeatAction:
    """What a computer player of the weakest level would do, wherever the tile may lie."""
    action = decide(view, "random")
    return Play(action.seat, action.tile, action.on) if isinstance(action, Play) else action


class Reader(Script):
    """A console whose script reads what it is told, and decides by that alone."""

    def __init__(self, *, calls: bool = True) -> None:
        super().__init__()
        self._calls = calls

    async def ask(self, completer: Completer = no_words) -> str | None:
        since = self.said[self.asked[-1] if self.asked else 0 :]
        self.asked.append(len(self.said))
        return self._answer(since[-1])

    def _answer(self, last: str) -> str:
        if last.startswith("Which side of "):
            return last.rstrip("?").split()[-1]
        if last.startswith("Hand: "):
            fitting = [part for part in last.split(": ")[1].split(". ") if part.endswith(" fits")]
            return fitting[0].removesuffix(" fits") if fitting else ""
        if last.startswith("“cluck” calls"):
            return "cluck" if self._calls else ""
        return ""


async def sat(
    wanted: TableSetup, *lines: str, hides: bool = False, ascii_only: bool = False
) -> tuple[Script, Outcome, LocalTable, Memory]:
    """A session in which these lines are typed."""
    memory, patience = Memory(), Patience()
    table = open_table(
        wanted, brain=Quick(), pace=INSTANT, recorder=memory, window=WINDOW, sleep=patience.sleep
    )
    script = Script(*lines, hides=hides)
    session = Session(
        table.people or (table.watch(),), script, ascii_only=ascii_only,
        may_catch=patience.may_catch,
    )  # fmt: skip
    outcome = await asyncio.wait_for(session.run(), 60)
    await table.close()
    return script, outcome, table, memory

"""What the tests of the table room share: brains, people that play by themselves, a clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from chickenscratch.bots.base import Company, awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Play, SeatAction
from chickenscratch.core.apply import start_game
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.record import RecordSeat, format_line, header_line, read_games
from chickenscratch.core.replay import verify
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView
from chickenscratch.table.link import Ready, Receipt, TableLink, Update
from chickenscratch.table.seat_link import SeatLink
from chickenscratch.table.setup import SeatSetup
from chickenscratch.table.table import Recorder, Table

SEED = "5eed" * 16
PRESETS = ("chicken-scratch", "chicken-foot")
NAMES = ("Anna", "Bruno", "Carla", "Dina", "Elio", "Fosca")


def seats(*levels: str | None) -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(name, level) for name, level in zip(NAMES, levels, strict=False))


def rules_of(name: str, **options: Any) -> RuleSet:
    return make_rules(options, preset(name).rules)


class Quick:
    """A brain that needs no other process."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)


class Memory:
    """A recorder that keeps the lines, and can be told to fail."""

    def __init__(self) -> None:
        self.lines: list[Mapping[str, Any]] = []
        self.closed = False

    def append(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self.lines.extend(lines)

    def close(self) -> None:
        self.closed = True

    @property
    def text(self) -> str:
        return "".join(f"{format_line(line)}\n" for line in self.lines)

    def game(self) -> Game:
        """The game that the record leads to, every line of it checked."""
        (record,) = read_games(self.text.split("\n"))
        return verify(record).game


class Clock:
    """Stands still until the test moves it on."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((self.now + seconds, future))
        await future

    async def forward(self, seconds: float) -> None:
        await settle()
        self.now += seconds
        for until, future in self._waiting:
            if until <= self.now and not future.done():
                future.set_result(None)
        await settle()

    @property
    def sleepers(self) -> int:
        return sum(not future.done() for _, future in self._waiting)


async def settle() -> None:
    """Let everything happen that waits for nothing but its turn in the event loop."""
    for _ in range(60):
        await asyncio.sleep(0)


def choice(view: SeatView, level: str = "random") -> SeatAction:
    """What a person might do; which of several equal places is left to the table."""
    action = decide(view, level)
    return replace(action, at=None) if isinstance(action, Play) else action


async def play(link: TableLink) -> Receipt:
    """One good move for the seat of the link, which must be the one to act."""
    update = link.latest
    return await link.submit(choice(update.view), update.seq)


async def play_by_itself(link: TableLink) -> list[Update]:
    """A person that answers every update of the link until the game ends."""
    seen = []
    assert link.seat is not None
    async for update in link.updates():
        seen.append(update)
        view = update.view
        if view.round_over:
            if not view.game_over and not update.seats[link.seat].ready:
                await link.submit(Ready(link.seat), update.seq)
        elif awaited(view) == link.seat:
            await link.submit(choice(view), update.seq)
    return seen


@asynccontextmanager
async def people(
    rules: RuleSet, count: int, recorder: Recorder | None = None, seed: str = SEED
) -> AsyncIterator[tuple[Table, list[SeatLink]]]:
    """A table at which only persons sit, dealt, and a link for each."""
    game = start_game(rules, count, seed)
    chairs = seats(*[None] * count)
    names = [RecordSeat(who.name) for who in chairs]
    opening = [header_line(game, names, "2026-11-29T20:15:00Z", private=True)]
    table = Table(game, chairs, recorder=recorder, opening=opening)
    links = [table.link(seat) for seat in range(count)]
    table.start()
    await first(links[0])
    try:
        yield table, links
    finally:
        await table.close()


async def first(link: SeatLink) -> None:
    """Wait for the first deal."""
    async for update in link.updates():
        if update.view.number:
            return


def actor(table: Table) -> int:
    assert table.game.round is not None
    seat = awaited(table.game.round)
    assert seat is not None
    return seat


async def play_round(table: Table, links: list[SeatLink]) -> None:
    """Play on until the round is over."""
    rounds = len(table.game.results)
    while len(table.game.results) == rounds:
        assert (await play(links[actor(table)])).accepted

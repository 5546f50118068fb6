"""A table and a clock for tests of screens: everything happens at once, time only when told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

from chickenscratch.core.actions import Deal, Draw, Pass, Play
from chickenscratch.core.apply import Accepted, Rejected, RejectReason, apply
from chickenscratch.core.events import Event, redact
from chickenscratch.core.legal import legal
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.table.link import Assist, Command, Ready, Receipt, SeatInfo, Update

NAMES = ("Anna", "Bruno", "Carla", "Dina", "Elio", "Fausta")


class FakeClock:
    """Time stands still until it is told to go on."""

    def __init__(self) -> None:
        self.time = 0.0
        self._calls: list[tuple[float, Callable[[], object]]] = []

    def now(self) -> float:
        return self.time

    def after(self, seconds: float, call: Callable[[], object]) -> Callable[[], None]:
        entry = (self.time + seconds, call)
        self._calls.append(entry)

        def cancel() -> None:
            if entry in self._calls:
                self._calls.remove(entry)

        return cancel

    def go(self, seconds: float) -> None:
        """Let time pass. Events of Textual are always later than this clock."""
        self.time += seconds
        for entry in sorted(self._calls, key=lambda entry: entry[0]):
            if entry[0] <= self.time and entry in self._calls:
                self._calls.remove(entry)
                entry[1]()


class FakeLink:
    """A seat's connection to a :class:`FakeTable`."""

    def __init__(self, table: FakeTable, seat: int | None) -> None:
        self._table = table
        self._seat = seat
        self._queue: asyncio.Queue[Update] = asyncio.Queue()
        self.latest = table.update(seat, ())
        self._queue.put_nowait(self.latest)
        self.asked: list[Command] = []
        self.story: tuple[Event, ...] = ()

    @property
    def seat(self) -> int | None:
        return self._seat

    def show(self, events: Sequence[Event]) -> None:
        self.latest = self._table.update(self._seat, events)
        self.story += self.latest.events
        self._queue.put_nowait(self.latest)

    async def submit(self, command: Command, seq: int) -> Receipt:
        self.asked.append(command)
        return self._table.submit(command, seq)

    async def updates(self) -> AsyncIterator[Update]:
        while True:
            yield await self._queue.get()


class FakeTable:
    """A game. Seats of `bots` play their first legal move whenever it is their turn."""

    def __init__(
        self,
        game: Game,
        *,
        bots: Sequence[int] = (),
        names: Sequence[str] = NAMES,
        play_bots: bool = True,
    ) -> None:
        self.game = game
        self.bots = frozenset(bots)
        self.names = tuple(names[: game.seats])
        self.seq = 0
        self.links: list[FakeLink] = []
        self.play_bots = play_bots
        self.ready: set[int] = set(bots)
        self.coached = False
        self.assisted: set[int] = set()

    def link(self, seat: int | None) -> FakeLink:
        self.links.append(FakeLink(self, seat))
        return self.links[-1]

    def update(self, seat: int | None, events: Sequence[Event]) -> Update:
        infos = tuple(
            SeatInfo(
                name, "heaviest" if s in self.bots else None, s in self.ready, s in self.assisted
            )
            for s, name in enumerate(self.names)
        )
        seen = tuple(redact(event, seat) for event in events)
        return Update(self.seq, view_of(self.game, seat), seen, infos, coached=self.coached)

    def submit(self, command: Command, seq: int) -> Receipt:
        if seq != self.seq:
            return Receipt(self.seq, RejectReason.STALE)
        if isinstance(command, Ready):
            self.ready.add(command.seat)
            if len(self.ready) == self.game.seats:
                self.do(Deal())
                self.ready = set(self.bots)
                self.run_bots()
            return Receipt(self.seq)
        if isinstance(command, Assist):
            self.assisted.add(command.seat)
            self.seq += 1
            for link in self.links:
                link.show(())
            return Receipt(self.seq)
        outcome = apply(self.game, command)
        if isinstance(outcome, Rejected):
            return Receipt(self.seq, outcome.reason, outcome.why)
        self._accept(outcome)
        receipt = Receipt(self.seq)
        if self.play_bots:
            self.run_bots()
        return receipt

    def do(self, action: Command | Deal) -> None:
        """An action of somebody who is not at the keyboard."""
        assert not isinstance(action, Ready | Assist)
        outcome = apply(self.game, action)
        assert isinstance(outcome, Accepted), outcome
        self._accept(outcome)

    def _accept(self, outcome: Accepted) -> None:
        self.game = outcome.game
        self.seq += 1
        for link in self.links:
            link.show(outcome.events)

    def run_bots(self) -> None:
        while (action := self._bot_action()) is not None:
            self.do(action)

    def _bot_action(self) -> Command | None:
        table = self.game.round
        if table is None or table.turn not in self.bots or self.game.between_rounds:
            return None
        if self.game.over:
            return None
        seat = table.turn
        may = legal(
            self.game.rules, table, seat, table.hands[seat], len(table.yard), table.drawn
        )  # fmt: skip
        if may.lead is not None:
            from chickenscratch.core.actions import Lead

            return Lead(seat, may.lead)
        if may.moves:
            move = may.moves[0]
            return Play(seat, move.tile, move.on, move.places[0])
        if may.draw:
            return Draw(seat)
        return Pass(seat)

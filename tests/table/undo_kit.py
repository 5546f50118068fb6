"""A table at which the test says what everybody does and when, for taking things back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from table_kit import SEED, Memory, choice, first, rules_of, seats

from chickenscratch.bots.base import awaited
from chickenscratch.core.actions import Action, Play, SeatAction
from chickenscratch.core.apply import RejectReason, start_game
from chickenscratch.core.record import RecordSeat, header_line
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Round
from chickenscratch.table.link import Command, Ready, Receipt, Redo, Undo
from chickenscratch.table.table import Table

ANNA, BRUNO = 0, 1


class Sitting:
    """A table whose bots do what the test says, and when."""

    def __init__(self, table: Table, recorder: Memory) -> None:
        self.table = table
        self.recorder = recorder
        self.links = [table.link(seat) for seat in range(table.game.seats)]

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def round(self) -> Round:
        assert self.game.round is not None
        return self.game.round

    @property
    def actor(self) -> int:
        seat = awaited(self.round)
        assert seat is not None
        return seat

    async def ask(self, command: Command) -> Receipt:
        link = self.links[command.seat]
        return await link.submit(command, link.latest.seq)

    async def undo(self, seat: int) -> RejectReason | None:
        return (await self.ask(Undo(seat))).reason

    async def redo(self, seat: int) -> RejectReason | None:
        return (await self.ask(Redo(seat))).reason

    async def act(self) -> SeatAction:
        """The next action, by whoever has to act; in the next round if this one is over."""
        for seat in range(self.game.seats) if self.game.between_rounds else ():
            await self.ask(Ready(seat))
        action = choice(self.links[self.actor].latest.view)
        assert (await self.ask(action)).accepted
        return action

    async def until(self, seat: int, kind: type[Action]) -> None:
        """Play on until `seat` does something of this kind, or has done it."""
        while True:
            action = await self.act()
            if isinstance(action, kind) and action.seat == seat:
                return

    async def turn_of(self, seat: int) -> None:
        """Play on until it is the turn of `seat`."""
        while self.game.between_rounds or self.actor != seat:
            await self.act()

    async def round_end(self) -> None:
        while not self.game.between_rounds and not self.game.over:
            await self.act()


@asynccontextmanager
async def at_table(
    *levels: str | None,
    rules: RuleSet | None = None,
    together: bool = True,
    practice: bool = False,
    seed: str = SEED,
) -> AsyncIterator[Sitting]:
    """A dealt game of persons (None) and of bots that the test drives."""
    game = start_game(rules or rules_of("chicken-foot", rounds=2), len(levels), seed)
    chairs, recorder = seats(*levels), Memory()
    names = [RecordSeat(who.name, who.level) for who in chairs]
    header = header_line(game, names, "2026-11-29T20:15:00Z", private=True, practice=practice)
    table = Table(
        game, chairs, recorder=recorder, opening=[header], together=together, practice=practice
    )
    table.start()
    await first(table.link(None))
    try:
        yield Sitting(table, recorder)
    finally:
        await table.close()


async def play_without_a_draw(at: Sitting, seat: int) -> tuple[Game, list[Action]]:
    """Play to a place where `seat` has laid a tile, the others have answered, and no person has
    drawn since. Returns the state before that tile, and the actions since."""
    while True:
        await at.turn_of(seat)
        before = at.game
        actions: list[Action] = [await at.act()]
        while not at.game.between_rounds and at.actor != seat:
            actions.append(await at.act())
        if isinstance(actions[0], Play) and not at.game.between_rounds:
            return before, actions

"""A game that is going on at a table of the host: who may act for which seat, and until when."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Final, assert_never

from chickenscratch.bots.base import Company, awaited
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Dealt, LeadLaid, Passed, TilePlayed
from chickenscratch.core.replay import Step
from chickenscratch.core.state import Game
from chickenscratch.core.text import Sentence
from chickenscratch.host.asking import Refusal
from chickenscratch.host.means import Means, Watcher
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.seats import Chair
from chickenscratch.host.shapes import Hands, NoClock, Policy, TableSettings, VoteKind
from chickenscratch.host.standing_in import KEEPER, Player, stand_in
from chickenscratch.host.timing import Bucket, TurnTimer
from chickenscratch.host.votes import Vote
from chickenscratch.store.errors import StoreError
from chickenscratch.table.link import Command, Receipt, Redo, Undo, Update
from chickenscratch.table.seat_link import SeatLink
from chickenscratch.table.setup import SeatSetup
from chickenscratch.table.table import Recorder, Table

logger = logging.getLogger(__name__)

BREAK: Final = 90.0
"""Seconds to look at the end of a round, at a table with a clock."""
VOTING: Final = 60.0
"""Seconds to answer a question; silence means no."""
QUESTIONS: Final = 3
"""How many questions somebody may ask at once; later one more each :data:`VOTING`."""
_TURNS: Final = (Dealt, LeadLaid, TilePlayed, Passed)


class Running:
    """The game, its computer players, and the referee who minds time and absence."""

    def __init__(
        self, settings: TableSettings, chairs: Sequence[Chair], game: Game, recorder: Recorder,
        means: Means, room: Watcher, timer: TurnTimer, *, steps: Sequence[Step] = (),
        notices: Sequence[Sentence] = (), seq: int = 0,
    ) -> None:  # fmt: skip
        self.settings: Final = settings
        self._chairs = chairs
        self._means = means
        self._room = room
        self._recorder = recorder
        self.timer = timer
        seats = [SeatSetup(chair.name or "", chair.level) for chair in chairs]
        # an undo goes back as far as the others agree to
        self._table = Table(
            game, seats, recorder=recorder, notices=notices, steps=steps, together=True, seq=seq
        )
        self._gate = asyncio.Event()
        self._gate.set()
        self._ear = self._table.link(None)
        self._links = [self._table.link(seat) for seat in range(len(chairs))]
        self._bots = [
            Player(
                self._table.link(seat), self._gate, chair.level, means.brain, means.pace,
                means.time.sleep, self.company, window=means.window,
            )
            for seat, chair in enumerate(chairs)
            if chair.level is not None
        ]  # fmt: skip
        self._keepers: dict[int, Player] = {}
        self._stand_ins: dict[int, asyncio.Task[None]] = {}
        self._reminded = self._closed = False
        self._not_before: dict[int, float] = {}
        self._since = means.time.now()
        self._bell = asyncio.Event()
        self.vote: Vote | None = None
        self._questions: dict[int, Bucket] = {}
        self._table.start()
        self._tasks = [
            asyncio.create_task(self._listen(), name="referee's ear"),
            asyncio.create_task(self._mind(), name="referee"),
        ]

    # what a room asks for

    @property
    def game(self) -> Game:
        """The whole truth."""
        return self._table.game

    @property
    def paused(self) -> bool:
        return not self._gate.is_set()

    @property
    def awaited(self) -> int | None:
        """The seat that the game waits for; None between rounds."""
        return awaited(self._ear.latest.view)

    @property
    def deadline(self) -> float | None:
        """When the turn is over, or the break between two rounds."""
        view = self._ear.latest.view
        if view.round_over and not view.game_over and not self.paused:
            timed = not isinstance(self.settings.clock, NoClock)
            return self._since + BREAK if timed and view.number else None
        return self.timer.deadline

    def waits_for(self, seat: int) -> bool:
        """Whether the game waits for this seat, be it only to be ready for the next round."""
        update = self._ear.latest
        if update.view.game_over:
            return False
        if update.view.round_over:
            return not update.seats[seat].ready
        return awaited(update.view) == seat

    def kept(self, seat: int) -> bool:
        """Whether a computer player acts for the person."""
        return seat in self._keepers

    def company(self) -> Company:
        """Who sits where. A seat that is kept for a person counts as the person's, as what was laid
        there before was."""
        return tuple(chair.level for chair in self._chairs)

    def link(self, seat: int | None) -> SeatLink:
        return self._table.link(seat)

    def hands(self) -> Hands:
        """Every hand, for watchers of an open table."""
        table = self.game.round
        return () if table is None else table.hands

    async def submit(self, seat: int, command: Command, seq: int) -> Receipt:
        """A person's command. Raises HostRefusedError while a pause or a keeper stands in between.

        What takes something back is put to the vote first, unless only the person is concerned.
        """
        if self.paused:
            raise HostRefusedError(Refusal.PAUSED)
        if seat in self._keepers:
            raise HostRefusedError(Refusal.NOT_HOLDING)
        link = self._links[seat]
        if isinstance(command, Undo | Redo):
            latest = link.latest
            offered = latest.undo if isinstance(command, Undo) else latest.redo
            if offered is not None and seq == latest.seq:
                kind = VoteKind.UNDO if isinstance(command, Undo) else VoteKind.REDO
                acted = {action.seat for action in offered.actions if not isinstance(action, Deal)}
                if not await self.ask(kind, seat, acted):
                    return Receipt(link.latest.seq, RejectReason.OTHERS_ACTED)
                seq = link.latest.seq
        return await link.submit(command, seq)

    async def ask(self, kind: VoteKind, by: int, concerned: Collection[int] = ()) -> bool:
        """Put a question to all other people who are there, and wait for the answer. Without those
        who are `concerned` it is no."""
        if self.vote is not None:
            raise HostRefusedError(Refusal.VOTING)
        people = {seat for seat, chair in enumerate(self._chairs) if chair.person}
        here = {seat for seat in people - self._keepers.keys() if self._chairs[seat].views}
        needed = people.intersection(concerned) - {by}
        if not needed <= here:
            return False
        vote = Vote(kind, by, here, needed)
        if not vote.open:
            return True
        now = self._means.time.now()
        wait = self._questions.setdefault(by, Bucket(QUESTIONS, 1 / VOTING, now)).take(now)
        if wait:
            raise HostRefusedError(Refusal.TOO_FAST, wait)
        self.vote = vote
        self._room.changed()
        expiry = asyncio.create_task(self._expire(vote), name="vote")
        try:
            return await vote.outcome
        finally:
            expiry.cancel()
            self.vote = None
            self._room.changed()

    async def pause(self, seat: int) -> None:
        """Ask for a pause, and make it if all agree."""
        if self.paused or not await self.ask(VoteKind.PAUSE, seat):
            return
        self.hold()

    def hold(self) -> None:
        """Nobody may act until :meth:`go_on`."""
        self._gate.clear()
        self.timer.stop(self._means.time.now())
        self._room.timed()

    def go_on(self) -> None:
        """The pause is over; the turn has its full time again."""
        if self.paused:
            self._gate.set()
            self._turn()

    def came(self, seat: int) -> None:
        """A view of this seat's person has been opened."""
        self._ring()

    def went(self, seat: int) -> None:
        """The last view of this seat's person is gone."""
        if self.vote is not None:
            if self.vote.by == seat:
                self.vote.cancel()
            else:
                self.vote.excuse(seat)
        self._ring()

    def resigned(self, seat: int) -> None:
        """A computer player goes on for good."""
        self.went(seat)
        self._keep(seat)

    async def close(self) -> None:
        """Stop everything, finish what was asked already, and let go of the record."""
        self._closed = True
        if self.vote is not None:
            self.vote.cancel()
        me = asyncio.current_task()
        tasks = [task for task in (*self._tasks, *self._stand_ins.values()) if task is not me]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in (*self._bots, *self._keepers.values()):
            await player.stop()
        await self._table.close()
        try:
            self._recorder.close()
        except StoreError as error:
            logger.warning("the end of a game is lost: %s", error)

    # the referee

    async def _listen(self) -> None:
        """Hear of every update, and begin a turn when one begins."""
        resumed = self.timer.deadline is not None
        who: int | None = None
        first = True
        async for update in self._ear.updates():
            now = awaited(update.view)
            fresh = now != who or bool(update.undone)
            fresh = fresh or any(isinstance(event, _TURNS) for event in update.events)
            who = now
            if fresh and not (first and resumed) and not self.paused:
                self._turn()
            first = False
            if self.vote is not None and update.events:
                self.vote.cancel()
            self._room.changed()
            self._ring()
        if self._table.game.over and not self._closed:
            self._room.finished()

    def _turn(self) -> None:
        """A turn begins."""
        now = self._means.time.now()
        seat = self.awaited
        person = seat is not None and self._chairs[seat].person and seat not in self._keepers
        self.timer.begin(seat if person else None, now)
        self._since, self._reminded = now, False
        self._not_before.clear()
        self._room.timed()
        self._ring()

    async def _mind(self) -> None:
        """Look after the time, and after those who are away."""
        while True:
            bell = self._bell
            now = self._means.time.now()
            try:
                alarm = self._look(now)
            except Exception:
                logger.exception("the referee stumbled")
                alarm = None
            if alarm is None:
                await bell.wait()
                continue
            waits = [
                asyncio.ensure_future(bell.wait()),
                asyncio.ensure_future(self._means.time.sleep(max(0.05, alarm - now))),
            ]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()

    def _look(self, now: float) -> float | None:
        """Do what is due, and say when to look again."""
        update = self._ear.latest
        if update.view.game_over or self._closed:
            return None
        self._give_back(update)
        if self.paused:
            return None
        alarms: list[float] = []
        if self.timer.deadline is not None and self.timer.seat is not None:
            if now >= self.timer.deadline:
                alarms += self._stand_in(self.timer.seat, now, least=False)
            else:
                alarms.append(self.timer.deadline)
        for seat in range(len(self._chairs)):
            if self._chairs[seat].person and seat not in self._keepers and self.waits_for(seat):
                alarms += self._look_after(seat, update, now)
        return min(alarms, default=None)

    def _look_after(self, seat: int, update: Update, now: float) -> list[float]:
        """A person whom the game waits for."""
        chair, rests = self._chairs[seat], update.view.round_over
        if rests and not isinstance(self.settings.clock, NoClock):
            if now >= self._since + BREAK:
                return self._stand_in(seat, now, least=False)
            return [self._since + BREAK]
        if chair.views:
            return []
        due = max(self._since, chair.left) + self.settings.absent_after
        if now < due:
            return [due]
        policy = self.settings.absent
        match policy:
            case Policy.WAIT:
                pass
            case Policy.NUDGE:
                if not self._reminded:
                    self._reminded = True
                    self._room.remind(seat)
            case Policy.BOT:
                self._keep(seat)
            case Policy.SKIP:
                return self._stand_in(seat, now, least=True)
            case Policy.END:
                self._room.give_up()
            case _:
                assert_never(policy)
        return []

    def _keep(self, seat: int) -> None:
        if seat in self._keepers or self._closed:
            return
        means = self._means
        self._keepers[seat] = Player(
            self._table.link(seat), self._gate, KEEPER, means.brain, means.pace, means.time.sleep,
            self.company, keeper=True, window=means.window,
        )  # fmt: skip
        if self.timer.seat == seat:
            self.timer.begin(None, means.time.now())
            self._room.timed()
        self._room.changed()

    def _give_back(self, update: Update) -> None:
        """Who is back gets the seat, but not in the middle of a turn that was begun for them."""
        for seat, keeper in list(self._keepers.items()):
            chair, view = self._chairs[seat], update.view
            if not chair.person or not chair.views:
                continue
            if awaited(view) == seat and view.has_drawn:
                continue
            keeper.dismiss()
            del self._keepers[seat]
            if awaited(view) == seat and not self.paused:
                self._turn()
            self._room.changed()

    def _stand_in(self, seat: int, now: float, *, least: bool) -> list[float]:
        """Let the turn be finished; if that did not help, once more in a second."""
        due = self._not_before.get(seat, 0.0)
        if now < due:
            return [due]
        if seat not in self._stand_ins:
            self._not_before[seat] = now + 1
            task = asyncio.create_task(stand_in(self._links[seat], least=least), name="stand-in")
            self._stand_ins[seat] = task
            task.add_done_callback(lambda _: self._stood_in(seat))
        return []

    def _stood_in(self, seat: int) -> None:
        del self._stand_ins[seat]
        self._ring()

    async def _expire(self, vote: Vote) -> None:
        await self._means.time.sleep(VOTING)
        vote.cancel()

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

"""The authority over one game: one queue, one task, and only ``core.apply`` makes a new state."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from chickenscratch.core.actions import Action, Call, Deal, Play
from chickenscratch.core.apply import Accepted, Rejected, RejectReason, apply
from chickenscratch.core.events import Event
from chickenscratch.core.record import assist_line, lines_for, undo_line
from chickenscratch.core.replay import Step
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.text import N_, Sentence
from chickenscratch.core.view import view_of
from chickenscratch.store import StoreError
from chickenscratch.table.course import Course, Made, as_told, record_lines
from chickenscratch.table.link import (
    Assist,
    Command,
    Ready,
    Receipt,
    Redo,
    SeatInfo,
    TakeBack,
    Undo,
    Update,
)
from chickenscratch.table.picture import Picture
from chickenscratch.table.seat_link import SeatLink
from chickenscratch.table.setup import SeatSetup

logger = logging.getLogger(__name__)

SAVED_AGAIN: Final = Sentence(N_("The game is being saved again."))

Lines = Sequence[Mapping[str, Any]]


class Recorder(Protocol):
    """Where a game's record goes, such as :class:`~chickenscratch.store.Save`."""

    def append(self, lines: Lines) -> None:
        """Keep the lines for good. Raises StoreError if that fails."""
        ...

    def close(self) -> None:
        """Let go of whatever is held. Raises StoreError if lines are lost."""
        ...


class _Request(NamedTuple):
    command: Command
    seq: int
    answer: asyncio.Future[Receipt]


class Table:
    """A game, who sits at it, and the links by which they hear of it.

    Commands are answered one after the other. What is accepted goes to the recorder first, and is
    shown and acknowledged afterwards. The table deals by itself: at the start, again when the
    rules want a new deal, and the next round once every person is ready.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[SeatSetup],
        *,
        recorder: Recorder | None = None,
        opening: Lines = (),
        notices: Iterable[Sentence] = (),
        steps: Sequence[Step] = (),
        together: bool = False,
        practice: bool = False,
        coached: bool = False,
        assisted: Iterable[int] = (),
        seq: int = 0,
    ) -> None:
        """`opening`: lines to record before anything happens, such as the header of a new game.
        `notices`: to be told to everybody at the start. `steps`: the actions that led to `game`,
        if it is resumed. `together`: the people sit at one keyboard and may take back each other's
        actions. `practice`: everything may be taken back. `coached`: the coach may be
        asked; `assisted`: the seats that have done so already. `seq`: of the
        first update; above all that were given out before, if the game goes on after a restart."""
        self._game = game
        self._seats = tuple(seats)
        self._recorder = recorder
        self._opening = opening
        self._notices = list(notices)
        self._unsaved = False
        self._coached = coached
        self._assisted = set(assisted)
        self._picture = Picture()
        people = [seat for seat, who in enumerate(seats) if who.level is None]
        self._course = Course(people, together=together, practice=practice)
        for step in steps:
            if step.action is not None:
                self._course.add(step.before, step.action, Accepted(step.game, step.events))
        self._bots = frozenset(range(len(seats))) - frozenset(people)
        self._ready = set(self._bots)
        self._seq = self._changed = self._dealt = self._turned = seq
        self._queue: asyncio.Queue[_Request | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        # a link that nobody holds any more is forgotten; the order of the others is kept
        self._links: WeakValueDictionary[int, SeatLink] = WeakValueDictionary()
        self._given = 0

    @property
    def game(self) -> Game:
        """The whole truth, every hand included: never for a seat."""
        return self._game

    def link(self, seat: int | None) -> SeatLink:
        """A new link for `seat`, or for a watcher. A seat may have several."""
        if seat is not None and not 0 <= seat < len(self._seats):
            raise ValueError(f"there is no seat {seat}")
        ended = self._closed or self._game.over
        link = SeatLink(seat, self._update(seat), self._submit, lambda: self._course.story, ended)
        self._given += 1
        self._links[self._given] = link
        return link

    def start(self) -> None:
        """Begin to work; needs a running event loop."""
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="table")

    async def close(self) -> None:
        """Finish what is asked already, then end every link. The recorder stays open."""
        if not self._closed:
            self._queue.put_nowait(None)
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _submit(self, command: Command, seq: int) -> Receipt:
        if self._closed:
            return Receipt(self._seq, RejectReason.STALE)
        answer: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Request(command, seq, answer))
        return await answer

    async def _work(self) -> None:
        try:
            await self._begin()
            while (request := await self._queue.get()) is not None:
                await self._serve(request)
        except Exception:
            logger.exception("the table has stopped")
        finally:
            self._closed = True
            while not self._queue.empty():
                left = self._queue.get_nowait()
                if left is not None and not left.answer.done():
                    left.answer.set_result(Receipt(self._seq, RejectReason.STALE))
            for link in self._links.values():
                link.end()

    async def _begin(self) -> None:
        if self._opening:
            await self._record(self._opening)
        await self._deal()
        if self._notices:
            self._show(())

    async def _serve(self, request: _Request) -> None:
        if request.answer.done():  # whoever asked has gone
            return
        try:
            receipt = await self._answer(request.command, request.seq)
        except asyncio.CancelledError:
            request.answer.cancel()
            raise
        except Exception as error:
            logger.exception("the table could not answer %r", request.command)
            if not request.answer.done():
                request.answer.set_exception(error)
            return
        if not request.answer.done():
            request.answer.set_result(receipt)

    async def _answer(self, command: Command, seq: int) -> Receipt:
        if isinstance(command, Ready):
            return await self._take_ready(command, seq)
        if isinstance(command, Assist):
            return await self._assist(command.seat)
        # a call is about what has just happened, so somebody else may have acted meanwhile
        since = self._turned if isinstance(command, Call) else self._changed
        if not since <= seq <= self._seq:
            return Receipt(self._seq, RejectReason.STALE)
        if isinstance(command, Undo | Redo):
            return await self._turn_back(command)
        action: Action = command
        outcome = apply(self._game, action)
        if isinstance(command, Play) and isinstance(outcome, Accepted):
            action = self._picture.placed(self._game, command)
            outcome = apply(self._game, action)
        if isinstance(outcome, Rejected):
            return Receipt(self._seq, outcome.reason, outcome.why)
        await self._accept(action, outcome)
        shown = self._seq
        await self._deal()
        return Receipt(shown)

    async def _take_ready(self, ready: Ready, seq: int) -> Receipt:
        if self._game.over:
            return Receipt(self._seq, RejectReason.GAME_OVER)
        if not self._game.between_rounds:
            return Receipt(self._seq, RejectReason.ROUND_NOT_OVER)
        if seq < self._dealt:  # it was about the end of an earlier round
            return Receipt(self._seq, RejectReason.STALE)
        if ready.seat not in self._ready:
            self._ready.add(ready.seat)
            self._show(())
        shown = self._seq
        await self._deal()
        return Receipt(shown)

    async def _assist(self, seat: int) -> Receipt:
        """Let the seat ask the coach from now on, and let everybody know."""
        if not self._coached:
            return Receipt(self._seq, RejectReason.NO_COACH)
        if seat not in self._assisted:
            await self._record([assist_line(seat)])
            self._assisted.add(seat)
            self._show(())
        return Receipt(self._seq)

    async def _turn_back(self, command: Undo | Redo) -> Receipt:
        """Go back to a decision of the seat, or forth again to where it was before that."""
        if self._game.over:  # the seed is known to all
            return Receipt(self._seq, RejectReason.GAME_OVER)
        seat, course = command.seat, self._course
        made = course.undoes(seat) if isinstance(command, Undo) else course.redoes(seat)
        if isinstance(made, RejectReason):
            return Receipt(self._seq, made)
        events: tuple[Event, ...] = ()
        undone: tuple[TakeBack, ...] = ()
        if isinstance(command, Undo):
            await self._record([undo_line(record_lines(made))])
            course.undo(seat, made)
            self._game = made[0].before
            undone = (TakeBack(seat, as_told(made)),)
        else:
            await self._record([line for m in made for line in lines_for(m.action, m.outcome)])
            course.redo()
            self._game = made[-1].outcome.game
            events = tuple(event for m in made for event in m.outcome.events)
        self._ready = set(self._bots)
        self._show(events, changed=True, undone=undone)
        # whatever was decided on another view, be it a call or being ready, was about another game
        self._turned = self._dealt = self._seq
        return Receipt(self._seq)

    async def _deal(self) -> None:
        """Deal if it is time to, and again while the rules want another deal."""
        while self._game.between_rounds and self._all_ready():
            deal = Deal()
            outcome = apply(self._game, deal)
            if isinstance(outcome, Rejected):
                raise RuntimeError(f"no deal is possible: {outcome.reason}")
            await self._accept(deal, outcome)
            self._dealt = self._seq

    def _all_ready(self) -> bool:
        table = self._game.round
        return table is None or table.phase is Phase.REDEAL or len(self._ready) == len(self._seats)

    async def _accept(self, action: Action, outcome: Accepted) -> None:
        await self._record(lines_for(action, outcome))
        self._course.add(self._game, action, outcome)
        self._game = outcome.game
        if isinstance(action, Deal):
            self._ready = set(self._bots)
        self._show(outcome.events, changed=True)
        if self._game.over:
            for link in self._links.values():
                link.end()

    async def _record(self, lines: Lines) -> None:
        """Append to the record. If that fails the game goes on, and everybody is told once."""
        if self._recorder is None:
            return
        try:
            # a disk may take its time; the screens in this process should not have to wait
            await asyncio.to_thread(self._recorder.append, lines)
        except StoreError as error:
            if not self._unsaved:
                logger.warning("%s", error)
                self._notices.append(error.sentence)
            self._unsaved = True
        else:
            if self._unsaved:
                self._notices.append(SAVED_AGAIN)
            self._unsaved = False

    def _show(
        self,
        events: tuple[Event, ...],
        *,
        changed: bool = False,
        undone: tuple[TakeBack, ...] = (),
    ) -> None:
        self._seq += 1
        if changed:
            self._changed = self._seq
        notices, self._notices = tuple(self._notices), []
        for link in self._links.values():
            update = self._update(link.seat)
            link.show(update._replace(events=events, notices=notices, undone=undone))

    def _update(self, seat: int | None) -> Update:
        view, infos = view_of(self._game, seat), self._infos()
        update = Update(self._seq, view, (), infos, coached=self._coached)
        if seat is None or self._game.over:
            return update
        undo, redo = self._course.undoes(seat), self._course.redoes(seat)
        return update._replace(undo=_offer(seat, undo), redo=_offer(seat, redo))

    def _infos(self) -> tuple[SeatInfo, ...]:
        waits = self._game.between_rounds
        return tuple(
            SeatInfo(who.name, who.level, waits and seat in self._ready, seat in self._assisted)
            for seat, who in enumerate(self._seats)
        )


def _offer(seat: int, made: Sequence[Made] | RejectReason) -> TakeBack | None:
    return None if isinstance(made, RejectReason) else TakeBack(seat, as_told(made))

"""A game in lines: the only part of plain mode that plays.

Like the full screen it holds a :class:`~chickenscratch.table.link.TableLink` for each person at
this keyboard, and nothing else of the table. It asks when somebody here has to act, and tells what
happened in between.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum, auto
from typing import Final

from chickenscratch.core.state import Owed, Phase
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.duty import duty_line, owed_line
from chickenscratch.locale.reasons import refusal, say
from chickenscratch.locale.takeback import take_back_words
from chickenscratch.plain import asking, words
from chickenscratch.plain.coaching import Tips
from chickenscratch.plain.commands import Act, Typed, Unknown, Word, completions, understand
from chickenscratch.plain.console import Console
from chickenscratch.plain.looking import Looking
from chickenscratch.plain.telling import Teller
from chickenscratch.plain.text import clean, spoken
from chickenscratch.table.coaching import Coach
from chickenscratch.table.link import Ready, Redo, TableLink, TakeBack, Undo, Update
from chickenscratch.table.table import SAVED_AGAIN


class Outcome(StrEnum):
    """How a session ended."""

    OVER = auto()
    """The game is over, or there is no table any more."""
    LEFT = auto()
    CLOSED = auto()
    """There will be no more input."""
    TAKEN = auto()
    """The game goes on in another window."""


class Session:
    """The people at this keyboard at a table."""

    def __init__(
        self,
        links: Sequence[TableLink],
        console: Console,
        *,
        ascii_only: bool = False,
        may_catch: Callable[[bool], None] = lambda _allowed: None,
        let_go: Callable[[], bool] = lambda: False,
        coach: Coach | None = None,
    ) -> None:
        """`links`: one for each person here, or one of a watcher. `may_catch`: told whether others
        may catch a person here who owes a call, which they should not before that person was
        asked. `let_go`: whether another window wants to go on with this game. `coach`: who gives
        tips, where the table lets them."""
        self._links: Final = {link.seat: link for link in links}
        self._front: Final = links[0]
        self._people: Final = tuple(seat for seat in self._links if seat is not None)
        self._console: Final = console
        self._may_catch: Final = may_catch
        self._reader: Final = self._front.seat if len(self._people) == 1 else None
        """Who is called “you” in what everybody here can read."""
        self._at: int | None = self._reader
        """Who sits at the keyboard; nobody while it is passed on."""
        self._heard = dict.fromkeys(self._people, 0)
        """How much each person here had heard when it was last their turn."""
        self._let_be: tuple[int, int, Owed] | None = None
        """The owed call that its person was asked for and did not make."""
        self.unsaved = False
        """Whether the table has said that the game cannot be saved."""
        start = self._front.latest
        self._names: Final = tuple(clean(seat.name) or "?" for seat in start.seats)
        self._teller: Final = Teller(start.view, self._names)
        self._looking: Final = Looking(
            lambda: self._front.story, self._names, self._reader, ascii_only
        )
        self._tips: Final = Tips(coach, self._names)
        self._let_go: Final = let_go
        self._named: tuple[Act, TakeBack] | None = None
        """What “undo” or “redo” has named; typed once more, it is done."""

    async def run(self) -> Outcome:
        """Play until the game ends or the table is left."""
        joining = True
        async for update in self._front.updates():
            self._tell(update)
            if joining and not update.events and update.view.number:
                self._say(*words.now_lines(update.view))
            joining = False
            ask = self._wanted(update)
            while ask is not None:
                outcome = await ask()
                if outcome is not None:
                    return outcome
                if self._front.latest.seq != update.seq:
                    break  # what has come of it is told first
                ask = self._wanted(update)
        return Outcome.OVER

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(spoken(line))

    def _tell(self, update: Update) -> None:
        if update.undone:
            self._teller.again(self._front.story)
            for taken in update.undone:
                moves = take_back_words(taken.actions, self._names, self._reader)
                self._say(_("Taken back: {moves}.").format(moves=moves))
        shared = self._reader is None and self._at is not None
        eyes = self._links[self._at].latest.view if shared else None
        self._say(*self._teller.tell(update.events, self._reader, eyes))
        for notice in update.notices:
            self._console.say(say(notice))  # it may name a file, which is not to be respelled
            self.unsaved = notice != SAVED_AGAIN

    def _wanted(self, update: Update) -> Callable[[], Awaitable[Outcome | None]] | None:
        """The question for somebody here; None if others have to act first."""
        view = update.view
        if view.game_over or view.phase is Phase.REDEAL or not self._people:
            return None
        if view.phase is Phase.OVER:
            waits = view.results and any(not update.seats[seat].ready for seat in self._people)
            return self._ask_next if waits else None
        if view.penalty is not None:
            return self._turn_of(view.penalty)
        if any(update.seats[owed.seat].is_bot for owed in view.owed):
            return None  # it calls at once
        for owed in view.owed:
            asked = self._let_be == (view.number, len(view.log), owed)
            if owed.seat in self._people and owed.seat != view.turn and not asked:
                return self._call_of(owed)
        return self._turn_of(view.turn)

    def _turn_of(self, seat: int) -> Callable[[], Awaitable[Outcome | None]] | None:
        return (lambda: self._ask_turn(seat)) if seat in self._people else None

    def _call_of(self, owed: Owed) -> Callable[[], Awaitable[Outcome | None]]:
        return lambda: self._ask_call(owed)

    async def _sit(self, seat: int) -> Outcome | None:
        """See that `seat` is at the keyboard, and alone."""
        if self._at == seat:
            return None
        self._at = None
        hidden = self._console.hide()
        name = self._names[seat]
        self._say(
            _("Pass the keyboard to {name}.").format(name=name),
            _("{name}: press Enter when only you can see the screen.").format(name=name),
        )
        line = await self._console.ask()
        if line is None:
            return Outcome.CLOSED
        if understand(line, self._front.latest.view.rules.set_size) == Word(Act.QUIT):
            return Outcome.LEFT
        self._at = seat
        if hidden:
            self._say(*self._teller.since(self._heard[seat], None))
        return None

    async def _ask_turn(self, seat: int) -> Outcome | None:
        """Ask `seat` for a move until the table accepts one."""
        outcome = await self._sit(seat)
        if outcome is not None:
            return outcome
        self._heard[seat] = self._teller.heard
        link, lifted = self._links[seat], None
        self._introduce(link.latest.view, seat)
        while True:
            view = link.latest.view
            typed = await self._ask(view)
            if isinstance(typed, Outcome):
                return typed
            if isinstance(typed, Word) and typed.act in (Act.UNDO, Act.REDO):
                if await self._turn_back(link, seat, typed.act):
                    return None
                continue
            self._named = None
            if isinstance(typed, Word) and typed.act is Act.TIP:
                self._say(*await self._tips.next(link))
                continue
            decision = self._decision(view, typed, lifted)
            if decision is None:
                lifted = None
                continue
            lifted = decision.lifted
            self._say(*filter(None, [decision.say]))
            if decision.action is not None:
                self._may_catch(False)
                receipt = await link.submit(decision.action, link.latest.seq)
                if receipt.reason is None:
                    return None
                tile: Tile | None = getattr(decision.action, "tile", None)
                self._say(refusal(receipt.reason, receipt.why, tile))

    async def _turn_back(self, link: TableLink, seat: int, act: Act) -> bool:
        """Name what would be taken back or done again; the second time do it."""
        latest = link.latest
        offer = latest.undo if act is Act.UNDO else latest.redo
        if offer is not None and self._named != (act, offer):
            self._named = act, offer
            words_ = (
                _("“{word}” again takes back {moves}.")
                if act is Act.UNDO
                else _("“{word}” again does again {moves}.")
            )
            moves = take_back_words(offer.actions, self._names, self._reader)
            word = _("undo") if act is Act.UNDO else _("redo")
            self._say(words_.format(word=word, moves=moves))
            return False
        self._named = None
        command = Undo(seat) if act is Act.UNDO else Redo(seat)
        receipt = await link.submit(command, latest.seq)
        if receipt.reason is not None:
            self._say(refusal(receipt.reason, receipt.why))
        return receipt.accepted

    def _introduce(self, view: SeatView, seat: int) -> None:
        lines = [owed_line(view, self._names, seat)]
        if view.laid and view.penalty is None and view.drawn is None:
            lines.append(words.short_ends_line(view))
        lines += [duty_line(view, self._names, seat), *words.warnings(view), words.hand_line(view)]
        self._say(*filter(None, lines))

    def _decision(
        self, view: SeatView, typed: Word | Typed | None, lifted: Tile | None
    ) -> asking.Decision | None:
        """What a player means; None if it was a question, which is answered here."""
        match typed:
            case None:
                return asking.obvious(view)
            case Typed():
                return asking.numbers(view, typed, lifted)
            case Word(Act.DRAW):
                return asking.draw(view)
            case Word(Act.PASS):
                return asking.pass_(view)
            case Word(Act.CALL):
                return asking.call(view)
            case Word(act, rest):
                self._look(view, act, rest)
                return None

    def _look(self, view: SeatView, act: Act, rest: str) -> None:
        self._say(*self._looking.at(view, self._front.latest.seats, act, rest))

    async def _ask_call(self, owed: Owed) -> Outcome | None:
        """Ask for a call that somebody here owes; nobody may catch them before that."""
        outcome = await self._sit(owed.seat)
        if outcome is not None:
            return outcome
        link = self._links[owed.seat]
        view = link.latest.view
        self._say(
            owed_line(view, self._names, owed.seat),
            _("“{word}” calls; Enter lets it be.").format(word=_("cluck")),
        )
        while True:
            typed = await self._ask(view)
            match typed:
                case Outcome():
                    return typed
                case Word(Act.UNDO | Act.REDO as act):
                    if await self._turn_back(link, owed.seat, act):
                        return None
                    continue
                case None | Word(Act.NEXT | Act.PASS):
                    self._let_be = (view.number, len(view.log), owed)
                    self._may_catch(True)
                    return None
                case _:
                    decision = self._decision(view, typed, None)
            if decision is not None and decision.action is not None:
                receipt = await link.submit(decision.action, link.latest.seq)
                if receipt.reason is None:
                    return None
                self._say(refusal(receipt.reason, receipt.why))
            elif decision is not None:
                self._say(decision.say)

    async def _ask_next(self) -> Outcome | None:
        """Wait until the people here want the next round."""
        if self._reader is None:
            self._at = None  # everybody looks at the count
        self._say(_("Press Enter for the next round."))
        view = self._front.latest.view
        while True:
            typed = await self._ask(view)
            match typed:
                case Outcome():
                    return typed
                case None | Word(Act.NEXT):
                    for seat in self._people:
                        link = self._links[seat]
                        await link.submit(Ready(seat), link.latest.seq)
                    return None
                case Word(Act.UNDO | Act.REDO as act):
                    seat = self._people[0]
                    if await self._turn_back(self._links[seat], seat, act):
                        return None
                case Typed() | Word(Act.DRAW | Act.PASS | Act.CALL):
                    self._say(asking.over())
                case Word(act, rest):
                    self._look(view, act, rest)

    async def _ask(self, view: SeatView) -> Word | Typed | Outcome | None:
        """The next line that is understood."""
        while True:
            line = await self._console.ask(completions)
            if line is None:
                return Outcome.CLOSED
            if self._let_go():
                return Outcome.TAKEN
            typed = understand(line, view.rules.set_size)
            if isinstance(typed, Unknown):
                self._say(typed.sentence)
            elif typed == Word(Act.QUIT):
                return Outcome.LEFT
            else:
                return typed

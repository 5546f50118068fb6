"""The game at a table of a host, as one seat or one watcher hears it and acts in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from chickenscratch.bots.base import awaited
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import SeatView
from chickenscratch.host.client import HostClient, RemoteLink, RemoteTable
from chickenscratch.locale import _
from chickenscratch.locale.duty import duty_line, owed_line
from chickenscratch.locale.reasons import refusal, say
from chickenscratch.locale.takeback import take_back_words
from chickenscratch.plain import asking, host_words, words
from chickenscratch.plain.commands import Act, Typed, Unknown, Word, help_lines, understand
from chickenscratch.plain.host_commands import PLAYING, Do, word_for
from chickenscratch.plain.host_commands import help_lines as host_help
from chickenscratch.plain.looking import Looking
from chickenscratch.plain.telling import Teller
from chickenscratch.plain.text import clean
from chickenscratch.table.link import Ready, Redo, TakeBack, Undo, Update

Say = Callable[..., None]
Later = Callable[[Awaitable[object]], None]


class HostPlay:
    """One link. `speak` says lines; `later` does what may take long without keeping the person
    from typing."""

    def __init__(
        self, client: HostClient, table: RemoteTable, link: RemoteLink, speak: Say, later: Later,
        *, ascii_only: bool,
    ) -> None:  # fmt: skip
        self._client = client
        self._table = table
        self._link = link
        self._say = speak
        self._later = later
        self._names = tuple(clean(seat.name) or "?" for seat in link.latest.seats)
        self._teller = Teller(link.latest.view, self._names)
        self._looking = Looking(lambda: link.story, self._names, link.seat, ascii_only)
        self._turn: object = None
        self._lifted: Tile | None = None
        self._named: TakeBack | None = None

    async def run(self) -> None:
        """Tell everything that happens, until the game ends."""
        first = True
        async for update in self._link.updates():
            if first and self._table.away is not None:
                self._say(_("While you were away:"))
                self._table.away = None
            self._tell(update, joining=first)
            first = False

    def _tell(self, update: Update, *, joining: bool) -> None:
        seat = self._link.seat
        if update.undone:
            self._teller.again(self._link.story)
            for taken in update.undone:
                moves = take_back_words(taken.actions, self._names, seat)
                self._say(_("Taken back: {moves}.").format(moves=moves))
        self._say(*self._teller.tell(update.events, seat))
        for notice in update.notices:
            self._say(say(notice))
        if joining and not update.events and update.view.number:
            self._say(*words.now_lines(update.view))
        self._announce(update)

    def _announce(self, update: Update) -> None:
        """Say once what this seat has to do, or whose hands are open to watchers."""
        view, seat = update.view, self._link.seat
        now = (view.number, len(view.log), view.duty.kind, view.round_over)
        if seat is None or now == self._turn:
            return
        self._turn = now
        if view.game_over:
            self._say(_("“{word}” plays once more.").format(word=word_for(Do.REMATCH)))
        elif view.round_over:
            if view.results and not update.seats[seat].ready:
                self._say(_("Press Enter for the next round."))
        elif any(owed.seat == seat for owed in view.owed):
            self._say(owed_line(view, self._names, seat))
        elif awaited(view) == seat:
            self._lifted = None
            lines = [duty_line(view, self._names, seat), *words.warnings(view)]
            self._say(*lines, words.hand_line(view))

    async def heard(self, line: str) -> None:
        """A move, or a question about the table."""
        link = self._link
        update = link.latest
        view = update.view
        typed = understand(line, view.rules.set_size)
        match typed:
            case Unknown():
                self._say(typed.sentence)
            case Word(Act.HELP):
                self._say(*help_lines(), *host_help(PLAYING))
            case Word(Act.UNDO | Act.REDO as act):
                self._turn_back(link, act)
            case Word(Act.DRAW | Act.PASS | Act.CALL | Act.NEXT) | Typed() | None:
                await self._act(link, view, typed)
            case Word(act, rest):
                self._say(*self._looking.at(view, update.seats, act, rest))

    async def _act(self, link: RemoteLink, view: SeatView, typed: Word | Typed | None) -> None:
        seat = link.seat
        if seat is None:
            self._say(_("You only watch."))
        elif view.round_over or view.duty.kind is DutyKind.DEAL:
            if typed in (None, Word(Act.NEXT)) and not view.game_over:
                await link.submit(Ready(seat), link.latest.seq)
            elif typed is not None:
                self._say(asking.over())
        elif view.legal is None or (typed is None and awaited(view) != seat):
            self._say(duty_line(view, self._names, seat))
        else:
            await self._decide(link, view, typed)

    async def _decide(self, link: RemoteLink, view: SeatView, typed: Word | Typed | None) -> None:
        match typed:
            case None:
                decision = asking.obvious(view)
            case Typed():
                decision = asking.numbers(view, typed, self._lifted)
            case Word(Act.DRAW):
                decision = asking.draw(view)
            case Word(Act.PASS):
                decision = asking.pass_(view)
            case _:
                decision = asking.call(view)
        self._lifted = decision.lifted
        if decision.say:
            self._say(decision.say)
        if decision.action is None or not self._may_act():
            return
        receipt = await link.submit(decision.action, link.latest.seq)
        if receipt.reason is not None:
            tile: Tile | None = getattr(decision.action, "tile", None)
            self._say(refusal(receipt.reason, receipt.why, tile))

    def _may_act(self) -> bool:
        """Whether this window may play now; if not, it says why."""
        if not self._client.online:
            self._say(_("There is no connection now; it comes back by itself."))
            return False
        state = self._table.state
        lines = host_words.state_lines(state)
        if state.paused or not state.holds:
            self._say(*(lines or [_("A computer player finishes this turn for you; then it is "
                                   "yours again.")]))  # fmt: skip
            return False
        return True

    def _turn_back(self, link: RemoteLink, act: Act) -> None:
        """Name what would be taken back; the second time ask the others for it."""
        seat, latest = link.seat, link.latest
        if seat is None:
            return
        offer = latest.undo if act is Act.UNDO else latest.redo
        if offer is not None and self._named != offer:
            self._named = offer
            words_ = (
                _("“{word}” again takes back {moves}.")
                if act is Act.UNDO
                else _("“{word}” again does again {moves}.")
            )
            moves = take_back_words(offer.actions, self._names, seat)
            word = _("undo") if act is Act.UNDO else _("redo")
            self._say(words_.format(word=word, moves=moves))
            return
        self._named = None
        command = Undo(seat) if act is Act.UNDO else Redo(seat)

        async def ask() -> None:
            receipt = await link.submit(command, latest.seq)
            if receipt.reason is not None:
                self._say(refusal(receipt.reason, receipt.why))

        self._later(ask())

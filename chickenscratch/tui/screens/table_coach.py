"""Asking the coach at the table: first the idea, then the tile, then the whole ranking.

Thinking is done elsewhere and ends when the position changes. Who asks is marked for everybody,
and the record says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chickenscratch.bots.advice import COACH_NODES, may_be_asked
from chickenscratch.bots.features import lacks
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.coach import Advice, Lack, ReasonKind
from chickenscratch.core.text import Sentence
from chickenscratch.core.view import SeatView
from chickenscratch.locale import N_
from chickenscratch.locale.coach import IDEAS, choice_words, idea, tile_step
from chickenscratch.table.link import Assist, Update
from chickenscratch.tui import turn as minds
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.screens.table_part import TablePart

THINKING: Final = Sentence(N_("The coach is thinking…"))
GONE: Final = Sentence(N_("The coach has no answer now; ask again."))
NO_HINTS: Final = Sentence(N_("You have turned hints off in the settings."))
_TIP = N_("Tip: {move}. {key} again shows the whole ranking.")


class TableCoach(TablePart):
    """Mixed into the table screen."""

    _about: SeatView | None = None
    """The position the coach was asked about."""
    _advice: Advice | None = None
    _step = 0
    """How much of the advice was told: the idea, the tile, the ranking."""
    _proofs: tuple[SeatView, tuple[Lack, ...]] | None = None

    @property
    def coached(self) -> bool:
        """Whether the coach may be asked at this table."""
        wanted = self._table.settings.hints and self._table.chicken.coach is not None
        return wanted and self._table.latest.coached

    def action_tip(self) -> None:
        """The next step of a tip about the present position."""
        table = self._table
        seat, update = table.me, table.latest
        if seat is None:
            return
        if not table.settings.hints:
            table.tell(NO_HINTS)
        elif not self.coached:
            table.tell(RejectReason.NO_COACH)
        elif not table.scene.my_turn:
            table.tell(RejectReason.NOT_YOUR_TURN)
        elif not may_be_asked(update.view):
            table.tell(Sentence(IDEAS[ReasonKind.ONLY]))
        elif self._about != update.view:
            self._about, self._advice, self._step = update.view, None, 0
            table.tell(THINKING)
            table.run_worker(self._think(seat, update), group="coach", exclusive=True)
        elif self._advice is None:
            table.tell(THINKING)
        else:
            self._tell_on(self._advice)

    async def _think(self, seat: int, update: Update) -> None:
        table = self._table
        receipt = await table.links[seat].submit(Assist(seat), update.seq)
        coach, advice = table.chicken.coach, None
        if receipt.reason is None and coach is not None:
            advice = await coach.advise(update.view, COACH_NODES)
        if self._about != update.view or table.me != seat:
            return
        if advice is None:
            self._about = None
            table.tell(receipt.reason or GONE)
            return
        self._advice = advice
        self._tell_on(advice)

    def _tell_on(self, advice: Advice) -> None:
        table = self._table
        self._step = min(self._step + 1, 3)
        best = advice.best
        if self._step == 1:
            table.tell(Sentence(IDEAS[best.reasons[0].kind]))
        elif self._step == 2:
            tile, on = best.choice.tile, best.choice.on
            if tile is not None and table.scene.fits(tile):
                mind = minds.lift(table.mind, table.scene, tile)
                if on is not None:
                    mind = replace(mind, choice=table.scene.tidiest(tile, on))
                table.mind = mind
            key = table.chicken.keys.sign("tip")
            table.tell(Sentence(_TIP, {"move": choice_words(best.choice), "key": key}))
        else:
            from chickenscratch.tui.screens.coach import CoachScreen

            table.app.push_screen(CoachScreen(advice, table.names))
        table.show()

    def forget_tip(self) -> None:
        """The position is another one: stop thinking about it."""
        if self._about is not None and self._about != self._table.latest.view:
            self._about, self._advice, self._step = None, None, 0
            self._table.workers.cancel_group(self._table, "coach")

    def advised(self, eyes: Eyes) -> Eyes:
        """The eyes with what the coach has said, and what passes prove."""
        if not self.coached or eyes.hidden:
            return eyes
        return eyes._replace(coached=True, tip=self._lines(), lacks=self._lacks(eyes.scene.view))

    def _lines(self) -> tuple[str, ...]:
        advice, names = self._advice, self._table.names
        if advice is None or not self._step or self._about != self._table.latest.view:
            return ()
        if self._step == 1:
            return (idea(advice.best.reasons[0]),)
        return (tile_step(advice, names),)

    def _lacks(self, view: SeatView) -> tuple[Lack, ...]:
        if view.seat is None or not view.laid or view.round_over:
            return ()
        if self._proofs is None or self._proofs[0] is not view:
            self._proofs = (view, lacks(view))
        return self._proofs[1]

"""Tips in lines: first the idea, then the tile, then the whole ranking."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.bots.advice import COACH_NODES, may_be_asked
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.coach import Advice, ReasonKind
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.coach import IDEAS, idea, ranking_lines, tile_step
from chickenscratch.locale.reasons import refusal
from chickenscratch.table.coaching import Coach
from chickenscratch.table.link import Assist, TableLink


class Tips:
    """What the coach has said to the people at this keyboard."""

    def __init__(self, coach: Coach | None, names: Sequence[str]) -> None:
        self._coach = coach
        self._names = names
        self._about: SeatView | None = None
        self._advice: Advice | None = None
        self._step = 0

    async def next(self, link: TableLink) -> Sequence[str]:
        """The next step of the tip about the present position, or why there is none."""
        update = link.latest
        view, coach = update.view, self._coach
        if coach is None or not update.coached or link.seat is None:
            return [refusal(RejectReason.NO_COACH)]
        if not may_be_asked(view):
            return [_(IDEAS[ReasonKind.ONLY])]
        if self._about != view or self._advice is None:
            receipt = await link.submit(Assist(link.seat), update.seq)
            if receipt.reason is not None:
                return [refusal(receipt.reason, receipt.why)]
            self._about, self._step = view, 0
            self._advice = await coach.advise(view, COACH_NODES)
        if self._advice is None:
            return [_("The coach has no answer now; ask again.")]
        self._step = min(self._step + 1, 3)
        return self._told(self._advice)

    def _told(self, advice: Advice) -> Sequence[str]:
        names = self._names
        match self._step:
            case 1:
                more = _("“{word}” again names the tile.").format(word=_("tip"))
                return [idea(advice.best.reasons[0]), more]
            case 2:
                more = _("“{word}” again tells the whole ranking.").format(word=_("tip"))
                return [tile_step(advice, names), more]
            case _:
                return ranking_lines(advice, names)

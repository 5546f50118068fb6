"""A look back at a round of a recorded game, in lines."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.bots.advice import REVIEW_NODES
from chickenscratch.bots.review import moments_of, review_of
from chickenscratch.core.coach import Assessed
from chickenscratch.core.record import GameRecord
from chickenscratch.locale import _
from chickenscratch.locale.review import review_lines
from chickenscratch.table.coaching import Coach


async def round_reviewed(
    coach: Coach, record: GameRecord, number: int, names: Sequence[str], *, ascii_only: bool
) -> list[str]:
    """What round `number` came to, and why; as far as the coach gets."""
    moments = moments_of(record, number)
    assessed: list[Assessed] = []
    for moment in moments:
        found = await coach.assess(moment.before, moment.after, moment.made, REVIEW_NODES)
        if found is None:
            break
        assessed.append(found)
    if not assessed:
        return [_("The coach has no answer now; ask again.")]
    review = review_of(record, moments, assessed, REVIEW_NODES)
    lines = review_lines(review, record.header.rules, names, ascii_only=ascii_only)
    return [line for line in lines if line]

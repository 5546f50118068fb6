"""Playing a position to its end, fast: everybody by the same judgement, or at random.

Like every computer player, those imagined here draw and pass only when they must. The rules are
those of :class:`~chickenscratch.bots.position.Position`, written out in the loops of
:mod:`~chickenscratch.bots.kernel`; the tests let both play the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable

from chickenscratch.bots.judge import Weights
from chickenscratch.bots.kernel.judging import Judge
from chickenscratch.bots.masks import Kit
from chickenscratch.bots.position import Position

Dice = Callable[[], float]


def play_out(start: Position, judges: list[Judge] | None, dice: Dice) -> tuple[list[int], int]:
    """The points of every seat at the end of the round, and the turns it took.

    With `judges`, one for each seat, everybody makes the best move in sight; without, any one that
    `dice` gives. `start` is left as it is.
    """
    if start.end is not None:
        return start.scores(), 0
    if start.drawn >= 0 and start.may_draw():
        start = start.copy()
        while start.may_draw():
            start.draw()
    kit = start.kit
    imagined = kit.engine.imagined(kit.tables, start)
    turns = imagined.run(judges, kit.engine.rated(), dice)
    return imagined.points(), turns


def alike(kit: Kit, weights: Weights, seats: int) -> list[Judge]:
    """The judges of a round in which everybody plays by the same weights."""
    return [kit.judge(weights)] * seats

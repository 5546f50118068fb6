"""Worlds weighted by how well they explain what the others chose (bots.md 2, *likely*).

A player who laid the 5-2 while holding the 5-5 would have been a strange one: worlds in which the
others played as no careful player would are rare. How careful they are is not known, so they are
granted whims.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from chickenscratch.bots.judge import Weights
from chickenscratch.bots.kernel.judging import Case
from chickenscratch.bots.memory import Choice, Memory
from chickenscratch.bots.search import Source, plain_source
from chickenscratch.bots.worlds import World, Worlds

SHARPNESS: Final = 2.0
"""How much likelier a move is that the judgement likes one point better, as a power of e. Beside
half as much, it puts more of the tiles that players really hold into the imagined hands: at tables
of experts 1 to 5 in a hundred more than no weights do. Weaker players are read a little less well,
beginners at times not at all."""

WHIM: Final = 0.1
"""How often a player is thought to play any tile that fits."""

CANDIDATES: Final = 16
"""Worlds imagined at a time, from which `KEPT` are drawn by their weight."""

KEPT: Final = 8


class Witness:
    """Judges worlds by the choices in a memory. `turns`: choices it has looked at."""

    def __init__(self, memory: Memory, weights: Weights, sharpness: float = SHARPNESS) -> None:
        self.turns = 0
        self._sharpness = sharpness
        self._kit = memory.kit
        self._judge = memory.kit.judge(weights)
        self._rated = memory.kit.engine.rated()
        self._cases = [
            _case(memory, choice, place)
            for place, choice in enumerate(memory.choices)
            if not choice.drew  # then there was nothing to choose but where the drawn tile goes
        ]

    def explained(self, world: World) -> float:
        """The logarithm of how likely the others' choices were in this world."""
        kit = self._kit
        total, looked = kit.engine.explained(
            self._judge, kit.tables, self._rated, self._cases, world.history.past, world.tiles,
            self._sharpness, WHIM,
        )  # fmt: skip
        self.turns += looked
        return total


def _case(memory: Memory, choice: Choice, place: int) -> Case:
    """A choice, and what was seen then apart from the hand."""
    kit, sizes, seat = memory.kit, choice.sizes, choice.seat
    fit = kit.suits[choice.need] if choice.need >= 0 else kit.fitting[choice.opened]
    rest = [size for other, size in enumerate(sizes) if other != seat]
    return kit.engine.case(
        fit, choice.off, choice.need, choice.left, choice.opened, choice.counts,
        sum(rest) / len(rest), min(rest), sizes[(seat + 1) % memory.seats], 0, choice.tile,
        choice.on, place,
    )  # fmt: skip


def likely_source(
    memory: Memory, weights: Weights, dice: Callable[[], float], sharpness: float = SHARPNESS
) -> Source:
    """Worlds drawn by their weight from several times as many."""
    if not memory.choices:
        return plain_source(memory, dice)
    worlds, witness = Worlds(memory, dice), Witness(memory, weights, sharpness)

    def source() -> tuple[list[tuple[World, int]], int]:
        candidates = [worlds.sample() for _ in range(CANDIDATES)]
        before = witness.turns
        powers = [witness.explained(world) for world in candidates]
        top = max(powers)
        shares = [math.exp(power - top) for power in powers]
        step = sum(shares) / KEPT
        # systematic resampling: evenly spaced marks from one random start
        mark, passed = dice() * step, 0.0
        found: list[tuple[World, int]] = []
        for world, share in zip(candidates, shares, strict=True):
            passed += share
            times = 0
            while mark < passed:
                times += 1
                mark += step
            if times:
                found.append((world, times))
        return found, witness.turns - before

    return source

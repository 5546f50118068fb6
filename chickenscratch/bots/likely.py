"""Worlds that explain what the others chose (bots.md 2, *likely*).

A player who laid the 5-2 while holding the 5-5 would have been a strange one: worlds in which the
others played as nobody of their kind would are rare. A few Markov chains walk through what they may
have held (:mod:`~chickenscratch.bots.kernel.chains`); each gives a world in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chickenscratch.bots.kernel.chains import Chain, Past
from chickenscratch.bots.kernel.judging import Case
from chickenscratch.bots.masks import each
from chickenscratch.bots.memory import Choice, Memory
from chickenscratch.bots.models import Model
from chickenscratch.bots.search import Source, plain_source
from chickenscratch.bots.worlds import World

CHAINS: Final = 4
"""So many walk, each from a first state of its own."""

WARMING: Final = 100
"""Steps of a chain before its first world."""

STEPS: Final = 16
"""Steps of a chain between two of its worlds."""


def likely_source(memory: Memory, models: Sequence[Model], dice: Callable[[], float]) -> Source:
    """Worlds as likely as they are if every seat chooses as its model does.

    Where nobody has chosen anything that tells, they come as they are dealt."""
    chains = chains_of(memory, models, dice)
    if not chains:
        return plain_source(memory, dice)
    asked = 0
    warmed = sum(chain.judged for chain in chains)

    def source() -> tuple[list[tuple[World, int]], int]:
        nonlocal asked, warmed
        chain = chains[asked % CHAINS]
        asked += 1
        before = chain.judged - warmed
        chain.walk(STEPS, dice)
        warmed = 0
        return [(World(*chain.world(dice)), 1)], chain.judged - before

    return source


def chains_of(memory: Memory, models: Sequence[Model], dice: Callable[[], float]) -> list[Chain]:
    """Warm chains; none where there is nothing to explain, or no first state was found."""
    past = past_of(memory, models)
    if past is None:
        return []
    chains = [memory.kit.engine.chain(past) for _ in range(CHAINS)]
    for chain in chains:
        if not chain.begin(dice):
            return []
        chain.warm(WARMING, dice)
    return chains


def past_of(memory: Memory, models: Sequence[Model]) -> Past | None:
    """What is to be explained; None if nothing is, or too much for the arrays of the kernel."""
    kit = memory.kit
    cases = [
        _case(memory, choice)
        for choice in memory.choices
        # who has drawn has nothing to choose but where the drawn tile goes
        if not choice.drew and models[choice.seat].whim < 1
    ]
    if not cases:
        return None
    past = kit.engine.past(
        kit.tables,
        kit.engine.rated(),
        memory.seats,
        list(each(memory.hidden)),
        cases,
        [kit.judge(model.chooses) for model in models],
        [model.sharpness for model in models],
        [model.whim for model in models],
    )
    return past if past.tell(memory.seat, memory.dealt, memory.changes) else None


def _case(memory: Memory, choice: Choice) -> Case:
    """A choice, and what was seen then apart from the hand."""
    kit, sizes, seat = memory.kit, choice.sizes, choice.seat
    fit = kit.suits[choice.need] if choice.need >= 0 else kit.fitting[choice.opened]
    rest = [size for other, size in enumerate(sizes) if other != seat]
    return kit.engine.case(
        fit, choice.off, choice.need, choice.left, choice.opened, choice.counts,
        sum(rest) / len(rest), min(rest), sizes[(seat + 1) % memory.seats], choice.lacking,
        choice.tile, choice.on, seat, choice.changes,
    )  # fmt: skip

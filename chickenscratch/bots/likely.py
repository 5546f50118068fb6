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
from chickenscratch.bots.memory import Choice, Kind, Memory
from chickenscratch.bots.models import Model
from chickenscratch.bots.search import Source, plain_source
from chickenscratch.bots.worlds import World

CHAINS: Final = 4
"""So many walk at a time, each from a first state of its own."""

AGE: Final = 64
"""Worlds of a chain, before another one sets out from a new first state: a walk stays in one
neighbourhood for long, above all with many tiles."""

WARMING: Final = 25
"""Steps of a chain before its first world, for every slot: then the choices are explained about as
well as they will ever be."""

STEPS: Final = 16
"""Steps of a chain between two of its worlds."""


def likely_source(
    memory: Memory,
    models: Sequence[Model],
    dice: Callable[[], float],
    chains: int = CHAINS,
    age: int = AGE,
) -> Source:
    """Worlds as likely as they are if every seat chooses as its model does.

    `chains` take turns. Where nobody has chosen anything that tells, worlds come as they are
    dealt."""
    past = past_of(memory, models)
    chain = None if past is None else warm_chain(past, memory, dice)
    if past is None or chain is None:
        return plain_source(memory, dice)
    live, worlds, judged = [chain], 0, 0

    def source() -> tuple[list[tuple[World, int]], int]:
        nonlocal worlds, judged
        generation, place = divmod(worlds, chains)
        if place == len(live):
            live.append(warm_chain(past, memory, dice) or live[0])
        elif generation and generation % age == 0:
            judged -= live[place].judged
            live[place] = warm_chain(past, memory, dice) or live[place]
        worlds += 1
        chain = live[place]
        chain.walk(STEPS, dice)
        before, judged = judged, sum(chain.judged for chain in live)
        return [(World(*chain.world(dice)), 1)], judged - before

    return source


def warm_chain(past: Past, memory: Memory, dice: Callable[[], float]) -> Chain | None:
    """A chain that has walked away from its first state; None if there is no first state, as
    house rules that the history cannot tell apart may have it."""
    chain = memory.kit.engine.chain(past)
    if not chain.begin(dice):
        return None
    drawn = sum(change.kind is Kind.GAIN for change in memory.changes)
    chain.warm(WARMING * (memory.dealt * (memory.seats - 1) + drawn), dice)
    return chain


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

"""Worlds weighted by how well they explain what the others chose (bots.md 2, *likely*).

A player who laid the 5-2 while holding the 5-5 would have been a strange one: worlds in which the
others played as no careful player would are rare. How careful they are is not known, so the
weights are mild.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from chickenscratch.bots.judge import Weights, scored
from chickenscratch.bots.memory import Memory
from chickenscratch.bots.search import Source
from chickenscratch.bots.worlds import World, Worlds

SHARPNESS: Final = 1.0
"""How much likelier a move is that the judgement likes one point better, as a power of e."""

WHIM: Final = 0.1
"""How often a player is thought to play any tile that fits."""

CANDIDATES: Final = 24
"""Worlds imagined at a time, from which `KEPT` are drawn by their weight."""

KEPT: Final = 8


def explained(memory: Memory, world: World, weights: Weights) -> float:
    """The logarithm of how likely the others' choices were in this world."""
    kit, seats, total = memory.kit, memory.seats, 0.0
    for choice in memory.choices:
        if choice.drew:
            continue  # there was nothing to choose but where the drawn tile goes
        seat, when = choice.seat, choice.changes
        hand = 0
        for span in world.spans:
            if span.seat == seat and span.start <= when <= span.end:
                hand |= 1 << span.tile
        need = choice.need
        fit = kit.suits[need] if need >= 0 else kit.fitting[choice.opened]
        playable = hand & fit
        if playable & (playable - 1) == 0:
            continue
        sizes = choice.sizes
        moves = scored(
            weights, playable, kit, hand, choice.off, need, choice.left, choice.opened,
            choice.counts, (sum(sizes) - sizes[seat]) / (seats - 1),
            min(size for other, size in enumerate(sizes) if other != seat),
            sizes[(seat + 1) % seats],
        )  # fmt: skip
        if len(moves) < 2:
            continue
        top = max(moves)[0]
        whole = made = 0.0
        for score, tile, on in moves:
            power = math.exp(SHARPNESS * (score - top))
            whole += power
            if tile == choice.tile and on == choice.on:
                made = power
        total += math.log((1 - WHIM) * made / whole + WHIM / len(moves))
    return total


def likely_source(memory: Memory, weights: Weights, dice: Callable[[], float]) -> Source:
    """Worlds drawn by their weight from several times as many."""
    worlds = Worlds(memory, dice)
    if not memory.choices:
        return lambda: [(worlds.sample(), 1)]

    def source() -> list[tuple[World, int]]:
        candidates = [worlds.sample() for _ in range(CANDIDATES)]
        powers = [explained(memory, world, weights) for world in candidates]
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
        return found

    return source

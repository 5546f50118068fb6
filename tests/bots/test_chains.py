"""The chains meet every world as often as it is likely, and never an impossible one."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from players import play_out, tables
from scenes import SCRATCH, round_of

from chickenscratch.bots.kernel import judging
from chickenscratch.bots.kernel.engine import COMPILED, PURE, Engine
from chickenscratch.bots.likely import likely_source, past_of, warm_chain
from chickenscratch.bots.masks import Kit, each
from chickenscratch.bots.memory import Change, Choice, Kind, Memory, others, remember
from chickenscratch.bots.models import Model, models_for
from chickenscratch.bots.weights import weights_for
from chickenscratch.core.legal import PLAYING
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import view_of

ENGINES = [PURE] if COMPILED is None else [PURE, COMPILED]
WEIGHTS = weights_for(SCRATCH, 2)


def small_memory(kit: Kit) -> Memory:
    """Seat 1 was dealt three tiles, laid the 6-2, drew one, then lacked all fours and laid 2-1."""

    def mask(*tiles: tuple[int, int]) -> int:
        return kit.mask(Tile(*tile) for tile in tiles)

    on_table = mask((6, 6), (6, 5))
    first = Choice(
        1, next(each(mask((6, 2)))), 6, kit.whole & ~on_table, -1, 0, 1 << 6 | 1 << 5,
        (0, 0, 0, 0, 0, 1, 2), (3, 3), 0, drew=False,
    )  # fmt: skip
    second = Choice(
        1, next(each(mask((2, 1)))), 2, kit.whole & ~(on_table | mask((6, 2), (5, 4))), -1, 0,
        1 << 2 | 1 << 4, (0, 0, 1, 0, 1, 0, 0), (2, 3), 3, drew=False,
    )  # fmt: skip
    changes = (
        Change(Kind.LOSE, 1, mask((6, 2))),
        Change(Kind.GAIN, 1),
        Change(Kind.LACK, 1, mask((4, 4))),
        Change(Kind.LOSE, 1, mask((2, 1))),
    )
    hidden = mask((6, 4), (5, 5), (4, 4), (2, 0))
    return Memory(
        kit, 2, 0, hidden, (2, 2), 3, 2, changes, (first, second), (0, 0)
    )  # fmt: skip


def chance_of(memory: Memory, model: Model) -> dict[tuple[int, int], float]:
    """What seat 1 holds and what is in the yard: how likely, by trying everything there is."""
    kit = memory.kit
    laid = [change.tiles.bit_length() - 1 for change in memory.changes if change.kind is Kind.LOSE]
    found: dict[tuple[int, int], float] = {}
    tiles = list(each(memory.hidden)) + laid
    for order in permutations(tiles):
        # slots 0 to 2 were dealt, slot 3 was filled by change 1; the rest is the yard
        slots, yard = order[:4], order[4:]
        if not set(laid) <= set(slots) or slots.index(laid[0]) == 3:
            continue
        at_first = sum(1 << tile for tile in slots[:3])
        later = sum(1 << tile for tile in slots if tile != laid[0])
        if later & memory.changes[2].tiles:
            continue
        log = 0.0
        for choice, hand in zip(memory.choices, (at_first, later), strict=True):
            rest = [size for seat, size in enumerate(choice.sizes) if seat != choice.seat]
            case = PURE.case(
                kit.fitting[choice.opened], choice.off, choice.need, choice.left, choice.opened,
                choice.counts, sum(rest) / len(rest), min(rest), rest[0], 0, choice.tile,
                choice.on, 1, choice.changes,
            )  # fmt: skip
            log += judging.likelihood(
                PURE.judge(model.chooses), PURE.tables(kit), PURE.rated(), case, hand,
                model.sharpness, model.whim,
            )  # fmt: skip
        held = later & memory.hidden
        world = held, sum(1 << tile for tile in yard)
        found[world] = found.get(world, 0.0) + math.exp(log)
    total = sum(found.values())
    return {world: times / total for world, times in found.items()}


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: f"compiled={engine.compiled}")
@pytest.mark.parametrize(("sharpness", "whim"), [(0.5, 0.1), (2.0, 0.2), (judging.SURE, 0.3)])
def test_worlds_come_as_often_as_they_are_likely(
    engine: Engine, sharpness: float, whim: float
) -> None:
    memory = small_memory(Kit(SCRATCH, engine))
    model = Model(WEIGHTS, sharpness, whim, WEIGHTS)
    expected = chance_of(memory, model)
    dice = random.Random(7).random
    past = past_of(memory, [model, model])
    chain = None if past is None else warm_chain(past, memory, dice)
    assert chain is not None
    met = Counter[tuple[int, int]]()
    rounds = 6_000
    for _ in range(rounds):
        chain.walk(12, dice)
        hands, yard = chain.world(dice)
        met[hands[1], sum(1 << tile for tile in yard)] += 1
    assert set(met) <= set(expected)
    assert max(expected.values()) > 1.5 * min(expected.values())
    for world, share in expected.items():
        # a walk of twelve steps does not forget everything: thrice the error of free draws
        error = 3 * math.sqrt(share * (1 - share) / rounds)
        assert abs(met[world] / rounds - share) < 2 * error + 0.005, world


@given(tables())
def test_only_what_is_possible(table: tuple[RuleSet, int, str, int]) -> None:
    rules, seats, seed, luck = table
    chance = random.Random(luck)
    models = models_for(rules, seats, ("skilled",) * seats, minds=True)
    for game, _, _ in play_out(rules, seats, seed, random.Random(luck)):
        if game.round is None or game.round.phase not in PLAYING or chance.random() < 0.9:
            continue
        seat = chance.randrange(seats)
        view = view_of(game, seat)
        memory = remember(view)
        source = likely_source(memory, models, chance.random, chains=2, age=3)
        for _ in range(9):
            found, cost = source()
            ((hands, yard), times), *more = found
            assert (times, more) == (1, [])
            assert cost >= 0
            assert [hand.bit_count() for hand in hands] == [
                0 if other == seat else count for other, count in enumerate(view.counts)
            ]
            everything = [tile for hand in hands for tile in each(hand)] + yard
            assert sorted(everything) == list(each(memory.hidden))
            for other in others(memory):
                assert not hands[other] & memory.lacking(other)
        assert round_of(game).hands[seat] == view.hand


def test_nothing_to_explain() -> None:
    memory = small_memory(Kit(SCRATCH))
    careless = Model(WEIGHTS, 1.0, 1.0, WEIGHTS)
    assert past_of(memory, [careless, careless]) is None
    assert past_of(memory._replace(choices=()), [careless._replace(whim=0.1)] * 2) is None


def test_what_is_known_of_a_company() -> None:
    names = ("skilled", None, "expert", "beginner")
    skilled, person, expert, beginner = models_for(SCRATCH, 4, names, minds=True)
    assert skilled.sharpness == judging.SURE
    assert person.sharpness < expert.sharpness
    assert beginner.whim > skilled.whim
    assert models_for(SCRATCH, 4, (), minds=True) == [person] * 4
    assert models_for(SCRATCH, 4, ("somebody",) * 4, minds=True) == [person] * 4
    assert all(model.whim == 1 for model in models_for(SCRATCH, 4, (), minds=False))

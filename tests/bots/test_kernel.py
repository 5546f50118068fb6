"""The compiled form of the kernel against the plain one: equal to the last bit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import play_out as core_games
from players import tables

from chickenscratch.bots.base import awaited
from chickenscratch.bots.kernel.engine import (
    COMPILED,
    MOST_NUMBERS,
    PURE,
    PURE_VARIABLE,
    Engine,
    engine_for,
)
from chickenscratch.bots.likely import past_of, warm_chain
from chickenscratch.bots.masks import Kit
from chickenscratch.bots.memory import Memory, remember
from chickenscratch.bots.models import models_for
from chickenscratch.bots.position import Position
from chickenscratch.bots.rollout import alike
from chickenscratch.bots.weights import weights_for
from chickenscratch.bots.worlds import World, Worlds
from chickenscratch.core.legal import PLAYING
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.view import view_of

compiled = pytest.mark.skipif(COMPILED is None, reason="there was no compiler")


def both(rules: RuleSet) -> tuple[Kit, Kit]:
    assert COMPILED is not None
    return Kit(rules, PURE), Kit(rules, COMPILED)


def playing(table: tuple[RuleSet, int, str, int]) -> Iterator[Game]:
    """A tenth of the positions of a game played at random."""
    rules, seats, seed, luck = table
    if rules.set_size >= MOST_NUMBERS:
        return
    chance = random.Random(luck)
    for game, _, _ in core_games(rules, seats, seed, random.Random(luck)):
        if game.round and game.round.phase in PLAYING and chance.random() < 0.1:
            yield game


@compiled
@settings(max_examples=20)
@given(tables())
def test_both_imagine_the_same_rounds(table: tuple[RuleSet, int, str, int]) -> None:
    kits = both(table[0])
    weights = weights_for(table[0], table[1])
    for game in playing(table):
        start = Position.of_game(game)
        while start.drawn >= 0 and start.may_draw():
            start.draw()
        for chosen in (weights, None):
            found = []
            for kit in kits:
                dice = random.Random(table[3])
                imagined = kit.engine.imagined(kit.tables, start)
                judges = None if chosen is None else alike(kit, chosen, table[1])
                turns = imagined.run(judges, kit.engine.rated(), dice.random)
                found.append((imagined.points(), turns, dice.random()))
            assert found[0] == found[1]


@compiled
@settings(max_examples=20)
@given(tables(), st.integers(0))
def test_both_judge_alike(table: tuple[RuleSet, int, str, int], lacking: int) -> None:
    weights = weights_for(table[0], table[1])
    for game in playing(table):
        start = Position.of_game(game)
        found = []
        for kit in both(table[0]):
            case = kit.engine.case(
                start.playable(), start.off, start.need, start.left, start.opened, start.counts,
                7 / 3, 2, 3, lacking & kit.whole,
            )  # fmt: skip
            rated = kit.engine.rated()
            hand = start.hands[start.turn]
            made = case.rate(kit.judge(weights), kit.tables, rated, hand)
            moves = rated.moves(made)
            assert not moves or moves[rated.best(made)] == max(moves)
            found.append(moves)
        assert found[0] == found[1]


@compiled
@settings(max_examples=20)
@given(tables())
def test_both_deal_and_explain_the_same_worlds(table: tuple[RuleSet, int, str, int]) -> None:
    rules, seats, _, luck = table
    kits = both(rules)
    for game in playing(table):
        assert game.round is not None
        if game.round.phase is Phase.OVER or awaited(game.round) != game.round.turn:
            continue
        memory = remember(view_of(game, game.round.turn))
        found = [_worlds(memory._replace(kit=kit), seats, luck) for kit in kits]
        assert found[0] == found[1]


def _worlds(memory: Memory, seats: int, luck: int) -> tuple[list[World], list[World], list[float]]:
    dice = random.Random(luck).random
    worlds = Worlds(memory, dice)
    names = ("skilled", "expert", "casual", None, "heaviest", None, None, None)[:seats]
    models = models_for(PRESETS["chicken-foot"].rules, seats, names, minds=True)
    past = past_of(memory, models)
    chains = [] if past is None else [warm_chain(past, memory, dice) for _ in range(3)]
    walked = []
    for chain in filter(None, chains):
        chain.walk(20, dice)
        walked.append(World(*chain.world(dice)))
    return (
        [worlds.sample() for _ in range(5)],
        walked,
        [chain.total() for chain in filter(None, chains)],
    )


DECIDE: Final = """
from chickenscratch.bots.kernel.engine import COMPILED
from chickenscratch.bots.levels import LEVELS
from chickenscratch.bots.selfplay import play_game
from chickenscratch.bots.thinkers import thinking
from chickenscratch.core.presets import PRESETS

levels = [thinking(LEVELS["master"], 600), thinking(LEVELS["expert"], 600), LEVELS["skilled"]]
for name in ("chicken-scratch", "chicken-foot"):
    rules = PRESETS[name].rules.model_copy(update={"rounds": 1})
    played = play_game(rules, levels, "5" * 64, lambda action, accepted: print(action))
    print(played.game.totals)
print(COMPILED is not None)
"""


@compiled
def test_every_move_is_the_same_without_a_compiler() -> None:
    with_it = {name: value for name, value in os.environ.items() if name != PURE_VARIABLE}
    told = [
        subprocess.run(
            [sys.executable, "-c", DECIDE], capture_output=True, text=True, check=True, env=env
        ).stdout.splitlines()
        for env in (with_it, {**with_it, PURE_VARIABLE: "1"})
    ]
    assert [lines[-1] for lines in told] == ["True", "False"]
    assert told[0][:-1] == told[1][:-1]
    assert len(told[0]) > 60


def name_of(engine: Engine) -> str:
    return "compiled" if engine.compiled else "plain"


def test_large_sets_are_played_in_python() -> None:
    assert name_of(engine_for(13)) == "plain"
    assert name_of(engine_for(10)) == ("plain" if COMPILED is None else "compiled")

"""The search's position against the rules core: legal plays, draws, passes, ends and scores."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from players import play_out, tables
from scenes import round_of

from chickenscratch.bots.masks import each, kit_for, number_of
from chickenscratch.bots.position import FREE, Position
from chickenscratch.core.actions import Action, Draw, Pass, Play
from chickenscratch.core.legal import PLAYING, legal
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Phase, Round

TABLES = [(name, seats) for name, preset in PRESETS.items() for seats in preset.rules.seats]


def facts(position: Position) -> tuple[object, ...]:
    return (
        position.turn, position.hands, position.yard, position.off, position.need, position.left,
        position.foot, position.counts, position.opened, position.drawn, position.passes,
    )  # fmt: skip


def check_options(game: Game, table: Round, position: Position) -> None:
    seat = table.turn
    may = legal(game.rules, table, seat, table.hands[seat], len(table.yard), table.drawn)
    expected = sorted((number_of(m.tile), m.on) for m in may.moves)
    assert sorted(position.moves()) == expected
    assert (position.may_draw(), position.may_pass()) == (may.draw, may.pass_)


def follow(position: Position, action: Action) -> None:
    match action:
        case Play(_, tile, on):
            position.play(number_of(tile), on)
        case Draw():
            position.draw()
        case Pass():
            position.pass_()


def compare(rules: RuleSet, seats: int, seed: str, chance: random.Random) -> Iterator[None]:
    """Play a game by the core and let a position follow it; one step for every position."""
    position: Position | None = None
    for game, action, outcome in play_out(rules, seats, seed, chance):
        table, after = game.round, round_of(outcome.game)
        if table is None or table.phase not in PLAYING or table.penalty is not None:
            position = None
            continue
        fresh = Position.of_game(game)
        if position is not None:
            assert facts(position) == facts(fresh)
        position = fresh.copy()
        check_options(game, table, position)
        if not isinstance(action, Play | Draw | Pass):
            position = None
            continue
        follow(position, action)
        assert facts(fresh) == facts(Position.of_game(game))
        if after.phase is Phase.OVER:
            result = outcome.game.results[-1]
            assert position.end is result.end
            assert position.out == (-1 if result.out is None else result.out)
            assert tuple(position.scores()) == result.scores
            position = None
        else:
            assert position.end is None
        yield


@given(tables())
def test_any_house_rules(table: tuple[RuleSet, int, str, int]) -> None:
    rules, seats, seed, luck = table
    for _ in compare(rules, seats, seed, random.Random(luck)):
        pass


def check_preset(name: str, seats: int, wanted: int) -> None:
    rules, done, number = PRESETS[name].rules, 0, 0
    while done < wanted:
        number += 1
        done += sum(1 for _ in compare(rules, seats, f"{number:064x}", random.Random(number)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_preset(name: str, seats: int) -> None:
    check_preset(name, seats, 100)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_hundred_thousand_positions(name: str, seats: int) -> None:
    check_preset(name, seats, 100_000 // len(TABLES) + 1)


@given(st.sampled_from(sorted(PRESETS)))
def test_tables_of_a_kit(name: str) -> None:
    kit = kit_for(PRESETS[name].rules)
    assert [number_of(tile) for tile in kit.tiles] == list(range(len(kit.tiles)))
    for number, suit in enumerate(kit.suits):
        assert [kit.tiles[i] for i in each(suit)] == [t for t in kit.tiles if t.carries(number)]
    assert kit.fitting[0b101] == kit.suits[0] | kit.suits[2]
    assert kit.doubles.bit_count() == kit.numbers
    assert FREE not in range(kit.numbers)

"""Ways to play a whole game in tests: everything the rules allow, chosen by a random source."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from chickenscratch.core.actions import Action, Call, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.legal import legal
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import (
    BlankScoring,
    CallRule,
    DeadFoot,
    DoubleOut,
    DrawnTile,
    DrawRule,
    EmptyYard,
    LastTileTap,
    MissingLead,
    RoundOrder,
    RuleError,
    RuleSet,
    Ties,
)
from chickenscratch.core.state import Game

OPTIONS: dict[str, list[Any]] = {
    "round_order": list(RoundOrder),
    "missing_lead": list(MissingLead),
    "lead_plays_again": [True, False],
    "draw": list(DrawRule),
    "drawn_tile": list(DrawnTile),
    "may_pass": [True, False],
    "yard_reserve": [0, 1, 2],
    "empty_yard": list(EmptyYard),
    "dead_foot": list(DeadFoot),
    "double_out": list(DoubleOut),
    "blank_scoring": list(BlankScoring),
    "last_tile_tap": list(LastTileTap),
    "call": list(CallRule),
    "call_duty": [True, False],
    "ties": list(Ties),
}
"""Every option with a few values, on top of a preset that gives set, hands and arms."""


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A playable rule set: any preset, any options changed."""
    base = PRESETS[draw(st.sampled_from(sorted(PRESETS)))].rules
    names = draw(st.sets(st.sampled_from(sorted(OPTIONS))))
    options = {name: draw(st.sampled_from(OPTIONS[name])) for name in sorted(names)}
    options["rounds"] = draw(st.sampled_from([1, 1, 2, 3, None]))
    try:
        return make_rules(options, base)
    except RuleError:
        return make_rules({"rounds": options["rounds"]}, base)


@st.composite
def tables(draw: st.DrawFn) -> tuple[RuleSet, int, str, int]:
    """(rules, seats, seed of the game, seed of the players)."""
    rules = draw(rule_sets())
    seats = draw(st.sampled_from(rules.seats))
    seed = draw(st.integers(0, 2**64 - 1))
    return rules, seats, f"{seed:064x}", draw(st.integers(0, 2**32 - 1))


def possible(game: Game) -> list[Action]:
    """Every action that may come next, by anybody; any place of a number counts as one."""
    if game.between_rounds:
        return [Deal()]
    table = game.round
    assert table is not None
    found: list[Action] = []
    for seat in range(game.seats):
        may = legal(game.rules, table, seat, table.hands[seat], len(table.yard), table.drawn)
        found.extend(Call(seat, what) for what in may.calls)
        found.extend(Call(seat, owed.what) for owed in may.catches)
        if may.draw:
            found.append(Draw(seat))
        if not may.turn:
            continue
        if may.lead is not None:
            found.append(Lead(seat, may.lead))
        found.extend(Play(seat, m.tile, m.on, place) for m in may.moves for place in m.places)
        if may.pass_:
            found.append(Pass(seat))
    return found


def play_out(
    rules: RuleSet,
    seats: int,
    seed: str,
    chance: random.Random,
    choose: Callable[[list[Action], random.Random], Action] | None = None,
) -> Iterator[tuple[Game, Action, Accepted]]:
    """A whole game: (state before, action, outcome) of every step."""
    game = start_game(rules, seats, seed)
    while not game.over:
        actions = possible(game)
        assert actions, "nobody may do anything, but the game is not over"
        action = chance.choice(actions) if choose is None else choose(actions, chance)
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted), (action, outcome)
        yield game, action, outcome
        game = outcome.game

"""The levels that think ahead: honest, legal, the same everywhere, and within their budget."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

import pytest
from curious import any_company
from hypothesis import given, settings
from hypothesis import strategies as st
from players import play_out, tables
from scenes import SCRATCH, position, round_of, variant

from chickenscratch.bots import thinkers
from chickenscratch.bots.base import awaited, chance_for, forced, is_legal, options_of
from chickenscratch.bots.endgame import Endgame, TooMuchError
from chickenscratch.bots.levels import LEVELS, decide
from chickenscratch.bots.likely import past_of, warm_chain
from chickenscratch.bots.memory import remember
from chickenscratch.bots.models import models_for
from chickenscratch.bots.position import Position
from chickenscratch.bots.search import Budget, one_world
from chickenscratch.bots.thinkers import EXPERT, MASTER, Thinker, chance_to_win, thinking
from chickenscratch.core.actions import Play
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView, view_of

Table = tuple[RuleSet, int, str, int]
Mix = Callable[[Game, int, random.Random], Game]

SMALL = (
    Thinker(300, 1.0),
    Thinker(300, 1.0, minds=True, exact=True, wins=True),
)


def choices(table: Table, most: int) -> list[tuple[Game, SeatView]]:
    """A few moments of a game in which a seat may choose what to play."""
    rules, seats, seed, luck = table
    found = []
    for game, _, _ in play_out(rules, seats, seed, random.Random(luck)):
        seat = None if game.round is None else awaited(game.round)
        if seat is not None:
            view = view_of(game, seat)
            legal = options_of(view)
            if forced(legal) is None and len(legal.moves) > 1:
                found.append((game, view))
    chance = random.Random(luck)
    return chance.sample(found, min(most, len(found)))


@settings(max_examples=8)
@given(tables())
def test_thinking_is_honest_legal_and_repeatable(mix: Mix, table: Table) -> None:
    chance = random.Random(table[3])
    for game, view in choices(table, 6):
        assert view.seat is not None
        other = view_of(mix(game, view.seat, chance), view.seat)
        company = any_company(view.seats, chance)
        for thinker in SMALL:
            action = thinker(view, chance_for(view, "x"), company)
            assert isinstance(action, Play)
            assert is_legal(view, action)
            assert thinker(other, chance_for(other, "x"), company) == action


@settings(max_examples=8)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_hand_does_not_matter(table: Table, chance: random.Random) -> None:
    for _, view in choices(table, 3):
        mixed = view._replace(hand=tuple(chance.sample(view.hand, len(view.hand))))
        for thinker in SMALL:
            assert thinker(mixed, chance_for(mixed, "x")) == thinker(view, chance_for(view, "x"))


def a_choice(number: int = 1) -> SeatView:
    return choices((SCRATCH, 3, f"{number:064x}", number), 1)[0][1]


def test_a_larger_budget_means_more_worlds() -> None:
    views = [a_choice(number) for number in range(5)]

    def worlds(nodes: int) -> int:
        ranked = (Thinker(nodes, 1.0).rank(view, chance_for(view, "x")) for view in views)
        return sum(option.worlds for options in ranked for option in options)

    assert worlds(300) < worlds(1500) < worlds(15_000)


def test_thinking_stops_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(thinkers, "perf_counter", lambda: float(next(ticks)))
    view = a_choice()
    options = Thinker(10**9, 5.0, timed=True).rank(view, chance_for(view, "x"))
    assert 0 < max(option.worlds for option in options) <= 6
    assert next(ticks) < 12


def test_every_move_is_ranked_once() -> None:
    for number in range(5):
        view = a_choice(number)
        legal = options_of(view)
        for thinker in SMALL:
            options = thinker.rank(view, chance_for(view, "x"))
            assert len({(o.tile, o.on) for o in options}) == len(options) == len(legal.moves)


def test_levels_with_a_clock() -> None:
    for level in (EXPERT, MASTER):
        assert isinstance(level.bot, Thinker)
        assert isinstance(level.live, Thinker)
        assert (level.bot.timed, level.live.timed) == (False, True)
        small = thinking(level, 200).bot
        assert isinstance(small, Thinker)
        assert (small.nodes, small.minds) == (200, level.bot.minds)
        assert thinking(level, None) is level
    assert thinking(LEVELS["skilled"], 200) is LEVELS["skilled"]


def test_a_single_move_needs_no_thought() -> None:
    game = position(SCRATCH, "6-6 6-1@6 6-2@6", ["6-5 4-3", "5-5 4-4"], "3-3", turn=0)
    view = view_of(game, 0)
    for level in LEVELS:
        action = decide(view, level, live=True)
        assert isinstance(action, Play)
        assert str(action.tile) == "6-5"


FREE = "6-6 6-1@6 6-2@6 6-5@6 6-4@6"


def endgame_view(hands: list[str]) -> tuple[Game, SeatView]:
    game = position(SCRATCH, FREE, hands, "", turn=0)
    return game, view_of(game, 0)


def test_the_end_is_worked_out() -> None:
    game, _ = endgame_view(["5-3 3-2 2-0", "4-3 1-0 3-3"])
    start = Position.of_game(game)
    endgame = Endgame(10_000)
    assert endgame.fits(start)
    points = endgame.points(start)
    assert points == brute(start)
    assert endgame.used > 10


def brute(start: Position) -> list[int]:
    if start.end is not None:
        return start.scores()
    results = []
    for tile, on in start.moves():
        after = start.copy()
        after.play(tile, on)
        results.append(brute(after))
    if not results:
        after = start.copy()
        after.pass_()
        return brute(after)
    seat = start.turn
    return max(results, key=lambda points: sum(points) - start.seats * points[seat])


def test_too_much_to_work_out() -> None:
    game, _ = endgame_view(["5-3 3-2 2-0", "4-3 1-0 3-3"])
    with pytest.raises(TooMuchError):
        Endgame(3).points(Position.of_game(game))


def test_the_only_possible_world() -> None:
    _, view = endgame_view(["5-3 3-2 2-0", "4-3 1-0 3-3"])
    memory = remember(view)
    hidden = memory.kit.mask(round_of(endgame_view(["5-3 3-2 2-0", "4-3 1-0 3-3"])[0]).hands[1])
    world = one_world(memory._replace(hidden=hidden))
    assert world is not None
    assert world.hands == [0, hidden]
    assert one_world(memory._replace(yard=1)) is None
    assert one_world(memory._replace(seats=3)) is None


def test_worlds_that_explain_the_choices_are_likelier() -> None:
    """Whoever lays a light tile early is not thought to have held heavier ones that fitted."""
    likely = unlikely = 0.0
    for number in range(4):
        for _game, view in choices((SCRATCH, 2, f"{number:064x}", number), 5):
            models = models_for(view.rules, 2, ("skilled", "skilled"), minds=False)
            dice = random.Random(number).random
            memory = remember(view)
            past = past_of(memory, models)
            if past is None:
                continue
            cold = memory.kit.engine.chain(past)
            assert cold.begin(dice)
            warm = warm_chain(past, memory, dice)
            assert warm is not None
            unlikely += cold.total()
            likely += warm.total()
    assert likely > unlikely + 5


def test_the_last_round_is_played_for_the_win() -> None:
    value = chance_to_win((10, 20), 0)
    assert value((15, 6)) > value((17, 6))
    assert value((15, 6)) - value((16, 6)) > value((5, 6)) - value((6, 6))
    assert value((16, 6)) > value((17, 6))


def test_a_budget_may_be_a_clock_too() -> None:
    assert not Budget(1).spent
    assert Budget(0).spent
    assert Budget(1, lambda: True).spent


def test_house_rules_with_a_costly_double() -> None:
    rules = variant(SCRATCH, double_out="penalty-50")
    game = position(rules, FREE, ["5-5", "4-3 1-0"], "3-3", turn=0)
    assert decide(view_of(game, 0), "skilled") == Play(
        0, view_of(game, 0).hand[0], 5, options_of(view_of(game, 0)).moves[0].places[0]
    )

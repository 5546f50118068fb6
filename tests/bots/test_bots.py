"""What every level must keep to, and what the two simple ones choose."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest
from curious import any_company
from hypothesis import given, settings
from hypothesis import strategies as st
from players import play_out, possible, tables
from scenes import SCRATCH, round_of, tiles, variant

from chickenscratch.bots.base import Chance, awaited, chance_for, forced, is_legal
from chickenscratch.bots.levels import LEVELS, LevelError, decide, level_called
from chickenscratch.core.actions import Action, Call, CallWord, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import Accepted, apply
from chickenscratch.core.legal import legal
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Owed, Phase
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import EndKind, Laid, OpenEnd, Place
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.core.wire import format_view

Table = tuple[RuleSet, int, str, int]
Mix = Callable[[Game, int, random.Random], Game]

QUICK = [name for name, level in LEVELS.items() if level.live is None]
"""The levels that decide at a glance; the others have tests of their own."""


@given(tables())
def test_no_decision_depends_on_what_is_hidden(mix: Mix, table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    chance = random.Random(luck)
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        seat = awaited(round_of(outcome.game))
        if seat is None or chance.random() < 0.7:
            continue
        view = view_of(outcome.game, seat)
        other = view_of(mix(outcome.game, seat, chance), seat)
        assert other == view
        company = any_company(seats, chance)
        for level in QUICK:
            decided = decide(view, level, company=company)
            assert decide(other, level, company=company) == decided


@settings(max_examples=15)
@given(tables())
def test_every_decision_is_accepted(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    for game, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        assert (awaited(round_of(outcome.game)) is None) == (
            outcome.game.over or outcome.game.between_rounds
        )
        seat = None if game.round is None else awaited(game.round)
        if seat is None:
            continue
        view = view_of(game, seat)
        for level in QUICK:
            action = decide(view, level)
            assert is_legal(view, action)
            assert isinstance(apply(game, action), Accepted)


@given(tables())
def test_is_legal_says_what_the_rules_say(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    chance = random.Random(luck)
    for game, _, _ in play_out(rules, seats, seed, random.Random(luck)):
        if game.between_rounds or chance.random() < 0.8:
            continue
        table = round_of(game)
        numbers = range(game.rules.set_size + 1)
        tried: list[Action] = [*possible(game), Draw(0), Pass(1), Call(0, CallWord.TAP)]
        hand = table.hands[table.turn]
        for tile in hand[:3]:
            tried += [Lead(table.turn, tile), Lead((table.turn + 1) % seats, tile)]
            tried += [Play(table.turn, tile, number) for number in numbers]
            tried.append(Play(table.turn, tile, tile.high, Place(0, 0)))
        for action in tried:
            assert not isinstance(action, Deal)
            accepted = isinstance(apply(game, action), Accepted)
            assert is_legal(view_of(game, action.seat), action) == accepted


@pytest.mark.parametrize("level", ["heaviest", "casual", "skilled"])
@settings(max_examples=8)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_hand_does_not_matter(
    level: str, table_seed: Table, chance: random.Random
) -> None:
    rules, seats, seed, luck = table_seed
    for game, _, _ in play_out(rules, seats, seed, random.Random(luck)):
        seat = None if game.round is None else awaited(game.round)
        if seat is not None and chance.random() < 0.1:
            view = view_of(game, seat)
            mixed = tuple(chance.sample(view.hand, len(view.hand)))
            assert decide(view._replace(hand=mixed), level) == decide(view, level)


def free(hand: str, *ends: int, **options: object) -> SeatView:
    """Seat 0's turn in free play, with these open ends and this hand."""
    rules = variant(SCRATCH, **options)
    view = view_of(Game(rules, 2, "game", "", None, 0), 0)
    return view._replace(
        phase=Phase.FREE,
        number=1,
        turn=0,
        hand=tiles(hand),
        counts=(len(tiles(hand)), 3),
        yard=3,
        laid=(Laid(-1, 0, 6, 6, 0, 0),),
        ends=tuple(OpenEnd(0, port, n, EndKind.ARM) for port, n in enumerate(ends)),
    )


def plays(view: SeatView, level: str = "heaviest") -> str:
    action = decide(view, level)
    assert isinstance(action, Play)
    return f"{action.tile} on {action.on} at {action.at}"


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        pytest.param(free("6-1 5-4 3-0", 1, 4, 3), "5-4 on 4 at 0.1", id="most pips"),
        pytest.param(free("6-1 5-4 3-0", 3, 2, 3), "3-0 on 3 at 0.0", id="oldest place"),
        pytest.param(free("3-3 6-0 5-1", 3, 0, 1), "3-3 on 3 at 0.0", id="double first"),
        pytest.param(
            free("5-4 4-2 4-1 5-0", 5, 4), "5-4 on 5 at 0.0", id="more of the hand playable"
        ),
        pytest.param(free("6-1 4-3", 1, 4), "6-1 on 1 at 0.0", id="larger tile"),
        pytest.param(
            free("0-0 6-5", 0, 6, blank_scoring="double-blank-25"),
            "0-0 on 0 at 0.0",
            id="dear double blank",
        ),
        pytest.param(
            free("4-0 6-5", 0, 6, blank_scoring="blank-halves-25"),
            "4-0 on 0 at 0.0",
            id="dear blank half",
        ),
        pytest.param(free("1-1", 1, double_out="penalty-50"), "1-1 on 1 at 0.0", id="goes out"),
    ],
)
def test_heaviest(view: SeatView, expected: str) -> None:
    assert plays(view) == expected


def test_heaviest_in_a_hub_counts_what_the_hub_still_wants() -> None:
    view = free("6-5 6-4 4-1", 6, 6)._replace(phase=Phase.HUB, parent=0, left=2)
    assert plays(view) == "6-5 on 6 at 0.0"


def test_random_takes_every_tile_number_and_place_equally_often() -> None:
    view = free("6-1 5-4 3-3", 6, 1, 6, 4)
    chosen = Counter(plays(view._replace(game_id=str(n)), "random") for n in range(4000))
    assert set(chosen) == {
        "6-1 on 6 at 0.0",
        "6-1 on 6 at 0.2",
        "6-1 on 1 at 0.1",
        "5-4 on 4 at 0.3",
    }
    assert all(abs(chosen[move] - 4000 / 3) < 120 for move in chosen if "on 6" not in move)
    assert all(abs(chosen[move] - 4000 / 6) < 100 for move in chosen if "on 6" in move)


def test_the_chance_is_the_same_everywhere() -> None:
    view = free("6-1 5-4", 1, 4)
    assert chance_for(view, "random").random() == 0.09780715839369158
    assert chance_for(view, "random", "x").random() != chance_for(view, "random").random()
    chance = Chance("a", 1)
    assert [chance.below(100) for _ in range(5)] == [16, 16, 12, 41, 99]
    assert Chance("a", 1).pick("z") == "z"


def test_the_same_view_is_decided_alike_in_another_process() -> None:
    view = free("6-1 5-4 3-3 2-1", 6, 1, 6, 4)
    code = (
        "import sys; from chickenscratch.core.wire import parse_view\n"
        "from chickenscratch.bots.levels import decide\n"
        "view = parse_view(sys.stdin.read())\n"
        f"print([str(decide(view, level, str(n))) for level in {QUICK} for n in range(20)])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, input=format_view(view), capture_output=True, text=True, timeout=60, check=True
    )
    here = [str(decide(view, level, str(n))) for level in QUICK for n in range(20)]
    assert done.stdout == f"{here}\n"


def test_what_is_forced() -> None:
    rules = SCRATCH
    view = free("5-4", 1)
    options = view.legal
    assert options is not None
    assert forced(options) == Draw(0)
    empty = view._replace(yard=0).legal
    assert empty is not None
    assert forced(empty) == Pass(0)
    owing = view._replace(owed=(Owed(0, CallWord.CHICKIE),)).legal
    assert owing is not None
    assert forced(owing) == Call(0, CallWord.CHICKIE)
    caught = legal(rules, view._replace(turn=1, penalty=0), 0, view.hand, 3, None)
    assert forced(caught) == Draw(0)
    leads = view._replace(phase=Phase.LEAD, lead=6, hand=(Tile(6, 6),)).legal
    assert leads is not None
    assert forced(leads) == Lead(0, Tile(6, 6))


def test_nothing_to_decide() -> None:
    view = free("5-4", 4)
    with pytest.raises(ValueError, match="seat 0 has nothing to decide"):
        decide(view._replace(turn=1), "heaviest")
    with pytest.raises(ValueError, match="a watcher has nothing to decide"):
        decide(view._replace(seat=None, hand=()), "heaviest")


def test_who_is_awaited() -> None:
    view = free("5-4", 4)
    assert awaited(view) == 0
    assert awaited(view._replace(owed=(Owed(1, CallWord.TAP),))) == 1
    assert awaited(view._replace(penalty=1)) == 1
    assert awaited(view._replace(phase=Phase.OVER)) is None


def test_an_unknown_level_is_one_sentence() -> None:
    assert level_called("random") is LEVELS["random"]
    with pytest.raises(LevelError) as caught:
        level_called("genius")
    assert str(caught.value.sentence).startswith("There is no computer player called “genius”;")


def test_levels_can_be_shown() -> None:
    for name, level in LEVELS.items():
        assert (level.name, level.about[-1]) == (name, ".")
        assert level.title


def test_bots_play_when_they_can() -> None:
    """Bots never draw or pass of their own free will, even where the rules let them."""
    rules = make_rules({"may_pass": True}, PRESETS["chicken-foot"].rules)
    view = free("6-1", 1)._replace(rules=rules)
    for level in LEVELS:
        assert plays(view, level) == "6-1 on 1 at 0.0"

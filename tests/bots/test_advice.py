"""The coach: honest, repeatable, and never saying what is not so."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from players import play_out, tables
from scenes import SCRATCH, position, round_of, tiles, variant

from chickenscratch.bots.advice import advise, choices_of, gap_between
from chickenscratch.bots.base import awaited, options_of
from chickenscratch.bots.features import Features, features_of, lacks
from chickenscratch.bots.masks import kit_for
from chickenscratch.bots.memory import remember
from chickenscratch.bots.position import FREE, Position
from chickenscratch.bots.reasons import Scene, reasons_for
from chickenscratch.bots.weights import weights_for
from chickenscratch.core.actions import Draw, Pass, Play
from chickenscratch.core.apply import Accepted, apply
from chickenscratch.core.coach import Advice, Choice, Ranked, Reason, ReasonKind
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.scoring import tile_value
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import double
from chickenscratch.core.view import SeatView, view_of

Table = tuple[RuleSet, int, str, int]
Mix = Callable[[Game, int, random.Random], Game]

FREE_PLAY = "6-6 6-1@6 6-2@6 6-5@6 6-4@6"


def choices(table: Table, most: int) -> list[tuple[Game, SeatView]]:
    """A few moments of a game in which a seat has a choice."""
    rules, seats, seed, luck = table
    found = []
    for game, _, _ in play_out(rules, seats, seed, random.Random(luck)):
        seat = None if game.round is None else awaited(game.round)
        if seat is not None:
            view = view_of(game, seat)
            if len(choices_of(view, options_of(view))) > 1:
                found.append((game, view))
    return random.Random(luck).sample(found, min(most, len(found)))


@settings(max_examples=10)
@given(tables())
def test_advice_is_honest_and_repeatable(mix: Mix, table: Table) -> None:
    chance = random.Random(table[3])
    for game, view in choices(table, 3):
        assert view.seat is not None
        advice = advise(view, 400)
        other = view_of(mix(game, view.seat, chance), view.seat)
        assert advise(other, 400) == advice
        mixed = view._replace(hand=tuple(chance.sample(view.hand, len(view.hand))))
        assert advise(mixed, 400) == advice


@settings(max_examples=10)
@given(tables())
def test_every_choice_is_ranked_once_and_is_possible(table: Table) -> None:
    for game, view in choices(table, 4):
        advice = advise(view, 300)
        legal = options_of(view)
        assert {r.choice for r in advice.ranking} == set(choices_of(view, legal))
        assert len(advice.ranking) == len({r.choice for r in advice.ranking})
        behind = [r.behind for r in advice.ranking]
        assert behind[0] == 0
        assert all(gap >= 0 for gap in behind)
        assert all(r.reasons and r.worlds for r in advice.ranking)
        for ranked in advice.ranking:
            assert isinstance(apply(game, action_of(view, ranked.choice)), Accepted)
        assert advise(view, 300, "other").seat == advice.seat


def action_of(view: SeatView, choice: Choice) -> Play | Draw | Pass:
    assert view.seat is not None
    if choice.tile is not None and choice.on is not None:
        return Play(view.seat, choice.tile, choice.on)
    return Draw(view.seat) if choice.act == "draw" else Pass(view.seat)


@settings(max_examples=25)
@given(tables())
def test_what_passes_prove_is_so(table: Table) -> None:
    """Whoever is said to have no tile of a number has none, and whoever has one is said to have
    drawn since."""
    for game, view in choices(table, 6):
        hands = round_of(game).hands
        for lack in lacks(view):
            assert lack.seat != view.seat
            held = sum(tile.carries(lack.number) for tile in hands[lack.seat])
            assert held <= lack.drawn


@settings(max_examples=20)
@given(tables())
def test_features_are_facts(table: Table) -> None:
    """What is said about a move is what the rules make of it."""
    for game, view in choices(table, 3):
        assert view.seat is not None
        memory = remember(view)
        hands = [0] * view.seats
        hands[view.seat] = memory.kit.mask(view.hand)
        place = Position(memory.kit, view, hands, ())
        for choice in choices_of(view, options_of(view)):
            found = features_of(view, memory, place, choice)
            if choice.tile is None or choice.on is None:
                assert found is None
                continue
            assert found is not None
            rest = [tile for tile in view.hand if tile != choice.tile]
            far = choice.tile.other(choice.on)
            outcome = apply(game, Play(view.seat, choice.tile, choice.on))
            after = round_of(outcome.game)  # type: ignore[union-attr]
            assert found.value == tile_value(view.rules, choice.tile)
            assert found.out == (not rest)
            assert found.number == far
            assert found.own == sum(tile.carries(far) for tile in rest)
            assert found.own_double == (double(far) in rest)
            assert found.rest == len(rest)
            assert found.ends == (after.phase == "over" and bool(rest))
            if after.phase != "over":
                assert found.needed == (FREE if after.required is None else after.required)


def test_a_lone_choice_needs_no_thought() -> None:
    game = position(SCRATCH, FREE_PLAY, ["4-3", "5-5 4-4"], "3-3", turn=0)
    advice = advise(view_of(game, 0))
    assert [r.choice for r in advice.ranking] == [Choice("play", tiles("4-3")[0], 4)]
    assert advice.best.reasons == (Reason(ReasonKind.ONLY),)
    game = position(SCRATCH, FREE_PLAY, ["3-3", "5-5 4-4"], "3-0", turn=0)
    assert advise(view_of(game, 0)).best.choice == Choice("draw")
    with pytest.raises(ValueError, match="a watcher"):
        advise(view_of(game, None))


def test_drawing_may_be_better_than_playing() -> None:
    """Where a player may always draw, that is ranked as well."""
    rules = variant(SCRATCH, may_pass=True)
    game = position(rules, FREE_PLAY, ["5-5 4-3", "4-0 3-1"], "3-3 2-0 3-0", turn=0)
    acts = [ranked.choice.act for ranked in advise(view_of(game, 0), 2000).ranking]
    assert acts.count("draw") == 1
    assert acts.count("play") == 2


def test_going_out_is_the_best_there_is() -> None:
    game = position(SCRATCH, FREE_PLAY, ["5-4", "4-0 3-1 2-2"], "3-3", turn=0)
    advice = advise(view_of(game, 0), 2000)
    assert advice.best.points > 0
    assert advice.best.reasons[0].kind is ReasonKind.OUT


def test_the_last_tiles_are_worked_out() -> None:
    game = position(SCRATCH, FREE_PLAY, ["5-3 3-2 2-0", "4-3 1-0 3-3"], "", turn=0)
    view = view_of(game, 0)
    kit = kit_for(SCRATCH)
    out = {kit.tiles[i] for i in range(len(kit.tiles)) if remember(view).hidden >> i & 1}
    rest = tuple(out - set(round_of(game).hands[1]))
    # the tiles that are in nobody's hand go to the other one, so that nothing is hidden
    table = round_of(game)._replace(hands=(view.hand, (*round_of(game).hands[1], *rest)))
    advice = advise(view_of(game._replace(round=table), 0), 10**6)
    assert {ranked.worlds for ranked in advice.ranking} == {1}
    assert all(ranked.error == 0 for ranked in advice.ranking)


def test_more_nodes_mean_more_worlds_and_less_error() -> None:
    views = [
        view for n in range(6) for _, view in choices((SCRATCH, 3, f"{n:064x}", n), 1)
    ]  # fmt: skip

    def worlds(nodes: int) -> int:
        return sum(advise(view, nodes).best.worlds for view in views)

    assert worlds(200) < worlds(2000)


def test_thinking_stops_when_somebody_waits() -> None:
    view = choices((SCRATCH, 3, f"{3:064x}", 3), 1)[0][1]
    looks = iter([False] * 3 + [True] * 100)
    advice = advise(view, 10**9, late=lambda: next(looks))
    assert advice.best.worlds == 5 * 8


def test_gaps() -> None:
    assert gap_between([1.0, 2.0, 3.0], [0.0, 1.0]) == (1.0, 0.0)
    assert gap_between([4.0], [1.0]) == (3.0, 0.0)
    assert gap_between([2.0, 4.0], [0.0, 0.0]) == (3.0, 1.0)


def test_equal_is_what_chance_could_have_done() -> None:
    choice = Choice("pass")
    assert Ranked(choice, 0, 0.3, 0.0, 10).equal
    assert not Ranked(choice, 0, 0.4, 0.1, 10).equal
    assert Ranked(choice, 0, 0.4, 0.3, 10).equal
    advice = Advice(0, (Ranked(choice, 0, 0, 0, 1),))
    assert advice.of(choice) == advice.best
    assert advice.of(Choice("draw")) is None


PLAIN = Features(
    value=5, out=False, ends=False, dead=False, gap=2.0, double=False, number=3, needed=FREE, own=0,
    unseen=4, own_double=False, fitting=1, rest=4, variety=(), fresh=False,
    closed=FREE, own_closed=0, stuck=0.1, wanted=(1, 3),
)  # fmt: skip


def a_scene() -> Scene:
    game = position(SCRATCH, FREE_PLAY, ["5-3 5-4 2-2", "4-0 3-1 2-0 1-1", "3-3 3-0"], "", turn=0)
    view = view_of(game, 0)
    return Scene(view, remember(view), weights_for(SCRATCH, 3))


@pytest.mark.parametrize(
    ("better", "worse", "reason"),
    [
        ({"out": True}, {}, Reason(ReasonKind.OUT)),
        ({"ends": True}, {}, Reason(ReasonKind.ENDS, many=4, points=2, seat=1)),
        ({"dead": True, "needed": 3}, {}, Reason(ReasonKind.DEAD, 3, 4, 2, 1)),
        ({}, {"ends": True, "gap": -7.0}, Reason(ReasonKind.SPARES, points=7)),
        ({"value": 12}, {}, Reason(ReasonKind.HURRY, many=2, points=12, seat=2)),
        ({"double": True}, {}, Reason(ReasonKind.DOUBLE, 3, 4)),
        (
            {"double": True, "needed": 3, "own": 2},
            {"double": True},
            Reason(ReasonKind.FOOT, 3, 2),
        ),
        ({"own": 2, "own_double": True}, {}, Reason(ReasonKind.OWN_DOUBLE, 3)),
        ({"own": 2}, {}, Reason(ReasonKind.OPENS, 3, 2)),
        ({"fitting": 4}, {}, Reason(ReasonKind.FITS, many=4, points=4)),
        ({"stuck": 0.8}, {}, Reason(ReasonKind.STUCK, points=20, seat=1)),
        ({"unseen": 1}, {"unseen": 6}, Reason(ReasonKind.SCARCE, 3, 1)),
        ({"closed": 1}, {}, Reason(ReasonKind.CLOSES, 1)),
        ({}, {"variety": (4, 5)}, Reason(ReasonKind.LAST, 4)),
        ({}, {}, Reason(ReasonKind.TRIED, many=500, points=4)),
    ],
)
def test_each_reason_comes_from_a_feature(
    better: dict[str, object], worse: dict[str, object], reason: Reason
) -> None:
    scene = a_scene()
    one, two = PLAIN._replace(**better), PLAIN._replace(**worse)  # type: ignore[arg-type]
    found = reasons_for(scene, one, two, 0.4, 500)
    assert reason in found
    assert reasons_for(scene, two, one, 0.4, 500) != found or one == two


def test_heavy_tiles_are_shed_without_hurry_too() -> None:
    scene = a_scene()
    calm = scene._replace(view=scene.view._replace(counts=(3, 4, 4)))
    found = reasons_for(calm, PLAIN._replace(value=12), PLAIN, 1.0, 100)
    assert found == (Reason(ReasonKind.SHEDS, points=12),)


def test_a_pass_is_remembered() -> None:
    """Seat 1 passed on the foot of 4, and fours are what it will need again."""
    game = position(
        SCRATCH, f"{FREE_PLAY} 4-4@4", ["4-3 5-0", "5-5 3-3 1-0", "3-1 2-1"], "", turn=1
    )
    outcome = apply(game, Pass(1))
    game = outcome.game  # type: ignore[union-attr]
    table = round_of(game)._replace(turn=0)
    view = view_of(game._replace(round=table), 0)
    assert (1, 4, 0) in lacks(view)
    memory = remember(view)
    scene = Scene(view, memory, weights_for(SCRATCH, 3))
    stuck = PLAIN._replace(stuck=1.0, wanted=(4,))
    reasons = reasons_for(scene, stuck, PLAIN, 1.0, 100)
    assert Reason(ReasonKind.LACKS, 4, 0, seat=1) in reasons

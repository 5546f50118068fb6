"""The provable facts of rules.md (P1 to P8) and its fuzzer's properties, over all options."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from players import play_out, possible, tables
from scenes import round_of

from chickenscratch.core.actions import Pass, Play
from chickenscratch.core.apply import Accepted, apply
from chickenscratch.core.events import FootOpened, RoundEnded
from chickenscratch.core.rules import BlankScoring, DeadFoot, DoubleOut, DrawRule, RoundOrder
from chickenscratch.core.scoring import hand_value
from chickenscratch.core.state import EndReason, Game, Phase, Round
from chickenscratch.core.tiles import Tile, double, full_set, set_pips
from chickenscratch.core.tree import TOES, EndKind
from chickenscratch.core.view import view_of
from chickenscratch.core.wire import format_game, parse_game

Table = tuple[object, int, str, int]


def children(table: Round, parent: int) -> int:
    return sum(1 for laid in table.laid if laid.parent == parent)


def unfinished_feet(table: Round) -> list[int]:
    return [
        index
        for index, laid in enumerate(table.laid)
        if index and laid.is_double and children(table, index) < TOES
    ]


@given(tables())
def test_p1_p2_p5_p7_hold_after_every_action(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        table = round_of(outcome.game)
        assert len(unfinished_feet(table)) <= 1, "P1: at most one foot is unfinished"
        for laid in table.laid[1:]:
            parent = table.laid[laid.parent]
            assert not (laid.is_double and parent.is_double), "P2: a double is no toe and no arm"
        if table.laid:
            feet = sum(laid.is_double for laid in table.laid[1:])
            assert len(table.ends) == rules.arms + 2 * feet, "P5: open ends"
        check_conservation(outcome.game)


def check_conservation(game: Game) -> None:
    table, size = round_of(game), game.rules.set_size
    on_table = [Tile(max(laid.near, laid.far), min(laid.near, laid.far)) for laid in table.laid]
    everywhere = [*on_table, *table.yard, *(tile for hand in table.hands for tile in hand)]
    missing = Counter(full_set(size)) - Counter(everywhere)
    assert len(everywhere) == len(set(everywhere)), "P7: no tile is in two places"
    if table.laid:
        assert not missing, "P7: every tile is somewhere"
        assert sum(tile.pips for tile in everywhere) == set_pips(size), "P7: pips"
    else:
        assert set(missing) <= {double(table.lead)}, "only a lead set aside is nowhere yet"
    for number in range(size + 1):
        assert table.on_table[number] == sum(tile.carries(number) for tile in on_table)


@given(tables())
def test_p3_hub_can_always_be_filled(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        for event in outcome.events:
            if isinstance(event, RoundEnded):
                assert event.result.end is not EndReason.DEAD_HUB


@given(tables())
def test_p4_foot_dies_exactly_when_fewer_than_three_are_out(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    out: dict[int, int] = {}
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        for event in outcome.events:
            if isinstance(event, FootOpened):
                out[event.index] = event.out
            elif isinstance(event, RoundEnded):
                feet = unfinished_feet(round_of(outcome.game))
                if event.result.end is EndReason.DEAD_FOOT:
                    assert [out[index] < TOES for index in feet] == [True]
                elif rules.dead_foot is DeadFoot.STRICT and event.result.out is None:
                    assert not any(out[index] < TOES for index in feet)
                out.clear()


@given(tables())
def test_p6_equal_ends_are_equal_for_the_rules(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    for game, action, _ in play_out(rules, seats, seed, random.Random(luck)):
        if not isinstance(action, Play):
            continue
        following = set()
        for other in possible(game):
            same = isinstance(other, Play) and (other.seat, other.tile, other.on) == (
                action.seat,
                action.tile,
                action.on,
            )
            if same:
                outcome = apply(game, other)
                assert isinstance(outcome, Accepted)
                table = round_of(outcome.game)
                numbers = tuple(sorted(end.number for end in table.ends))
                following.add((table.phase, table.turn, table.hands, numbers))
        assert len(following) == 1


@given(tables())
def test_p8_rounds_end_and_passes_do_not_go_round(table_seed: Table) -> None:
    """With must-play and a full draw everybody passes in a row only while the yard still gives."""
    rules, seats, seed, luck = table_seed
    turns = 0
    must = not rules.may_pass and rules.drawn_tile == "must-play" and not rules.yard_reserve
    plain = must and rules.draw is not DrawRule.NONE and rules.dead_foot is DeadFoot.EXHAUSTED
    for _, action, outcome in play_out(rules, seats, seed, random.Random(luck)):
        turns += isinstance(action, Play | Pass)
        for event in outcome.events:
            if isinstance(event, RoundEnded):
                assert turns <= len(full_set(rules.set_size)) * (seats + 2)
                if plain and rules.empty_yard == "pass" and isinstance(action, Pass):
                    raise AssertionError("P8: such a round never ends by passing")
                turns = 0


@given(tables())
def test_scores_add_up(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        for event in outcome.events:
            if not isinstance(event, RoundEnded):
                continue
            result, table = event.result, round_of(outcome.game)
            left = [hand_value(rules, hand) for hand in result.hands]
            if result.out is not None:
                dear = rules.double_out is DoubleOut.PENALTY_50 and table.laid[-1].is_double
                assert result.scores[result.out] == (50 if dear else 0)
                assert left[result.out] == 0
                left[result.out] = result.scores[result.out]
            assert result.scores == tuple(left)
            if rules.blank_scoring is BlankScoring.ZERO and rules.double_out == "allowed":
                laid = sum(tile.near + tile.far for tile in table.laid)
                yard = sum(tile.pips for tile in result.yard)
                assert sum(result.scores) + laid + yard == set_pips(rules.set_size)


@given(tables())
def test_doubles_lead_in_order(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    game = None
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        game = outcome.game
    assert game is not None
    assert len(game.led) == len(game.results) == rules.game_rounds
    if rules.round_order is RoundOrder.POOL:
        assert len(set(game.led)) == len(game.led), "the pool falls by one a round"
    if rules.missing_lead != "next-held":
        wanted = [rules.wanted(n + 1, game.led[:n])[0] for n in range(rules.game_rounds)]
        assert list(game.led) == wanted


@given(tables())
def test_same_seed_same_actions_same_game(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    once = [outcome.game for _, _, outcome in play_out(rules, seats, seed, random.Random(luck))]
    again = [outcome.game for _, _, outcome in play_out(rules, seats, seed, random.Random(luck))]
    assert once == again
    assert hash(once[-1]) == hash(again[-1])


@given(tables(), st.integers(0, 400))
def test_saved_state_has_the_same_moves(table_seed: Table, moment: int) -> None:
    rules, seats, seed, luck = table_seed
    for step, (game, _, _) in enumerate(play_out(rules, seats, seed, random.Random(luck))):
        if step == moment:
            again = parse_game(format_game(game))
            assert again == game
            assert possible(again) == possible(game)
            return


@given(tables(), st.integers(0, 400), st.randoms(use_true_random=False))
def test_nothing_hidden_reaches_a_view(
    table_seed: Table, moment: int, chance: random.Random
) -> None:
    """Whatever the other hands, the yard and the seed are, a seat and a watcher see the same."""
    rules, seats, seed, luck = table_seed
    for step, (_, _, outcome) in enumerate(play_out(rules, seats, seed, random.Random(luck))):
        if step != moment:
            continue
        game = outcome.game
        if round_of(game).phase in (Phase.OVER, Phase.LEAD):
            return  # an open round has nothing hidden; a held lead is announced by its phase
        for seat in (*range(seats), None):
            assert view_of(permuted(game, seat, chance), seat) == view_of(game, seat)
        return


def permuted(game: Game, seat: int | None, chance: random.Random) -> Game:
    """The same game with everything that `seat` cannot see dealt anew."""
    table = round_of(game)
    hidden = [tile for s, hand in enumerate(table.hands) if s != seat for tile in hand]
    hidden += table.yard
    chance.shuffle(hidden)
    hands = []
    for s, hand in enumerate(table.hands):
        if s == seat:
            hands.append(hand)
        else:
            hands.append(tuple(hidden[: len(hand)]))
            del hidden[: len(hand)]
    drawn = table.drawn
    if drawn is not None and table.turn != seat:
        drawn = hands[table.turn][-1]
    changed = table._replace(hands=tuple(hands), yard=tuple(hidden), drawn=drawn)
    return game._replace(round=changed, seed="0" * 64)


@given(tables())
def test_toes_and_arms_are_told_apart(table_seed: Table) -> None:
    rules, seats, seed, luck = table_seed
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        table = round_of(outcome.game)
        for end in table.ends:
            laid = table.laid[end.parent]
            kind = EndKind.ARM if end.parent == 0 else EndKind.TAIL
            if end.parent and laid.is_double:
                kind = EndKind.TOE
            assert (end.kind, end.number) == (kind, laid.far)

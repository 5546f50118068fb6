"""Every house rule that differs from the seed presets, one by one."""

from __future__ import annotations

import pytest
from scenes import (
    COOP,
    SCRATCH,
    accept,
    ends,
    legal_of,
    moves,
    opened,
    position,
    refuse,
    round_of,
    tiles,
    variant,
)

from chickenscratch.core.actions import Call, CallWord, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason, apply, start_game
from chickenscratch.core.events import Called, Caught, Dealt, FootOpened
from chickenscratch.core.legal import Duty, DutyKind, WhyNotCode, duty
from chickenscratch.core.scoring import winners
from chickenscratch.core.state import EndReason, Game, Phase, RoundResult
from chickenscratch.core.tiles import Tile, double
from chickenscratch.core.tree import Place

HUB = "6-6 6-1@6 6-0@6 6-4@6 6-5@6"
"""A full hub of four; open: 0, 1, 4, 5."""


def results(*columns: tuple[int, ...]) -> tuple[RoundResult, ...]:
    return tuple(
        RoundResult(n + 1, 6, EndReason.DEAD_FOOT, None, ((),) * len(scores), (), scores)
        for n, scores in enumerate(columns)
    )


class TestMissingLead:
    def test_everybody_draws_before_anyone_looks(self) -> None:
        rules = variant(COOP, missing_lead="draw-together")
        game = opened(rules, ["", "", ""], "9-9 3-2 4-1 5-2", first=1)
        for seat in (1, 2, 0):
            assert round_of(game).phase is Phase.SEARCH
            game = accept(game, Draw(seat)).game
        assert (round_of(game).phase, round_of(game).turn) == (Phase.LEAD, 1)

    def test_redeal_until_somebody_holds_it(self) -> None:
        rules = variant(COOP, missing_lead="redeal", rounds=1)
        deals = 0
        for seed in range(20):
            game = start_game(rules, 2, f"{seed:064x}")
            again = False
            while game.between_rounds:
                outcome = accept(game, Deal())
                (dealt,) = outcome.events
                assert isinstance(dealt, Dealt)
                assert (dealt.number, dealt.again) == (1, again)
                game, again, deals = outcome.game, True, deals + 1
            assert round_of(game).phase is Phase.LEAD
        assert deals > 20, "some of the deals had to be made again"

    def test_nobody_may_act_while_a_redeal_is_due(self) -> None:
        rules = variant(COOP, missing_lead="redeal")
        game = opened(rules, ["", ""], "9-9")
        assert refuse(game, Draw(0)).reason is RejectReason.ROUND_OVER
        assert duty(round_of(game)) == Duty(DutyKind.DEAL, None, 9)

    def test_next_held_going_down_the_set_and_round_again(self) -> None:
        rules = variant(COOP, missing_lead="next-held")
        game = opened(rules, ["2-2", "8-8"], results=results((0, 0), (0, 0)), led=(9, 8))
        assert (round_of(game).turn, round_of(game).lead) == (0, 2)

    def test_search_lays_the_first_unused_double(self) -> None:
        game = opened(SCRATCH, ["", ""], "6-6 1-1", first=1, results=results((0, 0)), led=(6,))
        assert round_of(accept(game, Draw(1)).game).phase is Phase.SEARCH, "6-6 has led before"
        game = accept(accept(game, Draw(1)).game, Draw(0)).game
        assert (round_of(game).phase, round_of(game).turn, round_of(game).lead) == (
            Phase.LEAD,
            0,
            1,
        )

    def test_search_may_use_the_reserve(self) -> None:
        rules = variant(COOP, yard_reserve=30)
        game = opened(rules, ["", ""], "3-2 9-9")
        game = accept(accept(game, Draw(0)).game, Draw(1)).game
        assert round_of(game).phase is Phase.LEAD

    def test_only_the_lead_opens_the_round(self) -> None:
        game = opened(SCRATCH, ["6-6 5-5 6-5", ""])
        assert refuse(game, Play(0, Tile(6, 5), 6)).reason is RejectReason.LEAD_FIRST
        assert refuse(game, Lead(0, double(5))).reason is RejectReason.NOT_THE_LEAD
        assert refuse(game, Lead(1, double(6))).reason is RejectReason.NOT_YOUR_TURN
        assert refuse(game, Draw(0)).reason is RejectReason.LEAD_FIRST
        assert refuse(game, Pass(0)).reason is RejectReason.LEAD_FIRST
        game = accept(game, Lead(0, double(6))).game
        assert refuse(game, Lead(1, double(5))).reason is RejectReason.NOT_THE_LEAD


class TestDrawing:
    def test_no_drawing_at_all(self) -> None:
        game = position(variant(SCRATCH, draw="none"), HUB, ["3-3 2-2", "1-1"], "5-1")
        assert refuse(game, Draw(0)).reason is RejectReason.YARD_EMPTY
        assert accept(game, Pass(0))

    def test_drawn_tile_may_be_kept(self) -> None:
        rules = variant(SCRATCH, drawn_tile="may-keep")
        game = accept(position(rules, HUB, ["3-3 2-2", "1-1"], "5-1"), Draw(0)).game
        assert moves(game) == ["5-1 on 5", "5-1 on 1"]
        assert accept(game, Pass(0))
        assert accept(game, Play(0, Tile(5, 1), 1))

    def test_drawn_tile_must_be_kept(self) -> None:
        rules = variant(SCRATCH, drawn_tile="must-keep")
        game = accept(position(rules, HUB, ["3-3 2-2", "1-1"], "5-1"), Draw(0)).game
        entry = legal_of(game).of(Tile(5, 1))
        assert entry is not None
        assert entry.why is not None
        assert entry.why.code is WhyNotCode.MUST_KEEP
        assert refuse(game, Play(0, Tile(5, 1), 1)).reason is RejectReason.MUST_KEEP
        assert accept(game, Pass(0))

    def test_reserve_is_never_drawn_in_a_turn(self) -> None:
        game = position(variant(SCRATCH, yard_reserve=1), HUB, ["3-3 2-2", "1-1"], "5-1")
        assert refuse(game, Draw(0)).reason is RejectReason.YARD_EMPTY
        assert accept(game, Pass(0))

    def test_declining_by_choice_goes_on_until_a_drawn_tile_fits(self) -> None:
        rules = variant(SCRATCH, may_pass=True, draw="until-playable")
        game = accept(position(rules, HUB, ["1-1 3-3", "2-2"], "3-2 5-1"), Draw(0)).game
        entry = legal_of(game).of(Tile(1, 1))
        assert entry is not None
        assert entry.why is not None
        assert entry.why.code is WhyNotCode.DRAW_ON
        assert refuse(game, Play(0, Tile(1, 1), 1)).reason is RejectReason.MUST_DRAW
        assert refuse(game, Pass(0)).reason is RejectReason.MUST_DRAW
        game = accept(game, Draw(0)).game
        assert accept(game, Pass(0))
        assert accept(game, Play(0, Tile(1, 1), 1))

    def test_stuck_player_must_play_what_he_draws_even_where_declining_is_allowed(self) -> None:
        rules = variant(SCRATCH, may_pass=True)
        game = accept(position(rules, HUB, ["3-3 2-2", "1-1"], "5-1"), Draw(0)).game
        assert refuse(game, Pass(0)).reason is RejectReason.MUST_PLAY

    def test_drawn_tile_with_two_numbers_leaves_the_choice(self) -> None:
        game = accept(position(SCRATCH, HUB, ["3-3 2-2", "1-1"], "5-1"), Draw(0)).game
        assert moves(game) == ["5-1 on 5", "5-1 on 1"]

    def test_everybody_passing_on_an_empty_yard_blocks_the_round(self) -> None:
        rules = variant(SCRATCH, may_pass=True)
        game = position(rules, HUB, ["1-1", "4-4", "5-5"], "")
        game = accept(accept(game, Pass(0)).game, Pass(1)).game
        done = accept(game, Pass(2)).game.results[-1]
        assert (done.end, done.out, done.scores) == (EndReason.BLOCKED, None, (2, 8, 10))

    def test_free_round_ends_when_no_open_number_has_a_tile_left(self) -> None:
        game = position(SCRATCH, HUB, ["5-1 3-3", "4-4"], "")
        table = round_of(game)
        full = tuple(
            7 if number in (0, 1, 4) else count for number, count in enumerate(table.on_table)
        )
        counts = tuple(6 if number in (5, 1) else count for number, count in enumerate(full))
        game = game._replace(round=table._replace(on_table=counts))
        done = accept(game, Play(0, Tile(5, 1), 5)).game.results[-1]
        assert done.end is EndReason.BLOCKED


class TestDeadFoot:
    PLAYS = "6-6 6-4@6 6-1@6 6-2@6 6-5@6 5-4@5 4-1@1 4-2@2 4-3@4"
    """On the table in suit 4: 6-4, 5-4, 4-3, 4-1, 4-2. Out: 4-4 and 4-0."""
    GAME = (PLAYS, ["4-4 3-3", "4-0 5-5", "1-1"], "0-0")

    def lay_double(self, **options: object) -> tuple[Game, FootOpened]:
        game = position(variant(SCRATCH, **options), *self.GAME)
        outcome = accept(game, Play(0, Tile(4, 4), 4))
        (foot,) = (event for event in outcome.events if isinstance(event, FootOpened))
        return outcome.game, foot

    def test_the_event_tells_that_it_can_never_be_finished(self) -> None:
        _, foot = self.lay_double()
        assert foot.out == 1

    def test_exhausted_plays_on_until_the_last_tile_lies(self) -> None:
        game, _ = self.lay_double()
        assert round_of(game).phase is Phase.FOOT
        done = accept(game, Play(1, Tile(4, 0), 4)).game.results[-1]
        assert (done.end, done.scores) == (EndReason.DEAD_FOOT, (6, 10, 2))

    def test_strict_ends_at_once(self) -> None:
        game, _ = self.lay_double(dead_foot="strict")
        assert game.results[-1].end is EndReason.DEAD_FOOT

    def test_draw_out_empties_the_yard_first(self) -> None:
        game, _ = self.lay_double(dead_foot="draw-out")
        game = accept(game, Play(1, Tile(4, 0), 4)).game
        assert not game.results
        game = accept(game, Draw(2)).game
        done = accept(game, Pass(2)).game.results[-1]
        assert (done.end, done.scores) == (EndReason.DEAD_FOOT, (6, 10, 2))


class TestCalls:
    def test_automatic_tap_is_told(self) -> None:
        rules = variant(SCRATCH, last_tile_tap="automatic")
        outcome = accept(position(rules, HUB, ["1-1 3-3", "4-4"], "2-2"), Play(0, Tile(1, 1), 1))
        calls = [event for event in outcome.events if isinstance(event, Called)]
        assert [(call.what, call.by_table) for call in calls] == [
            (CallWord.CHICKIE, True),
            (CallWord.TAP, True),
        ]

    DUTY = variant(SCRATCH, last_tile_tap="duty", call_duty=True)
    SCENE = (HUB, ["1-1 3-3", "4-1 5-5", "2-2 5-0"], "2-1 3-2")

    def laid(self) -> Game:
        return accept(position(self.DUTY, *self.SCENE), Play(0, Tile(1, 1), 1)).game

    def test_calling_in_time_costs_nothing(self) -> None:
        game = self.laid()
        assert legal_of(game, 0).calls == (CallWord.CHICKIE, CallWord.TAP)
        game = accept(game, Call(0, CallWord.CHICKIE)).game
        outcome = accept(game, Call(0, CallWord.TAP))
        assert outcome.events == (Called(0, CallWord.TAP),)
        assert refuse(outcome.game, Call(1, CallWord.TAP)).reason is RejectReason.NOTHING_TO_CALL
        assert round_of(outcome.game).turn == 1

    def test_who_is_caught_draws_and_the_turn_goes_on(self) -> None:
        outcome = accept(self.laid(), Call(2, CallWord.TAP))
        assert outcome.events == (Caught(0, 2, CallWord.TAP, must_draw=True),)
        game = outcome.game
        assert duty(round_of(game)).kind is DutyKind.PENALTY
        assert refuse(game, Play(1, Tile(4, 1), 1)).reason is RejectReason.PENALTY_FIRST
        assert refuse(game, Draw(1)).reason is RejectReason.PENALTY_FIRST
        game = accept(game, Draw(0)).game
        assert round_of(game).hands[0] == tiles("3-3 2-1")
        assert accept(game, Play(1, Tile(4, 1), 1))

    def test_who_has_drawn_a_penalty_need_not_tap_any_more(self) -> None:
        game = accept(self.laid(), Call(2, CallWord.CHICKIE)).game
        game = accept(game, Draw(0)).game
        assert legal_of(game, 0).calls == ()
        assert refuse(game, Call(2, CallWord.TAP)).reason is RejectReason.NOTHING_TO_CALL

    def test_nobody_is_caught_after_the_next_move(self) -> None:
        game = accept(self.laid(), Play(1, Tile(4, 1), 1)).game
        assert refuse(game, Call(2, CallWord.CHICKIE)).reason is RejectReason.NOTHING_TO_CALL
        assert legal_of(game, 0).calls == ()

    def test_catching_costs_nothing_when_the_yard_is_empty(self) -> None:
        scene = (HUB, ["1-1 3-3", "4-1 5-5", "2-2 5-0"], "")
        game = accept(position(self.DUTY, *scene), Play(0, Tile(1, 1), 1)).game
        outcome = accept(game, Call(1, CallWord.CHICKIE))
        assert outcome.events == (Caught(0, 1, CallWord.CHICKIE, must_draw=False),)
        assert accept(outcome.game, Play(1, Tile(4, 1), 1))

    def test_no_call_no_event(self) -> None:
        game = position(variant(SCRATCH, call="none"), HUB, ["1-1 3-3", "4-4"], "2-2")
        outcome = accept(game, Play(0, Tile(1, 1), 1))
        assert not [event for event in outcome.events if isinstance(event, Called)]


class TestTies:
    ZEROS = variant(SCRATCH, ties="zero-rounds")

    def test_most_rounds_at_zero(self) -> None:
        played = results((0, 4, 9), (8, 4, 9))
        assert winners(SCRATCH, played, 3) == (0, 1)
        assert winners(self.ZEROS, played, 3) == (0,)

    def test_then_the_lowest_round_above_zero(self) -> None:
        played = results((0, 0), (2, 6), (6, 2), (3, 3))
        assert winners(self.ZEROS, played, 2) == (0, 1)
        played = results((0, 0), (1, 4), (7, 4))
        assert winners(self.ZEROS, played, 2) == (0,)


class TestLegalWithReasons:
    def test_why_a_tile_does_not_fit(self) -> None:
        free = position(SCRATCH, HUB, ["3-3", "1-1"], "")
        assert legal_of(free).tiles[0].why == (WhyNotCode.NO_OPEN_END, None)
        foot = position(SCRATCH, HUB + " 4-4@4", ["3-3", "1-1"], "")
        assert legal_of(foot).tiles[0].why == (WhyNotCode.FOOT_NEEDS, 4)
        lead = opened(SCRATCH, ["6-6 5-4", ""])
        assert [entry.why for entry in legal_of(lead).tiles][:2] == [
            None,
            (WhyNotCode.LEAD_FIRST, 6),
        ]

    def test_places_are_named(self) -> None:
        game = position(SCRATCH, HUB + " 5-1@1", ["5-2", "1-1"], "")
        (move,) = legal_of(game).moves
        assert move.places == (Place(4, 0), Place(5, 0))
        taken = Play(0, Tile(5, 2), 5, Place(1, 0))
        assert refuse(game, taken).reason is RejectReason.PLACE_TAKEN
        game = accept(game, Play(0, Tile(5, 2), 5, Place(5, 0, 1))).game
        assert round_of(game).laid[-1].bend == 1
        assert ends(game) == [0, 2, 4, 5]

    def test_moves_can_be_planned_in_anothers_turn(self) -> None:
        game = position(SCRATCH, HUB, ["3-3", "1-1"], "")
        may = legal_of(game, 1)
        assert not may.turn
        assert (may.draw, may.pass_) == (False, False)
        assert [str(move.tile) for move in may.moves] == ["1-1"]
        assert refuse(game, Play(1, Tile(1, 1), 1)).reason is RejectReason.NOT_YOUR_TURN

    def test_tiles_of_others_and_wrong_numbers_are_refused(self) -> None:
        game = position(SCRATCH, HUB, ["3-3 5-2", "1-1"], "")
        assert refuse(game, Play(0, Tile(1, 1), 1)).reason is RejectReason.NOT_IN_HAND
        assert refuse(game, Play(0, Tile(5, 2), 2)).reason is RejectReason.DOES_NOT_FIT

    @pytest.mark.parametrize(
        ("plays", "hand", "expected"),
        [
            ("6-6 6-1@6", "6-2", Duty(DutyKind.HUB, 0, 6, 2, 4)),
            (HUB, "1-1", Duty(DutyKind.FREE, 0)),
            (HUB + " 4-4@4 4-2@4", "4-0", Duty(DutyKind.FOOT, 0, 4, 2, 3)),
            (HUB + " 4-4@4 4-2@4", "3-3", Duty(DutyKind.DRAW, 0, 4, 2, 3)),
        ],
    )
    def test_duty_says_what_must_be_done(self, plays: str, hand: str, expected: Duty) -> None:
        game = position(SCRATCH, plays, [hand, "5-5"], "5-2")
        assert duty(round_of(game), legal_of(game)) == expected


def test_refused_actions_change_nothing() -> None:
    game = position(SCRATCH, HUB, ["3-3", "1-1"], "5-1")
    before = hash(game)
    apply(game, Pass(0))
    apply(game, Play(0, Tile(3, 3), 3))
    assert hash(game) == before

"""The worked cases of rules.md, by their number."""

import pytest
from scenes import (
    COOP,
    MANUAL,
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

from chickenscratch.core.actions import CallWord, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Called, FootOpened
from chickenscratch.core.legal import WhyNotCode
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.scoring import hand_value, places, round_scores, winners
from chickenscratch.core.state import EndReason, Phase, RoundResult
from chickenscratch.core.tiles import Tile, double, full_set

DOUBLE_BLANK_50 = variant(SCRATCH, blank_scoring="double-blank-50")
HALVES_25 = variant(SCRATCH, blank_scoring="blank-halves-25")


def result(*scores: int, number: int = 1) -> RoundResult:
    return RoundResult(number, 6, EndReason.DEAD_FOOT, None, ((),) * len(scores), (), scores)


class TestLeadAndHub:
    def test_case_1_highest_held_double_leads(self) -> None:
        game = opened(SCRATCH, ["4-4", "", "5-5", ""], "6-6")
        table = round_of(game)
        assert (table.phase, table.turn, table.lead) == (Phase.LEAD, 2, 5)
        game = accept(game, Lead(2, double(5))).game
        assert round_of(game).turn == 3
        assert SCRATCH.wanted(2, game.led) == (6, 4, 3, 2, 1, 0)

    def test_case_2_skipped_double_comes_back_first(self) -> None:
        game = opened(SCRATCH, ["4-4", "6-6", "", ""], results=(result(0, 0, 0, 0),), led=(5,))
        assert (round_of(game).turn, round_of(game).lead) == (1, 6)

    def test_case_3_used_double_cannot_lead(self) -> None:
        game = opened(
            SCRATCH,
            ["5-5", "", "", "2-2"],
            "6-6 4-4 3-3",
            results=(result(0, 0, 0, 0),),
            led=(5,),
        )
        assert (round_of(game).turn, round_of(game).lead) == (3, 2)

    def test_case_4_last_double_is_drawn_for(self) -> None:
        played = tuple(result(0, 0, 0, 0, number=n + 1) for n in range(6))
        game = opened(
            SCRATCH,
            ["", "", "", ""],
            "5-4 2-1 3-3",
            first=1,
            results=played,
            led=(6, 5, 4, 2, 1, 0),
        )
        assert round_of(game).phase is Phase.SEARCH
        for seat in (1, 2, 3):
            assert legal_of(game).draw
            game = accept(game, Draw(seat)).game
        table = round_of(game)
        assert (table.phase, table.turn, table.lead) == (Phase.LEAD, 3, 3)
        assert Tile(5, 4) in table.hands[1]
        assert Tile(2, 1) in table.hands[2]
        game = accept(game, Lead(3, double(3))).game
        assert round_of(game).counts == (5, 6, 6, 5)

    def test_case_5_pool_is_empty_after_seven_rounds(self) -> None:
        assert SCRATCH.game_rounds == 7
        assert SCRATCH.wanted(8, (5, 6, 3, 4, 0, 2, 1)) == ()
        assert SCRATCH.wanted(7, (5, 4, 3, 2, 1, 0)) == (6,)

    def test_case_6_hub_takes_only_its_number(self) -> None:
        game = position(SCRATCH, "6-6", ["6-1 5-5 4-2 6-0 3-3", ""])
        assert moves(game) == ["6-1 on 6", "6-0 on 6"]
        refused = legal_of(game).of(Tile(5, 5))
        assert refused is not None
        assert refused.why == (WhyNotCode.HUB_NEEDS, 6)

    def test_case_7_draw_fills_the_hub(self) -> None:
        game = position(SCRATCH, "6-6 6-1@6 6-5@6 6-3@6", ["1-1 5-2", "4-4 2-2"], "6-0 4-1 4-0")
        assert moves(game) == []
        assert refuse(game, Pass(0)).reason is RejectReason.MUST_DRAW
        game = accept(game, Draw(0)).game
        assert refuse(game, Pass(0)).reason is RejectReason.MUST_PLAY
        game = accept(game, Play(0, Tile(6, 0), 6)).game
        assert round_of(game).phase is Phase.FREE
        assert ends(game) == [0, 1, 3, 5]

    def test_case_8_drawn_tile_that_does_not_fit_is_kept(self) -> None:
        game = position(SCRATCH, "6-6 6-1@6 6-5@6 6-3@6", ["1-1 5-2", "4-4"], "5-1")
        game = accept(game, Draw(0)).game
        assert refuse(game, Draw(0)).reason is RejectReason.YARD_EMPTY
        game = accept(game, Pass(0)).game
        assert round_of(game).hands[0] == tiles("1-1 5-2 5-1")
        assert round_of(game).left == 1

    def test_case_9_nine_tiles_fit_the_coop_hub(self) -> None:
        every = " ".join(str(tile) for tile in full_set(9) if tile != double(9))
        game = position(COOP, "9-9", [every, ""])
        assert moves(game) == [f"9-{low} on 9" for low in range(9)]

    @pytest.mark.parametrize(("rules", "following"), [(COOP, 3), (MANUAL, 2)])
    def test_case_10_lead_is_found_by_drawing(self, rules: RuleSet, following: int) -> None:
        game = opened(rules, ["", "", "", ""], "3-2 9-9", first=1)
        assert refuse(game, Draw(0)).reason is RejectReason.NOT_YOUR_TURN
        game = accept(game, Draw(1)).game
        game = accept(game, Draw(2)).game
        game = accept(game, Lead(2, double(9))).game
        assert round_of(game).turn == following
        assert Tile(3, 2) in round_of(game).hands[1]

    def test_case_11_leader_without_a_nine_draws_or_passes(self) -> None:
        game = position(MANUAL, "9-9", ["3-2 4-1", "9-1"], "5-0")
        game = accept(game, Draw(0)).game
        game = accept(game, Pass(0)).game
        assert round_of(game).turn == 1
        empty = position(MANUAL, "9-9", ["3-2 4-1", "9-1"], "")
        assert legal_of(empty).pass_
        assert not legal_of(empty).draw


class TestFreeAndFoot:
    OPEN = "6-6 6-1@6 6-0@6 6-4@6 6-5@6"

    def test_case_13_any_open_number(self) -> None:
        game = position(SCRATCH, self.OPEN, ["1-1 4-2 5-0 6-3 2-2", "3-3"])
        assert ends(game) == [0, 1, 4, 5]
        assert moves(game) == ["1-1 on 1", "4-2 on 4", "5-0 on 5", "5-0 on 0"]

    @pytest.mark.parametrize(
        ("rules", "word"), [(SCRATCH, CallWord.CHICKIE), (COOP, CallWord.CLUCK)]
    )
    def test_case_15_double_stops_all_other_play(self, rules: RuleSet, word: CallWord) -> None:
        opening = self.OPEN if rules is SCRATCH else "9-9 9-1@9 9-0@9 9-4@9 9-5@9 9-3@9 9-2@9"
        game = position(rules, opening, ["1-1 4-2", "5-0 4-3 3-2"])
        outcome = accept(game, Play(0, Tile(1, 1), 1))
        table = round_of(outcome.game)
        assert (table.phase, table.required, table.left) == (Phase.FOOT, 1, 3)
        assert moves(outcome.game) == []
        calls = [e for e in outcome.events if isinstance(e, Called)]
        assert [(c.what, c.number) for c in calls] == [(word, 1)]

    def test_case_16_foot_of_two(self) -> None:
        game = position(SCRATCH, self.OPEN + " 4-2@4 2-2@2", ["2-1 5-4", "3-3"])
        assert moves(game) == ["2-1 on 2"]

    FOOT_OF_FOUR = OPEN + " 4-4@4 4-2@4 4-3@4"

    def test_case_18_draw_and_pass_in_a_foot(self) -> None:
        game = position(SCRATCH, self.FOOT_OF_FOUR, ["5-5 3-0", "1-1"], "5-3 4-0")
        assert moves(game) == []
        game = accept(game, Draw(0)).game
        assert moves(game) == []
        game = accept(game, Pass(0)).game
        assert len(round_of(game).hands[0]) == 3

    def test_case_19_third_toe_completes_the_foot(self) -> None:
        game = position(SCRATCH, self.FOOT_OF_FOUR, ["5-5 3-0", "1-1"], "4-0 4-1")
        before = [0, 1, 5, 2, 3]
        game = accept(game, Draw(0)).game
        game = accept(game, Play(0, Tile(4, 0), 4)).game
        table = round_of(game)
        assert (table.phase, table.turn) == (Phase.FREE, 1)
        assert ends(game) == sorted([*before, 0])

    def test_case_21_open_ends_are_arms_and_twice_the_doubles(self) -> None:
        scratch = position(
            SCRATCH,
            self.OPEN + " 1-1@1 2-1@1 3-1@1 4-1@1 4-4@4 4-2@4 4-3@4 4-0@4",
            ["5-5", "3-3"],
        )
        assert len(round_of(scratch).ends) == 8
        coop = position(
            COOP,
            "9-9 9-1@9 9-0@9 9-4@9 9-5@9 9-3@9 9-2@9"
            " 1-1@1 7-1@1 8-1@1 6-1@1 0-0@0 7-0@0 8-0@0 6-0@0 4-4@4 7-4@4 8-4@4 6-4@4"
            " 5-5@5 7-5@5 8-5@5 6-5@5 3-3@3 7-3@3 8-3@3 6-3@3",
            ["2-2", "7-7"],
        )
        assert len(round_of(coop).ends) == 16

    def test_case_23_empty_yard_passes_at_once(self) -> None:
        game = position(SCRATCH, self.OPEN, ["3-3 2-2", "1-1"], "")
        assert refuse(game, Draw(0)).reason is RejectReason.YARD_EMPTY
        assert round_of(accept(game, Pass(0)).game).turn == 1

    def test_case_24_draw_until_playable(self) -> None:
        rules = variant(SCRATCH, draw="until-playable")
        plays = "6-6 6-1@6 6-0@6 6-4@6 6-5@6"
        game = position(rules, plays, ["3-2", "5-5"], "3-3 2-2 6-5")
        for tile in ("3-3", "2-2", "6-5"):
            assert not legal_of(game).pass_, tile
            game = accept(game, Draw(0)).game
        assert refuse(game, Draw(0)).reason in (RejectReason.YARD_EMPTY, RejectReason.MUST_PLAY)
        game = accept(game, Play(0, Tile(6, 5), 5)).game
        assert round_of(game).hands[0] == tiles("3-2 3-3 2-2")

    def test_case_26_may_pass_is_an_option(self) -> None:
        game = position(SCRATCH, self.OPEN, ["1-1 4-2", "5-0"], "3-3 3-2")
        assert refuse(game, Pass(0)).reason is RejectReason.MUST_PLAY
        assert refuse(game, Draw(0)).reason is RejectReason.MUST_PLAY
        free = position(variant(SCRATCH, may_pass=True), self.OPEN, ["1-1 4-2", "5-0"], "3-3 3-2")
        free = accept(free, Draw(0)).game
        assert round_of(accept(free, Pass(0)).game).turn == 1


class TestRoundEndAndScoring:
    DEAD = "6-6 6-4@6 6-1@6 6-2@6 6-5@6 4-3@4 3-3@3 3-1@3 3-2@3 3-0@3 4-1@1"

    def test_case_27_exactly_three_left_is_enough(self) -> None:
        game = position(SCRATCH, self.DEAD, ["4-4 0-0", "5-0", "5-5", "1-0"], "4-0 4-2 5-4")
        outcome = accept(game, Play(0, Tile(4, 4), 4))
        opened_foot = next(e for e in outcome.events if isinstance(e, FootOpened))
        assert opened_foot.out == 3
        assert round_of(outcome.game).phase is Phase.FOOT

    @pytest.mark.parametrize(("double_out", "score"), [("allowed", 0), ("penalty-50", 50)])
    def test_case_30_last_tile_is_a_double(self, double_out: str, score: int) -> None:
        rules = variant(SCRATCH, double_out=double_out)
        game = position(rules, TestFreeAndFoot.OPEN, ["4-4", "5-5 5-0"], "4-2")
        outcome = accept(game, Play(0, Tile(4, 4), 4))
        done = outcome.game.results[-1]
        assert (done.end, done.out, done.scores) == (EndReason.OUT, 0, (score, 15))

    def test_case_31_third_toe_is_the_last_tile(self) -> None:
        game = position(SCRATCH, TestFreeAndFoot.FOOT_OF_FOUR, ["4-0", "5-5"], "4-1")
        done = accept(game, Play(0, Tile(4, 0), 4)).game.results[-1]
        assert (done.end, done.scores) == (EndReason.OUT, (0, 10))

    def test_case_32_out_comes_before_a_dead_foot(self) -> None:
        plays = "6-6 6-4@6 6-1@6 6-0@6 6-5@6 5-4@4 4-1@1 4-4@4 4-2@4"
        game = position(SCRATCH, plays, ["4-3", "5-5"], "4-0")
        gone = round_of(game)._replace(yard=())
        counts = list(gone.on_table)
        counts[4] = 6
        game = game._replace(round=gone._replace(on_table=tuple(counts)))
        done = accept(game, Play(0, Tile(4, 3), 4)).game.results[-1]
        assert (done.end, done.scores) == (EndReason.OUT, (0, 10))

    @pytest.mark.parametrize(
        ("rules", "value"), [(SCRATCH, 19), (DOUBLE_BLANK_50, 19), (HALVES_25, 44)]
    )
    def test_case_34_blank_half(self, rules: RuleSet, value: int) -> None:
        assert hand_value(rules, tiles("9-0 5-5")) == value

    def test_case_36_no_double_blank(self) -> None:
        hand = tiles("6-6 5-4 2-0")
        for scoring in ("zero", "double-blank-25", "double-blank-50"):
            assert hand_value(variant(SCRATCH, blank_scoring=scoring), hand) == 23
        assert hand_value(HALVES_25, hand) == 48

    def test_case_37_double_blank_and_out(self) -> None:
        assert hand_value(DOUBLE_BLANK_50, tiles("4-0 0-0")) == 54
        left = (tiles("4-0 0-0"), ())
        assert round_scores(DOUBLE_BLANK_50, left, 1, Tile(5, 4)) == (54, 0)
        dear = variant(DOUBLE_BLANK_50, double_out="penalty-50")
        assert round_scores(dear, left, 1, Tile(5, 5)) == (54, 50)

    def test_case_38_nobody_is_set_to_zero(self) -> None:
        hands = (tiles("6-6"), tiles("5-2"), tiles("6-6 5-5 1-0"))
        assert round_scores(SCRATCH, hands, None, None) == (12, 7, 23)

    def test_case_39_order_and_shared_win(self) -> None:
        rounds = (result(12, 0, 4), result(3, 20, 0, number=2))
        totals = tuple(a + b for a, b in zip(rounds[0].scores, rounds[1].scores, strict=True))
        assert totals == (15, 20, 4)
        assert places(totals) == (2, 3, 1)
        assert winners(SCRATCH, (result(9, 9, 9),), 3) == (0, 1, 2)

    def test_case_42_empty_yard_ends_the_round(self) -> None:
        rules = variant(SCRATCH, empty_yard="ends-round")
        game = position(rules, TestFreeAndFoot.OPEN, ["3-3 2-2", "1-1"], "")
        done = accept(game, Pass(0)).game.results[-1]
        assert (done.end, done.scores) == (EndReason.BLOCKED, (10, 2))

    def test_case_44_ascending_set_aside(self) -> None:
        rules = PRESETS["family-scratch"].rules
        assert [rules.wanted(n, ())[0] for n in range(1, 8)] == [0, 1, 2, 3, 4, 5, 6]
        game = opened(rules, ["", "", ""], first=2)
        table = round_of(game)
        assert sum(table.counts) + len(table.yard) == 27
        assert (table.phase, table.turn) == (Phase.LEAD, 2)
        game = accept(game, Lead(2, double(0))).game
        assert round_of(game).turn == 0
        assert round_of(game).counts == (7, 7, 7)


def test_rounds_deal_one_after_the_other() -> None:
    game = opened(SCRATCH, ["6-6", ""])
    assert refuse(game, Deal()).reason is RejectReason.ROUND_NOT_OVER

"""What the coach says: every reason in both languages, and nothing that is not in it."""

from __future__ import annotations

import re

import pytest
from speaking import HOUSES, NAMES, played

from chickenscratch.core.actions import Play
from chickenscratch.core.apply import Accepted, apply
from chickenscratch.core.coach import (
    Account,
    Advice,
    Choice,
    Decision,
    Lack,
    Ranked,
    Reason,
    ReasonKind,
    Review,
    RoundReview,
    SeatReview,
)
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.tiles import tile
from chickenscratch.core.view import view_of
from chickenscratch.locale import LANGUAGES, using
from chickenscratch.locale.coach import (
    IDEAS,
    choice_words,
    ends_after,
    idea,
    lack_lines,
    preview,
    ranking_lines,
    reason_words,
    signed,
    tile_step,
)
from chickenscratch.locale.review import review_lines

BEST = Choice("play", tile(5, 8), 5)
OTHER = Choice("play", tile(4, 4), 4)


@pytest.mark.parametrize("kind", ReasonKind)
def test_every_reason_has_words(kind: ReasonKind) -> None:
    assert kind in IDEAS
    said = []
    for language in LANGUAGES:
        with using(language):
            for many in (0, 1, 4):
                for number in (0, 8, 12):
                    words = reason_words(Reason(kind, number, many, 13, 1), NAMES)
                    assert words.endswith(".")
                    assert "{" not in words
                    said.append(words)
            hint = idea(Reason(kind, 5, 2, 13, 1))
            assert len(hint) <= 76
            assert not re.search(r"\d", hint)
            assert not any(name in hint for name in NAMES)
    assert len(set(said)) > 1


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            Reason(ReasonKind.LACKS, 4, 0, seat=1),
            "Bruno passed or drew on 4: there is no four in that hand.",
        ),
        (
            Reason(ReasonKind.LACKS, 4, 1, seat=1),
            "Bruno passed or drew on 4: no four there, unless the tile drawn since is one.",
        ),
        (
            Reason(ReasonKind.ENDS, many=6, points=9, seat=3),
            "It ends the round while Dina holds most, and gains about 9 points.",
        ),
        (Reason(ReasonKind.FOOT, 4, 2), "It keeps 2 fours for what must be filled next."),
        (Reason(ReasonKind.SHEDS, points=13), "It sheds 13 points."),
        (Reason(ReasonKind.SHEDS, points=1), "It sheds 1 point."),
        (Reason(ReasonKind.OWN_DOUBLE, 6), "It opens the number that 6-6 needs."),
        (Reason(ReasonKind.OPENS, 8, 1), "It leaves an 8 open and keeps 1 eight."),
        (
            Reason(ReasonKind.TRIED, many=800, points=12),
            "In 800 imagined rounds it was 1.2 points better.",
        ),
    ],
)
def test_reasons(reason: Reason, words: str) -> None:
    assert reason_words(reason, NAMES) == words


def test_reasons_in_italian() -> None:
    with using("it"):
        assert reason_words(Reason(ReasonKind.LACKS, 8, 0, seat=1), NAMES) == (
            "Bruno ha passato o pescato sull'8: in quella mano non c'è nessuna tessera dell'8."
        )
        assert reason_words(Reason(ReasonKind.FOOT, 4, 1), NAMES) == (
            "Conserva 1 tessera del 4 per quello che va completato adesso."
        )


def an_advice(behind: float, error: float = 0.2) -> Advice:
    reasons = (Reason(ReasonKind.SHEDS, points=13),)
    return Advice(
        0,
        (
            Ranked(BEST, 3.44, 0.0, 0.0, 800, reasons),
            Ranked(OTHER, 3.44 - behind, behind, error, 800, reasons),
        ),
    )


def test_the_steps_of_a_tip() -> None:
    assert tile_step(an_advice(2.0), NAMES) == "8-5 on 5. It sheds 13 points."
    assert tile_step(an_advice(0.2), NAMES) == "8-5 on 5, or just as well 4-4. It sheds 13 points."
    assert ranking_lines(an_advice(2.0), NAMES) == [
        "1. 8-5 on 5: +3.4 points, best.",
        "2. 4-4: +1.4 points, 2.0 ± 0.4 less.",
        "It sheds 13 points.",
        "Points: by how much the others pay more than you, on average.",
        "From 800 imagined rounds.",
    ]
    assert "equal (0.2 ± 0.4)" in ranking_lines(an_advice(0.2), NAMES)[1]
    assert "perhaps equal (0.5 ± 0.8)" in ranking_lines(an_advice(0.5, 0.4), NAMES)[1]
    lone = Advice(0, (Ranked(Choice("draw"), 0, 0, 0, 0, (Reason(ReasonKind.ONLY),)),))
    assert tile_step(lone, NAMES) == "draw. There is nothing else to do."
    assert choice_words(Choice("pass")) == "pass"


def test_signs() -> None:
    assert [signed(v) for v in (0.0, 0.04, -0.04, 3.44, -12.0)] == [
        "0.0", "0.0", "0.0", "+3.4", "-12.0",
    ]  # fmt: skip


def test_what_passes_prove() -> None:
    lacks = (Lack(1, 4, 0), Lack(1, 5, 0), Lack(1, 6, 2), Lack(3, 0, 1))
    assert lack_lines(lacks, NAMES) == [
        "Bruno has no 4 or 5.",
        "Bruno had no 6, and has drawn 2 tiles since.",
        "Dina had no 0, and has drawn 1 tile since.",
    ]
    assert lack_lines((), NAMES) == []


def test_the_preview_is_what_comes() -> None:
    """The ends that are promised are those that are there after the move."""
    checked = 0
    for house in range(len(HOUSES)):
        for game, _ in played(house)[::7]:
            table = game.round
            if table is None or not table.laid or game.between_rounds or game.over:
                continue
            view = view_of(game, table.turn)
            legal = view.legal
            assert legal is not None
            for move in legal.moves if legal.turn else ():
                choice = Choice("play", move.tile, move.on)
                outcome = apply(game, Play(table.turn, move.tile, move.on))
                if not isinstance(outcome, Accepted) or outcome.game.round is None:
                    continue
                there = sorted(end.number for end in outcome.game.round.ends)
                assert sorted(ends_after(view, choice)) == there
                assert str(move.tile) in preview(view, choice)
                checked += 1
    assert checked > 100


def a_review() -> Review:
    bad = Decision(4, 9, 1, 0, OTHER, BEST, 5.26, 0.5, (Reason(ReasonKind.SHEDS, points=13),))
    good = Decision(7, 13, 1, 1, BEST, BEST, 0.0, 0.0, ())
    worth = ((1.0, -1.0), (-3.0, 3.0), (-6.5, 6.5))
    accounts = (Account(-6.5, 1.0, -5.26), Account(6.5, -1.0, 0.0))
    return Review(
        (bad, good),
        (RoundReview(1, 6, accounts, worth),),
        (SeatReview(1, 0, 5.26), SeatReview(1, 1, 0.0)),
        (bad,),
        60_000,
    )


def test_a_review() -> None:
    rules = PRESETS["chicken-scratch"].rules
    lines = review_lines(a_review(), rules, NAMES[:2], ascii_only=True)
    assert lines[0] == "Chicken Scratch, 2 players, 2 decisions"
    assert "Anna       0          1       0 %   5.3   5.3" in lines
    assert "Bruno      1          1     100 %   0.0   0.0" in lines
    assert "Anna      -6.5  +1.0      -5.3     -2.2" in lines
    assert "1. Round 1, Anna: 4-4 lost 5.3 ± 1.0; better 8-5 on 5." in lines
    assert "   It sheds 13 points." in lines
    assert "Round 1, hub 6-6" in lines
    assert "  Anna   +1.0  +-_  -6.5" in lines
    assert all(ord(char) < 128 for line in lines for char in line.replace("±", "").replace("–", ""))
    calm = a_review()._replace(turning=())
    assert "No decision cost anything that could be told from chance." in review_lines(
        calm, rules, NAMES[:2]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_fits_a_narrow_window(language: str) -> None:
    with using(language):
        lines = review_lines(a_review(), PRESETS["chicken-foot"].rules, NAMES[:2])
    assert all("{" not in line for line in lines)
    assert max(map(len, lines)) <= 80

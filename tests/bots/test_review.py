"""Looking back: what counts, what it adds up to, and that nobody is blamed for hidden tiles."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from recorded import game_lines, record_of
from scenes import round_of

from chickenscratch.bots.advice import choice_of
from chickenscratch.bots.review import TURNING, Moment, assess, moments_of, review_of, worth_of
from chickenscratch.core.actions import Call, Deal
from chickenscratch.core.coach import Account, Assessed, Review
from chickenscratch.core.record import ActionLine, GameRecord, RecordSeat, undo_line
from chickenscratch.core.replay import replay
from chickenscratch.core.state import Game

Mix = Callable[[Game, int, random.Random], Game]

NODES = 400


def judged(moment: Moment, salt: str = "") -> Assessed:
    made = choice_of(moment.made)
    return assess(moment.before, moment.after, moment.made.seat, made, NODES, salt)


def reviewed(record: GameRecord, salt: str = "") -> Review:
    moments = moments_of(record)
    return review_of(record, moments, [judged(moment, salt) for moment in moments], NODES)


@cache
def a_record(name: str = "chicken-scratch") -> GameRecord:
    return record_of(game_lines(name))


@cache
def a_review(name: str = "chicken-scratch") -> Review:
    return reviewed(a_record(name))


def test_moments_are_all_that_was_done() -> None:
    record = a_record("chicken-foot")
    done = [entry.action for _, entry in record.entries if isinstance(entry, ActionLine)]
    moments = moments_of(record)
    assert [m.made for m in moments] == [act for act in done if not isinstance(act, Call)]
    assert [m.number for m in moments_of(record, 2)] == [2] * len(moments_of(record, 2))
    assert len(moments_of(record, 1)) + len(moments_of(record, 2)) == len(moments)
    assert moments_of(record, 3) == []


def test_what_was_taken_back_does_not_count() -> None:
    lines = game_lines()
    ends = next(i for i, line in enumerate(lines) if "end" in line)
    back = 4
    again = [*lines[:ends], undo_line(back), *lines[ends - back :]]
    assert all("act" in line for line in lines[ends - back : ends])
    once, twice = moments_of(record_of(lines)), moments_of(record_of(again))
    assert [(m.made, m.after) for m in once] == [(m.made, m.after) for m in twice]


@pytest.mark.parametrize("name", ["chicken-scratch", "chicken-foot"])
def test_results_add_up(name: str) -> None:
    review = a_review(name)
    results = list(replay(a_record(name)))[-1].game.results
    assert [part.number for part in review.rounds] == [result.number for result in results]
    for part, result in zip(review.rounds, results, strict=True):
        assert part.lead == result.lead
        for seat, account in enumerate(part.accounts):
            others = [score for s, score in enumerate(result.scores) if s != seat]
            difference = sum(others) / len(others) - result.scores[seat]
            assert account.result == pytest.approx(difference, abs=0.001)
            assert account.deal == part.worth[0][seat]
            assert account.play <= 0
            parts = account.deal + account.play + account.fortune
            assert parts == pytest.approx(account.result)
        for worth in part.worth:  # what one gains the others lose
            assert sum(worth) == pytest.approx(0, abs=0.01)
    for seat, found in enumerate(review.seats):
        own = [d for d in review.decisions if d.seat == seat]
        assert found.decisions == len(own)
        assert found.right == sum(d.loss == 0 for d in own)
        assert found.loss == pytest.approx(sum(d.loss for d in own), abs=0.01)
        assert review.accounts[seat].play == pytest.approx(-found.loss, abs=0.01)
        assert 0 <= found.accuracy <= 1


def test_turning_points_are_the_costliest_decisions_of_people() -> None:
    review = a_review("chicken-foot")
    people = {s for s, who in enumerate(a_record().header.seats) if who.level is None}
    assert 1 <= len(review.turning) <= TURNING
    losses = [d.loss for d in review.turning]
    assert losses == sorted(losses, reverse=True)
    assert {d.seat for d in review.turning} <= people
    rest = [d.loss for d in review.decisions if d.seat in people and d not in review.turning]
    assert max(rest) <= losses[-1]
    assert all(d.reasons for d in review.turning)
    bots = (RecordSeat("A", "random"), RecordSeat("B", "random"))
    assert reviewed(record_of(game_lines(seats=bots, rounds=1))).turning


def test_the_same_record_gives_the_same_review() -> None:
    again = reviewed(record_of(game_lines()))
    assert again == a_review()
    assert reviewed(a_record(), "other") != a_review()


def test_nobody_is_blamed_for_what_was_hidden(mix: Mix) -> None:
    chance = random.Random(3)
    for moment in moments_of(a_record())[5:30:5]:
        seat = moment.made.seat
        other = moment._replace(before=mix(moment.before, seat, chance))
        assert judged(moment).advice == judged(other).advice


def test_what_was_done_is_looked_at_closely() -> None:
    """A choice that was made is tried in as many worlds as the best one, or is clearly worse."""
    close = 0
    for moment in moments_of(a_record("chicken-foot")):
        advice = judged(moment).advice
        if advice is None:
            continue
        made = advice.of(choice_of(moment.made))
        assert made is not None
        assert made.worlds == advice.best.worlds or made.behind > 3 * made.error
        close += made.worlds == advice.best.worlds
    assert close > 10


def test_what_a_position_was_worth() -> None:
    moments = moments_of(a_record())
    assert worth_of(moments[0].before) is None
    assert worth_of(moments[-1].after) == a_review().rounds[-1].worth[-1]
    lost = max(range(3), key=lambda seat: moments[-1].after.results[-1].scores[seat])
    last = worth_of(moments[-1].after)
    assert last is not None
    assert min(last) == last[lost]
    start = next(step.game for step in replay(a_record()) if isinstance(step.action, Deal))
    assert worth_of(start) is None
    assert worth_of(start._replace(round=None)) is None


def test_the_order_of_the_yard_is_not_known_to_the_judge() -> None:
    moment = moments_of(a_record())[3]
    table = round_of(moment.after)
    assert len(table.yard) > 3
    mixed = moment.after._replace(round=table._replace(yard=table.yard[::-1]))
    one, two = worth_of(moment.after), worth_of(mixed)
    assert one is not None
    assert two is not None
    assert all(abs(a - b) < 6 for a, b in zip(one, two, strict=True))


def test_an_unfinished_round_has_no_account() -> None:
    moments = moments_of(a_record(), 1)[:8]
    review = review_of(a_record(), moments, [judged(m) for m in moments], NODES)
    assert [part.accounts for part in review.rounds] == [()]
    assert review.accounts == (Account(0, 0, 0),) * 3
    nothing = review_of(a_record(), moments, [], NODES)
    assert nothing.rounds == ()
    assert [seat.accuracy for seat in nothing.seats] == [1.0] * 3

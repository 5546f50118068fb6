"""The coach in a process of its own: the same answers, cancelled, and replaced when it dies."""

from __future__ import annotations

import asyncio
import json
import signal
import sys

import pytest
from recorded import game_lines, record_of

from chickenscratch.bots.advice import advise, choice_of
from chickenscratch.bots.messages import PastQuestion, Question, TipQuestion, parse_asked
from chickenscratch.bots.pool import BotPool
from chickenscratch.bots.review import Moment, assess, moments_of
from chickenscratch.core.view import SeatView, view_of

PATIENT = 60.0


@pytest.fixture(scope="module")
def moment() -> Moment:
    """A moment with a choice."""
    found = moments_of(record_of(game_lines("chicken-foot")))
    return next(
        m for m in found
        if assess(m.before, m.after, m.made.seat, choice_of(m.made), 50).advice is not None
    )  # fmt: skip


@pytest.fixture(scope="module")
def view(moment: Moment) -> SeatView:
    return view_of(moment.before, moment.made.seat)


async def test_the_same_as_here(view: SeatView, moment: Moment) -> None:
    made = choice_of(moment.made)
    with BotPool(deadline=PATIENT) as pool:
        assert await pool.advise(view, 500, "x") == advise(view, 500, "x")
        found = await pool.assess(moment.before, moment.after, moment.made, 300)
        assert found == assess(moment.before, moment.after, moment.made.seat, made, 300)
        assert len(pool.processes) == 1


async def test_thinking_can_be_ended(view: SeatView) -> None:
    with BotPool(deadline=PATIENT) as pool:
        assert await pool.advise(view, 100) is not None
        (first,) = pool.processes
        tip = asyncio.create_task(pool.advise(view, 10**9))
        await asyncio.sleep(0)
        tip.cancel()
        with pytest.raises(asyncio.CancelledError):
            await tip
        assert await pool.advise(view, 100) == advise(view, 100)
        (second,) = pool.processes
        assert second.pid != first.pid
    assert first.returncode == -signal.SIGKILL


async def test_without_a_worker_there_is_no_answer(
    view: SeatView, moment: Moment, caplog: pytest.LogCaptureFixture
) -> None:
    command = (sys.executable, "-c", "raise SystemExit('gone')")
    with BotPool(deadline=PATIENT, command=command) as pool:
        assert await pool.advise(view, 100) is None
        assert await pool.assess(moment.before, moment.after, moment.made, 100) is None
    assert "gone" in caplog.text


async def test_what_cannot_be_answered_is_logged(
    view: SeatView, caplog: pytest.LogCaptureFixture
) -> None:
    with BotPool(deadline=PATIENT) as pool:
        assert await pool.advise(view._replace(seat=None, hand=()), 100) is None
        assert await pool.advise(view, 100) is not None
    assert "a watcher has nothing to decide" in caplog.text


def test_questions(view: SeatView, moment: Moment) -> None:
    made = choice_of(moment.made)
    for question in (
        Question("random", "x", view),
        Question("random", "x", view, ("random", None, "oracle")),
        TipQuestion("tip", view, 100, ""),
        PastQuestion("past", moment.before, moment.after, made, moment.made.seat, 100, ""),
    ):
        assert parse_asked(question.line()) == question
    for nonsense in (b"", b"[]", b'["tip"]', b'["past", 3]', b"\xff"):
        with pytest.raises(ValueError):
            parse_asked(nonsense)


@pytest.mark.parametrize(
    "company",
    [["random"], [None] * 9, [1, 2, 3], "two", {"0": "random"}, [["random"], None, None]],
)
def test_a_company_is_of_names_and_as_large_as_the_table(view: SeatView, company: object) -> None:
    assert view.seats == 3
    asked = json.loads(Question("random", "x", view, (None,) * 3).line())
    assert asked[-1] == [None] * 3
    with pytest.raises(ValueError, match=r"a company of|for Question\n3"):
        parse_asked(json.dumps([*asked[:-1], company]).encode())

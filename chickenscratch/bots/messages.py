"""What goes through the pipes of a worker process: one JSON line each way."""

from __future__ import annotations

from typing import Literal, NamedTuple

from chickenscratch.bots.base import Company
from chickenscratch.core.coach import Advice, Assessed, Choice
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView
from chickenscratch.core.wire import adapter


class Question(NamedTuple):
    """What should a bot of `level` do in `view`, in this `company`?"""

    level: str
    salt: str
    view: SeatView
    company: Company = ()

    def line(self) -> bytes:
        return adapter(Question).dump_json(self) + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Question:
        """Raises ValueError for anything that :meth:`line` would not write, and for a company with
        more or fewer seats than the table."""
        question: Question = adapter(Question).validate_json(line)
        if question.company and len(question.company) != question.view.seats:
            raise ValueError(f"a company of {len(question.company)} at {question.view.seats} seats")
        return question


class TipQuestion(NamedTuple):
    """What are the choices in `view` worth? For `nodes`, see :func:`bots.advice.advise`."""

    ask: Literal["tip"]
    view: SeatView
    nodes: int
    salt: str

    def line(self) -> bytes:
        return adapter(TipQuestion).dump_json(self) + b"\n"


class PastQuestion(NamedTuple):
    """What could have been done in a past `game`, with everything open, before `made`, and what
    was it worth? See :func:`bots.review.assess`."""

    ask: Literal["past"]
    game: Game
    after: Game
    made: Choice
    seat: int
    nodes: int
    salt: str

    def line(self) -> bytes:
        return adapter(PastQuestion).dump_json(self) + b"\n"


Asked = Question | TipQuestion | PastQuestion


def parse_asked(line: bytes) -> Asked:
    """Raises ValueError for anything that no question's ``line()`` would write."""
    if line.startswith(b'["tip"'):
        tip: TipQuestion = adapter(TipQuestion).validate_json(line)
        return tip
    if line.startswith(b'["past"'):
        past: PastQuestion = adapter(PastQuestion).validate_json(line)
        return past
    return Question.parse(line)


class Answer(NamedTuple):
    """The action as text, advice, what was found out about the past, or what went wrong, for the
    log."""

    action: str | None
    error: str | None = None
    advice: Advice | None = None
    assessed: Assessed | None = None

    def line(self) -> bytes:
        return adapter(Answer).dump_json(self) + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Answer:
        """Raises ValueError for anything that :meth:`line` would not write."""
        answer: Answer = adapter(Answer).validate_json(line)
        return answer

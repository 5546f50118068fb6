"""What goes through the pipes of a worker process: one JSON line each way."""

from __future__ import annotations

from typing import Final, NamedTuple

from pydantic import TypeAdapter

from chickenscratch.core.view import SeatView


class Question(NamedTuple):
    """What should a bot of `level` do in `view`?"""

    level: str
    salt: str
    view: SeatView


class Answer(NamedTuple):
    """The action as text, or what went wrong, for the log."""

    action: str | None
    error: str | None = None


QUESTION: Final = TypeAdapter(Question)
ANSWER: Final = TypeAdapter(Answer)

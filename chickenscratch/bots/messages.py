"""What goes through the pipes of a worker process: one JSON line each way."""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.core.view import SeatView
from chickenscratch.core.wire import adapter


class Question(NamedTuple):
    """What should a bot of `level` do in `view`?"""

    level: str
    salt: str
    view: SeatView

    def line(self) -> bytes:
        return adapter(Question).dump_json(self) + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Question:
        """Raises ValueError for anything that :meth:`line` would not write."""
        question: Question = adapter(Question).validate_json(line)
        return question


class Answer(NamedTuple):
    """The action as text, or what went wrong, for the log."""

    action: str | None
    error: str | None = None

    def line(self) -> bytes:
        return adapter(Answer).dump_json(self) + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Answer:
        """Raises ValueError for anything that :meth:`line` would not write."""
        answer: Answer = adapter(Answer).validate_json(line)
        return answer

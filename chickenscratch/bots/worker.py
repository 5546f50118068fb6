"""The worker process: ``python -m chickenscratch.bots.worker``.

It reads one question a line from standard input and writes one answer a line to standard output,
until its input ends: then whoever started it is gone, and it leaves at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from time import monotonic
from typing import Final, assert_never

from chickenscratch.bots.advice import COACH_SECONDS, advise
from chickenscratch.bots.levels import decide
from chickenscratch.bots.messages import (
    Answer,
    Asked,
    PastQuestion,
    Question,
    TipQuestion,
    parse_asked,
)
from chickenscratch.bots.review import assess
from chickenscratch.core.actions import format_action

NICENESS: Final = 15
"""The screen comes first: on a busy machine a bot may think a little longer."""


def answer(line: bytes) -> bytes:
    """The answer to a question line; whatever goes wrong is an answer too."""
    try:
        reply = _reply(parse_asked(line))
    except Exception:
        reply = Answer(None, traceback.format_exc())
    return reply.line()


def _reply(asked: Asked) -> Answer:
    match asked:
        case Question(level, salt, view, company):
            action = decide(view, level, salt, live=True, company=company)
            return Answer(format_action(action))
        case TipQuestion(_, view, nodes, salt):
            end = monotonic() + COACH_SECONDS
            tip = advise(view, nodes, salt, late=lambda: monotonic() >= end)
            return Answer(None, advice=tip)
        case PastQuestion(_, game, after, made, seat, nodes, salt):
            return Answer(None, assessed=assess(game, after, seat, made, nodes, salt))
        case _:
            assert_never(asked)


def _listen(questions: SimpleQueue[bytes]) -> None:
    """In a thread of its own, so that the end is noticed in the middle of a thought as well."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def main() -> None:
    """Answer questions until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the application
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)
    replies = os.dup(1)
    os.dup2(2, 1)  # a stray print must not pass for an answer
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        reply = memoryview(answer(questions.get()))
        try:
            while reply:
                reply = reply[os.write(replies, reply) :]
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()

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
from typing import Final

from chickenscratch.bots.levels import decide
from chickenscratch.bots.messages import Answer, Question
from chickenscratch.core.actions import format_action

NICENESS: Final = 5
"""The screen comes first: on a busy machine a bot may think a little longer."""


def answer(line: bytes) -> bytes:
    """The answer to a question line; whatever goes wrong is an answer too."""
    try:
        question = Question.parse(line)
        action = decide(question.view, question.level, question.salt, live=True)
        reply = Answer(format_action(action))
    except Exception:
        reply = Answer(None, traceback.format_exc())
    return reply.line()


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

"""Worker processes in which bots think, so that the screen never waits for them.

Each worker is talked to by a thread of its own: starting a process, writing and reading may all
block there, no event loop is needed to start, and nothing goes through the standard streams that
Textual replaces.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import IO, Final, Self

from chickenscratch.bots.advice import choice_of
from chickenscratch.bots.base import Company, is_legal
from chickenscratch.bots.levels import decide, level_called
from chickenscratch.bots.messages import Answer, Asked, PastQuestion, Question, TipQuestion
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.core.actions import Deal, SeatAction, parse_action
from chickenscratch.core.coach import Advice, Assessed
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView

COMMAND: Final = (sys.executable, "-P", "-m", "chickenscratch.bots.worker")
DEADLINE: Final = 15.0
"""Seconds after which a worker counts as stuck. No level thinks nearly as long."""

SLOWEST: Final = 5_000
"""Turns a second that any machine can imagine."""

_log = logging.getLogger(__name__)


class WorkerGoneError(Exception):
    """The worker process has ended, with the last it had to say."""


class Worker:
    """One worker process and the thread that talks to it. It is asked one question at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._questions: SimpleQueue[tuple[Asked, Future[Answer]] | None] = SimpleQueue()
        self._lock = Lock()
        self._stopped = False
        self._ended = ""
        self.process: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._run, name="bot worker", daemon=True)
        self._thread.start()

    @property
    def gone(self) -> bool:
        """Whether there is no use in asking it anything."""
        died = self.process is not None and self.process.poll() is not None
        return self._stopped or bool(self._ended) or died

    def ask(self, question: Asked) -> Future[Answer]:
        """The answer, later; or a WorkerGoneError."""
        future: Future[Answer] = Future()
        with self._lock:
            if self._ended:
                future.set_exception(WorkerGoneError(self._ended))
            else:
                self._questions.put((question, future))
        return future

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            self._stopped = True
            if self.process is not None:
                self.process.kill()
        self._questions.put(None)

    @property
    def left(self) -> bool:
        """Whether nothing is left of it."""
        return not self._thread.is_alive()

    def join(self) -> None:
        """Wait until the stopped process has left nothing behind."""
        self._thread.join()

    def _run(self) -> None:
        why = ""
        try:
            with tempfile.TemporaryFile() as errors:
                why = self._serve(errors)
        except OSError as error:
            why = str(error)
        finally:
            with self._lock:
                self._ended = why or "it has ended"
            with contextlib.suppress(Empty):
                while True:
                    item = self._questions.get_nowait()
                    if item is not None and item[1].set_running_or_notify_cancel():
                        item[1].set_exception(WorkerGoneError(self._ended))

    def _serve(self, errors: IO[bytes]) -> str:
        """Pass questions and answers until the process ends; gives its last words."""
        with self._lock:
            if self._stopped:
                return ""
            self.process = process = subprocess.Popen(
                self._command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                # the worker finds what this process finds, however that was started
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        with process:
            while (item := self._questions.get()) is not None:
                question, future = item
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    future.set_result(_exchange(process, question))
                except (OSError, EOFError, ValueError) as error:
                    process.kill()
                    process.wait()
                    why = _last_line(errors) or str(error)
                    future.set_exception(WorkerGoneError(why or "it has ended"))
                    return why
            process.kill()
        return ""


def _exchange(process: subprocess.Popen[bytes], question: Asked) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    _write(process.stdin, question.line())
    return Answer.parse(_read(process.stdout))


def _write(pipe: IO[bytes], data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(pipe.fileno(), rest) :]


def _read(pipe: IO[bytes]) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(pipe.fileno(), 1 << 16)
        if not part:
            raise EOFError
        line += part
    return line


def _last_line(errors: IO[bytes]) -> str:
    """The last line of what the worker wrote to its standard error."""
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 2000))
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


class BotPool:
    """Bots that think elsewhere. Start it before the application, close it after."""

    def __init__(
        self, size: int = 1, *, deadline: float = DEADLINE, command: Sequence[str] = COMMAND
    ) -> None:
        self._size = size
        self._deadline = deadline
        self._command = command
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._leaving: list[Worker] = []
        self._turn = asyncio.Semaphore(size)
        self._closed = False

    def start(self) -> None:
        """Start the workers. Returns at once; they are ready a moment later."""
        while len(self._workers) < self._size and not self._closed:
            worker = Worker(self._command)
            self._workers.append(worker)
            self._idle.append(worker)

    def close(self) -> None:
        """End every worker and wait until nothing is left of it."""
        self._closed = True
        for worker in self._workers:
            worker.stop()
        for worker in (*self._workers, *self._leaving):
            worker.join()
        self._workers.clear()
        self._idle.clear()
        self._leaving.clear()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def processes(self) -> tuple[subprocess.Popen[bytes], ...]:
        """The worker processes there are at the moment."""
        return tuple(w.process for w in self._workers if w.process is not None)

    async def choose(
        self, view: SeatView, level: str, salt: str = "", *, company: Company = ()
    ) -> SeatAction:
        """What a bot of `level` does in `view`, in this `company`: always a legal action.

        If the worker dies, is stuck or talks nonsense, a simple bot decides here and now, and a
        new worker takes over. Cancelling this ends the thinking. Raises LevelError, and ValueError
        when the seat has nothing to decide.
        """
        level_called(level)
        substitute = decide(view, HEAVIEST.name, salt)
        question = Question(level, salt, view, company)
        answer = await self._asked(question, self._deadline)
        action = None if answer is None else _checked(question, answer)
        return substitute if action is None else action

    async def advise(self, view: SeatView, nodes: int, salt: str = "") -> Advice | None:
        """What the choices in `view` are worth (:func:`chickenscratch.bots.advice.advise`).

        None if the worker dies or fails, which is logged. Cancelling this ends the thinking."""
        asked = TipQuestion("tip", view, nodes, salt)
        answer = await self._asked(asked, self._patience(nodes))
        if answer is not None and answer.error is not None:
            _log.error("the coach failed: %s", answer.error)
        return None if answer is None else answer.advice

    async def assess(
        self, game: Game, after: Game, made: SeatAction, nodes: int, salt: str = ""
    ) -> Assessed | None:
        """What a moment of a past game was worth (:func:`chickenscratch.bots.review.assess`).

        None as with :meth:`advise`."""
        asked = PastQuestion("past", game, after, choice_of(made), made.seat, nodes, salt)
        answer = await self._asked(asked, self._patience(nodes))
        if answer is not None and answer.error is not None:
            _log.error("the review failed: %s", answer.error)
        return None if answer is None else answer.assessed

    def _patience(self, nodes: int) -> float:
        """Seconds after which a worker counts as stuck that was asked for so many nodes."""
        return self._deadline + nodes / SLOWEST

    async def _asked(self, question: Asked, deadline: float) -> Answer | None:
        async with self._turn:
            return await self._exchanged(question, deadline)

    async def _exchanged(self, question: Asked, deadline: float) -> Answer | None:
        if self._closed:
            return None
        self.start()
        worker = self._idle.pop()
        if worker.gone:
            _log.warning("a bot worker died while it had nothing to do and is replaced")
            worker = self._replaced(worker)
        try:
            future = asyncio.wrap_future(worker.ask(question))
            return await asyncio.wait_for(future, deadline)
        except TimeoutError:
            _log.warning("a bot worker took more than %g s and is replaced", deadline)
            worker = self._replaced(worker)
            return None
        except WorkerGoneError as error:
            if not self._closed:
                _log.warning("a bot worker died and is replaced: %s", error)
            worker = self._replaced(worker)
            return None
        except asyncio.CancelledError:
            worker = self._replaced(worker)
            raise
        finally:
            if not self._closed:
                self._idle.append(worker)

    def _replaced(self, worker: Worker) -> Worker:
        worker.stop()
        if self._closed:
            return worker
        self._leaving = [w for w in self._leaving if not w.left] + [worker]
        new = Worker(self._command)
        self._workers[self._workers.index(worker)] = new
        return new


def _checked(question: Question, answer: Answer) -> SeatAction | None:
    """The action if it is one that the table would accept."""
    why = answer.error
    if answer.action is not None:
        try:
            action = parse_action(answer.action)
        except ValueError as error:
            why = str(error)
        else:
            if not isinstance(action, Deal) and is_legal(question.view, action):
                return action
            why = f"{answer.action!r} is not legal"
    _log.error("a bot of level %s failed: %s", question.level, why)
    return None

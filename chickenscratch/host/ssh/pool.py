"""The acceptor and its pool of workers.

The acceptor takes connections, counts them, and hands each to the worker with the fewest. A worker
that does not answer is made to say where it is and killed: its players come in again and sit where
they sat, because the game is not in the worker.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Final

from chickenscratch.core.text import N_
from chickenscratch.host.ssh.gatekeeper import Gatekeeper
from chickenscratch.host.ssh.limits import Limits, Now
from chickenscratch.host.ssh.wire import (
    Arrived,
    Begin,
    Dismiss,
    Left,
    Ping,
    Pong,
    Ready,
    Stop,
    Take,
    Tell,
    ToAcceptor,
    ToWorker,
    Wire,
)
from chickenscratch.host.ssh.worker import DUMP

log = logging.getLogger("chickenscratch.host.ssh")

WORKER: Final = (
    sys.executable,
    "-P",
    "-c",
    "import sys; from chickenscratch.host.ssh.worker import run_worker; "
    "run_worker(int(sys.argv[1]))",
)
PING: Final = 1.0
STUCK: Final = 5.0
"""Seconds without an answer after which a worker is killed."""
LAST_WORDS: Final = 0.3
"""Seconds a stuck worker has to write down where it is."""
SETTLING: Final = 60.0
"""Seconds a worker has to get ready."""
ELSEWHERE: Final = N_("You have come in again elsewhere.")
VISITS_MOST: Final = 3_000
"""Visits after which a worker is replaced, when its last visitor has left."""


class _Worker:
    """A worker process as the acceptor sees it."""

    def __init__(self, process: asyncio.subprocess.Process, now: float) -> None:
        self.process = process
        self.wire: Wire | None = None
        self.ready = asyncio.Event()
        self.tickets: set[int] = set()
        self.visits = 0
        self.retiring = False
        self.heard = now
        self.counts: Mapping[str, int] = {}
        self.burial: asyncio.Task[None] | None = None

    @property
    def open(self) -> bool:
        return self.ready.is_set() and not self.retiring

    def send(self, message: ToWorker, descriptor: int | None = None) -> bool:
        return self.wire is not None and self.wire.send(message, descriptor)


class Pool:
    """Workers and what they serve. What visitors are told is translated where they are served."""

    def __init__(
        self,
        begin: Begin,
        limits: Limits | None = None,
        *,
        workers: int = 2,
        command: Sequence[str] = WORKER,
        environ: Mapping[str, str] | None = None,
        ping: float = PING,
        stuck: float = STUCK,
        visits_most: int = VISITS_MOST,
        now: Now = time.monotonic,
    ) -> None:
        self.gate = Gatekeeper(limits or Limits(), now)
        self._begin = begin
        self._size = workers
        self._command = command
        self._environ = environ
        self._ping = ping
        self._stuck = stuck
        self._visits_most = visits_most
        self._now = now
        self._workers: list[_Worker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._numbers = 0
        self._past: Counter[str] = Counter()
        self.killed = 0
        """How many workers were stuck."""

    async def start(self) -> None:
        """All workers, ready. Raises TimeoutError if one does not get ready."""
        started = [await self._hire() for _again in range(self._size)]
        async with asyncio.timeout(SETTLING):
            await asyncio.gather(*(worker.ready.wait() for worker in started))
        self._spawn(self._keep_pinging())

    async def _hire(self) -> _Worker:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                str(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=None if self._environ is None else dict(self._environ),
            )
        worker = _Worker(process, self._now())

        def heard(message: ToWorker | ToAcceptor, _descriptor: int | None) -> None:
            self._hear(worker, message)

        worker.wire = Wire(ours, heard, lambda: None)
        worker.send(self._begin)
        self._workers.append(worker)
        worker.burial = self._spawn(self._bury(worker))
        return worker

    async def _bury(self, worker: _Worker) -> None:
        """Wait for the end of a worker; hire another one if it was not asked for."""
        code = await worker.process.wait()
        if worker.wire is not None:
            worker.wire.close()
        self._workers.remove(worker)
        self._past.update(worker.counts)
        for ticket in tuple(worker.tickets):
            self.gate.left(ticket)
        if not worker.retiring and not self._closing:
            log.error("worker %d ended with %d", worker.process.pid, code)
            if not worker.ready.is_set():
                await asyncio.sleep(
                    self._ping
                )  # one that cannot even begin is not hired in a hurry
            if not self._closing:
                await self._hire()

    def _hear(self, worker: _Worker, message: ToWorker | ToAcceptor) -> None:
        worker.heard = self._now()
        match message:
            case Ready():
                worker.ready.set()
            case Arrived():
                for ticket in self.gate.arrived(message.ticket, message.identity):
                    self._dismiss(ticket)
            case Left():
                worker.tickets.discard(message.ticket)
                self.gate.left(message.ticket)
                if worker.retiring and not worker.tickets:
                    worker.send(Stop(reason=""))
            case Pong():
                worker.counts = message.counts
                worker.heard += message.busy
            case _:
                log.warning("a worker said %s", message.op)

    def _dismiss(self, ticket: int) -> None:
        for worker in self._workers:
            if ticket in worker.tickets:
                worker.send(Dismiss(ticket=ticket, reason=ELSEWHERE))

    async def _keep_pinging(self) -> None:
        while True:
            await asyncio.sleep(self._ping)
            self._numbers += 1
            for worker in tuple(self._workers):
                silent = self._now() - worker.heard
                if worker.ready.is_set():
                    worker.send(Ping(number=self._numbers))
                    limit = self._stuck
                else:
                    limit = SETTLING
                if silent > limit:
                    await self._kill(worker)

    async def _kill(self, worker: _Worker) -> None:
        log.error("worker %d does not answer and is killed", worker.process.pid)
        self.killed += 1
        with suppress(ProcessLookupError):
            worker.process.send_signal(DUMP)
            await asyncio.sleep(LAST_WORDS)
            worker.process.kill()

    def take(self, sock: socket.socket, address: str) -> bool:
        """Serve a connection, or close it if it is one too many."""
        with sock:
            ticket = None if self._closing else self.gate.admit(address)
            if ticket is None:
                return False
            for worker in sorted(self._workers, key=lambda worker: len(worker.tickets)):
                if worker.open and worker.send(Take(ticket=ticket, address=address), sock.fileno()):
                    worker.tickets.add(ticket)
                    worker.visits += 1
                    if worker.visits >= self._visits_most:
                        self._spawn(self._replace(worker))
                    return True
            self.gate.left(ticket)
            return False

    async def _replace(self, worker: _Worker) -> None:
        """Hire another one first; this one ends with its last visitor."""
        if worker.retiring:
            return
        worker.retiring = True
        await self._hire()
        if not worker.tickets:
            worker.send(Stop(reason=""))

    def tell(self, sentence: str) -> None:
        """Show a sentence to everybody."""
        for worker in self._workers:
            worker.send(Tell(sentence=sentence))

    async def recycle(self, sentence: str, grace: float, reason: str) -> None:
        """Go over to new workers. The visitors of the old ones are told `sentence`, and after
        `grace` seconds the last of them are sent home with `reason`."""
        old = [worker for worker in self._workers if not worker.retiring]
        new = [await self._hire() for _again in range(self._size)]
        async with asyncio.timeout(SETTLING):
            await asyncio.gather(*(worker.ready.wait() for worker in new))
        for worker in old:
            worker.retiring = True
            worker.send(Tell(sentence=sentence) if worker.tickets else Stop(reason=""))
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await asyncio.gather(*(worker.process.wait() for worker in old))
        for worker in old:
            worker.send(Stop(reason=reason))

    async def stop(self, reason: str, within: float = 10.0) -> None:
        """Send everybody home and end all workers."""
        self._closing = True
        for worker in self._workers:
            worker.send(Stop(reason=reason))
        workers = tuple(self._workers)
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await asyncio.gather(*(worker.process.wait() for worker in workers))
        for worker in workers:
            if worker.process.returncode is None:
                worker.process.kill()
                await worker.process.wait()
        await asyncio.gather(*(worker.burial for worker in workers if worker.burial))
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def counts(self) -> Counter[str]:
        """What happened how often, in all workers, those that are no more included."""
        total = Counter(self._past)
        for worker in self._workers:
            total.update(worker.counts)
        total.update({f"refused-{why}": count for why, count in self.gate.refused.items()})
        total["workers-killed"] = self.killed
        return total

    @property
    def loads(self) -> list[int]:
        """Connections of each worker that takes new ones."""
        return [len(worker.tickets) for worker in self._workers if worker.open]

    @property
    def pids(self) -> list[int]:
        return [worker.process.pid for worker in self._workers]

    def _spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

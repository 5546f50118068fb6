"""A series of games from one seed, spread over the cores of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, TypeVar

from chickenscratch.bots.levels import level_called
from chickenscratch.bots.selfplay import play_on
from chickenscratch.bots.tally import Tally
from chickenscratch.bots.thinkers import thinking
from chickenscratch.core.actions import Action
from chickenscratch.core.apply import Accepted, start_game
from chickenscratch.core.record import RecordSeat, format_line, header_line, lines_for
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.shuffle import derived_seed

T = TypeVar("T")

CHUNK: Final = 8
"""Games a process is given at a time; small, so that a progress bar has something to show."""

MOST_JOBS: Final = 60
"""Windows cannot wait for more processes."""

AHEAD: Final = 4
"""Chunks given out for every process before the first of them is back."""


class Series(NamedTuple):
    """`games` games between `levels`, one a seat; game i is played from ``derived_seed(seed, i)``.

    With `created`, the time for the records' headers, every chunk brings its games' record. If
    `paired`, the same deals are played once for every seat, everybody sitting one seat further
    each time, so that luck is the same for all; `games` counts them all. `nodes`: how much the
    levels that think ahead may think, if not as much as usual.
    """

    rules: RuleSet
    levels: tuple[str, ...]
    seed: str
    games: int
    created: str | None = None
    paired: bool = False
    nodes: int | None = None

    @property
    def chunk(self) -> int:
        """Games a process is given at a time; all games with the same deals together."""
        seats = len(self.levels)
        return max(1, CHUNK // seats) * seats if self.paired else CHUNK


class Chunk(NamedTuple):
    """What some games of a series came to, and their record if one was wanted."""

    tally: Tally
    record: str


def play_chunk(series: Series, start: int) -> Chunk:
    """The games from number `start` on."""
    seats = len(series.levels)
    levels = [thinking(level_called(name), series.nodes) for name in series.levels]
    names = [RecordSeat(f"{name} {seat}", name) for seat, name in enumerate(series.levels, 1)]
    tally, lines = Tally.for_seats(seats), list[str]()

    def watch(action: Action, outcome: Accepted) -> None:
        lines.extend(map(format_line, lines_for(action, outcome)))

    for number in range(start, min(start + series.chunk, series.games)):
        deal, shift = divmod(number, seats) if series.paired else (number, 0)
        game = start_game(series.rules, seats, derived_seed(series.seed, deal))
        sitting = [levels[seat - shift] for seat in range(seats)]
        if series.created is not None:
            named = [names[seat - shift] for seat in range(seats)]
            lines.append(format_line(header_line(game, named, series.created)))
        played = play_on(game, sitting, None if series.created is None else watch)
        tally.add(played, shift)
        if series.paired:
            tally.pair(played, shift)
    return Chunk(tally, "".join(f"{line}\n" for line in lines))


def play_series(series: Series, jobs: int) -> Generator[Chunk]:
    """All games of the series, in order, whatever the number of processes. Raises RuleError."""
    series.rules.hand_size(len(series.levels))
    starts = range(0, series.games, series.chunk)
    return spread_out(play_chunk, [(series, start) for start in starts], jobs)


def spread_out(work: Callable[..., T], parts: Sequence[tuple[Any, ...]], jobs: int) -> Generator[T]:
    """``work(*part)`` for all parts, in order, by up to `jobs` processes."""
    jobs = min(jobs, len(parts), MOST_JOBS)
    if jobs <= 1:
        return (work(*part) for part in parts)
    return _by_processes(work, parts, jobs)


def _by_processes(
    work: Callable[..., T], parts: Sequence[tuple[Any, ...]], jobs: int
) -> Generator[T]:
    # "spawn" because it is the same everywhere, and sound beside a progress bar's thread
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(jobs, context, _prepare, (receiver,))
    waiting: deque[Future[T]] = deque()
    try:
        for part in parts:
            waiting.append(_submit(executor, work, part))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        sender.close()  # nobody waits for games that nobody wants any more
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        sender.close()
        receiver.close()


def _submit(
    executor: ProcessPoolExecutor, work: Callable[..., T], part: tuple[Any, ...]
) -> Future[T]:
    """Hand out a part. Ctrl+C is held back meanwhile: a process that is being started inherits
    that, and would otherwise print a traceback of its own."""
    if not hasattr(signal, "pthread_sigmask"):
        return executor.submit(work, *part)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        return executor.submit(work, *part)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare(parent: Connection) -> None:
    """In every process of the pool: leave Ctrl+C to the parent, and end when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: Connection) -> None:
    try:
        parent.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)

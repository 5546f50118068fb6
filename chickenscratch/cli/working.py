"""What commands share that keep every core busy: processes and a progress bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from chickenscratch.cli.kit import Common, Hindered, fail
from chickenscratch.locale import _

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

Advance = Callable[[int], None]


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def whole_pool() -> Iterator[None]:
    """One sentence if a process that plays games was ended from outside."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        yield
    except BrokenProcessPool:
        words = _("A process that played games was ended from outside; try fewer with --jobs.")
        fail(words, Hindered)


def progress(title: str, steps: int, common: Common) -> AbstractContextManager[Advance]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(lambda _steps: None)
    return _bar(title, steps, common)


@contextmanager
def _bar(title: str, steps: int, common: Common) -> Iterator[Advance]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True, no_color=not common.color)
    columns = (
        TextColumn(title, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=steps)
        yield lambda done: progress.advance(task, done)

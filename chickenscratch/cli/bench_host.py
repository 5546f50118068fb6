"""``chickenscratch bench host``: many players by SSH, on loopback only."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from chickenscratch.cli.bench_figure import Figure
from chickenscratch.locale import _

if TYPE_CHECKING:
    from chickenscratch.host.ssh.load import Measured, Plan

CROWD: Final = 300


def host(repeats: int) -> Iterator[Figure]:
    """One worker with up to a hundred players who press a key a second, then two with three
    hundred who take their time; each is alone at a table. `repeats`: how long."""
    from chickenscratch.cli.kit import Hindered, fail
    from chickenscratch.host.ssh.load import Plan

    if sys.platform != "linux":
        fail(_("The host can be measured on Linux only."), Hindered)
    busy = Plan(seconds=4.0 * repeats, cycles=100 * repeats)
    many = Plan((CROWD,), (CROWD,), seconds=6.0 * repeats, cycles=0, pace=0.3)
    for workers, plan in ((1, busy), (2, many)):
        for measured in _measured(plan, workers):
            words = _(measured.words).format(count=measured.count)
            yield Figure(f"host.{measured.key}", words, measured.value, measured.unit)


def _measured(plan: Plan, workers: int) -> Iterator[Measured]:
    """Each value as soon as it is known."""
    from chickenscratch.cli.host_views import NAME
    from chickenscratch.host.ssh.load import measure
    from chickenscratch.host.ssh.process import FrontConfig

    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        config = FrontConfig(
            addresses=("127.0.0.1:0",),
            keys=Path(folder) / "ssh",
            maker=NAME,
            options={"state": folder},
            workers=workers,
        )
        values = measure(config, plan)
        try:
            while (value := runner.run(anext(values, None))) is not None:
                yield value
        finally:
            runner.run(values.aclose())

"""Measuring many players, with few of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chickenscratch.cli import bench_host
from chickenscratch.cli.host_views import NAME
from chickenscratch.host.ssh.load import Measured, Plan, measure, memory, processor
from chickenscratch.host.ssh.process import FrontConfig

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")


def test_the_figures_are_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[tuple[int, Plan]] = []

    def measured(plan: Plan, workers: int) -> Iterator[Measured]:
        plans.append((workers, plan))
        yield Measured("memory.50", "memory a player, {count} at tables", 50, 4.2, "MB")

    monkeypatch.setattr(bench_host, "_measured", measured)
    figure, _other = bench_host.host(2)
    assert figure == ("host.memory.50", "memory a player, 50 at tables", 4.2, "MB")
    assert plans == [
        (1, Plan(seconds=8, cycles=200)),
        (2, Plan((300,), (300,), seconds=12, cycles=0, pace=0.3)),
    ]


def test_this_process_takes_memory_and_time() -> None:
    import os

    assert memory([os.getpid()]) > 5
    assert processor([os.getpid()]) > 0


@pytest.mark.slow
async def test_a_small_crowd_is_measured(tmp_path: Path) -> None:
    config = FrontConfig(
        addresses=("127.0.0.1:0",),
        keys=tmp_path / "ssh",
        maker=NAME,
        options={"state": str(tmp_path)},
        workers=1,
    )
    plan = Plan(active=(3,), idle=(2,), seconds=3, cycles=6)
    found = {value.key: value async for value in measure(config, plan)}
    assert sorted(found) == [
        "cpu.3", "enter.2", "enter.3", "frame.p50.3", "frame.p95.3", "growth", "lost.3", "memory.2",
    ]  # fmt: skip
    assert found["lost.3"].value == 0
    assert 0 < found["frame.p50.3"].value <= found["frame.p95.3"].value
    assert found["memory.2"].value > 0

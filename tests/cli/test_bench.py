from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli
from chickenscratch.cli import bench

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(bench, "TABLES", (("chicken-scratch", 2),))
    return lambda *words: CliRunner().invoke(cli.app, ["bench", "--repeats", "1", *words])


@pytest.mark.parametrize(
    ("part", "keys"),
    [
        (
            "core",
            {
                "core.rounds.chicken-scratch.2",
                "core.actions.chicken-scratch.2",
                "core.apply",
                "core.view",
                "core.legal",
                "core.write",
                "core.verify",
            },
        ),
        (
            "bots",
            {
                "bots.decision.random.chicken-scratch.2",
                "bots.decision.heaviest.chicken-scratch.2",
                "bots.games.chicken-scratch.2",
                "bots.worker",
            },
        ),
        (
            "layout",
            {
                f"layout.tile.{rank}.{table}.4"
                for rank in ("p50", "p95")
                for table in ("chicken-scratch", "chicken-foot")
            },
        ),
    ],
)
def test_every_part_as_json(run: Run, part: str, keys: set[str]) -> None:
    result = run(part, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    document = json.loads(result.stdout)
    assert set(document) == {"python", "machine", "repeats", "figures"}
    assert set(document["figures"]) == keys
    assert all(figure["value"] > 0 for figure in document["figures"].values())


def test_one_line_for_every_figure(run: Run) -> None:
    result = run("layout", "core", "core")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 11
    assert lines[0].endswith(" /s    random rounds, chicken-scratch, 2 players")
    assert "a tile laid out" in lines[-1]


def test_a_part_there_is_not(run: Run) -> None:
    result = run("speed")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("PART… must be one of core, bots, layout")


def test_the_median_counts() -> None:
    amounts = iter([5, 100, 7])
    assert bench.per_second(lambda: next(amounts), 3) > 0

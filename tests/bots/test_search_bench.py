from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from chickenscratch import cli
from chickenscratch.bots.levels import LEVELS
from chickenscratch.bots.thinkers import thinking
from chickenscratch.cli import bench


def test_the_search_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TABLES", (("chicken-scratch", 2),))
    for name, level in LEVELS.items():
        monkeypatch.setitem(LEVELS, name, thinking(level, 100))
    words = ["bench", "--repeats", "1", "search", "--json"]
    result = CliRunner().invoke(cli.app, words)
    assert (result.exit_code, result.stderr) == (0, "")
    figures = json.loads(result.stdout)["figures"]
    levels = [name for name in LEVELS if name not in ("random", "heaviest")]
    assert set(figures) == {
        "search.loop",
        "search.random.chicken-scratch.2",
        "search.judged.chicken-scratch.2",
        *(f"search.decision.{name}.chicken-scratch.2" for name in levels),
    }
    assert all(figure["value"] > 0 for figure in figures.values())

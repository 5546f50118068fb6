"""The table of the security checklist names every row, and only tests that exist."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
TABLE: dict[str, Any] = tomllib.loads((HERE / "checklist.toml").read_text("utf-8"))
ROWS = [str(row) for row in range(1, 36)]


def names_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_row_is_in_the_table() -> None:
    assert sorted(TABLE, key=int) == ROWS


@pytest.mark.parametrize("number", ROWS)
def test_row_names_tests_that_exist(number: str) -> None:
    row = TABLE[number]
    assert row["item"]
    assert row["tests"]
    for test in row["tests"]:
        file, _, name = test.partition("::")
        folder = HERE.parents[1] if "/" in file else HERE
        assert name in names_in(folder / file), test

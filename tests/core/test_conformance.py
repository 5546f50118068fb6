"""The table of rules names every rule there is, and only tests that exist."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
TABLE: dict[str, Any] = tomllib.loads((TESTS / "core" / "conformance.toml").read_text("utf-8"))

RULES = [
    *(f"A{n}" for n in range(1, 15)),
    *(f"B{n}" for n in range(1, 13)),
    *(f"P{n}" for n in range(1, 9)),
    *(f"E{n}" for n in range(1, 46)),
]
"""Every rule, provable fact and edge case of rules.md."""

CASES = [
    *range(1, 12),
    *(13, 15, 16, 18, 19, 21, 23, 24, 26),
    *(27, 30, 31, 32, 34, 36, 37, 38, 39, 42, 44),
]
"""Every worked case of rules.md."""


def names_in(path: Path) -> set[str]:
    """The tests of a file: ``test_x`` and ``TestY::test_x``."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}::{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return found


def test_every_rule_is_in_the_table() -> None:
    assert sorted(TABLE) == sorted(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_rule_names_its_source_and_tests_that_exist(rule: str) -> None:
    row = TABLE[rule]
    assert row["rule"]
    assert row["source"]
    assert row["tests"] or row.get("reason"), "a rule without a test says why"
    for test in row["tests"]:
        file, _, name = test.partition("::")
        assert name in names_in(TESTS / file), test


@pytest.mark.parametrize("case", CASES)
def test_worked_case_is_a_test(case: int) -> None:
    names = names_in(TESTS / "core" / "test_worked_cases.py")
    assert [name for name in names if f"::test_case_{case}_" in name]

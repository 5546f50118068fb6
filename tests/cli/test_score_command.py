from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli
from chickenscratch.cli import home as cli_home
from chickenscratch.cli import kit
from chickenscratch.core.presets import PRESETS
from chickenscratch.store.keeper import SheetShelf
from chickenscratch.tui.screens.keeper_flow import KeepScore
from chickenscratch.tui.screens.keeper_setup import NewSheet

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli.app, ["score", *map(str, words)])


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would have been shown if there were a terminal."""
    shown: list[Any] = []

    def run_(app: Any, _settings: object) -> int:
        shown.append(app._first)
        return 0

    monkeypatch.setattr(kit, "can_draw", lambda: True)
    monkeypatch.setattr(cli_home, "run", run_)
    return shown


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    kept = SheetShelf(tmp_path / "sheets").new(PRESETS["classic"].rules, ["Anna", "Bruno"])
    kept.write(1, 9, [0, 61], 0)
    kept.close()
    return kept.path


def refused(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_the_list_a_new_sheet_or_one_that_is_there(
    run: Run, started: list[Any], sheet: Path, home: Path
) -> None:
    assert run().exit_code == 0
    assert run("--names", "Anna, Bruno", "--rules", "classic", "--rounds", "3").exit_code == 0
    assert run(sheet).exit_code == 0
    assert all(isinstance(screen, KeepScore) for screen in started)
    folder, _name, first = zip(*(screen._asked for screen in started), strict=True)
    assert set(folder) == {home / "data" / "sheets"}
    rules = PRESETS["classic"].rules.model_copy(update={"rounds": 3})
    assert first == (None, NewSheet(rules, ("Anna", "Bruno")), sheet)


def test_without_a_screen_a_sheet_is_printed(run: Run, sheet: Path) -> None:
    result = run(sheet)
    assert result.exit_code == 0
    assert "Classic Chickenfoot, 2 players" in result.stdout
    assert "61" in result.stdout


def test_without_a_screen_score_is_kept_line_by_line(home: Path) -> None:
    words = ["score", "--names", "Anna,Bruno", "--rounds", "1"]
    result = CliRunner().invoke(cli.app, words, input="7\nout\n")
    assert result.exit_code == 0
    assert "Places: 1 Bruno 0, 2 Anna 7." in result.stdout
    (entry,) = SheetShelf(home / "data" / "sheets").contents().sheets
    assert entry.sheet.totals == (7, 0)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--names", "Anna"), "2 to 12 players"),
        (("--names", "Anna,anna"), "a name of their own"),
        (("--names", "A,B", "--rules", "chess"), "no rules called"),
        (("--names", "A,B", "--rounds", "99"), "short game"),
        (("--rules", "classic"), "who plays"),
        (("nowhere",), "cannot be read"),
        (("nowhere", "--names", "A,B"), "new sheet"),
    ],
)
def test_complaints(run: Run, started: list[Any], words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused(run(*words))
    assert not started

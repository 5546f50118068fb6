"""``chickenscratch play`` without a screen: what is set up, and every way it can be refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli
from chickenscratch.cli import home
from chickenscratch.company import gentle
from chickenscratch.core.presets import PRESETS
from chickenscratch.table.setup import TableSetup


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[TableSetup]:
    """Every table that would have been opened."""
    opened: list[TableSetup] = []

    def instead(common: Any, settings: Any, first: Any = None) -> int:
        opened.append(first)
        return 0

    monkeypatch.setattr(home, "open_application", instead)
    monkeypatch.setattr("getpass.getuser", lambda: "anna")
    return opened


def play(*words: str) -> Result:
    return CliRunner().invoke(cli.app, ["play", *words])


def test_without_options_a_quick_game(tables: list[TableSetup]):
    assert play().exit_code == 0
    (table,) = tables
    assert table.preset == "chicken-scratch"
    assert [seat.level for seat in table.seats] == [None, *[gentle()] * 3]
    assert table.seats[0].name == "Anna"
    assert table.seed is None


def test_all_options(tables: list[TableSetup]):
    done = play(
        "--rules", "chicken-foot", "--players", "5", "--people", "Zoë, Al", "--bots", "random",
        "--rounds", "3", "--seed", "beef",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    (table,) = tables
    assert table.rules == PRESETS["chicken-foot"].rules.model_copy(update={"rounds": 3})
    assert [seat.name for seat in table.seats[:2]] == ["Zoë", "Al"]
    assert [seat.level for seat in table.seats] == [None, None, "random", "random", "random"]
    assert table.seed == "beef".rjust(64, "0")


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        (["--bots", "random,random"], 3),
        (["--people", "A,B"], 2),
        (["--people", "A,B,C", "--bots", "random"], 4),
        (["--rules", "chickie-sixes"], 2),
        (["--rules", "chicken-foot", "--players", "6"], 6),
    ],
)
def test_how_many_sit_at_the_table(tables: list[TableSetup], words: list[str], seats: int):
    assert play(*words).exit_code == 0
    assert len(tables[0].seats) == seats


def test_house_rules_from_a_file(tables: list[TableSetup], tmp_path: Path):
    file = tmp_path / "ours.toml"
    file.write_text('preset = "chicken-foot"\narms = 8\n', encoding="utf-8")
    assert play("--rules", str(file)).exit_code == 0
    assert tables[0].rules.arms == 8


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "nope"], "There are no rules called “nope”"),
        (["--players", "7"], "These rules are for 2 to 5 players, not 7."),
        (["--players", "x"], "--players must be a whole number from 2 to 12."),
        (["--bots", "clever"], "There is no computer player called “clever”"),
        (["--bots", ""], "There is no computer player called “”"),
        (["--people", "Anna,anna"], "Every seat needs a name of its own."),
        (["--people", "Anna,"], "Every seat needs a name."),
        (["--people", "x" * 21], "A name has 20 characters at most"),
        (["--players", "2", "--bots", "random,random"], "--players says 2, but 3 are named."),
        (["--rounds", "8"], "A short game has 1 to 7 rounds with these rules, not 8."),
        (["--rounds", "0"], "A short game has 1 to 7 rounds with these rules, not 0."),
        (["--seed", "xyz"], "A seed is 1 to 64 hexadecimal digits"),
        (["--rules", "."], ". is a folder, not a file of house rules."),
        (["--rules", "gone.toml"], "gone.toml cannot be read"),
    ],
)
def test_bad_input_is_one_sentence(tables: list[TableSetup], words: list[str], sentence: str):
    done = play(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not tables


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("armz = 4", "There is no rule called “armz”."),
        ("arms = 5", "A hub has 4, 6 or 8 arms, not 5."),
        ("draw = 'two'", "The rule “draw” cannot be “two”"),
        ("draw =", "This is not a house-rules file"),
    ],
)
def test_a_bad_rules_file(tables: list[TableSetup], tmp_path: Path, text: str, sentence: str):
    file = tmp_path / "ours.toml"
    file.write_text(text, encoding="utf-8")
    done = play("--rules", str(file))
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_bad_settings_are_told_before_the_screen(
    tables: list[TableSetup], home: Path, tmp_path: Path
):
    file = tmp_path / "config.toml"
    file.write_text("pace = 'slow'", encoding="utf-8")
    done = play("--config", str(file))
    assert done.exit_code == 2
    assert "pace" in done.stderr
    assert not tables

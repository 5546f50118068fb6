from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from recorded import SEATS, game_lines, put

from chickenscratch import cli
from chickenscratch.core.record import RecordSeat

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli.app, ["stats", *map(str, words)])


@pytest.fixture
def games(home: Path) -> Path:
    return home / "data" / "games"


def told(result: Result) -> str:
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def document(result: Result) -> Any:
    return json.loads(told(result))


def some(folder: Path, count: int = 3, **kinds: Any) -> None:
    for number in range(count):
        created = f"2026-11-{number + 1:02}T20:15:00Z"
        lines = game_lines(seed=f"{number:064x}", created=created, **kinds)
        put(folder, lines, f"game{number}")


def test_nothing_yet(run: Run) -> None:
    assert told(run()) == "No game has been finished yet.\n"
    assert document(run("--json")) == {"games": 0, "players": [], "player": None}
    assert told(run("--reset")) == "There was nothing to reset.\n"


def test_words_within_80_columns(run: Run, games: Path) -> None:
    some(games)
    text = told(run())
    assert text.startswith("ANNA\n")
    assert "3 of 3" in text or "of 3 (" in text
    assert all(len(line) < 80 for line in text.splitlines())
    assert "Chicken Scratch, 3 players, 2 rounds" in text
    assert told(run("--ascii")).isascii()
    assert "RANDOM" in told(run("--player", "random"))


def test_the_document_adds_up(run: Run, games: Path) -> None:
    some(games, rounds=None)
    whole = document(run("--json"))
    everybody = [document(run("--json", "--player", p["name"])) for p in whole["players"]]
    assert [p["player"]["name"] for p in everybody] == ["Anna", "heaviest", "random"]
    assert sum(p["player"]["all"]["wins"] for p in everybody) >= 3
    assert (
        sum(p["player"]["all"]["outs"] for p in everybody)
        == (whole["player"]["all"]["ends"]["out"])
    )
    anna = whole["player"]
    assert anna["all"]["rounds"] == 21
    assert anna["kinds"][0]["kind"] == {"preset": "chicken-scratch", "seats": 3, "rounds": 7}
    assert anna["kinds"][0]["figures"] == anna["all"]
    assert document(run("--json", "--rebuild")) == whole


def test_a_reset_names_its_backup(run: Run, games: Path, home: Path) -> None:
    some(games)
    text = told(run("--reset"))
    backups = list((home / "data").glob("statistics-*.sqlite3"))
    assert len(backups) == 1
    assert str(backups[0]) in text
    assert document(run("--json", "--rebuild"))["games"] == 0


def test_a_name_is_filtered(run: Run, games: Path) -> None:
    some(games, 1, seats=(RecordSeat("An\x1b[2Jna"), *SEATS[1:]))
    assert "\x1b" not in told(run())
    assert "\x1b" not in told(run("--player", "random"))


def test_complaints(run: Run, games: Path) -> None:
    some(games)
    for words, complaint in (
        (("--player", "Zoe"), "has not finished a game"),
        (("--reset", "--json"), "--reset goes alone"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert complaint in result.stderr
    (games / "bad.chicken.jsonl").write_bytes(b'hello\n{"final"')
    result = run()
    assert result.exit_code == 0
    assert "bad.chicken.jsonl" in result.stderr
    (games.parent / "statistics.sqlite3").write_bytes(b"no database at all" * 99)
    result = run()
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)

"""``chickenscratch review``: text, JSON, one round, and files that cannot be reviewed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from recorded import as_bytes, game_lines, unfinished

from chickenscratch import cli

FAST = ("--nodes", "60", "--jobs", "1")


def review(*args: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli.app, ["review", *args])
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.chicken.jsonl"
    path.write_bytes(as_bytes(game_lines(private=False)))
    return path


def test_text(game: Path) -> None:
    code, out, err = review(str(game), *FAST)
    assert (code, err) == (0, "")
    for words in ("Chicken Scratch, 3 players", "Anna", "Accuracy", "Fortune", "Round 2, hub"):
        assert words in out
    assert review(str(game), *FAST) == (code, out, err)


def test_json(game: Path) -> None:
    code, out, _ = review(str(game), *FAST, "--json")
    assert code == 0
    found: dict[str, Any] = json.loads(out)
    assert found["nodes"] == 60
    assert [player["name"] for player in found["players"]] == ["Anna", "Bruno", "Çelik"]
    for player in found["players"]:
        parts = player["deal"] + player["play"] + player["fortune"]
        assert parts == pytest.approx(player["result"], abs=0.01)
        own = [d for d in found["decisions"] if d["seat"] == player["seat"]]
        assert player["decisions"] == len(own)
        assert player["loss"] == pytest.approx(sum(d["loss"] for d in own), abs=0.01)
    assert [part["round"] for part in found["rounds"]] == [1, 2]
    lines = game.read_text("utf-8").splitlines()
    for decision in found["decisions"]:
        line = json.loads(lines[decision["line"] - 1])
        assert (line["seat"], line["act"]) == (decision["seat"], decision["made"]["act"])


def test_one_round(game: Path) -> None:
    _, out, _ = review(str(game), *FAST, "--json", "--round", "2")
    found = json.loads(out)
    assert {decision["round"] for decision in found["decisions"]} == {2}
    code, _, err = review(str(game), "--round", "9")
    assert code == 2
    assert "there is no round 9 in this game" in err


def test_in_italian(game: Path) -> None:
    code, out, _ = review(str(game), *FAST, "--lang", "it")
    assert code == 0
    assert "Precisione" in out


def test_what_cannot_be_reviewed(tmp_path: Path) -> None:
    going = tmp_path / "going.chicken.jsonl"
    going.write_bytes(as_bytes(unfinished(game_lines())))
    code, _, err = review(str(going))
    assert code == 2
    assert "this game is not over" in err
    assert review(str(tmp_path / "nothing"))[0] == 2
    broken = tmp_path / "broken.chicken.jsonl"
    broken.write_text("nonsense\n")
    assert "damaged" in review(str(broken))[2]
    empty = tmp_path / "empty.chicken.jsonl"
    empty.write_bytes(as_bytes(game_lines(private=False)[:1]))
    assert "nothing has been dealt" in review(str(empty))[2]

"""``chickenscratch replay``: bad files are one sentence, before there is a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from recorded import game_lines, put, unfinished

from chickenscratch import cli
from chickenscratch.cli import kit
from chickenscratch.core.record import RecordSeat, format_line, header_line, lines_for
from chickenscratch.tui.pictures_games import moments


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with two games."""
    lines: list[str] = []
    for action, outcome in moments("chicken-scratch", 2, "9"):
        if not lines:
            seats = [RecordSeat("Anna"), RecordSeat("Bruno", "random")]
            lines.append(format_line(header_line(outcome.game, seats, "2026-11-30T20:15:00Z")))
        lines += [format_line(line) for line in lines_for(action, outcome)]
    file = tmp_path / "two.chicken.jsonl"
    file.write_text("\n".join(lines * 2) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The applications that would have run."""
    apps: list[Any] = []
    monkeypatch.setattr(kit, "can_draw", lambda: True)
    monkeypatch.setattr("chickenscratch.cli.home.run", lambda app, settings: apps.append(app) or 0)
    return apps


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.app, ["replay", *words])


def test_a_record_is_shown(record: Path, shown: list[Any]):
    assert run(str(record)).exit_code == 0
    assert run(str(record), "--game", "2").exit_code == 0
    assert len(shown) == 2


def test_bad_files(record: Path, shown: list[Any], tmp_path: Path):
    text = record.read_text(encoding="utf-8")
    cases = {
        "gone": ("gone.chicken.jsonl", None, "cannot be read"),
        "damaged": ("damaged.jsonl", "{", "Line 1 is damaged"),
        "newer": ("newer.jsonl", '{"record": 99}', "newer version"),
        "empty": ("empty.jsonl", "", "no game in it"),
        "headless": ("headless.jsonl", text.split("\n", 1)[1], "begins with a line"),
        "dealt": ("dealt.jsonl", text.split("\n", 1)[0], "nothing has been dealt"),
        "cheat": ("cheat.jsonl", text.replace('"pass"', '"draw"', 1), "Line"),
    }
    for name, content, sentence in cases.values():
        file = tmp_path / name
        if content is not None:
            file.write_text(content, encoding="utf-8")
        done = run(str(file))
        assert (done.exit_code, done.stdout) == (2, ""), name
        assert sentence in done.stderr, done.stderr
        assert done.stderr.count("\n") == 1
    assert not shown


def test_other_refusals(record: Path, shown: list[Any], tmp_path: Path):
    assert run().exit_code == 2
    assert "cannot be read" in run(str(tmp_path)).stderr
    binary = tmp_path / "latin.jsonl"
    binary.write_bytes(b'{"record": "\xe8"}')
    assert "UTF-8" in run(str(binary)).stderr
    assert "has 2 games, so there is no game 3" in run(str(record), "--game", "3").stderr
    assert not shown


def test_a_game_that_goes_on_is_not_shown(shown: list[Any], tmp_path: Path):
    lines = game_lines()
    begun = put(tmp_path, unfinished(lines), "begun")
    for words in ([str(begun)], [str(begun), "--plain"]):
        done = run(*words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "this game is not over" in done.stderr
        assert done.stderr.count("\n") == 1
    assert not shown
    assert run(str(put(tmp_path, lines, "over"))).exit_code == 0
    # without the seed it is no longer one's own save, but a record that somebody made
    put(tmp_path, [{k: v for k, v in lines[0].items() if k != "seed"}, *lines[1:9]], "given")
    assert run(str(tmp_path / "given.chicken.jsonl")).exit_code == 0
    assert len(shown) == 2

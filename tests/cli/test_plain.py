"""When the program goes line by line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chickenscratch.cli import kit
from chickenscratch.cli.kit import Common


def started(*words: str, typing: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chickenscratch", *words]
    return subprocess.run(
        command, input=typing, capture_output=True, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"} | extra, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)


def test_a_pipe_is_spoken_to_in_lines() -> None:
    done = started(typing="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Chicken Scratch and Chicken Foot.\n1: Quick game.")
    assert "\x1b" not in done.stdout


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_the_full_screen_unless_it_is_asked_otherwise() -> None:
    assert not Common().plainly
    assert Common(plain=True).plainly


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_that_cannot_move_its_cursor(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    assert kit.can_draw()
    monkeypatch.setenv("TERM", term)
    assert Common().plainly


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_one_stream_that_is_no_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(getattr(sys, name), "isatty", lambda: False)
    assert not kit.can_draw()
    monkeypatch.setattr(sys, name, None)
    assert not kit.can_draw()


def test_the_end_of_the_input_leaves_the_table_and_keeps_the_game(home: Path) -> None:
    done = started("play", "--plain", "--seed", "5eed", "--people", "Anna,Bruno")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The game is kept; “continue” goes on with it.\n")
    assert len(list((home / "data" / "games").iterdir())) == 1
    menu = started(typing="continue\n", LANG="it_IT.UTF-8")
    assert menu.returncode == 0
    assert menu.stdout.count("Manche 1") >= 1


def test_bad_usage_is_still_one_sentence_on_standard_error() -> None:
    done = started("play", "--plain", "--rules", "poker")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There are no rules called “poker”")


def test_the_output_survives_an_encoding_without_the_signs_of_the_tree() -> None:
    done = started(
        "play", "--plain", "--seed", "5eed", "--people", "Anna,Bruno",
        typing="\n\n\ntable\n", PYTHONIOENCODING="latin-1", PYTHONUTF8="0",
    )  # fmt: skip
    assert done.returncode == 0
    branches = [line for line in done.stdout.splitlines() if line.startswith(("|-", "`-"))]
    assert len(branches) == 4
    assert "?" not in "".join(branches)


def test_plain_mode_imports_neither_textual_nor_the_full_screen() -> None:
    code = (
        "import sys, io\nfrom chickenscratch.cli import main\nsys.stdin = io.StringIO('')\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith(('textual', 'rich', 'chickenscratch.tui'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--plain"], capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close differently there")
def test_a_reader_that_goes_away_costs_nothing_but_the_rest() -> None:
    command = [sys.executable, "-m", "chickenscratch", "play", "--plain", "--people", "Anna,Bruno"]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.close()
    child.stdin.write(b"\nhelp\nhelp\n")
    child.stdin.close()
    assert child.wait(60) == 141
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()

"""Bad input, full disks, closed streams, interruptions: a sentence at most, no traceback."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from recorded import game_lines, put

from chickenscratch import cli, config
from chickenscratch.__main__ import main

COMMAND = [sys.executable, "-m", "chickenscratch"]
DEEP = "a = " + "[" * 100_000
posix = pytest.mark.skipif(sys.platform == "win32", reason="these are matters of Unix")


def run(*words: str) -> Result:
    done = CliRunner().invoke(cli.app, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_toml_that_is_nested_too_deeply(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(DEEP)
    done = run("rules", str(file))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "This is not a house-rules file: it is nested too deeply.\n"
    done = run("stats", "--config", str(file))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "is nested too deeply to be a settings file." in done.stderr
    settings = home / "config" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(DEEP)
    assert run("paths").exit_code == 0
    assert run("doctor").exit_code == 1


def test_toml_with_a_number_that_is_too_long(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text(f"arms = {'9' * 5000}")
    for words, said in (
        (("rules", str(file)), "This is not a house-rules file"),
        (("stats", "--config", str(file)), "is not valid TOML"),
    ):
        done = run(*words)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('hand_sizes = {"2" = 5, " 2" = [1]}', "Write hand_sizes as a table"),
        ('hand_sizes = {"2" = 5, "02" = 5}', "Give each number of players once"),
        ('hand_sizes = {"2" = "5"}', "Write hand_sizes as a table"),
        ("hand_sizes = {2 = true}", "Write hand_sizes as a table"),
        ('hand_sizes = [[2, "x"]]', "The rule “hand_sizes” cannot be “x”."),
        ('arms = "4"', "The rule “arms” must be a whole number, without quotation marks."),
        ("arms = true", "The rule “arms” must be a whole number, without quotation marks."),
        ("may_pass = 1", "The rule “may_pass” must be true or false, without quotation marks."),
        ('rounds = "3"', "The rule “rounds” must be a whole number, without quotation marks."),
    ],
)
def test_house_rules(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    done = run("rules", str(file))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


def test_toml_with_a_byte_order_mark(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text("arms = 4\n", encoding="utf-8-sig")
    assert run("rules", str(rules)).exit_code == 0
    settings = tmp_path / "config.toml"
    settings.write_text('language = "it"\n', encoding="utf-8-sig")
    assert run("paths", "--help", "--config", str(settings)).stdout.startswith("Uso:")
    assert config.load(settings).language is config.Language.IT
    assert config.change(settings, ascii=True).ascii


def test_a_name_that_is_too_long_for_a_file() -> None:
    long = "x" * 300
    for words in (
        ["rules", long],
        ["rules", f"{long}.toml"],
        ["play", "--rules", f"{long}.toml"],
        ["play", "--rules", long],
        ["simulate", "--bots", "random,random", "--rules", f"{long}.toml"],
        ["simulate", "--bots", "random,random", "--games", "1", "--record", long],
        ["stats", "--config", long],
        ["export", long],
        ["score", long],
        ["verify", long],
        ["replay", long],
    ):
        done = run(*words)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), words


@posix
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_ordinary_file_is_not_waited_for(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "given"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    for words in (
        ["stats", "--config", str(path)],
        ["rules", str(path)],
        ["play", "--plain", "--rules", str(path)],
        ["simulate", "--bots", "random,random", "--rules", str(path)],
        ["verify", str(path)],
        ["replay", str(path)],
        ["review", str(path)],
        ["export", str(path)],
        ["score", str(path)],
    ):
        done = run(*words)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), words
        said = ("is not an ordinary file.", "folder, not a file of house rules.", "Is a directory.")
        assert done.stderr.startswith(str(path)), words
        assert done.stderr.rstrip().endswith(said), words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize(
    "words", [["paths"], ["--help"], ["--version"], ["rules", "classic"], ["play", "--plain"]]
)
def test_a_full_disk(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
            timeout=60, check=False, text=True,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("This could not be done: ")
    assert done.stderr.count("\n") == 1


@posix
@pytest.mark.parametrize("words", ["paths", "--help", "--version", "rules", "--plain", "zzz"])
def test_a_closed_output(words: str) -> None:
    line = f"{sys.executable} -m chickenscratch {words} >&-"
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, timeout=60, check=False, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "Standard output is closed, so nothing can be shown.\n"
    line = f"{sys.executable} -m chickenscratch {words} <&- 2>&-"
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, timeout=60, check=False, text=True
    )
    assert done.returncode == (2 if words == "zzz" else 0)


@posix
@pytest.mark.parametrize("delay", [0.03, 0.06, 0.1, 0.15, 0.3])
def test_an_interruption_at_the_start(delay: float) -> None:
    code = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "sys.argv[1:] = ['simulate', '--bots', 'random,random']\n"
    code += "sys.argv += ['--jobs', '1', '--games', '99999']\n"
    code += "from chickenscratch.__main__ import main\nprint(flush=True)\nmain()"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(delay)
    child.send_signal(signal.SIGINT)
    _out, err = child.communicate(timeout=60)
    assert (child.returncode, err.strip()) == (130, b"")


def test_an_interruption_while_a_class_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrapped() -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    def broken() -> None:
        raise RuntimeError("something else")

    monkeypatch.setattr(cli, "main", wrapped)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    monkeypatch.setattr(cli, "main", broken)
    with pytest.raises(RuntimeError, match="something else"):
        main()


def test_a_process_that_is_ended_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise BrokenProcessPool
        yield

    monkeypatch.setattr("chickenscratch.bots.series.play_series", broken)
    done = run("simulate", "--bots", "random,random", "--games", "9", "--jobs", "2")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("A process that played games was ended")
    assert done.stderr.count("\n") == 1


def test_short_help() -> None:
    for words in ([], ["play"], ["home"]):
        assert run(*words, "-h").stdout == run(*words, "--help").stdout != ""


@posix
def test_only_the_owner_sees_the_data_folder(home: Path) -> None:
    subprocess.run(
        [*COMMAND, "play", "--plain"], input="", capture_output=True, timeout=60, check=True,
        text=True,
    )  # fmt: skip
    assert (home / "data").stat().st_mode & 0o777 == 0o700
    assert (home / "data" / "games").stat().st_mode & 0o777 == 0o700


def test_nothing_is_logged_in_plain_mode(tmp_path: Path) -> None:
    code = (
        "import logging, sys\nfrom chickenscratch.plain import app\n"
        "app._keep_quiet()\nlogging.getLogger('chickenscratch.table').error('a line')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert done.stderr == b""


def test_an_export_that_fails_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = put(tmp_path, game_lines())
    output = tmp_path / "out.txt"

    def full(stream: Any, *_: Any) -> None:
        raise OSError(28, "No space left on device")

    class Full(io.TextIOWrapper):
        write = full  # type: ignore[assignment]

    def opened(path: Path, mode: str, **_: Any) -> Any:
        return Full(io.FileIO(path, "xb"))

    with monkeypatch.context() as patch:
        before = Path.open
        patch.setattr(
            Path, "open",
            lambda path, mode="r", *a, **k: opened(path, mode) if mode == "x"
            else before(path, mode, *a, **k),
        )  # fmt: skip
        done = run("export", str(record), "--output", str(output))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "cannot be written: No space left on device." in done.stderr
    assert not output.exists()


def test_verify_counts_as_people_do(tmp_path: Path) -> None:
    done = run("verify", str(put(tmp_path, game_lines(rounds=1))))
    assert "1 game, " in done.stdout
    assert done.stdout.endswith("every rule kept; 1 deal follows from its seed.\n")
    done = run("verify", str(put(tmp_path, game_lines(rounds=2))))
    assert done.stdout.endswith("every rule kept; 2 deals follow from their seeds.\n")

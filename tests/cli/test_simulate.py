from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import oracle
import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli
from chickenscratch.bots import series
from chickenscratch.core.presets import PRESETS

Run = Callable[..., Result]

PLAIN = ("--bots", "heaviest,random", "--games", "3", "--seed", "5eed", "--jobs", "1")


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli.app, ["simulate", *words])


def document(result: Result) -> Any:
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_the_report_as_json(run: Run) -> None:
    report = document(run(*PLAIN, "--json"))
    assert set(report) == {
        "rules", "preset", "seed", "games", "rounds", "seats", "levels", "paired", "ends", "turns",
        "tiles", "redeals", "seconds",
    }  # fmt: skip
    assert (report["games"], report["rounds"], report["preset"]) == (3, 21, "chicken-scratch")
    assert report["seed"] == "5eed".rjust(64, "0")
    assert [(line["seat"], line["level"]) for line in report["seats"]] == [
        (0, "heaviest"),
        (1, "random"),
    ]
    for line in (*report["seats"], *report["levels"]):
        assert line["round_score"]["mean"] * 7 == pytest.approx(line["game_total"]["mean"])
        wins = line["wins"]
        assert 0 <= wins["low"] <= wins["share"] <= wins["high"] <= 1
    assert sum(line["wins"]["games"] for line in report["seats"]) == 3
    assert sum(report["ends"].values()) == 21


def test_the_same_seed_gives_the_same_report(run: Run) -> None:
    def lines(*words: str) -> list[str]:
        shown = run("--bots", "heaviest,random", "--games", "20", "--json", *words).stdout
        return [line for line in shown.splitlines() if "seconds" not in line]

    first = lines("--seed", "5EED", "--jobs", "1")
    assert lines("--seed", "5eed", "--jobs", "2") == first
    assert lines("--seed", "5eee", "--jobs", "1") != first
    assert lines("--jobs", "1") != lines("--jobs", "1")


def test_the_report_in_words(run: Run) -> None:
    result = run(*PLAIN, "--seats", "4", "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "chicken-scratch, 3 games, 21 rounds"
    assert lines[1].startswith("Seed 0000")
    rows = [line.split() for line in lines[4:10]]
    assert [(row[0], row[1]) for row in rows] == [
        ("1", "heaviest"),
        ("2", "random"),
        ("3", "heaviest"),
        ("4", "random"),
        ("all", "heaviest"),
        ("all", "random"),
    ]
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith("How rounds ended: ") for line in lines)
    assert lines[-1].startswith("Time: ")


def test_one_game_has_no_spread_in_its_total(run: Run) -> None:
    result = run("--bots", "random,random", "--games", "1", "--jobs", "1")
    assert result.stdout.splitlines()[0] == "chicken-scratch, 1 game, 7 rounds"
    assert "–" in result.stdout.splitlines()[4].split()


def test_house_rules(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ours"
    file.write_text('preset = "chicken-foot"\nrounds = 2\nlast_tile_tap = "duty"\n')
    report = document(run(*PLAIN, "--rules", str(file), "--json"))
    assert (report["rounds"], report["preset"]) == (6, "custom")
    assert report["rules"] == "chicken-foot last_tile_tap=duty rounds=2"
    redeals = tmp_path / "redeals.toml"
    redeals.write_text('preset = "chicken-foot"\nmissing_lead = "redeal"\nrounds = 2\n')
    result = run(*PLAIN, "--rules", str(redeals))
    assert "Deals made again: " in result.stdout


@pytest.mark.parametrize("name", PRESETS)
def test_an_independent_referee_finds_nothing_wrong(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / "games.chicken.jsonl"
    result = run(*PLAIN, "--rules", name, "--record", str(file), "--json")
    assert document(result)["games"] == 3
    lines = file.read_text(encoding="utf-8").splitlines()
    assert oracle.check(lines) == []
    headers = [json.loads(line) for line in lines if '"record"' in line]
    assert [header["preset"] for header in headers] == [name] * 3
    assert headers[0]["seats"][1] == {"name": "random 2", "player": "bot:random"}
    assert len({header["game"] for header in headers}) == 3
    assert len({header["created"] for header in headers}) == 1
    assert sorted(os.listdir(tmp_path)) == [file.name, "home"]


def test_records_are_equal_apart_from_the_time(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795983300")
    files = [tmp_path / "one", tmp_path / "two"]
    for jobs, file in enumerate(files, 1):
        run(*PLAIN, "--games", "20", "--jobs", str(jobs), "--record", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()
    assert '"created": "2026-11-29T20:15:00Z"' in files[0].read_text()
    assert b"\r" not in files[0].read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "--bots is missing; see chickenscratch simulate --help."),
        (["--bots", ""], "There is no computer player called “”; choose one of random, beginner"),
        (["--bots", "random,genius"], "There is no computer player called “genius”; choose one"),
        (["--bots", "random"], "These rules are for 2 to 5 players, not 1."),
        (["--bots", "random" + ",random" * 6], "These rules are for 2 to 5 players, not 7."),
        (["--bots", "random", "--seats", "7"], "These rules are for 2 to 5 players, not 7."),
        (["--bots", "random", "--seats", str(10**12)], "These rules are for 2 to 5 players, not"),
        (["--bots", "random", "--seats", "1"], "--seats must be a whole number, 2 or more."),
        (
            ["--bots", "random,random,random", "--seats", "2"],
            "--bots names more players than the 2 seats there are.",
        ),
        ([*PLAIN, "--rules", "nope"], "There are no rules called “nope”; choose one of chicken-"),
        ([*PLAIN, "--rules", "nope.toml"], "There is no file nope.toml."),
        ([*PLAIN, "--rules", "."], ". is a folder, not a file of house rules."),
        ([*PLAIN, "--rules", "x" * 5000], "There are no rules called “xxx"),
        ([*PLAIN, "--rules", "bad.toml"], "bad.toml: There is no rule called “legs”."),
        ([*PLAIN, "--rules", "bytes.toml"], "bytes.toml is not a file of house rules: it is not"),
        ([*PLAIN, "--games", "0"], "--games must be a whole number, 1 or more."),
        ([*PLAIN, "--games", "many"], "--games must be a whole number, 1 or more."),
        ([*PLAIN, "--jobs", "0"], "--jobs must be a whole number, 1 or more."),
        ([*PLAIN, "--seed", "xyz"], "A seed is 1 to 64 hexadecimal digits (0-9, a-f), not “xyz”."),
        ([*PLAIN, "--record", "."], ". is a folder; give the name of a new file."),
        ([*PLAIN, "--record", "bad.toml"], "bad.toml exists already; give the name of a new file."),
        ([*PLAIN, "--record", "no/where"], "There is no folder no."),
        ([*PLAIN, "more"], "“more” is one word too many; see chickenscratch simulate --help."),
    ],
)
def test_bad_input_is_one_sentence(
    run: Run, words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text("legs = 3\n")
    (tmp_path / "bytes.toml").write_bytes(b"arms = 4 # \xff\n")
    before = sorted(os.listdir())
    for json_too in ([], ["--json"]):
        result = run(*words, *json_too)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(sentence)
        assert result.stderr.count("\n") == 1
    assert sorted(os.listdir()) == before


def test_a_record_that_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", lambda _self, _to: (_ for _ in ()).throw(OSError(28, "X")))
    file = tmp_path / "games"
    result = run(*PLAIN, "--record", str(file))
    assert (result.exit_code, result.stderr) == (2, f"{file} cannot be written: X.\n")
    assert os.listdir(tmp_path) == ["home"]


def test_a_file_that_appears_meanwhile_is_left_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, play = tmp_path / "games", series.play_chunk

    def meddle(wanted: series.Series, start: int) -> series.Chunk:
        file.write_text("mine")
        return play(wanted, start)

    monkeypatch.setattr(series, "play_chunk", meddle)
    result = run(*PLAIN, "--record", str(file))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert file.read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["games", "home"]


def test_an_interrupted_run_leaves_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = series.play_chunk

    def interrupted(wanted: series.Series, start: int) -> series.Chunk:
        if start:
            raise KeyboardInterrupt
        return play(wanted, start)

    monkeypatch.setattr(series, "play_chunk", interrupted)
    result = run(*PLAIN, "--games", "30", "--record", str(tmp_path / "games"))
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "")
    assert os.listdir(tmp_path) == ["home"]


@contextmanager
def on_a_terminal(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command with a terminal as its standard error, and the terminal's other side."""
    master, slave = os.openpty()
    command = [sys.executable, "-m", "chickenscratch", "simulate", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave) as process:
        os.close(slave)
        try:
            yield process, master
        finally:
            process.kill()
            os.close(master)


def read_all(terminal: int, until: bytes = b"") -> bytes:
    """What is shown until those bytes turn up, or until the program leaves the terminal."""
    shown = b""
    while not until or until not in shown:
        assert select.select([terminal], [], [], 60)[0], shown
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux: nobody has it open any more
            break
        if not part:
            break
        shown += part
    return shown


needs_pty = pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")


@needs_pty
def test_progress_is_shown_on_a_terminal_only() -> None:
    with on_a_terminal(*PLAIN, "--games", "40", "--json") as (process, terminal):
        shown = read_all(terminal)
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["games"] == 40
        assert process.wait(60) == 0
    assert b"Games" in shown
    assert b"40/40" in shown


@needs_pty
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c(tmp_path: Path, jobs: str) -> None:
    file = str(tmp_path / "games")
    words = (*PLAIN, "--games", "1000000", "--jobs", jobs, "--record", file)
    with on_a_terminal(*words) as (process, terminal):
        read_all(terminal, b"/1000000")
        process.send_signal(signal.SIGINT)
        shown = read_all(terminal)
        assert process.stdout is not None
        assert process.stdout.read() == b""
        assert process.wait(60) == 130
    assert b"Traceback" not in shown
    assert os.listdir(tmp_path) == ["home"]


def test_paired_deals(run: Run) -> None:
    words = ("--bots", "heaviest,random,random", "--games", "4", "--seed", "1", "--jobs", "1")
    result = run(*words, "--paired")
    lines = result.stdout.splitlines()
    assert lines[0] == "chicken-scratch, 12 games, 84 rounds"
    assert lines[3].split()[:2] == ["Level", "Share"]
    assert [line.split()[0] for line in lines[4:6]] == ["heaviest", "random"]
    report = document(run(*words, "--paired", "--json"))
    assert [line["level"] for line in report["paired"]] == ["heaviest", "random"]
    assert report["paired"][0]["ahead"] > 0


def test_how_much_the_thinkers_think(run: Run) -> None:
    words = ("--bots", "expert,skilled", "--games", "1", "--seed", "1", "--jobs", "1", "--json")
    one, same, other = (document(run(*words, "--nodes", nodes)) for nodes in ("60", "60", "600"))
    assert one["seats"] == same["seats"]
    assert one["seats"] != other["seats"]


def test_ratings(run: Run) -> None:
    words = ("--elo", "--bots", "random,heaviest,skilled", "--games", "2", "--seed", "1")
    result = run(*words, "--jobs", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[2] == "chicken-scratch, 2 players"
    assert sum(line.startswith("Level") for line in lines) == 6
    tables = document(run(*words, "--jobs", "2", "--json"))["tables"]
    assert [(table["rules"], table["seats"]) for table in tables] == [
        (rules, seats) for rules in ("chicken-scratch", "chicken-foot") for seats in (2, 3, 4)
    ]
    for table in tables:
        assert {line["level"] for line in table["ratings"]} == {"random", "heaviest", "skilled"}
        assert all(line["low"] <= line["high"] for line in table["ratings"])
        mean = sum(line["rating"] for line in table["ratings"]) / 3
        assert mean == pytest.approx(1000, abs=0.2)
    assert tables[-1]["ratings"][-1]["level"] == "random"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "classic"], "--rules makes no sense together with --elo.\n"),
        (["--paired"], "--paired makes no sense together with --elo.\n"),
        (["--bots", "random"], "Name two levels or more to rate them.\n"),
        (["--bots", "random,hen"], "There is no computer player called “hen”; choose one of"),
    ],
)
def test_what_ratings_refuse(run: Run, words: list[str], sentence: str) -> None:
    result = run("--elo", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)

"""The real command in a pipe: whole games by a script, against the same game played elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from plain.plain_kit import SEED, in_order, played, setup, typed

from chickenscratch import locale
from chickenscratch.core.events import (
    Called,
    Event,
    FootOpened,
    GameEnded,
    Passed,
    RoundEnded,
    TilePlayed,
)
from chickenscratch.core.record import read_games
from chickenscratch.core.replay import verify
from chickenscratch.locale.log import log_line
from chickenscratch.locale.moments import round_end
from chickenscratch.plain.text import spoken
from chickenscratch.store import Shelf

LEVELS = ("random", "heaviest", "random")


def started(*words: str, typing: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chickenscratch", *words]
    return subprocess.run(
        command, input=typing, capture_output=True, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"} | extra, timeout=120, check=False,
    )  # fmt: skip


@pytest.fixture
def games(home: Path) -> Shelf:
    """The shelf of a person called Anna, whose computer players do not dawdle."""
    config = home / "config"
    config.mkdir()
    (config / "config.toml").write_text('name = "Anna"\npace = "instant"\n')
    return Shelf(home / "data" / "games")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("preset", ["chicken-scratch", "chicken-foot"])
async def test_a_whole_game_by_a_script_is_the_same_game(
    preset: str, language: str, games: Shelf
) -> None:
    elsewhere = await played(setup(preset, None, *LEVELS))
    typing = "".join(f"{typed(*act, language)}\n" for act in elsewhere.commands)
    done = started(
        "play", "--plain", "--lang", language, "--rules", preset, "--players", "4",
        "--bots", ",".join(LEVELS), "--seed", SEED, typing=typing,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")

    (saved,) = games.contents().games
    assert saved.finished
    lines = saved.path.read_text(encoding="utf-8").splitlines()
    assert lines[1:] == elsewhere.lines[1:]
    assert _without_date(lines[0]) == _without_date(elsewhere.lines[0])
    (record,) = read_games(lines)
    assert verify(record).dealt == record.header.rules.game_rounds

    said = done.stdout.splitlines()
    with locale.using(language):
        wanted = _told(elsewhere.events, [seat.name for seat in saved.seats])
    assert len(wanted) > 200
    assert in_order(wanted, said) is None
    end = elsewhere.events[-1]
    assert isinstance(end, GameEnded)
    assert any(str(end.seed) in line for line in said)


def _told(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """The first line of every event, as Anna hears it."""
    lines: list[str] = []
    foot = 0
    for place, event in enumerate(events):
        match event:
            case FootOpened(number=number):
                foot = number
                ends = isinstance(events[place + 1], RoundEnded) or (
                    isinstance(events[place + 1], Called)
                    and isinstance(events[place + 2], RoundEnded)
                )
                lines += [] if ends else [log_line(event, names, 0)]
            case RoundEnded(result):
                lines.append(round_end(result, names, 0, foot))
            case Passed():
                lines.append(log_line(event, names, 0, short=True))
            case _:
                lines.append(log_line(event, names, 0))
    return [spoken(line) for line in lines]


def _without_date(line: str) -> dict[str, object]:
    header: dict[str, object] = json.loads(line)
    del header["created"]
    return header


async def test_the_record_of_a_game_is_replayed_in_lines(tmp_path: Path) -> None:
    elsewhere = await played(setup("chicken-scratch", None, *LEVELS, rounds=1))
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(elsewhere.lines) + "\n", encoding="utf-8")
    step = started("replay", str(file), "--plain", typing="\n\nquit\n")
    assert (step.returncode, step.stderr) == (0, "")
    assert len(step.stdout.splitlines()) == 4
    whole = started("replay", str(file), typing="all\n")
    assert f"Seed: {SEED}" in whole.stdout
    moves = [event for event in elsewhere.events if isinstance(event, TilePlayed)]
    wanted = [spoken(log_line(event, ["Anna", "Bruna", "Carla", "Dina"], None)) for event in moves]
    assert in_order(wanted, whole.stdout.splitlines()) is None


def test_a_record_that_breaks_a_rule_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("{}\n")
    done = started("replay", str(file), "--plain")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1

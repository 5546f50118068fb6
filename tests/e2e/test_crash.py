"""Games whose process is killed at any moment: nothing that was acknowledged is ever lost."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import pytest

from chickenscratch.core.record import read_games
from chickenscratch.core.replay import game_of, replay, verify
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.core.wire import format_view
from chickenscratch.store import OpenedGame, Shelf

DRIVER = Path(__file__).with_name("crash_driver.py")
KILLS = 10
"""How often each game is killed."""
MOST_READ = 12
LONGEST_SPIN = 60_000
"""Turns of an empty loop: about as long as a few actions take."""

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a driver on a game in a folder of the test."""
    running: list[subprocess.Popen[str]] = []

    def begin(seed: int, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(DRIVER), str(tmp_path / "games"), f"{seed:x}", *arguments]
        pipe = subprocess.PIPE
        running.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True))
        assert line(running[-1]) == "ready"
        return running[-1]

    yield begin
    for process in running:
        kill(process)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def kill(process: subprocess.Popen[str]) -> list[str]:
    """Kill -9; what it had still said."""
    process.kill()
    process.wait()
    if process.stdin is None or process.stdout is None or process.stdout.closed:
        return []
    rest = process.stdout.read().split("\n")
    process.stdin.close()
    process.stdout.close()
    return [said for said in rest if said]


def digest(game: Game) -> str:
    """What the driver calls this state: SHA-256 of what seat 0 sees of it."""
    return hashlib.sha256(format_view(view_of(game, 0)).encode()).hexdigest()


def states(text: str) -> list[str]:
    """What seat 0 saw after every line of the record."""
    (record,) = read_games(text.split("\n"))
    games = [game_of(record.header), *(step.game for step in replay(record))]
    return [digest(game) for game in games]


def in_order(wanted: list[str], found: list[str]) -> bool:
    """Whether all that is wanted was found, in this order; what comes twice in a row (before and
    after a restart) need be there once only."""
    rest = iter(found)
    return all(one in rest for one, _ in groupby(wanted))


def check_torn(path: Path, chance: random.Random, folder: Path) -> None:
    """The same file, had its last line been cut off anywhere: the line before counts."""
    data = path.read_bytes()
    whole = data.rstrip(b"\n").rfind(b"\n") + 1
    if not whole:
        return
    shelf = Shelf(folder)
    folder.mkdir(exist_ok=True)
    torn = folder / path.name
    torn.write_bytes(data[: chance.randrange(whole + 1, len(data.rstrip(b"\n")))])
    opened = shelf.open(torn)
    opened.save.close()
    assert opened.notice is not None
    assert digest(opened.game) == states(data[:whole].decode())[-1]
    assert not shelf.contents().refused


def open_again(folder: Path) -> tuple[Path, OpenedGame] | None:
    """The one game that is on the shelf; None if it was killed before its first line."""
    listed = Shelf(folder).contents()
    assert listed.refused == ()
    if not listed.games:
        return None
    (game,) = listed.games
    opened = Shelf(folder).open(game.path)
    opened.save.close()
    return game.path, opened


def killed_often(start: Start, tmp_path: Path, seed: int, kills: int) -> None:
    chance = random.Random(seed)
    acknowledged: list[str] = []
    path = None
    for _ in range(kills):
        process = start(seed)
        acknowledged += [line(process) for _ in range(chance.randrange(MOST_READ + 1))]
        for _ in range(chance.randrange(LONGEST_SPIN)):
            pass
        acknowledged += kill(process)
        found = open_again(tmp_path / "games")
        if found is None:
            assert acknowledged == []
            continue
        path, opened = found
        seen = states(path.read_text("utf-8"))
        assert in_order(acknowledged, seen)
        assert digest(opened.game) == seen[-1]
        check_torn(path, chance, tmp_path / "torn")
    assert path is not None
    (record,) = read_games(path.read_text("utf-8").split("\n"))
    assert verify(record).dealt
    assert not verify(record).game.over, "the kills came too late"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_killed_game_goes_on_after_the_last_action_acknowledged(
    start: Start, tmp_path: Path, seed: int
) -> None:
    killed_often(start, tmp_path, seed, KILLS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_games_killed_hundreds_of_times(start: Start, tmp_path: Path, seed: int) -> None:
    killed_often(start, tmp_path, seed, KILLS)


def test_a_second_process_is_told_that_the_game_is_being_played(
    start: Start, tmp_path: Path
) -> None:
    first = start(7, "3")
    while line(first) != "waiting":
        pass
    (game,) = Shelf(tmp_path / "games").contents().games
    data = game.path.read_bytes()
    for _ in range(2):
        second = start(7)
        assert line(second) == f"{game.path} is being played in another window."
        assert second.wait() == 0
    assert game.path.read_bytes() == data
    kill(first)
    third = start(7, "2")
    while (said := line(third)) != "waiting":
        assert "another window" not in said
    assert game.path.read_bytes().startswith(data)


def test_of_two_processes_at_once_one_gets_the_game(start: Start, tmp_path: Path) -> None:
    begun = start(8, "2")
    while line(begun) != "waiting":
        pass
    kill(begun)
    pair = [start(8, "1"), start(8, "1")]
    said = [line(process) for process in pair]
    assert sum("another window" in words for words in said) == 1
    winner = next(p for p, words in zip(pair, said, strict=True) if "window" not in words)
    while line(winner) != "waiting":
        pass

"""The real program in a real terminal, killed at any moment: it goes on after all it has told."""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chickenscratch.core.events import Drawn, LeadLaid, TilePlayed
from chickenscratch.core.record import GameRecord, read_games
from chickenscratch.core.replay import replay, verify
from chickenscratch.store import Shelf

PROGRAM = (sys.executable, "-m", "chickenscratch")
BOTS = ("Bruna", "Carla")
PROMPT = b"> "
KILLS = 4
MOST_ANSWERS = 12
LONGEST_SPIN = 400_000
"""Turns of an empty loop: about as long as a few moves take to be written."""

Start = Callable[..., Any]
Act = tuple[str, str]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    settings = tmp_path / "games" / "config" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('name = "Anna"\npace = "instant"\nreduced_motion = true\n')
    return tmp_path / "games"


def kept(home: Path) -> GameRecord | None:
    """The one game that is kept; no file is unreadable."""
    listed = Shelf(home / "data" / "games").contents()
    assert listed.refused == ()
    if not listed.games:
        return None
    (game,) = listed.games
    (record,) = read_games(game.path.read_text("utf-8").rpartition("\n")[0].split("\n"))
    return record


def acts(record: GameRecord | None) -> list[Act]:
    """Who laid what, and what the person drew, as it is told."""
    names = ("You", *BOTS)
    found = []
    for step in () if record is None else replay(record):
        for event in step.events:
            if isinstance(event, LeadLaid | TilePlayed | Drawn):
                tile = event.tile
                if tile is not None and (event.seat == 0 or not isinstance(event, Drawn)):
                    found.append((names[event.seat], f"{tile.high} {tile.low}"))
    return found


def told(output: str) -> list[Act]:
    """The same from what stood on the terminal, whole lines only."""
    lines = output.replace("\r", "\n").rpartition("\n")[0].split("\n")
    pattern = re.compile(rf"(You|{'|'.join(BOTS)}) (?:led |drew )?(\d+ \d+)\b")
    return [match.groups() for match in map(pattern.match, lines) if match]  # type: ignore[misc]


def is_part(wanted: list[Act], found: list[Act]) -> bool:
    """Whether all that is wanted was found, in this order."""
    rest = iter(found)
    return all(one in rest for one in wanted)


def answer(output: str, chance: random.Random) -> str:
    """What a person types at the last prompt."""
    last = output.rpartition("Hand:")[2]
    side = re.search(r"connects: (\d+) or", last)
    if side:
        return side[1]
    fitting = re.findall(r"(\d+) (\d+) fits", last.partition("\n")[0])
    return "-".join(chance.choice(fitting)) if fitting and "Press Enter" not in last else ""


def killed_in_plain_mode(start: Start, home: Path, seed: int, kills: int) -> None:
    chance = random.Random(seed)
    told_in_all = 0
    for number in range(kills):
        words = ("play", "--bots", "random,random", "--seed", f"{seed:x}")
        record = kept(home)
        terminal = start(
            *PROGRAM,
            "--plain",
            *(() if record else words),
            CHICKENSCRATCH_HOME=str(home),
            TERM="vt100",
        )
        if record:
            terminal.expect_output(b"1: Continue: Chicken Scratch, round ")
            terminal.expect_output(PROMPT)
            terminal.send("continue\n")
        seen = len(terminal.output)
        for _ in range(chance.randrange(MOST_ANSWERS)):
            terminal.expect_output(PROMPT, seen)
            output = terminal.output.decode("utf-8", "replace")
            seen = len(terminal.output)
            terminal.send(answer(output, chance) + "\n")
        for _ in range(chance.randrange(LONGEST_SPIN)):
            pass
        terminal.process.kill()
        terminal.wait()
        shown = told(terminal.output.decode("utf-8", "replace"))
        told_in_all += len(shown)
        now = acts(kept(home))
        assert is_part(shown, now), (number, shown, now)
        if record is not None:
            assert now[: len(acts(record))] == acts(record)
    final = kept(home)
    assert final is not None
    assert verify(final).dealt
    assert told_in_all > kills, "nearly nothing was told before the kills"


@pytest.mark.parametrize("seed", [1])
def test_what_was_told_is_never_lost(start: Start, home: Path, seed: int) -> None:
    killed_in_plain_mode(start, home, seed, KILLS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 228))
def test_games_in_a_terminal_killed_hundreds_of_times(start: Start, home: Path, seed: int) -> None:
    killed_in_plain_mode(start, home, seed, 10)


def titles(record: GameRecord) -> list[tuple[int, int]]:
    """The round and the tiles in the yard after every line."""
    tables = [step.game.round for step in replay(record)]
    return [(table.number, len(table.yard)) for table in tables if table is not None]


def title(terminal: Any) -> tuple[int, int] | None:
    """The same from the first row of the screen."""
    found = re.search(r"Round (\d+)/\d+ .*yard (\d+)", terminal.text.split("\n")[0])
    return (int(found[1]), int(found[2])) if found else None


def at_the_table(terminal: Any) -> bool:
    return title(terminal) is not None or "END OF" in terminal.text


def read_on(terminal: Any, seconds: float) -> None:
    """Let the program paint for a while: keys count once what they are for can be seen."""
    due = time.monotonic() + seconds
    terminal.until(lambda: time.monotonic() > due, "time")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300, 304))
def test_the_full_screen_goes_on_after_what_it_has_shown(
    start: Start, home: Path, seed: int
) -> None:
    chance = random.Random(seed)
    words = ("play", "--bots", "random,random", "--seed", f"{seed:x}")
    for _ in range(5):
        record = kept(home)
        terminal = start(
            *PROGRAM, *(() if record else words), columns=120, rows=40,
            CHICKENSCRATCH_HOME=str(home),
        )  # fmt: skip
        if record:
            terminal.expect("Continue")
            read_on(terminal, 0.5)
            terminal.send("c")
        terminal.until(partial(at_the_table, terminal), "table")
        for _ in range(chance.randrange(10)):
            read_on(terminal, 0.3)
            terminal.send(chance.choice("  \r"))
            terminal.until(partial(at_the_table, terminal), "table")
        shown = title(terminal)
        terminal.process.kill()
        terminal.wait()
        now = kept(home)
        assert now is not None
        assert shown is None or shown in titles(now)
        if record is not None:
            assert titles(now)[: len(titles(record))] == titles(record)

"""Two windows on one game: one plays, the other reads along, asks, and gets it when it is free."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from recorded import game_lines, put, unfinished

from chickenscratch.core.actions import Deal
from chickenscratch.core.events import Event
from chickenscratch.core.record import format_line, read_games, undo_line
from chickenscratch.core.replay import game_of, replay
from chickenscratch.core.state import Game
from chickenscratch.store import InUseError, Shelf, StoreError
from chickenscratch.store.windows import Follower, News, ask_for, asked_for


def growing(folder: Path) -> tuple[Path, list[bytes]]:
    """A file with a header only, and the lines that are still to come."""
    lines = [f"{format_line(line)}\n".encode() for line in game_lines("chicken-foot")]
    path = folder / "a.chicken.jsonl"
    path.write_bytes(lines[0])
    return path, lines[1:]


def add(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_who_follows_is_where_the_file_is_after_every_line(tmp_path: Path) -> None:
    path, lines = growing(tmp_path)
    follower = Follower(path)
    (record,) = read_games([path.read_text(), *(one.decode() for one in lines)])
    games = {step.line: step.game for step in replay(record)}
    told: list[Event] = []
    for number, line in enumerate(lines, 2):
        add(path, line)
        news = follower.read()
        told += [] if news is None else news.events
        assert follower.game == games[number]
    assert tuple(told) == tuple(event for step in replay(record) for event in step.events)
    assert follower.read() is None
    assert follower.game.over


def test_half_a_line_is_not_there_yet(tmp_path: Path) -> None:
    path, lines = growing(tmp_path)
    follower = Follower(path)
    add(path, lines[0][:20])
    assert follower.read() is None
    assert follower.game == game_of(follower.header)
    add(path, lines[0][20:])
    assert follower.read() is not None


def test_what_is_taken_back_is_told_and_known_no_more(tmp_path: Path) -> None:
    path, lines = growing(tmp_path)
    follower = Follower(path)
    states: list[Game] = []
    for line in lines[:6]:
        add(path, line)
        follower.read()
        states.append(follower.game)
    before = follower.story
    add(path, f"{format_line(undo_line(2))}\n".encode() + lines[4])
    news = follower.read()
    assert isinstance(news, News)
    assert len(news.undone) == 2
    assert not any(isinstance(action, Deal) for action in news.undone)
    assert follower.game == states[4]
    assert follower.story == before[: len(follower.story)]


def test_an_end_that_was_cut_off_by_a_repair_is_taken_back(tmp_path: Path) -> None:
    path, lines = growing(tmp_path)
    for line in lines[:5]:
        add(path, line)
    follower = Follower(path)
    data = path.read_bytes()
    path.write_bytes(data[: -len(lines[4])])
    news = follower.read()
    assert news is not None
    assert news.undone
    assert news.events == follower.story
    assert follower.game == Follower(path).game


@pytest.mark.parametrize(
    "line", ['{"seat": 0, "act": "lead", "tile": "0-0"}', "{", '{"round": 1, "hands": 3}']
)
def test_a_file_that_breaks_a_rule_is_followed_no_further(tmp_path: Path, line: str) -> None:
    path, _lines = growing(tmp_path)
    follower = Follower(path)
    add(path, f"{line}\n".encode())
    with pytest.raises(StoreError, match=r"a\.chicken"):
        follower.read()


def test_there_must_be_a_game(tmp_path: Path) -> None:
    path = tmp_path / "a.chicken.jsonl"
    with pytest.raises(StoreError, match="cannot be read"):
        Follower(path)
    path.write_text("{}\n")
    with pytest.raises(StoreError):
        Follower(path)


HOLDER = """
import sys
from pathlib import Path
from chickenscratch.store import Shelf
from chickenscratch.store.windows import asked_for
path = Path(sys.argv[1])
opened = Shelf(path.parent).open(path)
print("playing", flush=True)
while not asked_for(path):
    pass
opened.save.close()
print("let go", flush=True)
"""


def test_a_window_that_is_asked_lets_go_and_the_wish_is_settled(tmp_path: Path) -> None:
    path = put(tmp_path, unfinished(game_lines()))
    shelf = Shelf(tmp_path)
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "playing\n"
        with pytest.raises(InUseError, match="another window"):
            shelf.open(path)
        ask_for(path)
        assert other.stdout.readline() == "let go\n"
    opened = shelf.open(path)
    assert not asked_for(path)
    opened.save.close()
    assert [file.name for file in tmp_path.glob("a.*")] == [path.name]


def test_a_wish_nobody_fulfilled_does_no_harm(tmp_path: Path) -> None:
    path = put(tmp_path, unfinished(game_lines()))
    ask_for(path)
    shelf = Shelf(tmp_path)
    assert len(shelf.contents().games) == 1
    shelf.open(path).save.close()
    assert not asked_for(path)

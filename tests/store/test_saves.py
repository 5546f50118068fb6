"""Saves: written line by line, read again after any accident, refused when they are not ours."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.record import (
    Line,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
    undo_line,
)
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.store import Save, Shelf, StoreError
from chickenscratch.store.saves import DAMAGED, SUFFIX

SEED = "5eed" * 16
SEATS = (RecordSeat("Anna"), RecordSeat("Bruno\u2028", "random"), RecordSeat("Çelik", "heaviest"))
Turn = tuple[list[Line], Game]


def played(name: str = "chicken-scratch", rounds: int = 2, seed: str = SEED) -> list[Turn]:
    """A game from its header to its end: the lines of each action, and the game after it."""
    game = start_game(make_rules({"rounds": rounds}, preset(name).rules), len(SEATS), seed)
    turns = [([header_line(game, SEATS, "2026-11-29T20:15:00Z", private=True)], game)]
    while not game.over:
        seat = None if game.between_rounds or game.round is None else awaited(game.round)
        action = Deal() if seat is None else decide(view_of(game, seat), "random")
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game = outcome.game
        turns.append((lines_for(action, outcome), game))
    return turns


def as_text(turns: list[Turn]) -> bytes:
    return "".join(f"{format_line(line)}\n" for lines, _ in turns for line in lines).encode()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data" / "games")


def put(shelf: Shelf, data: bytes, name: str = "a") -> Path:
    shelf.folder.mkdir(parents=True, exist_ok=True)
    path = shelf.folder / f"{name}{SUFFIX}"
    path.write_bytes(data)
    return path


def save(shelf: Shelf, turns: list[Turn]) -> Path:
    """Play these turns into a new save."""
    new = shelf.new()
    for lines, _ in turns:
        new.append(lines)
    path = new.path
    assert path is not None
    new.close()
    return path


def test_a_save_is_the_record_and_only_its_owner_can_read_it(shelf: Shelf) -> None:
    turns = played()
    path = save(shelf, turns)
    assert path.name == f"2026-11-29T201500Z-{turns[0][1].game_id}{SUFFIX}"
    assert path.read_bytes() == as_text(turns)
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_nothing_is_on_the_shelf_before_there_is_a_game(shelf: Shelf) -> None:
    new = shelf.new()
    assert new.path is None
    new.close()
    assert shelf.contents() == ((), ())
    assert not shelf.folder.exists()


def test_the_same_game_twice_gets_two_files(shelf: Shelf) -> None:
    turns = played()[:5]
    first, second = save(shelf, turns), save(shelf, turns)
    assert first != second
    assert first.read_bytes() == second.read_bytes()


def test_every_append_is_on_the_disk_when_it_returns(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    new = shelf.new()
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    size = 0
    for lines, _ in played()[:6]:
        new.append(lines)
        assert new.path is not None
        size = new.path.stat().st_size
        assert synced[-1] == size
    assert size > 0
    new.close()


@pytest.mark.parametrize("name", ["chicken-scratch", "chicken-foot"])
def test_a_game_goes_on_after_any_line(shelf: Shelf, name: str) -> None:
    turns = played(name, rounds=1)
    whole = as_text(turns)
    for n, (_, game) in enumerate(turns, 1):
        path = put(shelf, as_text(turns[:n]))
        opened = shelf.open(path)
        assert opened.game == game
        assert opened.header.seats == SEATS
        assert opened.notice is None
        opened.save.append([line for lines, _ in turns[n:] for line in lines])
        opened.save.close()
        assert path.read_bytes() == whole


def test_a_last_line_cut_at_any_byte_costs_that_line_only(shelf: Shelf) -> None:
    turns = played(rounds=1)
    for n in (2, 3, len(turns) // 2, len(turns) - 1):
        before, after = as_text(turns[:n]), as_text(turns[: n + 1])
        for end in range(len(before) + 1, len(after)):
            check_cut(shelf, turns, after[:end])


def check_cut(shelf: Shelf, turns: list[Turn], data: bytes) -> None:
    """Open a file that was cut somewhere, compare, play to the end, and compare again."""
    for old in shelf.folder.glob("*"):
        old.unlink()
    path = put(shelf, data)
    opened = shelf.open(path)
    complete, piece = data[: data.rfind(b"\n") + 1], data[data.rfind(b"\n") + 1 :]
    if piece.endswith(b"}"):  # only the newline is missing
        complete = data + b"\n"
        piece = b""
    reached = [n for n in range(len(turns)) if whole_actions(turns, n) <= len(complete)][-1]
    assert opened.game == turns[reached][1]
    aside = list(shelf.folder.glob(f"*{DAMAGED}*"))
    if piece:
        assert [file.read_bytes() for file in aside] == [data]
        assert opened.notice is not None
        assert str(aside[0]) in str(opened.notice)
        assert path.read_bytes() == complete
    else:
        assert opened.notice is None
        assert aside == []
    opened.save.append([line for lines, _ in turns[reached + 1 :] for line in lines])
    opened.save.close()
    assert path.read_bytes() == as_text(turns)


def whole_actions(turns: list[Turn], n: int) -> int:
    """Bytes after which action `n` is in the file, without the results that follow from it."""
    own = turns[n][0][:1]
    return len(as_text([*turns[:n], (own, turns[n][1])]))


def test_results_that_a_crash_left_unwritten_are_written(shelf: Shelf) -> None:
    turns = played(rounds=2)
    last = len(as_text(turns[:-1])), len(as_text(turns))
    ends = [n for n in range(*last) if as_text(turns)[n : n + 1] == b"\n"]
    for end in ends:
        path = put(shelf, as_text(turns)[: end + 1])
        opened = shelf.open(path)
        assert opened.game == turns[-1][1]
        opened.save.close()
        assert path.read_bytes() == as_text(turns)


def test_what_was_taken_back_is_passed_over_and_known_no_more(shelf: Shelf) -> None:
    """At every line and every byte of an undo, and of the same actions done again."""
    turns = played(rounds=1)
    for n in (4, len(turns) // 2, len(turns) - 1):
        undo: Turn = ([undo_line(2)], turns[n - 3][1])
        again = [*turns[:n], undo, *turns[n - 2 :]]
        for m in range(n, len(again) + 1):
            opened = shelf.open(put(shelf, as_text(again[:m])))
            opened.save.close()
            assert opened.game == again[m - 1][1]
            assert opened.notice is None
            states = [opened.steps[0].before, *(step.game for step in opened.steps)]
            assert states == [game for _, game in turns[: turn_of(turns, opened.game) + 1]]
            assert all(a.game == b.before for a, b in pairwise(opened.steps))
        start, end = len(as_text(again[:n])), len(as_text(again[: n + 1])) - 2
        for cut in range(start + 1, end):
            opened = shelf.open(put(shelf, as_text(again)[:cut]))
            opened.save.close()
            assert opened.game == turns[n - 1][1]


def turn_of(turns: list[Turn], game: Game) -> int:
    return next(n for n, (_, state) in enumerate(turns) if state == game)


def test_free_practice_is_marked(shelf: Shelf) -> None:
    turns = played()[:4]
    header = turns[0][0][0]
    for practice in (False, True):
        header["practice"] = practice
        opened = shelf.open(put(shelf, as_text(turns)))
        opened.save.close()
        assert opened.header.practice is practice
        assert [game.practice for game in shelf.contents().games] == [practice]
    for wrong in (1, "yes", None):
        header["practice"] = wrong
        with pytest.raises(StoreError, match="header of the game is damaged"):
            shelf.open(put(shelf, as_text(turns)))


def test_damaged_files_are_kept_apart_under_names_of_their_own(shelf: Shelf) -> None:
    data = as_text(played()[:4])
    for _ in range(3):
        path = put(shelf, data + b'{"seat": 1')
        shelf.open(path).save.close()
    names = sorted(file.name for file in shelf.folder.glob(f"*{DAMAGED}*"))
    assert names == [f"a{SUFFIX}{DAMAGED}{n}" for n in ("", "-2", "-3")]
    assert len(shelf.contents().games) == 1


def spoilt(change: Callable[[list[Any]], None]) -> bytes:
    lines = [json.loads(line) for line in as_text(played()).split(b"\n")[:12]]
    change(lines)
    return b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )


BAD: dict[str, Callable[[list[Any]], None]] = {
    "newer version": lambda lines: lines[0].update(record=2),
    "damaged": lambda lines: lines.__setitem__(4, b'{"seat": 1, "act'),
    "not a text file": lambda lines: lines.__setitem__(4, b"\xff\xfe{}"),
    "breaks a rule": lambda lines: lines.insert(4, lines[2]),
    "several games": lambda lines: lines.append(lines[0]),
    "seed of its deals": lambda lines: lines[0].pop("seed"),
    "does not open": lambda lines: lines[0].update(seed="0" * 64),
    "no game in it": lambda lines: lines.clear(),
}


@pytest.mark.parametrize("word", BAD)
def test_a_file_that_is_not_sound_is_refused_and_left_alone(shelf: Shelf, word: str) -> None:
    data = spoilt(BAD[word])
    path = put(shelf, data)
    with pytest.raises(StoreError, match=word) as caught:
        shelf.open(path)
    assert str(caught.value) == str(caught.value.sentence)
    assert os.listdir(shelf.folder) == [path.name]
    assert path.read_bytes() == data
    with pytest.raises(StoreError):  # the lock was let go of
        shelf.open(path)


def test_a_damaged_end_of_a_file_that_is_not_sound_is_not_repaired(shelf: Shelf) -> None:
    data = spoilt(BAD["breaks a rule"]) + b'{"seat"'
    path = put(shelf, data)
    with pytest.raises(StoreError, match="breaks a rule"):
        shelf.open(path)
    assert path.read_bytes() == data
    assert os.listdir(shelf.folder) == [path.name]


def test_a_file_that_is_not_there(shelf: Shelf) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        shelf.open(shelf.folder / f"b{SUFFIX}")


def test_the_same_game_cannot_be_played_twice_at_a_time(shelf: Shelf) -> None:
    path = put(shelf, as_text(played()[:4]))
    opened = shelf.open(path)
    with pytest.raises(StoreError, match="another window"):
        shelf.open(path)
    opened.save.close()
    shelf.open(path).save.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_a_game_that_is_new_is_held_against_other_processes(shelf: Shelf) -> None:
    new = shelf.new()
    for lines, _ in played()[:4]:
        new.append(lines)
    program = (
        "import sys; from pathlib import Path; from chickenscratch.store import *\n"
        "try: Shelf(Path(sys.argv[1]).parent).open(Path(sys.argv[1]))\n"
        "except StoreError as error: print(error)"
    )
    command = [sys.executable, "-c", program, str(new.path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "another window" in told
    new.close()
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""


class Disk:
    """A disk with room for so many bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = 1 << 30
        self._write = os.write
        monkeypatch.setattr(os, "write", self.write)

    def write(self, handle: int, data: bytes) -> int:
        part = data[: self.room]
        self.room -= len(part)
        if not part:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self._write(handle, part)


def test_a_full_disk_leaves_the_beginning_of_the_game_and_no_gap(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    turns = played()
    new = shelf.new()
    for n, (lines, _) in enumerate(turns):
        if n in (5, 6, 7):
            disk.room = 20
            with pytest.raises(StoreError, match="cannot be saved: No space left on device"):
                new.append(lines)
            disk.room = 1 << 30
            continue
        new.append(lines)
        assert new.path is not None
        assert new.path.read_bytes() == as_text(turns[: n + 1])
    new.close()


def test_a_disk_that_is_full_from_the_start_gets_the_game_later(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = played()[:6]
    new = shelf.new()
    shelf.folder.parent.write_bytes(b"")  # a file where the folder should be
    with pytest.raises(StoreError):
        new.append(turns[0][0])
    assert new.path is None
    shelf.folder.parent.unlink()
    for lines, _ in turns[1:]:
        new.append(lines)
    assert new.path is not None
    assert new.path.read_bytes() == as_text(turns)
    new.close()


def test_what_is_owed_is_written_at_the_close_or_told(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    turns = played()
    for room in (1 << 30, 0):
        new = shelf.new()
        new.append(turns[0][0])
        path = new.path
        assert path is not None
        disk.room = 7
        with pytest.raises(StoreError):
            new.append(turns[1][0])
        disk.room = room
        if room:
            new.close()
            assert path.read_bytes() == as_text(turns[:2])
        else:
            with pytest.raises(StoreError):
                new.close()
            assert path.read_bytes() == as_text(turns[:1])


def test_the_list_tells_where_each_game_stands_newest_first(shelf: Shelf) -> None:
    turns = played("chicken-scratch", 3)
    results = [n for n, (_, game) in enumerate(turns) if game.results]
    stages = {"start": 1, "middle": 8, "between": results[0] + 1, "end": len(turns)}
    for age, (name, n) in enumerate(stages.items()):
        path = put(shelf, as_text(turns[:n]), name)
        os.utime(path, ns=(age * 10**9, age * 10**9))
    put(shelf, spoilt(BAD["newer version"]), "newer")
    (shelf.folder / "notes.txt").write_text("hello")
    listed = shelf.contents()
    assert [game.path.name for game in listed.games] == [f"{n}{SUFFIX}" for n in reversed(stages)]
    assert [str(error).split(": ")[1] for error in listed.refused] == [
        "This record was written by a newer version (format 2); update the game to read it."
    ]
    end, between, middle, start = listed.games
    assert [game.finished for game in listed.games] == [True, False, False, False]
    assert listed.unfinished == (between, middle, start)
    assert [game.round for game in listed.games] == [3, 1, 1, 0]
    assert end.totals == turns[-1][1].totals
    assert between.totals == turns[results[0]][1].totals
    assert middle.turn == awaited(turns[7][1].round)  # type: ignore[arg-type]
    assert [start.turn, between.turn, end.turn] == [None, None, None]
    assert all(a.updated > b.updated for a, b in pairwise(listed.games))
    assert {(g.preset, g.rounds, g.created, g.seats) for g in listed.games} == {
        ("chicken-scratch", 3, "2026-11-29T20:15:00Z", SEATS)
    }


def test_listing_changes_nothing_and_sees_past_a_line_being_written(shelf: Shelf) -> None:
    data = as_text(played()[:6]) + b'{"seat": 1, "a'
    path = put(shelf, data)
    (game,) = shelf.contents().games
    assert game.round == 1
    assert path.read_bytes() == data
    assert os.listdir(shelf.folder) == [path.name]


def test_a_game_that_a_crash_kept_from_beginning_is_passed_over(shelf: Shelf) -> None:
    header = as_text(played()[:1])
    for end in range(len(header)):
        path = put(shelf, header[:end])
        games, refused = shelf.contents()
        assert refused == ()
        assert len(games) == (end == len(header) - 1)  # only its newline is missing
        assert path.read_bytes() == header[:end]
    for other in (b"PK\x03\x04", b"{", b'{"chat"', b"\n", header[1:]):
        put(shelf, other)
        assert len(shelf.contents().refused) == (other != b"{")


def test_a_save_can_be_fed_by_hand(tmp_path: Path) -> None:
    """Even lines that come before their header's file can be made are not lost."""
    new = Save(tmp_path)
    turns = played()[:3]
    new.append([line for lines, _ in turns for line in lines])
    assert new.path is not None
    assert new.path.read_bytes() == as_text(turns)
    new.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes there")
def test_one_odd_file_keeps_nothing_from_being_listed(shelf: Shelf) -> None:
    turns = played()
    good = save(shelf, turns[:5])
    data = as_text(turns[:5])
    odd = {
        "deep": data + b"[" * 200_000,
        "half": data.replace(b'"game": "', b'"game": "\\ud800', 1),
        "name": data.replace(b'"Anna"', b'"\\udfff"', 1),
    }
    for name, content in odd.items():
        put(shelf, content, name)
    pipe = shelf.folder / f"pipe{SUFFIX}"
    os.mkfifo(pipe)
    found = shelf.contents()
    assert good in {game.path for game in found.games}
    refused = {error.sentence.values["file"].stem.split(".")[0] for error in found.refused}  # type: ignore[attr-defined]
    assert refused == {"half", "name", "pipe"}  # the deep end is a line that was cut off
    with pytest.raises(StoreError, match="is not an ordinary file"):
        shelf.open(pipe)
    assert Shelf(shelf.folder).open(good).header.seats == SEATS


def test_a_deal_that_does_not_follow_from_the_seed_is_not_played_on(shelf: Shelf) -> None:
    turns = played()
    lines = [dict(line) for found, _ in turns[:2] for line in found]
    assert "yard" in lines[1]
    lines[1]["yard"] = list(reversed(lines[1]["yard"]))
    data = "".join(f"{format_line(line)}\n" for line in lines).encode()
    path = put(shelf, data)
    with pytest.raises(StoreError, match="the deal in line 2 does not follow from its seed"):
        shelf.open(path)
    assert path.read_bytes() == data


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed there")
@pytest.mark.parametrize("how", ["removed", "cut", "longer", "replaced"])
def test_a_file_that_somebody_else_touches_meanwhile_is_told_of(shelf: Shelf, how: str) -> None:
    turns = played()
    new = shelf.new()
    for lines, _ in turns[:4]:
        new.append(lines)
    path = new.path
    assert path is not None
    match how:
        case "removed":
            path.unlink()
        case "cut":
            os.truncate(path, 10)
        case "longer":
            with path.open("ab") as file:
                file.write(b"{}\n")
        case _:
            (shelf.folder / "other").write_bytes(path.read_bytes())
            (shelf.folder / "other").replace(path)
    with pytest.raises(StoreError, match="was removed or changed by something else"):
        new.append(turns[4][0])
    with pytest.raises(StoreError, match="was removed or changed"):
        new.close()

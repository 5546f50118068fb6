"""Saves: written line by line, and gone on with after any of them."""

from __future__ import annotations

import os
import stat
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from store.saves_kit import SEATS, Turn, as_text, played, put, save, turn_of

from chickenscratch.core.record import (
    undo_line,
)
from chickenscratch.store import Save, Shelf, StoreError
from chickenscratch.store.saves import SUFFIX


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


def test_a_save_can_be_fed_by_hand(tmp_path: Path) -> None:
    """Even lines that come before their header's file can be made are not lost."""
    new = Save(tmp_path)
    turns = played()[:3]
    new.append([line for lines, _ in turns for line in lines])
    assert new.path is not None
    assert new.path.read_bytes() == as_text(turns)
    new.close()

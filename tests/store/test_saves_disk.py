"""Saves while others hold or touch the file, and on disks that are full."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest
from store.saves_kit import as_text, played, put

from chickenscratch.store import Shelf, StoreError


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

"""Saves that are damaged or not ours: what can be read is, the rest is refused and kept."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from store.saves_kit import Turn, as_text, played, put, whole_actions

from chickenscratch.core.record import (
    format_line,
)
from chickenscratch.store import Shelf, StoreError
from chickenscratch.store.saves import DAMAGED, SUFFIX


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

"""The list of the saves: newest first, whatever else lies about."""

from __future__ import annotations

import os
import sys
from itertools import pairwise

import pytest
from store.saves_kit import SEATS, as_text, played, put, save

from chickenscratch.bots.base import awaited
from chickenscratch.store import Shelf, StoreError
from chickenscratch.store.saves import SUFFIX


def test_the_list_tells_where_each_game_stands_newest_first(shelf: Shelf) -> None:
    turns = played("chicken-scratch", 3)
    results = [n for n, (_, game) in enumerate(turns) if game.results]
    stages = {"start": 1, "middle": 8, "between": results[0] + 1, "end": len(turns)}
    for age, (name, n) in enumerate(stages.items()):
        path = put(shelf, as_text(turns[:n]), name)
        os.utime(path, ns=(age * 10**9, age * 10**9))
    put(shelf, b'{"record": 2}\n', "newer")
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

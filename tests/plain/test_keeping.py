"""Keeping score and hearing the statistics line by line, as a script does it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain.plain_kit import Script
from recorded import as_bytes, game_lines

from chickenscratch.config import Pace, Settings
from chickenscratch.core.record import RecordSeat
from chickenscratch.locale import using
from chickenscratch.plain.app import run
from chickenscratch.store import Shelf
from chickenscratch.store.keeper import SheetShelf

SETTINGS = Settings(name="Anna", pace=Pace.INSTANT)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "games")


def evening(shelf: Shelf, *lines: str) -> list[str]:
    script = Script(*lines)
    assert run(SETTINGS, shelf, shelf.folder.parent / "config.toml", console=script) == 0
    return script.said


def sheets(shelf: Shelf) -> list[tuple[int, ...]]:
    found = SheetShelf(shelf.folder.parent / "sheets").contents()
    return [entry.sheet.totals for entry in found.sheets]


NEW = ("score", "classic", "Anna, Bruno")


def test_rounds_are_counted_and_kept(shelf: Shelf) -> None:
    said = evening(shelf, *NEW, "12+5", "out", "out", "6-3 0-0", "back", "quit")
    assert "Round 1 of 10, hub 9 9." in said
    assert "12 + 5 = 17." in said
    assert "9 + 50 = 59." in said
    assert "Places: 1 Anna 17, 2 Bruno 59." in said
    assert sheets(shelf) == [(17, 59)]


def test_a_sheet_is_gone_on_with_and_a_round_taken_back(shelf: Shelf) -> None:
    evening(shelf, *NEW, "10", "out", "back", "quit")
    said = evening(shelf, "score", "1", "undo", "undo", "4", "out", "sheet", "back", "quit")
    assert "The last round was taken back." in said
    assert "There is nothing to take back." in said
    assert "Round 1, hub 9 9: Anna 4, Bruno 0." in said
    assert sheets(shelf) == [(4, 0)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("many", "“many” is neither points nor a tile such as 6 3."),
        ("12-3", "There is no 12 3 in this set of tiles."),
        ("6-3 3-6", "6 3 is counted twice."),
    ],
)
def test_what_cannot_be_is_one_sentence(shelf: Shelf, line: str, sentence: str) -> None:
    assert sentence in evening(shelf, *NEW, line, "5", "out", "back", "quit")
    assert sheets(shelf) == [(5, 0)]


def test_a_round_that_cannot_have_been_played_is_asked_for_again(shelf: Shelf) -> None:
    said = evening(shelf, *NEW, "9-9", "out", "5", "out", "back", "quit")
    assert "9 9 opened the round, so nobody holds it." in [line.replace("-", " ") for line in said]
    assert sheets(shelf) == [(5, 0)]


def test_names_have_to_differ(shelf: Shelf) -> None:
    said = evening(shelf, "score", "classic", "Anna, anna", "Anna, Bruno", "back", "quit")
    assert said.count("Who plays? Names with commas between, such as Anna, Bruno.") == 2


def test_the_end_of_the_input_ends_it(shelf: Shelf) -> None:
    evening(shelf, *NEW, "12")
    assert sheets(shelf) == [(0, 0)]


def test_the_words_are_there_in_italian(shelf: Shelf) -> None:
    with using("it"):
        said = evening(shelf, "segnapunti", "classic", "Anna, Bruno", "10", "domino", "annulla",
                       "segnapunti", "indietro", "esci")  # fmt: skip
    assert any(line.startswith("Posti: 1 Bruno 0") or "Bruno 0" in line for line in said)
    assert sheets(shelf) == [(0, 0)]


def finished(shelf: Shelf) -> None:
    shelf.folder.mkdir(parents=True)
    seats = (RecordSeat("Anna"), RecordSeat("Bruno"), RecordSeat("Dina", "heaviest"))
    for number in range(2):
        lines = game_lines(seed=f"{number:064x}", seats=seats, rounds=2)
        (shelf.folder / f"{number}.chicken.jsonl").write_bytes(as_bytes(lines))


def test_statistics_are_there_once_a_game_is_finished(shelf: Shelf) -> None:
    assert not any("Statistics" in line for line in evening(shelf, "quit"))
    finished(shelf)
    said = evening(shelf, "statistics", "", "quit")
    assert "Whose? A number; Enter: 1." in said
    start = said.index("Anna.")
    told = said[start:]
    assert told[1] == "All games:"
    assert "games: 2." in told
    assert any(line.startswith("Bruno: games 2, wins ") for line in told)


def test_another_player(shelf: Shelf) -> None:
    finished(shelf)
    assert "Bruno." in evening(shelf, "statistics", "2", "quit")

"""The score keeper: the sheet as a model, and its file."""

from __future__ import annotations

import json
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.scoring import hand_value
from chickenscratch.core.sheet import ScoreSheet, SheetError, counted, most_points
from chickenscratch.core.tiles import Tile, full_set
from chickenscratch.store import StoreError
from chickenscratch.store.keeper import SHEET_SUFFIX, SheetShelf, is_sheet, read_sheet

SCRATCH = PRESETS["chicken-scratch"].rules
CLASSIC = PRESETS["classic"].rules
MANUAL = PRESETS["coop-manual"].rules
FAMILY = PRESETS["family-scratch"].rules
DEAR = make_rules({"double_out": "penalty-50"}, CLASSIC)
NOW = datetime(2026, 11, 29, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "points", "terms"),
    [
        ("27", 27, (27,)),
        ("0", 0, (0,)),
        ("12+5", 17, (12, 5)),
        (" 6-3 , 0-0 ", 59, (9, 50)),
        ("3-6 5|5 7", 26, (9, 10, 7)),
    ],
)
def test_points_and_tiles(text: str, points: int, terms: tuple[int, ...]) -> None:
    assert counted(CLASSIC, text)[:2] == (points, terms)


@pytest.mark.parametrize(
    ("rules", "points"), [(SCRATCH, 5), (CLASSIC, 55), (MANUAL, 80), (FAMILY, 5)]
)
def test_special_values_are_those_of_the_rules(rules, points: int) -> None:
    assert counted(rules, "0-0 5-0").points == points


@pytest.mark.parametrize("text", ["", " + ", "x", "7-7", "3-", "1-2 2-1", "-5", "6-3-1", "99999"])
def test_what_cannot_be_counted_is_refused(text: str) -> None:
    with pytest.raises(SheetError):
        counted(SCRATCH, text)


@given(st.sets(st.sampled_from(full_set(9)), min_size=1), st.sampled_from([CLASSIC, MANUAL]))
def test_tiles_count_as_in_a_hand(tiles, rules) -> None:
    found = counted(rules, " ".join(map(str, tiles)))
    assert found.points == hand_value(rules, tuple(tiles))
    assert set(found.tiles) == tiles


def test_pool_rounds_in_any_order() -> None:
    sheet = ScoreSheet.begin(SCRATCH, ["Anna", "Bruno"])
    assert sheet.leads(1) == (6, 5, 4, 3, 2, 1, 0)
    for number, lead in enumerate((3, 6, 0, 1, 2, 4, 5), 1):
        assert not sheet.over
        sheet = sheet.with_round(number, lead, [0, number], 0)
    assert sheet.over
    assert sheet.totals == (0, 28)
    assert sheet.winners == (0,)
    assert sheet.ranks == (1, 2)
    assert [result.lead for result in sheet.results] == [3, 6, 0, 1, 2, 4, 5]
    with pytest.raises(SheetError):
        sheet.with_round(8, 1, [0, 1], 0)


def test_a_round_is_corrected_where_it_stands() -> None:
    sheet = ScoreSheet.begin(SCRATCH, ["Anna", "Bruno"])
    sheet = sheet.with_round(1, 6, [0, 5], 0).with_round(2, 4, [7, 0], 1)
    assert sheet.leads(1) == (6, 5, 3, 2, 1, 0)
    fixed = sheet.with_round(1, 3, [12, 0], 1)
    assert fixed.totals == (19, 0)
    assert [result.lead for result in fixed.results] == [3, 4]
    with pytest.raises(SheetError, match="has opened a round already"):
        sheet.with_round(1, 4, [0, 5], 0)


def test_fixed_orders_offer_the_next_lead_first() -> None:
    assert ScoreSheet.begin(CLASSIC, ["A", "B"]).leads(2)[0] == 8
    down = ScoreSheet.begin(PRESETS["double-foot"].rules, ["A", "B"])
    for number in range(1, 20):
        down = down.with_round(number, down.leads(number)[0], [0, 1], 0)
    assert [result.lead for result in down.results] == [*range(9, -1, -1), *range(1, 10)]


@pytest.mark.parametrize(
    ("scores", "out", "hands"),
    [
        ([1], None, ()),
        ([-1, 5], None, ()),
        ([5, 9], 0, ()),
        ([50, 9], 0, ()),
        ([5, 9], 2, ()),
        ([500, 500], None, ()),
        ([9, 9], None, ("6-3", "6-3")),
        ([9, 18], None, ("6-3", "9-9")),
        ([0, 9], 0, ("5-4", "6-3")),
    ],
)
def test_rounds_that_cannot_have_been(scores, out, hands) -> None:
    sheet = ScoreSheet.begin(CLASSIC, ["Anna", "Bruno"])
    held = [[Tile.parse(word) for word in hand.split()] for hand in hands]
    with pytest.raises(SheetError) as caught:
        sheet.with_round(1, 9, scores, out, held)
    assert str(caught.value)


def test_going_out_with_a_double_may_cost() -> None:
    sheet = ScoreSheet.begin(DEAR, ["Anna", "Bruno"])
    assert sheet.with_round(1, 9, [50, 9], 0).totals == (50, 9)
    assert sheet.with_round(1, 9, [0, 9], 0).results[0].out == 0
    assert most_points(DEAR) == 495 + 50


@pytest.mark.parametrize("names", [["A"], ["A", ""], ["A", "a"], [f"P{n}" for n in range(13)]])
def test_players_that_cannot_be(names: list[str]) -> None:
    with pytest.raises(SheetError):
        ScoreSheet.begin(CLASSIC, names)


def test_the_tie_rule_decides_at_the_end() -> None:
    rules = make_rules({"ties": "zero-rounds", "rounds": 2}, CLASSIC)
    sheet = ScoreSheet.begin(rules, ["A", "B"]).with_round(1, 9, [0, 5], 0)
    sheet = sheet.with_round(2, 8, [10, 5])
    assert sheet.totals == (10, 10)
    assert (sheet.winners, sheet.ranks) == ((0,), (1, 2))


@pytest.fixture
def shelf(tmp_path: Path) -> SheetShelf:
    return SheetShelf(tmp_path / "data" / "sheets")


def test_what_is_written_is_there_again(shelf: SheetShelf) -> None:
    kept = shelf.new(CLASSIC, ["Anna", "Bruno\u2028"], now=NOW)
    kept.write(1, 9, [0, 61], 0, [[], [Tile(6, 5), Tile(0, 0)]])
    kept.write(2, 8, [7, 0], 1)
    kept.write(1, 9, [0, 16], 0)
    assert kept.undo()
    assert kept.sheet.totals == (7, 61)
    kept.close()
    assert kept.path.name == f"2026-11-29T201500Z{SHEET_SUFFIX}"
    if sys.platform != "win32":
        assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    again = shelf.open(kept.path)
    assert again.sheet == kept.sheet
    assert again.undo()
    assert again.undo()
    assert not again.undo()
    assert again.sheet.results == ()
    again.close()
    assert kept.path.read_bytes().count(b"\n") == 7
    assert read_sheet(kept.path).results == ()


def test_a_refused_round_leaves_no_trace(shelf: SheetShelf) -> None:
    kept = shelf.new(CLASSIC, ["Anna", "Bruno"])
    before = kept.path.read_bytes()
    with pytest.raises(SheetError):
        kept.write(1, 9, [5000, 1])
    assert kept.path.read_bytes() == before
    assert not kept.can_undo
    kept.close()


def test_two_windows_do_not_keep_one_sheet(shelf: SheetShelf) -> None:
    kept = shelf.new(CLASSIC, ["Anna", "Bruno"])
    with pytest.raises(StoreError, match="another window"):
        shelf.open(kept.path)
    kept.close()
    shelf.open(kept.path).close()


def test_a_line_that_was_cut_off_is_dropped_and_kept_aside(shelf: SheetShelf) -> None:
    kept = shelf.new(CLASSIC, ["Anna", "Bruno"])
    kept.write(1, 9, [0, 61], 0)
    kept.close()
    whole = kept.path.read_bytes()
    for cut in range(1, 40, 3):
        kept.path.write_bytes(whole + b'{"round": 2, "lead": 8, "points": [1, 2], "out": 1}'[:cut])
        assert read_sheet(kept.path).totals == (0, 61)
        again = shelf.open(kept.path)
        assert again.sheet.totals == (0, 61)
        again.write(2, 8, [1, 2])
        again.close()
        assert read_sheet(kept.path).totals == (1, 63)
    assert len(list(shelf.folder.glob("*.damaged*"))) == 13


def test_a_last_line_without_its_newline_counts(shelf: SheetShelf) -> None:
    kept = shelf.new(CLASSIC, ["Anna", "Bruno"])
    kept.write(1, 9, [0, 61], 0)
    kept.close()
    kept.path.write_bytes(kept.path.read_bytes()[:-1])
    again = shelf.open(kept.path)
    again.write(2, 8, [1, 2])
    again.close()
    assert read_sheet(kept.path).totals == (1, 63)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello\n",
        b"[]\n",
        b'{"sheet": true}\n',
        b'{"sheet": 2}\n',
        b'{"sheet": 1, "rules": {}, "names": ["A"]}\n',
        b'{"sheet": 1, "rules": {"arms": 5}, "names": ["A", "B"]}\n',
        b'{"sheet": 1, "rules": {}, "names": ["A", "B"]}\n{"undo": 1}\n',
        b'{"sheet": 1, "rules": {}, "names": ["A", "B"]}\n{"round": 1}\n',
        b'{"sheet": 1, "rules": {}, "names": ["A", "B"]}\n{"round": 2, "lead": 9, "points": [1]}\n',
        b'{"sheet": 1, "rules": {}, "names": ["A", "B"]}\nhello\n{"undo": 1}\n',
    ],
)
def test_what_is_no_sheet_is_left_alone(shelf: SheetShelf, data: bytes) -> None:
    shelf.folder.mkdir(parents=True)
    path = shelf.folder / f"a{SHEET_SUFFIX}"
    path.write_bytes(data)
    with pytest.raises(StoreError):
        shelf.open(path)
    assert path.read_bytes() == data
    found = shelf.contents()
    assert (found.sheets, len(found.refused)) == ((), 1)


def test_the_folder_lists_the_latest_first(shelf: SheetShelf) -> None:
    assert shelf.contents() == ((), ())
    names = (["Anna", "Bruno"], ["Carla", "Dina"])
    paths = []
    for day, pair in enumerate(names, 1):
        kept = shelf.new(CLASSIC, pair, now=datetime(2026, 11, day, tzinfo=UTC))
        kept.close()
        paths.append(kept.path)
    found = shelf.contents().sheets
    assert [entry.path for entry in found] == paths[::-1]
    same = shelf.new(CLASSIC, names[0], now=datetime(2026, 11, 1, tzinfo=UTC))
    assert same.path not in paths
    same.close()


def test_a_sheet_is_no_record() -> None:
    assert is_sheet(json.dumps({"sheet": 1}).encode())
    assert not is_sheet(b'{"record": 1}\n{"sheet": 1}')
    assert not is_sheet(b"\xff")

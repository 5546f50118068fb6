from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from recorded import as_bytes, game_lines, put, record_of, unfinished

from chickenscratch import cli
from chickenscratch.cli.export import BLANKS, FORMATS
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import read_games
from chickenscratch.core.replay import verify
from chickenscratch.locale.transcript import story_of
from chickenscratch.store.keeper import SheetShelf

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli.app, ["export", *map(str, words)])


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return put(tmp_path, game_lines())


@pytest.fixture
def going(tmp_path: Path) -> Path:
    return put(tmp_path, unfinished(game_lines()), "going")


def told(result: Result) -> str:
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refused(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_log_unless_something_else_is_wanted(run: Run, finished: Path) -> None:
    assert "ROUND 1" in told(run(finished))
    assert "ROUND 1" not in told(run(finished, "--round", 2))


def test_the_record_opens_its_seed_at_the_end_only(run: Run, finished: Path) -> None:
    text = told(run(finished, "--format", "record"))
    header = json.loads(text.split("\n")[0])
    assert "seed" not in header
    record = next(read_games(text.split("\n")))
    assert verify(record).dealt == 2


def test_every_format_of_a_finished_game(run: Run, finished: Path) -> None:
    for kind in FORMATS:
        assert told(run(finished, "--format", kind))


def test_what_is_made_of_a_running_game_hides_what_is_hidden(run: Run, going: Path) -> None:
    seed = json.loads(going.read_text().split("\n")[0])["seed"]
    game = story_of(record_of([json.loads(t) for t in going.read_text().splitlines()])).game
    assert game.round is not None
    hidden = {str(tile) for hand in (*game.round.hands, game.round.yard) for tile in hand}
    for kind in FORMATS:
        if kind == "record":
            continue
        text = told(run(going, "--format", kind))
        assert seed not in text
        if kind == "log":
            text = text[text.index("ROUND 2") :]
            assert not any(tile in text for tile in hidden)


def test_the_record_of_a_running_game_stays_where_it_is(
    run: Run, going: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    assert "not over" in refused(run(going, "--format", "record", "--output", output))
    assert not output.exists()


def test_which_game_of_several(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "many.chicken.jsonl"
    path.write_bytes(
        as_bytes(game_lines()) + as_bytes(game_lines("classic", rounds=1, private=False))
    )
    assert "Chicken Scratch" in told(run(path))
    assert "Classic" in told(run(path, "--game", 2))
    second = told(run(path, "--game", 2, "--format", "record"))
    assert second.encode() == as_bytes(game_lines("classic", rounds=1, private=False))
    assert "no game 3" in refused(run(path, "--game", 3))


def test_a_picture_of_the_board(run: Run, finished: Path) -> None:
    both = [told(run(finished, "--format", "svg", "--round", n)) for n in (1, 2)]
    assert both[0] != both[1]
    assert told(run(finished, "--format", "svg")) == both[1]
    for text in both:
        root = ET.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(list(root.iter("{http://www.w3.org/2000/svg}rect"))) > 50


def test_nothing_is_overwritten(run: Run, finished: Path, tmp_path: Path) -> None:
    output = tmp_path / "sheet.csv"
    assert told(run(finished, "--format", "csv", "--output", output)) == ""
    rows = list(csv.reader(io.StringIO(output.read_text(encoding="utf-8"))))
    assert len(rows) == 4
    before = output.read_bytes()
    assert "exists already" in refused(run(finished, "--format", "log", "--output", output))
    assert output.read_bytes() == before
    assert "exists already" in refused(run(finished, "--output", finished))
    assert "cannot be written" in refused(run(finished, "--output", tmp_path / "no" / "where"))


def test_empty_sheets(run: Run, finished: Path) -> None:
    assert "Chicken Foot, 4 players" in told(run("--format", "blank"))
    text = told(run("--format", "blank", "--rules", "classic", "--players", 9))
    assert "Classic Chickenfoot, 9 players" in text
    assert "9-9" in text
    assert "Anna" in told(run(finished, "--format", "blank"))
    named = told(run("--format", "blank-html", "--names", "Anna, <Bruno>", "--players", 3))
    assert "&lt;Bruno&gt;" in named
    assert "3 players" in named
    refused(run("--format", "blank", "--names", "A,B,C", "--players", 2))
    refused(run("--format", "blank", "--names", "A"))
    refused(run("--format", "blank", "--rules", "chess"))


def test_kept_sheets(run: Run, tmp_path: Path) -> None:
    kept = SheetShelf(tmp_path / "sheets").new(PRESETS["classic"].rules, ["Anna", "Bruno"])
    kept.write(1, 9, [0, 61], 0)
    kept.close()
    for kind in FORMATS:
        if kind in ("log", "record", "svg"):
            assert "is a score sheet" in refused(run(kept.path, "--format", kind))
        else:
            assert ("61" in told(run(kept.path, "--format", kind))) is (kind not in BLANKS)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "FILE is missing"),
        (("nowhere",), "cannot be read"),
        (("nowhere", "--players", "3"), "go with the formats"),
        (("nowhere", "--format", "csv", "--round", "1"), "--round goes with"),
        (("nowhere", "--format", "poem"), "--format must be one of"),
    ],
)
def test_bad_usage_is_one_sentence(run: Run, words: tuple[str, ...], complaint: str) -> None:
    result = CliRunner().invoke(cli.app, ["export", *words])
    assert complaint in refused(result)


def test_bad_files_are_one_sentence(run: Run, tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "bad"
    for data in (b"", b"\xff\xfe", b"hello\n", b'{"sheet": 1}\n', b'{"sheet": 99}\n'):
        path.write_bytes(data)
        refused(run(path))
    lines = finished.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:5], *lines[6:]]))
    assert "Line" in refused(run(path))
    refused(run(tmp_path))
    assert "round 5" in refused(run(finished, "--round", 5))
    assert "round 5" in refused(run(finished, "--round", 5, "--format", "svg"))

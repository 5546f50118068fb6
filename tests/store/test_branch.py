"""What if: another way from any moment of a finished game, as a practice game of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from recorded import as_bytes, game_lines, put, unfinished

from chickenscratch.core.record import read_games
from chickenscratch.core.replay import replay
from chickenscratch.core.state import Game
from chickenscratch.store import Shelf, StoreError
from chickenscratch.store.branch import branch_off
from chickenscratch.store.outcomes import was_assisted
from chickenscratch.store.records import RecordedGame, games_in, write_new

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


@pytest.fixture
def game(tmp_path: Path) -> RecordedGame:
    (found,) = games_in(put(tmp_path, game_lines()))
    return found


def unsealed(game: Game) -> Game:
    """Without the seed, which not every record tells."""
    return game._replace(seed=None, lot=0)


def test_a_branch_goes_on_at_any_line(game: RecordedGame, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    for step in list(replay(game.record))[::7]:
        path = branch_off(shelf, game, step.line, [0], "heaviest", NOW)
        opened = shelf.open(path)
        opened.save.close()
        assert unsealed(opened.game) == unsealed(step.game)
        assert opened.header.seed == game.seed
        path.unlink()


def test_a_branch_is_for_practice_and_played_by_whom_one_likes(
    game: RecordedGame, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path / "shelf")
    line = game.record.entries[10][0]
    path = branch_off(shelf, game, line, [2], "strong", NOW)
    (listed,) = shelf.contents().games
    assert listed.practice
    assert listed.created == "2026-12-01T09:00:00Z"
    assert [seat.level for seat in listed.seats] == ["strong", "random", None]
    assert [seat.name for seat in listed.seats] == [s.name for s in game.record.header.seats]
    assert was_assisted(path.read_text("utf-8").split("\n"))


def test_blank_lines_and_lines_of_other_programs_do_not_count(
    game: RecordedGame, tmp_path: Path
) -> None:
    lines = [*game.lines[:9], "", '{"chat": "ciao"}', *game.lines[9:], ""]
    path = tmp_path / "b.chicken.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    (found,) = games_in(path)
    branch = branch_off(Shelf(tmp_path / "shelf"), found, found.record.entries[9][0], [0], "x", NOW)
    (record,) = read_games(branch.read_text("utf-8").split("\n")[:-1])
    assert [entry for _, entry in record.entries] == [e for _, e in game.record.entries[:10]]


def test_a_game_that_goes_on_is_not_branched(tmp_path: Path) -> None:
    (going,) = games_in(put(tmp_path, unfinished(game_lines())))
    with pytest.raises(StoreError, match="finished"):
        branch_off(Shelf(tmp_path / "shelf"), going, 3, [0], "random", NOW)
    assert not (tmp_path / "shelf").exists()


def test_every_game_of_a_file_has_its_own_lines(tmp_path: Path) -> None:
    one, other = game_lines(), game_lines("chicken-foot", rounds=1)
    path = tmp_path / "both.chicken.jsonl"
    path.write_bytes(as_bytes(one) + b"\n" + as_bytes(other))
    games = games_in(path)
    assert [len(game.lines) for game in games] == [len(one), len(other)]
    assert games[1].up_to(games[1].record.line) == games[1].lines[:1]
    assert all(game.finished for game in games)


def test_a_new_file_never_takes_the_place_of_an_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    paths = [write_new(folder, "evening", "sheet.md", text) for text in ("a", "b", "c")]
    assert [path.name for path in paths] == [
        "evening.sheet.md", "evening-2.sheet.md", "evening-3.sheet.md"
    ]  # fmt: skip
    assert [path.read_text() for path in paths] == ["a", "b", "c"]
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        write_new(tmp_path / "file", "evening", "txt", "d")

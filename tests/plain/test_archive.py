"""Finished games in plain mode: exported, and dealt again."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain.plain_kit import Script
from recorded import game_lines, put

from chickenscratch.config import Pace, Settings
from chickenscratch.plain.app import run
from chickenscratch.plain.archive import TEXTS
from chickenscratch.store import Shelf
from chickenscratch.store.records import games_in

SETTINGS = Settings(name="Anna", pace=Pace.INSTANT)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    put(tmp_path / "games", game_lines(), "done")
    return Shelf(tmp_path / "games")


def evening(shelf: Shelf, *lines: str) -> Script:
    script = Script(*lines)
    assert run(SETTINGS, shelf, shelf.folder.parent / "config.toml", console=script) == 0
    return script


@pytest.mark.parametrize("kind", TEXTS)
def test_a_document_is_written_and_its_place_is_said(shelf: Shelf, kind: str) -> None:
    script = evening(shelf, "export", "1", kind, "export", "", kind, "quit")
    files = sorted((shelf.folder.parent / "exports").iterdir())
    assert len(files) == 2
    said = [line for line in script.said if line.startswith("Written: ")]
    assert sorted(said) == [f"Written: {file}" for file in files]
    assert files[0].read_text("utf-8") == files[1].read_text("utf-8") != ""


def test_a_folder_that_cannot_be_written_is_one_sentence(shelf: Shelf) -> None:
    (shelf.folder.parent / "exports").write_text("")
    script = evening(shelf, "export", "", "csv", "quit")
    assert any("cannot be written" in line for line in script.said)


def test_the_same_deals_again(shelf: Shelf) -> None:
    evening(shelf, "again", "", "quit", "quit")
    fresh, old = (games_in(game.path)[0] for game in shelf.contents().games)
    assert fresh.record.header.seed == old.seed
    assert fresh.record.entries[0][1] == old.record.entries[0][1]
    assert fresh.record.header.seats == old.record.header.seats

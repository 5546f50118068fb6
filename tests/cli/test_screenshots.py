"""``chickenscratch screenshots``."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from chickenscratch import cli
from chickenscratch.tui import pictures_poses


def test_pictures_are_written_into_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    mini = [picture for picture in pictures_poses.PICTURES if picture.name == "mini"]
    monkeypatch.setattr(pictures_poses, "PICTURES", mini)
    folder = tmp_path / "new" / "pictures"
    done = CliRunner().invoke(cli.app, ["screenshots", str(folder)])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.split() == [str(folder / "mini-40x12.svg")]
    assert [path.name for path in folder.iterdir()] == ["mini-40x12.svg"]


def test_a_file_is_no_folder(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for place in (file, file / "below"):
        done = CliRunner().invoke(cli.app, ["screenshots", str(place)])
        assert done.exit_code == 2
        assert done.stderr.count("\n") == 1
    assert CliRunner().invoke(cli.app, ["screenshots"]).exit_code == 2

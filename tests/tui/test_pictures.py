"""The pictures: the same every time, whatever the machine, and for every viewer."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from chickenscratch.tui.pictures import draw, portable, write
from chickenscratch.tui.pictures_poses import PICTURES

FOLDER = Path(__file__).parents[2] / "screenshots"
BY_NAME = {picture.name: picture for picture in PICTURES}


@pytest.mark.parametrize("name", ["home", "hungry-foot", "curtain", "mini", "watch", "games"])
def test_two_runs_are_equal(name: str, monkeypatch: pytest.MonkeyPatch):
    picture = BY_NAME[name]
    size = picture.sizes[0]
    first = draw(picture, size)
    monkeypatch.setenv("USER", "somebody")
    monkeypatch.setenv("COLUMNS", "33")
    assert draw(picture, size) == first
    ElementTree.fromstring(first)
    assert "somebody" not in first
    assert not re.search(r"terminal-\d", first)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("setup", "Hub arms"), ("rules", "The aim"), ("scratch", "Your turn"),
        ("full-hub", "Chicken Foot".upper()), ("crowded", "open ends"),
        ("reveal", "END OF ROUND 4"), ("podium", "THE COOP HAS A WINNER"), ("replay", "REPLAY"),
        ("look-back", "LOOKING BACK Move 16 of"), ("lesson", "LESSON 3 of 6"),
        ("watch", "WATCHING"), ("games", "5 finished games"), ("export", "Written:"),
        ("proof", "PROOF"), ("statistics", "All games"), ("score-keeper", "SCORE KEEPER"),
        ("settings", "SETTINGS"),
        ("it-home", "Partita veloce"), ("theme-paper", "foot of 8"),
    ],
)  # fmt: skip
def test_each_shows_what_it_is_named_after(name: str, words: str):
    svg = draw(BY_NAME[name], BY_NAME[name].sizes[0]).replace("&#160;", " ")
    assert all(word in svg for word in words.split())


def test_files(tmp_path: Path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "mini-40x12.svg").write_text("old", encoding="utf-8")
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    (path,) = write(BY_NAME["mini"], folder)
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert sorted(p.name for p in folder.iterdir()) == ["mine.txt", path.name]


def test_names_are_all_different():
    names = [name for picture in PICTURES for name, _size in picture.files()]
    assert len(names) == len(set(names))


def test_the_gallery_shows_every_picture():
    """And every picture of it is there."""
    page = (FOLDER / "README.md").read_text("utf-8")
    shown = set(re.findall(r"\((?:\./)?([\w-]+\.svg)\)", page))
    wanted = {name for picture in PICTURES for name, _size in picture.files()}
    assert shown == wanted
    assert {path.name for path in FOLDER.glob("*.svg")} == wanted


def test_blanks_at_the_ends_move_into_the_place():
    svg = '<text class="a" x="12.2" y="5" textLength="61">&#160;&#160;ab&#160;</text>'
    assert portable(svg) == '<text class="a" x="36.6" y="5" textLength="24.4">ab</text>\n'
    assert portable('<text x="0" y="5" textLength="24.4">&#160;&#160;</text>') == "\n"
    assert portable("<text x='1'>title</text>\n") == "<text x='1'>title</text>\n"


@pytest.mark.parametrize("language", ["it", "xx"])
@pytest.mark.parametrize("name", ["home", "setup", "rules", "reveal", "podium", "replay"])
def test_every_page_can_be_said_in_every_language(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
):
    picture = BY_NAME[name]
    english = draw(picture, picture.sizes[0])
    monkeypatch.setattr("chickenscratch.tui.pictures.LANGUAGE", language)
    assert draw(picture, picture.sizes[0]) != english

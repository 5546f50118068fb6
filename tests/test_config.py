from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from chickenscratch import config, locale
from chickenscratch.config import (
    Bell,
    ConfigError,
    Language,
    Pace,
    Paths,
    Settings,
    SetUp,
    Zoom,
    change,
    load,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_a_file_everything_is_at_its_default(file: Path) -> None:
    assert load(file) == Settings()
    assert Settings().bell is Bell.UNFOCUSED
    assert not file.exists()


def test_every_language_of_the_catalogue_can_be_chosen() -> None:
    assert [str(language) for language in Language] == ["auto", *locale.LANGUAGES]


def test_every_setting_says_what_it_is() -> None:
    for model in (Settings, SetUp):
        assert all(field.description for field in model.model_fields.values())


def test_reading(file: Path) -> None:
    file.write_text('name = " Anna "\npace = "calm"\n[last]\nplayers = 3\nbots = ["gentle"]\n')
    settings = load(file)
    assert settings.name == "Anna"
    assert settings.pace is Pace.CALM
    assert settings.last == SetUp(players=3, bots=("gentle",))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('pace = "slow"', "sets “pace” to “slow”; it must be one of instant, brisk, calm."),
        ("ascii = 1", "sets “ascii” to 1; it must be true or false."),
        ('mouse = "no"', "sets “mouse” to “no”; it must be true or false."),
        ("last.players = 9", "sets “last.players” to 9; it must be a whole number from 2 to 8."),
        ("last.players = true", "sets “last.players” to true; it must be a whole number from"),
        ("name = 3", "sets “name” to 3; it must be text on one line, 20 characters at most."),
        ('name = "\\u001b[2J"', "it must be text on one line, 20 characters at most."),
        ('name = "aaaaaaaaaaaaaaaaaaaaa"', "it must be text on one line, 20 characters at most."),
        ("bell = [1]", "sets “bell” to something else; it must be one of off, unfocused, always."),
        ("last = 4", "sets “last” to 4; it must be a table of its own, such as [last]."),
        ("last.bots = 4", "sets “last.bots” to 4; it must be a list of words in quotation marks."),
        ("last.bots = [4]", "sets “last.bots” to 4; it must be a list of words in quotation"),
        ("keys = 3", "sets “keys” to 3; it must be the names of keys in quotation marks"),
        ("[keys]\ndraw = 3", "sets “keys.draw” to 3; it must be the names of keys in quotation"),
        ('pase = "calm"', "has a setting “pase” that does not exist; there is pace."),
        ("[last]\nplayer = 3", "has a setting “last.player” that does not exist; there is last.pl"),
        ("xyz = 1", "does not exist; there is language, name, theme, pace, hand_order, conf"),
        ("pace = calm", "is not valid TOML: Invalid value (at line 1, column 8)."),
    ],
)
def test_a_fault_names_file_setting_and_what_is_allowed(
    file: Path, text: str, complaint: str
) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file} ")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_text(file: Path) -> None:
    file.write_bytes(b'name = "\xe8"\n')
    with pytest.raises(ConfigError, match="is not valid TOML"):
        load(file)


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_changing_keeps_comments_order_and_ways_of_writing(file: Path) -> None:
    file.write_text(
        "# my settings\nzoom = 'near'  # old eyes\n\nname = \"Anna\"\n\n[last]\nplayers = 3 # us\n"
    )
    settings = change(file, zoom=Zoom.NEAR, name="Bruno", bell=Bell.OFF)
    assert (settings.zoom, settings.name, settings.bell) == (Zoom.NEAR, "Bruno", Bell.OFF)
    assert file.read_text() == (
        "# my settings\nzoom = 'near'  # old eyes\n\nname = \"Bruno\"\n"
        'bell = "off"\n\n[last]\nplayers = 3 # us\n'
    )
    assert load(file) == settings


def test_own_keys_come_and_go(file: Path) -> None:
    file.write_text('[keys]\n# as at home\ndraw = "f2"\npass_ = "f3"\n')
    assert change(file, keys={"pass_": "f4"}).keys == {"pass_": "f4"}
    assert file.read_text() == '[keys]\n# as at home\npass_ = "f4"\n'


def test_changing_makes_the_file_and_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    settings = change(file, last=SetUp(rules="chicken-foot", bots=("gentle", "sharp")))
    assert load(file) == settings
    assert settings.last.bots == ("gentle", "sharp")
    assert file.read_text().startswith("# ")
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_hand_edits_made_meanwhile_are_not_lost(file: Path) -> None:
    change(file, pace=Pace.CALM)
    file.write_text(file.read_text() + "ascii = true\n")
    assert change(file, mouse=False).ascii
    assert 'pace = "calm"\nascii = true\nmouse = false\n' in file.read_text()


def test_a_faulty_file_is_not_overwritten(file: Path) -> None:
    file.write_text("pace = calm")
    with pytest.raises(ConfigError):
        change(file, mouse=False)
    assert file.read_text() == "pace = calm"


def test_a_faulty_change_is_not_written(file: Path) -> None:
    with pytest.raises(ConfigError, match="“pace”"):
        change(file, pace="slow")
    assert not file.exists()


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "dotfiles.toml"
    elsewhere.write_text("ascii = true\n")
    file.symlink_to(elsewhere)
    change(file, mouse=False)
    assert file.is_symlink()
    assert elsewhere.read_text() == "ascii = true\nmouse = false\n"


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    with pytest.raises(ConfigError, match=r"cannot be (read|written)"):
        change(tmp_path / "plain" / "config.toml", mouse=False)


def test_all_folders_are_below_the_override(tmp_path: Path) -> None:
    paths = Paths.find({"CHICKENSCRATCH_HOME": str(tmp_path)})
    assert paths == Paths.below(tmp_path)
    assert paths.settings == tmp_path / "config" / "config.toml"
    assert len({paths.config, paths.data, paths.state, paths.cache}) == 4


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have folders of their own")
def test_xdg_variables_are_obeyed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHICKENSCRATCH_HOME")
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    paths = Paths.find()
    assert paths.config == tmp_path / "config" / "chickenscratch"
    assert paths.state == tmp_path / "state" / "chickenscratch"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have folders of their own")
def test_without_any_variable_they_are_below_home(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHICKENSCRATCH_HOME")
    paths = Paths.find(os.environ)
    assert paths.config == home / ".config" / "chickenscratch"
    assert paths.data == home / ".local" / "share" / "chickenscratch"


def test_complaints_are_translated(file: Path) -> None:
    file.write_text('pace = "slow"')
    with locale.using("xx"), pytest.raises(ConfigError) as caught:
        config.load(file)
    assert "šéţš" in str(caught.value)

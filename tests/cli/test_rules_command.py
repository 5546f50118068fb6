from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleSet

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli.app, ["rules", *words])


def test_the_presets_there_are(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    for name, preset in PRESETS.items():
        assert f"{name} " in result.stdout
        assert preset.about[:30] in result.stdout
    assert "chickenscratch rules chicken-foot" in result.stdout
    listed = json.loads(run("--json").stdout)
    assert [entry["preset"] for entry in listed] == list(PRESETS)
    assert listed[0]["players"] == [2, 3, 4, 5]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_in_words(run: Run, name: str) -> None:
    result = run(name)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith(PRESETS[name].title.upper())
    assert "The aim" in lines
    assert "Calls" in lines
    assert max(map(len, lines)) <= 79
    assert "What differs" not in result.stdout


def test_the_number_of_players(run: Run) -> None:
    assert "Each of the 6 players takes 7 tiles." in " ".join(
        run("chicken-foot", "--players", "6").stdout.split()
    )
    assert run("chickie-sixes").stdout.startswith("CHICKIE SIXES, 2 PLAYERS")


def test_in_italian_and_in_ascii(run: Run) -> None:
    assert "Il mozzo" in run("classic", "--lang", "it").stdout
    assert not set("─│╲╱┌└┼") & set(run("eight-legged", "--ascii").stdout)


def test_as_json(run: Run) -> None:
    document = json.loads(run("chicken-scratch", "--players", "3", "--json").stdout)
    assert document["preset"] == "chicken-scratch"
    assert document["players"] == 3
    assert set(document["options"]) == set(RuleSet.model_fields)
    assert document["options"]["arms"] == {"title": "Hub arms", "value": 4, "words": "4"}
    assert document["options"]["draw"]["words"] == "draw one tile"
    assert document["paragraphs"][0]["title"] == "The aim"
    assert "{6|6}" in document["paragraphs"][3]["figure"]


def test_house_rules(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('preset = "chicken-foot"\narms = 8\nblank_scoring = "double-blank-50"\n')
    result = run(str(file))
    assert result.exit_code == 0
    assert result.stdout.startswith("HOUSE RULES, 4 PLAYERS")
    told = result.stdout.partition("What differs from “Chicken Foot”\n")[2]
    assert told.splitlines() == [
        "  Hub arms: 8",
        "  Blanks in the count: the double blank counts 50",
    ]
    assert json.loads(run(str(file), "--json").stdout)["preset"] == "custom"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chicken"], "There are no rules called “chicken”; choose one of chicken-scratch, "),
        (["ours.toml"], "ours.toml cannot be read: "),
        (["classic", "--players", "9"], "These rules are for 2 to 8 players, not 9."),
        (["classic", "--players", "1"], "--players must be a whole number from 2 to 12."),
        (["bad.toml"], "A hub has 4, 6 or 8 arms, not 5."),
        (["latin.toml"], "latin.toml is not a text file."),
        (["folder"], "folder cannot be read: "),
    ],
)
def test_what_cannot_be_is_one_sentence(
    run: Run, words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text("arms = 5\n")
    Path("latin.toml").write_bytes(b"name = '\xe8'\n")
    Path("folder").mkdir()
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1

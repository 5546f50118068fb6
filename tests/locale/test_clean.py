"""What files and arguments hold is shown, never obeyed, and never without end."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner

from chickenscratch import cli, config
from chickenscratch.core.presets import rules_from_toml
from chickenscratch.core.record import RecordError, read_games
from chickenscratch.core.rules import RuleError
from chickenscratch.core.text import Sentence
from chickenscratch.locale import clean, columns
from chickenscratch.locale.reasons import say
from chickenscratch.plain import text

BAD = "\x1b]0;you\x07\x9b31m\u202eevil\u2066\n\u2028\ud800"


def fit(said: str) -> bool:
    return len(said) < 1100 and not any(
        unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in said
    )


def test_there_is_one_way_to_clean() -> None:
    assert columns.clean is text.clean is clean.clean
    assert clean.clean(" A\x1b[1m\u202eb ") == "A [1m b"


def test_a_value_of_a_sentence() -> None:
    assert clean.shown("Zoë 5-8 “x”") == "Zoë 5-8 “x”"
    assert fit(clean.shown(BAD))
    assert len(clean.shown("x" * 5000)) == clean.LONGEST
    long = clean.shown(Path("/tmp", "y" * 5000, "x.chicken.jsonl"))
    assert len(long) == clean.LONGEST_PATH
    assert long.endswith("/x.chicken.jsonl")
    inner = Sentence("{evil} in {evil}", {"evil": BAD * 100})
    assert fit(say(Sentence("{file}: {why}", {"file": Path("a\x1bb"), "why": inner})))


@pytest.mark.parametrize("rules", ['"\\u001b]0;\\u202e" = 3', 'draw = "\\u001b\\u009b\\u202e"'])
def test_house_rules(rules: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_toml(rules)
    assert fit(say(caught.value.sentence))


def test_records() -> None:
    with pytest.raises(RecordError) as caught:
        list(read_games(['{"record": 1, "rules": {"\x9b\u202e": "' + "x" * 9000 + '"}}']))
    assert fit(say(caught.value.sentence))


@pytest.mark.parametrize("line", ['"\\u001b\\u202e" = 3', 'name = "\\u001b\\u009b31m"', "\x1b"])
def test_settings(line: str, tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text(line)
    with pytest.raises(config.ConfigError) as caught:
        config.load(file)
    assert fit(str(caught.value))


@pytest.mark.parametrize(
    "words",
    [
        ["{bad}"],
        ["rules", "{bad}"],
        ["rules", "{bad}.toml"],
        ["play", "--seed", "{bad}"],
        ["play", "--bots", "{bad}"],
        ["play", "--{bad}"],
        ["play", "--config", "{bad}"],
        ["stats", "--player", "{bad}"],
        ["simulate", "--bots", "{bad}"],
        ["replay", "{bad}"],
        ["verify", "{bad}"],
        ["export", "{bad}"],
        ["score", "{bad}"],
        ["paths", "{bad}"],
    ],
)
@pytest.mark.parametrize("times", [1, 200])
def test_arguments(words: list[str], times: int) -> None:
    bad = BAD.replace("\ud800", "") * times
    done = CliRunner().invoke(cli.app, [word.replace("{bad}", bad) for word in words])
    assert isinstance(done.exception, SystemExit), done.exception
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith("\n")
    assert fit(done.stderr[:-1])

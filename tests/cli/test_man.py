"""The manual page: complete, in both languages, and well-formed for every roff there is."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from chickenscratch import cli
from chickenscratch.cli.man import manual, text_of
from chickenscratch.config import Settings
from chickenscratch.locale import _, using
from chickenscratch.plain.commands import COMMANDS
from chickenscratch.tui.keys import ACTS

LANGUAGES = ("en", "it")


def plain(page: str) -> str:
    """The words of a page without the marks of roff."""
    for mark, sign in (("\\-", "-"), ("\\(aq", "'"), ("\\&", ""), ("\\fB", ""), ("\\fR", "")):
        page = page.replace(mark, sign)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_done_is_in_it(language: str) -> None:
    with using(language):
        page = plain(manual())
        for name in cli.app.list_commands(cli.app.make_context("x", [], resilient_parsing=True)):
            assert f'.SS "{name}' in page
        for act in ACTS:
            assert _(act.help) in page
        for command in COMMANDS:
            assert command.title in page
        for name in Settings.model_fields:
            assert f"\n{name}\n" in page


def test_the_two_languages_have_the_same_shape() -> None:
    shapes = []
    for language in LANGUAGES:
        with using(language):
            shapes.append(re.findall(r"^\.\w+", manual(), re.MULTILINE))
    assert shapes[0] == shapes[1]
    assert shapes[0].count(".SH") == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_a_macro_we_know_or_text(language: str) -> None:
    with using(language):
        lines = manual().split("\n")
    macros = {line.split(" ")[0] for line in lines if line.startswith((".", "'"))}
    assert macros <= {".TH", ".SH", ".SS", ".TP", ".PP", ".br"}
    assert all(line.count('"') % 2 == 0 for line in lines if line.startswith("."))


@pytest.mark.parametrize(
    ("words", "roff"),
    [("a-b", "a\\-b"), (".x", "\\&.x"), ("'x", "\\&\\(aqx"), ("C:\\x", "C:\\ex"), ("~", "\\(ti")],
)
def test_text_stays_text(words: str, roff: str) -> None:
    assert text_of(words) == roff


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
@pytest.mark.parametrize("language", LANGUAGES)
def test_groff_reads_it_without_a_complaint(language: str) -> None:
    with using(language):
        page = manual()
        words = ["groff", "-K", "utf8", "-T", "utf8", "-man", "-ww", "-z"]
        done = subprocess.run(words, input=page.encode(), capture_output=True, check=False)
        assert done.returncode == 0
        assert done.stderr == b""


def test_without_a_terminal_the_source_is_printed() -> None:
    done = CliRunner().invoke(cli.app, ["man"])
    assert done.exit_code == 0
    assert done.stdout.startswith(".TH CHICKENSCRATCH 6")

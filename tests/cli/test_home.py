"""The application as the command line starts it, in a real pseudo-terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from chickenscratch.cli.home import prepare
from chickenscratch.cli.kit import Common
from chickenscratch.config import Settings
from chickenscratch.tui.terminal import Colors


def test_the_terminal_is_known_before_textual_is(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("TEXTUAL_COLOR_SYSTEM", "TEXTUAL_ANIMATIONS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    terminal = prepare(Common(no_color=True), Settings(reduced_motion=True))
    assert terminal.colors is Colors.NONE
    assert os.environ["NO_COLOR"] == "1"
    assert os.environ["TEXTUAL_ANIMATIONS"] == "none"


def test_what_the_person_has_set_stays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "environ", dict(os.environ) | {"TEXTUAL_ANIMATIONS": "full"})
    prepare(Common(), Settings(reduced_motion=True))
    assert os.environ["TEXTUAL_ANIMATIONS"] == "full"


def test_games_are_kept_in_the_data_folder(home: Path):
    assert Common().paths.data.is_relative_to(home)

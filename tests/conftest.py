"""For every test: an empty home, a plain terminal, English, and no deadlines for Hypothesis."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from chickenscratch import locale

settings.register_profile(
    "chickenscratch",
    deadline=None,
    max_examples=30,
    # the same examples for everybody; the thorough profile looks for new ones
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", settings.get_profile("chickenscratch"), max_examples=1000, derandomize=False
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "chickenscratch"))

HOME_VARIABLES = ("HOME", "USERPROFILE", "CHICKENSCRATCH_HOME")
PERSONAL = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLORTERM", "TERM_PROGRAM")
PREFIXES = ("XDG_", "CHICKENSCRATCH_", "SSH_", "TEXTUAL_")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder; nothing of the developer's own settings reaches a test."""
    for name in list(os.environ):
        if name.startswith(PREFIXES) or name in PERSONAL:
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    for name in HOME_VARIABLES:
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    return folder


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test starts with a voice of its own, in English."""
    with locale.using("en"):
        yield

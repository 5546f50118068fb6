"""``chickenscratch doctor``: it finds what is wrong, says how to mend it, and works anywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from chickenscratch import cli, locale
from chickenscratch.locale.reasons import say
from chickenscratch.tui.checkup import RESET, AskTmux, findings
from chickenscratch.tui.terminal import detect

UTF8 = {"LANG": "it_IT.UTF-8"}
GOOD = {"TERM": "xterm-256color", "COLORTERM": "truecolor", **UTF8}
Doctor = Callable[..., Result]


@pytest.fixture
def doctor() -> Doctor:
    return lambda *words: CliRunner().invoke(cli.app, ["doctor", *words])


def told(environ: dict[str, str], *, size: tuple[int, int] = (120, 40),
         tmux: dict[str, str] | None = None, interactive: bool = True) -> str:  # fmt: skip
    """All findings as text, the serious ones with a mark."""
    ask: AskTmux = (tmux or {}).get
    terminal = detect(environ, size=size, interactive=interactive)
    return "\n".join(
        f"{'!' if one.serious else ' '} {say(one.what)} {say(one.cure)}"
        for one in findings(terminal, environ, ask)
    )


def test_nothing_is_wrong_with_a_good_terminal() -> None:
    assert told(GOOD) == ""


@pytest.mark.parametrize(
    ("environ", "cure"),
    [
        ({"TERM": "xterm-256color", **UTF8}, "COLORTERM=truecolor"),
        ({"TERM": "xterm", **UTF8}, "TERM=xterm-256color"),
        (GOOD | {"NO_COLOR": "1"}, "unset NO_COLOR"),
        (GOOD | {"LANG": "it_IT.ISO-8859-1"}, "export LANG=C.UTF-8"),
        (GOOD | {"TERM": "linux"}, "Linux console"),
        (GOOD | {"TERM": "dumb"}, "TERM=xterm-256color"),
        (UTF8, "TERM=xterm-256color"),
        (GOOD | {"STY": "1.tty"}, "tmux does both"),
        (GOOD | {"TMUX": "socket,1,0"}, "may keep the mouse to itself. In ~/.tmux.conf: set -g m"),
    ],
)
def test_each_fault_has_a_cure(environ: dict[str, str], cure: str) -> None:
    assert cure in told(environ)


def test_tmux_is_asked() -> None:
    here = GOOD | {"TMUX": "socket,1,0"}
    fine = {"mouse": "on", "escape-time": "20", "focus-events": "on"}
    assert told(here, tmux=fine) == ""
    assert "! tmux keeps the mouse to itself." in told(here, tmux=fine | {"mouse": "off"})
    assert "500 milliseconds" in told(here, tmux=fine | {"escape-time": "500"})
    assert "focus-events on" in told(here, tmux=fine | {"focus-events": "off"})


def test_small_windows() -> None:
    assert "Make it 80 x 24" in told(GOOD, size=(70, 24))
    assert told(GOOD, size=(30, 24)).startswith("! ")
    assert told(GOOD, size=(80, 24)) == ""


def test_plain_text_in_a_pipe(doctor: Doctor) -> None:
    result = doctor()
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    for part in ("THE TERMINAL", "WHAT COULD BE BETTER", "SAMPLES", "FILES", "| 5 |", "│ 5 │"):
        assert part in result.output
    assert max(map(len, result.output.splitlines())) <= 200


def test_everything_is_in_the_json_document(doctor: Doctor) -> None:
    result = doctor("--json")
    document = json.loads(result.output)
    assert set(document) == {"versions", "search", "terminal", "findings", "files"}
    assert document["terminal"]["full_screen"] is False
    assert all(set(finding) == {"what", "cure", "serious"} for finding in document["findings"])
    assert document["files"]["settings"].endswith("config.toml")


def test_a_faulty_settings_file_is_a_failed_check(doctor: Doctor, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("theme = 3\n")
    result = doctor("--config", str(file))
    assert result.exit_code == 1
    assert "it must be one of felt" in " ".join(result.output.split())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(
    doctor: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o500)
    monkeypatch.setenv("CHICKENSCRATCH_HOME", str(tmp_path))
    result = doctor("--json")
    tmp_path.chmod(0o700)
    assert result.exit_code == 1


def test_a_file_in_place_of_a_folder(
    doctor: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CHICKENSCRATCH_HOME", str(tmp_path / "file"))
    assert "Nothing can be kept in" in doctor().output


def test_reset_prints_codes_and_nothing_else(doctor: Doctor) -> None:
    result = doctor("--reset")
    assert result.output == RESET
    for mode in (1000, 1002, 1003, 1006, 1015, 2004, 1004):
        assert f"\x1b[?{mode}l" in result.output
    assert "\x1b[?25h" in result.output


def test_it_speaks_italian(doctor: Doctor) -> None:
    with locale.using("it"):
        assert "IL TERMINALE" in doctor("--lang", "it").output


@pytest.mark.parametrize("term", ["dumb", "xterm", "vt100"])
def test_it_needs_no_screen_and_no_textual(term: str) -> None:
    code = "import sys; from chickenscratch.cli import app\ntry: app.main(['doctor'])\nfinally: " \
           "print('textual.app' in sys.modules)"  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env=os.environ | {"TERM": term},
    )  # fmt: skip
    assert run.stdout.endswith("False\n")
    assert f"TERM        {term}" in run.stdout


@pytest.mark.skipif(os.name == "nt", reason="there is no pty")
@pytest.mark.parametrize(
    ("environ", "code"),
    [
        (GOOD, "38;2;"),
        (GOOD | {"COLORTERM": ""}, "38;5;"),
        (GOOD | {"TERM": "xterm", "COLORTERM": ""}, "\x1b[1;96;"),
        (GOOD | {"NO_COLOR": "1"}, None),
    ],
)
def test_samples_have_the_colours_of_the_terminal(
    environ: dict[str, str], code: str | None
) -> None:
    import pty

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "chickenscratch", "doctor"],
        stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | environ,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    child.wait()
    os.close(ours)
    text = shown.decode()
    assert (code in text) if code else (not re.search(r"\x1b\[[0-9;]*3[0-9]", text))

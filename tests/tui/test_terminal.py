from __future__ import annotations

import pytest

from chickenscratch.tui.terminal import Colors, Terminal, detect, environment

UTF8 = {"LANG": "it_IT.UTF-8", "TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("environ", "colors"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Colors.TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, Colors.TRUE),
        ({"TERM": "xterm-256color"}, Colors.MANY),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "tmux"}, Colors.MANY),
        ({"TERM": "screen"}, Colors.SIXTEEN),
        ({"TERM": "xterm"}, Colors.SIXTEEN),
        ({"TERM": "linux"}, Colors.SIXTEEN),
        ({"TERM": "xterm-kitty"}, Colors.TRUE),
        ({"TERM": "xterm-ghostty"}, Colors.TRUE),
        ({"TERM": "foot"}, Colors.TRUE),
        ({"TERM": "xterm-direct"}, Colors.TRUE),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, Colors.TRUE),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "TMUX": "socket,1,0"}, Colors.MANY),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Colors.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Colors.MANY),
        ({"TERM": "vt100"}, Colors.NONE),
        ({"TERM": "dumb"}, Colors.NONE),
        ({}, Colors.SIXTEEN),
    ],
)
def test_colors(environ: dict[str, str], colors: Colors) -> None:
    assert detect(environ).colors is colors


@pytest.mark.parametrize(
    ("environ", "unicode"),
    [
        ({"LANG": "it_IT.UTF-8"}, True),
        ({"LANG": "en_US.utf8"}, True),
        ({"LANG": "ca_ES.UTF-8@valencia"}, True),
        ({"LANG": "it_IT.ISO-8859-1"}, False),
        ({"LANG": "it_IT@euro"}, False),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "it_IT.UTF-8", "LC_CTYPE": "it_IT.ISO-8859-15"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "it_IT.UTF-8", "TERM": "linux"}, False),
        ({}, True),
    ],
)
def test_unicode(environ: dict[str, str], unicode: bool) -> None:
    assert detect({"TERM": "xterm"} | environ).unicode is unicode


@pytest.mark.parametrize(
    ("environ", "dumb"),
    [({"TERM": "dumb"}, True), ({}, True), ({"TERM": ""}, True), ({"TERM": "vt100"}, False)],
)
def test_dumb(environ: dict[str, str], dumb: bool) -> None:
    assert detect(environ).dumb is dumb
    assert detect(environ).full_screen is not dumb


def test_a_windows_console_has_everything_but_variables() -> None:
    terminal = detect({}, windows=True)
    assert (terminal.colors, terminal.unicode, terminal.dumb) == (Colors.TRUE, True, False)


def test_without_a_terminal_there_is_no_full_screen() -> None:
    assert not detect(UTF8, interactive=False).full_screen


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY"])
def test_a_remote_terminal_gets_fewer_frames_and_more_time_for_arrow_keys(name: str) -> None:
    terminal = detect(UTF8 | {name: "x"})
    assert terminal.remote
    wanted = environment(terminal)
    assert wanted["TEXTUAL_FPS"] == "20"
    assert wanted["TEXTUAL_ANIMATIONS"] == "none"
    assert int(wanted["ESCDELAY"]) > 100


def test_textual_is_told_what_we_found() -> None:
    local = environment(detect(UTF8))
    assert local == {"TEXTUAL_SMOOTH_SCROLL": "0", "TEXTUAL_COLOR_SYSTEM": "256"}
    still = environment(detect(UTF8), reduced_motion=True)
    assert still["TEXTUAL_ANIMATIONS"] == "none"
    assert environment(detect(UTF8 | {"NO_COLOR": "1"}))["NO_COLOR"] == "1"


def test_the_size_is_passed_on() -> None:
    terminal = detect(UTF8, size=(120, 40))
    assert isinstance(terminal, Terminal)
    assert terminal.size == (120, 40)

"""What is wrong with a terminal, and how to mend it. Nothing here needs Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from chickenscratch.core.text import N_, Sentence
from chickenscratch.tui.terminal import Colors, Terminal

LEAST: Final = (40, 12)
COMFORTABLE: Final = (80, 24)

RESET: Final = "".join(
    (
        "\x1b[?1047l",  # the ordinary screen; 1049 would move the cursor as well
        *(f"\x1b[?{mode}l" for mode in (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016)),
        "\x1b[?1004l",  # no reports of focus
        "\x1b[?2004l",  # pasted text without marks
        "\x1b[?2048l",  # no reports of size
        "\x1b[?2026l",  # show at once what is written
        "\x1b[<u",  # keys as they were
        "\x1b[?7h\x1b[?25h",  # lines wrap, the cursor is seen
        "\x1b[r\x1b(B\x1b[0m",
    )
)
"""Frees a terminal that a program has left in full-screen or mouse mode when it was cut off."""

AskTmux = Callable[[str], str | None]
"""The value of a global tmux option, or None where tmux cannot be asked."""


class Finding(NamedTuple):
    """Something that could be better, and what to do. `serious`: the game suffers from it."""

    what: Sentence
    cure: Sentence
    serious: bool = False


def findings(
    terminal: Terminal, environ: Mapping[str, str], ask_tmux: AskTmux = lambda _option: None
) -> list[Finding]:
    """What could be better, the worst first."""
    found = [
        *_about_drawing(terminal, environ),
        *_about_size(terminal),
        *_about_colours(terminal, environ),
        *_about_company(environ, ask_tmux),
    ]
    return sorted(found, key=lambda finding: not finding.serious)


def inside(environ: Mapping[str, str]) -> str:
    """What the terminal runs inside, such as ``tmux``; empty for nothing."""
    if environ.get("TMUX"):
        return "tmux"
    if environ.get("STY"):
        return "screen"
    return "zellij" if environ.get("ZELLIJ") else ""


def _about_drawing(terminal: Terminal, environ: Mapping[str, str]) -> list[Finding]:
    found = []
    if not terminal.interactive:
        found.append(
            Finding(
                Sentence(N_("Input or output is not a terminal, so the game goes line by line.")),
                Sentence(N_("Start it directly, without pipes.")),
            )
        )
    if terminal.dumb:
        found.append(
            Finding(
                Sentence(
                    N_("TERM is “{term}”, so the game goes line by line."),
                    {"term": environ.get("TERM", "")},
                ),
                Sentence(
                    N_("If the terminal can do more: {command}"),
                    {"command": "export TERM=xterm-256color"},
                ),
                serious=not environ.get("TERM"),
            )
        )
    if not terminal.unicode and environ.get("TERM") == "linux":
        found.append(
            Finding(
                Sentence(N_("The Linux console has few characters, so tiles are drawn in ASCII.")),
                Sentence(N_("Nothing needs to be done; a terminal in a window shows more.")),
            )
        )
    elif not terminal.unicode:
        found.append(
            Finding(
                Sentence(N_("The locale is not UTF-8, so tiles are drawn in ASCII.")),
                Sentence(N_("Try: {command}"), {"command": "export LANG=C.UTF-8"}),
            )
        )
    return found


def _about_size(terminal: Terminal) -> list[Finding]:
    columns, rows = terminal.size
    if not terminal.interactive or (columns >= COMFORTABLE[0] and rows >= COMFORTABLE[1]):
        return []
    too_small = columns < LEAST[0] or rows < LEAST[1]
    wanted = LEAST if too_small else COMFORTABLE
    what = (
        N_("The window has {columns} x {rows} characters, too few to play in.")
        if too_small
        else N_("The window has {columns} x {rows} characters, enough for a small view only.")
    )
    return [
        Finding(
            Sentence(what, {"columns": columns, "rows": rows}),
            Sentence(
                N_("Make it {columns} x {rows} or larger, or its letters smaller."),
                {"columns": wanted[0], "rows": wanted[1]},
            ),
            serious=too_small,
        )
    ]


def _about_colours(terminal: Terminal, environ: Mapping[str, str]) -> list[Finding]:
    if environ.get("NO_COLOR"):
        return [
            Finding(
                Sentence(N_("NO_COLOR is set, so there are no colours and no other themes.")),
                Sentence(N_("To have them: {command}"), {"command": "unset NO_COLOR"}),
            )
        ]
    if terminal.colors is Colors.MANY:
        return [
            Finding(
                Sentence(N_("The terminal is taken to show 256 colours.")),
                Sentence(
                    N_("Most show all of them: {command}; over SSH: {option} in ~/.ssh/config"),
                    {"command": "export COLORTERM=truecolor", "option": "SendEnv COLORTERM"},
                ),
            )
        ]
    if terminal.colors is Colors.SIXTEEN and not terminal.dumb and environ.get("TERM") != "linux":
        return [
            Finding(
                Sentence(N_("The terminal is taken to show sixteen colours.")),
                Sentence(
                    N_("If it shows more: {command}"), {"command": "export TERM=xterm-256color"}
                ),
            )
        ]
    return []


def _about_company(environ: Mapping[str, str], ask_tmux: AskTmux) -> list[Finding]:
    within = inside(environ)
    if within == "screen":
        return [
            Finding(
                Sentence(N_("GNU screen passes on few colours and not every mouse report.")),
                Sentence(N_("tmux does both; or play outside of screen.")),
            )
        ]
    if within != "tmux":
        return []
    found = []
    if ask_tmux("mouse") in ("off", None):
        known = ask_tmux("mouse") is not None
        what = (
            N_("tmux keeps the mouse to itself.")
            if known
            else N_("tmux may keep the mouse to itself.")
        )
        found.append(
            Finding(
                Sentence(what),
                Sentence(N_("In ~/.tmux.conf: {line}"), {"line": "set -g mouse on"}),
                serious=known,
            )
        )
    wait = ask_tmux("escape-time")
    if wait is not None and wait.isdigit() and int(wait) > 100:
        found.append(
            Finding(
                Sentence(N_("tmux holds the Esc key back for {wait} milliseconds."),
                         {"wait": int(wait)}),
                Sentence(N_("In ~/.tmux.conf: {line}"), {"line": "set -sg escape-time 20"}),
            )
        )  # fmt: skip
    if ask_tmux("focus-events") == "off":
        found.append(
            Finding(
                Sentence(N_("tmux does not tell when the window gets the focus, so the bell for "
                            "your turn may ring while you look.")),
                Sentence(N_("In ~/.tmux.conf: {line}"), {"line": "set -g focus-events on"}),
            )
        )  # fmt: skip
    return found

"""``chickenscratch doctor``: what this terminal can do, what is wrong, and how to mend it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import textwrap
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chickenscratch import __version__
from chickenscratch.cli.kit import Command, Common, Option, pass_common, print_json
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.tui.checkup import Finding
    from chickenscratch.tui.terminal import Terminal

CHECK_FAILED: Final = 1
WIDTH: Final = 79


@click.command(
    cls=Command,
    help=N_(
        "What this terminal can do, samples of how tiles are drawn in it, what is wrong and how to "
        "mend it, and where the files are."
    ),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@click.option(
    "--reset",
    cls=Option,
    is_flag=True,
    help=N_("Free a terminal that was left in mouse mode or on another screen; nothing else."),
)
@pass_common
def command(common: Common, as_json: bool, reset: bool) -> int:
    """Look around and tell."""
    from chickenscratch.tui.checkup import RESET, findings
    from chickenscratch.tui.terminal import Colors, look

    if reset:
        click.echo(RESET, nl=False, color=True)
        _sane()
        return 0
    terminal = look()
    if not common.color:
        from dataclasses import replace

        terminal = replace(terminal, colors=Colors.NONE)
    found = [*_file_faults(common), *findings(terminal, os.environ, _ask_tmux)]
    if as_json:
        print_json(_document(common, terminal, found))
    else:
        _tell(common, terminal, found)
    return CHECK_FAILED if any(finding.serious for finding in found) else 0


def _sane() -> None:
    """Echo and line editing as a shell wants them, where there is somebody to type."""
    if sys.stdin is not None and sys.stdin.isatty():
        try:
            subprocess.run(["stty", "sane"], check=False)
        except OSError:
            return


def _ask_tmux(option: str) -> str | None:
    if not os.environ.get("TMUX"):
        return None
    try:
        asked = subprocess.run(
            ["tmux", "show-options", "-gqv", option],
            capture_output=True, text=True, timeout=2, check=False,
        )  # fmt: skip
        if not asked.stdout.strip():  # a server option
            asked = subprocess.run(
                ["tmux", "show-options", "-sqv", option],
                capture_output=True, text=True, timeout=2, check=False,
            )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout.strip() or None


def _file_faults(common: Common) -> list[Finding]:
    """Settings that cannot be read, folders that cannot be written."""
    from chickenscratch.config import ConfigError, load
    from chickenscratch.core.text import Sentence
    from chickenscratch.tui.checkup import Finding

    found = []
    try:
        load(common.settings_file)
    except ConfigError as error:  # a whole sentence already, in the reader's language
        said = str(error).replace("{", "{{").replace("}", "}}")
        found.append(
            Finding(
                Sentence(said),
                Sentence(N_("Correct that line, or move the file away.")),
                serious=True,
            )
        )
    for folder in (common.paths.config, common.paths.data):
        there = next((place for place in (folder, *folder.parents) if place.exists()), Path("/"))
        if not (there.is_dir() and os.access(there, os.W_OK)):
            found.append(
                Finding(
                    Sentence(N_("Nothing can be kept in {folder}."), {"folder": str(folder)}),
                    Sentence(
                        N_("Make it writable, or name another folder in {variable}."),
                        {"variable": "CHICKENSCRATCH_HOME"},
                    ),
                    serious=True,
                )
            )
    return found


def _versions() -> dict[str, str]:
    return {
        "chickenscratch": __version__,
        "python": platform.python_version(),
        "textual": version("textual"),
        "system": f"{platform.system()} {platform.release()}".strip(),
    }


def _compiled() -> bool:
    from chickenscratch.bots.kernel.engine import COMPILED

    return COMPILED is not None


def _files(common: Common) -> dict[str, str]:
    paths = common.paths
    return {
        "settings": str(common.settings_file),
        "data": str(paths.data),
        "state": str(paths.state),
        "cache": str(paths.cache),
    }


def _document(common: Common, terminal: Terminal, found: list[Finding]) -> dict[str, Any]:
    from chickenscratch.locale.reasons import say
    from chickenscratch.tui.checkup import inside

    columns, rows = terminal.size
    return {
        "versions": _versions(),
        "search": "compiled" if _compiled() else "python",
        "terminal": {
            "term": os.environ.get("TERM", ""),
            "program": os.environ.get("TERM_PROGRAM", ""),
            "interactive": terminal.interactive,
            "full_screen": terminal.full_screen,
            "colors": int(terminal.colors),
            "unicode": terminal.unicode,
            "encoding": _encoding(),
            "columns": columns,
            "rows": rows,
            "ssh": terminal.remote,
            "inside": inside(os.environ),
        },
        "findings": [
            {"what": say(one.what), "cure": say(one.cure), "serious": one.serious} for one in found
        ],
        "files": _files(common),
    }


def _encoding() -> str:
    return (sys.stdout.encoding or "").lower()


def _tell(common: Common, terminal: Terminal, found: list[Finding]) -> None:
    from chickenscratch.cli.doctor_samples import show_samples

    versions = _versions()
    click.echo(
        f"chickenscratch {versions['chickenscratch']}, Python {versions['python']}, "
        f"Textual {versions['textual']}, {versions['system']}"
    )
    if _compiled():
        click.echo(_("The hens think in compiled code."))
    else:
        click.echo(
            _(
                "The hens think in plain Python: as well, but not as fast. Where there is a C "
                "compiler, installing again makes them faster."
            )
        )
    _head(_("The terminal"))
    _table(_facts(common, terminal))
    _head(_("What could be better"))
    _mend(found)
    _head(_("Samples"))
    show_samples(terminal, ascii_only=common.ascii)
    _head(_("Files"))
    _table(list(_files(common).items()))


def _head(text: str) -> None:
    click.echo(f"\n{text.upper()}")


def _table(rows: list[tuple[str, str]]) -> None:
    width = max(len(name) for name, _value in rows) + 2
    for name, value in rows:
        click.echo(f"  {name:<{width}}{value}")


def _facts(common: Common, terminal: Terminal) -> list[tuple[str, str]]:
    from chickenscratch.tui.checkup import inside
    from chickenscratch.tui.terminal import Colors

    columns, rows = terminal.size
    colours = {
        Colors.NONE: _("none"),
        Colors.SIXTEEN: "16",
        Colors.MANY: "256",
        Colors.TRUE: _("all (24 bits)"),
    }
    characters = _("lines, blocks and dots") if terminal.unicode else _("ASCII only")
    full = _("full screen") if terminal.full_screen else _("line by line")
    facts = [
        ("TERM", os.environ.get("TERM", "") or "-"),
        (_("program"), os.environ.get("TERM_PROGRAM", "") or "-"),
        (_("size"), f"{columns} x {rows}"),
        (_("colours"), colours[terminal.colors]),
        (_("characters"), f"{characters} ({_encoding()})"),
        (_("mouse"), _("left alone") if _no_mouse(common) else _("used where it is sent")),
        (_("connection"), "SSH" if terminal.remote else _("local")),
        (_("drawn"), full),
    ]
    within = inside(os.environ)
    if within:
        facts.insert(2, (_("inside"), within))
    return facts


def _no_mouse(common: Common) -> bool:
    from chickenscratch.config import ConfigError, load

    try:
        return common.no_mouse or not load(common.settings_file).mouse
    except ConfigError:
        return common.no_mouse


def _mend(found: list[Finding]) -> None:
    from chickenscratch.locale.reasons import say

    if not found:
        click.echo("  " + _("Nothing: all is well."))
    for number, finding in enumerate(found, 1):
        mark = "!" if finding.serious else " "
        click.echo(_filled(say(finding.what), f" {mark}{number}  "))
        click.echo(_filled(say(finding.cure), "     "))


def _filled(text: str, indent: str) -> str:
    rest = " " * len(indent)
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=rest,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip

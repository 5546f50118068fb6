"""``chickenscratch man``: the manual page, made from the same tables as the program itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from shutil import which
from typing import TYPE_CHECKING

import click

from chickenscratch import __version__
from chickenscratch.cli import kit
from chickenscratch.cli.kit import Command, Common, Option, pass_common
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.tui.keys import Act

SECTION = 6
"""Games."""


@click.command(
    cls=Command,
    help=N_(
        "The manual page, in the language that is spoken: read it, or print its source to install "
        "it as chickenscratch.6."
    ),
)
@click.option(
    "--source", cls=Option, is_flag=True, help=N_("Print the roff source instead of the page.")
)
@pass_common
def command(common: Common, source: bool) -> int:
    """Show it with man where there is one to show and somebody to read, else print the source."""
    page = manual()
    reader = which("man")
    if source or common.plain or reader is None or not sys.stdout.isatty():
        click.echo(page, nl=False)
        return 0
    done = subprocess.run([reader, "-l", "-"], input=page.encode(), check=False)
    return done.returncode


def manual() -> str:
    """The page as roff source."""
    games, version = _quoted(_("Games Manual")), _quoted(f"chickenscratch {__version__}")
    parts = [
        f'.TH CHICKENSCRATCH {SECTION} "" "{version}" "{games}"',
        *_name(), *_synopsis(), *_description(), *_commands(), *_shared(), *_keys(), *_plain(),
        *_settings(), *_files(), *_environment(), *_exit_codes(), *_examples(),
    ]  # fmt: skip
    return "".join(f"{line}\n" for line in parts)


def text_of(words: str) -> str:
    """`words` as a line of text that roff leaves as it is."""
    plain = words.replace("\\", "\\e").replace("-", "\\-")
    plain = plain.replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    plain = plain.replace("~", "\\(ti")
    return "\\&" + plain if plain.startswith((".", "\\(aq")) else plain


def _quoted(words: str) -> str:
    """`words` as an argument of a macro, between double quotes."""
    return text_of(words).replace('"', "\\(dq")


def _bold(words: str) -> str:
    return f"\\fB{text_of(words)}\\fR"


def _heading(words: str) -> str:
    return f'.SH "{_quoted(words.upper())}"'


def _entry(sign: str, *words: str) -> Iterator[str]:
    """A sign, and beside it what it means."""
    yield ".TP"
    yield _bold(sign)
    yield from (text_of(sentence) for sentence in words)


def _entries(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for sign, words in rows:
        yield from _entry(sign, words)


def _name() -> Iterator[str]:
    yield _heading(_("Name"))
    about = _("Chicken Scratch and Chicken Foot, the domino games, in the terminal")
    yield f"chickenscratch \\- {text_of(about)}"


def _synopsis() -> Iterator[str]:
    yield _heading(_("Synopsis"))
    command_, options = _("COMMAND"), _("[OPTIONS]")
    for words in (options, f"{command_} {options}"):
        yield f"{_bold('chickenscratch')} {text_of(words)}"
        yield ".br"


def _description() -> Iterator[str]:
    yield _heading(_("Description"))
    yield text_of(
        _("Dominoes that are laid in all directions around a hub. A double opens a chicken foot, "
          "which must have three toes before anything else may be played; the lowest total of "
          "points wins.")
    )  # fmt: skip
    yield ".PP"
    yield text_of(
        _("Without a command the home screen comes up. Computer players, people at the same "
          "keyboard and people elsewhere may sit at a table; a game that is left can be continued.")
    )  # fmt: skip


def _commands() -> Iterator[str]:
    yield _heading(_("Commands"))
    from chickenscratch.cli import app

    context = click.Context(app, info_name="chickenscratch")
    for name in app.list_commands(context):
        found = app.get_command(context, name)
        if found is not None:
            yield from _one_command(found, click.Context(found, context, name))


def _one_command(found: click.Command, context: click.Context) -> Iterator[str]:
    pieces = [piece for piece in found.collect_usage_pieces(context) if piece != _("[OPTIONS]")]
    yield f'.SS "{_quoted(" ".join([context.info_name or "", *pieces]))}"'
    yield from (text_of(row) for row in (found.help or "").split("\n") if row.strip())
    own = [
        param for param in found.get_params(context)
        if isinstance(param, click.Option) and not isinstance(param, kit._CommonOption)
        and "--help" not in param.opts
    ]  # fmt: skip
    yield from _options(own, context)


def _options(params: Sequence[click.Parameter], context: click.Context) -> Iterator[str]:
    for param in params:
        record = param.get_help_record(context)
        if record is not None:
            yield from _entry(record[0], " ".join(record[1].split()))


def _shared() -> Iterator[str]:
    from chickenscratch.cli import app

    yield _heading(_("Options of every command"))
    context = click.Context(app, info_name="chickenscratch")
    shared = [param for param in app.get_params(context) if isinstance(param, kit._CommonOption)]
    yield from _options(shared, context)


def _keys() -> Iterator[str]:
    from chickenscratch.tui.keys import ACTS

    yield _heading(_("Keys at the table"))
    yield text_of(
        _("They are the same in every language. The settings have sets of keys for the left hand, "
          "the right hand, the numeric keypad and vim, and keys of your own.")
    )  # fmt: skip
    yield from _entries((act.key, _help_of(act)) for act in ACTS)


def _help_of(act: Act) -> str:
    mouse = _("mouse: {what}").format(what=_(act.mouse))
    return f"{_(act.help)} ({mouse})" if act.mouse else _(act.help)


def _plain() -> Iterator[str]:
    from chickenscratch.plain.commands import help_lines

    yield _heading(_("Words in plain mode"))
    yield text_of(
        _("With {option}, in a pipe and in a terminal that cannot move its cursor, a line is typed "
          "and lines come back, a fact a line.").format(option="--plain")
    )  # fmt: skip
    for line in help_lines():
        sign, _colon, words = line.partition(": ")
        yield from _entry(sign, words or sign)


def _settings() -> Iterator[str]:
    from chickenscratch.config import Settings

    yield _heading(_("Settings"))
    yield text_of(_("The settings file is TOML; the settings screen leaves its comments alone."))
    for name, field in Settings.model_fields.items():
        kind = field.annotation
        choices = (
            [str(choice) for choice in kind] if isinstance(kind, type) and _listed(kind) else []
        )
        about = _(field.description) if field.description else ""
        yield from _entry(name, f"{about} ({', '.join(choices)})" if choices else about)


def _listed(kind: type) -> bool:
    from enum import Enum

    return issubclass(kind, Enum)


def _files() -> Iterator[str]:
    yield _heading(_("Files"))
    rows = {
        "~/.config/chickenscratch/config.toml": _("the settings"),
        "~/.local/share/chickenscratch/games/": _("a record of every game"),
        "~/.local/share/chickenscratch/sheets/": _("score sheets of games with real tiles"),
    }
    yield from _entries(rows.items())
    yield ".PP"
    yield text_of(_("Where they are on this machine says: chickenscratch paths"))


def _environment() -> Iterator[str]:
    yield _heading(_("Environment"))
    rows = {
        "CHICKENSCRATCH_HOME": _("One folder for everything."),
        "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": _("The language, if the settings name none."),
        "NO_COLOR": _("Do without colours."),
        "TERM, COLORTERM": _("What the terminal can do; chickenscratch doctor tells."),
        "ESCDELAY": _("Milliseconds to wait for the rest of a key that arrives in pieces."),
    }
    yield from _entries(rows.items())


def _exit_codes() -> Iterator[str]:
    yield _heading(_("Exit status"))
    rows = {
        "0": _("All went well."),
        "1": _("It could not be done, or a check found a fault."),
        "2": _("The command line or a file was not understood."),
        "130": _("Interrupted."),
    }
    yield from _entries(rows.items())


def _examples() -> Iterator[str]:
    yield _heading(_("Examples"))
    rows = {
        "chickenscratch play --rules chicken-foot --players 4": _("Straight to a table."),
        "chickenscratch --plain": _("Everything line by line."),
        "chickenscratch man --lang it --source > chickenscratch.6": _("This page, to be kept."),
    }
    yield from _entries(rows.items())

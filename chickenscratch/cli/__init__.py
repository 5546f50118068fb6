"""The command line: one module a command, imported when that command is asked for.

A command ``play`` is the object ``command`` in ``chickenscratch/cli/play.py``, a click command made
with ``cls=Command`` from :mod:`chickenscratch.cli.kit`, and a line in :data:`COMMANDS`. It returns
its exit code, or None for 0. Without a command, ``home`` runs: the application.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NoReturn

import click

from chickenscratch.cli import kit
from chickenscratch.cli.complaints import sentence
from chickenscratch.locale import N_, _
from chickenscratch.locale.clean import harmless

COMMANDS: Final[Mapping[str, str]] = {
    "play": N_("Straight to a table."),
    "join": N_("Play with others at the host on this machine."),
    "simulate": N_("Let computer players play many games against each other."),
    "replay": N_("Watch a recorded game."),
    "review": N_("Look back at a game: what every decision cost."),
    "verify": N_("Check records and shuffles."),
    "export": N_("Make a log, a score sheet or a picture of a recorded game."),
    "stats": N_("Show what your games came to."),
    "score": N_("Keep the score of a game with real tiles."),
    "rules": N_("The rules in words, with a preset's switches filled in."),
    "host": N_("Run tables for many on this machine, or see to the one that runs."),
    "paths": N_("Show the folders and files in use."),
    "doctor": N_("What this terminal can do, and how to mend what is wrong."),
    "man": N_("The manual page."),
    "screenshots": N_("Write pictures of the screens."),
    "bench": N_("Measure the speed of everything."),
}
"""Every command and what it does, in the order of the help. Those without a module are left out."""

HOME: Final = "home"

NO_OUTPUT: Final = 1
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141  # what a shell reports for a program that died of SIGPIPE


class CommandGroup(kit.Words, click.Group):
    """The commands, each imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if _has_module(name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != HOME and cmd_name not in COMMANDS:
            return None
        if not _has_module(cmd_name):
            return None
        command = import_module(f"{__name__}.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise kit.no_such_command(name, self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does it, without importing every command to ask what it does."""
        rows = [(name, _(COMMANDS[name])) for name in self.list_commands(ctx)]
        with formatter.section(_("Commands")):
            formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            ctx.exit(PIPE_CLOSED)
        return result

    def main(self, args: Sequence[str] | None = None, *_args: Any, **extra: Any) -> NoReturn:
        """Run the command and leave with its exit code. Whatever goes wrong is one sentence."""
        words = list(sys.argv[1:] if args is None else args)
        wanting = _fill_in_streams()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a Latin-1 terminal has no curly quotes
                stream.reconfigure(errors="replace")
        kit.choose_language(words)
        extra |= {"prog_name": "chickenscratch", "standalone_mode": False}
        try:
            if wanting:
                kit.fail(_("Standard output is closed, so nothing can be shown."), kit.Hindered)
            code = super().main(words, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            click.echo(harmless(sentence(error)), err=True)
            code = error.exit_code if isinstance(error, kit.Failure) else kit.BAD_USAGE
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except OSError as error:  # most likely a full disk behind standard output
            _drop_output()
            sentence_ = _("This could not be done: {reason}.")
            click.echo(harmless(sentence_.format(reason=error.strerror or error)), err=True)
            code = NO_OUTPUT
        sys.exit(code if isinstance(code, int) else 0)


def _fill_in_streams() -> bool:
    """Put nothing where a standard stream is closed; True if that is the output."""
    closed = sys.stdout is None
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    return closed


def _drop_output() -> None:
    """Python flushes once more on its way out; let that go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _has_module(name: str) -> bool:
    return find_spec(f"{__name__}.{name}") is not None


@click.command(
    cls=CommandGroup,
    invoke_without_command=True,
    help=N_("Chicken Scratch and Chicken Foot, the domino games. Without a command: the game."),
)
@click.option(
    "--version",
    cls=kit.Option,
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _param, wanted: kit.show_version(ctx) if wanted else None,
    help=N_("Show the version and leave."),
)
@click.pass_context
def app(ctx: click.Context) -> int | None:
    """The whole command line."""
    if ctx.invoked_subcommand is not None:
        return None
    home = app.get_command(ctx, HOME)
    if home is None:
        click.echo(ctx.get_help())
        return None
    code = ctx.invoke(home)
    return code if isinstance(code, int) else None


def main() -> NoReturn:
    """What the installed ``chickenscratch`` script runs."""
    app.main()

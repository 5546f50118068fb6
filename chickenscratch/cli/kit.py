"""What every command is made of: translated help, common options, one-sentence failures."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, NoReturn, ParamSpec, TypeVar

import click

from chickenscratch import __version__, locale
from chickenscratch.locale import N_, _
from chickenscratch.locale.clean import harmless

if TYPE_CHECKING:
    from chickenscratch.config import Settings
    from chickenscratch.paths import Paths

BAD_USAGE: Final = 2

_KEY: Final = "chickenscratch.common"

P = ParamSpec("P")
R = TypeVar("R")


class Failure(click.ClickException):
    """Bad usage or input, told in one sentence."""

    exit_code = BAD_USAGE


class Hindered(Failure):
    """Everything was asked for as it should be, and yet could not be done."""

    exit_code = 1


def fail(sentence: str, kind: type[Failure] = Failure) -> NoReturn:
    """Leave with `sentence` on standard error. Say what is wrong and what to do."""
    raise kind(harmless(sentence))


def print_json(value: object) -> None:
    """Print one JSON document, plain ASCII so that it survives any encoding."""
    click.echo(json.dumps(value, indent=2))


def can_draw() -> bool:
    """Whether there is a terminal to draw on; Textual would draw into a pipe regardless."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    return sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb")


@dataclass(frozen=True, slots=True)
class Common:
    """The options every command has, as given; :meth:`settings` joins them with the file."""

    plain: bool = False
    ascii: bool = False
    no_color: bool = False
    no_mouse: bool = False
    reduced_motion: bool = False
    lang: str | None = None
    config: Path | None = None

    @property
    def plainly(self) -> bool:
        """Whether to go line by line: because it is asked for, or since nothing can be drawn."""
        return self.plain or not can_draw()

    @property
    def color(self) -> bool:
        """Whether colours are welcome, on the command line and in the environment."""
        return not (self.no_color or os.environ.get("NO_COLOR"))

    @property
    def paths(self) -> Paths:
        from chickenscratch.paths import Paths

        return Paths.find()

    @property
    def settings_file(self) -> Path:
        """The file named with --config, else the usual one."""
        return self.config or self.paths.settings

    def settings(self) -> Settings:
        """The person's settings with the command line on top; fails if the file is faulty."""
        from chickenscratch.config import ConfigError, Language, load

        if self.config is not None and not os.path.exists(self.config):
            fail(_("There is no settings file {file}.").format(file=self.config))
        try:
            settings = load(self.settings_file)
        except ConfigError as error:
            fail(str(error))
        asked: dict[str, object] = {}
        if self.lang is not None:
            asked["language"] = Language(self.lang)
        if self.ascii:
            asked["ascii"] = True
        if self.no_mouse:
            asked["mouse"] = False
        if self.reduced_motion:
            asked["reduced_motion"] = True
        return settings.model_copy(update=asked)


def common(ctx: click.Context) -> Common:
    """The common options, given before the command or after it; the later ones count."""
    return Common(**ctx.meta.get(_KEY, {}))


def pass_common(function: Callable[Concatenate[Common, P], R]) -> Callable[P, R]:
    """Give a command's function the common options as its first argument."""

    @wraps(function)
    def with_common(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(common(click.get_current_context()), *args, **kwargs)

    return with_common


class Option(click.Option):
    """An option whose help is translated when it is shown."""

    _help: str | None = None

    @property
    def help(self) -> str | None:
        return None if self._help is None else _(self._help)

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text


class _CommonOption(Option):
    """An option every command has. Its value goes into the context, not to the command."""

    def __init__(self, *names: str, **kinds: Any) -> None:
        super().__init__(list(names), expose_value=False, callback=_remember, **kinds)


def _remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    given = ctx.get_parameter_source(param.name or "") is click.core.ParameterSource.COMMANDLINE
    if given:
        ctx.meta.setdefault(_KEY, {})[param.name] = value


def _common_options() -> list[click.Parameter]:
    flags = {
        "--plain": N_("Line by line, for screen readers, plain terminals, pipes and scripts."),
        "--ascii": N_("Draw with plain ASCII characters only."),
        "--no-color": N_("Do without colours."),
        "--no-mouse": N_("Leave the mouse alone."),
        "--reduced-motion": N_("Nothing on the screen moves."),
    }
    return [
        *(_CommonOption(name, is_flag=True, help=words) for name, words in flags.items()),
        _CommonOption(
            "--lang",
            type=click.Choice(locale.LANGUAGES),
            help=N_("The language, instead of the one the settings or the environment ask for."),
        ),
        _CommonOption(
            "--config",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help=N_("The settings file, instead of the usual one."),
        ),
    ]


class Words(click.Command):
    """A command that speaks the reader's language and takes the common options."""

    _help: str | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["context_settings"] = {
            "help_option_names": ["--help", "-h"],
            **(kwargs.get("context_settings") or {}),
        }
        super().__init__(*args, **kwargs)
        self.params = [*self.params, *_common_options()]

    @property
    def help(self) -> str | None:
        return None if self._help is None else _(self._help)

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the complaint wants to know whose option it was
            raise

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this help and leave.")
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        words = {"[OPTIONS]": _("[OPTIONS]"), "[COMMAND] [ARGS]...": _("[COMMAND] …")}
        return [words.get(piece, piece) for piece in super().collect_usage_pieces(ctx)]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage:") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own: list[tuple[str, str]] = []
        shared: list[tuple[str, str]] = []
        for param in self.get_params(ctx):
            row = param.get_help_record(ctx)
            if row is not None and not isinstance(param, click.Argument):
                everywhere = isinstance(param, _CommonOption) or "--help" in param.opts
                (shared if everywhere else own).append(row)
        for title, rows in ((_("Options"), own), (_("Options of every command"), shared)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class Command(Words):
    """What a command's ``@click.command(cls=Command)`` makes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["context_settings"] = {
            **(kwargs.get("context_settings") or {}),
            "allow_extra_args": True,
        }
        super().__init__(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if ctx.args:  # click would complain in its own words
            sentence = _("“{word}” is one word too many; see {command} --help.")
            fail(sentence.format(word=ctx.args[0], command=ctx.command_path))
        return rest


def choose_language(words: Sequence[str]) -> None:
    """Speak the language the command line, the settings or the environment ask for.

    This happens before anything is parsed, so that complaints about the command line are
    translated as well. A faulty settings file is not reported here: not every command reads it.
    """
    asked: object = _value(words, "--lang")
    if asked is None and "--version" not in words:
        asked = _language_of_settings(_value(words, "--config"))
    known = isinstance(asked, str) and asked in locale.LANGUAGES
    locale.use(str(asked) if known else locale.guess(os.environ))


def _language_of_settings(file: str | None) -> object:
    """What the settings file says about the language, without importing all of the settings."""
    from chickenscratch.paths import Paths

    path = Path(file) if file else Paths.find().settings
    if not os.path.isfile(path):
        return None
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig")).get("language")
    except (OSError, ValueError, RecursionError):
        return None


def _value(words: Sequence[str], option: str) -> str | None:
    value = None
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            value = words[place + 1]
        elif word.startswith(option + "="):
            value = word.removeprefix(option + "=")
    return value


def show_version(ctx: click.Context) -> NoReturn:
    """Print name and version and leave."""
    click.echo(f"chickenscratch {__version__}")
    ctx.exit()


def no_such_command(name: str, commands: Sequence[str]) -> Failure:
    """The complaint about a word that is no command."""
    from difflib import get_close_matches

    if close := get_close_matches(name, commands, 1):
        sentence = _("There is no command “{name}”; did you mean “{offer}”?")
        return Failure(sentence.format(name=name, offer=close[0]))
    sentence = _("There is no command “{name}”; there is {commands}.")
    return Failure(sentence.format(name=name, commands=", ".join(commands)))

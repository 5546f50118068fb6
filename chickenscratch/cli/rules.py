"""``chickenscratch rules``: the rules in words, with a preset's switches filled in."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path
from typing import Any, Final

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common, print_json
from chickenscratch.core.presets import CUSTOM, PRESETS, format_rules, preset, rules_from_toml
from chickenscratch.core.rules import MAX_SEATS, RuleError, RuleSet
from chickenscratch.locale import N_, _
from chickenscratch.locale.options import differences_in_words, settings
from chickenscratch.locale.reasons import say
from chickenscratch.locale.rulebook import rulebook
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import read_file

USUAL_SEATS: Final = 4
_WIDTH: Final = 79
_INDENT: Final = "  "


def find_rules(name: str) -> tuple[str, RuleSet]:
    """The preset called `name`, or the house rules in that file: (preset's name, rules).

    Raises RuleError with one sentence.
    """
    # unlike Path's, this exists() takes a name that is too long for one that does not exist
    if name in PRESETS or not (name.endswith(".toml") or os.path.exists(name)):
        return name, preset(name).rules
    try:
        text = read_file(Path(name)).data.decode()
    except StoreError as error:
        raise RuleError(error.sentence.template, **error.sentence.values) from None
    except UnicodeDecodeError:
        raise RuleError(N_("{file} is not a text file."), file=name) from None
    except OSError as error:
        raise RuleError(
            N_("{file} cannot be read: {reason}."), file=name, reason=error.strerror
        ) from None
    return rules_from_toml(text)


@click.command(
    cls=Command,
    help=N_(
        "The rules in words, with every switch of a preset or of a house-rules file filled in. "
        "Without a name: the presets there are."
    ),
)
@click.argument("name", metavar="[PRESET|FILE.toml]", required=False)
@click.option(
    "--players",
    cls=Option,
    type=click.IntRange(2, MAX_SEATS),
    metavar="N",
    help=N_("How many sit at the table."),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@pass_common
def command(common: Common, name: str | None, players: int | None, as_json: bool) -> None:
    """Print the presets, or the rules of one table."""
    if name is None:
        _show_presets(as_json=as_json)
        return
    try:
        known_as, rules = find_rules(name)
        seats = _usual_seats(rules) if players is None else players
        rules.hand_size(seats)
    except RuleError as error:
        fail(say(error.sentence))
    if as_json:
        print_json(_document(known_as, rules, seats))
    else:
        _show(known_as, rules, seats, ascii_only=common.ascii)


def _usual_seats(rules: RuleSet) -> int:
    return min(rules.seats, key=lambda seats: (abs(seats - USUAL_SEATS), seats))


def _show_presets(*, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "preset": name,
                    "title": _(entry.title),
                    "about": _(entry.about),
                    "players": list(entry.rules.seats),
                }
                for name, entry in PRESETS.items()
            ]
        )
        return
    width = max(map(len, PRESETS)) + 2
    for name, entry in PRESETS.items():
        line = f"{name:<{width}}{_(entry.about)}"
        click.echo(textwrap.fill(line, _WIDTH, subsequent_indent=" " * width))
    click.echo()
    click.echo(_("Read one with: {command}").format(command="chickenscratch rules chicken-foot"))


def _title(name: str) -> str:
    return _("House rules") if name == CUSTOM else _(PRESETS[name].title)


def _show(name: str, rules: RuleSet, seats: int, *, ascii_only: bool) -> None:
    heading = _("{title}, {seats} players").format(title=_title(name), seats=seats)
    click.echo(heading.upper())
    for paragraph in rulebook(rules, seats, ascii_only=ascii_only):
        click.echo(f"\n{paragraph.title}")
        click.echo(_filled(paragraph.text))
        if paragraph.figure:
            click.echo("\n" + textwrap.indent(paragraph.figure, _INDENT))
    if name == CUSTOM:
        base = _nearest(rules)
        words = _("What differs from “{title}”").format(title=_title(base))
        click.echo(f"\n{words}")
        for setting in differences_in_words(rules, PRESETS[base].rules):
            click.echo(_filled(f"{setting.title}: {setting.words}"))


def _nearest(rules: RuleSet) -> str:
    """The preset that these house rules differ from least."""
    return format_rules(rules).split()[0]


def _filled(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _document(name: str, rules: RuleSet, seats: int) -> dict[str, Any]:
    values = rules.model_dump(mode="json")
    return {
        "preset": name,
        "title": _title(name),
        "players": seats,
        "options": {
            setting.name: {
                "title": setting.title,
                "value": values[setting.name],
                "words": setting.words,
            }
            for setting in settings(rules)
        },
        "paragraphs": [paragraph._asdict() for paragraph in rulebook(rules, seats)],
    }

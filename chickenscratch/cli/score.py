"""``chickenscratch score``: keep the score of a game with real tiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.tui.screens.keeper_setup import NewSheet


@click.command(
    cls=Command,
    help=N_(
        "Keep the score of a game with real tiles: rounds in any order the rules allow, points or "
        "tiles, corrections, totals and places. Without options: the sheets there are. Without a "
        "terminal to draw on, a sheet is printed."
    ),
)
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option(
    "--rules",
    "rules_name",
    cls=Option,
    metavar="PRESET|FILE",
    help=N_("The rules of a new sheet: a preset or a file of house rules."),
)
@click.option(
    "--names", cls=Option, metavar="NAME,…", help=N_("Who plays; begins a new sheet at once.")
)
@click.option(
    "--rounds", cls=Option, type=int, metavar="N", help=N_("A short game of so many rounds.")
)
@pass_common
def command(
    common: Common,
    file: Path | None,
    rules_name: str | None,
    names: str | None,
    rounds: int | None,
) -> int:
    """Find the sheet, then open it."""
    from chickenscratch.store.keeper import SHEETS

    settings = common.settings()
    if file is not None and (rules_name, names, rounds) != (None, None, None):
        fail(_("--rules, --names and --rounds are for a new sheet, not for {file}.").format(
            file=file
        ))  # fmt: skip
    if (rules_name is not None or rounds is not None) and names is None:
        fail(_("Say who plays as well: --names {example}.").format(example="Anna,Bruno"))
    if common.plainly and file is not None:
        return _printed(file)
    first = _new(rules_name, names, rounds) if names is not None else file
    if common.plainly:
        from chickenscratch.plain.app import run_keeper

        fresh = first if isinstance(first, tuple) else None
        return run_keeper(settings, common.paths.data / SHEETS, fresh)
    if isinstance(first, Path):
        _check(first)
    from chickenscratch.cli.home import prepare, run

    terminal = prepare(common, settings)
    from chickenscratch.company import own_name
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.keeper_flow import KeepScore

    screen = KeepScore(common.paths.data / SHEETS, own_name(settings), first)
    return run(ChickenApp(screen, terminal=terminal, settings=settings), settings)


def _new(rules_name: str | None, names: str, rounds: int | None) -> NewSheet:
    """What a new sheet needs; fails with one sentence if there can be none."""
    from chickenscratch.cli.rules import find_rules
    from chickenscratch.core.presets import make_rules
    from chickenscratch.core.rules import RuleError
    from chickenscratch.core.sheet import ScoreSheet, SheetError
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.reasons import say
    from chickenscratch.tui.screens.keeper_setup import NewSheet

    called = tuple(clean(name) for name in names.split(","))
    try:
        rules = find_rules(rules_name or "chicken-foot")[1]
        if rounds is not None:
            rules = make_rules({"rounds": rounds}, rules)
        ScoreSheet.begin(rules, called)
    except (RuleError, SheetError) as error:
        fail(say(error.sentence))
    return NewSheet(rules, called)


def _check(file: Path) -> None:
    """Fail before the screen is taken over if there is nothing to go on with."""
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.keeper import read_sheet

    try:
        read_sheet(file)
    except StoreError as error:
        fail(clean(say(error.sentence)))


def _printed(file: Path) -> int:
    """Without a screen a sheet of a file is only read."""
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.reasons import say
    from chickenscratch.locale.sheet import sheet_text
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.keeper import read_sheet

    try:
        click.echo(sheet_text(read_sheet(file)), nl=False)
    except StoreError as error:
        fail(clean(say(error.sentence)))
    return 0

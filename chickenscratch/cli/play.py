"""``chickenscratch play``: straight to a table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.config import Settings
    from chickenscratch.core.rules import RuleSet
    from chickenscratch.table.setup import TableSetup

USUAL_PLAYERS = 4


@click.command(
    cls=Command,
    help=N_(
        "Straight to a table. Without options: Chicken Scratch, you against three gentle computer "
        "players."
    ),
)
@click.option(
    "--rules",
    "rules_name",
    cls=Option,
    default="chicken-scratch",
    metavar="PRESET|FILE",
    help=N_("The rules: a preset or a file of house rules."),
)
@click.option(
    "--players",
    cls=Option,
    type=click.IntRange(2, 12),
    metavar="N",
    help=N_("How many sit at the table, you included."),
)
@click.option(
    "--bots",
    cls=Option,
    metavar="LEVEL,…",
    help=N_("The levels of the computer players; the last one goes for the rest."),
)
@click.option(
    "--people",
    cls=Option,
    metavar="NAME,…",
    help=N_("Who shares this keyboard; you alone unless given."),
)
@click.option(
    "--rounds", cls=Option, type=int, metavar="N", help=N_("A short game of so many rounds.")
)
@click.option(
    "--seed",
    cls=Option,
    metavar="HEX",
    help=N_("The seed all deals follow from, to play the same deals again."),
)
@click.option(
    "--practice",
    cls=Option,
    is_flag=True,
    help=N_("Free practice: everything can be taken back; statistics keep such games apart."),
)
@pass_common
def command(
    common: Common,
    rules_name: str,
    players: int | None,
    bots: str | None,
    people: str | None,
    rounds: int | None,
    seed: str | None,
    *,
    practice: bool,
) -> int:
    """Set the table up, then play."""
    from chickenscratch.cli.home import open_application

    settings = common.settings()
    setup = _setup(settings, rules_name, players, bots, people, rounds, seed)
    return open_application(common, settings, setup._replace(practice=practice))


def _setup(
    settings: Settings,
    rules_name: str,
    players: int | None,
    bots: str | None,
    people: str | None,
    rounds: int | None,
    seed: str | None,
) -> TableSetup:
    """The table these options describe; fails with one sentence if there is none."""
    from chickenscratch.bots.levels import LevelError, level_called
    from chickenscratch.company import gentle, own_name, seated
    from chickenscratch.core.rules import RuleError
    from chickenscratch.core.shuffle import parse_seed
    from chickenscratch.locale.reasons import say
    from chickenscratch.table.setup import TableSetup

    names = [own_name(settings)] if people is None else _names(people)
    levels = [] if bots is None else _words(bots)
    try:
        for level in levels:
            level_called(level)
        rules = _rules(rules_name, rounds)
        count = _players(rules, players, names, levels)
        filled = [*levels, *[levels[-1] if levels else gentle()] * count]
        seats = seated(names, filled[: count - len(names)])
        setup = TableSetup(rules, seats, None if seed is None else parse_seed(seed))
        setup.check()
    except (RuleError, LevelError) as error:
        fail(say(error.sentence))
    return setup


def _names(text: str) -> list[str]:
    from chickenscratch.company import LONGEST
    from chickenscratch.tui.text import clean

    names = [clean(word) for word in _words(text)]
    for name in names:
        if len(name) > LONGEST:
            words = _("A name has {most} characters at most: “{name}” is too long.")
            fail(words.format(most=LONGEST, name=name))
    return names


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _rules(name: str, rounds: int | None) -> RuleSet:
    from chickenscratch.cli.rules import find_rules
    from chickenscratch.core.presets import make_rules

    if os.path.isdir(name):
        fail(_("{file} is a folder, not a file of house rules.").format(file=name))
    rules = find_rules(name)[1]
    return rules if rounds is None else make_rules({"rounds": rounds}, rules)


def _players(rules: RuleSet, wanted: int | None, names: list[str], levels: list[str]) -> int:
    """How many sit at the table. Without a wish as many as are named, or the usual number."""
    named = len(names) + len(levels)
    if wanted is not None:
        if wanted < named:
            words = _("--players says {players}, but {named} are named.")
            fail(words.format(players=wanted, named=named))
        return wanted
    if levels or len(names) > 1:
        return max(named, rules.seats[0])
    return min(rules.seats, key=lambda seats: (abs(seats - USUAL_PLAYERS), seats))

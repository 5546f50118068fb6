"""``chickenscratch stats``: what one's games came to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common, print_json
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.statistics_words import Section
    from chickenscratch.store.figures import Figures, Player, Portrait
    from chickenscratch.store.outcomes import Outcome
    from chickenscratch.store.statistics import Statistics

_WIDTH: Final = 79
_BAR: Final = 30


@click.command(
    cls=Command,
    help=N_(
        "Show what your finished games came to: wins, points, how rounds ended, by game and by "
        "opponent. Games with help and practice games are counted apart."
    ),
)
@click.option(
    "--player",
    "name",
    cls=Option,
    metavar="NAME",
    help=N_("Somebody else, or a level of computer players."),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@click.option(
    "--rebuild",
    cls=Option,
    is_flag=True,
    help=N_("Read all records again first; the figures stay the same."),
)
@click.option(
    "--reset",
    cls=Option,
    is_flag=True,
    help=N_("Begin anew; the statistics as they were are kept in a file beside the new ones."),
)
@pass_common
def command(common: Common, name: str | None, *, as_json: bool, rebuild: bool, reset: bool) -> None:
    """Bring the statistics up to date, then show them."""
    from chickenscratch.cli.home import GAMES
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.statistics import FILE, Statistics

    settings = common.settings()
    kept = Statistics(common.paths.data / FILE)
    games = common.paths.data / GAMES
    try:
        if reset:
            if name is not None or as_json or rebuild:
                fail(_("--reset goes alone."))
            _reset(kept, games)
            return
        fed = kept.rebuild(games) if rebuild else kept.update(games)
        outcomes = kept.outcomes()
    except StoreError as error:
        fail(say(error.sentence))
    for refused in fed.refused:
        click.echo(say(refused.sentence), err=True)
    from chickenscratch.company import own_name

    player = _player(outcomes, name, own_name(settings))
    if as_json:
        print_json(_document(outcomes, player))
    elif player is None:
        click.echo(_("No game has been finished yet."))
    else:
        _show(outcomes, player, ascii_only=settings.ascii)


def _reset(kept: Statistics, games: Path) -> None:
    backup = kept.reset(games)
    if backup is None:
        click.echo(_("There was nothing to reset."))
        return
    click.echo(_("From now on only new games count; the old figures are in {file}.").format(
        file=backup
    ))  # fmt: skip


def _player(outcomes: Sequence[Outcome], name: str | None, own: str) -> Player | None:
    """Who was asked for; without a wish oneself, or whoever has played most."""
    from chickenscratch.store.figures import find, players

    if name is not None:
        player = find(outcomes, name)
        if player is None:
            fail(_("“{name}” has not finished a game yet.").format(name=name))
        return player
    everybody = players(outcomes)
    return find(outcomes, own) or (everybody[0] if everybody else None)


def _show(outcomes: Sequence[Outcome], player: Player, *, ascii_only: bool) -> None:
    from chickenscratch.locale.columns import clean
    from chickenscratch.statistics_words import player_title, sections
    from chickenscratch.store.figures import players, portrait

    click.echo(player_title(player.name, player.level).upper())
    for section in sections(portrait(outcomes, player)):
        click.echo(f"\n{section.title}")
        for line in _lines(section, ascii_only=ascii_only):
            click.echo(f"  {line}")
    others = [other.name for other in players(outcomes) if other != player]
    if others:
        words = _("Also there, with --player: {names}")
        click.echo("\n" + words.format(names=", ".join(map(clean, others))))


def _lines(section: Section, *, ascii_only: bool) -> list[str]:
    from chickenscratch.locale.columns import cells, left, right
    from chickenscratch.statistics_words import bar, spark

    titles = [title for title, _value in section.facts] + [part.title for part in section.bars]
    first = max(map(cells, titles), default=0) + 2
    lines = [left(title, first) + value for title, value in section.facts]
    most = max((part.value for part in section.bars), default=0)
    for part in section.bars:
        drawn = bar(part.value, most, _BAR, ascii_only=ascii_only)
        lines.append(f"{left(part.title, first)}{right(part.words, 11)}  {drawn}".rstrip())
    if section.spark:
        lines += [spark(section.spark, ascii_only=ascii_only), section.note]
    if section.rows:
        lines += _table(section)
    return lines


def _table(section: Section) -> list[str]:
    from chickenscratch.locale.columns import cells, left, right

    table = [section.heads, *section.rows]
    widths = [max(cells(row[i]) for row in table) for i in range(len(section.heads))]
    room = _WIDTH - 2 - sum(width + 2 for width in widths[1:])
    widths[0] = min(widths[0], max(8, room))
    lines: list[str] = []
    for title, *numbers in table:
        if cells(title) > widths[0]:
            lines.append(title)
            title = ""
        lines.append("  ".join([left(title, widths[0]), *map(right, numbers, widths[1:])]))
    return lines


def _document(outcomes: Sequence[Outcome], player: Player | None) -> dict[str, Any]:
    from chickenscratch.store.figures import players, portrait

    everybody = [
        {"name": who.name, "level": who.level, "games": who.games} for who in players(outcomes)
    ]
    document: dict[str, Any] = {"games": len(outcomes), "players": everybody, "player": None}
    if player is not None:
        document["player"] = _portrait(portrait(outcomes, player))
    return document


def _portrait(found: Portrait) -> dict[str, Any]:
    return {
        "name": found.name,
        "level": found.level,
        "all": _figures(found.all),
        "assisted": _figures(found.assisted),
        "kinds": [
            {"kind": kind._asdict(), "figures": _figures(figures)} for kind, figures in found.kinds
        ],
        "opponents": [rival._asdict() | against._asdict() for rival, against in found.rivals],
        "recent": [round(value, 3) for value in found.recent],
        "spread": list(found.spread),
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return figures._asdict() | {
        "ends": {end.value: count for end, count in figures.ends.items()},
        "dead": figures.dead,
        "mean_game": round(figures.mean_game, 3),
        "mean_round": round(figures.mean_round, 3),
    }

"""What ``chickenscratch simulate`` prints for people to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from chickenscratch.locale import _, ngettext

if TYPE_CHECKING:
    from chickenscratch.bots.elo import Rating
    from chickenscratch.bots.report import LevelLine, Report, SeatLine


def print_report(report: Report) -> None:
    """The report on a series of games."""
    games = ngettext("{count} game", "{count} games", report["games"])
    rounds = ngettext("{count} round", "{count} rounds", report["rounds"])
    click.echo(
        ", ".join(
            (
                report["rules"],
                games.format(count=report["games"]),
                rounds.format(count=report["rounds"]),
            )
        )
    )
    click.echo(_("Seed {seed}").format(seed=report["seed"]))
    click.echo()
    if report["paired"]:
        _print_paired(report)
    else:
        _print_seats(report)
    click.echo()
    _print_rest(report)


def _print_paired(report: Report) -> None:
    head = (_("Level"), _("Share"), "95 %", _("Points ahead"), "95 %")
    table = [head]
    for line in report["paired"]:
        share, reach = line["share"], line["share_reach"]
        table.append(
            (
                line["level"],
                _percent(share),
                "–" if reach is None else f"± {100 * reach:.1f}",
                f"{line['ahead']:+.2f}",
                "–" if line["ahead_reach"] is None else f"± {line['ahead_reach']:.2f}",
            )
        )
    _print_table(table, left=1)


def _print_seats(report: Report) -> None:
    rows: list[tuple[str, SeatLine | LevelLine]] = [
        (str(line["seat"] + 1), line) for line in report["seats"]
    ]
    if len(report["seats"]) > len(report["levels"]) > 1:
        rows += [(_("all"), line) for line in report["levels"]]
    head = (
        _("Seat"), _("Level"), _("Points"), "±", _("Total"), "±", _("Games won"),
        _("Share"), "95 %",
    )  # fmt: skip
    table = [head]
    for seat, line in rows:
        score, total, wins = line["round_score"], line["game_total"], line["wins"]
        table.append(
            (
                seat,
                line["level"],
                _decimal(score["mean"], 2),
                _decimal(score["spread"], 2),
                _decimal(total["mean"], 1),
                _decimal(total["spread"], 1),
                f"{wins['games']:.6g}",
                _percent(wins["share"]),
                f"{100 * wins['low']:.1f} – {_percent(wins['high'])}",
            )
        )
    _print_table(table, left=2)


def _print_table(table: Sequence[Sequence[str]], left: int) -> None:
    """The rows below each other, the first `left` columns to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def print_ratings(seed: str, found: Sequence[tuple[str, int, list[Rating]]]) -> None:
    """A table for every game and number of players."""
    click.echo(_("Seed {seed}").format(seed=seed))
    for rules, seats, lines_of in found:
        players = ngettext("{count} player", "{count} players", seats).format(count=seats)
        click.echo(f"\n{rules}, {players}")
        rows = [(_("Level"), _("Rating"), "95 %", _("Games"))]
        for line in lines_of:
            interval = f"{line['low']:.0f} – {line['high']:.0f}"
            rows.append((line["level"], f"{line['rating']:.0f}", interval, str(line["games"])))
        _print_table(rows, left=1)


def _print_rest(report: Report) -> None:
    words = {
        "out": _("somebody went out"),
        "dead-foot": _("dead foot"),
        "dead-hub": _("dead hub"),
        "blocked": _("nobody could move"),
    }
    ends = ", ".join(
        f"{words[reason]} {_percent(times / report['rounds'])}"
        for reason, times in report["ends"].items()
    )
    click.echo(_("How rounds ended: {ends}").format(ends=ends))
    sizes = _("{mean} on average, {most} at most")
    turns, tiles = report["turns"], report["tiles"]
    for title, size in ((_("Turns a round"), turns), (_("Tiles on the table"), tiles)):
        click.echo(f"{title}: " + sizes.format(mean=_decimal(size["mean"], 1), most=size["max"]))
    if report["redeals"]:
        click.echo(_("Deals made again: {count}").format(count=report["redeals"]))
    speed = report["games"] / max(report["seconds"], 0.001) * 60
    line = _("Time: {seconds} s, {speed} games a minute")
    click.echo(line.format(seconds=_decimal(report["seconds"], 1), speed=round(speed)))


def _decimal(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"

"""``chickenscratch verify``: check records and shuffles."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from chickenscratch.cli.kit import Command, Option, fail, print_json
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.clean import harmless

CHECK_FAILED = 1


@dataclass(frozen=True, slots=True)
class Report:
    """What the check of one file found. `line` and `problem` name the first wrong line."""

    file: str
    games: int
    lines: int
    deals: int
    unopened: int
    line: int | None = None
    problem: str | None = None


@click.command(
    cls=Command,
    help=N_(
        "Check recorded games line by line: every deal against its seed, every move against the "
        "rules, every end and every score. Names the first line that is wrong."
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option(
    "--json", "as_json", cls=Option, is_flag=True, help=N_("Print one JSON document instead.")
)
def command(files: tuple[Path, ...], *, as_json: bool) -> int:
    """Exit code 0 if everything is in order, 1 if a record is wrong, 2 if it cannot be read."""
    reports = []
    for file in files:
        report = _check(file)
        reports.append(report)
        if not as_json:
            click.echo(harmless(_words(report)))
    if as_json:
        print_json([asdict(report) for report in reports])
    return CHECK_FAILED if any(report.problem for report in reports) else 0


def _check(file: Path) -> Report:
    from chickenscratch.core.record import RecordError, read_games
    from chickenscratch.core.replay import RuleBrokenError, verify
    from chickenscratch.locale.reasons import say

    games = lines = deals = unopened = 0
    try:
        for record in read_games(_lines(file)):
            found = verify(record)
            games += 1
            lines += found.lines
            deals += found.dealt
            unopened += not found.dealt
    except RuleBrokenError as error:
        return Report(str(file), games, lines, deals, unopened, error.line, say(error.sentence))
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")
    return Report(str(file), games, lines, deals, unopened)


def _lines(file: Path) -> Iterator[str]:
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.reading import open_file

    try:
        with io.TextIOWrapper(open_file(file), encoding="utf-8") as stream:
            yield from stream
    except StoreError as error:
        fail(say(error.sentence))
    except UnicodeDecodeError:
        fail(_("{file} is not a record: it is not UTF-8 text.").format(file=file))
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror or error))


def _words(report: Report) -> str:
    if report.problem is not None:
        where = ngettext(
            "{file}: wrong, after {count} game in order.",
            "{file}: wrong, after {count} games in order.",
            report.games,
        )
        return f"{where.format(file=report.file, count=report.games)} {report.problem}"
    sentence = _("{file}: {games}, {lines}, every rule kept; {deals}.").format(
        file=report.file,
        games=_count(ngettext("{count} game", "{count} games", report.games), report.games),
        lines=_count(ngettext("{count} line", "{count} lines", report.lines), report.lines),
        deals=_count(
            ngettext(
                "{count} deal follows from its seed",
                "{count} deals follow from their seeds",
                report.deals,
            ),
            report.deals,
        ),
    )
    if report.unopened:
        sentence += " " + ngettext(
            "{count} game has not opened its seed yet, so its deals could not be checked.",
            "{count} games have not opened their seeds yet, so their deals could not be checked.",
            report.unopened,
        ).format(count=report.unopened)
    return sentence


def _count(words: str, count: int) -> str:
    return words.format(count=count)

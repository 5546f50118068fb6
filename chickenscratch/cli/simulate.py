"""``chickenscratch simulate``: many games between computer players, and what they came to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common, print_json
from chickenscratch.locale import N_, _, ngettext

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from chickenscratch.bots.report import LevelLine, Report, SeatLine
    from chickenscratch.bots.series import Series
    from chickenscratch.bots.tally import Tally
    from chickenscratch.core.rules import RuleSet

Advance = Callable[[int], None]


@click.command(
    cls=Command,
    help=N_(
        "Let computer players play many games against each other, and tell what came of it. The "
        "same seed gives the same games."
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
    "--bots",
    cls=Option,
    required=True,
    metavar="LEVEL,…",
    help=N_("Who plays: one level for each seat, with commas between them."),
)
@click.option(
    "--seats",
    cls=Option,
    type=click.IntRange(2),
    metavar="N",
    help=N_("How many seats, if the levels are to be repeated round the table."),
)
@click.option(
    "--games",
    cls=Option,
    type=click.IntRange(1),
    default=100,
    metavar="N",
    help=N_("How many games; 100 unless given."),
)
@click.option(
    "--seed",
    "seed_text",
    cls=Option,
    metavar="HEX",
    help=N_("The seed everything follows from, to play the same games again."),
)
@click.option(
    "--jobs",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("How many games are played at the same time; one for each core unless given."),
)
@click.option(
    "--record",
    "record_file",
    cls=Option,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("Write all games to a new file."),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@pass_common
def command(
    common: Common,
    rules_name: str,
    bots: str,
    seats: int | None,
    games: int,
    seed_text: str | None,
    jobs: int | None,
    record_file: Path | None,
    *,
    as_json: bool,
) -> None:
    """Play the games and print the report."""
    from chickenscratch.bots.report import report_on
    from chickenscratch.bots.series import Series

    rules = _rules(rules_name)
    levels = _levels(bots, seats, rules)
    seed = _seed(seed_text)
    created = None
    if record_file is not None:
        _check_free(record_file)
        created = _now()
    series = Series(rules, levels, seed, games, created)
    started = perf_counter()
    with _record(record_file) as record:
        tally = _play(series, jobs or _cores(), record, common)
    report = report_on(series, tally, perf_counter() - started)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _rules(name: str) -> RuleSet:
    """The preset called `name`, or the house rules in that file."""
    from chickenscratch.core.presets import PRESETS, preset, rules_from_toml
    from chickenscratch.core.rules import RuleError
    from chickenscratch.locale.reasons import say

    if name in PRESETS:
        return PRESETS[name].rules
    file = Path(name)
    try:
        if file.is_dir():
            fail(_("{file} is a folder, not a file of house rules.").format(file=name))
        if not file.exists():
            if file.suffix or len(file.parts) > 1:
                fail(_("There is no file {file}.").format(file=name))
            return preset(name).rules
        return rules_from_toml(file.read_text(encoding="utf-8"))[1]
    except RuleError as error:
        words = say(error.sentence)
        fail(f"{name}: {words}" if file.suffix else words)
    except UnicodeDecodeError:
        fail(_("{file} is not a file of house rules: it is not UTF-8 text.").format(file=name))
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=name, why=error.strerror or error))


def _levels(bots: str, seats: int | None, rules: RuleSet) -> tuple[str, ...]:
    """A level for every seat."""
    from chickenscratch.bots.levels import LevelError, level_called
    from chickenscratch.core.rules import RuleError
    from chickenscratch.locale.reasons import say

    names = [name.strip() for name in bots.split(",")]
    seats = len(names) if seats is None else seats
    if seats < len(names):
        sentence = ngettext(
            "--bots names more players than the {count} seat there is.",
            "--bots names more players than the {count} seats there are.",
            seats,
        )
        fail(sentence.format(count=seats))
    try:
        for name in names:
            level_called(name)
        rules.hand_size(seats)
    except (LevelError, RuleError) as error:
        fail(say(error.sentence))
    return tuple(names[seat % len(names)] for seat in range(seats))


def _seed(text: str | None) -> str:
    from chickenscratch.core.rules import RuleError
    from chickenscratch.core.shuffle import new_seed, parse_seed
    from chickenscratch.locale.reasons import say

    try:
        return new_seed() if text is None else parse_seed(text)
    except RuleError as error:
        fail(say(error.sentence))


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _now() -> str:
    """The time for the headers; SOURCE_DATE_EPOCH gives another one, to write the same file."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _check_free(file: Path) -> None:
    if file.is_dir():
        fail(_("{file} is a folder; give the name of a new file.").format(file=file))
    if file.exists():
        fail(_("{file} exists already; give the name of a new file.").format(file=file))
    if not file.parent.is_dir():
        fail(_("There is no folder {folder}.").format(folder=file.parent))


@contextmanager
def _record(file: Path | None) -> Iterator[TextIO | None]:
    """A stream for the record. `file` appears when everything is written, or not at all."""
    if file is None:
        yield None
        return
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("x", encoding="utf-8", newline="\n") as stream:
                yield stream
            _check_free(file)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        fail(_("{file} cannot be written: {why}.").format(file=file, why=error.strerror or error))


def _play(series: Series, jobs: int, record: TextIO | None, common: Common) -> Tally:
    from chickenscratch.bots.series import play_series
    from chickenscratch.bots.tally import Tally

    tally = Tally.for_seats(len(series.levels))
    with _progress(series.games, common) as advance, closing(play_series(series, jobs)) as chunks:
        for chunk in chunks:
            tally.merge(chunk.tally)
            if record is not None:
                record.write(chunk.record)
            advance(chunk.tally.games)
    return tally


def _progress(games: int, common: Common) -> AbstractContextManager[Advance]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(lambda _games: None)
    return _bar(games, common)


@contextmanager
def _bar(games: int, common: Common) -> Iterator[Advance]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True, no_color=not common.color)
    columns = (
        TextColumn(_("Games"), markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=games)
        yield lambda done: progress.advance(task, done)


def _print(report: Report) -> None:
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
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())
    click.echo()
    _print_rest(report)


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

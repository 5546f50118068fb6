"""``chickenscratch simulate``: many games between computer players, and what they came to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common, print_json
from chickenscratch.cli.simulate_lines import print_ratings, print_report
from chickenscratch.cli.working import cores, progress, whole_pool
from chickenscratch.locale import N_, _, ngettext

if TYPE_CHECKING:
    from chickenscratch.bots.series import Series
    from chickenscratch.bots.tally import Tally
    from chickenscratch.core.rules import RuleSet


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
    metavar="PRESET|FILE",
    help=N_("The rules: a preset or a file of house rules."),
)
@click.option(
    "--bots",
    cls=Option,
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
    "--paired",
    cls=Option,
    is_flag=True,
    help=N_("Play every deal from every seat, so that luck is the same for all."),
)
@click.option(
    "--elo",
    cls=Option,
    is_flag=True,
    help=N_("Rate the levels in both games with 2, 3 and 4 players; --games deals each."),
)
@click.option(
    "--nodes",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("How many imagined turns the levels that think ahead may use for a move."),
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
    rules_name: str | None,
    bots: str | None,
    seats: int | None,
    games: int,
    nodes: int | None,
    seed_text: str | None,
    jobs: int | None,
    record_file: Path | None,
    *,
    paired: bool,
    elo: bool,
    as_json: bool,
) -> None:
    """Play the games and print the report."""
    from chickenscratch.bots.report import report_on
    from chickenscratch.bots.series import Series

    if elo:
        alien = {"--rules": rules_name, "--seats": seats, "--record": record_file}
        for option, value in {**alien, "--paired": paired or None}.items():
            if value is not None:
                fail(_("{option} makes no sense together with --elo.").format(option=option))
        _elo(bots, games, nodes, _seed(seed_text), jobs or cores(), common, as_json=as_json)
        return
    if bots is None:
        context = click.get_current_context()
        wanted = next(param for param in context.command.params if param.name == "bots")
        raise click.MissingParameter(ctx=context, param=wanted)
    rules = _rules(rules_name or "chicken-scratch")
    levels = _levels(bots, seats, rules)
    seed = _seed(seed_text)
    created = None
    if record_file is not None:
        _check_free(record_file)
        created = _now()
    games *= len(levels) if paired else 1
    series = Series(rules, levels, seed, games, created, paired, nodes)
    started = perf_counter()
    with _record(record_file) as record:
        tally = _play(series, jobs or cores(), record, common)
    report = report_on(series, tally, perf_counter() - started)
    if as_json:
        print_json(report)
    else:
        print_report(report)


def _rules(name: str) -> RuleSet:
    """The preset called `name`, or the house rules in that file."""
    from chickenscratch.core.presets import PRESETS, preset, rules_from_toml
    from chickenscratch.core.rules import RuleError
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.reading import read_file

    if name in PRESETS:
        return PRESETS[name].rules
    file = Path(name)
    try:
        if os.path.isdir(name):
            fail(_("{file} is a folder, not a file of house rules.").format(file=name))
        if not os.path.exists(name):  # nor can it exist if its name is too long
            if file.suffix or len(file.parts) > 1:
                fail(_("There is no file {file}.").format(file=name))
            return preset(name).rules
        return rules_from_toml(read_file(file).data.decode())[1]
    except StoreError as error:
        fail(say(error.sentence))
    except RuleError as error:
        words = say(error.sentence)
        fail(f"{name}: {words}" if file.suffix else words)
    except UnicodeDecodeError:
        fail(_("{file} is not a file of house rules: it is not UTF-8 text.").format(file=name))
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=name, why=error.strerror or error))


def _levels(bots: str, seats: int | None, rules: RuleSet) -> tuple[str, ...]:
    """A level for every seat."""
    from chickenscratch.core.rules import RuleError
    from chickenscratch.locale.reasons import say

    names = _known(bots)
    seats = len(names) if seats is None else seats
    if seats < len(names):
        sentence = ngettext(
            "--bots names more players than the {count} seat there is.",
            "--bots names more players than the {count} seats there are.",
            seats,
        )
        fail(sentence.format(count=seats))
    try:
        rules.hand_size(seats)
    except RuleError as error:
        fail(say(error.sentence))
    return tuple(names[seat % len(names)] for seat in range(seats))


def _known(bots: str) -> list[str]:
    """The levels that are named, if there are such levels."""
    from chickenscratch.bots.levels import LevelError, level_called
    from chickenscratch.locale.reasons import say

    names = [name.strip() for name in bots.split(",")]
    try:
        for name in names:
            level_called(name)
    except LevelError as error:
        fail(say(error.sentence))
    return names


def _seed(text: str | None) -> str:
    from chickenscratch.core.rules import RuleError
    from chickenscratch.core.shuffle import new_seed, parse_seed
    from chickenscratch.locale.reasons import say

    try:
        return new_seed() if text is None else parse_seed(text)
    except RuleError as error:
        fail(say(error.sentence))


def _now() -> str:
    """The time for the headers; SOURCE_DATE_EPOCH gives another one, to write the same file."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _check_free(file: Path) -> None:
    if os.path.isdir(file):
        fail(_("{file} is a folder; give the name of a new file.").format(file=file))
    if os.path.exists(file):
        fail(_("{file} exists already; give the name of a new file.").format(file=file))
    if not os.path.isdir(file.parent):
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
    with (
        whole_pool(),
        progress(_("Games"), series.games, common) as advance,
        closing(play_series(series, jobs)) as chunks,
    ):
        for chunk in chunks:
            tally.merge(chunk.tally)
            if record is not None:
                record.write(chunk.record)
            advance(chunk.tally.games)
    return tally


def _elo(
    bots: str | None,
    deals: int,
    nodes: int | None,
    seed: str,
    jobs: int,
    common: Common,
    *,
    as_json: bool,
) -> None:
    """Rate the levels and print a table for every game and number of players."""
    from chickenscratch.bots.elo import PRESETS_RATED, SEATS_RATED, play_table, ratings, tables
    from chickenscratch.bots.levels import LEVELS
    from chickenscratch.bots.series import spread_out

    levels = tuple(LEVELS) if bots is None else tuple(dict.fromkeys(_known(bots)))
    if len(levels) < 2:
        fail(_("Name two levels or more to rate them."))
    kinds = [(rules, seats) for rules in PRESETS_RATED for seats in SEATS_RATED]
    found = []
    with progress(_("Games"), deals * len(kinds), common) as advance:
        for rules, seats in kinds:
            parts = [(table,) for table in tables(rules, seats, levels, deals, seed, nodes)]
            results = []
            with whole_pool(), closing(spread_out(play_table, parts, jobs)) as played:
                for result in played:
                    results.append(result)
                    advance(1)
            found.append((rules, seats, ratings(levels, results, seed)))
    if as_json:
        keys = ("rules", "seats", "ratings")
        lines = [dict(zip(keys, line, strict=True)) for line in found]
        print_json({"seed": seed, "deals": deals, "nodes": nodes, "tables": lines})
        return
    print_ratings(seed, found)

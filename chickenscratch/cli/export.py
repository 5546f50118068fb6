"""``chickenscratch export``: a recorded game or a score sheet as something to read, print or keep.

A game that is still going on is exported only in forms that show what everybody at the table can
see: its record, which holds every hidden tile and the seed, stays where it is until the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from chickenscratch.cli.kit import Command, Option, fail
from chickenscratch.locale import N_, _, ngettext

if TYPE_CHECKING:
    from chickenscratch.core.rules import RuleSet
    from chickenscratch.core.sheet import ScoreSheet
    from chickenscratch.store.records import RecordedGame

FORMATS: Final = (
    "log", "record", "sheet", "markdown", "csv", "html", "svg", "blank", "blank-html",
)  # fmt: skip
TABLES: Final = ("sheet", "markdown", "csv", "html")
"""What can be made of any score sheet."""
BLANKS: Final = ("blank", "blank-html")
BY_ROUND: Final = ("log", "svg")
USUAL_PLAYERS: Final = 4
USUAL_RULES: Final = "chicken-foot"


@click.command(
    cls=Command,
    help=N_(
        "A recorded game as a log to read, a record, a score sheet (text, Markdown, CSV, HTML) or "
        "a picture of the board (SVG); a score sheet that was kept with “chickenscratch score”; "
        "or, with blank and without a file, an empty score sheet to print."
    ),
)
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option(
    "--format",
    "kind",
    cls=Option,
    type=click.Choice(FORMATS),
    default="log",
    help=N_("What to make of it; a log unless given."),
)
@click.option(
    "--game",
    "number",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("Which game of a file with several of them; the first unless given."),
)
@click.option(
    "--round",
    "round_number",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("Only this round of the log; the board of this round instead of the last one."),
)
@click.option(
    "--output",
    cls=Option,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_("A new file to write to, instead of standard output."),
)
@click.option(
    "--rules",
    "rules_name",
    cls=Option,
    metavar="PRESET|FILE",
    help=N_("For blank: the rules, a preset or a file of house rules."),
)
@click.option(
    "--players",
    cls=Option,
    type=click.IntRange(2, 12),
    metavar="N",
    help=N_("For blank: how many play."),
)
@click.option("--names", cls=Option, metavar="NAME,…", help=N_("For blank: who plays."))
def command(
    file: Path | None,
    kind: str,
    number: int | None,
    round_number: int | None,
    output: Path | None,
    rules_name: str | None,
    players: int | None,
    names: str | None,
) -> None:
    """Make the document, then write it."""
    if round_number is not None and kind not in BY_ROUND:
        fail(_("--round goes with the formats {formats}.").format(formats=", ".join(BY_ROUND)))
    if kind in BLANKS:
        text = _blank(kind, file, number, rules_name, players, names)
    else:
        if (rules_name, players, names) != (None, None, None):
            words = _("--rules, --players and --names go with the formats {formats}.")
            fail(words.format(formats=", ".join(BLANKS)))
        if file is None:
            fail(_("FILE is missing: the record of a game, or a score sheet."))
        text = _document(file, kind, number, round_number)
    _write(text, output)


def _document(file: Path, kind: str, number: int | None, round_number: int | None) -> str:
    """What to write, made of a record or of a score sheet."""
    from chickenscratch.core.record import RecordError
    from chickenscratch.locale import documents
    from chickenscratch.locale.reasons import say

    kept = _kept_sheet(file)
    if kept is not None:
        if kind not in TABLES:
            words = _("{file} is a score sheet; it can be exported as {formats}.")
            fail(words.format(file=file, formats=", ".join(TABLES)))
        return documents.TABLES[kind](kept)
    game = _game(file, number or 1)
    record = game.record
    try:
        match kind:
            case "log":
                return documents.log_text(record, round_number)
            case "record":
                return documents.record_text(record, game.lines)
            case "svg":
                from chickenscratch.tui.art.record_svg import record_svg

                return record_svg(record, round_number)
            case _:
                return documents.TABLES[kind](documents.sheet_of(record))
    except documents.NoDocumentError as error:
        fail(f"{file}: {error}")
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")


def _kept_sheet(file: Path) -> ScoreSheet | None:
    """The score sheet in a file; None if the file is something else, such as a record."""
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.keeper import is_sheet, read_sheet
    from chickenscratch.store.reading import open_file

    try:
        with open_file(file) as stream:
            first = stream.readline()
        return read_sheet(file) if is_sheet(first) else None
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror or error))
    except StoreError as error:
        fail(clean(say(error.sentence)))


def _game(file: Path, number: int) -> RecordedGame:
    """Game `number` of a file; fails if there are not so many."""
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.records import games_in

    try:
        games = games_in(file)
    except StoreError as error:
        fail(clean(say(error.sentence)))
    if number > len(games):
        words = ngettext(
            "{file} has {count} game, so there is no game {number}.",
            "{file} has {count} games, so there is no game {number}.",
            len(games),
        )
        fail(words.format(file=file, count=len(games), number=number))
    return games[number - 1]


def _blank(
    kind: str,
    file: Path | None,
    number: int | None,
    rules_name: str | None,
    players: int | None,
    names: str | None,
) -> str:
    """An empty sheet: as the file's game is, or as the options say."""
    from chickenscratch.locale.documents import BLANKS as MAKERS

    rules, heads = _blank_from(file, number or 1, rules_name)
    if names is not None:
        heads = [name.strip() for name in names.split(",")]
        if not 2 <= len(heads) <= 12:
            fail(_("--names takes 2 to {most} names.").format(most=12))
    if players is not None:
        if len(heads) > players and (names is not None or file is not None):
            words = _("--players says {players}, but {named} are named.")
            fail(words.format(players=players, named=len(heads)))
        heads = [*heads, *[""] * players][:players]
    return MAKERS[kind](rules, heads)


def _blank_from(
    file: Path | None, number: int, rules_name: str | None
) -> tuple[RuleSet, list[str]]:
    from chickenscratch.cli.rules import find_rules
    from chickenscratch.core.rules import RuleError
    from chickenscratch.locale.reasons import say

    heads = [""] * USUAL_PLAYERS
    if file is not None:
        kept = _kept_sheet(file)
        if kept is None:
            header = _game(file, number).record.header
            rules, heads = header.rules, [seat.name for seat in header.seats]
        else:
            rules, heads = kept.rules, list(kept.names)
        if rules_name is None:
            return rules, heads
    try:
        return find_rules(rules_name or USUAL_RULES)[1], heads
    except RuleError as error:
        fail(say(error.sentence))


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8", newline="") as stream:
            _fill(stream, output, text)
    except FileExistsError:
        words = _("{file} exists already; nothing is overwritten, so choose another name.")
        fail(words.format(file=output))
    except OSError as error:
        fail(_("{file} cannot be written: {why}.").format(file=output, why=error.strerror or error))


def _fill(stream: TextIO, output: Path, text: str) -> None:
    """Write everything, or leave no file behind. Raises OSError."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        output.unlink(missing_ok=True)
        raise

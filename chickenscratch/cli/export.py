"""``chickenscratch export``: a recorded game or a score sheet as something to read, print or keep.

A game that is still going on is exported only in forms that show what everybody at the table can
see: its record, which holds every hidden tile and the seed, stays where it is until the end.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from chickenscratch.cli.kit import Command, Option, fail
from chickenscratch.locale import N_, _, ngettext

if TYPE_CHECKING:
    from chickenscratch.core.record import GameRecord
    from chickenscratch.core.rules import RuleSet
    from chickenscratch.core.sheet import ScoreSheet

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
    kept = _kept_sheet(file)
    if kept is not None:
        if kind not in TABLES:
            words = _("{file} is a score sheet; it can be exported as {formats}.")
            fail(words.format(file=file, formats=", ".join(TABLES)))
        return _table(kind, kept)
    from chickenscratch.core.record import RecordError
    from chickenscratch.locale.reasons import say

    record, raw = _game(file, number or 1)
    try:
        match kind:
            case "log":
                return _log(file, record, round_number)
            case "record":
                return _record(file, record, raw)
            case "svg":
                return _picture(file, record, round_number)
            case _:
                return _table(kind, _sheet(record))
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")


# --- reading ---------------------------------------------------------------------------------


def _kept_sheet(file: Path) -> ScoreSheet | None:
    """The score sheet in a file; None if the file is something else, such as a record."""
    from chickenscratch.locale.columns import clean
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.keeper import is_sheet, read_sheet

    try:
        with file.open("rb") as stream:
            first = stream.readline()
        return read_sheet(file) if is_sheet(first) else None
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror or error))
    except StoreError as error:
        fail(clean(say(error.sentence)))


def _game(file: Path, number: int) -> tuple[GameRecord, list[str]]:
    """Game `number` of a file, and its lines as they are; fails if there are not so many."""
    from chickenscratch.core.record import RecordError, read_games
    from chickenscratch.locale.reasons import say

    try:
        # not splitlines: a name may hold one of the other separators it knows
        lines = file.read_bytes().decode().split("\n")
        records = list(read_games(lines))
    except UnicodeDecodeError:
        fail(_("{file} is not a record: it is not UTF-8 text.").format(file=file))
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror or error))
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")
    if number > len(records):
        words = ngettext(
            "{file} has {count} game, so there is no game {number}.",
            "{file} has {count} games, so there is no game {number}.",
            len(records),
        )
        fail(words.format(file=file, count=len(records), number=number))
    record = records[number - 1]
    end = records[number].line - 1 if number < len(records) else len(lines)
    return record, [line for line in lines[record.line - 1 : end] if line.strip()]


# --- making ----------------------------------------------------------------------------------


def _log(file: Path, record: GameRecord, number: int | None) -> str:
    from chickenscratch.locale.transcript import story_of, transcript

    if number is not None and all(c.number != number for c in story_of(record).chapters):
        _no_round(file, number)
    return transcript(record, number)


def _record(file: Path, record: GameRecord, raw: list[str]) -> str:
    """The lines as they are, once nothing in them is secret any more."""
    from chickenscratch.locale.transcript import story_of

    if not story_of(record).game.over:
        words = _(
            "{file}: this game is not over, and its record would show hidden tiles and the seed; "
            "export the log, a sheet or a picture, or wait for the end."
        )
        fail(words.format(file=file))
    return "".join(f"{line}\n" for line in (_public(raw[0]), *raw[1:]))


def _public(header: str) -> str:
    """The header of a save without the seed, which stands in the last line as well."""
    import json

    from chickenscratch.core.record import format_line

    line = json.loads(header)
    if "seed" not in line:
        return header
    del line["seed"]
    return format_line(line)


def _sheet(record: GameRecord) -> ScoreSheet:
    from chickenscratch.core.sheet import ScoreSheet
    from chickenscratch.locale.transcript import story_of

    names = [seat.name for seat in record.header.seats]
    return ScoreSheet.of(story_of(record).game, names, record.header.created)


def _table(kind: str, sheet: ScoreSheet) -> str:
    from chickenscratch.locale import sheet as made

    makers: dict[str, Callable[[ScoreSheet], str]] = {
        "sheet": made.sheet_text,
        "markdown": made.sheet_markdown,
        "csv": made.sheet_csv,
        "html": made.sheet_html,
    }
    return makers[kind](sheet)


def _picture(file: Path, record: GameRecord, number: int | None) -> str:
    """The board as it was at the end of a round, or is now."""
    from chickenscratch.core.tiles import double
    from chickenscratch.layout import lay_out
    from chickenscratch.locale.sheet import rules_title
    from chickenscratch.locale.transcript import story_of
    from chickenscratch.tui.art.board import render
    from chickenscratch.tui.art.palette import TRUE_COLOUR
    from chickenscratch.tui.art.picture import Art, Zoom, picture_of
    from chickenscratch.tui.art.svg import svg

    tables = [c.game.round for c in story_of(record).chapters if c.game.round is not None]
    laid = [table for table in tables if table.laid and number in (None, table.number)]
    if not laid:
        if number is not None:
            _no_round(file, number)
        fail(_("{file}: no tile has been laid in this game yet.").format(file=file))
    table, rules = laid[-1], record.header.rules
    layout = lay_out(rules.set_size, rules.arms, table.laid)
    canvas = render(picture_of(layout), Zoom.LARGE, Art.FILLED, TRUE_COLOUR)
    title = _("{rules}, round {round}, lead {tile}").format(
        rules=rules_title(rules), round=table.number, tile=double(table.lead)
    )
    return svg(canvas, title)


def _no_round(file: Path, number: int) -> None:
    fail(_("{file}: round {round} has not been played.").format(file=file, round=number))


# --- empty sheets ----------------------------------------------------------------------------


def _blank(
    kind: str,
    file: Path | None,
    number: int | None,
    rules_name: str | None,
    players: int | None,
    names: str | None,
) -> str:
    """An empty sheet: as the file's game is, or as the options say."""
    from chickenscratch.locale.blank import blank_html, blank_text

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
    return (blank_text if kind == "blank" else blank_html)(rules, heads)


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
            record, _raw = _game(file, number)
            rules, heads = record.header.rules, [seat.name for seat in record.header.seats]
        else:
            rules, heads = kept.rules, list(kept.names)
        if rules_name is None:
            return rules, heads
    try:
        return find_rules(rules_name or USUAL_RULES)[1], heads
    except RuleError as error:
        fail(say(error.sentence))


# --- writing ---------------------------------------------------------------------------------


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

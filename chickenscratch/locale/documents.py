"""What a recorded game can be exported as, but for pictures: text of each kind.

A game that is still going on is exported only in forms that show what everybody at the table can
see: its record, which holds every hidden tile and the seed, stays where it is until the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from chickenscratch.core.presets import preset_of
from chickenscratch.core.record import GameRecord, format_line
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.locale import N_, _
from chickenscratch.locale.blank import blank_html, blank_text
from chickenscratch.locale.sheet import sheet_csv, sheet_html, sheet_markdown, sheet_text
from chickenscratch.locale.transcript import story_of, transcript


class Kind(NamedTuple):
    """A kind of document: what it is, and how its file's name ends."""

    title: str
    ending: str


KINDS: Final[Mapping[str, Kind]] = {
    "log": Kind(N_("log to read"), "log.txt"),
    "record": Kind(N_("record (JSON Lines)"), "chicken.jsonl"),
    "sheet": Kind(N_("score sheet (text)"), "sheet.txt"),
    "markdown": Kind(N_("score sheet (Markdown)"), "sheet.md"),
    "csv": Kind(N_("score sheet (CSV)"), "sheet.csv"),
    "html": Kind(N_("score sheet to print (HTML)"), "sheet.html"),
    "svg": Kind(N_("picture of the board (SVG)"), "board.svg"),
    "blank": Kind(N_("empty score sheet (text)"), "blank.txt"),
    "blank-html": Kind(N_("empty score sheet (HTML)"), "blank.html"),
}
TABLES: Final[Mapping[str, Callable[[ScoreSheet], str]]] = {
    "sheet": sheet_text,
    "markdown": sheet_markdown,
    "csv": sheet_csv,
    "html": sheet_html,
}
"""What can be made of any score sheet."""
BLANKS: Final[Mapping[str, Callable[[RuleSet, Sequence[str]], str]]] = {
    "blank": blank_text,
    "blank-html": blank_html,
}


class NoDocumentError(Exception):
    """There is nothing to make this document of; the sentence says why, in the reader's words."""


def log_text(record: GameRecord, number: int | None = None) -> str:
    """The log of the whole game, or of round `number`. Raises NoDocumentError and RecordError."""
    if number is not None and all(c.number != number for c in story_of(record).chapters):
        raise not_played(number)
    return transcript(record, number)


def record_text(record: GameRecord, lines: Sequence[str]) -> str:
    """The lines of the game as they are, once nothing in them is secret any more. Raises
    NoDocumentError and RecordError."""
    if not story_of(record).game.over:
        raise NoDocumentError(
            _(
                "this game is not over, and its record would show hidden tiles and the seed; "
                "export the log, a sheet or a picture, or wait for the end."
            )
        )
    return "".join(f"{line}\n" for line in (_public(lines[0]), *lines[1:]))


def _public(header: str) -> str:
    """The header of a save without the seed, which stands in the last line as well."""
    line = json.loads(header)
    if "seed" not in line:
        return header
    del line["seed"]
    return format_line(line)


def sheet_of(record: GameRecord) -> ScoreSheet:
    """The score sheet of a game, as far as it was played. Raises RecordError."""
    names = [seat.name for seat in record.header.seats]
    return ScoreSheet.of(story_of(record).game, names, record.header.created)


def text_of(kind: str, record: GameRecord, lines: Sequence[str]) -> str:
    """A document of any kind but a picture. Raises NoDocumentError and RecordError."""
    match kind:
        case "log":
            return log_text(record)
        case "record":
            return record_text(record, lines)
        case "blank" | "blank-html":
            names = [seat.name for seat in record.header.seats]
            return BLANKS[kind](record.header.rules, names)
        case _:
            return TABLES[kind](sheet_of(record))


def stem_of(rules: RuleSet, created: str) -> str:
    """How the names of the files of a game begin: when it was begun, and what was played."""
    words = f"{created[:10]}-{preset_of(rules)}"
    return re.sub(r"[^0-9A-Za-z-]", "", words).strip("-") or "game"


def not_played(number: int) -> NoDocumentError:
    """The complaint about a round that there is none of."""
    return NoDocumentError(_("round {round} has not been played.").format(round=number))

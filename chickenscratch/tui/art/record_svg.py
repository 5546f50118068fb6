"""The board of a recorded game as SVG."""

from __future__ import annotations

from chickenscratch.core.record import GameRecord
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Round
from chickenscratch.core.tiles import double
from chickenscratch.layout import lay_out
from chickenscratch.locale import _
from chickenscratch.locale.documents import NoDocumentError, not_played
from chickenscratch.locale.sheet import rules_title
from chickenscratch.locale.transcript import story_of
from chickenscratch.tui.art.board import render
from chickenscratch.tui.art.palette import TRUE_COLOUR
from chickenscratch.tui.art.picture import Art, Zoom, picture_of
from chickenscratch.tui.art.svg import svg


def record_svg(record: GameRecord, number: int | None = None) -> str:
    """The board as it was at the end of round `number`; of the last round with a tile, if that is
    None, as it was last. Raises NoDocumentError and RecordError."""
    tables = [c.game.round for c in story_of(record).chapters if c.game.round is not None]
    laid = [table for table in tables if table.laid and number in (None, table.number)]
    if not laid:
        if number is not None:
            raise not_played(number)
        raise NoDocumentError(_("no tile has been laid in this game yet."))
    return table_svg(record.header.rules, laid[-1])


def table_svg(rules: RuleSet, table: Round) -> str:
    """The board of a round as it is; at least the lead must lie."""
    layout = lay_out(rules.set_size, rules.arms, table.laid)
    canvas = render(picture_of(layout), Zoom.LARGE, Art.FILLED, TRUE_COLOUR)
    title = _("{rules}, round {round}, lead {tile}").format(
        rules=rules_title(rules), round=table.number, tile=double(table.lead)
    )
    return svg(canvas, title)

"""A recorded game as a log to read, in the reader's language.

It tells only what everybody at the table could see: a drawn tile is never named. So the log of a
game that is still going on gives no hidden tile away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chickenscratch.core.events import Dealt, Event, redact
from chickenscratch.core.record import DealLine, Entry, GameRecord, Undo
from chickenscratch.core.replay import game_of, replay
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import double
from chickenscratch.locale import _
from chickenscratch.locale.columns import clean
from chickenscratch.locale.log import log_lines
from chickenscratch.locale.numbers import both
from chickenscratch.locale.sheet import title_line, verdict


class Chapter(NamedTuple):
    """A round: what happened in it, and its table at the end, or as far as it was played."""

    number: int
    events: tuple[Event, ...]
    game: Game


class Story(NamedTuple):
    """A recorded game, played through."""

    chapters: tuple[Chapter, ...]
    game: Game


class _Moment(NamedTuple):
    deal: bool
    events: tuple[Event, ...]
    game: Game


def story_of(record: GameRecord) -> Story:
    """Play the record through; what was taken back is not told. Raises RecordError."""
    entries: dict[int, Entry] = dict(record.entries)
    moments: list[_Moment] = []
    for step in replay(record):
        entry = entries[step.line]
        if isinstance(entry, Undo):
            _take_back(moments, entry.lines)
        elif step.action is not None:
            moments.append(_Moment(isinstance(entry, DealLine), step.events, step.game))
    game = moments[-1].game if moments else game_of(record.header)
    return Story(tuple(_chapters(moments)), game)


def _take_back(moments: list[_Moment], actions: int) -> None:
    """Drop the last actions, and the deals that came after them."""
    while actions and moments:
        actions -= not moments.pop().deal


def _chapters(moments: list[_Moment]) -> Iterator[Chapter]:
    number, events = 0, list[Event]()
    game: Game | None = None
    for moment in moments:
        dealt = next((e for e in moment.events if isinstance(e, Dealt) and not e.again), None)
        if dealt is not None:
            if game is not None:
                yield Chapter(number, tuple(events), game)
            number, events = dealt.number, []
        events += moment.events
        game = moment.game
    if game is not None:
        yield Chapter(number, tuple(events), game)


def transcript(record: GameRecord, number: int | None = None) -> str:
    """The log of the whole game, or of round `number`. Raises RecordError."""
    header = record.header
    names = [clean(seat.name) for seat in header.seats]
    story = story_of(record)
    sheet = ScoreSheet.of(story.game, names, header.created)
    lines = [title_line(sheet), _("At the table: {names}.").format(names=both(names))]
    lines.append(_("Game {game}, commitment {commitment}").format(
        game=clean(header.game_id), commitment=clean(header.commitment)
    ))  # fmt: skip
    if not story.game.over:
        lines.append(verdict(sheet))
    for chapter in story.chapters:
        if number in (None, chapter.number):
            lines += ["", _chapter_title(chapter), *_told(chapter, names)]
    if story.game.over and number is None:
        lines += ["", verdict(sheet)]
    return "\n".join(lines) + "\n"


def _chapter_title(chapter: Chapter) -> str:
    table = chapter.game.round
    lead = "" if table is None else str(double(table.lead))
    return _("ROUND {round}, LEAD {tile}").format(round=chapter.number, tile=lead)


def _told(chapter: Chapter, names: list[str]) -> list[str]:
    public = [redact(event, None) for event in chapter.events]
    lines = log_lines(public, names, None)
    if chapter.game.over:
        del lines[-1]  # the end of the game is told below
    return [f"  {line}" for line in lines]

"""Finished games in lines: to be exported, and to be played again with the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chickenscratch.company import same_deal
from chickenscratch.config import Settings
from chickenscratch.core.record import RecordError
from chickenscratch.locale import _
from chickenscratch.locale.clean import clean
from chickenscratch.locale.documents import KINDS, NoDocumentError, stem_of, text_of
from chickenscratch.locale.reasons import say
from chickenscratch.plain.console import Console
from chickenscratch.plain.questions import Questions
from chickenscratch.store import StoreError
from chickenscratch.store.records import games_in, write_new
from chickenscratch.table.setup import TableSetup

TEXTS: Final = tuple(kind for kind in KINDS if kind != "svg")
"""What can be made where nothing is drawn."""


class Archive:
    """What can be done with a finished game besides hearing it again."""

    def __init__(self, console: Console, settings: Settings, folder: Path) -> None:
        """`folder`: where exported files go."""
        self._console = console
        self._ask = Questions(console)
        self._settings = settings
        self._folder = folder

    async def export(self, path: Path) -> None:
        """Ask for a kind of document and write it to a new file; says where it is or why not."""
        for number, kind in enumerate(TEXTS, 1):
            self._console.say(f"{number}: {kind}. {_(KINDS[kind].title)}.")
        words = _("Which kind? A number or a name; Enter: {usual}.")
        kind = await self._ask.one_of(words.format(usual=TEXTS[0]), TEXTS, TEXTS[0])
        try:
            game = games_in(path)[0]
            text = text_of(kind, game.record, game.lines)
            header = game.record.header
            stem = stem_of(header.rules, header.created)
            written = write_new(self._folder, stem, KINDS[kind].ending, text)
        except (StoreError, RecordError) as error:
            self._console.say(say(error.sentence))
        except NoDocumentError as error:
            self._console.say(str(error))
        else:
            self._console.say(_("Written: {file}").format(file=clean(str(written))))

    def again(self, path: Path) -> TableSetup | None:
        """The table of a finished game, with its deals; None if it cannot be read."""
        try:
            game = games_in(path)[0]
        except StoreError as error:
            self._console.say(say(error.sentence))
            return None
        return same_deal(game.record.header, game.seed, self._settings)

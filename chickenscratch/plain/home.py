"""The first menu: go on where one was, play at once, set up a table, read the rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

from chickenscratch.company import quick_game
from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import RecordError
from chickenscratch.locale import _
from chickenscratch.locale.numbers import both
from chickenscratch.locale.reasons import say
from chickenscratch.plain.archive import Archive
from chickenscratch.plain.commands import Unknown, choose
from chickenscratch.plain.console import Console
from chickenscratch.plain.keeping import Keeping
from chickenscratch.plain.questions import BackError, ClosedError, Questions
from chickenscratch.plain.replay import Replay
from chickenscratch.plain.setting_up import USUAL_SEATS, SettingUp
from chickenscratch.plain.sitting import Parlour
from chickenscratch.plain.table import Outcome
from chickenscratch.plain.tallies import Tallies
from chickenscratch.plain.text import clean, listed
from chickenscratch.plain.words import rule_lines
from chickenscratch.store import SavedGame, Shelf, ShelfList, StoreError
from chickenscratch.store.keeper import SHEETS
from chickenscratch.store.records import games_in
from chickenscratch.table.setup import TableSetup

EXPORTS: Final = "exports"
"""The folder for exported files, beside the one of the games."""


class Entry(NamedTuple):
    """A line of the menu, the words that stand for it, and what it does. The word that is shown
    comes first; a line without words is chosen by its number. What it does gives True to leave."""

    line: str
    words: tuple[str, ...]
    do: Callable[[], Awaitable[bool]]


class Home:
    """The menu, again and again until it is left."""

    def __init__(
        self,
        console: Console,
        settings: Settings,
        shelf: Shelf,
        parlour: Parlour,
        settings_file: Path,
    ) -> None:
        self._console = console
        self._settings = settings
        self._shelf = shelf
        self._parlour = parlour
        self._ask = Questions(console)
        self._archive = Archive(console, settings, shelf.folder.parent / EXPORTS)
        self._keeping = Keeping(console, settings, shelf.folder.parent / SHEETS)
        self._tallies = Tallies(console, settings, shelf.folder)
        self._setting_up = SettingUp(self._ask, settings, settings_file)

    async def run(self) -> None:
        """Until it is left, or there is no more input."""
        try:
            while not await self._round():
                pass
        except ClosedError:
            pass

    async def _round(self) -> bool:
        entries = self._entries()
        self._console.say(_("Chicken Scratch and Chicken Foot."))
        for number, entry in enumerate(entries, 1):
            self._console.say(f"{number}: {entry.line}")
        self._console.say(_("Type a number, or the first letters of a word."))
        chosen = await self._choice(entries)
        if chosen is None:
            return True
        try:
            return await chosen.do()
        except BackError:
            return False

    async def _choice(self, entries: list[Entry]) -> Entry | None:
        words = [
            (word, str(number)) for number, entry in enumerate(entries) for word in entry.words
        ]
        shown = [entry.words[0] for entry in entries if entry.words]
        while True:
            try:
                line = await self._ask.line(shown)
            except BackError:
                return None
            if not line:
                return entries[0]
            if line.isdecimal() and line.isascii() and 1 <= int(line) <= len(entries):
                return entries[int(line) - 1]
            found = choose(line, words)
            if not isinstance(found, Unknown):
                return entries[int(found)]
            sentence = _("Type one of {words}, or a number.")
            self._console.say(sentence.format(words=listed(shown)))

    def _entries(self) -> list[Entry]:
        """Everything that can be chosen; the first is what one most likely wants."""
        entries = []
        saves = self._saves()
        for number, saved in enumerate(saves.unfinished):
            words = () if number else ("continue", "continua")
            game = saved_words(saved)
            if len(saves.unfinished) > 1:  # most often with the same company
                when = saved.updated.astimezone().strftime("%Y-%m-%d %H:%M")
                game = _("{game}, last played {time}").format(game=game, time=when)
            line = _("Continue: {game}.").format(game=game)
            entries.append(Entry(line, words, self._playing(saved.path)))
        quick = _("Chicken Scratch against three gentle hens")
        entries += [
            Entry(f"{_('Quick game')}. {quick}.", ("quick", "play", "p", "veloce", "partita"),
                  self._playing(None)),
            Entry(f"{_('Set up a game')}.", ("setup", "prepara"), self._set_up),
            Entry(f"{_('Rules')}.", ("rules", "regole"), self._rules),
            Entry(f"{_('Score keeper')}, {_('for games with real tiles')}.",
                  ("score", "keeper", "segnapunti"), self._keep),
        ]  # fmt: skip
        finished = [game for game in saves.games if game.finished]
        if finished:
            line = _("Replay a finished game.")
            entries += [
                Entry(line, ("replay", "rivedi"), lambda: self._replay(finished)),
                Entry(_("Export a finished game."), ("export", "esporta"),
                      lambda: self._export(finished)),
                Entry(_("Play the deals of a finished game again."), ("again", "rigioca"),
                      lambda: self._again(finished)),
                Entry(f"{_('Statistics')}.", ("statistics", "statistiche"), self._tell),
            ]  # fmt: skip
        entries.append(Entry(f"{_('Leave')}.", ("quit", "leave", "exit", "q", "esci"), _leave))
        return entries

    def _saves(self) -> ShelfList:
        try:
            saves = self._shelf.contents()
        except StoreError as error:
            saves = ShelfList((), (error,))
        for refused in saves.refused:
            self._console.say(say(refused.sentence))
        return saves

    def _playing(self, wanted: Path | None) -> Callable[[], Awaitable[bool]]:
        async def play() -> bool:
            return await self._play(quick_game(self._settings) if wanted is None else wanted)

        return play

    async def _play(self, wanted: TableSetup | Path) -> bool:
        return await self._parlour.play(wanted) is Outcome.CLOSED

    async def _set_up(self) -> bool:
        return await self._play(await self._setting_up.table())

    async def _rules(self) -> bool:
        rules = await self._setting_up.preset(next(iter(PRESETS)))
        seats = min(rules.seats, key=lambda count: (abs(count - USUAL_SEATS), count))
        self._ask.say(*rule_lines(rules, seats))
        return False

    async def _keep(self) -> bool:
        await self._keeping.keep()
        return False

    async def _tell(self) -> bool:
        await self._tallies.tell()
        return False

    async def _which(self, games: list[SavedGame]) -> Path:
        for number, game in enumerate(games, 1):
            self._console.say(f"{number}: {game.created} {saved_words(game)}.")
        number = await self._ask.number(_("Which game? Enter: 1."), 1, len(games), 1)
        return games[number - 1].path

    async def _export(self, games: list[SavedGame]) -> bool:
        await self._archive.export(await self._which(games))
        return False

    async def _again(self, games: list[SavedGame]) -> bool:
        setup = self._archive.again(await self._which(games))
        return False if setup is None else await self._play(setup)

    async def _replay(self, games: list[SavedGame]) -> bool:
        path = await self._which(games)
        try:
            record = games_in(path)[0].record
            screen = Replay(
                self._console, record,
                ascii_only=self._settings.ascii or not self._console.unicode,
            )  # fmt: skip
            return await screen.run() is Outcome.CLOSED
        except (RecordError, StoreError) as error:
            self._console.say(say(error.sentence))
            return False


async def _leave() -> bool:
    return True


def saved_words(saved: SavedGame) -> str:
    """``Chicken Foot, round 3 of 10, your turn``, and with whom."""
    preset = PRESETS.get(saved.preset)
    people = [seat for seat, who in enumerate(saved.seats) if who.level is None]
    others = [clean(who.name) for seat, who in enumerate(saved.seats) if [seat] != people]
    parts = [_("House rules") if preset is None else _(preset.title)]
    if not saved.finished:
        round_ = _("round {round} of {rounds}")
        parts.append(round_.format(round=max(saved.round, 1), rounds=saved.rounds))
        if saved.turn is None:
            parts.append(_("between rounds"))
        elif [saved.turn] == people:
            parts.append(_("your turn"))
        else:
            name = clean(saved.seats[saved.turn].name)
            parts.append(_("{name} to move").format(name=name))
    parts.append(_("with {names}").format(names=both(others)))
    return ", ".join(parts)

"""The score keeper in lines: for games with real tiles."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from chickenscratch.company import LONGEST, own_name
from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RoundOrder, RuleSet
from chickenscratch.core.sheet import ScoreSheet, SheetError, counted
from chickenscratch.core.tiles import Tile, double
from chickenscratch.locale import _
from chickenscratch.locale.numbers import both
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import rules_title, title_line, verdict
from chickenscratch.plain.console import Console
from chickenscratch.plain.questions import Questions
from chickenscratch.plain.text import clean, folded
from chickenscratch.plain.words import places_line
from chickenscratch.store import StoreError
from chickenscratch.store.keeper import KeptSheet, SheetShelf

_UNDO: Final = ("undo", "riprendi", "annulla")
_SHEET: Final = ("sheet", "segnapunti")
_OUT: Final = ("out", "domino", "o")


class Keeping:
    """Goes on with a sheet or begins one, round after round."""

    def __init__(self, console: Console, settings: Settings, folder: Path) -> None:
        """`folder`: where the sheets are kept."""
        self._console = console
        self._ask = Questions(console)
        self._settings = settings
        self._shelf = SheetShelf(folder)

    async def keep(self, first: tuple[RuleSet, Sequence[str]] | None = None) -> None:
        """Until the sheet is full or left. `first`: the rules and names of a new sheet, if one is
        to be begun. Raises BackError and ClosedError."""
        try:
            fresh = self._shelf.new(*first) if first is not None else await self._sheet()
            with closing(fresh) as kept:
                await self._rounds(kept)
        except (StoreError, SheetError) as error:
            self._console.say(say(error.sentence))

    async def _sheet(self) -> KeptSheet:
        found = self._shelf.contents()
        for refused in found.refused:
            self._console.say(say(refused.sentence))
        if found.sheets:
            self._console.say("0: " + _("New sheet") + ".")
            for number, entry in enumerate(found.sheets, 1):
                names = both([clean(name) for name in entry.sheet.names])
                title = rules_title(entry.sheet.rules)
                self._console.say(f"{number}: {names}: {title}. {verdict(entry.sheet)}")
            words = _("Which sheet? Enter: {usual}.").format(usual=1)
            number = await self._ask.number(words, 0, len(found.sheets), 1)
            if number:
                return self._shelf.open(found.sheets[number - 1].path)
        return await self._fresh()

    async def _fresh(self) -> KeptSheet:
        usual = next(iter(PRESETS))
        words = _("Which rules? A number or a name; Enter: {usual}.")
        for number, preset in enumerate(PRESETS.values(), 1):
            self._ask.say(f"{number}: {preset.name}. {_(preset.about)}")
        name = await self._ask.one_of(words.format(usual=usual), list(PRESETS), usual)
        rules = PRESETS[name].rules
        me = own_name(self._settings)
        while True:
            line = await self._ask.text(
                _("Who plays? Names with commas between, such as {names}.").format(
                    names=f"{me}, Bruno"
                )
            )
            names = [clean(part)[:LONGEST] for part in line.split(",") if clean(part)]
            try:
                ScoreSheet.begin(rules, names)
            except SheetError as error:
                self._console.say(say(error.sentence))
                continue
            return self._shelf.new(rules, names)

    async def _rounds(self, kept: KeptSheet) -> None:
        self._console.say(f"{title_line(kept.sheet)}.")
        self._console.say(
            _("Type points such as 27 or 12+5, or tiles such as 6-3 0-0; “{out}” for who went out; "
              "“{undo}” takes a round back, “{sheet}” says it all, “{back}” leaves.").format(
                  out=_("out"), undo=_("undo"), sheet=_("sheet"), back=_("back"))
        )  # fmt: skip
        while not kept.sheet.over:
            await self._round(kept)
        self._standing(kept.sheet)

    async def _round(self, kept: KeptSheet) -> None:
        """Ask everybody's points, and write the round down if they can be."""
        sheet = kept.sheet
        number = len(sheet.results) + 1
        lead = sheet.leads(number)[0]
        if sheet.rules.round_order is RoundOrder.POOL:
            words = _("Round {round} of {rounds}: the double that opened it? Enter: {usual}.")
            lead = await self._ask.number(
                words.format(round=number, rounds=sheet.rules.game_rounds, usual=lead),
                0, sheet.rules.set_size, lead,
            )  # fmt: skip
        else:
            words = _("Round {round} of {rounds}, hub {tile}.")
            self._ask.say(words.format(
                round=number, rounds=sheet.rules.game_rounds, tile=double(lead)
            ))  # fmt: skip
        scores: list[int] = []
        hands: list[tuple[Tile, ...]] = []
        out: int | None = None
        for seat, name in enumerate(sheet.names):
            found = await self._points(kept, clean(name))
            if found is None:
                return
            points, tiles, went_out = found
            scores.append(points)
            hands.append(tiles)
            out = seat if went_out else out
        try:
            kept.write(number, lead, scores, out, hands)
        except (SheetError, StoreError) as error:
            self._console.say(say(error.sentence))
            return
        self._standing(kept.sheet)

    async def _points(
        self, kept: KeptSheet, name: str
    ) -> tuple[int, tuple[Tile, ...], bool] | None:
        """A player's points, tiles and whether they went out; None if the round begins anew."""
        self._console.say(f"{name}?")
        while True:
            line = await self._ask.line([*_UNDO, *_SHEET, *_OUT])
            word = folded(line)
            if word in _UNDO:
                undone = kept.undo()
                self._console.say(
                    _("The last round was taken back.") if undone
                    else _("There is nothing to take back.")
                )  # fmt: skip
                return None
            if word in _SHEET:
                self._told(kept.sheet)
                continue
            if word in _OUT or word == "0":
                return 0, (), True
            try:
                found = counted(kept.sheet.rules, line)
            except SheetError as error:
                self._ask.say(say(error.sentence))
                continue
            if len(found.terms) > 1 or found.tiles:
                terms = " + ".join(map(str, found.terms))
                self._console.say(f"{terms} = {found.points}.")
            return found.points, found.tiles, False

    def _told(self, sheet: ScoreSheet) -> None:
        """All rounds, then where everybody stands."""
        for result in sheet.results:
            points = ", ".join(
                f"{clean(name)} {score}" for name, score in zip(
                    sheet.names, result.scores, strict=True)
            )  # fmt: skip
            words = _("Round {round}, hub {tile}: {scores}.")
            self._ask.say(
                words.format(round=result.number, tile=double(result.lead), scores=points)
            )
        self._standing(sheet)

    def _standing(self, sheet: ScoreSheet) -> None:
        names = [clean(name) for name in sheet.names]
        if sheet.results:
            self._console.say(places_line(sheet.totals, sheet.ranks, names))
        self._console.say(verdict(sheet))

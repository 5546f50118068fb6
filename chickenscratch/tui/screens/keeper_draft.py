"""A round that is being written down: what has been typed for each player so far.

Pure: every change gives a new draft.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from chickenscratch.core.sheet import Counted, ScoreSheet, counted, out_points
from chickenscratch.core.state import RoundResult
from chickenscratch.core.tiles import Tile

TYPED: Final = "0123456789-+| "
"""Characters that points and tiles are written with."""
LONGEST: Final = 60
LEAD: Final = 0
"""The column of the lead; the players have those from 1 on."""


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """`lead` and `texts` as typed, `out` the seat that is marked as gone out."""

    number: int
    lead: str
    texts: tuple[str, ...]
    out: int | None = None

    @classmethod
    def fresh(cls, sheet: ScoreSheet, number: int) -> RoundDraft:
        """An empty row, with the lead that is likeliest."""
        return cls(number, str(sheet.leads(number)[0]), ("",) * sheet.seats)

    @classmethod
    def of(cls, result: RoundResult) -> RoundDraft:
        """A round that was written down, to be corrected."""
        texts = tuple(
            " ".join(map(str, hand)) if hand else str(score)
            for hand, score in zip(result.hands, result.scores, strict=True)
        )
        return cls(result.number, str(result.lead), texts, result.out)

    @property
    def empty(self) -> bool:
        """Whether nothing has been written for any player."""
        return self.out is None and not any(text.strip() for text in self.texts)

    def count(self, sheet: ScoreSheet, seat: int) -> Counted | None:
        """What was written for a player; None if nothing was. Raises SheetError."""
        text = self.texts[seat]
        if not text.strip():
            return Counted(0, (), ()) if seat == self.out else None
        return counted(sheet.rules, text)

    def gap(self, sheet: ScoreSheet, after: int) -> int | None:
        """The next column after `after` in which something is missing, round the corner too."""
        columns = sheet.seats + 1
        for step in range(1, columns + 1):
            column = (after + step) % columns
            missing = not self.lead
            if column != LEAD:
                missing = not self.texts[column - 1].strip() and column - 1 != self.out
            if missing:
                return column
        return None

    def who_went_out(self, sheet: ScoreSheet) -> int | None:
        """The seat that is marked; else the only one with a bare 0, which can mean nothing else."""
        if self.out is not None:
            return self.out
        bare = [
            seat for seat in range(sheet.seats)
            if (found := self.count(sheet, seat)) is not None and not found.points
            and not found.tiles
        ]  # fmt: skip
        return bare[0] if len(bare) == 1 else None

    def written(
        self, sheet: ScoreSheet
    ) -> tuple[int, int, tuple[int, ...], int | None, tuple[tuple[Tile, ...], ...]]:
        """What :meth:`KeptSheet.write` takes. Raises SheetError."""
        found = [self.count(sheet, seat) for seat in range(sheet.seats)]
        # a missing player is the sheet's business to refuse
        scores = tuple(entry.points for entry in found if entry is not None)
        hands = tuple(entry.tiles for entry in found if entry is not None)
        return self.number, int(self.lead or -1), scores, self.who_went_out(sheet), hands

    def typed(
        self, sheet: ScoreSheet, column: int, text: str, *, instead: bool = False
    ) -> RoundDraft:
        """`text` at the end of a column, or instead of what was there if that begins a number.

        What does not belong there is passed over."""
        if column == LEAD:
            lead = "" if instead else self.lead
            for char in text:
                if char.isascii() and char.isdigit():
                    longer = lead + char
                    lead = longer if int(longer) <= sheet.rules.set_size and lead != "0" else char
            return replace(self, lead=lead or self.lead)
        kept = "".join(char for char in text if char in TYPED)
        before = "" if instead and kept[:1].isdigit() else self.texts[column - 1]
        fresh = self._with(column - 1, (before + kept)[:LONGEST])
        return replace(fresh, out=None) if self.out == column - 1 and kept else fresh

    def erased(self, column: int) -> RoundDraft:
        """A column without its last character, or without its mark."""
        if column == LEAD:
            return replace(self, lead=self.lead[:-1])
        if not self.texts[column - 1] and self.out == column - 1:
            return replace(self, out=None)
        return self._with(column - 1, self.texts[column - 1][:-1])

    def cleared(self, column: int) -> RoundDraft:
        """A column with nothing in it."""
        if column == LEAD:
            return replace(self, lead="")
        bare = self._with(column - 1, "")
        return replace(bare, out=None) if self.out == column - 1 else bare

    def with_out(self, sheet: ScoreSheet, column: int) -> RoundDraft:
        """The player went out. Again: with a double, where that costs something; then not."""
        if column == LEAD:
            return self
        seat, choices = column - 1, [str(points) for points in out_points(sheet.rules)]
        if self.out != seat:
            return replace(self._with(seat, choices[0]), out=seat)
        at = choices.index(self.texts[seat]) if self.texts[seat] in choices else 0
        if at + 1 < len(choices):
            return self._with(seat, choices[at + 1])
        return replace(self._with(seat, ""), out=None)

    def next_lead(self, sheet: ScoreSheet, step: int = 1) -> RoundDraft:
        """The next double that may have opened the round."""
        leads = sheet.leads(self.number)
        now = int(self.lead) if self.lead else -1
        at = leads.index(now) + step if now in leads else 0
        return replace(self, lead=str(leads[at % len(leads)]))

    def _with(self, seat: int, text: str) -> RoundDraft:
        return replace(self, texts=(*self.texts[:seat], text, *self.texts[seat + 1 :]))

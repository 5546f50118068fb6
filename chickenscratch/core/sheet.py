"""A score sheet by itself: rules, names and rounds, for a game at this table or on a real one.

Pure: every change gives a new sheet. What people write down is counted here as well, points or
tiles, by the rules of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from chickenscratch.core.rules import MAX_SEATS, DoubleOut, RuleSet
from chickenscratch.core.scoring import OUT_PENALTY, places, tile_value, winners
from chickenscratch.core.state import EndReason, Game, RoundResult, totals_of
from chickenscratch.core.text import N_, Sentence
from chickenscratch.core.tiles import Tile, double, full_set, tile

_BREAKS: Final = re.compile(r"[\s+,;]+")
_TILE: Final = re.compile(r"(\d{1,2})[-|](\d{1,2})", re.ASCII)
_POINTS: Final = re.compile(r"\d{1,4}", re.ASCII)


class SheetError(ValueError):
    """Something that cannot stand on a sheet. `sentence` says why, in words to show."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


class Counted(NamedTuple):
    """What was written down for a hand: its points, term by term, and the tiles if told."""

    points: int
    terms: tuple[int, ...]
    tiles: tuple[Tile, ...]


def counted(rules: RuleSet, text: str) -> Counted:
    """Points such as ``27`` or ``12+5``, or tiles such as ``6-3 0-0``, or both.

    Raises SheetError with one sentence, also for an empty text.
    """
    terms: list[int] = []
    tiles: list[Tile] = []
    for word in filter(None, _BREAKS.split(text)):
        if numbers := _TILE.fullmatch(word):
            found = tile(int(numbers[1]), int(numbers[2]))
            if found.high > rules.set_size:
                raise SheetError(N_("There is no {tile} in this set of tiles."), tile=found)
            if found in tiles:
                raise SheetError(N_("{tile} is counted twice."), tile=found)
            tiles.append(found)
            terms.append(tile_value(rules, found))
        elif _POINTS.fullmatch(word):
            terms.append(int(word))
        else:
            raise SheetError(N_("“{word}” is neither points nor a tile such as 6-3."), word=word)
    if not terms:
        raise SheetError(N_("Write points such as 27, or tiles such as 6-3 0-0."))
    return Counted(sum(terms), tuple(terms), tuple(tiles))


def most_points(rules: RuleSet) -> int:
    """What all tiles of the set count together."""
    return sum(tile_value(rules, found) for found in full_set(rules.set_size))


def out_points(rules: RuleSet) -> tuple[int, ...]:
    """What whoever went out may write."""
    return (0, OUT_PENALTY) if rules.double_out is DoubleOut.PENALTY_50 else (0,)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Rounds as they were written down. A round's hands are empty if only points were told."""

    rules: RuleSet
    names: tuple[str, ...]
    results: tuple[RoundResult, ...] = ()
    created: str = ""

    @classmethod
    def begin(cls, rules: RuleSet, names: Sequence[str], created: str = "") -> ScoreSheet:
        """An empty sheet. Raises SheetError if these players cannot be told apart."""
        if not 2 <= len(names) <= MAX_SEATS:
            raise SheetError(
                N_("A table has 2 to {most} players, not {seats}."),
                most=MAX_SEATS,
                seats=len(names),
            )
        if any(not name.strip() for name in names):
            raise SheetError(N_("Every player needs a name."))
        if len({name.casefold() for name in names}) != len(names):
            raise SheetError(N_("Every player needs a name of their own."))
        return cls(rules, tuple(names), (), created)

    @classmethod
    def of(cls, game: Game, names: Sequence[str], created: str = "") -> ScoreSheet:
        """The sheet of a game as far as it was played."""
        return cls(game.rules, tuple(names), game.results, created)

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def totals(self) -> tuple[int, ...]:
        return totals_of(self.results, self.seats)

    @property
    def over(self) -> bool:
        return len(self.results) >= self.rules.game_rounds

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the lowest total, after the tie rule; nobody before the first round."""
        return winners(self.rules, self.results, self.seats) if self.results else ()

    @property
    def ranks(self) -> tuple[int, ...]:
        """Every seat's place; at the end, where the rules break a tie, the winner stands alone."""
        found, won = places(self.totals), self.winners
        if not self.over:
            return found
        return tuple(
            place if place > 1 or seat in won else len(won) + 1 for seat, place in enumerate(found)
        )

    def leads(self, number: int) -> tuple[int, ...]:
        """The doubles that may have opened round `number`, the likeliest first."""
        led = tuple(result.lead for result in self.results if result.number != number)
        return self.rules.wanted(number, led)

    def with_round(
        self,
        number: int,
        lead: int,
        scores: Sequence[int],
        out: int | None = None,
        hands: Sequence[Sequence[Tile]] = (),
    ) -> ScoreSheet:
        """The sheet with a round more, or with round `number` corrected.

        `out`: the seat that went out, if any did. `hands`: the tiles left, where they are known.
        Raises SheetError with one sentence for a round that cannot have been played.
        """
        known = tuple(tuple(hand) for hand in hands) or ((),) * self.seats
        if not 1 <= number <= len(self.results) + 1 or number > self.rules.game_rounds:
            raise SheetError(N_("There is no round {number} on this sheet."), number=number)
        self._check_lead(number, lead)
        self._check_scores(lead, scores, out, known)
        end = EndReason.BLOCKED if out is None else EndReason.OUT
        result = RoundResult(number, lead, end, out, known, (), tuple(scores))
        results = (*self.results[: number - 1], result, *self.results[number:])
        return replace(self, results=results)

    def _check_lead(self, number: int, lead: int) -> None:
        if lead in self.leads(number):
            return
        if 0 <= lead <= self.rules.set_size:
            raise SheetError(N_("{tile} has opened a round already."), tile=double(lead))
        raise SheetError(N_("There is no {tile} in this set of tiles."), tile=double(lead))

    def _check_scores(
        self,
        lead: int,
        scores: Sequence[int],
        out: int | None,
        hands: tuple[tuple[Tile, ...], ...],
    ) -> None:
        if len(scores) != self.seats or len(hands) != self.seats or min(scores) < 0:
            raise SheetError(N_("Every player needs points for this round."))
        if out is not None and not 0 <= out < self.seats:
            raise SheetError(N_("Whoever went out must be one of the players."))
        if out is not None and (scores[out] not in out_points(self.rules) or hands[out]):
            raise SheetError(
                N_("{name} went out, and writes {points}."),
                name=self.names[out],
                points=" / ".join(map(str, out_points(self.rules))),
            )
        laid = double(lead)
        seen: set[Tile] = set()
        for held in (found for hand in hands for found in hand):
            if held == laid:
                raise SheetError(N_("{tile} opened the round, so nobody holds it."), tile=held)
            if held in seen:
                raise SheetError(N_("{tile} is counted twice."), tile=held)
            seen.add(held)
        most = most_points(self.rules) - tile_value(self.rules, laid)
        held_points = sum(score for seat, score in enumerate(scores) if seat != out)
        if held_points > most:
            raise SheetError(
                N_("{points} points are more than all the tiles left count, {most}."),
                points=held_points,
                most=most,
            )

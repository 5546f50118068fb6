"""Counting what many games came to, exactly: the same games in any order give the same figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, Self

from chickenscratch.bots.selfplay import PlayedGame
from chickenscratch.core.rules import MAX_SEATS
from chickenscratch.core.scoring import winners
from chickenscratch.core.state import EndReason

Z95 = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


class Spread(NamedTuple):
    """`spread` is the standard deviation of the sample; None when there is only one value."""

    mean: float
    spread: float | None


class Share(NamedTuple):
    """A share of `games`, and the 95 % interval (Wilson's) for the true one."""

    games: Fraction
    share: float
    low: float
    high: float


def spread_of(counts: Counter[int]) -> Spread:
    """Mean and standard deviation of counted whole numbers."""
    n = counts.total()
    total = sum(value * times for value, times in counts.items())
    squares = sum(value * value * times for value, times in counts.items())
    if n < 2:
        return Spread(float(total), None)
    return Spread(total / n, math.sqrt((n * squares - total * total) / (n * (n - 1))))


def share_of(part: Fraction, games: int) -> Share:
    """`part` of `games`, which may be a fraction when wins are split."""
    p, z = float(part / games), Z95 * Z95
    middle = p + z / (2 * games)
    reach = Z95 * math.sqrt(p * (1 - p) / games + z / (4 * games * games))
    whole = 1 + z / games
    return Share(part, p, max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole))


@dataclass(slots=True)
class SeatTally:
    """What one seat, or all seats of one level, came to. `wins[k]`: games won by k seats alike."""

    scores: Counter[int] = field(default_factory=Counter)
    totals: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)

    def merge(self, other: SeatTally) -> None:
        self.scores.update(other.scores)
        self.totals.update(other.totals)
        self.wins.update(other.wins)

    @property
    def won(self) -> Fraction:
        """Games won, a shared win being split."""
        return sum((Fraction(times, seats) for seats, times in self.wins.items()), Fraction())


SHARES: Final = math.lcm(*range(1, MAX_SEATS + 1))
"""A game won, in parts so small that any shared win is a whole number of them."""


class Pair(NamedTuple):
    """What one player came to in all games with the same deals: games `won`, in parts of SHARES,
    and the points a round by which the others' mean was higher, times `rounds` and others."""

    won: int
    ahead: int
    rounds: int


@dataclass(slots=True)
class Tally:
    """What many games with the same players came to, by the seat they had in the first.

    `pairs`: of games with the same deals, one line for every deal.
    """

    seats: tuple[SeatTally, ...]
    games: int = 0
    deals: int = 0
    ends: Counter[EndReason] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    tiles: Counter[int] = field(default_factory=Counter)
    pairs: list[tuple[Pair, ...]] = field(default_factory=list)

    @classmethod
    def for_seats(cls, seats: int) -> Self:
        return cls(tuple(SeatTally() for _ in range(seats)))

    @property
    def rounds(self) -> int:
        return self.ends.total()

    @property
    def redeals(self) -> int:
        return self.deals - self.rounds

    def add(self, played: PlayedGame, shift: int = 0) -> None:
        """Count one finished game, in which everybody sat `shift` seats further."""
        game = played.game
        self.games += 1
        self.deals += game.deals
        best = winners(game.rules, game.results, game.seats)
        for seat, total in enumerate(game.totals):
            tally = self.seats[seat - shift]
            tally.totals[total] += 1
            tally.wins[len(best)] += seat in best
            for result in game.results:
                tally.scores[result.scores[seat]] += 1
        for result, length in zip(game.results, played.rounds, strict=True):
            self.ends[result.end] += 1
            self.turns[length.turns] += 1
            self.tiles[length.tiles] += 1

    def pair(self, played: PlayedGame, shift: int) -> None:
        """Count one of the games with the same deals; the first has no shift."""
        game, totals = played.game, played.game.totals
        best = winners(game.rules, game.results, game.seats)
        if not shift:
            self.pairs.append((Pair(0, 0, 0),) * game.seats)
        line = list(self.pairs[-1])
        for seat, total in enumerate(totals):
            won, ahead, rounds = line[seat - shift]
            line[seat - shift] = Pair(
                won + (SHARES // len(best) if seat in best else 0),
                ahead + sum(totals) - game.seats * total,
                rounds + len(game.results),
            )
        self.pairs[-1] = tuple(line)

    def merge(self, other: Tally) -> None:
        """Count what another tally of the same seats counted."""
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.merge(theirs)
        self.games += other.games
        self.deals += other.deals
        self.ends.update(other.ends)
        self.turns.update(other.turns)
        self.tiles.update(other.tiles)
        self.pairs += other.pairs

    def together(self, seats: Iterable[int]) -> SeatTally:
        """Several seats as if they were one."""
        tally = SeatTally()
        for seat in seats:
            tally.merge(self.seats[seat])
        return tally

"""The report on a series of games, as plain values: the JSON document of ``simulate``."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Final, TypedDict

from chickenscratch.bots.series import Series
from chickenscratch.bots.tally import SHARES, Z95, Pair, SeatTally, Tally, share_of, spread_of
from chickenscratch.core.presets import format_rules, preset_of
from chickenscratch.core.state import EndReason

DIGITS: Final = 6
"""Decimals that are kept: more than any number of games can tell."""


class Values(TypedDict):
    """Mean and standard deviation, None for a single value."""

    mean: float
    spread: float | None


class Size(TypedDict):
    """How long rounds were."""

    mean: float
    max: int


class Wins(TypedDict):
    """Games won, shared ones split; their share, and its 95 % interval."""

    games: float
    share: float
    low: float
    high: float


class LevelLine(TypedDict):
    """What the seats of one level came to together; the wins are those of all its seats."""

    level: str
    seats: list[int]
    round_score: Values
    game_total: Values
    wins: Wins


class SeatLine(TypedDict):
    """What one seat came to."""

    seat: int
    level: str
    round_score: Values
    game_total: Values
    wins: Wins


class PairedLine(TypedDict):
    """What one level came to when every deal was played from every seat: the mean share of games
    won by one of its players, and by how many points a round the others' mean was higher, each
    with half of its 95 % interval (None for one deal alone)."""

    level: str
    share: float
    share_reach: float | None
    ahead: float
    ahead_reach: float | None


class Report(TypedDict):
    """Everything but `seconds` follows from the seed."""

    rules: str
    preset: str
    seed: str
    games: int
    rounds: int
    seats: list[SeatLine]
    levels: list[LevelLine]
    paired: list[PairedLine]
    ends: dict[str, int]
    turns: Size
    tiles: Size
    redeals: int
    seconds: float


def report_on(series: Series, tally: Tally, seconds: float) -> Report:
    """The report on the finished `series`."""
    by_level: dict[str, list[int]] = {}
    for seat, level in enumerate(series.levels):
        by_level.setdefault(level, []).append(seat)
    return Report(
        rules=format_rules(series.rules),
        preset=preset_of(series.rules),
        seed=series.seed,
        games=tally.games,
        rounds=tally.rounds,
        seats=[
            SeatLine(
                seat=seat,
                level=level,
                round_score=_values(tally.seats[seat].scores),
                game_total=_values(tally.seats[seat].totals),
                wins=_wins(tally.seats[seat], tally.games),
            )
            for seat, level in enumerate(series.levels)
        ],
        levels=[
            LevelLine(
                level=level,
                seats=seats,
                round_score=_values(tally.together(seats).scores),
                game_total=_values(tally.together(seats).totals),
                wins=_wins(tally.together(seats), tally.games),
            )
            for level, seats in by_level.items()
        ],
        paired=[_paired(level, seats, tally.pairs) for level, seats in by_level.items()]
        if tally.pairs
        else [],
        ends={reason.value: tally.ends[reason] for reason in EndReason if tally.ends[reason]},
        turns=_size(tally.turns),
        tiles=_size(tally.tiles),
        redeals=tally.redeals,
        seconds=round(seconds, 3),
    )


def _paired(level: str, seats: list[int], pairs: list[tuple[Pair, ...]]) -> PairedLine:
    """Each deal counts as one observation: its games are not independent of each other."""
    players = len(pairs[0])
    shares, leads = Counter[int](), Counter[int]()
    for line in pairs:
        shares[sum(line[seat].won for seat in seats)] += 1
        leads[sum(line[seat].ahead for seat in seats)] += 1
    rounds = pairs[0][0].rounds
    share, share_reach = _mean(shares, SHARES * players * len(seats))
    ahead, ahead_reach = _mean(leads, rounds * (players - 1) * len(seats))
    return PairedLine(
        level=level, share=share, share_reach=share_reach, ahead=ahead, ahead_reach=ahead_reach
    )


def _mean(counts: Counter[int], unit: int) -> tuple[float, float | None]:
    """The mean in units, and half of its 95 % interval."""
    mean, spread = spread_of(counts)
    if spread is None:
        return round(mean / unit, DIGITS), None
    reach = Z95 * spread / sqrt(counts.total()) / unit
    return round(mean / unit, DIGITS), round(reach, DIGITS)


def _values(counts: Counter[int]) -> Values:
    mean, spread = spread_of(counts)
    kept = None if spread is None else round(spread, DIGITS)
    return Values(mean=round(mean, DIGITS), spread=kept)


def _size(counts: Counter[int]) -> Size:
    return Size(mean=round(spread_of(counts).mean, DIGITS), max=max(counts))


def _wins(tally: SeatTally, games: int) -> Wins:
    share = share_of(tally.won, games)
    return Wins(
        games=round(float(share.games), DIGITS),
        share=round(share.share, DIGITS),
        low=round(share.low, DIGITS),
        high=round(share.high, DIGITS),
    )

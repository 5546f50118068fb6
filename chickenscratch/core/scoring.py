"""Counting hands, and who has won (rules.md A12, B11, E35, E37)."""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.core.rules import BlankScoring, DoubleOut, RuleSet, Ties
from chickenscratch.core.state import RoundResult, totals_of
from chickenscratch.core.tiles import Tile

OUT_PENALTY = 50


def tile_value(rules: RuleSet, tile: Tile) -> int:
    """What a tile costs when it is left in hand."""
    match rules.blank_scoring:
        case BlankScoring.ZERO:
            return tile.pips
        case BlankScoring.DOUBLE_BLANK_25:
            return tile.pips or 25
        case BlankScoring.DOUBLE_BLANK_50:
            return tile.pips or 50
        case BlankScoring.BLANK_HALVES_25:
            return sum(half or 25 for half in tile)


def hand_value(rules: RuleSet, hand: Sequence[Tile]) -> int:
    return sum(tile_value(rules, tile) for tile in hand)


def round_scores(
    rules: RuleSet, hands: Sequence[Sequence[Tile]], out: int | None, last: Tile | None
) -> tuple[int, ...]:
    """Every seat's points. `out` laid `last` as its last tile, or is None."""
    scores = [hand_value(rules, hand) for hand in hands]
    if out is not None:
        dear = rules.double_out is DoubleOut.PENALTY_50 and last is not None and last.is_double
        scores[out] = OUT_PENALTY if dear else 0
    return tuple(scores)


def winners(rules: RuleSet, results: tuple[RoundResult, ...], seats: int) -> tuple[int, ...]:
    """The seats with the lowest total, after the tie rule."""
    totals = totals_of(results, seats)
    best = [seat for seat in range(seats) if totals[seat] == min(totals)]
    if rules.ties is Ties.ZERO_ROUNDS and len(best) > 1:
        keys = {seat: _tie_key(results, seat) for seat in best}
        best = [seat for seat in best if keys[seat] == min(keys.values())]
    return tuple(best)


def _tie_key(results: tuple[RoundResult, ...], seat: int) -> tuple[int, int]:
    """Lower is better: most rounds at zero, then the lowest single round above zero."""
    scores = [result.scores[seat] for result in results]
    return -scores.count(0), min((score for score in scores if score), default=0)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """1 for the lowest total, and so on; equal totals share a place."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)

"""What a move is worth at a glance: the linear score of bots.md 1, `heur`.

Features of the position after the move, from public facts and the own hand alone: the fourteen of
bots.md, and that heavy tiles burn when somebody is about to go out. It is
the whole plan of the level `skilled`, the way everybody plays in the search's imagined rounds, and
the search's first guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chickenscratch.bots.masks import Kit

Scored = tuple[float, int, int]
"""(score, tile, number it is played on); the largest is the best."""


class Weights(NamedTuple):
    """One number a feature, in the order of bots.md; `hurry` is ours."""

    pips: float
    ending: float
    double: float
    own_of_double: float
    hidden_of_double: float
    fitting: float
    variety: float
    own_of_open: float
    hidden_of_open: float
    new: float
    stuck: float
    closing: float
    dead_gap: float
    dead: float
    hurry: float = 0.0


class Sight(NamedTuple):
    """What one player sees: the position without the others' tiles and the yard's order.

    `others`: tiles in a mean opponent's hand; `least`: in the smallest; `following`: tiles of the
    next player; `lacking`: tiles the next player is known not to hold.
    """

    kit: Kit
    hand: int
    off: int
    need: int
    left: int
    opened: int
    counts: Sequence[int]
    others: float
    least: int
    following: int
    lacking: int = 0


def rate(w: Weights, sight: Sight, playable: int) -> list[Scored]:
    """Every way to play one of the `playable` tiles, with its score."""
    return scored(w, playable, *sight)


def scored(
    w: Weights,
    playable: int,
    kit: Kit,
    hand: int,
    off: int,
    need: int,
    left: int,
    opened: int,
    counts: Sequence[int],
    others: float,
    least: int,
    following: int,
    lacking: int = 0,
) -> list[Scored]:
    """:func:`rate` for a :class:`Sight` that was never made: this is the search's inner loop."""
    (pips, ending, double, own_double, hidden_double, fitting, variety, own_open, hidden_open,
     new, stuck, closing, dead_gap, dead, hurry) = w  # fmt: skip
    suits, fits, value = kit.suits, kit.fitting, kit.value
    highs, lows = kit.high, kit.low
    hidden = off & ~hand
    unseen = hidden.bit_count() or 1
    possible = hidden & ~lacking
    rest_count = hand.bit_count() - 1
    pips += hurry / (least or 1)
    found: list[Scored] = []
    while playable:
        bit = playable & -playable
        playable ^= bit
        tile = bit.bit_length() - 1
        high, low = highs[tile], lows[tile]
        if not rest_count:
            on = need if need >= 0 else high if opened >> high & 1 else low
            found.append((1e6 - kit.out_penalty * (high == low), tile, on))
            continue
        rest = hand ^ bit
        base = pips * value[tile]
        if hand & suits[high] == bit:
            base -= variety
        if high == low:
            suit = suits[high]
            out = (off & suit).bit_count() - 1
            if not out or (kit.dead_strict and out < 3):
                gap = _gap(kit, hidden, unseen, others, rest)
                found.append((ending * gap, tile, high))
                continue
            chance = (1 - (possible & suit).bit_count() / unseen) ** following
            own = (rest & suit).bit_count()
            score = (
                base
                + double
                + (own_double + own_open) * own
                + (hidden_double + hidden_open) * (out - own)
                + fitting * (rest & fits[opened]).bit_count() / rest_count
                + stuck * (chance if possible & suit else 1)
            )
            if out < 3:
                score += dead_gap * _gap(kit, hidden, unseen, others, rest) + dead
            found.append((score, tile, high))
            continue
        if hand & suits[low] == bit:
            base -= variety
        if need >= 0:
            far = high + low - need
            after = opened | 1 << far
            if left > 1:
                follow = suits[need]
                table = fits[after | 1 << need]
                out = (off & follow).bit_count() - 1
                ends = out < left - 1 if kit.dead_strict else not out
            else:
                follow = table = fits[after]
                ends = not (off ^ bit) & follow
            if ends:
                gap = _gap(kit, hidden, unseen, others, rest)
                found.append((ending * gap, tile, need))
                continue
            suit = suits[far]
            can = possible & follow
            score = (
                base
                + fitting * (rest & table).bit_count() / rest_count
                + own_open * (rest & suit).bit_count()
                + hidden_open * (hidden & suit).bit_count()
                + (0 if opened >> far & 1 else new)
                + stuck * ((1 - can.bit_count() / unseen) ** following if can else 1)
            )
            found.append((score, tile, need))
            continue
        for on, far in ((high, low), (low, high)):
            if not opened >> on & 1:
                continue
            after = opened | 1 << far
            score = base
            if counts[on] == 1:
                after ^= 1 << on
                score += closing
            follow = fits[after]
            if not (off ^ bit) & follow:
                gap = _gap(kit, hidden, unseen, others, rest)
                found.append((ending * gap, tile, on))
                continue
            suit = suits[far]
            can = possible & follow
            score += (
                fitting * (rest & follow).bit_count() / rest_count
                + own_open * (rest & suit).bit_count()
                + hidden_open * (hidden & suit).bit_count()
                + (0 if opened >> far & 1 else new)
                + stuck * ((1 - can.bit_count() / unseen) ** following if can else 1)
            )
            found.append((score, tile, on))
    return found


def _gap(kit: Kit, hidden: int, unseen: int, others: float, rest: int) -> float:
    """How much more a mean opponent would pay than the own hand if the round ended now."""
    return others * kit.worth(hidden) / unseen - kit.worth(rest)

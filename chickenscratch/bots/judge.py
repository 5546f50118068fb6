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
    """One number a feature, in the order of bots.md; from `hurry` on they are ours."""

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
    pips_early: float = 0.0
    """“Early”: times the share of the set that is hidden."""
    reach: float = 0.0
    """Of a double: hidden tiles of its number for each own one and one."""
    lone_double: float = 0.0
    """A double without an own tile to follow it."""
    stuck_early: float = 0.0
    new_early: float = 0.0
    hidden_early: float = 0.0
    frees_own: float = 0.0
    """A number is opened whose double is in the own hand."""
    frees_hidden: float = 0.0
    shuts_own: float = 0.0
    """The last end of a number is closed whose double is in the own hand."""
    shuts_hidden: float = 0.0
    lone_open: float = 0.0
    """No own tile fits what is left open."""
    hidden_of_on: float = 0.0
    """Hidden tiles of the number played on, where other ends of it stay."""
    two_ways: float = 0.0
    """Both numbers of the tile were open."""
    new_foot: float = 0.0
    """`new` while a hub or foot is being filled."""
    all_stuck: float = 0.0
    """Chance that a mean opponent cannot play, whatever is known of the next one."""
    stuck_hurry: float = 0.0
    """`stuck` in the same way as `hurry`."""
    double_pips: float = 0.0


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
    kit = sight.kit
    case = kit.engine.case(
        playable, sight.off, sight.need, sight.left, sight.opened, sight.counts, sight.others,
        sight.least, sight.following, sight.lacking,
    )  # fmt: skip
    rated = kit.engine.rated()
    return rated.moves(case.rate(kit.judge(w), kit.tables, rated, sight.hand))

"""Exact play when nothing can be drawn any more and few tiles are left (bots.md 2).

With two seats the other hand is known then. With more, this is done in every imagined world, where
everybody sees everything and thinks of the own points alone (Luckhardt and Irani's max^n, 1986).
"""

from __future__ import annotations

from typing import Final

from chickenscratch.bots.position import Position

MOST_TILES: Final = 12
"""Tiles in all hands together up to which the rest is worked out."""


class TooMuchError(Exception):
    """The rest of the round has too many ways to go."""


class Endgame:
    """Works out rests of rounds, at most `nodes` positions in all. `used`: those looked at."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.used = 0
        self._known: dict[tuple[object, ...], list[int]] = {}

    def fits(self, position: Position) -> bool:
        """Whether a position is for working out."""
        tiles = sum(hand.bit_count() for hand in position.hands)
        return tiles <= MOST_TILES and not position.usable and position.end is None

    def soon(self, position: Position) -> bool:
        """Whether a position is for working out once a tile has been laid."""
        tiles = sum(hand.bit_count() for hand in position.hands)
        return tiles <= MOST_TILES + 1 and not position.usable

    def points(self, position: Position) -> list[int]:
        """Every seat's points if all do their best. Raises TooMuchError."""
        if position.end is not None:
            return position.scores()
        key = (
            *position.hands, position.turn, position.need, position.left, position.passes,
            *position.counts,
        )  # fmt: skip
        known = self._known.get(key)
        if known is not None:
            return known
        self.used += 1
        if self.used > self.nodes:
            raise TooMuchError
        best: list[int] = []
        moves = position.moves()
        if not moves:
            after = position.copy()
            after.pass_()
            best = self.points(after)
        seat, gain = position.turn, 0
        for tile, on in moves:
            after = position.copy()
            after.play(tile, on)
            points = self.points(after)
            # the others' points count together: own share of the mean difference
            better = sum(points) - position.seats * points[seat]
            if not best or better > gain:
                best, gain = points, better
        self._known[key] = best
        return best

# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, auto_pickle=False
"""Playing imagined rounds to their end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from chickenscratch.bots.kernel import bitset, judging

if TYPE_CHECKING:
    from chickenscratch.bots.position import Position

SEATS: Final = 8
NUMBERS: Final = 19
TILES: Final = 190


class Imagined:
    """A round being imagined: the ints of a :class:`~chickenscratch.bots.position.Position`.

    `yard` may be shared with the round it was copied from; `stock` tells how many of its tiles are
    left, of which the last is drawn next. `lacks`: the tiles that everybody knows a seat not to
    hold, until it draws. `twist`: who went out with a double, or -1.
    """

    __slots__ = (
        "cells", "counts", "drawn", "hands", "lacks", "left", "need", "off", "opened", "passes",
        "seats", "stock", "tables", "turn", "twist", "yard",
    )  # fmt: skip

    def __init__(self, tables: judging.Tables, start: Position) -> None:
        """Raises nothing: `start` is a position that goes on."""
        self.tables = tables
        self.hands = bitset.room(SEATS)
        self.counts = bitset.room(NUMBERS)
        self.lacks = bitset.room(SEATS)
        self.cells = bitset.room(TILES)
        self.yard = self.cells
        self.seats = start.seats
        for number in range(self.tables.numbers):
            self.counts[number] = start.counts[number]
        self.turn = start.turn
        self.need = start.need
        self.left = start.left
        self.off = start.off
        self.opened = start.opened
        self.passes = start.passes
        self.drawn = start.drawn
        self.twist = -1
        self.deal(start.hands, start.yard)

    def deal(self, hands: Sequence[int], yard: Sequence[int]) -> None:
        """Put other tiles into the hands and the yard."""
        for seat in range(self.seats):
            self.hands[seat] = hands[seat]
        self.stock = len(yard)
        for place in range(self.stock):
            self.cells[place] = yard[place]

    def know(self, lacks: Sequence[int]) -> None:
        """The tiles that everybody knows each seat not to hold."""
        for seat in range(self.seats):
            self.lacks[seat] = lacks[seat]

    def follow(self, other: Imagined) -> None:
        """Go on from where `other` is, which must not change meanwhile."""
        hands, theirs = self.hands, other.hands
        for seat in range(self.seats):
            hands[seat] = theirs[seat]
            self.lacks[seat] = other.lacks[seat]
        counts, others = self.counts, other.counts
        for number in range(self.tables.numbers):
            counts[number] = others[number]
        self.yard, self.stock = other.yard, other.stock
        self.turn, self.need, self.left = other.turn, other.need, other.left
        self.off, self.opened, self.passes = other.off, other.opened, other.passes
        self.drawn, self.twist = other.drawn, other.twist

    def points(self) -> list[int]:
        """The points of every seat if the round is over now."""
        found = [judging.worth(self.tables, self.hands[seat]) for seat in range(self.seats)]
        if self.twist >= 0:
            found[self.twist] = self.tables.out_penalty
        return found

    def play(self, tile: int, on: int) -> bool:
        """Lay a tile on a number, and whether that ends the round."""
        tables, seat, one = self.tables, self.turn, 1
        suits, counts = tables.suits, self.counts
        bit = one << tile
        hand = self.hands[seat] ^ bit
        self.hands[seat] = hand
        self.off ^= bit
        self.passes, self.drawn = 0, -1
        far = tables.high[tile] + tables.low[tile] - on
        if self.need < 0:
            counts[on] -= 1
            if not counts[on]:
                self.opened ^= 1 << on
        if far == on:
            self.need, self.left = far, 3
        else:
            counts[far] += 1
            self.opened |= 1 << far
            if self.need >= 0:
                self.left -= 1
                if not self.left:
                    self.need = -1
        if not hand:
            if far == on:
                self.twist = seat
            return True
        self.turn = seat + 1 if seat + 1 < self.seats else 0
        if self.need < 0:
            return not self.off & tables.fitting[self.opened]
        out = bitset.count(self.off & suits[self.need])
        if tables.dead_strict:
            return out < self.left
        floor = tables.reserve if tables.draws else self.stock
        return not out and not (tables.dead_waits and self.stock > floor)

    def run(
        self,
        judges: list[judging.Judge] | None,
        rated: judging.Rated,
        dice: Callable[[], float],
    ) -> int:
        """Play to the end of the round, and how many turns that took.

        With `judges`, one for each seat, everybody makes the best move in sight; without, any one
        that `dice` gives.
        Like every computer player, those imagined here draw and pass only when they must.
        """
        tables, seats, turns, one = self.tables, self.seats, 0, 1
        suits, fits, strict = tables.suits, tables.fitting, tables.dead_strict
        highs, lows, must_keep = tables.high, tables.low, tables.must_keep
        hands, yard, counts, lacks = self.hands, self.yard, self.counts, self.lacks
        turn, need, left, off, opened = self.turn, self.need, self.left, self.off, self.opened
        passes, drawn, stock = self.passes, self.drawn, self.stock
        floor = tables.reserve if tables.draws else stock
        while True:
            turns += 1
            hand = hands[turn]
            fit = fits[opened] if need < 0 else suits[need]
            can = hand & fit
            fresh = drawn >= 0
            if fresh:
                if must_keep:
                    can &= ~(one << drawn)
                drawn = -1
            looked = not can and not fresh
            while not can and stock > floor and (not fresh or tables.until):
                stock -= 1
                fresh = True
                lacks[turn] = 0
                bit = one << yard[stock]
                hand |= bit
                hands[turn] = hand
                if not must_keep:
                    can = bit & fit
            if not can:
                passes += 1
                turn = turn + 1 if turn + 1 < seats else 0
                if stock > floor:
                    continue
                if need >= 0 and not off & suits[need]:
                    break
                if passes >= seats or (looked and not fresh and tables.empty_ends):
                    break
                continue
            passes = 0
            if judges is None:
                skip = int(dice() * bitset.count(can))
                while skip:
                    can &= can - 1
                    skip -= 1
                tile = bitset.length(can & -can) - 1
                on, low = highs[tile], lows[tile]
                if need >= 0:
                    on = need
                elif on != low and opened >> low & 1 and not (opened >> on & 1 and dice() < 0.5):
                    on = low
            else:
                tile = bitset.length(can) - 1
                on, low = highs[tile], lows[tile]
                several = can & (can - 1) != 0
                if need >= 0:
                    on = need
                elif not opened >> on & 1:
                    on = low
                elif on != low and opened >> low & 1 and hand != can:
                    several = True
                if several:
                    total = least = 0
                    for seat in range(seats):
                        if seat != turn:
                            tiles = bitset.count(hands[seat])
                            total += tiles
                            if not least or tiles < least:
                                least = tiles
                    judge = judges[turn]
                    after = turn + 1 if turn + 1 < seats else 0
                    made = judging.rate(
                        judge, tables, rated, can, hand, off, need, left, opened, counts,
                        total / (seats - 1), least, bitset.count(hands[after]), lacks[after],
                    )  # fmt: skip
                    made = rated.best(made)
                    tile, on = rated.tiles[made], rated.ons[made]
            bit = one << tile
            hand ^= bit
            hands[turn] = hand
            off ^= bit
            far = highs[tile] + lows[tile] - on
            if need < 0:
                counts[on] -= 1
                if not counts[on]:
                    opened ^= 1 << on
            if far == on:
                need, left = far, 3
            else:
                counts[far] += 1
                opened |= 1 << far
                if need >= 0:
                    left -= 1
                    if not left:
                        need = -1
            if not hand:
                if far == on:
                    self.twist = turn
                break
            turn = turn + 1 if turn + 1 < seats else 0
            if need < 0:
                if not off & fits[opened]:
                    break
            elif strict:
                if bitset.count(off & suits[need]) < left:
                    break
            elif not off & suits[need] and not (tables.dead_waits and stock > floor):
                break
        return turns

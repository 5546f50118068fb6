"""A round in progress as a few ints: the rules once more, for the search (rules.md, "Formal
model").

Places do not matter for the rules (rules.md P6), so open ends are counted by number. A position
begins after the lead is laid; calls and their penalties are not part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, Self

from chickenscratch.bots.masks import Kit, each, kit_for, number_of, pair
from chickenscratch.core.legal import Table
from chickenscratch.core.state import EndReason, Game, Phase

FREE: Final = -1
"""`need` when any open number may be played."""


class Public(Table, Protocol):
    """The public part of a round that a position is made of: a round or a seat's view."""

    @property
    def passes(self) -> int: ...


class Position:
    """`hands` are sets of tiles; `yard` has the tile to be drawn next at its end.

    `off`: tiles not on the table. `need`: the number a hub or foot wants, or FREE; `left` places
    it still has; `foot` tells which of the two it is. `counts[v]`: ends that show v, apart from
    those of that hub or foot; `opened`: the set of the v that have any. `drawn`: the tile the seat
    whose turn it is has drawn last in this turn, or -1. `end` is None while the round goes on.
    """

    __slots__ = (
        "counts", "drawn", "end", "foot", "hands", "kit", "last", "left", "need", "off", "opened",
        "out", "passes", "seats", "turn", "yard",
    )  # fmt: skip

    def __init__(
        self, kit: Kit, table: Public, hands: Sequence[int], yard: Sequence[int], drawn: int = -1
    ) -> None:
        self.kit = kit
        self.seats = len(hands)
        self.turn = table.turn
        self.hands = list(hands)
        self.yard = list(yard)
        self.drawn = drawn
        self.passes = table.passes
        self.end: EndReason | None = None
        self.out = -1
        self.last = -1
        off = kit.whole
        for laid in table.laid:
            off &= ~(1 << pair(laid.near, laid.far))
        self.off = off
        parent = table.parent
        self.left = table.left
        self.need = table.laid[parent].far if parent >= 0 else FREE
        self.foot = table.phase is Phase.FOOT
        counts = [0] * kit.numbers
        opened = 0
        for end in table.ends:
            if parent < 0 or end.parent != parent:
                counts[end.number] += 1
                opened |= 1 << end.number
        self.counts = counts
        self.opened = opened

    @classmethod
    def of_game(cls, game: Game) -> Self:
        """The true position of a game, hidden tiles and all: for tests and for measuring."""
        table = game.round
        assert table is not None
        kit = kit_for(game.rules)
        yard = [number_of(tile) for tile in reversed(table.yard)]
        drawn = -1 if table.drawn is None else number_of(table.drawn)
        return cls(kit, table, [kit.mask(hand) for hand in table.hands], yard, drawn)

    def copy(self) -> Position:
        """Another position that may go its own way."""
        new = Position.__new__(Position)
        new.kit, new.seats, new.turn = self.kit, self.seats, self.turn
        new.hands, new.yard, new.counts = self.hands[:], self.yard[:], self.counts[:]
        new.off, new.opened, new.need = self.off, self.opened, self.need
        new.left, new.foot, new.drawn = self.left, self.foot, self.drawn
        new.passes, new.end, new.out, new.last = self.passes, self.end, self.out, self.last
        return new

    @property
    def usable(self) -> int:
        """Tiles that may still be drawn in a turn."""
        return max(0, len(self.yard) - self.kit.reserve) if self.kit.draws else 0

    @property
    def fits(self) -> int:
        """All tiles that could be played now, whoever has them."""
        kit = self.kit
        return kit.fitting[self.opened] if self.need < 0 else kit.suits[self.need]

    def playable(self) -> int:
        """The tiles the seat whose turn it is may play."""
        tiles = self.hands[self.turn] & self.fits
        drawn = self.drawn
        if drawn >= 0 and tiles:
            if self.may_draw():
                return 0
            if self.kit.must_keep:
                tiles &= ~(1 << drawn)
        return tiles

    def moves(self) -> list[tuple[int, int]]:
        """Every (tile, number it is played on)."""
        kit, need, opened = self.kit, self.need, self.opened
        found = []
        for tile in each(self.playable()):
            if need >= 0:
                found.append((tile, need))
                continue
            high, low = kit.high[tile], kit.low[tile]
            if opened >> high & 1:
                found.append((tile, high))
            if low != high and opened >> low & 1:
                found.append((tile, low))
        return found

    def _others_fit(self) -> bool:
        hand = self.hands[self.turn]
        if self.drawn >= 0:
            hand &= ~(1 << self.drawn)
        return bool(hand & self.fits)

    def may_draw(self) -> bool:
        """Whether the seat whose turn it is may draw."""
        if not self.usable:
            return False
        if self.drawn < 0:
            return self.kit.may_pass or not self._others_fit()
        return self.kit.until and not self.fits >> self.drawn & 1

    def may_pass(self) -> bool:
        """Whether the seat whose turn it is may pass."""
        kit = self.kit
        if self.drawn < 0:
            return not self.usable and (kit.may_pass or not self._others_fit())
        if self.may_draw():
            return False
        return kit.may_keep or not self.fits >> self.drawn & 1 or self._others_fit()

    def play(self, tile: int, on: int) -> None:
        """Lay a tile on a number: legal or not is not asked."""
        kit, seat = self.kit, self.turn
        bit = 1 << tile
        self.hands[seat] ^= bit
        self.off ^= bit
        self.passes, self.drawn, self.last = 0, -1, tile
        self.turn = (seat + 1) % self.seats
        far = kit.high[tile] + kit.low[tile] - on
        if self.need < 0:
            self.counts[on] -= 1
            if not self.counts[on]:
                self.opened ^= 1 << on
        if far == on:
            self.need, self.left, self.foot = far, 3, True
        else:
            self.counts[far] += 1
            self.opened |= 1 << far
            if self.need >= 0:
                self.left -= 1
                if not self.left:
                    self.need, self.foot = FREE, False
        if not self.hands[seat]:
            self.end, self.out = EndReason.OUT, seat
        elif self.need >= 0:
            self._end_if_dead()
        elif not self.off & kit.fitting[self.opened]:
            self.end = EndReason.BLOCKED

    def draw(self) -> None:
        """Take the next tile of the yard."""
        self.drawn = self.yard.pop()
        self.hands[self.turn] |= 1 << self.drawn

    def pass_(self) -> None:
        """Pass the turn on."""
        looked = self.drawn < 0 and not self._others_fit()
        self.drawn = -1
        self.passes += 1
        self.turn = (self.turn + 1) % self.seats
        if self.usable:
            return
        if self.need >= 0:
            self._end_if_dead()
        stuck = looked and self.kit.empty_ends
        if self.end is None and (stuck or self.passes >= self.seats):
            self.end = EndReason.BLOCKED

    def _end_if_dead(self) -> None:
        kit = self.kit
        out = (self.off & kit.suits[self.need]).bit_count()
        if kit.dead_strict:
            dead = out < self.left
        else:
            dead = not out and not (kit.dead_waits and self.usable)
        if dead:
            self.end = EndReason.DEAD_FOOT if self.foot else EndReason.DEAD_HUB

    def scores(self) -> list[int]:
        """Every seat's points if the round is over now."""
        kit = self.kit
        found = [kit.worth(hand) for hand in self.hands]
        if self.out >= 0 and kit.doubles >> self.last & 1:
            found[self.out] = kit.out_penalty
        return found

"""The state of a layout: what lies where, and the room that each open end holds for itself.

Every open end has a *hold*: the cells for its next tile and, while the double of its number is
still out, for that double with three toes. Others keep out of it, or ask the end to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chickenscratch.core.tree import EndKind
from chickenscratch.layout.grid import Grid, grid
from chickenscratch.layout.holds import (
    ANY,
    DEAD,
    NO_DEAL_NEEDED,
    NO_DOUBLE,
    NO_ROOM,
    Deal,
    End,
    Hold,
    Slot,
)
from chickenscratch.layout.pockets import find_pocket, find_slot
from chickenscratch.layout.prices import Prices, box_prices
from chickenscratch.layout.shapes import Library, library
from chickenscratch.layout.types import Box, Cell, EndKey


class Open(NamedTuple):
    """The open table that an end can reach from its hold, a world board. `layers` are the cells
    within 0, 1, 2 ... steps, as boards that begin at the bit `low`; the last ones are `size` cells,
    from row `top` to row `bottom`. `before` is the room that the end has."""

    hold: int
    low: int
    layers: Sequence[int]
    size: int
    before: int
    top: int
    bottom: int


class Board:
    """Bit boards and open ends.

    `occupied` has bodies, wires and shadows, `bodies` only bodies and wires; `held` and
    `held_bodies` are the same two for all holds together.
    """

    def __init__(self, set_size: int, prices: Prices, portrait: bool) -> None:
        self.set_size = set_size
        self.prices = prices
        self.grid: Grid = grid(prices.stride)
        self.library: Library = library(prices, portrait)
        self._widths, self._heights = box_prices(prices, portrait)
        self.occupied = self.grid.frame
        self.bodies = 0
        self.tiles = 0
        self.held = 0
        self.held_bodies = 0
        self.ends: dict[EndKey, End] = {}
        self.holds: dict[EndKey, Hold] = {}
        self.wires: dict[Cell, int] = {}
        self.laid = [0] * (set_size + 1)
        self.doubled = [False] * (set_size + 1)
        self.box = Box(0, 0, 0, 0)
        self._box_price = 0
        self.opens: dict[EndKey, Open] = {}
        """What `space` has worked out; it looks whether that still holds."""

    def copy(self) -> Board:
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin.ends = dict(self.ends)
        twin.holds = dict(self.holds)
        twin.wires = dict(self.wires)
        twin.opens = dict(self.opens)
        twin.laid = list(self.laid)
        twin.doubled = list(self.doubled)
        return twin

    def need(self, number: int, laying: tuple[int, int] | None = None) -> int:
        """What may still come at an end with `number` once the tile `laying` lies."""
        laid, doubled = self.laid[number], self.doubled[number]
        if laying is not None and number in laying:
            laid += 1
            doubled = doubled or laying[0] == laying[1]
        if laid > self.set_size:
            return DEAD
        return NO_DOUBLE if doubled else ANY

    def grown(self, box: tuple[int, int, int, int], at: Cell) -> int:
        """The price of letting the bounding box grow around a local box."""
        x, y = at
        left, top, right, bottom = box
        left += x
        right += x
        top += y
        bottom += y
        b_left, b_top, b_right, b_bottom = self.box
        if left >= b_left and top >= b_top and right <= b_right and bottom <= b_bottom:
            return 0
        width = (right if right > b_right else b_right) - (left if left < b_left else b_left)
        height = (bottom if bottom > b_bottom else b_bottom) - (top if top < b_top else b_top)
        return self._widths[width + 1] + self._heights[height + 1] - self._box_price

    def cover(self, cells: Iterable[Cell]) -> None:
        """Let the bounding box grow around some cells."""
        left, top, right, bottom = self.box
        for x, y in cells:
            if x < left:
                left = x
            elif x > right:
                right = x
            if y < top:
                top = y
            elif y > bottom:
                bottom = y
        self.box = Box(left, top, right, bottom)
        self._box_price = self._widths[right - left + 1] + self._heights[bottom - top + 1]

    def find_hold(self, end: End, need: int, hard: int, bodies: int) -> Hold:
        """A fresh hold for `end`, where the world boards `hard` and `bodies` are in the way."""
        if need == DEAD:
            return Hold()
        lattice, at = self.grid, end.at
        hard, bodies = lattice.local(hard, at), lattice.local(bodies, at)
        if end.kind is EndKind.TAIL:
            level, _, hard, body, shape = find_pocket(
                self.library, 0, end.heading, need, hard, bodies & ~end.local_kin
            )
            return Hold(lattice.world(hard, at), lattice.world(body, at), level, need, shape)
        slot = find_slot(self.library, end.options, hard, bodies, end.local_kin)
        if slot is None:
            return Hold(level=NO_ROOM, need=need)
        return self.slot_hold(at, slot, need)

    def slot_hold(self, at: Cell, slot: Slot, need: int) -> Hold:
        """The hold of a planned toe whose double lies with its centre at `at`."""
        lattice = self.grid
        return Hold(
            lattice.world(slot.hard, at),
            lattice.world(slot.body, at),
            slot.level,
            need,
            slot.shape,
        )

    def keep(self, key: EndKey, hold: Hold) -> None:
        """Give an end its hold."""
        self.holds[key] = hold
        self.held |= hold.hard
        self.held_bodies |= hold.body

    def release(self, key: EndKey) -> Hold:
        """Give the room of an end back."""
        hold = self.holds[key]
        if hold.hard:
            self.held &= ~hold.hard
            self.held_bodies &= ~hold.body
            self.holds[key] = Hold(0, 0, hold.level, hold.need, hold.shape)
        return hold

    def replan(self, key: EndKey) -> Hold:
        """A fresh hold for an end in the present state."""
        self.release(key)
        end = self.ends[key]
        hold = self.find_hold(
            end,
            self.need(end.number),
            self.occupied | self.held,
            self.bodies | self.held_bodies,
        )
        self.keep(key, hold)
        return hold

    def negotiate(
        self,
        end: EndKey | None,
        laying: tuple[int, int] | None,
        wanted: int,
        body: int,
        bound: int,
        strict: bool = True,
    ) -> Deal | None:
        """May a tile lie here and its pocket be held there, though others hold some of the room?

        `wanted` and `body` are world boards of tile and pocket together. None when it costs
        `bound` or more, or (when strict) when an end would be left without any room.
        """
        if not wanted & self.held:
            return NO_DEAL_NEEDED
        hit = [key for key, hold in self.holds.items() if hold.hard & wanted and key != end]
        if not hit:
            return NO_DEAL_NEEDED
        prices = self.prices
        if len(hit) > prices.talk_ends:
            return None
        gone, gone_body = (0, 0) if end is None else self.holds[end][:2]
        for key in hit:
            gone |= self.holds[key].hard
            gone_body |= self.holds[key].body
        hard = self.occupied | (self.held & ~gone) | wanted
        bodies = self.bodies | (self.held_bodies & ~gone_body) | body
        price = 0
        agreed: dict[EndKey, Hold] = {}
        for key in hit:
            other = self.ends[key]
            before = self.holds[key].level
            hold = self.find_hold(other, self.need(other.number, laying), hard, bodies)
            price += prices.evict
            if hold.level < before:
                price += prices.lost * (before - hold.level)
                if strict and hold.level == NO_ROOM:
                    return None
            if price >= bound:
                return None
            agreed[key] = hold
            hard |= hold.hard
            bodies |= hold.body
        return Deal(price, agreed)

    def note_wire(self, points: Sequence[Cell]) -> None:
        """Remember which way a wire runs at each cell: 0 along x, 1 along y, 2 a corner or a
        crossing. `points` are the wire's cells with one more before and behind."""
        for before, cell, after in zip(points, points[1:], points[2:], strict=False):
            if before[1] == cell[1] == after[1]:
                way = 0
            elif before[0] == cell[0] == after[0]:
                way = 1
            else:
                way = 2
            self.wires[cell] = 2 if cell in self.wires else way

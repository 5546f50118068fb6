"""The state of a layout: what lies where, and the room that each open end holds for itself.

Every open end has a *hold*: the cells for its next tile and, while the double of its number is
still out, for that double with three toes. Others keep out of it, or ask the end to move.
"""

from __future__ import annotations

from collections.abc import Sequence

from chickenscratch.core.tree import EndKind
from chickenscratch.layout.grid import DX, DY, Grid, grid
from chickenscratch.layout.holds import (
    ANY,
    DEAD,
    FULL,
    NEVER,
    NO_DEAL_NEEDED,
    NO_DOUBLE,
    NO_ROOM,
    NONE_LEFT,
    NOTHING,
    PLAIN_ONLY,
    Deal,
    End,
    Hold,
    Pocket,
    Slot,
)
from chickenscratch.layout.prices import Prices, box_prices
from chickenscratch.layout.shapes import Library, Shape, library
from chickenscratch.layout.types import Box, Cell, EndKey


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
        self.reaches: dict[EndKey, int] = {}
        """What `space` has worked out since the last tile."""

    def copy(self) -> Board:
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin.ends = dict(self.ends)
        twin.holds = dict(self.holds)
        twin.wires = dict(self.wires)
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
        width = max(right, b_right) - min(left, b_left)
        height = max(bottom, b_bottom) - min(top, b_top)
        return self._widths[width + 1] + self._heights[height + 1] - self._box_price

    def cover(self, box: Box) -> None:
        """Let the bounding box grow around `box`."""
        old = self.box
        self.box = Box(
            min(old.left, box.left),
            min(old.top, box.top),
            max(old.right, box.right),
            max(old.bottom, box.bottom),
        )
        self._box_price = self._widths[self.box.width] + self._heights[self.box.height]

    def pocket(self, tip: Cell, heading: int, need: int, hard: int, soft: int) -> Pocket:
        """The cheapest room beyond `tip`. `hard` cells are taken, `soft` ones cost when touched;
        all boards are local, around the same cell as `tip`."""
        if need == DEAD:
            return NOTHING
        prices = self.prices
        touch = prices.touch
        by = tip[1] * self.grid.stride + tip[0]
        if by >= 0:
            hard >>= by
            soft >>= by
        else:
            hard <<= -by
            soft <<= -by
        best: Shape | None = None
        price = NEVER
        for shape in self.library.plain[heading]:
            if shape.price >= price:
                break
            if shape.hard & hard:
                continue
            if shape.halo & soft:
                if shape.price + touch < price:
                    best, price = shape, shape.price + touch
                continue
            best, price = shape, shape.price
            break
        if best is None:
            return NONE_LEFT
        level = FULL
        mask, body = best.hard, best.body
        if need == ANY:
            foot, foot_price = self._foot(heading, hard, soft)
            if foot is None:
                level = PLAIN_ONLY
            else:
                mask |= foot.hard
                body |= foot.body
                price = max(price, foot_price)
        if by >= 0:
            return Pocket(level, price, mask << by, body << by, best)
        return Pocket(level, price, mask >> -by, body >> -by, best)

    def _foot(self, heading: int, hard: int, soft: int) -> tuple[Shape | None, int]:
        touch, crowd = self.prices.touch, self.prices.foot_crowd
        tries = self.prices.foot_tries
        best: Shape | None = None
        best_price = NEVER
        for feet in self.library.feet[heading]:
            if feet.price >= best_price:
                break
            if feet.hard & hard:
                continue
            for shape in feet.shapes:
                price = shape.price
                if price >= best_price:
                    break
                if shape.hard & hard:
                    continue
                if shape.halo & soft:
                    price += touch
                    if price >= best_price:
                        continue
                price += crowd * (shape.rim & hard).bit_count()
                if price < best_price:
                    best, best_price = shape, price
                tries -= 1
                if not tries:
                    return best, best_price
        return best, best_price

    def worth(self, pocket: Pocket) -> int:
        """What a pocket of this quality adds to the price of the tile before it."""
        if pocket.level == FULL:
            return self.prices.ahead * pocket.price // 1000
        return self.prices.no_foot if pocket.level else self.prices.no_room

    def crowding(self, shape: Shape, hard: int) -> int:
        window = self.grid.moved(self.library.window[shape.heading], shape.tip)
        return self.prices.crowd * (window & hard).bit_count()

    def slot(
        self,
        options: Sequence[Shape],
        need: int,
        hard: int,
        bodies: int,
        kin: int,
        kept: tuple[int, int] = (0, 0),
    ) -> Slot | None:
        """The cheapest way to lie at a toe or an arm, with the pocket beyond. `kept` is room the
        pocket must leave alone."""
        soft = bodies & ~kin
        kept_hard, kept_bodies = kept
        touch = self.prices.touch
        best: Slot | None = None
        best_price = NEVER
        for shape in options:
            if shape.price >= best_price:
                break
            if shape.hard & hard:
                continue
            price = shape.price
            if shape.halo & soft:
                price += touch
                if price >= best_price:
                    continue
            pocket = self.pocket(
                shape.tip,
                shape.heading,
                need,
                hard | shape.hard | kept_hard,
                (bodies | kept_bodies) & ~shape.body,
            )
            price += self.worth(pocket) + self.crowding(shape, hard)
            if price < best_price:
                best, best_price = Slot(price, shape, pocket), price
        return best

    def find_hold(self, end: End, need: int, hard: int, bodies: int) -> Hold:
        """A fresh hold for `end`, where the world boards `hard` and `bodies` are in the way."""
        if need == DEAD:
            return Hold()
        lattice, at = self.grid, end.at
        local_hard, local_bodies = lattice.local(hard, at), lattice.local(bodies, at)
        kin = lattice.local(end.kin, at)
        if end.kind is EndKind.TAIL:
            pocket = self.pocket((0, 0), end.heading, need, local_hard, local_bodies & ~kin)
            return self._held(end, need, pocket.level, pocket.hard, pocket.body, pocket.shape)
        slot = self.slot(end.options, ANY, local_hard, local_bodies, kin)
        if slot is None:
            return Hold(level=NO_ROOM, need=need)
        shape, pocket = slot.shape, slot.pocket
        return self._held(
            end, need, pocket.level, shape.hard | pocket.hard, shape.body | pocket.body, shape
        )

    def _held(
        self, end: End, need: int, level: int, hard: int, body: int, shape: Shape | None
    ) -> Hold:
        lattice, at = self.grid, end.at
        return Hold(lattice.world(hard, at), lattice.world(body, at), level, need, shape)

    def slot_hold(self, at: Cell, slot: Slot, need: int) -> Hold:
        """The hold of a planned toe whose double lies with its centre at `at`."""
        shape, pocket = slot.shape, slot.pocket
        lattice = self.grid
        return Hold(
            lattice.world(shape.hard | pocket.hard, at),
            lattice.world(shape.body | pocket.body, at),
            pocket.level,
            need,
            shape,
        )

    def keep(self, key: EndKey, hold: Hold) -> None:
        """Give an end its hold."""
        self.holds[key] = hold
        self.held |= hold.hard
        self.held_bodies |= hold.body

    def release(self, key: EndKey) -> Hold:
        """Give the room of an end back."""
        hold = self.holds[key]
        self.held &= ~hold.hard
        self.held_bodies &= ~hold.body
        self.holds[key] = hold._replace(hard=0, body=0)
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
        tile: tuple[int, int],
        pocket: tuple[int, int],
        bound: int,
        strict: bool = True,
    ) -> Deal | None:
        """May a tile lie here and its pocket be held there, though others hold some of the room?

        `tile` and `pocket` are world boards (hard, body). None when it costs `bound` or more, or
        (when strict) when an end would be left without any room.
        """
        wanted = tile[0] | pocket[0]
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
        bodies = self.bodies | (self.held_bodies & ~gone_body) | tile[1] | pocket[1]
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


def beyond(tip: Cell, heading: int) -> tuple[int, int, int, int]:
    """The cell that the line will reach soon, as a box."""
    far = 2 if heading % 2 else 3
    x, y = tip[0] + far * DX[heading], tip[1] + far * DY[heading]
    return x, y, x, y

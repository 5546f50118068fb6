"""The library: every way a tile may lie at an end, with its price.

A shape is local: the end's last cell is (0, 0). The lists are sorted by price, so the first shape
that fits is the cheapest one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from chickenscratch.layout.grid import (
    AXES,
    BAND,
    E,
    Grid,
    N,
    S,
    W,
    around,
    grid,
    shadow,
    shift,
    step,
    turn,
)
from chickenscratch.layout.prices import Prices
from chickenscratch.layout.types import Cell

MIDDLE: Final = 0
LEFT: Final = 1
RIGHT: Final = 2
HERE: Final[Cell] = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One way to lie. `hard` counts the wire and the shadow of a 45-degree tile, `body` not the
    shadow, `halo` is `body` with its neighbours. `tip` is the last cell, `by` the same in bits,
    `view` the window ahead of it, `ahead` the cell that the line will reach soon, as a box. `link`
    is the direction in which the tile or its wire leaves the end, `rim` the cells around the toes
    of a planned foot."""

    cells: tuple[Cell, ...]
    wire: tuple[Cell, ...]
    hard: int
    body: int
    halo: int
    box: tuple[int, int, int, int]
    tip: Cell
    by: int
    view: int
    ahead: tuple[int, int, int, int]
    heading: int
    link: int
    price: int
    rim: int = 0


class Feet(NamedTuple):
    """All the feet that begin with one place of the double.

    `hard` is what they have in common, `sides` all side toes together, `toes` these one by one,
    each with the bit of its style. `shapes` come with the two bits of their side toes.
    """

    price: int
    hard: int
    sides: int
    toes: tuple[tuple[int, int], ...]
    shapes: tuple[tuple[int, Shape], ...]


NO_LEFT: Final = 0b1111
NO_RIGHT: Final = 0b11110000
"""The bits of all styles of a left and of a right side toe."""


_Pair = tuple[Cell, Cell]


class _Toe(NamedTuple):
    price: int
    cells: _Pair
    heading: int


class Library:
    """All shapes of one price list, by direction of the end."""

    def __init__(self, prices: Prices, portrait: bool) -> None:
        self.prices = prices
        self._grid: Grid = grid(prices.stride)
        self._upright = (E, W) if portrait else (N, S)
        self._near: dict[int, int] = {}
        self._windows = tuple(self._window(d) for d in range(8))
        self.plain = tuple(_by_price(self._plain(d)) for d in range(8))
        self.double = tuple(_by_price(self._doubles(d)) for d in range(8))
        self.feet = tuple(self._pockets(d) for d in range(8))
        self.arm = tuple(self._arm(d) for d in range(8))
        self.toe = {(d, p): _by_price(self._toes(d, p)) for d in AXES for p in range(3)}
        self.palm = {d: self._palm(d) for d in AXES}

    def near(self, tile: int) -> int:
        """All that is within some steps of a tile, both as local boards. It is remembered, as there
        are few of them."""
        known = self._near.get(tile)
        if known is None:
            known = tile
            for _ in range(self.prices.open_steps):
                known = self._grid.spread(known)
            self._near[tile] = known
        return known

    def _shape(
        self,
        cells: Iterable[Cell],
        wire: Iterable[Cell],
        tip: Cell,
        heading: int,
        link: int,
        price: int,
        shadows: Iterable[Cell] = (),
        rim: Iterable[Cell] = (),
    ) -> Shape:
        prices, lattice = self.prices, self._grid
        bodies, line = tuple(cells), tuple(wire)
        body = lattice.local_mask(bodies + line)
        hard = body | lattice.local_mask((*shadow(bodies), *shadows))
        soon = step(tip, heading, 2 if heading % 2 else 3)
        return Shape(
            cells=bodies,
            wire=line,
            hard=hard,
            body=body,
            halo=lattice.spread(body),
            box=around(bodies),
            tip=tip,
            by=tip[1] * prices.stride + tip[0],
            view=lattice.moved(self._windows[heading], tip),
            ahead=(*soon, *soon),
            heading=heading,
            link=link,
            price=price,
            rim=lattice.local_mask(rim) & ~hard,
        )

    def _plain_at(self, link: int, heading: int, wire: int, price: int) -> Shape:
        near = step(HERE, link, wire + 1)
        far = step(near, heading)
        price += self.prices.stretched(wire)
        if heading in self._upright:
            price += self.prices.upright
        return self._shape((near, far), _line(link, wire), far, heading, link, price)

    def _plain(self, end: int) -> Iterator[Shape]:
        prices = self.prices
        axes = _onward(end)
        sides = () if end % 2 else (turn(end, 2), turn(end, -2))
        for wire in range(prices.reach + 1):
            for link in axes:
                yield self._plain_at(link, link, wire, 0)
                for heading in (turn(link, 2), turn(link, -2)):
                    if not end % 2 or heading in axes:
                        yield self._plain_at(link, heading, wire, prices.elbow)
            for link in sides:
                yield self._plain_at(link, link, wire, prices.bend)
                if wire:
                    yield self._plain_at(link, end, wire, prices.bend + prices.elbow)

    def _double_places(self, end: int) -> Iterator[tuple[int, int, int]]:
        """(heading, wire, price) of every place for a double."""
        prices = self.prices
        ahead = _onward(end)
        sides = () if end % 2 else (turn(end, 2), turn(end, -2))
        for heading in (*ahead, *sides):
            upright = prices.upright_foot if heading in self._upright else 0
            aside = heading in sides
            for wire in range(1 if aside else 0, prices.reach + 1):
                price = prices.stretched(wire) + upright + (prices.bend if aside else 0)
                yield heading, wire, price

    def _doubles(self, end: int) -> Iterator[Shape]:
        for heading, wire, price in self._double_places(end):
            centre = step(HERE, heading, wire + 1)
            cells = double_cells(centre, heading)
            yield self._shape(cells, _line(heading, wire), centre, heading, heading, price)

    def _pockets(self, end: int) -> tuple[Feet, ...]:
        lattice = self._grid
        found = []
        for heading, wire, price in self._double_places(end):
            centre = step(HERE, heading, wire + 1)
            line = _line(heading, wire)
            double = double_cells(centre, heading)
            middle = shift(_middle(heading).cells, centre)
            toes = []
            for port, first in ((LEFT, 1), (RIGHT, 16)):
                for i, toe in enumerate(self._side_toes(heading, port)):
                    cells = shift((*toe.cells, *shadow(toe.cells)), centre)
                    toes.append((first << i, lattice.local_mask(cells)))
            shapes = []
            for extra, styles, sides in self._feet(heading):
                side_toes = [shift(toe, centre) for toe in sides]
                tips = [middle[1], *(toe[1] for toe in side_toes)]
                shape = self._shape(
                    (*double, *middle, *(cell for toe in side_toes for cell in toe)),
                    line,
                    centre,
                    heading,
                    heading,
                    price + extra,
                    shadows=[cell for toe in side_toes for cell in shadow(toe)],
                    rim={near for tip in tips for near in _square(tip, 3)},
                )
                shapes.append((styles, shape))
            common = lattice.local_mask((*double, *line, *middle))
            around_toes = reduce(or_, (toe for _, toe in toes))
            found.append(Feet(price, common, around_toes, tuple(toes), tuple(shapes)))
        return tuple(sorted(found, key=lambda feet: feet.price))

    def _feet(self, heading: int) -> list[tuple[int, int, tuple[_Pair, _Pair]]]:
        """(price, bits of the styles, side toes) of every foot."""
        found = []
        for i, left in enumerate(self._side_toes(heading, LEFT)):
            for j, right in enumerate(self._side_toes(heading, RIGHT)):
                price = left.price + right.price + (self.prices.lopsided if i != j else 0)
                found.append((price, 1 << i | 16 << j, (left.cells, right.cells)))
        found.sort(key=lambda foot: foot[0])
        return found

    def _side_toes(self, heading: int, port: int) -> tuple[_Toe, _Toe, _Toe, _Toe]:
        """The four styles: at 45 degrees, fan, off the short end, straight."""
        prices = self.prices
        quarter = 2 if port == LEFT else -2
        side = turn(heading, quarter)
        corner = step(step(HERE, heading), side)
        slanted = turn(heading, quarter // 2)
        wide = step(corner, side)
        out = step(HERE, side, 2)
        return (
            _Toe(0, (corner, step(corner, slanted)), slanted),
            _Toe(prices.fan, (wide, step(wide, heading)), heading),
            _Toe(prices.perp, (out, step(out, side)), side),
            _Toe(prices.straight, (corner, step(corner, heading)), heading),
        )

    def _toes(self, heading: int, port: int) -> Iterator[Shape]:
        prices = self.prices
        if port == MIDDLE:
            toe = _middle(heading)
            yield self._toe(toe, heading)
            yield from self._stretched(toe, heading, heading)
            bend = prices.elbow + prices.stretched(2)
            for sideways in (turn(heading, 2), turn(heading, -2)):
                near = step(HERE, heading, 3)
                far = step(near, sideways)
                yield self._shape((near, far), toe.cells, far, sideways, heading, bend)
            return
        slanted, fan, perp, straight = self._side_toes(heading, port)
        side = turn(heading, 2 if port == LEFT else -2)
        yield self._toe(slanted, heading)
        yield self._toe(fan, heading)
        yield from self._stretched(fan, side, heading)
        yield self._toe(perp, heading)
        yield from self._stretched(perp, side, heading)
        near = perp.cells[0]
        yield self._toe(
            _Toe(prices.perp + prices.elbow, (near, step(near, heading)), heading), heading
        )
        yield self._toe(straight, heading)

    def _toe(self, toe: _Toe, link: int) -> Shape:
        return self._shape(toe.cells, (), toe.cells[1], toe.heading, link, toe.price)

    def _stretched(self, toe: _Toe, along: int, link: int) -> Iterator[Shape]:
        """The same toe after a wire of 1, 2, ... cells in direction `along`."""
        for wire in range(1, self.prices.reach + 1):
            line = [step(toe.cells[0], along, i) for i in range(wire)]
            near, far = (step(cell, along, wire) for cell in toe.cells)
            price = toe.price + self.prices.stretched(wire)
            yield self._shape((near, far), line, far, toe.heading, link, price)

    def _arm(self, direction: int) -> tuple[Shape, ...]:
        near = step(HERE, direction)
        far = step(near, direction)
        return (self._shape((near, far), (), far, direction, direction, 0),)

    def _palm(self, heading: int) -> int:
        """The cells in front of a double, where its own toes may touch each other."""
        left = turn(heading, 2)
        return self._grid.local_mask(
            step(step(HERE, heading, out), left, aside) for out in (1, 2) for aside in (-1, 0, 1)
        )

    def _window(self, direction: int) -> int:
        centre = step(HERE, direction, self.prices.crowd_ahead)
        return self._grid.local_mask(_square(centre, self.prices.crowd_size))


def double_cells(centre: Cell, heading: int) -> tuple[Cell, Cell, Cell]:
    """Left end, centre, right end, as seen when walking outwards."""
    left = turn(heading, 2)
    return step(centre, left), centre, step(centre, left, -1)


def _onward(end: int) -> tuple[int, ...]:
    """The directions straight on: one, or both axes beside a 45-degree direction."""
    return (turn(end, 1), turn(end, -1)) if end % 2 else (end,)


def _middle(heading: int) -> _Toe:
    near = step(HERE, heading)
    return _Toe(0, (near, step(near, heading)), heading)


def _line(direction: int, length: int) -> tuple[Cell, ...]:
    return tuple(step(HERE, direction, i) for i in range(1, length + 1))


def _square(centre: Cell, radius: int) -> list[Cell]:
    x, y = centre
    side = range(-radius, radius + 1)
    return [(x + i, y + j) for i in side for j in side]


def _by_price(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    ordered = tuple(sorted(shapes, key=lambda shape: shape.price))
    assert all(abs(y) <= BAND for shape in ordered for _, y in shape.cells)
    return ordered


@lru_cache(maxsize=16)
def library(prices: Prices, portrait: bool) -> Library:
    """The library of a price list; building one takes some 50 ms, asking again nothing."""
    return Library(prices, portrait)

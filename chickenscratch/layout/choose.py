"""Where a tile goes: the cheapest place by price, a pure function of the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from chickenscratch.core.tree import EndKind
from chickenscratch.layout import wires
from chickenscratch.layout.board import Board, beyond
from chickenscratch.layout.feet import Toes, toe_holds, toe_plans
from chickenscratch.layout.grid import around, shift
from chickenscratch.layout.holds import DEAD, FULL, NEVER, NO_ROOM, Deal, End, Hold
from chickenscratch.layout.shapes import Shape
from chickenscratch.layout.space import Surroundings
from chickenscratch.layout.types import Cell, EndKey


class Choice(NamedTuple):
    """A place for a tile. `toes` are the holds of the three toes of a double, `holds` what other
    ends agreed to, `level` the room that the new ends have."""

    price: int
    cells: tuple[Cell, ...]
    wire: tuple[Cell, ...]
    heading: int
    level: int
    toes: tuple[Hold, ...] = ()
    holds: Mapping[EndKey, Hold] = {}
    under: bool = False


def choose(board: Board, key: EndKey, far: int, shun: Collection[int] = ()) -> Choice | None:
    """The best place at an end for a tile whose outer half shows `far`.

    Without `shun` there always is one. With it, only near places with a heading not in `shun` are
    looked at.
    """
    end = board.ends[key]
    search = _double if end.number == far else _plain
    best = search(board, end, far, shun, False)
    if best is None or best.level < FULL or best.price > board.prices.talk_above:
        talked = search(board, end, far, shun, True)
        if talked is not None and (best is None or talked.price < best.price):
            best = talked
    if shun:
        return best if best is not None and best.level > NO_ROOM else None
    if best is not None and NO_ROOM < best.level < FULL:
        room = wires.find_detour(board, end, far)
        if room is not None:
            detour = _wired(board, room, board.prices.detour)
            return detour if detour.price < best.price else best
    if best is None or best.level == NO_ROOM:
        room = wires.find_far(board, end, far)
        if room is None and best is None:
            room = wires.find_any(board, end, far)
        if room is not None:
            return _wired(board, room, board.prices.no_room)
    return best


def _wired(board: Board, room: wires.Room, price: int) -> Choice:
    """The choice of a place at the end of a wire, `price` being the price of having to."""
    prices = board.prices
    price += prices.stretched(len(room.wire)) + board.grown(around(room.cells), (0, 0))
    price += len(room.holds) * 3 * prices.evict
    if room.under:
        price += NEVER // 1000
    return Choice(
        price, room.cells, room.wire, room.heading, room.level, room.toes, room.holds, room.under
    )


def _surroundings(board: Board, end: End, talk: bool) -> tuple[int, int]:
    """World boards of what is in the way: when negotiating, the holds of others are not."""
    if talk:
        return board.occupied, board.bodies
    own = board.holds[end.key]
    return (
        board.occupied | (board.held & ~own.hard),
        board.bodies | (board.held_bodies & ~own.body),
    )


def _plain(board: Board, end: End, far: int, shun: Collection[int], talk: bool) -> Choice | None:
    prices, lattice, at = board.prices, board.grid, end.at
    laying = (end.number, far)
    need = board.need(far, laying)
    world_hard, world_bodies = _surroundings(board, end, talk)
    hard, bodies = lattice.local(world_hard, at), lattice.local(world_bodies, at)
    soft = bodies & ~lattice.local(end.kin, at)
    around_end = Surroundings(board, end, at)
    options = board.library.plain[end.heading] if end.kind is EndKind.TAIL else end.options
    best: tuple[Shape, int, Deal | None] | None = None
    best_price = NEVER
    tries = prices.talk_tries
    for shape in options:
        if shape.price >= best_price:
            break
        if shape.hard & hard or shape.heading in shun:
            continue
        price = shape.price + board.grown(shape.box, at)
        if shape.halo & soft:
            price += prices.touch
        if price >= best_price:
            continue
        pocket = board.pocket(
            shape.tip, shape.heading, need, hard | shape.hard, bodies & ~shape.body
        )
        price += board.worth(pocket)
        if need:
            price += board.crowding(shape, hard)
            if pocket.level:
                ahead = board.grown(beyond(shape.tip, shape.heading), at)
                price += prices.look_ahead * ahead // 1000
        if price >= best_price:
            continue
        price += around_end.cramped(shape.hard, (pocket.hard,) if need else ())
        if price >= best_price:
            continue
        deal = None
        if talk:
            tries -= 1
            if tries < 0:
                break
            deal = board.negotiate(
                end.key,
                laying,
                (lattice.world(shape.hard, at), lattice.world(shape.body, at)),
                (lattice.world(pocket.hard, at), lattice.world(pocket.body, at)),
                best_price - price,
            )
            if deal is None:
                continue
            price += deal.price
        best, best_price = (shape, pocket.level, deal), price
    if best is None:
        return None
    shape, level, deal = best
    return Choice(
        best_price,
        shift(shape.cells, at),
        shift(shape.wire, at),
        shape.heading,
        level,
        holds=deal.holds if deal else {},
    )


def _double(
    board: Board, end: End, number: int, shun: Collection[int], talk: bool
) -> Choice | None:
    if end.kind is not EndKind.TAIL:
        return None
    prices, lattice, at = board.prices, board.grid, end.at
    laying = (number, number)
    need = board.need(number, laying)
    world_hard, world_bodies = _surroundings(board, end, talk)
    hard = lattice.local(world_hard, at)
    soft = lattice.local(world_bodies & ~end.kin, at)
    best: tuple[Shape, Toes, Deal | None] | None = None
    best_price = NEVER
    tries = prices.talk_tries
    for shape in board.library.double[end.heading]:
        if shape.price >= best_price:
            break
        if shape.hard & hard or shape.heading in shun:
            continue
        base = shape.price + board.grown(shape.box, at)
        if shape.halo & soft:
            base += prices.touch
        if base >= best_price:
            continue
        if talk:
            tries -= 1
            if tries < 0:
                break
        (centre,) = shift((shape.tip,), at)
        double = lattice.world(shape.hard, at)
        around_double = Surroundings(board, end, centre)
        plans: Iterator[tuple[int, Toes]] = (
            iter([(0, {})])
            if need == DEAD
            else toe_plans(
                board,
                shape.heading,
                centre,
                double,
                world_hard,
                world_bodies,
                best_price - base,
            )
        )
        for toes_price, toes in plans:
            price = base + toes_price
            pocket = pocket_body = 0
            for slot in toes.values():
                price += prices.look_ahead * board.grown(slot.shape.box, centre) // 1000
                pocket |= lattice.world(slot.shape.hard | slot.pocket.hard, centre)
                pocket_body |= lattice.world(slot.shape.body | slot.pocket.body, centre)
            if price >= best_price:
                continue
            pockets = [slot.shape.hard | slot.pocket.hard for slot in toes.values()]
            price += around_double.cramped(lattice.local(double, centre), pockets)
            if price >= best_price:
                continue
            deal = None
            if talk:
                deal = board.negotiate(
                    end.key,
                    laying,
                    (double, double),
                    (pocket, pocket_body),
                    best_price - price,
                )
                if deal is None:
                    continue
                price += deal.price
            best, best_price = (shape, toes, deal), price
    if best is None:
        return None
    shape, toes, deal = best
    (centre,) = shift((shape.tip,), at)
    return Choice(
        best_price,
        shift(shape.cells, at),
        shift(shape.wire, at),
        shape.heading,
        min((slot.pocket.level for slot in toes.values()), default=FULL),
        toe_holds(board, centre, toes, need),
        deal.holds if deal else {},
    )

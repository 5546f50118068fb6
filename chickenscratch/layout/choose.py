"""Where a tile goes: the cheapest place by price, a pure function of the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from chickenscratch.core.tree import EndKind
from chickenscratch.layout import wires
from chickenscratch.layout.board import Board
from chickenscratch.layout.feet import Toes, toe_holds, toe_plans
from chickenscratch.layout.grid import around, shift
from chickenscratch.layout.holds import DEAD, FULL, NEVER, NO_ROOM, End, Hold
from chickenscratch.layout.pockets import find_pocket
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


_NO_HOLDS: Final[Mapping[EndKey, Hold]] = {}


def choose(board: Board, key: EndKey, far: int, shun: Collection[int] = ()) -> Choice | None:
    """The best place at an end for a tile whose outer half shows `far`.

    Without `shun` there always is one. With it, only near places with a heading not in `shun` are
    looked at.
    """
    end = board.ends[key]
    spaces: dict[Cell, Surroundings] = {}
    double = end.number == far
    if double:
        best = _double(board, end, far, shun, False, spaces)
    else:
        best = _plain(board, end, far, shun, False, spaces, NEVER)
    if best is None or best.level < FULL or best.price > board.prices.talk_above:
        if double:
            talked = _double(board, end, far, shun, True, spaces)
        else:
            bound = NEVER if best is None else best.price
            talked = _plain(board, end, far, shun, True, spaces, bound)
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


def _space(
    board: Board, end: End, at: Cell, spaces: dict[Cell, Surroundings]
) -> Surroundings | None:
    """What `spaces` knows of the open table around a cell; None where nobody asks for it."""
    if not board.prices.open_own and not board.prices.open_others:
        return None
    if at not in spaces:
        spaces[at] = Surroundings(board, end.key, at)
    return spaces[at]


def _plain(
    board: Board,
    end: End,
    far: int,
    shun: Collection[int],
    talk: bool,
    spaces: dict[Cell, Surroundings],
    bound: int,
) -> Choice | None:
    """The cheapest place nearby for a tile that is not a double, for less than `bound`.

    A bound spares the dear questions about places that are too dear anyway. Then it is not certain
    how many tries the others would have taken, so a place that comes late is only believed when it
    is found without a bound, too.
    """
    prices, lattice, library, at = board.prices, board.grid, board.library, end.at
    laying = (end.number, far)
    need = board.need(far, laying)
    hard, bodies = _surroundings(board, end, talk)
    hard, bodies = lattice.local(hard, at), lattice.local(bodies, at)
    soft = bodies & ~end.local_kin
    space = _space(board, end, at, spaces)
    others = board.held & ~board.holds[end.key].hard
    options = library.plain[end.heading] if end.kind is EndKind.TAIL else end.options
    best: tuple[Shape, int, Mapping[EndKey, Hold]] | None = None
    best_price = bound
    tries = prices.talk_tries
    fitting = 0
    for shape in options:
        price = shape.price
        if price >= best_price:
            break
        if shape.hard & hard or shape.heading in shun:
            continue
        fitting += 1
        price += board.grown(shape.box, at)
        if shape.halo & soft:
            price += prices.touch
        if price >= best_price:
            continue
        level = FULL
        pocket = pocket_body = 0
        if need:
            # what may be dear but is cheap to find out comes first
            price += prices.crowd * (shape.view & hard).bit_count()
            ahead = prices.look_ahead * board.grown(shape.ahead, at) // 1000
            if price + min(ahead, prices.no_room) >= best_price:
                continue
            level, pocket_price, pocket, pocket_body, _ = find_pocket(
                library, shape.by, shape.heading, need, hard | shape.hard, bodies & ~shape.body
            )
            if level == FULL:
                price += ahead + prices.ahead * pocket_price // 1000
            else:
                price += ahead + prices.no_foot if level else prices.no_room
            if price >= best_price:
                continue
        wanted = lattice.world(shape.hard | pocket, at) if talk else 0
        # whoever holds room here wants something for it
        if bound < NEVER and wanted & others and price + prices.evict >= best_price:
            continue
        if space is not None:
            own = (pocket,) if need else ()
            price += space.cramped(shape.hard, own, best_price - price)
            if price >= best_price:
                continue
        holds = _NO_HOLDS
        if talk:
            tries -= 1
            if tries < 0:
                break
            if fitting > prices.talk_tries and bound < NEVER:
                return _plain(board, end, far, shun, talk, spaces, NEVER)
            if wanted & board.held:
                body = lattice.world(shape.body | pocket_body, at)
                deal = board.negotiate(end.key, laying, wanted, body, best_price - price)
                if deal is None:
                    continue
                price += deal.price
                holds = deal.holds
        best, best_price = (shape, level, holds), price
    if best is None:
        return None
    shape, level, holds = best
    return Choice(
        best_price,
        shift(shape.cells, at),
        shift(shape.wire, at),
        shape.heading,
        level,
        holds=holds,
    )


def _double(
    board: Board,
    end: End,
    number: int,
    shun: Collection[int],
    talk: bool,
    spaces: dict[Cell, Surroundings],
) -> Choice | None:
    if end.kind is not EndKind.TAIL:
        return None
    prices, lattice, at = board.prices, board.grid, end.at
    laying = (number, number)
    need = board.need(number, laying)
    world_hard, world_bodies = _surroundings(board, end, talk)
    hard = lattice.local(world_hard, at)
    soft = lattice.local(world_bodies, at) & ~end.local_kin
    others = board.held & ~board.holds[end.key].hard
    best: tuple[Shape, Toes, Mapping[EndKey, Hold]] | None = None
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
        centre = at[0] + shape.tip[0], at[1] + shape.tip[1]
        double = lattice.world(shape.hard, at)
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
            for slot in toes.values():
                price += prices.look_ahead * board.grown(slot.shape.box, centre) // 1000
            if price >= best_price:
                continue
            wanted = body = 0
            if talk:
                for slot in toes.values():
                    wanted |= slot.hard
                    body |= slot.body
                wanted = lattice.world(wanted, centre) | double
                if wanted & others and price + prices.evict >= best_price:
                    continue
            space = _space(board, end, centre, spaces)
            if space is not None:
                tile = lattice.local(double, centre)
                pockets = [slot.hard for slot in toes.values()]
                price += space.cramped(tile, pockets, best_price - price)
                if price >= best_price:
                    continue
            holds = _NO_HOLDS
            if wanted & board.held:
                body = lattice.world(body, centre) | double
                deal = board.negotiate(end.key, laying, wanted, body, best_price - price)
                if deal is None:
                    continue
                price += deal.price
                holds = deal.holds
            best, best_price = (shape, toes, holds), price
    if best is None:
        return None
    shape, toes, holds = best
    (centre,) = shift((shape.tip,), at)
    return Choice(
        best_price,
        shift(shape.cells, at),
        shift(shape.wire, at),
        shape.heading,
        min((slot.level for slot in toes.values()), default=FULL),
        toe_holds(board, centre, toes, need),
        holds,
    )

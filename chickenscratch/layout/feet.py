"""The three toes of a double: how they would lie, with the room beyond each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chickenscratch.layout.board import Board
from chickenscratch.layout.holds import FULL, NEVER, Hold, Slot
from chickenscratch.layout.pockets import find_slot
from chickenscratch.layout.shapes import LEFT, MIDDLE, RIGHT
from chickenscratch.layout.types import Cell

Toes = Mapping[int, Slot]
ORDERS: Final = ((LEFT, RIGHT, MIDDLE), (MIDDLE, LEFT, RIGHT))


def plan_toes(
    board: Board,
    heading: int,
    hard: int,
    bodies: int,
    kin: int,
    order: tuple[int, int, int],
    bound: int = NEVER,
) -> tuple[int, Toes] | None:
    """Room for the three toes of a double at the local origin, one after the other in `order`."""
    options = board.library.toe
    price = 0
    found: dict[int, Slot] = {}
    for i, port in enumerate(order):
        kept = kept_bodies = 0
        for later in order[i + 1 :]:
            kept |= options[heading, later][0].hard
            kept_bodies |= options[heading, later][0].body
        slot = find_slot(
            board.library,
            options[heading, port],
            hard,
            bodies,
            kin,
            (kept & ~hard, kept_bodies & ~hard),
            bound - price,
        )
        if slot is None:
            return None
        price += slot.price
        found[port] = slot
        hard |= slot.hard
        bodies |= slot.body
    return price, found


def toe_plans(
    board: Board,
    heading: int,
    centre: Cell,
    double: int,
    hard: int,
    bodies: int,
    bound: int = NEVER,
) -> Iterator[tuple[int, Toes]]:
    """Plans for the toes of a double; `double` is its own world board, `hard` and `bodies` are
    those of all others. The first plan that leaves all toes full room is the last one."""
    lattice = board.grid
    own = lattice.local(double, centre)
    local_hard = lattice.local(hard | double, centre)
    local_bodies = lattice.local(bodies | double, centre)
    kin = board.library.palm[heading] | own
    for order in ORDERS:
        plan = plan_toes(board, heading, local_hard, local_bodies, kin, order, bound)
        if plan is not None:
            yield plan
            if all(slot.level == FULL for slot in plan[1].values()):
                return


def toe_holds(board: Board, centre: Cell, toes: Toes, need: int) -> tuple[Hold, ...]:
    """The holds of planned toes, by port."""
    return tuple(board.slot_hold(centre, toes[port], need) for port in range(len(toes)))

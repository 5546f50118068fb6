"""Room for what comes next: the cheapest pocket beyond a tile, the cheapest toe with its pocket.

Nearly all the time that a tile takes is spent here, hence the plain loops. All boards are local.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chickenscratch.layout.holds import (
    ANY,
    DEAD,
    FULL,
    NEVER,
    NO_ROOM,
    PLAIN_ONLY,
    Slot,
)
from chickenscratch.layout.shapes import NO_LEFT, NO_RIGHT, Library, Shape

Pocket = tuple[int, int, int, int, Shape | None]
"""(level, price, hard, body, shape): the room beyond a tile; `shape` is how the next one lies."""

_NOTHING: Final[Pocket] = (FULL, 0, 0, 0, None)
_NONE_LEFT: Final[Pocket] = (NO_ROOM, 0, 0, 0, None)


def find_pocket(library: Library, by: int, heading: int, need: int, hard: int, soft: int) -> Pocket:
    """The cheapest room beyond a tip that is `by` bits from the origin. `hard` cells are taken,
    `soft` ones cost when touched."""
    if need == DEAD:
        return _NOTHING
    if by >= 0:
        hard >>= by
        soft >>= by
    else:
        hard <<= -by
        soft <<= -by
    best: Shape | None = None
    price = NEVER
    for shape in library.plain[heading]:
        if shape.price >= price:
            break
        if shape.hard & hard:
            continue
        if shape.halo & soft:
            touched = shape.price + library.prices.touch
            if touched < price:
                best, price = shape, touched
            continue
        best, price = shape, shape.price
        break
    if best is None:
        return _NONE_LEFT
    level = FULL
    mask, body = best.hard, best.body
    if need == ANY:
        foot, foot_price = _find_foot(library, heading, hard, soft)
        if foot is None:
            level = PLAIN_ONLY
        else:
            mask |= foot.hard
            body |= foot.body
            if foot_price > price:
                price = foot_price
    if by >= 0:
        return level, price, mask << by, body << by, best
    return level, price, mask >> -by, body >> -by, best


def _find_foot(library: Library, heading: int, hard: int, soft: int) -> tuple[Shape | None, int]:
    """The cheapest of the first few feet that fit."""
    prices = library.prices
    tries = prices.foot_tries
    best: Shape | None = None
    best_price = NEVER
    for feet in library.feet[heading]:
        if feet.price >= best_price:
            break
        if feet.hard & hard:
            continue
        taken = 0
        if feet.sides & hard:
            for style, toe in feet.toes:
                if toe & hard:
                    taken |= style
            if taken & NO_LEFT == NO_LEFT or taken & NO_RIGHT == NO_RIGHT:
                continue
        for styles, shape in feet.shapes:
            price = shape.price
            if price >= best_price:
                break
            if styles & taken:
                continue
            if shape.halo & soft:
                price += prices.touch
                if price >= best_price:
                    continue
            price += prices.foot_crowd * (shape.rim & hard).bit_count()
            if price < best_price:
                best, best_price = shape, price
            tries -= 1
            if not tries:
                return best, best_price
    return best, best_price


def find_slot(
    library: Library,
    options: Sequence[Shape],
    hard: int,
    bodies: int,
    kin: int,
    kept: tuple[int, int] = (0, 0),
    bound: int = NEVER,
) -> Slot | None:
    """The cheapest way to lie at a toe or an arm, with the pocket beyond, for less than `bound`.
    `kept` is room the pocket must leave alone."""
    prices = library.prices
    soft = bodies & ~kin
    kept_hard = hard | kept[0]
    kept_bodies = bodies | kept[1]
    best: tuple[Shape, Pocket] | None = None
    for shape in options:
        price = shape.price
        if price >= bound:
            break
        if shape.hard & hard:
            continue
        if shape.halo & soft:
            price += prices.touch
        price += prices.crowd * (shape.view & hard).bit_count()
        if price >= bound:
            continue
        pocket = find_pocket(
            library,
            shape.by,
            shape.heading,
            ANY,
            kept_hard | shape.hard,
            kept_bodies & ~shape.body,
        )
        level = pocket[0]
        if level == FULL:
            price += prices.ahead * pocket[1] // 1000
        else:
            price += prices.no_foot if level else prices.no_room
        if price < bound:
            best, bound = (shape, pocket), price
    if best is None:
        return None
    shape, (level, _, hard, body, _) = best
    return Slot(bound, shape, level, shape.hard | hard, shape.body | body)

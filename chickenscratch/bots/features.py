"""What can be said about a move: the facts from which a coach's reasons are made.

They are the features of :mod:`~chickenscratch.bots.judge`, worked out once more as facts that a
person can check on the table, and what each of them counts there.
"""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.bots.judge import Weights
from chickenscratch.bots.masks import bits, number_of, pair
from chickenscratch.bots.memory import Memory, remember
from chickenscratch.bots.position import FREE, Position
from chickenscratch.core.coach import Choice, Lack
from chickenscratch.core.view import SeatView


class Features(NamedTuple):
    """The position after laying a tile, as the seat that laid it sees it.

    `value`: points the tile would have cost. `out`: it was the last one; `ends`: the round is over
    otherwise; `dead`: the foot or hub can never be filled. `gap`: what a mean opponent would pay
    more than oneself if the round ended now. `double`, `number`: the number that is left open by
    the tile, and whether by a double. `needed`: the number of the foot or hub that must be filled
    next, or FREE. `own`, `unseen`: own and unseen tiles with `number`; `out_left`: both together.
    `own_double`: the own double of `number` is left.
    `fitting` of `rest` own tiles could be played next. `variety`: numbers that the hand no longer
    has. `fresh`: `number` was not open before. `closed`: the number whose last end is gone, or
    FREE; `own_closed`: own tiles with it. `stuck`: the chance that the next player cannot play.
    `wanted`: the numbers of which the next player needs one.
    """

    value: int
    out: bool
    ends: bool
    dead: bool
    gap: float
    double: bool
    number: int
    needed: int
    own: int
    unseen: int
    own_double: bool
    fitting: int
    rest: int
    variety: tuple[int, ...]
    fresh: bool
    closed: int
    own_closed: int
    stuck: float
    wanted: tuple[int, ...]

    @property
    def out_left(self) -> int:
        return self.own + self.unseen


class Count(NamedTuple):
    """What a mean opponent holds, the least any holds, and who holds most and least."""

    mean: float
    most: int
    least: int


def count_of(view: SeatView, seat: int) -> Count:
    """The others' hands, as `seat` sees them."""
    others = [other for other in range(view.seats) if other != seat]
    counts = view.counts
    return Count(
        sum(counts[other] for other in others) / len(others),
        max(others, key=lambda other: (counts[other], -other)),
        min(others, key=lambda other: (counts[other], other)),
    )


def features_of(view: SeatView, memory: Memory, table: Position, choice: Choice) -> Features | None:
    """The features of laying a tile; None for a draw or a pass."""
    if choice.tile is None or choice.on is None:
        return None
    kit, seat = memory.kit, table.turn
    tile, hand = number_of(choice.tile), table.hands[table.turn]
    after = table.copy()
    # the others have every hidden tile: whether the round ends does not depend on who has them
    after.hands = [memory.hidden] * table.seats
    after.hands[seat] = hand
    after.play(tile, choice.on)
    rest, hidden = hand & ~(1 << tile), memory.hidden
    far, need = choice.tile.other(choice.on), after.need
    follow = after.fits
    following = (seat + 1) % table.seats
    unseen = max(1, hidden.bit_count())
    possible = hidden & ~memory.lacking(following) & follow
    chance = (1 - possible.bit_count() / unseen) ** view.counts[following] if possible else 1.0
    mean = count_of(view, seat).mean
    out = (after.off & kit.suits[need]).bit_count() if need >= 0 else 0
    gone = [
        number for number in range(kit.numbers)
        if table.opened >> number & 1 and not after.opened >> number & 1
    ]  # fmt: skip
    closed = gone[0] if gone and need < 0 and table.need < 0 else FREE
    return Features(
        value=kit.value[tile],
        out=not rest,
        ends=bool(rest) and after.end is not None,
        dead=bool(rest) and need >= 0 and out < after.left,
        gap=mean * kit.worth(hidden) / unseen - kit.worth(rest),
        double=choice.tile.is_double,
        number=far,
        needed=need,
        own=(rest & kit.suits[far]).bit_count(),
        unseen=(hidden & kit.suits[far]).bit_count(),
        own_double=bool(rest >> pair(far, far) & 1),
        fitting=(rest & _numbers_next(after)).bit_count(),
        rest=rest.bit_count(),
        variety=tuple(n for n in choice.tile.numbers if not rest & kit.suits[n]),
        fresh=not table.opened >> far & 1,
        closed=closed,
        own_closed=(rest & kit.suits[closed]).bit_count() if closed >= 0 else 0,
        stuck=chance,
        wanted=(need,) if need >= 0 else tuple(
            n for n in range(kit.numbers) if after.opened >> n & 1
        ),
    )  # fmt: skip


def _numbers_next(after: Position) -> int:
    """The tiles that fit an end that is open, or opens once the foot is finished."""
    opened = after.opened | (1 << after.need if after.need >= 0 else 0)
    return after.kit.fitting[opened]


class Parts(NamedTuple):
    """What the judgement gives a move for each group of features, in points of its own."""

    pips: float
    double: float
    own: float
    fitting: float
    variety: float
    scarce: float
    stuck: float
    closing: float
    dead: float


def parts_of(weights: Weights, features: Features, least: int) -> Parts:
    """The judgement of a move, taken apart. `least`: tiles of the smallest other hand."""
    w, f = weights, features
    share = f.fitting / f.rest if f.rest else 0.0
    return Parts(
        pips=(w.pips + w.hurry / max(1, least)) * f.value,
        double=w.double + w.hidden_of_double * f.unseen if f.double else 0.0,
        own=(w.own_of_open + (w.own_of_double if f.double else 0.0)) * f.own,
        fitting=w.fitting * share,
        variety=-w.variety * len(f.variety),
        scarce=w.hidden_of_open * f.unseen,
        stuck=w.stuck * f.stuck,
        closing=w.closing if f.closed >= 0 else 0.0,
        dead=(w.dead_gap * f.gap + w.dead) if f.double and f.dead else 0.0,
    )


def lacks(view: SeatView) -> tuple[Lack, ...]:
    """What passes and draws prove about the others: by seat, then by number.

    Numbers of which no tile is unseen are left out, since nobody can have one.
    """
    return tuple(_lacks(remember(view)))


def _lacks(memory: Memory) -> list[Lack]:
    kit, found = memory.kit, list[Lack]()
    for seat in range(memory.seats):
        if seat == memory.seat:
            continue
        certain = memory.lacking(seat)
        for number in range(kit.numbers):
            suit = kit.suits[number] & memory.hidden
            if not suit:
                continue
            if not suit & ~certain:
                found.append(Lack(seat, number, 0))
                continue
            drawn = memory.drawn_since(seat, suit)
            if drawn is not None:
                found.append(Lack(seat, number, drawn))
    return found


def lack_of(memory: Memory, seat: int, numbers: tuple[int, ...]) -> Lack | None:
    """The proof that `seat` has none of `numbers`, or had none before its last draws.

    It names one of the numbers; None if there is no such proof for all of them that are unseen.
    """
    about = [
        lack for lack in _lacks(memory) if lack.seat == seat and lack.number in numbers
    ]  # fmt: skip
    unseen = bits(
        n for n in numbers if memory.kit.suits[n] & memory.hidden
    )  # fmt: skip
    if not about or bits(lack.number for lack in about) != unseen:
        return None
    return max(about, key=lambda lack: (lack.drawn, lack.number))

"""Playing a position to its end, fast: everybody by the same judgement, or at random.

Like every computer player, those imagined here draw and pass only when they must. The rules are
those of :class:`~chickenscratch.bots.position.Position`, written out in one loop over plain
variables; the tests let both play the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable

from chickenscratch.bots.judge import Weights, scored
from chickenscratch.bots.position import Position

Dice = Callable[[], float]


def play_out(start: Position, weights: Weights | None, dice: Dice) -> tuple[list[int], int]:
    """The points of every seat at the end of the round, and the turns it took.

    With `weights` everybody makes the best move in sight; without, any one that `dice` gives.
    `start` is left as it is.
    """
    if start.drawn >= 0 and start.may_draw():
        start = start.copy()
        while start.may_draw():
            start.draw()
    kit, seats, turn = start.kit, start.seats, start.turn
    hands, yard, counts = start.hands[:], start.yard[:], start.counts[:]
    need, left, off, opened, passes = start.need, start.left, start.off, start.opened, start.passes
    suits, fits, highs, lows, strict = kit.suits, kit.fitting, kit.high, kit.low, kit.dead_strict
    floor = kit.reserve if kit.draws else len(yard)
    drawn = start.drawn
    turns = 0
    while start.end is None:
        turns += 1
        hand = hands[turn]
        fit = fits[opened] if need < 0 else suits[need]
        can = hand & fit
        fresh = 0
        if drawn >= 0:
            fresh, drawn = 1 << drawn, -1
            if kit.must_keep:
                can &= ~fresh
        looked = not can and not fresh
        while not can and len(yard) > floor and (not fresh or kit.until):
            fresh = 1 << yard.pop()
            hand |= fresh
            hands[turn] = hand
            if not kit.must_keep:
                can = fresh & fit
        if not can:
            passes += 1
            turn = turn + 1 if turn + 1 < seats else 0
            if len(yard) > floor:
                continue
            if need >= 0 and not off & suits[need]:
                break
            if passes >= seats or (looked and not fresh and kit.empty_ends):
                break
            continue
        passes = 0
        if weights is None:
            skip = int(dice() * can.bit_count())
            while skip:
                can &= can - 1
                skip -= 1
            bit = can & -can
            tile = bit.bit_length() - 1
            on, low = highs[tile], lows[tile]
            if need >= 0:
                on = need
            elif on != low and opened >> low & 1 and not (opened >> on & 1 and dice() < 0.5):
                on = low
        else:
            bit = can & -can
            tile = bit.bit_length() - 1
            if can != bit:
                _, tile, on = max(
                    scored(
                        weights, can, kit, hand, off, need, left, opened, counts,
                        *_others(hands, hand, turn, seats),
                    )
                )  # fmt: skip
                bit = 1 << tile
            elif need >= 0:
                on = need
            else:
                on, low = highs[tile], lows[tile]
                if opened >> on & 1:
                    if on != low and opened >> low & 1 and hand != bit:
                        _, tile, on = max(
                            scored(
                                weights, can, kit, hand, off, need, left, opened, counts,
                                *_others(hands, hand, turn, seats),
                            )
                        )  # fmt: skip
                else:
                    on = low
        hand ^= bit
        hands[turn] = hand
        off ^= bit
        far = highs[tile] + lows[tile] - on
        if need < 0:
            number = counts[on] - 1
            counts[on] = number
            if not number:
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
            points = [kit.worth(hand) for hand in hands]
            if far == on:
                points[turn] = kit.out_penalty
            return points, turns
        turn = turn + 1 if turn + 1 < seats else 0
        if need < 0:
            if not off & fits[opened]:
                break
        elif strict:
            if (off & suits[need]).bit_count() < left:
                break
        elif not off & suits[need] and not (kit.dead_waits and len(yard) > floor):
            break
    if start.end is not None:
        return start.scores(), 0
    return [kit.worth(hand) for hand in hands], turns


def _others(hands: list[int], hand: int, turn: int, seats: int) -> tuple[float, int, int]:
    """Tiles in a mean opponent's hand, in the smallest one, and in the next player's."""
    if seats == 2:
        other = hands[1 - turn].bit_count()
        return other, other, other
    sizes = [other.bit_count() for other in hands]
    total, own = sum(sizes), sizes.pop(turn)
    following = sizes[turn if turn < seats - 1 else 0]
    return (total - own) / (seats - 1), min(sizes), following

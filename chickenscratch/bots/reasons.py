"""Why one choice is better than another: the features that tell them apart, weightiest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from chickenscratch.bots.features import Features, count_of, lack_of, parts_of
from chickenscratch.bots.judge import Weights
from chickenscratch.bots.memory import Memory
from chickenscratch.core.coach import Reason, ReasonKind
from chickenscratch.core.view import SeatView

MOST: Final = 3
"""Reasons that are kept."""

LEAST: Final = 0.15
"""What a difference must count in the judgement to be a reason."""

HURRY: Final = 2
"""Tiles of a hand that is about to go out."""

SCARCE: Final = 3
"""Unseen tiles of a number that is nearly used up."""

LIKELY: Final = 0.4
"""The chance that somebody cannot play, from which on it is worth saying."""

SURE: Final = 100.0
"""More than the judgement gives anything."""

Weighed = tuple[float, Reason]


class Scene(NamedTuple):
    """Whose choice it is, and what is known."""

    view: SeatView
    memory: Memory
    weights: Weights


def reasons_for(
    scene: Scene, better: Features | None, worse: Features | None, gain: float, worlds: int
) -> tuple[Reason, ...]:
    """Why the move with the features `better` beats the one with `worse`.

    `gain`: by how many points it does, in so many `worlds`. None stands for drawing or passing."""
    found: list[Weighed] = []
    if better is not None:
        found += _by_itself(scene, better)
        if worse is not None:
            found += _compared(scene, better, worse)
    if worse is not None and not (better is not None and (better.out or better.ends)):
        found += _spared(scene, worse)
    found.sort(key=lambda entry: -entry[0])
    reasons = tuple(reason for _, reason in found[:MOST])
    if reasons:
        return reasons
    return (Reason(ReasonKind.TRIED, many=worlds, points=max(0, round(10 * gain))),)


def _by_itself(scene: Scene, better: Features) -> Iterator[Weighed]:
    most = count_of(scene.view, _seat(scene)).most
    count = scene.view.counts[most]
    gap = max(0, round(better.gap))
    if better.out:
        yield 2 * SURE, Reason(ReasonKind.OUT)
    elif better.ends and better.gap > 0:
        yield SURE, Reason(ReasonKind.ENDS, many=count, points=gap, seat=most)
    elif better.dead and better.gap > 0:
        yield SURE, Reason(ReasonKind.DEAD, better.needed, count, gap, most)


def _spared(scene: Scene, worse: Features) -> Iterator[Weighed]:
    if (worse.ends or worse.dead) and worse.gap < 0:
        yield SURE, Reason(ReasonKind.SPARES, points=round(-worse.gap))


def _compared(scene: Scene, better: Features, worse: Features) -> Iterator[Weighed]:
    view, weights = scene.view, scene.weights
    seat = _seat(scene)
    least = count_of(view, seat).least
    tiles = view.counts[least]
    one, two = (parts_of(weights, f, tiles) for f in (better, worse))
    if better.out or better.ends:
        return
    if better.value > worse.value:
        pips = one.pips - two.pips
        if tiles <= HURRY:
            reason = Reason(ReasonKind.HURRY, many=tiles, points=better.value, seat=least)
            yield pips, reason
        else:
            yield pips, Reason(ReasonKind.SHEDS, points=better.value)
    if better.double and not worse.double and one.double > LEAST:
        yield one.double, Reason(ReasonKind.DOUBLE, better.number, better.out_left)
    yield from _enough(one.own - two.own, _own(better))
    if better.fitting * worse.rest > worse.fitting * better.rest:
        reason = Reason(ReasonKind.FITS, many=better.fitting, points=better.rest)
        yield from _enough(one.fitting - two.fitting, reason)
    yield from _enough(one.stuck - two.stuck, _stuck(scene, better))
    if better.number >= 0 and better.unseen <= SCARCE and better.unseen < worse.unseen:
        reason = Reason(ReasonKind.SCARCE, better.number, better.unseen)
        yield from _enough(one.scarce - two.scarce, reason)
    if better.closed >= 0 and worse.closed < 0:
        reason = Reason(ReasonKind.CLOSES, better.closed, better.own_closed)
        yield from _enough(one.closing - two.closing, reason)
    if worse.variety and len(worse.variety) > len(better.variety):
        reason = Reason(ReasonKind.LAST, worse.variety[0])
        yield from _enough(one.variety - two.variety, reason)


def _enough(difference: float, reason: Reason | None) -> Iterator[Weighed]:
    if reason is not None and difference > LEAST:
        yield difference, reason


def _own(better: Features) -> Reason | None:
    """What the hand can go on with, after the move."""
    if better.double:
        return Reason(ReasonKind.FOOT, better.number, better.own) if better.own else None
    if better.own_double:
        return Reason(ReasonKind.OWN_DOUBLE, better.number)
    if better.own:
        return Reason(ReasonKind.OPENS, better.number, better.own)
    return None


def _stuck(scene: Scene, better: Features) -> Reason | None:
    """That the next player may not be able to play, with a proof if there is one."""
    following = (_seat(scene) + 1) % scene.view.seats
    lack = lack_of(scene.memory, following, better.wanted)
    if lack is not None:
        return Reason(ReasonKind.LACKS, lack.number, lack.drawn, seat=following)
    if better.stuck >= LIKELY:
        chance = round(100 * (1 - better.stuck))
        return Reason(ReasonKind.STUCK, points=chance, seat=following)
    return None


def _seat(scene: Scene) -> int:
    assert scene.view.seat is not None
    return scene.view.seat

"""What moves on the table, and how: pure functions of the time that has passed.

Nothing here knows a clock or a screen. Times are seconds, places are characters of the plane.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from chickenscratch.config import Motion
from chickenscratch.layout import Spot, SpotKind
from chickenscratch.tui.art.picture import BoardPicture

FRAME: Final = 1 / 30
"""From one frame of a movement to the next."""
SLIDE: Final = 0.2
"""A tile on its way to its place."""
EASE: Final = 0.15
"""The window on its way to what it is to show."""
TOE: Final = 0.07
"""From one toe of an opening foot to the next."""
BEAT: Final = 0.6
"""Half a pulse of a foot that must be filled."""
MOST_BEATS: Final = 40
"""Then it rests, until something happens: nobody is looking."""

Point = tuple[int, int]


def level(wanted: Motion, *, reduced: bool, remote: bool) -> Motion:
    """How much may move: nothing if the person wants that, less over a slow line."""
    if reduced:
        return Motion.NONE
    if wanted is Motion.AUTO:
        return Motion.BASIC if remote else Motion.FULL
    return wanted


def eased(share: float) -> float:
    """How far a movement has come after a share of its time: quick at first, then gently."""
    left = 1 - max(0.0, min(share, 1.0))
    return 1 - left**3


def between(start: Point, end: Point, passed: float, length: float) -> Point:
    """Where something is after `passed` of `length` seconds on its way."""
    share = eased(passed / length)
    return (
        round(start[0] + (end[0] - start[0]) * share),
        round(start[1] + (end[1] - start[1]) * share),
    )


class Arrival(NamedTuple):
    """A tile that has just been laid: `before` is the table without it, `after` with it."""

    spot: Spot
    before: BoardPicture
    after: BoardPicture


def arrival(before: BoardPicture, after: BoardPicture) -> Arrival | None:
    """What has arrived between two pictures of the same round; None unless it is one tile."""
    if len(after.spots) != len(before.spots) + 1 or after.spots[:-1] != before.spots:
        return None
    waiting = replace(before, ghosts=(), chosen=None, reach=after.reach, last=frozenset())
    return Arrival(after.spots[-1], waiting, after)


def opening(arrived: Arrival, passed: float) -> BoardPicture:
    """The table some time after the tile has come to rest: the toes of a double come out one by
    one."""
    after = arrived.after
    toes = _toes(arrived)
    shown = int(passed / TOE)
    if shown >= len(toes):
        return after
    hidden = {spot.port for spot in toes[shown:]}
    left = [s for s in after.footprints if s.parent != arrived.spot.index or s.port not in hidden]
    return replace(after, footprints=tuple(left))


def opens_for(arrived: Arrival) -> float:
    """How long :func:`opening` has anything to do."""
    return TOE * len(_toes(arrived))


def _toes(arrived: Arrival) -> list[Spot]:
    """The empty toes of the double that has arrived, the middle one first."""
    if arrived.spot.kind is SpotKind.PLAIN:
        return []
    toes = [spot for spot in arrived.after.footprints if spot.parent == arrived.spot.index]
    return sorted(toes, key=lambda spot: spot.port)


def pulses(picture: BoardPicture) -> bool:
    """Whether something on the table wants to be filled."""
    return picture.hungry is not None and any(_lit(picture))


def _lit(picture: BoardPicture) -> Iterable[bool]:
    return (spot.parent == picture.hungry for spot in picture.footprints)

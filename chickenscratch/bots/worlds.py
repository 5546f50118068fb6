"""Imagined deals of the hidden tiles that agree with everything known (bots.md 2, *hard*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chickenscratch.bots.masks import each
from chickenscratch.bots.memory import Memory, Slot, others, step

TRIES: Final = 12
"""Attempts to fill the slots before what is known is given up."""

SHARED: Final = 8
"""Worlds that share one guess at which slots the laid tiles came from."""


class History(NamedTuple):
    """One way in which the slots of the other seats may have come about.

    `slots`: (seat, tiles that cannot be in it) of those there are now. `past`: for every choice of
    the memory, the tiles its seat held then and has laid since, and which of the slots it had.
    """

    slots: list[tuple[int, int]]
    past: list[tuple[int, list[int]]]


class World(NamedTuple):
    """`hands`: sets of tiles by seat, the own one empty; `yard`: the tile drawn next is the last.

    `tiles`: what is in the slots of the `history`, in their order.
    """

    hands: list[int]
    yard: list[int]
    tiles: list[int]
    history: History


class Worlds:
    """A source of worlds for one decision. `given_up`: how many do not keep to what is known."""

    def __init__(self, memory: Memory, dice: Callable[[], float]) -> None:
        self.memory = memory
        self.dice = dice
        self.given_up = 0
        self._pool = list(each(memory.hidden))
        self._others = tuple(others(memory))
        self._history = History([], [])
        self._lacks: list[int] = []
        self._uses = 0

    def sample(self) -> World:
        """A world, each as likely as its hands are if everybody played without a plan."""
        if not self._uses:
            self._renew()
            self._uses = SHARED
        self._uses -= 1
        memory, dice = self.memory, self.dice
        fill = memory.kit.engine.filled
        for _ in range(TRIES):
            tiles = fill(self._pool, self._lacks, memory.hidden, dice)
            if tiles is not None:
                break
            self._renew()
        else:
            self.given_up += 1
            tiles = fill(self._pool, [], memory.hidden, dice)
            assert tiles is not None
        history = self._history
        count = len(history.slots)
        hands = [0] * memory.seats
        for (seat, _), tile in zip(history.slots, tiles, strict=False):
            hands[seat] |= 1 << tile
        return World(hands, tiles[count:], tiles[:count], history)

    def _renew(self) -> None:
        self._history = self.history()
        self._lacks = [lacks for _, lacks in self._history.slots]

    def history(self) -> History:
        """The slots there are now and were before. Which of them a tile was laid from is left to
        chance."""
        memory, dice = self.memory, self.dice
        held = {seat: [Slot(0, 0)] * memory.dealt for seat in self._others}
        laid: list[tuple[int, int, int, int]] = []

        def pick(count: int) -> int:
            return int(dice() * count) if count > 1 else 0

        for index, (kind, seat, tiles) in enumerate(memory.changes):
            gone = step(held[seat], kind, tiles, index, pick)
            if gone is not None:
                laid.append((seat, tiles, gone.since, index))
        slots = [(seat, slot) for seat in self._others for slot in held[seat]]
        past = []
        for choice in memory.choices:
            seat, when = choice.seat, choice.changes
            known = 0
            for other, tile, start, end in laid:
                if other == seat and start <= when <= end:
                    known |= tile
            had = [
                place
                for place, (other, slot) in enumerate(slots)
                if other == seat and slot.since <= when
            ]
            past.append((known, had))
        return History([(seat, slot.lacks) for seat, slot in slots], past)

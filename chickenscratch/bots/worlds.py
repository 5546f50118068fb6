"""Worlds: deals of the hidden tiles that agree with everything known (bots.md 2, *hard*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chickenscratch.bots.masks import each
from chickenscratch.bots.memory import Memory

Slots = tuple[list[int], list[int]]

TRIES: Final = 12
"""Attempts to fill the slots before what is known is given up."""

SHARED: Final = 8
"""Worlds that share one guess at which slots the laid tiles came from."""


class World(NamedTuple):
    """`hands`: sets of tiles by seat, the own one empty; `yard`: the last is drawn next."""

    hands: list[int]
    yard: list[int]


class Worlds:
    """A source of worlds for one decision. `given_up`: how many do not keep to what is known."""

    def __init__(self, memory: Memory, dice: Callable[[], float]) -> None:
        self.memory = memory
        self.dice = dice
        self.given_up = 0
        self._pool = list(each(memory.hidden))
        self._slots: Slots = ([], [])
        self._uses = 0

    def sample(self) -> World:
        """A world, each as likely as its hands are if everybody played without a plan."""
        memory, dice, engine = self.memory, self.dice, self.memory.kit.engine
        if not self._uses:
            self._slots = self.slots()
            self._uses = SHARED
        self._uses -= 1
        for _ in range(TRIES):
            tiles = engine.filled(self._pool, self._slots[1], memory.hidden, dice)
            if tiles is not None:
                break
            self._slots = self.slots()
        else:
            self.given_up += 1
            tiles = engine.filled(self._pool, [], memory.hidden, dice)
            assert tiles is not None
        owners = self._slots[0]
        return World(engine.hands_of(owners, tiles, memory.seats), tiles[len(owners) :])

    def slots(self) -> Slots:
        """Whose the slots are that there are now, and the tiles that cannot be in each.

        Which of them a tile was laid from is left to chance."""
        memory = self.memory
        return memory.kit.engine.slots(
            memory.changes, memory.seats, memory.seat, memory.dealt, self.dice
        )

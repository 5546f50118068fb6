"""Worlds: deals of the hidden tiles that agree with everything known (bots.md 2, *hard*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chickenscratch.bots.masks import each
from chickenscratch.bots.memory import Memory

TRIES: Final = 12
"""Attempts to fill the slots before what is known is given up."""

SHARED: Final = 8
"""Worlds that share one guess at which slots the laid tiles came from."""


class History(NamedTuple):
    """One way in which the slots of the other seats may have come about.

    `owners`: whose the slots are that there are now; `lacks`: the tiles that cannot be in each.
    `past`: for every choice of the memory, the tiles its seat held then and has laid since, and
    which of the slots it had.
    """

    owners: list[int]
    lacks: list[int]
    past: list[tuple[int, list[int]]]


NOTHING: Final = History([], [], [])


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
        self._choices = [(choice.seat, choice.changes) for choice in memory.choices]
        self._history = NOTHING
        self._uses = 0

    def sample(self) -> World:
        """A world, each as likely as its hands are if everybody played without a plan."""
        memory, dice, engine = self.memory, self.dice, self.memory.kit.engine
        if not self._uses:
            self._history = self.history()
            self._uses = SHARED
        self._uses -= 1
        for _ in range(TRIES):
            tiles = engine.filled(self._pool, self._history.lacks, memory.hidden, dice)
            if tiles is not None:
                break
            self._history = self.history()
        else:
            self.given_up += 1
            tiles = engine.filled(self._pool, [], memory.hidden, dice)
            assert tiles is not None
        history = self._history
        count = len(history.owners)
        hands = engine.hands_of(history.owners, tiles, memory.seats)
        return World(hands, tiles[count:], tiles[:count], history)

    def history(self) -> History:
        """The slots there are now and were before. Which of them a tile was laid from is left to
        chance."""
        memory = self.memory
        return History(
            *memory.kit.engine.history(
                memory.changes, self._choices, memory.seats, memory.seat, memory.dealt, self.dice
            )
        )

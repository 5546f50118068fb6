"""Imagined deals of the hidden tiles that agree with everything known (bots.md 2, *hard*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chickenscratch.bots.masks import each
from chickenscratch.bots.memory import Memory, Slot, others, step

TRIES: Final = 12
"""Attempts to fill the slots before what is known is given up."""

MIXING: Final = 3
"""Swaps tried for every slot that lacks something, so that the order of filling leaves no trace."""


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
        self._uses = 0

    def sample(self) -> World:
        """A world, each as likely as its hands are if everybody played without a plan."""
        if not self._uses:
            self._history = self.history()
            self._uses = SHARED
        self._uses -= 1
        for _ in range(TRIES):
            tiles = self._filled(self._history.slots)
            if tiles is not None:
                break
            self._history = self.history()
        else:
            self.given_up += 1
            tiles = self._shuffled()
        history = self._history
        count = len(history.slots)
        hands = [0] * self.memory.seats
        for (seat, _), tile in zip(history.slots, tiles, strict=False):
            hands[seat] |= 1 << tile
        return World(hands, tiles[count:], tiles[:count], history)

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

    def _shuffled(self) -> list[int]:
        pool = self._pool[:]
        self._shuffle(pool)
        return pool

    def _shuffle(self, pool: list[int]) -> None:
        dice = self.dice
        for i in range(len(pool) - 1, 0, -1):
            j = int(dice() * (i + 1))
            pool[i], pool[j] = pool[j], pool[i]

    def _filled(self, slots: list[tuple[int, int]]) -> list[int] | None:
        """Tiles for the slots, then those of the yard; None if it did not work out."""
        pool, hidden = self._shuffled(), self.memory.hidden
        tight = [
            ((hidden & ~lack).bit_count(), place)
            for place, (_, lack) in enumerate(slots)
            if lack & hidden
        ]
        if not tight:
            return pool
        tight.sort()
        places = [place for _, place in tight]
        lacks = [slots[place][1] for place in places]
        found = []
        for lack in lacks:
            for index, tile in enumerate(pool):
                if not lack >> tile & 1:
                    found.append(pool.pop(index))
                    break
            else:
                return None
        self._mix(lacks, found, pool)
        tiles = [-1] * len(slots)
        for place, tile in zip(places, found, strict=True):
            tiles[place] = tile
        for place, tile in enumerate(tiles):
            if tile < 0:
                tiles[place] = pool.pop()
        return tiles + pool

    def _mix(self, lacks: list[int], found: list[int], pool: list[int]) -> None:
        """Swap tiles that may be swapped, those of the slots that lack something and the others,
        which are as good as the yard's."""
        dice, tight = self.dice, len(lacks)
        count = tight + len(pool)
        for _ in range(MIXING * tight):
            a, b = int(dice() * tight), int(dice() * count)
            one = found[a]
            if b >= tight:
                two = pool[b - tight]
                if not lacks[a] >> two & 1:
                    found[a], pool[b - tight] = two, one
            else:
                two = found[b]
                if not (lacks[a] >> two | lacks[b] >> one) & 1:
                    found[a], found[b] = two, one
        self._shuffle(pool)

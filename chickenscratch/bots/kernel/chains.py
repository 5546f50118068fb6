# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, auto_pickle=False
"""Worlds that explain what the others chose: a Markov chain over everything they may have held.

A state of the chain says which tile was in each slot that another seat ever had, and until when.
A step proposes to swap two tiles and takes the proposal by how much better or worse the choices are
explained (Metropolis and others 1953), so that in the long run a world is met as often as it is
likely.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from chickenscratch.bots.kernel import bitset, dealing, judging

SEATS: Final = 8
SLOTS: Final = 256
EVENTS: Final = 256
CASES: Final = 256
TILES: Final = 190

GAIN: Final = 0
LACK: Final = 1
LACK_NEWEST: Final = 2
LOSE: Final = 3
"""Values of :class:`~chickenscratch.bots.memory.Kind`; the other one is LOSE_NEWEST."""

FOREVER: Final = 1 << 30
"""The end of a tile that is still held."""

TRIES: Final = 50
"""Attempts at a first state."""

MIXING: Final = 3
"""Swaps tried for every open slot of a first state."""


class Past:
    """What is known of the slots that the other seats ever had.

    Slots of tiles that were laid as they were drawn are left out: nothing is unknown about them.
    A slot is filled since a change (-1: dealt). `lost`: (change, seat, tile) of every tile laid.
    `judges`, `sharpness` and `whims` tell how each seat is thought to choose.
    """

    __slots__ = (
        "case_count", "cases", "chosen", "hands", "judges", "lack_at", "lack_count", "lack_tiles",
        "logs", "lost", "numbers", "owner", "pool", "rated", "seats", "sharpness", "since", "size",
        "tables", "whims",
    )  # fmt: skip

    def __init__(
        self,
        tables: judging.Tables,
        rated: judging.Rated,
        seats: int,
        pool: list[int],
        cases: list[judging.Case],
        judges: list[judging.Judge],
        sharpness: Sequence[float],
        whims: Sequence[float],
    ) -> None:
        self.tables, self.rated, self.seats = tables, rated, seats
        self.pool, self.cases, self.judges = pool, cases, judges
        self.lost: list[tuple[int, int, int]] = []
        self.owner = bitset.room(SLOTS)
        self.since = bitset.room(SLOTS)
        self.lack_at = bitset.room(SEATS * EVENTS)
        self.lack_tiles = bitset.room(SEATS * EVENTS)
        self.lack_count = bitset.room(SEATS)
        self.chosen = bitset.room(SEATS * CASES)
        self.case_count = bitset.room(SEATS)
        # room for the choices that a step changes
        self.numbers = bitset.room(CASES)
        self.hands = bitset.room(CASES)
        self.logs = bitset.numbers(CASES)
        self.sharpness = bitset.numbers(SEATS)
        self.whims = bitset.numbers(SEATS)
        self.size = 0
        for seat in range(seats):
            self.sharpness[seat] = sharpness[seat]
            self.whims[seat] = whims[seat]

    def tell(self, seat: int, dealt: int, changes: Sequence[tuple[int, int, int]]) -> bool:
        """What happened to the slots of all but `seat`; False if it is too much for the arrays."""
        owner: list[int] = []
        since: list[int] = []
        for who in range(self.seats):
            if who != seat:
                owner += [who] * dealt
                since += [-1] * dealt
        index = -1
        for kind, who, tiles in changes:
            index += 1
            if kind == GAIN:
                owner.append(who)
                since.append(index)
            elif kind == LOSE:
                self.lost.append((index, who, bitset.length(tiles) - 1))
            elif kind in (LACK, LACK_NEWEST):
                # what the newest tile of a search for the lead is not, the older ones are not
                # either
                count = self.lack_count[who]
                if count == EVENTS:
                    return False
                self.lack_at[who * EVENTS + count] = index
                self.lack_tiles[who * EVENTS + count] = tiles
                self.lack_count[who] = count + 1
            else:
                newest = len(owner) - 1
                while owner[newest] != who:
                    newest -= 1
                del owner[newest], since[newest]
        self.size = len(owner)
        if self.size > SLOTS:
            return False
        for slot in range(self.size):
            self.owner[slot] = owner[slot]
            self.since[slot] = since[slot]
        for number in range(len(self.cases)):
            case = self.cases[number]
            who = case.seat
            if self.case_count[who] == CASES or number == CASES:
                return False
            self.chosen[who * CASES + self.case_count[who]] = number
            self.case_count[who] += 1
        return True

    def possible(self, slot: int, tile: int, end: int) -> bool:
        """Whether a tile may have been in a slot until `end`."""
        start, seat = self.since[slot], self.owner[slot]
        if end <= start:
            return False
        one = 1
        bit = one << tile
        event = seat * EVENTS + self.lack_count[seat] - 1
        while event >= seat * EVENTS and self.lack_at[event] > start:
            if self.lack_at[event] < end and self.lack_tiles[event] & bit:
                return False
            event -= 1
        return True

    def lacks(self, slot: int) -> int:
        """The tiles that cannot be in a slot until now."""
        seat = self.owner[slot]
        found = 0
        event = seat * EVENTS + self.lack_count[seat] - 1
        while event >= seat * EVENTS and self.lack_at[event] > self.since[slot]:
            found |= self.lack_tiles[event]
            event -= 1
        return found


class Chain:
    """A state: which tile is in each slot and until when, and which are in the yard.

    `hands`: what the player of each case held then; `logs`: the logarithm of how likely that
    choice was. `judged`: choices that were looked at.
    """

    __slots__ = ("ends", "hands", "judged", "logs", "past", "stock", "tiles", "yard")

    def __init__(self, past: Past) -> None:
        self.past = past
        self.tiles = bitset.room(SLOTS)
        self.ends = bitset.room(SLOTS)
        self.yard = bitset.room(TILES)
        self.hands = bitset.room(CASES)
        self.logs = bitset.numbers(CASES)
        self.stock = 0
        self.judged = 0

    def begin(self, dice: Callable[[], float]) -> bool:
        """A first state that agrees with what is known; False if none was found."""
        for _ in range(TRIES):
            if self.deal(dice):
                self.judge_all()
                return True
        return False

    def deal(self, dice: Callable[[], float]) -> bool:
        """Laid tiles into slots where they may have been, then the hidden ones into the rest."""
        past = self.past
        for slot in range(past.size):
            self.tiles[slot] = -1
            self.ends[slot] = FOREVER
        for index, who, tile in past.lost:
            able = [
                slot
                for slot in range(past.size)
                if past.owner[slot] == who
                and self.tiles[slot] < 0
                and past.possible(slot, tile, index)
            ]
            if not able:
                return False
            slot = able[int(dice() * len(able))]
            self.tiles[slot] = tile
            self.ends[slot] = index
        pool = past.pool[:]
        dealing.shuffle(pool, dice)
        hidden, one = 0, 1
        for tile in pool:
            hidden |= one << tile
        opened = [
            (bitset.count(hidden & ~past.lacks(slot)), slot)
            for slot in range(past.size)
            if self.tiles[slot] < 0
        ]
        opened.sort()
        for _, slot in opened:
            for place in range(len(pool)):
                if past.possible(slot, pool[place], FOREVER):
                    self.tiles[slot] = pool[place]
                    pool[place] = pool[len(pool) - 1]
                    pool.pop()
                    break
            else:
                return False
        self.stock = len(pool)
        for place in range(self.stock):
            self.yard[place] = pool[place]
        slots = len(opened)
        for _ in range(MIXING * slots):
            first = opened[int(dice() * slots)][1]
            other = int(dice() * (slots + self.stock))
            if other < slots:
                self.swap_held(first, opened[other][1])
            else:
                self.swap_with_yard(first, other - slots)
        return True

    def swap_held(self, one: int, two: int) -> None:
        """Swap what is held in two slots, if it may be."""
        first, second = self.tiles[one], self.tiles[two]
        if self.past.possible(one, second, FOREVER) and self.past.possible(two, first, FOREVER):
            self.tiles[one], self.tiles[two] = second, first

    def swap_with_yard(self, slot: int, place: int) -> None:
        """Swap what is held in a slot for a tile of the yard, if it may be."""
        tile = self.yard[place]
        if self.past.possible(slot, tile, FOREVER):
            self.yard[place] = self.tiles[slot]
            self.tiles[slot] = tile

    def judge_all(self) -> None:
        """Work out all hands that the choices were made from, and how likely those were."""
        past, one = self.past, 1
        for number in range(len(past.cases)):
            case = past.cases[number]
            hand = 0
            for slot in range(past.size):
                if (
                    past.owner[slot] == case.seat
                    and past.since[slot] < case.when
                    and self.ends[slot] >= case.when
                ):
                    hand |= one << self.tiles[slot]
            self.hands[number] = hand
            self.logs[number] = self.log_of(case, hand)

    def log_of(self, case: judging.Case, hand: int) -> float:
        """The logarithm of how likely a choice was from this hand."""
        past, seat = self.past, case.seat
        self.judged += 1
        return judging.likelihood(
            past.judges[seat], past.tables, past.rated, case, hand, past.sharpness[seat],
            past.whims[seat],
        )  # fmt: skip

    def step(self, heat: float, dice: Callable[[], float]) -> None:
        """Propose a swap. With little `heat` (up to 1), unlikely worlds are taken more easily."""
        past, tiles, ends, one = self.past, self.tiles, self.ends, 1
        slot, other = int(dice() * past.size), int(dice() * (past.size + self.stock))
        end = ends[slot]
        mine = one << tiles[slot]
        place = other - past.size
        if place >= 0:
            if end != FOREVER or not past.possible(slot, self.yard[place], FOREVER):
                return
            theirs = one << self.yard[place]
            other, until = slot, end
        else:
            until = ends[other]
            if slot == other or (
                past.owner[slot] != past.owner[other] and (end != FOREVER or until != FOREVER)
            ):
                return
            if past.owner[slot] == past.owner[other] and past.since[slot] == past.since[other]:
                return
            if not past.possible(slot, tiles[other], until):
                return
            if not past.possible(other, tiles[slot], end):
                return
            theirs = one << tiles[other]
        together = place < 0 and past.owner[slot] == past.owner[other]
        changed = self.change(past.owner[slot], slot, other, together, mine, theirs, 0)
        if place < 0 and not together:
            changed = self.change(past.owner[other], other, slot, False, mine, theirs, changed)
        # all that is left may at most become certain, which ends many a comparison early
        spare = 0.0
        for at in range(changed):
            spare -= self.logs[past.numbers[at]]
        least = math.log(1.0 - dice()) / heat
        gain = 0.0
        for at in range(changed):
            number = past.numbers[at]
            case = past.cases[number]
            past.logs[at] = self.log_of(case, past.hands[at])
            gain += past.logs[at] - self.logs[number]
            spare += self.logs[number]
            if gain + spare < least:
                return
        if gain < least:
            return
        for at in range(changed):
            number = past.numbers[at]
            self.hands[number], self.logs[number] = past.hands[at], past.logs[at]
        if place >= 0:
            tiles[slot], self.yard[place] = self.yard[place], tiles[slot]
        else:
            tiles[slot], tiles[other] = tiles[other], tiles[slot]
            ends[slot], ends[other] = until, end

    def walk(self, steps: int, dice: Callable[[], float]) -> None:
        """Some steps, after which the state depends little on that before."""
        for _ in range(steps):
            self.step(1.0, dice)

    def warm(self, steps: int, dice: Callable[[], float]) -> None:
        """Some steps from a first state, more and more particular."""
        parts = steps
        for number in range(steps):
            self.step(0.1 + 0.9 * ((number + 1) / parts), dice)

    def change(
        self, seat: int, slot: int, other: int, together: bool, mine: int, theirs: int, made: int
    ) -> int:
        """Note the hands of a seat's choices after a swap; how many are noted.

        `together`: both slots are that seat's, else `slot` is, and both tiles are still held."""
        past, since, end = self.past, self.past.since[slot], self.ends[slot]
        start, until = past.since[other] if together else 0, self.ends[other] if together else 0
        for at in range(seat * CASES, seat * CASES + past.case_count[seat]):
            number = past.chosen[at]
            case = past.cases[number]
            when = case.when
            hand = self.hands[number]
            if not together:
                if when > since:
                    hand ^= mine ^ theirs
            elif (when > since) != (when > start):
                # the tiles came at the other's time, and left when they did
                if when <= end:
                    hand ^= mine
                if when <= until:
                    hand ^= theirs
            if hand != self.hands[number]:
                past.numbers[made], past.hands[made] = number, hand
                made += 1
        return made

    def total(self) -> float:
        """The logarithm of how likely all the choices are in this state."""
        total = 0.0
        for number in range(len(self.past.cases)):
            total += self.logs[number]
        return total

    def world(self, dice: Callable[[], float]) -> tuple[list[int], list[int]]:
        """The sets of tiles in the hands, and the yard in any order."""
        past, one = self.past, 1
        hands = [0] * past.seats
        for slot in range(past.size):
            if self.ends[slot] == FOREVER:
                hands[past.owner[slot]] |= one << self.tiles[slot]
        yard = [self.yard[place] for place in range(self.stock)]
        dealing.shuffle(yard, dice)
        return hands, yard

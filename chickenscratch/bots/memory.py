"""What a round's public history says about the tiles that cannot be seen (bots.md 2).

Every tile of another hand sits in a *slot* that was filled at some time. Who had to draw or pass
lacked whatever could be played then, but only in the slots that were filled already: a later draw
may have brought it. Where the lead had to be the best double held, better ones were not dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import NamedTuple

from chickenscratch.bots.masks import Kit, bits, kit_for, number_of, pair
from chickenscratch.bots.position import Position
from chickenscratch.core.actions import CallWord
from chickenscratch.core.rules import LastTileTap, MissingLead, RuleSet
from chickenscratch.core.state import Fact, Phase
from chickenscratch.core.tree import Laid
from chickenscratch.core.view import SeatView


class Kind(IntEnum):
    """What happened to the slots of a seat."""

    GAIN = 0
    """A new slot."""
    LACK = 1
    """None of the slots has any of these tiles."""
    LACK_NEWEST = 2
    LOSE = 3
    """This tile was in one of the slots, which is gone."""
    LOSE_NEWEST = 4


class Change(NamedTuple):
    """`tiles`: those lacked, or the one that was laid, as bits."""

    kind: Kind
    seat: int
    tiles: int = 0


class Choice(NamedTuple):
    """Another seat laid `tile` on `on`: what it saw then, apart from its hand.

    `sizes`: tiles in every hand. `changes`: how many had happened. `drew`: it had drawn before.
    `lacking`: the tiles that the player after it was publicly known not to hold.
    """

    seat: int
    tile: int
    on: int
    off: int
    need: int
    left: int
    opened: int
    counts: tuple[int, ...]
    sizes: tuple[int, ...]
    changes: int
    drew: bool
    lacking: int = 0


class Memory(NamedTuple):
    """What `seat` can know of a round: how the others' slots came about, and what they chose.

    `hidden`: the tiles in other hands and the yard. `lacked`: by seat, the tiles that everybody
    knows it not to hold, the own seat included.
    """

    kit: Kit
    seats: int
    seat: int
    hidden: int
    sizes: tuple[int, ...]
    dealt: int
    yard: int
    changes: tuple[Change, ...]
    choices: tuple[Choice, ...]
    lacked: tuple[int, ...]

    def lacking(self, seat: int) -> int:
        """The tiles that `seat` certainly does not hold.

        Which slot a laid tile came from is not known; that it was the oldest possible one is the
        assumption that claims least, because a slot lacks whatever a newer one lacks.
        """
        return self.lacked[seat]

    def drawn_since(self, seat: int, tiles: int) -> int | None:
        """How many tiles `seat` has drawn since it was last known to hold none of `tiles`; None if
        it never was. Tiles known to be others, or laid since as they came, do not count."""
        drawn: int | None = None
        for kind, who, lacked in self.changes:
            if who != seat:
                continue
            if kind is Kind.LACK and not tiles & ~lacked:
                drawn = 0
            elif drawn is not None and kind is Kind.GAIN:
                drawn += 1
            elif drawn and (
                kind is Kind.LOSE_NEWEST or (kind is Kind.LACK_NEWEST and not tiles & ~lacked)
            ):
                drawn -= 1
        return drawn


class Slot(NamedTuple):
    """`lacks`: the tiles that cannot be in it; `since`: the change that brought it."""

    lacks: int
    since: int


def step(
    slots: list[Slot], kind: Kind, tiles: int, index: int, pick: Callable[[int], int]
) -> Slot | None:
    """Let change number `index` happen to the `slots` of its seat, the oldest first.

    `pick(n)` chooses among the n slots that a laid tile may have come from. Gives the slot that is
    gone."""
    if kind is Kind.GAIN:
        slots.append(Slot(0, index))
    elif kind is Kind.LACK:
        slots[:] = [Slot(lacks | tiles, since) for lacks, since in slots]
    elif kind is Kind.LACK_NEWEST:
        lacks, since = slots[-1]
        slots[-1] = Slot(lacks | tiles, since)
    elif kind is Kind.LOSE_NEWEST:
        return slots.pop()
    else:
        able = [place for place, slot in enumerate(slots) if not slot.lacks & tiles]
        # with house rules that the history cannot tell apart, any slot must do
        return slots.pop(able[pick(len(able))] if able else 0)
    return None


def _oldest(_count: int) -> int:
    return 0


def remember(view: SeatView) -> Memory:
    """All that the history of the round in `view` tells its seat."""
    assert view.seat is not None
    kit = kit_for(view.rules)
    own = kit.mask(view.hand)
    off = kit.whole
    for laid in view.laid:
        off &= ~(1 << pair(laid.near, laid.far))
    reader = _Reader(view, kit)
    for fact in view.log:
        reader.read(fact)
    return Memory(
        kit,
        view.seats,
        view.seat,
        off & ~own,
        view.counts,
        view.rules.hand_size(view.seats),
        view.yard,
        tuple(reader.changes),
        tuple(reader.choices),
        tuple(reader.lacking(seat) for seat in range(view.seats)),
    )


class _Reader:
    """Goes through a round's history, with the public part of every position on the way."""

    def __init__(self, view: SeatView, kit: Kit) -> None:
        self.view = view
        self.rules: RuleSet = view.rules
        self.kit = kit
        self.changes: list[Change] = []
        self.choices: list[Choice] = []
        dealt = view.rules.hand_size(view.seats)
        self.sizes = [dealt] * view.seats
        # what everybody knows of each hand, the own one included
        self.slots = [[Slot(0, 0)] * dealt for _ in range(view.seats)]
        self.position: Position | None = None
        self.drawer = -1
        self.owing: dict[str, int] = {}
        self.caught = -1
        wanted = view.rules.wanted(view.number, view.led[:-1] if view.laid else view.led)
        if view.rules.missing_lead is not MissingLead.NEXT_HELD:
            wanted = wanted[:1]
        self.wanted = wanted
        self.searched = bool(view.log) and view.log[0].act == "draw"
        if self.searched:
            self._all_lack(bits(pair(d, d) for d in wanted))

    def _change(self, kind: Kind, seat: int, tiles: int = 0) -> None:
        step(self.slots[seat], kind, tiles, len(self.changes), _oldest)
        if seat != self.view.seat:
            self.changes.append(Change(kind, seat, tiles))

    def lacking(self, seat: int) -> int:
        """The tiles that everybody knows `seat` not to hold."""
        lacking = self.kit.whole
        for slot in self.slots[seat]:
            lacking &= slot.lacks
        return lacking

    def _all_lack(self, tiles: int) -> None:
        if tiles:
            for seat in range(self.view.seats):
                self._change(Kind.LACK, seat, tiles)

    def read(self, fact: Fact) -> None:
        seat = fact.seat
        if fact.act == "lead":
            self._lead(seat)
        elif fact.act == "play":
            self._play(fact)
        elif fact.act == "draw":
            self._draw(seat)
        elif fact.act == "pass":
            self._pass(seat)
        else:
            self._call(seat, fact.act.removeprefix("call "))

    def _lead(self, seat: int) -> None:
        view, number = self.view, self.view.laid[0].far
        lead = 1 << pair(number, number)
        if not self.searched:
            better = self.wanted[: self.wanted.index(number)]
            self._all_lack(bits(pair(d, d) for d in better))
        if self.rules.missing_lead is not MissingLead.SET_ASIDE:
            together = self.rules.missing_lead is MissingLead.DRAW_TOGETHER
            newest = self.searched and not together
            self._change(Kind.LOSE_NEWEST if newest else Kind.LOSE, seat, lead)
            self.sizes[seat] -= 1
        after = seat if self.rules.lead_plays_again else (seat + 1) % view.seats
        start = view._replace(
            phase=Phase.HUB,
            turn=after,
            laid=(Laid(-1, 0, number, number, 0, seat),),
            ends=(),
            parent=0,
            left=self.rules.arms,
            passes=0,
        )
        # full hands are never empty: this position shows the table and is not for playing
        self.position = Position(self.kit, start, [self.kit.whole] * view.seats, ())
        self._taps(seat)

    def _fits(self) -> int:
        assert self.position is not None
        return self.position.fits

    def _draw(self, seat: int) -> None:
        self.sizes[seat] += 1
        if self.position is None:
            self._change(Kind.GAIN, seat)
            if self.rules.missing_lead is not MissingLead.DRAW_TOGETHER:
                # the last draw of the search was the lead, which is gone at once
                self._change(Kind.LACK_NEWEST, seat, self._unlucky())
            return
        if self.caught == seat:
            self.caught = -1
            self.owing = {word: who for word, who in self.owing.items() if who != seat}
            self._change(Kind.GAIN, seat)
            return
        if not self.rules.may_pass:
            self._change(Kind.LACK, seat, self._fits())
        self._change(Kind.GAIN, seat)
        self.drawer = seat

    def _unlucky(self) -> int:
        """What a draw in the search that did not end it was not."""
        laid = self.view.laid
        return bits(pair(d, d) for d in self.wanted if not laid or d != laid[0].far)

    def _pass(self, seat: int) -> None:
        drew = self.drawer == seat
        if not self.rules.may_pass and not (drew and self.kit.may_keep):
            self._change(Kind.LACK, seat, self._fits())
        assert self.position is not None
        self.position.pass_()
        self.drawer = -1

    def _play(self, fact: Fact) -> None:
        assert self.position is not None
        assert fact.tile is not None
        assert fact.on is not None
        position, seat, tile = self.position, fact.seat, number_of(fact.tile)
        drew = self.drawer == seat
        if seat != self.view.seat:
            self.choices.append(
                Choice(
                    seat, tile, fact.on, position.off, position.need, position.left,
                    position.opened, tuple(position.counts), tuple(self.sizes),
                    len(self.changes), drew, self.lacking((seat + 1) % self.view.seats),
                )
            )  # fmt: skip
        newest = drew and not self.rules.may_pass and not self.kit.must_keep
        self._change(Kind.LOSE_NEWEST if newest else Kind.LOSE, seat, 1 << tile)
        self.sizes[seat] -= 1
        self.drawer = -1
        position.turn = seat
        position.play(tile, fact.on)
        if fact.tile.is_double and self.rules.call_duty:
            self.owing[self.rules.call.value] = seat
        self._taps(seat)

    def _taps(self, seat: int) -> None:
        if self.rules.last_tile_tap is LastTileTap.DUTY and self.sizes[seat] == 1:
            self.owing[CallWord.TAP.value] = seat

    def _call(self, seat: int, word: str) -> None:
        owing = self.owing.pop(word, seat)
        if owing != seat:
            self.caught = owing


def others(memory: Memory) -> Iterator[int]:
    """The seats whose tiles are hidden."""
    return (seat for seat in range(memory.seats) if seat != memory.seat)

"""The state of a game. Immutable; only :mod:`chickenscratch.core.apply` makes new ones."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from chickenscratch.core.actions import CallWord
from chickenscratch.core.rules import DrawRule, RuleSet
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Laid, OpenEnd, Place


class Phase(StrEnum):
    """What a round is about at the moment."""

    SEARCH = "search"
    """Nobody holds the lead: the seat whose turn it is draws for it."""
    REDEAL = "redeal"
    """Nobody holds the lead and the house rule is to deal again."""
    LEAD = "lead"
    """The seat whose turn it is lays the lead."""
    HUB = "hub"
    """The lead's arms are being filled."""
    FREE = "free"
    FOOT = "foot"
    """A double waits for its toes."""
    OVER = "over"


class EndReason(StrEnum):
    """Why a round ended (record.md)."""

    OUT = "out"
    DEAD_FOOT = "dead-foot"
    DEAD_HUB = "dead-hub"
    BLOCKED = "blocked"


class Owed(NamedTuple):
    """A call that `seat` must make before another seat acts."""

    seat: int
    what: CallWord


class Fact(NamedTuple):
    """One public line of the round's history. A draw never names its tile."""

    seat: int
    act: str
    tile: Tile | None = None
    on: int | None = None
    at: Place | None = None


class RoundResult(NamedTuple):
    """A finished round, laid open: one column of the score sheet.

    `hands` are the tiles left, by seat; `out` the seat that went out, or None.
    """

    number: int
    lead: int
    end: EndReason
    out: int | None
    hands: tuple[tuple[Tile, ...], ...]
    yard: tuple[Tile, ...]
    scores: tuple[int, ...]


class Round(NamedTuple):
    """One round. Tuples indexed by seat unless said otherwise.

    `wanted`: the doubles that may lead, best first; `lead` is the one that did, or will.
    `yard[0]` is drawn next. `parent` is the index of the double being filled and `left` the
    places it still has; -1 and 0 in the free phase. `on_table[v]` counts the laid tiles that
    carry v. `drawn`: the last tile drawn in this turn. `passes`: passes in a row.
    `penalty`: the seat that must draw because it was caught.
    """

    number: int
    first: int
    phase: Phase
    turn: int
    wanted: tuple[int, ...]
    lead: int
    hands: tuple[tuple[Tile, ...], ...]
    yard: tuple[Tile, ...]
    laid: tuple[Laid, ...] = ()
    ends: tuple[OpenEnd, ...] = ()
    parent: int = -1
    left: int = 0
    on_table: tuple[int, ...] = ()
    drawn: Tile | None = None
    passes: int = 0
    owed: tuple[Owed, ...] = ()
    penalty: int | None = None
    log: tuple[Fact, ...] = ()

    @property
    def counts(self) -> tuple[int, ...]:
        """Tiles in each hand."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def required(self) -> int | None:
        """The only number that may be played, while a hub or foot is being filled."""
        return self.laid[self.parent].far if self.parent >= 0 else None


class Game(NamedTuple):
    """A whole game. `seed` is None when the deals come from a record.

    `led`: the numbers that have led, in order. `deals`: deals made so far, redeals included.
    """

    rules: RuleSet
    seats: int
    game_id: str
    commitment: str
    seed: str | None
    lot: int
    round: Round | None = None
    results: tuple[RoundResult, ...] = ()
    led: tuple[int, ...] = ()
    deals: int = 0

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat."""
        return totals_of(self.results, self.seats)

    @property
    def over(self) -> bool:
        return len(self.results) >= self.rules.game_rounds

    @property
    def between_rounds(self) -> bool:
        """True when the next thing to happen is a deal."""
        waiting = self.round is None or self.round.phase in (Phase.OVER, Phase.REDEAL)
        return waiting and not self.over


def totals_of(results: tuple[RoundResult, ...], seats: int) -> tuple[int, ...]:
    return tuple(sum(result.scores[seat] for result in results) for seat in range(seats))


def usable(rules: RuleSet, yard: int) -> int:
    """How many of `yard` tiles may still be drawn in a turn."""
    return 0 if rules.draw is DrawRule.NONE else max(0, yard - rules.yard_reserve)

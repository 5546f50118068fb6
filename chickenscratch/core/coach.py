"""What a coach has to say, as data: rankings of choices with reasons, and looks back at a game.

Points are always a *difference*: by how many the others' mean at the end of the round is above
the own. More is better. Words for all this are in :mod:`chickenscratch.locale.coach`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from chickenscratch.core.tiles import Tile

EQUAL: Final = 0.3
"""Points by which two choices may differ and still be called equally good."""


class Choice(NamedTuple):
    """A way to act: a tile on a number, or with `tile` None the act ``draw`` or ``pass``."""

    act: str
    tile: Tile | None = None
    on: int | None = None


class ReasonKind(StrEnum):
    """Why a choice is better than another one. Each follows from a feature of the position."""

    ONLY = "only"
    """There is nothing else to do."""
    OUT = "out"
    """It is the last tile."""
    ENDS = "ends"
    """The round ends, and costs a mean opponent `points` more; `seat` holds most tiles, `many`."""
    DEAD = "dead"
    """The foot of `number` can never be finished, and the others would pay more; as ENDS."""
    SPARES = "spares"
    """The other choice ends the round, or lets it die, while the own hand is the dearer one."""
    HURRY = "hurry"
    """`seat` has `many` tiles left, and the tile sheds `points`."""
    SHEDS = "sheds"
    """The tile sheds `points`."""
    DOUBLE = "double"
    """A double of `number`, of which `many` other tiles are still out."""
    FOOT = "foot"
    """`many` own tiles are left for the foot or hub of `number`."""
    OWN_DOUBLE = "own-double"
    """Opens `number`, for the own double."""
    OPENS = "opens"
    """Leaves `number` open, which `many` own tiles carry."""
    FITS = "fits"
    """`many` of the `points` own tiles that remain could be played next."""
    LACKS = "lacks"
    """`seat` was without `number`, and has drawn `many` tiles since; now that is needed."""
    STUCK = "stuck"
    """`seat` comes next and can play with a chance of only `points` percent."""
    SCARCE = "scarce"
    """Only `many` tiles of `number`, which is left open, are unseen."""
    CLOSES = "closes"
    """The last open end of `number` is gone, of which `many` own tiles are left."""
    LAST = "last"
    """The other choice spends the last own tile with `number`."""
    TRIED = "tried"
    """None of these tells; in `many` imagined rounds it was `points` tenths better."""


class Reason(NamedTuple):
    """A reason with its facts, as :class:`ReasonKind` tells."""

    kind: ReasonKind
    number: int = 0
    many: int = 0
    points: int = 0
    seat: int = 0


class Ranked(NamedTuple):
    """A choice with what it is worth.

    `points`: expected difference. `behind`: how much less that is than the best choice's; `error`:
    the standard error of that. `worlds`: imagined rounds it was tried in. `reasons`: why it is
    better than the next choice, the weightiest first.
    """

    choice: Choice
    points: float
    behind: float
    error: float
    worlds: int
    reasons: tuple[Reason, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether nobody could tell it from the best: by chance alone it may be as good."""
        return self.behind <= max(EQUAL, 1.96 * self.error)


class Advice(NamedTuple):
    """The choices of `seat` in a position, the best first. `nodes`: turns imagined for it."""

    seat: int
    ranking: tuple[Ranked, ...]
    nodes: int = 0

    @property
    def best(self) -> Ranked:
        return self.ranking[0]

    def of(self, choice: Choice) -> Ranked | None:
        return next((ranked for ranked in self.ranking if ranked.choice == choice), None)


class Lack(NamedTuple):
    """`seat` had no tile of `number` when it passed or drew, and has drawn `drawn` tiles since of
    which nobody knows whether they carry it."""

    seat: int
    number: int
    drawn: int


class Assessed(NamedTuple):
    """What was found out about one moment of a past game.

    `advice`: what could have been done; None where there was no choice. `worth`: what the position
    after it was worth to every seat, with all hands open and the rest of the yard unknown; None
    before the lead is laid.
    """

    advice: Advice | None
    worth: tuple[float, ...] | None


class Decision(NamedTuple):
    """A choice that was made, and what it cost.

    `moment`: its number among the moments of the review, from 0; `line`: of the record. `loss`:
    expected points lost against the best choice, 0 if they were equally good; `error`: the
    standard error of the difference. `reasons`: why the best was better.
    """

    moment: int
    line: int
    round: int
    seat: int
    made: Choice
    best: Choice
    loss: float
    error: float
    reasons: tuple[Reason, ...]


class Account(NamedTuple):
    """Where the result of a seat came from: `result` = `deal` + `play` + `fortune`.

    `deal`: what the tiles dealt were worth, had everybody played with care. `play`: the losses of
    the own decisions. `fortune`: the rest, which is draws and what the others did.
    """

    result: float
    deal: float
    play: float

    @property
    def fortune(self) -> float:
        return self.result - self.deal - self.play


class SeatReview(NamedTuple):
    """What one seat did: `decisions` with a choice, `right` of them as good as the best, the sum
    of their `loss`."""

    decisions: int
    right: int
    loss: float

    @property
    def accuracy(self) -> float:
        """The share of right decisions; 1 where there was nothing to decide."""
        return self.right / self.decisions if self.decisions else 1.0


class RoundReview(NamedTuple):
    """One round. `accounts` by seat, or none if the round is not over. `worth`: what it was worth
    to every seat from the lead on, after each moment."""

    number: int
    lead: int
    accounts: tuple[Account, ...]
    worth: tuple[tuple[float, ...], ...]


class Review(NamedTuple):
    """A look back. `seats`: what each did. `turning`: the costliest decisions, the worst first."""

    decisions: tuple[Decision, ...]
    rounds: tuple[RoundReview, ...]
    seats: tuple[SeatReview, ...]
    turning: tuple[Decision, ...]
    nodes: int

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The sums over all finished rounds, by seat."""
        whole = [part.accounts for part in self.rounds if part.accounts]
        return tuple(
            Account(
                sum(accounts[seat].result for accounts in whole),
                sum(accounts[seat].deal for accounts in whole),
                sum(accounts[seat].play for accounts in whole),
            )
            for seat in range(len(self.seats))
        )

"""The rule set: every option of the game, its words, and the sentences that refuse a wrong one.

Field names and values are those of the game record (record.md); sources and defaults are in
rules.md, "Variant landscape".
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Final, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictInt,
    model_validator,
)

from chickenscratch.core.text import N_, Sentence
from chickenscratch.core.tiles import SET_SIZES, full_set

ARMS: Final = (4, 6, 8)
_SEATS: Final = re.compile(r"[0-9]{1,3}", re.ASCII)
MAX_SEATS: Final = 12


class RoundOrder(StrEnum):
    POOL = "pool"
    DESCENDING = "descending"
    ASCENDING = "ascending"
    DOWN_AND_UP = "down-and-up"


class MissingLead(StrEnum):
    NEXT_HELD = "next-held"
    DRAW_IN_TURN = "draw-in-turn"
    DRAW_TOGETHER = "draw-together"
    SET_ASIDE = "set-aside"
    REDEAL = "redeal"


class DrawRule(StrEnum):
    ONE = "one"
    UNTIL_PLAYABLE = "until-playable"
    NONE = "none"


class DrawnTile(StrEnum):
    MUST_PLAY = "must-play"
    MAY_KEEP = "may-keep"
    MUST_KEEP = "must-keep"


class EmptyYard(StrEnum):
    PASS = "pass"
    ENDS_ROUND = "ends-round"


class DeadFoot(StrEnum):
    EXHAUSTED = "exhausted"
    STRICT = "strict"
    DRAW_OUT = "draw-out"


class DoubleOut(StrEnum):
    ALLOWED = "allowed"
    PENALTY_50 = "penalty-50"


class BlankScoring(StrEnum):
    ZERO = "zero"
    DOUBLE_BLANK_25 = "double-blank-25"
    DOUBLE_BLANK_50 = "double-blank-50"
    BLANK_HALVES_25 = "blank-halves-25"


class LastTileTap(StrEnum):
    OFF = "off"
    AUTOMATIC = "automatic"
    DUTY = "duty"


class CallRule(StrEnum):
    CHICKIE = "chickie"
    CLUCK = "cluck"
    NONE = "none"


class Ties(StrEnum):
    SHARED = "shared"
    ZERO_ROUNDS = "zero-rounds"


class RuleError(ValueError):
    """A rule set that cannot be played. `sentence` says why, in words to show."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


def _pairs(value: Any) -> Any:
    """Accept a table {"2": 11} or ready pairs; keep sorted pairs, so that rule sets hash."""
    if isinstance(value, dict):
        if not all(_SEATS.fullmatch(str(seats)) for seats in value) or not all(
            isinstance(tiles, int) and not isinstance(tiles, bool) for tiles in value.values()
        ):
            raise RuleError(N_('Write hand_sizes as a table such as {{"2" = 11, "4" = 9}}.'))
        pairs = [(int(seats), tiles) for seats, tiles in value.items()]
        return tuple(sorted(pairs, key=lambda pair: pair[0]))
    return value


def _table(pairs: tuple[tuple[int, int], ...]) -> dict[str, int]:
    return {str(seats): tiles for seats, tiles in pairs}


HandSizes = Annotated[
    tuple[tuple[StrictInt, StrictInt], ...], BeforeValidator(_pairs), PlainSerializer(_table)
]


class RuleSet(BaseModel):
    """One way to play. Frozen; equal rule sets are equal and hash equal."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=False)

    set_size: int = Field(
        9,
        strict=True,
        title=N_("Tiles"),
        description=N_(
            "How big the set is: a double-six set has 28 tiles, a double-nine set 55, a "
            "double-twelve set 91, a double-fifteen set 136, a double-eighteen set 190."
        ),
    )
    hand_sizes: HandSizes = Field(
        ((2, 11), (3, 11), (4, 9), (5, 7), (6, 7)),
        title=N_("Tiles each"),
        description=N_(
            "How many tiles each player is dealt, for every number of players that may play."
        ),
    )
    arms: int = Field(
        6,
        strict=True,
        title=N_("Hub arms"),
        description=N_(
            "How many tiles must be laid around the first double before anything else may be "
            "played."
        ),
    )
    round_order: RoundOrder = Field(
        RoundOrder.DESCENDING,
        title=N_("Order of the rounds"),
        description=N_("Which double opens which round, and so how many rounds there are."),
    )
    missing_lead: MissingLead = Field(
        MissingLead.DRAW_IN_TURN,
        title=N_("Nobody holds the lead"),
        description=N_("What happens when nobody was dealt the double that should open the round."),
    )
    lead_plays_again: bool = Field(
        False,
        strict=True,
        title=N_("The lead's owner goes again"),
        description=N_("Whoever laid the first double plays the next tile as well."),
    )
    draw: DrawRule = Field(
        DrawRule.ONE,
        title=N_("When you cannot play"),
        description=N_("How many tiles you draw from the yard when none of yours fits."),
    )
    drawn_tile: DrawnTile = Field(
        DrawnTile.MUST_PLAY,
        title=N_("A drawn tile that fits"),
        description=N_("Whether a tile you have just drawn is played at once when it fits."),
    )
    may_pass: bool = Field(
        False,
        strict=True,
        title=N_("You may decline to play"),
        description=N_("You may draw and pass even though one of your tiles fits."),
    )
    yard_reserve: int = Field(
        0,
        strict=True,
        ge=0,
        le=30,
        title=N_("Yard kept back"),
        description=N_("This many tiles at the bottom of the yard are never drawn."),
    )
    empty_yard: EmptyYard = Field(
        EmptyYard.PASS,
        title=N_("The yard is empty"),
        description=N_("What happens when you need a tile and the yard has none left."),
    )
    dead_foot: DeadFoot = Field(
        DeadFoot.EXHAUSTED,
        title=N_("A foot that cannot be finished"),
        description=N_("When a round ends because a foot can never get its three toes."),
    )
    double_out: DoubleOut = Field(
        DoubleOut.ALLOWED,
        title=N_("Going out with a double"),
        description=N_("Whether it costs something when your last tile is a double."),
    )
    blank_scoring: BlankScoring = Field(
        BlankScoring.ZERO,
        title=N_("Blanks in the count"),
        description=N_("What the double blank, or every blank half, counts when you are caught."),
    )
    last_tile_tap: LastTileTap = Field(
        LastTileTap.OFF,
        title=N_("Tap for the last tile"),
        description=N_("Whether you must tap the table when you have one tile left."),
    )
    call: CallRule = Field(
        CallRule.CHICKIE,
        title=N_("Calling a double"),
        description=N_("What is called out when a double is laid."),
    )
    call_duty: bool = Field(
        False,
        strict=True,
        title=N_("You must call it yourself"),
        description=N_(
            "Whoever lays a double must call it before the next player moves; if somebody else "
            "calls first, the forgetful player draws a tile."
        ),
    )
    ties: Ties = Field(
        Ties.SHARED,
        title=N_("Equal totals"),
        description=N_("Who wins when two players share the lowest total."),
    )
    rounds: int | None = Field(
        None,
        strict=True,
        title=N_("Short game"),
        description=N_("Stop after this many rounds instead of playing them all."),
    )

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if self.set_size not in SET_SIZES:
            raise RuleError(
                N_("A set is double 6, 9, 12, 15 or 18; there is no double-{size} set."),
                size=self.set_size,
            )
        if self.arms not in ARMS:
            raise RuleError(N_("A hub has 4, 6 or 8 arms, not {arms}."), arms=self.arms)
        if self.arms > self.set_size:
            raise RuleError(N_("{arms} arms need a double-eight set or larger."), arms=self.arms)
        self._check_hands()
        if self.rounds is not None and not 1 <= self.rounds <= self.full_rounds:
            raise RuleError(
                N_("A short game has 1 to {most} rounds with these rules, not {rounds}."),
                most=self.full_rounds,
                rounds=self.rounds,
            )
        if self.draw is DrawRule.UNTIL_PLAYABLE and self.drawn_tile is DrawnTile.MUST_KEEP:
            raise RuleError(
                N_("Drawing until a tile fits makes no sense if a drawn tile must be kept.")
            )
        if self.call_duty and self.call is CallRule.NONE:
            raise RuleError(N_("A call cannot be a duty when doubles are not called."))
        return self

    def _check_hands(self) -> None:
        if not self.hand_sizes:
            raise RuleError(N_("Say how many tiles each player gets for at least one table size."))
        tiles = len(full_set(self.set_size)) - (self.missing_lead is MissingLead.SET_ASIDE)
        sizes = [seats for seats, _ in self.hand_sizes]
        if len(set(sizes)) != len(sizes):
            raise RuleError(N_("Give each number of players once in hand_sizes."))
        for seats, hand in self.hand_sizes:
            if not 2 <= seats <= MAX_SEATS:
                raise RuleError(
                    N_("A table has 2 to {most} players, not {seats}."), most=MAX_SEATS, seats=seats
                )
            if hand < 1:
                raise RuleError(N_("Every player needs at least one tile."))
            if seats * hand > tiles:
                raise RuleError(
                    N_("{seats} players with {hand} tiles each need {need} tiles, not {tiles}."),
                    seats=seats,
                    hand=hand,
                    need=seats * hand,
                    tiles=tiles,
                )

    @property
    def full_rounds(self) -> int:
        """Rounds of a whole game: one a double, or down and up again."""
        doubles = self.set_size + 1
        return 2 * doubles - 1 if self.round_order is RoundOrder.DOWN_AND_UP else doubles

    @property
    def game_rounds(self) -> int:
        """Rounds of this game, the short one if it is short."""
        return self.full_rounds if self.rounds is None else self.rounds

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that may play, ascending."""
        return tuple(seats for seats, _ in self.hand_sizes)

    def hand_size(self, seats: int) -> int:
        """Tiles dealt to each of `seats` players. Raises RuleError if so many cannot play."""
        for players, tiles in self.hand_sizes:
            if players == seats:
                return tiles
        raise RuleError(
            N_("These rules are for {least} to {most} players, not {seats}."),
            least=self.seats[0],
            most=self.seats[-1],
            seats=seats,
        )

    def wanted(self, number: int, led: tuple[int, ...]) -> tuple[int, ...]:
        """The doubles that may lead round `number` (from 1), best first.

        `led`: the numbers that have led so far. In pool order every unused double may lead, the
        highest first (rules.md A3); in the other orders there is one, and after it, where
        the next held double leads instead, the ones below it and then those from the top.
        """
        top = self.set_size
        match self.round_order:
            case RoundOrder.POOL:
                return tuple(d for d in range(top, -1, -1) if d not in led)
            case RoundOrder.DESCENDING:
                want = top + 1 - number
            case RoundOrder.ASCENDING:
                want = number - 1
            case RoundOrder.DOWN_AND_UP:
                want = abs(top + 1 - number)
        return tuple((want - k) % (top + 1) for k in range(top + 1))

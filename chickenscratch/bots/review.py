"""Looking back at a game: what every decision cost, and what luck and skill made of it.

A decision is judged by what its player could know (:mod:`~chickenscratch.bots.advice`). What a
*position* was worth is another question, and needs no secrets any more: all hands are open, the
rest of the yard is mixed anew, and everybody plays on by the judgement. What the first position of
a round was worth is what the deal was worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chickenscratch.bots.advice import REVIEW_NODES, advise, choice_of, choices_of
from chickenscratch.bots.base import Chance, options_of
from chickenscratch.bots.position import Position
from chickenscratch.bots.rollout import alike, play_out
from chickenscratch.bots.search import points_difference
from chickenscratch.bots.weights import weights_for
from chickenscratch.core.actions import Call, Deal, SeatAction
from chickenscratch.core.coach import (
    Account,
    Advice,
    Assessed,
    Choice,
    Decision,
    Review,
    RoundReview,
    SeatReview,
)
from chickenscratch.core.legal import PLAYING
from chickenscratch.core.record import GameRecord, Undo
from chickenscratch.core.replay import Step, replay
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.view import view_of

WORTH_WORLDS: Final = 48
"""Orders of the yard in which a past position is played on."""

TURNING: Final = 3
"""Decisions that are called turning points."""


class Moment(NamedTuple):
    """Something a seat did that was not taken back: the game before and after it."""

    line: int
    before: Game
    made: SeatAction
    after: Game

    @property
    def number(self) -> int:
        """The round it belongs to."""
        return self.before.round.number if self.before.round is not None else 0


def moments_of(record: GameRecord, number: int | None = None) -> list[Moment]:
    """All that was done in a game, or in its round `number`, in order.

    Calls are left out: nothing about tiles is decided by them. Raises RecordError at the first line
    that breaks a rule.
    """
    entries = dict(record.entries)
    steps: list[Step] = []
    for step in replay(record):
        undo = entries[step.line]
        if isinstance(undo, Undo):
            _take_back(steps, undo.lines)
        elif step.action is not None:
            steps.append(step)
    found = [
        Moment(step.line, step.before, step.action, step.game)
        for step in steps
        if step.action is not None and not isinstance(step.action, Deal | Call)
    ]
    return [moment for moment in found if number in (None, moment.number)]


def _take_back(steps: list[Step], lines: int) -> None:
    """Forget the last `lines` actions; deals between them are no action lines."""
    while lines:
        lines -= not isinstance(steps.pop().action, Deal)


def assess(
    before: Game, after: Game, seat: int, made: Choice, nodes: int = REVIEW_NODES, salt: str = ""
) -> Assessed:
    """What could have been done instead of `made`, and what the position after it was worth."""
    return Assessed(_advice(before, seat, made, nodes, salt), worth_of(after, salt))


def _advice(before: Game, seat: int, made: Choice, nodes: int, salt: str) -> Advice | None:
    view = view_of(before, seat)
    choices = choices_of(view, options_of(view))
    if len(choices) < 2 or made not in choices:
        return None
    return advise(view, nodes, salt, made)


def worth_of(game: Game, salt: str = "") -> tuple[float, ...] | None:
    """The expected difference of every seat, all hands open; None while no lead lies."""
    table = game.round
    if table is None:
        return None
    values = [points_difference(seat, game.seats) for seat in range(game.seats)]
    if table.phase is Phase.OVER:
        scores = game.results[-1].scores
        return tuple(value(scores) for value in values)
    if table.phase not in PLAYING:
        return None
    start = Position.of_game(game)
    chance = Chance("worth", game.game_id, table.number, len(table.log), salt)
    judges = alike(start.kit, weights_for(game.rules, game.seats), game.seats)
    sums = [0.0] * game.seats
    for _ in range(WORTH_WORLDS):
        position = start.copy()
        _shuffle(position.yard, chance)
        points, _turns = play_out(position, judges, chance.dice)
        for seat, value in enumerate(values):
            sums[seat] += value(points)
    return tuple(round(total / WORTH_WORLDS, 3) for total in sums)


def _shuffle(tiles: list[int], chance: Chance) -> None:
    for i in range(len(tiles) - 1, 0, -1):
        j = chance.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]


def review_of(
    record: GameRecord, moments: Sequence[Moment], assessed: Sequence[Assessed], nodes: int
) -> Review:
    """All that was found out about the first moments, as many as are `assessed`."""
    seats = len(record.header.seats)
    decisions = [
        decision
        for index, (moment, found) in enumerate(zip(moments, assessed, strict=False))
        if (decision := _decision(index, moment, found)) is not None
    ]
    people = {s for s, who in enumerate(record.header.seats) if who.level is None}
    about = [d for d in decisions if d.loss > 0 and (d.seat in people or not people)]
    turning = sorted(about, key=lambda decision: (-decision.loss, decision.moment))[:TURNING]
    numbers = list(dict.fromkeys(moment.number for moment in moments[: len(assessed)]))
    rounds = tuple(_round(n, seats, moments, assessed, decisions) for n in numbers)
    return Review(
        tuple(decisions),
        rounds,
        tuple(_seat(decisions, seat) for seat in range(seats)),
        tuple(turning),
        nodes,
    )


def _decision(index: int, moment: Moment, found: Assessed) -> Decision | None:
    if found.advice is None:
        return None
    made = choice_of(moment.made)
    ranked = found.advice.of(made)
    if ranked is None:
        return None
    return Decision(
        moment=index,
        line=moment.line,
        round=moment.number,
        seat=moment.made.seat,
        made=made,
        best=found.advice.best.choice,
        loss=0.0 if ranked.equal else ranked.behind,
        error=ranked.error,
        reasons=() if ranked.equal else ranked.reasons,
    )


def _seat(decisions: Sequence[Decision], seat: int) -> SeatReview:
    own = [decision for decision in decisions if decision.seat == seat]
    right = sum(not decision.loss for decision in own)
    return SeatReview(len(own), right, round(sum(decision.loss for decision in own), 3))


def _round(
    number: int,
    seats: int,
    moments: Sequence[Moment],
    assessed: Sequence[Assessed],
    decisions: Sequence[Decision],
) -> RoundReview:
    pairs = [
        (m, a) for m, a in zip(moments, assessed, strict=False) if m.number == number
    ]  # fmt: skip
    worth = tuple(found.worth for _, found in pairs if found.worth is not None)
    table, accounts = pairs[-1][0].after.round, tuple[Account, ...]()
    if table is not None and table.phase is Phase.OVER and worth:
        lost = [
            sum(d.loss for d in decisions if d.round == number and d.seat == seat)
            for seat in range(seats)
        ]
        accounts = tuple(
            Account(round(worth[-1][seat], 3), worth[0][seat], round(-lost[seat], 3))
            for seat in range(seats)
        )
    lead = table.lead if table is not None else 0
    return RoundReview(number, lead, accounts, worth)

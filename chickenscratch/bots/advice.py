"""The coach's ranking: every choice tried in the same imagined rounds, with how sure that is.

Unlike a player, who only wants the best move, a coach tells what each of them is worth. So there is
no first guess in it, and none is left out; choices that are behind are not tried for as long, which
their standard error tells, and it all ends early when nothing is left to be found out. The same
view, nodes and salt give the same advice on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from chickenscratch.bots.base import Chance, chance_for, forced, options_of
from chickenscratch.bots.endgame import Endgame, TooMuchError
from chickenscratch.bots.features import Features, features_of
from chickenscratch.bots.likely import likely_source
from chickenscratch.bots.masks import number_of
from chickenscratch.bots.memory import remember
from chickenscratch.bots.models import models_for
from chickenscratch.bots.position import Position
from chickenscratch.bots.reasons import Scene, reasons_for
from chickenscratch.bots.rollout import play_out
from chickenscratch.bots.search import Source, Value, one_world, points_difference
from chickenscratch.bots.weights import weights_for
from chickenscratch.bots.worlds import World
from chickenscratch.core.actions import Draw, Lead, Pass, Play, SeatAction
from chickenscratch.core.coach import Advice, Choice, Ranked, Reason, ReasonKind
from chickenscratch.core.legal import Legal
from chickenscratch.core.view import SeatView

COACH_NODES: Final = 300_000
"""Turns the coach imagines for a tip: with other imagined rounds its best choice was the same, or
within 0.3 points, in 96 % of 240 positions of both games with 2, 3 and 4 seats."""

COACH_SECONDS: Final = 6.0
"""Seconds after which a tip is given with what is known; few machines need so many."""

REVIEW_NODES: Final = COACH_NODES
"""Turns imagined for each decision of a review."""

LOT: Final = 8
"""Worlds in a lot: its mean counts as one observation, as its worlds depend on each other."""

LOTS: Final = 16
"""Lots before anything is dropped or settled."""

CLEAR: Final = 4.0
"""Standard errors behind the best after which a choice is dropped."""

SETTLED: Final = 0.06
"""The standard error, in points, from which on more rounds would tell nothing new."""

ENDGAME_NODES: Final = 20_000


def advise(
    view: SeatView,
    nodes: int = COACH_NODES,
    salt: str = "",
    made: Choice | None = None,
    late: Callable[[], bool] = lambda: False,
) -> Advice:
    """What the seat of `view` could do, and what each of it is worth.

    Another `salt` gives other imagined rounds. What was `made` of it is looked at more closely.
    Where people wait, `late` ends it early on a slow machine. Raises ValueError if the seat has
    nothing to decide.
    """
    legal = options_of(view)
    choices = choices_of(view, legal)
    if len(choices) < 2:
        only = choices[0] if choices else choice_of(forced(legal))
        return Advice(legal.seat, (Ranked(only, 0.0, 0.0, 0.0, 0, (Reason(ReasonKind.ONLY),)),))
    return _Adviser(view, legal, salt, late).ranked(choices, nodes, made)


def choices_of(view: SeatView, legal: Legal) -> list[Choice]:
    """All that may be chosen from now; nothing where a lead, a call or a penalty comes first."""
    if not legal.turn or legal.lead is not None or view.penalty is not None:
        return []
    # the hand in a fixed order, so that its own does not matter
    moves = sorted(((move.tile, move.on) for move in legal.moves), reverse=True)
    found = [Choice("play", tile, on) for tile, on in moves]
    if found:
        found += [Choice("draw")] if legal.draw else []
        found += [Choice("pass")] if legal.pass_ else []
    return found


def may_be_asked(view: SeatView) -> bool:
    """Whether there is anything to choose from for the seat of `view`."""
    return view.legal is not None and len(choices_of(view, view.legal)) > 1


def choice_of(action: SeatAction | None) -> Choice:
    """What an action chooses, wherever its tile is laid."""
    match action:
        case Play(_, tile, on, _):
            return Choice("play", tile, on)
        case Lead(_, tile):
            return Choice("lead", tile)
        case Draw():
            return Choice("draw")
        case Pass():
            return Choice("pass")
        case _:
            return Choice("call")


@dataclass(slots=True)
class _Arm:
    """A choice and its means, lot by lot."""

    choice: Choice
    lots: list[float] = field(default_factory=list)


class _Gap(NamedTuple):
    """By how much a choice is worse than another one in the same worlds."""

    mean: float
    error: float


class _Adviser:
    def __init__(self, view: SeatView, legal: Legal, salt: str, late: Callable[[], bool]) -> None:
        self._view = view
        self._late = late
        self._chance: Chance = chance_for(view, "coach", salt)
        self._memory = remember(view)
        self._weights = weights_for(view.rules, view.seats)
        self._models = models_for(view.rules, view.seats, (), minds=True)
        self._value: Value = points_difference(legal.seat, view.seats)
        kit, hands = self._memory.kit, [0] * view.seats
        hands[legal.seat] = kit.mask(view.hand)
        drawn = -1 if view.drawn is None else number_of(view.drawn)
        self._table = Position(kit, view, hands, (), drawn)
        self._judges = [kit.judge(model.plays) for model in self._models]
        self._used = 0

    def ranked(self, choices: Sequence[Choice], nodes: int, made: Choice | None) -> Advice:
        arms = [_Arm(choice) for choice in choices]
        world = one_world(self._memory)
        if world is not None:
            for arm in arms:
                arm.lots.append(self._value(self._exact(world, arm.choice)))
            order = sorted(arms, key=lambda arm: -arm.lots[0])
        else:
            dice = self._chance.dice
            # a chain of its own for every lot makes the lots independent of each other
            source = likely_source(self._memory, self._models, dice, chains=1, age=LOT)
            order = self._tried(arms, source, nodes, made)
        return self._advice(order, 1 if world is not None else LOT)

    def _tried(
        self, arms: list[_Arm], source: Source, nodes: int, made: Choice | None
    ) -> list[_Arm]:
        """The arms, the best first, when the nodes are used up or nothing is left to learn.

        The worse half is dropped after each part of the nodes, so that most of them go to choices
        that are hard to tell apart (sequential halving: Karnin, Koren and Somekh 2013).
        """
        alive, dropped = arms, list[_Arm]()
        parts = max(1, math.ceil(math.log2(len(arms))))
        for part in range(1, parts + 1):
            while self._goes_on(nodes * part // parts, alive[0]):
                self._lot(alive, source)
                best = max(alive, key=_mean)
                if len(best.lots) < LOTS:
                    continue
                behind = [arm for arm in alive if arm is not best and _clear(best, arm)]
                dropped += behind
                alive = [arm for arm in alive if arm not in behind]
                if _settled(best, alive):
                    break
            alive.sort(key=_mean, reverse=True)
            keep = max(2, (len(alive) + 1) // 2)
            rest = alive[keep:]
            alive = alive[:keep] + [arm for arm in rest if arm.choice == made]
            dropped += [arm for arm in rest if arm.choice != made]
            if _settled(alive[0], alive):
                break
        best = alive[0]
        rest = [arm for arm in (*alive, *dropped) if arm is not best]
        rest.sort(key=lambda arm: gap_between(best.lots, arm.lots).mean)
        return [best, *rest]

    def _goes_on(self, nodes: int, arm: _Arm) -> bool:
        """Whether there is time for another lot; two are needed for any error at all."""
        return len(arm.lots) < 2 or (self._used < nodes and not self._late())

    def _lot(self, arms: Sequence[_Arm], source: Source) -> None:
        """Every arm in the next worlds."""
        totals, done = [0.0] * len(arms), 0
        while done < LOT:
            found, cost = source()
            self._used += cost
            for world, times in found:
                start = self._start(world)
                for index, arm in enumerate(arms):
                    points, turns = play_out(
                        _after(start, arm.choice), self._judges, self._chance.dice
                    )
                    self._used += turns + 1
                    totals[index] += times * self._value(points)
                done += times
        for arm, total in zip(arms, totals, strict=True):
            arm.lots.append(total / done)

    def _start(self, world: World) -> Position:
        start, seat = self._table.copy(), self._table.turn
        start.hands = world.hands[:]
        start.hands[seat] = self._table.hands[seat]
        start.yard = world.yard[:]
        return start

    def _exact(self, world: World, choice: Choice) -> list[int]:
        """The points when everything is known: worked out, or played on if that is too much."""
        position, endgame = _after(self._start(world), choice), Endgame(ENDGAME_NODES)
        if endgame.fits(position):
            try:
                return endgame.points(position)
            except TooMuchError:
                pass
            finally:
                self._used += endgame.used
        points, turns = play_out(position, self._judges, self._chance.dice)
        self._used += turns + 1
        return points

    def _advice(self, order: Sequence[_Arm], lot: int) -> Advice:
        best, top = order[0], _mean(order[0])
        scene = Scene(self._view, self._memory, self._weights)
        told: dict[Choice, Features | None] = {
            arm.choice: features_of(self._view, self._memory, self._table, arm.choice)
            for arm in order
        }
        ranking = []
        for place, arm in enumerate(order):
            gap = gap_between(best.lots, arm.lots)
            if place:  # why the best one is better than this one
                one, two = told[best.choice], told[arm.choice]
                worlds = len(arm.lots) * lot
                reasons = reasons_for(scene, one, two, gap.mean, worlds)
            else:
                reasons = ()
            behind = max(0.0, gap.mean)
            ranking.append(
                Ranked(
                    arm.choice,
                    round(top - behind, 3),
                    round(behind, 3),
                    round(gap.error, 3),
                    len(arm.lots) * lot,
                    reasons,
                )
            )
        ranking[0] = ranking[0]._replace(reasons=ranking[1].reasons)
        return Advice(self._table.turn, tuple(ranking), self._used)


def _after(start: Position, choice: Choice) -> Position:
    """The position after a choice; `start` is left as it is."""
    position = start.copy()
    if choice.tile is not None and choice.on is not None:
        position.play(number_of(choice.tile), choice.on)
    elif choice.act == "draw":
        position.draw()
    else:
        position.pass_()
    return position


def _mean(arm: _Arm) -> float:
    return sum(arm.lots) / len(arm.lots)


def gap_between(best: Sequence[float], other: Sequence[float]) -> _Gap:
    """The mean difference over the lots that both have, and its standard error."""
    gaps = [a - b for a, b in zip(best, other, strict=False)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count < 2:
        return _Gap(mean, 0.0)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return _Gap(mean, math.sqrt(spread / count))


def _settled(best: _Arm, arms: Sequence[_Arm]) -> bool:
    """Whether more rounds would tell nothing new about any of the arms."""
    enough = len(best.lots) >= LOTS
    return enough and all(
        arm is best or gap_between(best.lots, arm.lots).error <= SETTLED for arm in arms
    )


def _clear(best: _Arm, other: _Arm) -> bool:
    gap = gap_between(best.lots, other.lots)
    return gap.mean > CLEAR * gap.error and gap.mean > SETTLED

"""Choosing a move by imagining how the round goes on (bots.md 1, *pmc*).

Flat Monte Carlo: hidden tiles are dealt anew in every imagined world, all moves are tried in the
same worlds, and everybody plays on by the judgement. The judgement is also the first guess: it
picks the moves worth trying and counts as some worlds' worth of evidence. Half of the moves are
dropped after each part of the budget (sequential halving: Karnin, Koren and Somekh 2013), sooner
if they are clearly behind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from chickenscratch.bots.endgame import Endgame, TooMuchError
from chickenscratch.bots.judge import Scored
from chickenscratch.bots.kernel.judging import Judge
from chickenscratch.bots.memory import Memory
from chickenscratch.bots.position import Position
from chickenscratch.bots.rollout import play_out
from chickenscratch.bots.worlds import World, Worlds

BREADTH: Final = 6
"""Moves that are tried, the best at a glance."""

PRIOR: Final = 0.25
"""What a point of the judgement is worth as a guess of the result."""

PRIOR_WORLDS: Final = 30
"""The guess counts as much as so many worlds."""

BATCH: Final = 16
"""Worlds between two looks at who is behind, at least; later an eighth of those there are."""

CLEAR: Final = 4.0
"""Standard errors behind the best after which a move is dropped."""

ENDGAME_NODES: Final = 4000

Value = Callable[[Sequence[int]], float]
"""What the points of a round are worth to the seat that thinks; more is better."""

Source = Callable[[], tuple[list[tuple[World, int]], int]]
"""The next worlds, each with how often it counts, and the turns it took to find them."""


@dataclass(slots=True)
class Budget:
    """How long to think: turns of imagined rounds, and perhaps until `late()` says stop.

    The turns alone make a decision the same on every machine; the clock is for slow ones."""

    nodes: int
    late: Callable[[], bool] | None = None

    @property
    def spent(self) -> bool:
        return self.nodes <= 0 or (self.late is not None and self.late())


class Option(NamedTuple):
    """A move with what was found out: `value` in points with the guess mixed in, how many `worlds`
    it was tried in, and the mean of those."""

    tile: int
    on: int
    value: float
    worlds: int
    mean: float


@dataclass(slots=True)
class _Arm:
    score: float
    tile: int
    on: int
    results: list[float] = field(default_factory=list)
    total: float = 0.0

    def value(self) -> float:
        count = len(self.results)
        return (self.total + PRIOR_WORLDS * PRIOR * self.score) / (count + PRIOR_WORLDS)

    def option(self) -> Option:
        count = len(self.results)
        mean = self.total / count if count else self.score
        return Option(self.tile, self.on, self.value(), count, mean)


class Search:
    """One decision.

    `table`: the position, with the own hand, whose hidden tiles are open. `judges`: how each seat
    plays in imagined rounds; `lacks`: the tiles that everybody knows it not to hold.
    """

    def __init__(
        self,
        table: Position,
        judges: list[Judge],
        value: Value,
        dice: Callable[[], float],
        *,
        lacks: Sequence[int] = (),
        exact: bool = False,
    ) -> None:
        self._table = table
        self._value = value
        self._dice = dice
        self._endgame = Endgame(ENDGAME_NODES) if exact else None
        kit = table.kit
        self._kept = kit.reserve
        self._judges = judges
        self._rated = kit.engine.rated()
        # what every imagined round starts from, and one that is played over and over
        self._start = kit.engine.imagined(kit.tables, table)
        self._trial = kit.engine.imagined(kit.tables, table)
        if lacks:
            self._start.know(lacks)

    def rank(self, moves: Sequence[Scored], source: Source, budget: Budget) -> list[Option]:
        """The `moves`, the best first, after thinking as long as the budget lasts."""
        ordered = sorted(moves, reverse=True)
        alive = [_Arm(*move) for move in ordered[:BREADTH]]
        dropped = [_Arm(*move) for move in ordered[BREADTH:]]
        # a guess about a move that cannot be compared, such as going out, must not drown results
        best = alive[0].score
        for arm in alive:
            arm.score = max(arm.score - best, -40.0)
        parts = max(1, math.ceil(math.log2(len(alive))))
        share, look = budget.nodes // parts, 2 * BATCH
        for part in range(parts):
            floor = budget.nodes - share if part < parts - 1 else 0
            while len(alive) > 1 and budget.nodes > floor and not budget.spent:
                self._try(alive, source, budget)
                worlds = len(alive[0].results)
                if worlds >= look:
                    look = worlds + max(BATCH, worlds // 8)
                    alive, behind = _clear(alive)
                    dropped[:0] = behind
            alive.sort(key=_Arm.value, reverse=True)
            keep = (len(alive) + 1) // 2 if part < parts - 1 else len(alive)
            dropped[:0] = alive[keep:]
            alive = alive[:keep]
            if len(alive) == 1 or budget.spent:
                break
        return [arm.option() for arm in (*alive, *dropped)]

    def certain(self, moves: Sequence[Scored], world: World) -> list[Option]:
        """The `moves`, the best first, when `world` is the only one there can be."""
        arms = [_Arm(*move) for move in moves]
        self._try(arms, lambda: ([(world, BATCH)], 0), Budget(0))
        arms.sort(key=lambda arm: (arm.total, arm.score, arm.tile, arm.on), reverse=True)
        return [arm.option() for arm in arms]

    def _try(self, arms: list[_Arm], source: Source, budget: Budget) -> None:
        """Every move in the next worlds."""
        table, seat, start, trial = self._table, self._table.turn, self._start, self._trial
        own, judges, rated, dice = table.hands[seat], self._judges, self._rated, self._dice
        done = 0
        while done < BATCH:
            found, cost = source()
            budget.nodes -= cost
            for world, times in found:
                world.hands[seat] = own
                start.deal(world.hands, world.yard)
                exact = self._position(world)
                for arm in arms:
                    if exact is not None:
                        points, turns = self._exact(exact, arm)
                    else:
                        trial.follow(start)
                        over = trial.play(arm.tile, arm.on)
                        turns = 0 if over else trial.run(judges, rated, dice)
                        points = trial.points()
                    budget.nodes -= turns + 1
                    result = self._value(points)
                    arm.results.extend([result] * times)
                    arm.total += result * times
                done += times
            if budget.spent:
                return

    def _position(self, world: World) -> Position | None:
        """The position in a world, if the rest of the round can be worked out after a move."""
        if self._endgame is None or (len(world.yard) > self._kept and self._table.kit.draws):
            return None
        start = self._table.copy()
        start.hands, start.yard = world.hands[:], world.yard
        return start if self._endgame.soon(start) else None

    def _exact(self, start: Position, arm: _Arm) -> tuple[list[int], int]:
        """How the round ends after a move if all do their best, and what finding out took."""
        position = start.copy()
        position.play(arm.tile, arm.on)
        if self._endgame is not None and position.end is None:
            before = self._endgame.used
            try:
                return self._endgame.points(position), self._endgame.used - before
            except TooMuchError:
                self._endgame = None
        return play_out(position, self._judges, self._dice)


def _clear(arms: list[_Arm]) -> tuple[list[_Arm], list[_Arm]]:
    """The moves that may still be the best, and those that are clearly behind."""
    best = max(arms, key=_Arm.value)
    alive: list[_Arm] = []
    behind: list[_Arm] = []
    for arm in arms:
        (behind if arm is not best and _behind(best, arm) else alive).append(arm)
    behind.sort(key=_Arm.value, reverse=True)
    return alive, behind


def _behind(best: _Arm, other: _Arm) -> bool:
    """By the differences in the same worlds, which are steadier than the results themselves."""
    count = len(best.results)
    gaps = [a - b for a, b in zip(best.results, other.results, strict=True)]
    mean = sum(gaps) / count
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return mean > CLEAR * math.sqrt(spread / count) and mean > 0


def one_world(memory: Memory) -> World | None:
    """The only possible world, when two play and the yard is empty."""
    if memory.yard or memory.seats != 2:
        return None
    hands = [0, 0]
    hands[1 - memory.seat] = memory.hidden
    return World(hands, [])


def plain_source(memory: Memory, dice: Callable[[], float]) -> Source:
    """Worlds as they come."""
    worlds = Worlds(memory, dice)
    return lambda: ([(worlds.sample(), 1)], 0)


def points_difference(seat: int, seats: int) -> Value:
    """The others' mean points minus the own."""

    def value(points: Sequence[int]) -> float:
        own = points[seat]
        return (sum(points) - own) / (seats - 1) - own

    return value

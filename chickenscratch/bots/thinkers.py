"""The levels that think ahead: `expert` and `master`.

Both search as :mod:`~chickenscratch.bots.search` tells, and both take a computer player that does
not think ahead for what it is (:mod:`~chickenscratch.bots.models`): what it laid tells much about
what it holds. The master also asks what the choices of people and of other thinkers say, imagines
them to play better, works out the end, and in the last round plays for the win instead of for
points; its larger budget tells with double-nine.

The budget in turns makes a decision the same on every machine; at a table a clock ends the thinking
as well, for slow ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from chickenscratch.bots.base import Chance, Company, Level, forced, options_of
from chickenscratch.bots.characters import judged, played, the_play
from chickenscratch.bots.likely import likely_source
from chickenscratch.bots.memory import remember
from chickenscratch.bots.models import models_for
from chickenscratch.bots.position import Position
from chickenscratch.bots.search import (
    Budget,
    Option,
    Search,
    Value,
    one_world,
    points_difference,
)
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.text import N_
from chickenscratch.core.view import SeatView

WIN: Final = 40.0
"""What winning the game is worth in the last round, in points of that round."""

POINTS: Final = 0.25
"""What a point is worth beside it."""


@dataclass(frozen=True, slots=True)
class Thinker:
    """A way to think: `nodes` turns of imagined rounds, `seconds` at a table.

    `minds`: asks what the choices of people and thinkers say, not only those of simple levels.
    `exact`: works out the end of a round. `wins`: plays for the win in the last round.
    """

    nodes: int
    seconds: float
    timed: bool = False
    minds: bool = False
    exact: bool = False
    wins: bool = False

    def __call__(self, view: SeatView, chance: Chance, company: Company = ()) -> SeatAction:
        legal = options_of(view)
        action = forced(legal)
        if action is not None:
            return action
        if len(legal.moves) == 1:
            return the_play(legal, legal.moves[0])
        best = self.rank(view, chance, company)[0]
        return played(legal, (best.value, best.tile, best.on))

    def rank(self, view: SeatView, chance: Chance, company: Company = ()) -> list[Option]:
        """Every move of a view that has a choice, the best first."""
        late = _alarm(self.seconds) if self.timed else None
        legal, dice = options_of(view), chance.dice
        memory = remember(view)
        moves = judged(view, memory, legal)
        kit, seat = memory.kit, legal.seat
        hands = [0] * view.seats
        hands[seat] = kit.mask(view.hand)
        table = Position(kit, view, hands, ())
        models = models_for(view.rules, view.seats, company, minds=self.minds)
        judges = [kit.judge(model.plays) for model in models]
        value = points_difference(seat, view.seats)
        if self.wins and view.number == view.rules.game_rounds:
            value = chance_to_win(view.totals, seat)
        search = Search(table, judges, value, dice, lacks=memory.lacked, exact=self.exact)
        world = one_world(memory) if self.exact else None
        if world is not None:
            return search.certain(moves, world)
        return search.rank(moves, likely_source(memory, models, dice), Budget(self.nodes, late))


def chance_to_win(totals: Sequence[int], seat: int) -> Value:
    """What the points of the last round are worth: winning the game, and a little for points."""
    difference = points_difference(seat, len(totals))

    def value(points: Sequence[int]) -> float:
        finals = [total + more for total, more in zip(totals, points, strict=True)]
        best = min(finals)
        share = 1 / finals.count(best) if finals[seat] == best else 0.0
        return WIN * share + POINTS * difference(points)

    return value


def _alarm(seconds: float) -> Callable[[], bool]:
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end


def thinking(level: Level, nodes: int | None) -> Level:
    """`level` with another budget, if it has one and `nodes` is not None."""
    if nodes is None or not isinstance(level.bot, Thinker):
        return level
    return _level(level.name, level.title, level.about, replace(level.bot, nodes=nodes))


def _level(name: str, title: str, about: str, thinker: Thinker) -> Level:
    return Level(name, title, about, thinker, replace(thinker, timed=True))


EXPERT: Final = _level(
    "expert",
    N_("Expert"),
    N_("Imagines the hidden hands hundreds of times and plays on in each of them."),
    Thinker(20_000, 0.5),
)
MASTER: Final = _level(
    "master",
    N_("Master"),
    N_("Reads the others' hands from their choices, works out the end, and plays to win the game."),
    Thinker(200_000, 1.5, minds=True, exact=True, wins=True),
)

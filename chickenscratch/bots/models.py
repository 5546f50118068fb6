"""How the others at a table are thought to choose.

What a computer player is stands beside its name, so a player that thinks may take it for what it is
(bots.md 2: the model should be the level that sits there).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chickenscratch.bots.base import Company
from chickenscratch.bots.judge import Weights
from chickenscratch.bots.kernel.judging import SURE
from chickenscratch.bots.weights import playing_weights, reading_weights, weights_for
from chickenscratch.core.rules import RuleSet

HEAVIEST: Final = Weights(1e3, 0, 500, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
"""The dearest tile first, of equal ones a double, then what keeps more of the hand playable."""


class Model(NamedTuple):
    """`chooses`: the judgement behind the choices that were seen, `sharpness` and `whim` how
    strictly it is followed (:func:`~chickenscratch.bots.kernel.judging.likelihood`); `plays`: that
    of its moves in imagined rounds."""

    chooses: Weights
    sharpness: float
    whim: float
    plays: Weights


THINKING: Final = ("expert", "master")
"""Levels whose choices no judgement tells exactly."""


def models_for(rules: RuleSet, seats: int, company: Company, *, minds: bool) -> list[Model]:
    """A model of every seat.

    `minds`: whether the choices of people and of players who think ahead are explained too, and
    they are imagined to play better than a skilled player."""
    skilled = weights_for(rules, seats)
    known = {
        "skilled": Model(skilled, SURE, 0.01, skilled),
        "heaviest": Model(HEAVIEST, SURE, 0.01, HEAVIEST),
        "casual": Model(HEAVIEST, SURE, 0.25, HEAVIEST),
        "beginner": Model(HEAVIEST, SURE, 0.6, HEAVIEST),
        "random": Model(HEAVIEST, SURE, 1.0, HEAVIEST),
    }
    person = Model(skilled, 1.0, 1.0, skilled)
    if minds:
        playing = playing_weights(rules, seats)
        person = Model(skilled, 1.0, 0.1, playing)
        known |= dict.fromkeys(THINKING, Model(reading_weights(rules, seats), 2.0, 0.1, playing))
    names = company if len(company) == seats else (None,) * seats
    return [person if name is None else known.get(name, person) for name in names]

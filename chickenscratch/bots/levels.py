"""The levels a computer player can have, weakest first."""

from __future__ import annotations

from typing import Final

from chickenscratch.bots.base import Company, Level, chance_for
from chickenscratch.bots.characters import BEGINNER, CASUAL, SKILLED
from chickenscratch.bots.simple import HEAVIEST, RANDOM
from chickenscratch.bots.thinkers import EXPERT, MASTER
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.text import N_, Sentence
from chickenscratch.core.view import SeatView

LEVELS: Final[dict[str, Level]] = {
    level.name: level for level in (RANDOM, BEGINNER, CASUAL, HEAVIEST, SKILLED, EXPERT, MASTER)
}


class LevelError(ValueError):
    """There is no such level. `sentence` says so and names those there are."""

    def __init__(self, name: str) -> None:
        self.sentence = Sentence(
            N_("There is no computer player called “{name}”; choose one of {names}."),
            {"name": name, "names": ", ".join(LEVELS)},
        )
        super().__init__(str(self.sentence))


def level_called(name: str) -> Level:
    """The level with this name. Raises LevelError."""
    try:
        return LEVELS[name]
    except KeyError:
        raise LevelError(name) from None


def decide(
    view: SeatView, level: str, salt: str = "", *, live: bool = False, company: Company = ()
) -> SeatAction:
    """What a bot of this level does now, worked out here and at once.

    `live` bots watch the clock. Raises LevelError, and ValueError when the seat has nothing to
    decide.
    """
    found = level_called(level)
    bot = found.live if live and found.live is not None else found.bot
    return bot(view, chance_for(view, level, salt), company)

"""The levels a computer player can have, weakest first."""

from __future__ import annotations

from typing import Final

from chickenscratch.bots.base import Level, chance_for
from chickenscratch.bots.simple import HEAVIEST, RANDOM
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.text import N_, Sentence
from chickenscratch.core.view import SeatView

LEVELS: Final[dict[str, Level]] = {level.name: level for level in (RANDOM, HEAVIEST)}


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


def decide(view: SeatView, level: str, salt: str = "") -> SeatAction:
    """What a bot of this level does now, worked out here and at once.

    Raises LevelError, and ValueError when the seat has nothing to decide.
    """
    return level_called(level).bot(view, chance_for(view, level, salt))

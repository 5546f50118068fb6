"""What is agreed before the first deal: rules, seats and, if wanted, the seed."""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.bots.base import Company
from chickenscratch.core.presets import preset_of
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.text import N_


class SeatSetup(NamedTuple):
    """A chair: a person, or a bot of some `level`."""

    name: str
    level: str | None = None


class TableSetup(NamedTuple):
    """A game about to be played. Without `seed` the operating system gives one.

    `practice`: everything may be taken back, even what was hidden and has been seen. The record
    of the game says so.
    """

    rules: RuleSet
    seats: tuple[SeatSetup, ...]
    seed: str | None = None
    practice: bool = False

    @property
    def preset(self) -> str:
        return preset_of(self.rules)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that persons sit in."""
        return tuple(s for s, seat in enumerate(self.seats) if seat.level is None)

    @property
    def company(self) -> Company:
        """As the computer players are told of it."""
        return tuple(seat.level for seat in self.seats)

    def check(self) -> None:
        """Raises RuleError with one sentence if this cannot be played."""
        self.rules.hand_size(len(self.seats))
        names = [seat.name.casefold() for seat in self.seats]
        if any(not name.strip() for name in names):
            raise RuleError(N_("Every seat needs a name."))
        if len(set(names)) != len(names):
            raise RuleError(N_("Every seat needs a name of its own."))

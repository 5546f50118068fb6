"""What every game of a host shares, and whom it tells."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from chickenscratch.host.timing import Time
from chickenscratch.table.players import FAIR_WINDOW, Brain, Pace


class Means(NamedTuple):
    """What every game of a host shares."""

    brain: Brain
    pace: Pace
    time: Time
    window: float = FAIR_WINDOW


class Watcher(Protocol):
    """Who wants to hear of what happens around the game: its room."""

    def changed(self) -> None:
        """Something has changed that the state of the table tells."""
        ...

    def timed(self) -> None:
        """Another turn has begun: the deadline and the banks are other ones."""
        ...

    def remind(self, seat: int) -> None:
        """The person in this seat should be told that the game waits for them."""
        ...

    def finished(self) -> None:
        """The game is over."""
        ...

    def give_up(self) -> None:
        """The game is to end now, without a result."""
        ...

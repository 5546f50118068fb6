"""When garbage is collected: a full collection makes every player wait for half a second."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

THRESHOLDS: Final = (5_000, 4, 1_000_000)
"""Young objects as usual, all objects never by themselves."""
FEW: Final = 2
"""Sessions; so many may wait for a full collection."""
ENOUGH: Final = 20
"""Visits after which there may be something to collect."""
MANY: Final = 200
"""Visits after which there is so much to collect that everybody has to wait for it once."""


def settle() -> None:
    """Everything there is now stays for good: call it after the imports."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


class Sweeper:
    """Collects everything once in a while, when hardly anybody is there to notice if possible."""

    def __init__(self) -> None:
        self._visits = 0

    def sweep(self, sessions: int, visits: int, warn: Callable[[], None]) -> bool:
        """Whether there was a full collection, which `warn` is called before: it may take seconds.
        `visits`: how many have ended in all."""
        fresh = visits - self._visits
        if fresh < (ENOUGH if sessions <= FEW else MANY):
            return False
        self._visits = visits
        warn()
        gc.collect()
        return True

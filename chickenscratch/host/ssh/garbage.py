"""When garbage is collected: a full collection makes every player wait for half a second."""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = (5_000, 4, 1_000_000)
"""Young objects as usual, all objects never by themselves."""
FEW: Final = 2
"""Sessions; so many may wait for a full collection."""
ENOUGH: Final = 20
"""Visits after which there may be something to collect."""


def settle() -> None:
    """Everything there is now stays for good: call it after the imports."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


class Sweeper:
    """Collects everything once in a while, when hardly anybody is there to notice."""

    def __init__(self) -> None:
        self._visits = 0

    def sweep(self, sessions: int, visits: int) -> bool:
        """Whether there was a full collection. `visits`: how many there have been in all."""
        if sessions > FEW or visits - self._visits < ENOUGH:
            return False
        self._visits = visits
        gc.collect()
        return True

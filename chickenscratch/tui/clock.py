"""Time, so that tests need not wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """What knows the time and wakes one up."""

    def now(self) -> float:
        """Seconds, on the scale of the times of Textual's events."""
        ...

    def after(self, seconds: float, call: Callable[[], object]) -> Callable[[], None]:
        """Call back later. What is returned takes the wish back."""
        ...


class WallClock:
    """The real one."""

    def now(self) -> float:
        return time.monotonic()

    def after(self, seconds: float, call: Callable[[], object]) -> Callable[[], None]:
        return asyncio.get_running_loop().call_later(seconds, call).cancel

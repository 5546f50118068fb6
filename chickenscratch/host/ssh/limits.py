"""How much a visitor may have, and buckets to measure it by."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from chickenscratch.core.text import N_
from chickenscratch.host.limits import LimitsError

Now = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the SSH front; times in seconds, sizes in bytes."""

    login: float = 20.0
    """From the connection to a proven identity."""
    session: float = 10.0
    """From there to a terminal: ``ssh -N`` gets no further."""
    farewell: float = 3.0
    """Left to a client that has been told good-bye."""
    idle: float = 15 * 60.0
    """Without a key, where the application has no more patience."""
    idle_warning: float = 60.0
    """How long before that the visitor is warned."""
    keepalive: float = 30.0
    """Between questions whether the client is still there; three without an answer are enough."""
    window: int = 65_536
    """Of input the client may send before it is taken."""
    tcp_backlog: int = 1_000_000
    """Of replies and frames waiting in the connection's own buffer."""
    byte_burst: int = 65_536
    byte_rate: int = 8_192
    """Typed or pasted, at once and a second."""
    packet_burst: int = 10_000
    packet_rate: int = 1_000
    """SSH packets of any kind, at once and a second."""
    starting: int = 3
    """First screens made at the same time by one worker."""
    sessions: int = 300
    """Connections in all."""
    unauthenticated: int = 32
    """Connections that have not proven an identity yet."""
    per_address: int = 4
    """Connections of one address at a time."""
    connects: int = 10
    """New connections of one address a minute."""
    per_identity: int = 2
    """Views of one identity; the oldest has to go for a new one."""


def limits_with(given: Mapping[str, Any]) -> Limits:
    """The usual limits but for those given by their names, in seconds, bytes or numbers.

    Raises LimitsError for a name there is not and for what is no positive number.
    """
    usual, changed = Limits(), dict[str, Any]()
    for name, value in given.items():
        before = getattr(usual, name, None) if name in Limits.__slots__ else None
        if before is None:
            raise LimitsError(N_("There is no limit called “{name}”."), name=f"ssh.{name}")
        number = not isinstance(value, bool) and isinstance(value, int | float)
        if not number or not 0 < value < math.inf:
            raise LimitsError(
                N_("The limit “{name}” cannot be {value}."), name=f"ssh.{name}", value=value
            )
        changed[name] = type(before)(value)
    return replace(usual, **changed)


COLUMNS: Final = (20, 300)
ROWS: Final = (8, 100)
USUAL_SIZE: Final = (80, 24)
"""For a client that does not know its size."""


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """A size that a screen may be drawn in, as near as possible to the one the client claims."""
    if columns <= 0 or rows <= 0:
        return USUAL_SIZE
    return (
        min(max(columns, COLUMNS[0]), COLUMNS[1]),
        min(max(rows, ROWS[0]), ROWS[1]),
    )


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    def __init__(self, burst: float, rate: float, now: Now = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._left = burst
        self._when = now()

    def take(self, amount: float = 1) -> bool:
        """Take out `amount` even if there is less; False if the bucket is overdrawn now."""
        self._fill()
        self._left -= amount
        return self._left >= 0

    def wait(self, wanted: float = 0) -> float:
        """Seconds until there will be `wanted` in it."""
        self._fill()
        return max(0.0, (wanted - self._left) / self._rate)

    @property
    def left(self) -> float:
        """What can be taken out now; negative when overdrawn."""
        self._fill()
        return self._left

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._when) * self._rate)
        self._when = now

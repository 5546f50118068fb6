"""Time, and how much of it people have: the host's clock, rate limits and clocks for turns."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from chickenscratch.host.shapes import BankClock, Clock, NoClock, TurnClock


class Time(Protocol):
    """Where the host gets its time from; tests have one that stands still."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float, /) -> None: ...


class SystemTime:
    """The machine's own clock."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float, /) -> None:
        await asyncio.sleep(seconds)


class Bucket:
    """A rate limit: `burst` at once, and `rate` a second in the long run."""

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = float(burst)
        self._then = now

    def take(self, now: float) -> float:
        """Take one; 0 if there was one, else the seconds until there is, and nothing is taken."""
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._rate)
        self._then = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate

    def give(self) -> None:
        """Give back one that was taken."""
        self._left += 1

    def full(self, now: float) -> bool:
        """Whether nothing was taken for so long that it makes no difference."""
        return self._left + max(0.0, now - self._then) * self._rate >= self._burst


@dataclass
class TurnTimer:
    """The clock of one game. `banks` by seat; None where a seat has no bank. `deadline`: when the
    turn of `seat` is over."""

    clock: Clock
    banks: list[float | None]
    seat: int | None = None
    deadline: float | None = None
    _began: float = field(default=0.0, repr=False)

    def begin(self, seat: int | None, now: float) -> None:
        """Whose turn it is from now on; None stops the clock."""
        self._settle(now)
        self.seat, self._began, self.deadline = seat, now, None
        if seat is not None:
            self.deadline = self._limit(seat, now)

    def stop(self, now: float) -> None:
        """A pause: the bank keeps what is left, without what a turn adds."""
        bank = None if self.seat is None else self.banks[self.seat]
        if self.seat is not None and bank is not None:
            self.banks[self.seat] = max(0.0, bank - (now - self._began))
        self.seat = self.deadline = None

    def resume(self, seat: int, deadline: float, now: float) -> None:
        """Go on after a restart, with what was left of the turn then."""
        self.seat, self._began, self.deadline = seat, now, deadline

    def _settle(self, now: float) -> None:
        if self.seat is None:
            return
        bank = self.banks[self.seat]
        if bank is not None and isinstance(self.clock, BankClock):
            left = max(0.0, bank - (now - self._began)) + self.clock.more
            self.banks[self.seat] = min(left, float(self.clock.seconds))

    def _limit(self, seat: int, now: float) -> float | None:
        match self.clock:
            case NoClock():
                return None
            case TurnClock():
                return now + self.clock.seconds
            case BankClock():
                return now + (self.banks[seat] or 0.0)
            case _:
                assert_never(self.clock)


def full_bank(clock: Clock) -> float | None:
    """What a seat begins with."""
    return float(clock.seconds) if isinstance(clock, BankClock) else None

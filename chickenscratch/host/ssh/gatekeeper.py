"""Who may come in at all: counted per address, per identity and in all, before any of SSH."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from chickenscratch.host.ssh.limits import Limits, Now

MINUTE: Final = 60.0
REMEMBERED: Final = 10_000
"""Addresses whose recent connects are remembered."""
_HOME: Final = 64  # bits of an IPv6 address that one customer has


def household(address: str) -> str:
    """Whose address it is: that of a customer, who has 2⁶⁴ of them with IPv6."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> _HOME << _HOME))
    return str(found)


@dataclass(slots=True)
class _Guest:
    household: str
    identity: str = ""


class Gatekeeper:
    """Counts connections. Every one has a ticket, a number that is never used again."""

    def __init__(self, limits: Limits, now: Now = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self._inside: dict[int, _Guest] = {}
        self._homes: Counter[str] = Counter()
        self._recent: OrderedDict[str, deque[float]] = OrderedDict()
        self._unknown = 0
        self._next = 1
        self.refused: Counter[str] = Counter()
        """How often nobody was let in, by the reason."""

    def __len__(self) -> int:
        return len(self._inside)

    def admit(self, address: str) -> int | None:
        """A ticket, or None if the connection is one too many."""
        home = household(address)
        why = self._objection(home)
        if why:
            self.refused[why] += 1
            return None
        ticket, self._next = self._next, self._next + 1
        self._inside[ticket] = _Guest(home)
        self._homes[home] += 1
        self._unknown += 1
        return ticket

    def _objection(self, home: str) -> str:
        limits = self._limits
        recent = self._recent.setdefault(home, deque())
        self._recent.move_to_end(home)
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        while recent and self._now() - recent[0] >= MINUTE:
            recent.popleft()
        if len(recent) >= limits.connects:
            return "too-often"
        recent.append(self._now())
        if self._homes[home] >= limits.per_address:
            return "address"
        if self._unknown >= limits.unauthenticated:
            return "unauthenticated"
        if len(self._inside) >= limits.sessions:
            return "full"
        return ""

    def arrived(self, ticket: int, identity: str) -> list[int]:
        """An identity has been proven; gives the tickets of its views that have to go for it."""
        guest = self._inside.get(ticket)
        if guest is None or guest.identity:
            return []
        guest.identity = identity
        self._unknown -= 1
        views = [number for number, other in self._inside.items() if other.identity == identity]
        return sorted(views)[: -self._limits.per_identity]

    def left(self, ticket: int) -> None:
        """The connection is closed."""
        guest = self._inside.pop(ticket, None)
        if guest is None:
            return
        self._homes[guest.household] -= 1
        if not self._homes[guest.household]:
            del self._homes[guest.household]
        if not guest.identity:
            self._unknown -= 1

    @property
    def identities(self) -> int:
        """How many different people are inside."""
        return len({guest.identity for guest in self._inside.values() if guest.identity})

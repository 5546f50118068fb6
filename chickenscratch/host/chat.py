"""What people say to each other, in the lobby and at tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chickenscratch.host.asking import Refusal, Say
from chickenscratch.host.limits import DAY, HostLimits
from chickenscratch.host.names import clean_chat
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.shapes import ChatLine, Phrase
from chickenscratch.host.timing import Bucket, Time
from chickenscratch.store.host_people import People, Player

KEPT: Final = 50
"""Lines that a newcomer gets to read."""
PRUNE_EVERY: Final = 3600.0
"""Seconds."""


class Chat:
    """Everything said goes through here: cleaned, limited, and kept for whoever must judge it."""

    def __init__(self, people: People, limits: HostLimits, time: Time) -> None:
        self._people = people
        self._limits = limits
        self._time = time
        self._buckets: dict[int, Bucket] = {}
        self._spoke: dict[int, float] = {}
        self._pruned = 0.0
        self.slow_mode = limits.slow_mode

    def say(self, player: Player, ask: Say, *, watcher: bool) -> ChatLine:
        """Raises HostRefusedError, and StoreError."""
        now = self._time.now()
        if player.muted is not None and player.muted > now:
            raise HostRefusedError(Refusal.MUTED, player.muted - now)
        text = None if ask.text is None else clean_chat(ask.text)
        if (text is None) == (ask.phrase is None) or text == "":
            raise HostRefusedError(Refusal.EMPTY)
        self._hold_back(player, ask.table, now)
        number = self._people.say(player.id, ask.table, now, text, ask.phrase, watcher)
        return ChatLine(
            seq=number, table=ask.table, person=player.name, at=now, text=text, phrase=ask.phrase,
            watcher=watcher,
        )  # fmt: skip

    def _hold_back(self, player: Player, table: str | None, now: float) -> None:
        if table is None and self.slow_mode:
            wait = self._spoke.get(player.id, 0.0) + self.slow_mode - now
            if wait > 0:
                raise HostRefusedError(Refusal.TOO_FAST, wait)
        limits = self._limits
        bucket = self._buckets.get(player.id)
        if bucket is None:
            bucket = self._buckets[player.id] = Bucket(limits.chat_burst, limits.chat_rate, now)
        wait = bucket.take(now)
        if wait:
            raise HostRefusedError(Refusal.TOO_FAST, wait)
        if table is None:
            self._spoke[player.id] = now

    def latest(self, table: str | None, ignored: Iterable[int]) -> tuple[ChatLine, ...]:
        """What was said last, without those one ignores. Raises StoreError."""
        deaf = frozenset(ignored)
        return tuple(
            ChatLine(
                seq=line.id, table=line.place, person=line.name, at=line.at, text=line.text,
                phrase=None if line.phrase is None else Phrase(line.phrase), watcher=line.watcher,
            )
            for line in self._people.said(table, KEPT)
            if line.player not in deaf
        )  # fmt: skip

    def prune(self) -> None:
        """Once in an hour: forget what was said too long ago. Raises StoreError."""
        now = self._time.now()
        if now >= self._pruned + PRUNE_EVERY:
            self._pruned = now
            self._people.forget_talk(now - self._limits.chat_days * DAY)

    def forget(self, player: int) -> None:
        """Nobody is connected for this person any more; full buckets need not be kept."""
        bucket = self._buckets.get(player)
        if bucket is not None and bucket.full(self._time.now()):
            del self._buckets[player]

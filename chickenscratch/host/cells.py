"""Values that change, and news that must not be missed: what client and host tell each other by."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Cell(Generic[T]):
    """A value, and everybody who waits for it to change. Who is slow misses what was between."""

    def __init__(self, value: T) -> None:
        self._value = value
        self._count = 0
        self._bell = asyncio.Event()
        self._ended = False

    @property
    def value(self) -> T:
        return self._value

    def put(self, value: T) -> None:
        """A new value."""
        self._value = value
        self._count += 1
        self._ring()

    def end(self) -> None:
        """There will be no more values."""
        self._ended = True
        self._ring()

    async def changes(self) -> AsyncIterator[T]:
        """The value now, and after every change; ends with :meth:`end`."""
        seen = -1
        while True:
            bell = self._bell
            if self._count > seen:
                seen = self._count
                yield self._value
            elif self._ended:
                return
            else:
                await bell.wait()

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()


class Feed(Generic[T]):
    """News for everybody who listens; the last `kept` pieces are kept for who comes later."""

    def __init__(self, kept: int = 200) -> None:
        self._kept: deque[tuple[int, T]] = deque(maxlen=kept)
        self._count = 0
        self._bell = asyncio.Event()
        self._ended = False

    @property
    def latest(self) -> tuple[T, ...]:
        """What is kept, oldest first."""
        return tuple(item for _, item in self._kept)

    def put(self, item: T) -> None:
        self._count += 1
        self._kept.append((self._count, item))
        self._ring()

    def end(self) -> None:
        """There will be no more news."""
        self._ended = True
        self._ring()

    async def news(self, *, kept: bool = False) -> AsyncIterator[T]:
        """Every piece from now on; with `kept`, what is kept comes first."""
        seen = 0 if kept else self._count
        while True:
            bell = self._bell
            fresh = [entry for entry in self._kept if entry[0] > seen]
            for number, item in fresh:
                seen = number
                yield item
            if fresh:
                continue
            if self._ended:
                return
            await bell.wait()

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

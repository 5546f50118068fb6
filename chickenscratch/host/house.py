"""The hall of a host as its rooms know it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from chickenscratch.host.means import Means
from chickenscratch.host.shapes import Shape
from chickenscratch.store.host_tables import Tables
from chickenscratch.store.logs import GameLogs

if TYPE_CHECKING:
    from chickenscratch.host.room import Room


class House(Protocol):
    """What a room needs of the hall it is in."""

    means: Means
    logs: GameLogs
    tables: Tables

    def stir(self, room: Room) -> None:
        """Something has changed: send the room's state and the lobby when there is time."""
        ...

    def tell(self, player: int, message: Shape) -> None:
        """Send something to every connection of a person."""
        ...

    def remind(self, room: Room, player: int) -> None:
        """The game in the room waits for this person."""
        ...

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something as soon as nobody waits for it."""
        ...

    def over(self, room: Room) -> None:
        """The room's game has ended."""
        ...

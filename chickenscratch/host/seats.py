"""Who sits where at a table of the host."""

from __future__ import annotations

from dataclasses import dataclass

from chickenscratch.store.host_tables import SeatRow


@dataclass
class Chair:
    """A seat: a person (`player` is their number), a computer player (`level`), or nobody.

    `gone`: they have resigned. `seen`: they have looked at how the game ended. `ready`: for the
    first deal. `views`: how many look at the game from here. `left`: when the last one went."""

    player: int | None = None
    name: str | None = None
    level: str | None = None
    gone: bool = False
    seen: bool = False
    ready: bool = False
    views: int = 0
    left: float = 0.0

    @property
    def empty(self) -> bool:
        return self.player is None and self.level is None

    @property
    def person(self) -> bool:
        """Whether a person plays here who may still decide something."""
        return self.player is not None and not self.gone

    def row(self, bank: float | None) -> SeatRow:
        """As the database keeps it."""
        return SeatRow(self.player, self.level, self.gone, self.seen, bank)

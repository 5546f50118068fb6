"""The tables of a host: what was agreed, who sits where, and how long a turn may last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from chickenscratch.store.host_database import HostDatabase


class SeatRow(NamedTuple):
    """A seat: a person (`player`), a computer player (`level`), or nobody. `gone`: they resigned.
    `seen`: they have looked at how the game ended. `bank`: seconds left for all turns."""

    player: int | None = None
    level: str | None = None
    gone: bool = False
    seen: bool = False
    bank: float | None = None


class TableRow(NamedTuple):
    """A table. `record`: the name of its game's record, once it is dealt. `deadline`: when the
    present turn is over, in seconds since 1970."""

    id: str
    creator: int
    settings: str
    word: str | None
    stage: str
    record: str | None
    created: float
    updated: float
    deadline: float | None = None
    paused: bool = False
    rematch: str | None = None
    seats: tuple[SeatRow, ...] = ()


_COLUMNS = "id, creator, settings, word, stage, record, created, updated, deadline, paused, rematch"


class Tables:
    """All tables. All methods raise StoreError."""

    def __init__(self, base: HostDatabase) -> None:
        self._base = base

    def put(self, row: TableRow) -> None:
        """A new table, or one that has changed."""
        with self._base.change() as change:
            change.execute(
                f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, "
                "stage = excluded.stage, record = excluded.record, updated = excluded.updated, "
                "deadline = excluded.deadline, paused = excluded.paused, "
                "rematch = excluded.rematch",
                row[:11],
            )
            change.execute("DELETE FROM seats WHERE id = ?", (row.id,))
            change.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(row.id, seat, *who) for seat, who in enumerate(row.seats)],
            )

    def time(
        self, table: str, deadline: float | None, paused: bool, banks: Sequence[float | None]
    ) -> None:
        """When the present turn is over, and what is left in the banks."""
        with self._base.change() as change:
            change.execute(
                "UPDATE tables SET deadline = ?, paused = ? WHERE id = ?",
                (deadline, paused, table),
            )
            change.executemany(
                "UPDATE seats SET bank = ? WHERE id = ? AND seat = ?",
                [(bank, table, seat) for seat, bank in enumerate(banks)],
            )

    def remove(self, table: str) -> None:
        with self._base.change() as change:
            change.execute("DELETE FROM tables WHERE id = ?", (table,))

    def in_stages(self, *stages: str) -> tuple[TableRow, ...]:
        """The tables of these stages, the one that changed last first."""
        marks = ", ".join("?" * len(stages))
        rows: list[Any] = self._base.rows(
            f"SELECT {_COLUMNS} FROM tables WHERE stage IN ({marks}) ORDER BY updated DESC",
            *stages,
        )
        return tuple(self._with_seats(row) for row in rows)

    def last(self, stage: str, before: float, most: int) -> tuple[TableRow, ...]:
        """At most so many tables of a stage that changed last before this, the last one first."""
        rows: list[Any] = self._base.rows(
            f"SELECT {_COLUMNS} FROM tables WHERE stage = ? AND updated < ? "
            "ORDER BY updated DESC LIMIT ?",
            stage, before, most,
        )  # fmt: skip
        return tuple(self._with_seats(row) for row in rows)

    def one(self, table: str) -> TableRow | None:
        rows: list[Any] = self._base.rows(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", table)
        return self._with_seats(rows[0]) if rows else None

    def _with_seats(self, row: Any) -> TableRow:
        seats: list[Any] = self._base.rows(
            "SELECT player, level, gone, seen, bank FROM seats WHERE id = ? ORDER BY seat", row[0]
        )
        found = TableRow._make((*row, ()))
        return found._replace(
            paused=bool(found.paused),
            seats=tuple(
                SeatRow(player, level, bool(gone), bool(seen), bank)
                for player, level, gone, seen, bank in seats
            ),
        )

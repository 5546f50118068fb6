"""What finished games came to, kept in a small SQLite database.

The database is a cache: everything in it is read from the records, and reading them again gives
the same figures. Only one thing it knows by itself: which games a reset has put behind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from chickenscratch.core.record import RecordError, RecordSeat, read_games
from chickenscratch.core.state import EndReason
from chickenscratch.core.text import N_
from chickenscratch.store.appending import make_folder
from chickenscratch.store.errors import StoreError
from chickenscratch.store.outcomes import Outcome, RoundOutcome, outcome_of, was_assisted
from chickenscratch.store.reading import read_file
from chickenscratch.store.saves import SUFFIX

FILE: Final = "statistics.sqlite3"
"""The database, inside the data folder."""

VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, created TEXT NOT NULL, preset TEXT NOT NULL,
    assisted INTEGER NOT NULL DEFAULT 0, UNIQUE (game, created)
);
CREATE TABLE IF NOT EXISTS seats (
    id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL,
    name TEXT NOT NULL, level TEXT, total INTEGER NOT NULL, won INTEGER NOT NULL,
    PRIMARY KEY (id, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rounds (
    id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL,
    lead INTEGER NOT NULL, ending TEXT NOT NULL, out INTEGER, scores TEXT NOT NULL,
    PRIMARY KEY (id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
    name TEXT PRIMARY KEY, size INTEGER NOT NULL, time INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS behind (
    game TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (game, created)
) WITHOUT ROWID;
"""


class Fed(NamedTuple):
    """What reading the records brought: new games, and files that could not be read."""

    added: int
    refused: tuple[StoreError, ...]


class Statistics:
    """The database in `path`. It is made when it is first needed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def update(self, folder: Path) -> Fed:
        """Take in the finished games in `folder` that are not known yet. Raises StoreError."""
        added, refused = 0, list[StoreError]()
        with self._open() as base:
            known = {name: (size, time) for name, size, time in base.execute("SELECT * FROM files")}
            for path in _records(folder):
                try:
                    found = path.stat()
                    if known.get(path.name) == (found.st_size, found.st_mtime_ns):
                        continue
                    added += _feed(base, path)
                except OSError as error:
                    refused.append(_unreadable(path, error))
                except StoreError as error:
                    refused.append(error)
        return Fed(added, tuple(refused))

    def add(self, outcomes: Iterable[Outcome]) -> int:
        """Take in games that are not in a folder of ours; gives how many were new."""
        with self._open() as base:
            return sum(_add(base, outcome) for outcome in outcomes)

    def rebuild(self, folder: Path) -> Fed:
        """Forget everything but what a reset has put behind, and read all records again."""
        with self._open() as base:
            base.execute("DELETE FROM games")
            base.execute("DELETE FROM files")
        return self.update(folder)

    def reset(self, folder: Path) -> Path | None:
        """Begin anew: all games finished so far are put behind, for good.

        The database as it was is kept; gives that file, or None if there was nothing to keep.
        """
        self.update(folder)
        with self._open() as base:
            games = base.execute("SELECT count(*) FROM games").fetchone()[0]
        if not games:
            return None
        backup = self._back_up()
        with self._open() as base:
            base.execute("INSERT OR IGNORE INTO behind SELECT game, created FROM games")
            base.execute("DELETE FROM games")
        return backup

    def outcomes(self) -> tuple[Outcome, ...]:
        """All games, the oldest first. Raises StoreError."""
        with self._open() as base:
            seats: dict[int, list[tuple[RecordSeat, int, bool]]] = {}
            for game, name, level, total, won in base.execute(
                "SELECT id, name, level, total, won FROM seats ORDER BY id, seat"
            ):
                seats.setdefault(game, []).append((RecordSeat(name, level), total, bool(won)))
            rounds: dict[int, list[RoundOutcome]] = {}
            for game, number, lead, ending, out, scores in base.execute(
                "SELECT id, number, lead, ending, out, scores FROM rounds ORDER BY id, number"
            ):
                points = tuple(map(int, scores.split()))
                outcome = RoundOutcome(number, lead, EndReason(ending), out, points)
                rounds.setdefault(game, []).append(outcome)
            games = base.execute(
                "SELECT id, game, created, preset, assisted FROM games ORDER BY created, game"
            ).fetchall()
        return tuple(
            Outcome(
                game, created, preset, tuple(who for who, _, _ in seats[key]),
                tuple(rounds[key]), tuple(total for _, total, _ in seats[key]),
                tuple(seat for seat, (_, _, won) in enumerate(seats[key]) if won), bool(assisted),
            )
            for key, game, created, preset, assisted in games
        )  # fmt: skip

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A connection; what is done with it is done wholly or not at all."""
        try:
            make_folder(self.path.parent)
            with closing(sqlite3.connect(self.path, timeout=10)) as base, base:
                base.execute("PRAGMA foreign_keys = ON")
                version = base.execute("PRAGMA user_version").fetchone()[0]
                if version > VERSION:
                    raise StoreError(
                        N_("{file} was written by a newer version; update the game to read it."),
                        file=self.path,
                    )
                if version < VERSION:
                    base.executescript(_SCHEMA)
                    base.execute(f"PRAGMA user_version = {VERSION}")
                yield base
        except sqlite3.Error as error:
            raise StoreError(
                N_("The statistics in {file} cannot be used: {reason}."),
                file=self.path,
                reason=error,
            ) from error
        except OSError as error:
            raise StoreError(
                N_("The statistics in {file} cannot be used: {reason}."),
                file=self.path,
                reason=error.strerror or error,
            ) from error

    def _back_up(self) -> Path:
        day = datetime.now(UTC).strftime("%Y-%m-%d")
        stem, suffix = self.path.stem, self.path.suffix
        for n in count(1):
            backup = self.path.with_name(f"{stem}-{day}{'' if n == 1 else f'-{n}'}{suffix}")
            try:
                backup.open("xb").close()
                break
            except FileExistsError:
                continue
            except OSError as error:
                raise StoreError(
                    N_("{file} cannot be written: {reason}."), file=backup, reason=error.strerror
                ) from error
        with self._open() as base, closing(sqlite3.connect(backup)) as copy:
            base.backup(copy)
        return backup


def _records(folder: Path) -> list[Path]:
    try:
        return sorted(p for p in folder.iterdir() if p.name.endswith(SUFFIX))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unreadable(folder, error) from error


def _feed(base: sqlite3.Connection, path: Path) -> int:
    """Take in the games of one file, all or none; gives how many were new. Raises StoreError and
    OSError, and then the file has changed nothing."""
    data, time = read_file(path)
    outcomes = list(_outcomes(path, data))
    if not outcomes:  # an unfinished game is looked at again
        return 0
    if not base.in_transaction:  # or every file would be a transaction of its own
        base.execute("BEGIN")
    base.execute("SAVEPOINT file")
    try:
        added = sum(_add(base, outcome) for outcome in outcomes)
        row = (path.name, len(data), time)
        base.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", row)
    except (OverflowError, UnicodeError, sqlite3.IntegrityError):
        base.execute("ROLLBACK TO file")
        raise StoreError(N_("{file} is damaged: its figures make no sense."), file=path) from None
    finally:
        base.execute("RELEASE file")
    return added


def _outcomes(path: Path, data: bytes) -> Iterator[Outcome]:
    """The finished games of a file; none while its last line is not that of an end."""
    if not data.rstrip().rpartition(b"\n")[2].startswith(b'{"final"'):
        return
    try:
        # not splitlines: a name may hold one of the other separators it knows
        lines = data.decode().split("\n")
        records = list(read_games(lines))
    except UnicodeDecodeError:
        raise StoreError(N_("{file} is damaged: it is not a text file."), file=path) from None
    except RecordError as error:
        raise StoreError(N_("{file}: {why}"), file=path, why=error.sentence) from None
    ends = [*(record.line - 1 for record in records[1:]), len(lines)]
    for record, end in zip(records, ends, strict=True):
        outcome = outcome_of(record, assisted=was_assisted(lines[record.line - 1 : end]))
        if outcome is not None:
            yield outcome


def _add(base: sqlite3.Connection, outcome: Outcome) -> bool:
    """Take a game in; False if it is known, or was put behind."""
    key = (outcome.game, outcome.created)
    where = "WHERE game = ? AND created = ?"
    for table in ("games", "behind"):
        if base.execute(f"SELECT 1 FROM {table} {where}", key).fetchone():
            return False
    row = base.execute(
        "INSERT INTO games (game, created, preset, assisted) VALUES (?, ?, ?, ?)",
        (*key, outcome.preset, int(outcome.assisted)),
    ).lastrowid
    base.executemany(
        "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
        [
            (row, seat, who.name, who.level, total, int(seat in outcome.winners))
            for seat, (who, total) in enumerate(zip(outcome.seats, outcome.totals, strict=True))
        ],
    )
    base.executemany(
        "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?)",
        [
            (row, r.number, r.lead, r.end.value, r.out, " ".join(map(str, r.scores)))
            for r in outcome.rounds
        ],
    )
    return True


def _unreadable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        N_("{file} cannot be read: {reason}."), file=path, reason=error.strerror or error
    )

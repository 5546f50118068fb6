"""The host's database: who plays there, which tables there are, and what was said.

One process owns it. The games themselves are not in it: each is its record
(:mod:`chickenscratch.store.logs`).
"""

from __future__ import annotations

import io
import os
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from chickenscratch.core.text import N_
from chickenscratch.store.appending import make_folder
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import read_file
from chickenscratch.store.saves import SUFFIX

FILE: Final = "host.sqlite3"
VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE players (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, fold TEXT NOT NULL UNIQUE, shape TEXT NOT NULL,
    created REAL NOT NULL, seen REAL NOT NULL, muted REAL, usual TEXT
);
CREATE INDEX shapes ON players (shape);
CREATE TABLE identities (
    identity TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES players
) WITHOUT ROWID;
CREATE TABLE codes (
    code TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES players, until REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE ties (
    player INTEGER NOT NULL REFERENCES players, other INTEGER NOT NULL REFERENCES players,
    kind TEXT NOT NULL, PRIMARY KEY (player, other, kind)
) WITHOUT ROWID;
CREATE TABLE bans (
    identity TEXT PRIMARY KEY, at REAL NOT NULL, until REAL, reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY, creator INTEGER NOT NULL REFERENCES players, settings TEXT NOT NULL,
    word TEXT, stage TEXT NOT NULL, record TEXT, created REAL NOT NULL, updated REAL NOT NULL,
    deadline REAL, paused INTEGER NOT NULL DEFAULT 0, rematch TEXT
) WITHOUT ROWID;
CREATE INDEX stages ON tables (stage, updated);
CREATE TABLE seats (
    id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
    player INTEGER REFERENCES players, level TEXT, gone INTEGER NOT NULL DEFAULT 0,
    seen INTEGER NOT NULL DEFAULT 0, bank REAL, PRIMARY KEY (id, seat)
) WITHOUT ROWID;
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT, player INTEGER NOT NULL REFERENCES players,
    at REAL NOT NULL, text TEXT, phrase TEXT, watcher INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX places ON chat (place, id);
"""


class HostDatabase:
    """The open file. What is done inside :meth:`change` is done wholly or not at all; it survives
    the end of the process at once, and a power cut from the next checkpoint on."""

    def __init__(self, base: sqlite3.Connection, path: Path) -> None:
        self._base = base
        self.path: Final = path

    @classmethod
    def open(cls, folder: Path) -> HostDatabase:
        """The database in `folder`, made if need be. Raises StoreError."""
        path = folder / FILE
        try:
            make_folder(folder)
            path.touch(mode=0o600)
            base = sqlite3.connect(path, timeout=10, isolation_level=None)
            opened = cls(base, path)
            opened._prepare()
        except (sqlite3.Error, OSError) as error:
            raise _failed(path, error) from error
        return opened

    def _prepare(self) -> None:
        base = self._base
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        base.execute("PRAGMA foreign_keys = ON")
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            base.close()
            raise StoreError(
                N_("{file} was written by a newer version; update the game to read it."),
                file=self.path,
            )
        if version < VERSION:
            with self.change() as change:
                for statement in _SCHEMA.split(";"):
                    change.execute(statement)
                change.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Do something to the database. Raises StoreError."""
        try:
            if self._base.in_transaction:  # inside another change
                yield self._base
                return
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            raise _failed(self.path, error) from error

    def rows(self, question: str, *values: object) -> list[tuple[object, ...]]:
        """What the database answers. Raises StoreError."""
        try:
            return self._base.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise _failed(self.path, error) from error

    def back_up(self, target: Path) -> None:
        """A copy of everything, for the owner's eyes only. Raises StoreError."""
        try:
            target.touch(mode=0o600, exist_ok=False)
            with closing(sqlite3.connect(target)) as copy:
                self._base.backup(copy)
        except (sqlite3.Error, OSError) as error:
            raise _failed(target, error) from error

    def close(self) -> None:
        self._base.close()


def archive(target: Path, database: Path, games: Path) -> int:
    """Put a copy of the database and all games into a new archive, for the owner's eyes only; gives
    how many games. Raises StoreError.

    A game that is being played is in it up to its last whole line.
    """
    count = 0
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as file, tarfile.open(fileobj=file, mode="w:gz") as tar:
            tar.add(database, FILE)
            for path in sorted(games.glob(f"*{SUFFIX}")):
                data = read_file(path).data
                entry = tarfile.TarInfo(f"{games.name}/{path.name}")
                entry.size, entry.mode = data.rfind(b"\n") + 1, 0o600
                tar.addfile(entry, io.BytesIO(data))
                count += 1
    except FileExistsError:
        raise StoreError(N_("{file} is there already."), file=target) from None
    except OSError as error:
        raise StoreError(
            N_("{file} cannot be written: {reason}."), file=target, reason=error.strerror
        ) from error
    return count


def _failed(path: Path, error: Exception) -> StoreError:
    reason = error.strerror if isinstance(error, OSError) else error
    return StoreError(N_("The database {file} cannot be used: {reason}."), file=path, reason=reason)

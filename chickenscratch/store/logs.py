"""Where the games of a host are: each one a log of record lines that only its owner appends to.

:class:`GameLogs` is all that a host needs of it, so that another place than files will do: append
with the number that is expected next, follow from a number on, and a lease that says who owns the
game. Here the logs are record files, and the lease is the lock on the file, which the system takes
away from a process that has died.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from chickenscratch.core.record import RecordError, RecordSeat, read_games
from chickenscratch.core.text import N_
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import read_file
from chickenscratch.store.saves import OpenedGame, Save, Shelf

Lines = Sequence[Mapping[str, Any]]


class GameLog(Protocol):
    """A game that one owns. `number`: how many lines it has, which is that of the next one."""

    @property
    def number(self) -> int: ...

    def append(self, expected: int, lines: Lines) -> None:
        """Keep the lines for good, as numbers `expected` and up. Raises StoreError, also if there
        are more or fewer lines than expected: somebody else has written then, and nothing is."""
        ...

    def close(self) -> None:
        """Give up the lease. Raises StoreError if lines are lost."""
        ...


class Begun(NamedTuple):
    """A new game's log and its name."""

    name: str
    log: GameLog


class Leased(NamedTuple):
    """A game's log, and the game it leads to."""

    log: GameLog
    opened: OpenedGame


class Page(NamedTuple):
    """Lines of a log, as text. `total`: how many it has."""

    lines: tuple[str, ...]
    total: int


class GameLogs(Protocol):
    """All games of a host. All methods raise StoreError."""

    def __hash__(self) -> int: ...

    def begin(self, header: Mapping[str, Any]) -> Begun:
        """A new log that begins with `header`; it is kept when this returns."""
        ...

    def lease(self, name: str) -> Leased:
        """Own an existing game, so that nobody else can."""
        ...

    def seats(self, name: str) -> tuple[RecordSeat, ...]:
        """Who sits in a game, by what they were called when it began."""
        ...

    def follow(self, name: str, start: int, most: int) -> Page:
        """At most so many lines from number `start` on."""
        ...


class FileLog:
    """A record file under its lock."""

    def __init__(self, save: Save, number: int) -> None:
        self._save = save
        self._number = number

    @property
    def number(self) -> int:
        return self._number

    def append(self, expected: int, lines: Lines) -> None:
        """See :meth:`GameLog.append`. What could not be written is owed and counts already."""
        if expected != self._number:
            raise StoreError(
                N_("Line {line} was to be written to a game that has {count}."),
                line=expected,
                count=self._number,
            )
        self._number += len(lines)
        self._save.append(lines)

    def close(self) -> None:
        self._save.close()


class FileLogs:
    """Record files in one folder."""

    def __init__(self, folder: Path) -> None:
        self._shelf = Shelf(folder)

    def begin(self, header: Mapping[str, Any]) -> Begun:
        save = self._shelf.new()
        log = FileLog(save, 0)
        log.append(0, [header])
        assert save.path is not None
        return Begun(save.path.name, log)

    def lease(self, name: str) -> Leased:
        path = self._shelf.folder / name
        opened = self._shelf.open(path)
        opened.save.append(())  # what a crash left unwritten
        return Leased(FileLog(opened.save, len(_lines(path))), opened)

    def seats(self, name: str) -> tuple[RecordSeat, ...]:
        path = self._shelf.folder / name
        try:
            return next(read_games(_lines(path)[:1])).header.seats
        except RecordError as error:
            raise StoreError(N_("{file}: {why}"), file=path, why=error.sentence) from None

    def follow(self, name: str, start: int, most: int) -> Page:
        lines = _lines(self._shelf.folder / name)
        return Page(tuple(lines[start : start + most]), len(lines))


class LogRecorder:
    """A log as the recorder of a table, which remembers the number that comes next."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._next = log.number

    def append(self, lines: Lines) -> None:
        """Raises StoreError."""
        expected, self._next = self._next, self._next + len(lines)
        self._log.append(expected, lines)

    def close(self) -> None:
        """Raises StoreError."""
        self._log.close()


def _lines(path: Path) -> list[str]:
    try:
        text = read_file(path).data.decode()
    except OSError as error:
        raise StoreError(
            N_("{file} cannot be read: {reason}."), file=path, reason=error.strerror
        ) from error
    except UnicodeDecodeError:
        raise StoreError(N_("{file} is damaged: it is not a text file."), file=path) from None
    return [line for line in text.split("\n") if line]

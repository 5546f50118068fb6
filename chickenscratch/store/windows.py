"""Two windows on one game: one plays it, the others may watch its file grow, and ask for it.

Who plays holds the file under a lock (:mod:`chickenscratch.store.appending`). Who wants to play
puts a file beside it, which the one who plays looks for now and then and then lets go. The lock
alone decides, so a window that never answers loses nothing, and neither does one that is killed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from chickenscratch.core.actions import Action, Deal
from chickenscratch.core.apply import Rejected, apply
from chickenscratch.core.events import Event
from chickenscratch.core.record import (
    ActionLine,
    DealLine,
    Entry,
    Header,
    RecordError,
    Undo,
    read_games,
)
from chickenscratch.core.replay import game_of
from chickenscratch.core.state import Game
from chickenscratch.core.text import N_
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import read_file

WANTED: Final = ".wanted"
"""Added to the name of a game that another window wants to play."""


def ask_for(path: Path) -> None:
    """Ask whoever plays the game in `path` to let it go. Raises StoreError."""
    try:
        _wanted(path).write_text(f"{os.getpid()}\n")
    except OSError as error:
        raise StoreError(
            N_("{file} cannot be written: {why}."), file=_wanted(path), why=error.strerror
        ) from error


def asked_for(path: Path) -> bool:
    """Whether somebody has asked for the game in `path`."""
    return _wanted(path).exists()


def settle(path: Path) -> None:
    """Nobody wants the game from another window any more, or whoever wanted it has got it."""
    with suppress(OSError):  # it will be asked for again, which does no harm
        _wanted(path).unlink(missing_ok=True)


def _wanted(path: Path) -> Path:
    return path.with_name(path.name + WANTED)


class News(NamedTuple):
    """What has been added to the file: events, after `undone` was taken back, the oldest first."""

    undone: tuple[Action, ...]
    events: tuple[Event, ...]


class _Made(NamedTuple):
    before: Game
    action: Action
    events: tuple[Event, ...]


class Follower:
    """Reads along while somebody else plays; :attr:`game` is as far as the file goes."""

    def __init__(self, path: Path) -> None:
        """Raises StoreError if there is no game in the file."""
        self._path = path
        self._begin()
        self.read()

    def _begin(self) -> None:
        self._seen = 0
        self._made: list[_Made] = []
        self._head, _newline, _rest = self._lines().partition("\n")
        try:
            self.header: Header = next(read_games([self._head])).header
        except RecordError as error:
            raise StoreError(N_("{file}: {why}"), file=self._path, why=error.sentence) from None
        self._seen = len(self._head.encode()) + 1
        self.game = game_of(self.header)

    @property
    def story(self) -> tuple[Event, ...]:
        """All events since the last deal."""
        events: list[Event] = []
        for made in reversed(self._made):
            events[:0] = made.events
            if isinstance(made.action, Deal):
                break
        return tuple(events)

    def read(self) -> News | None:
        """What is new; None if nothing is. Raises StoreError if the file cannot be understood."""
        text = self._lines()
        size = len(text.encode())
        if size < self._seen:  # its end was damaged and has been cut off
            taken = tuple(made.action for made in self._made)
            self._begin()
            self.read()
            return News(taken, self.story)
        if size == self._seen:
            return None
        new = text.encode()[self._seen :].decode()
        self._seen = size
        try:
            (record,) = read_games([self._head, *new.split("\n")])
        except (RecordError, ValueError) as error:
            why = error.sentence if isinstance(error, RecordError) else error
            raise StoreError(N_("{file}: {why}"), file=self._path, why=why) from None
        return self._taken_in([entry for _line, entry in record.entries])

    def _taken_in(self, entries: Sequence[Entry]) -> News | None:
        undone: list[Action] = []
        events: list[Event] = []
        for entry in entries:
            match entry:
                case DealLine(dealing=dealing):
                    events += self._act(Deal(dealing))
                case ActionLine(action=action):
                    events += self._act(action)
                case Undo(lines=lines):
                    undone[:0] = self._take_back(lines)
                    events.clear()
                case _:
                    pass
        return News(tuple(undone), tuple(events)) if undone or events else None

    def _act(self, action: Action) -> tuple[Event, ...]:
        outcome = apply(self.game, action)
        if isinstance(outcome, Rejected):
            raise StoreError(N_("{file} cannot be followed: it breaks a rule."), file=self._path)
        self._made.append(_Made(self.game, action, outcome.events))
        self.game = outcome.game
        return outcome.events

    def _take_back(self, lines: int) -> list[Action]:
        """The last actions, and the deals between them, which do not count."""
        taken: list[Action] = []
        while lines and self._made:
            made = self._made.pop()
            self.game = made.before
            lines -= not isinstance(made.action, Deal)
            taken.insert(0, Deal() if isinstance(made.action, Deal) else made.action)
        return taken

    def _lines(self) -> str:
        """The whole lines of the file."""
        try:
            data = read_file(self._path).data
            return data[: data.rfind(b"\n") + 1].decode()
        except UnicodeDecodeError:
            raise StoreError(
                N_("{file} is damaged: it is not a text file."), file=self._path
            ) from None
        except OSError as error:
            raise StoreError(
                N_("{file} cannot be read: {reason}."), file=self._path, reason=error.strerror
            ) from error

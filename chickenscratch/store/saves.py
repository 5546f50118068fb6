"""Games kept as record files, ``*.chicken.jsonl`` in one folder (record.md).

A save is the record of its game and nothing else. It grows by the lines of each action and is
never rewritten, so a crash costs at most the line that was being written. Its header carries the
seed, which makes it private: the file can be read by its owner only.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from chickenscratch.core import shuffle
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted
from chickenscratch.core.dealing import deal_of
from chickenscratch.core.record import (
    AssistLine,
    FinalLine,
    GameRecord,
    Header,
    Line,
    RecordError,
    RecordSeat,
    Undo,
    format_line,
    lines_for,
    read_games,
)
from chickenscratch.core.replay import Step, game_of, replay
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.text import N_, Sentence
from chickenscratch.store.appending import AppendFile
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import parse_json, read_file
from chickenscratch.store.windows import settle

SUFFIX: Final = ".chicken.jsonl"
DAMAGED: Final = ".damaged"
"""Added to the name of a file that is kept aside."""
_HEADER: Final = b'{"record": '


class SavedGame(NamedTuple):
    """A game on the shelf. `turn`: the seat that acts next, or None. `rounds`: of a whole game.
    `practice`: everything can be taken back in it."""

    path: Path
    preset: str
    seats: tuple[RecordSeat, ...]
    round: int
    rounds: int
    turn: int | None
    totals: tuple[int, ...]
    finished: bool
    created: str
    updated: datetime
    practice: bool = False


class ShelfList(NamedTuple):
    """The games on a shelf, newest first, and why the other files there are none."""

    games: tuple[SavedGame, ...]
    refused: tuple[StoreError, ...]

    @property
    def unfinished(self) -> tuple[SavedGame, ...]:
        return tuple(game for game in self.games if not game.finished)


class OpenedGame(NamedTuple):
    """A saved game, ready to go on. `notice`: what a person should be told about the file.
    `steps`: the actions that led to `game`, without those that were taken back. `assisted`: the
    seats that have asked the coach."""

    save: Save
    header: Header
    game: Game
    notice: Sentence | None
    steps: tuple[Step, ...] = ()
    assisted: tuple[int, ...] = ()


class Save:
    """The file of one game, to which lines are appended. May be used from several threads."""

    def __init__(self, folder: Path, file: AppendFile | None = None, owed: bytes = b"") -> None:
        self._folder = folder
        self._file = file
        self._owed = owed
        self._lock = threading.Lock()

    @property
    def path(self) -> Path | None:
        """The file, or None before the first line was written."""
        return None if self._file is None else self._file.path

    def append(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Keep these lines; they are on the disk when this returns.

        Raises StoreError if they are not. They are kept in mind then and written with the next
        ones, so that the file always holds the beginning of the game without a gap.
        """
        with self._lock:
            self._owed += b"".join(f"{format_line(line)}\n".encode() for line in lines)
            self._settle()

    def close(self) -> None:
        """Write what is still owed, if any, and let go of the file. Raises StoreError."""
        with self._lock:
            try:
                self._settle()
            finally:
                file, self._file, self._owed = self._file, None, b""
                if file is not None:
                    file.close()

    def _settle(self) -> None:
        if not self._owed:
            return
        try:
            if self._file is None:
                self._file = AppendFile.create(_names(self._folder, self._owed))
            self._file.append(self._owed)
        except OSError as error:
            raise StoreError(
                N_("The game cannot be saved: {reason}. It goes on, and saving is tried again."),
                reason=error.strerror,
            ) from error
        self._owed = b""


class Shelf:
    """The folder where games are kept. It need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self) -> Save:
        """A save for a new game. Its file is made when its header is appended."""
        return Save(self.folder)

    def contents(self) -> ShelfList:
        """What is on the shelf. Raises StoreError if the folder cannot be read.

        A file whose first line was never finished, because of a crash, is no game and no fault.
        """
        games: list[tuple[int, SavedGame]] = []
        refused: list[StoreError] = []
        for path in self._files():
            try:
                data, time = read_file(path)
                if _begun(data):
                    games.append((time, _listed(path, data, time)))
            except FileNotFoundError:  # taken away while we were looking
                continue
            except OSError as error:
                refused.append(_unreadable(path, error))
            except StoreError as error:
                refused.append(error)
        games.sort(key=lambda entry: entry[0], reverse=True)
        return ShelfList(tuple(game for _, game in games), tuple(refused))

    def _files(self) -> Sequence[Path]:
        try:
            return sorted(p for p in self.folder.iterdir() if p.name.endswith(SUFFIX))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise _unreadable(self.folder, error) from error

    def open(self, path: Path) -> OpenedGame:
        """The game in `path`, held so that nobody else can play it on meanwhile.

        If its last line was cut off, the file as it was is kept beside it and the game goes on at
        the line before. Raises StoreError for a file that is damaged elsewhere, comes from a newer
        version or is being played already; it is left alone then.
        """
        try:
            file = AppendFile.open(path)
        except OSError as error:
            raise _unreadable(path, error) from error
        try:
            opened = _opened(self.folder, file)
            settle(path)
            return opened
        except BaseException:
            file.close()
            raise


def _opened(folder: Path, file: AppendFile) -> OpenedGame:
    try:
        data = file.read()
    except OSError as error:
        raise _unreadable(file.path, error) from error
    whole, cut = _split(data)
    record = _record(file.path, whole)
    seed = record.header.seed
    if seed is None:
        raise StoreError(
            N_("{file} cannot be played on: the seed of its deals is not in it."), file=file.path
        )
    if shuffle.commitment(seed, record.header.game_id) != record.header.commitment:
        raise StoreError(
            N_("{file} cannot be played on: its seed does not open its commitment."),
            file=file.path,
        )
    game, missing, steps = _played(file.path, record, seed)
    notice = _repair(file, whole, data) if cut else None
    owed = b"" if whole.endswith(b"\n") else b"\n"
    owed += b"".join(f"{format_line(line)}\n".encode() for line in missing)
    assisted = {entry.seat for _, entry in record.entries if isinstance(entry, AssistLine)}
    return OpenedGame(
        Save(folder, file, owed), record.header, game, notice, tuple(steps), tuple(sorted(assisted))
    )


def _begun(data: bytes) -> bool:
    """Whether there is more in a file than the beginning of a header."""
    whole, piece = _split(data)
    size = min(len(piece), len(_HEADER))
    return bool(whole) or piece[:size] != _HEADER[:size]


def _split(data: bytes) -> tuple[bytes, bytes]:
    """The whole lines, and the piece of a line behind them. A last line may lack its newline."""
    end = data.rfind(b"\n") + 1
    piece = data[end:]
    try:
        complete = isinstance(parse_json(piece), dict)
    except ValueError:
        complete = False
    return (data, b"") if complete else (data[:end], piece)


def _record(path: Path, whole: bytes) -> GameRecord:
    try:
        # not splitlines: a name may hold one of the other separators it knows
        games = list(read_games(whole.decode().split("\n")))
    except UnicodeDecodeError:
        raise StoreError(N_("{file} is damaged: it is not a text file."), file=path) from None
    except RecordError as error:
        raise _refused(path, error) from None
    if len(games) > 1:
        raise StoreError(N_("{file} holds several games, so none can be played on."), file=path)
    return games[0]


def _played(
    path: Path, record: GameRecord, seed: str | None = None
) -> tuple[Game, list[Line], list[Step]]:
    """The game after all its lines, the result lines that a crash left unwritten, and the actions
    that were not taken back. With `seed` every deal must follow from it."""
    game, missing, steps = game_of(record.header), list[Line](), list[Step]()
    entries = dict(record.entries)
    try:
        for step in replay(record):
            game = step.game
            if step.action is not None:
                if seed is not None and isinstance(step.action, Deal):
                    _check_deal(path, step, seed)
                missing = lines_for(step.action, Accepted(step.game, step.events))[1:]
                steps.append(step)
            elif isinstance(undo := entries[step.line], Undo):
                missing = []
                _take_back(steps, undo.lines)
            else:
                del missing[0]
    except RecordError as error:
        raise _refused(path, error) from None
    return game, missing, steps


def _check_deal(path: Path, step: Step, seed: str) -> None:
    """Raises StoreError for a deal that somebody has changed: the game could never be verified."""
    assert isinstance(step.action, Deal)
    if step.action.dealing != deal_of(step.before, seed):
        raise StoreError(
            N_(
                "{file} cannot be played on: the deal in line {line} does not follow from its seed."
            ),
            file=path,
            line=step.line,
        )


def _take_back(steps: list[Step], lines: int) -> None:
    """Forget the last `lines` actions, and the deals between them, which do not count."""
    while lines:
        lines -= not isinstance(steps.pop().action, Deal)


def _repair(file: AppendFile, whole: bytes, data: bytes) -> Sentence:
    """Keep the damaged file aside, then cut the piece of a line off."""
    try:
        aside = AppendFile.create(
            file.path.with_name(f"{file.path.name}{DAMAGED}{'' if n == 1 else f'-{n}'}")
            for n in count(1)
        )
        try:
            aside.append(data)
        finally:
            aside.close()
        file.cut(len(whole))
    except OSError as error:
        raise StoreError(
            N_("The end of {file} is damaged and cannot be repaired: {reason}."),
            file=file.path,
            reason=error.strerror,
        ) from error
    return Sentence(
        N_(
            "The last line of this game was cut off, so it goes on where it was before; "
            "the damaged file is kept as {file}."
        ),
        {"file": aside.path},
    )


def _listed(path: Path, data: bytes, time: int) -> SavedGame:
    whole, _ = _split(data)
    updated = datetime.fromtimestamp(time / 1e9, UTC)
    lines = whole.rstrip(b"\n").split(b"\n")
    ends = lines[-1].startswith(b'{"final"')
    record = _record(path, b"\n".join((lines[0], lines[-1])) if ends else whole)
    header = record.header
    final = record.entries[-1][1] if ends and record.entries else None
    if isinstance(final, FinalLine):  # nothing to work out, and there may be many of them
        rounds = header.rules.game_rounds
        return SavedGame(
            path, header.preset, header.seats, rounds, rounds, None, final.final,
            True, header.created, updated, header.practice,
        )  # fmt: skip
    game, _, _ = _played(path, record)
    table = game.round
    going = table is not None and table.phase not in (Phase.OVER, Phase.REDEAL)
    turn = None
    if table is not None and going:
        turn = table.turn if table.penalty is None else table.penalty
    return SavedGame(
        path, header.preset, header.seats, 0 if table is None else table.number,
        header.rules.game_rounds, turn, game.totals, False, header.created, updated,
        header.practice,
    )  # fmt: skip


def _names(folder: Path, data: bytes) -> Iterator[Path]:
    """Names for a new file, from the header that it begins with: when, and which game."""
    header = json.loads(data.partition(b"\n")[0])
    stem = re.sub(r"[^0-9A-Za-z-]", "", f"{header.get('created', '')}-{header.get('game', '')}")
    for n in count(1):
        yield folder / f"{stem}{'' if n == 1 else f'-{n}'}{SUFFIX}"


def _unreadable(path: Path, error: OSError) -> StoreError:
    return StoreError(N_("{file} cannot be read: {reason}."), file=path, reason=error.strerror)


def _refused(path: Path, error: RecordError) -> StoreError:
    return StoreError(N_("{file}: {why}"), file=path, why=error.sentence)

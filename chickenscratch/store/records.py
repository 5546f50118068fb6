"""Record files that anybody may have written, read as they are; and new files beside old ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from chickenscratch.core.record import FinalLine, GameRecord, RecordError, read_games
from chickenscratch.core.text import N_
from chickenscratch.store.appending import make_folder
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import read_file


class RecordedGame(NamedTuple):
    """A game of a file, and its part of the file, line by line. `name`: the file's."""

    record: GameRecord
    raw: tuple[str, ...]
    name: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines in which there is something."""
        return tuple(line for line in self.raw if line.strip())

    def up_to(self, line: int) -> tuple[str, ...]:
        """The lines up to `line` of the file, that one included."""
        part = self.raw[: line - self.record.line + 1]
        return tuple(text for text in part if text.strip())

    @property
    def finished(self) -> bool:
        """Whether the last line says so."""
        entries = self.record.entries
        return bool(entries) and isinstance(entries[-1][1], FinalLine)

    @property
    def seed(self) -> str | None:
        """The seed of the deals, if the game is over and nobody can be betrayed by it."""
        final = self.record.entries[-1][1] if self.record.entries else None
        return final.seed if isinstance(final, FinalLine) else None


def games_in(path: Path) -> list[RecordedGame]:
    """All games of a file. Raises StoreError if it cannot be read or is damaged."""
    try:
        # not splitlines: a name may hold one of the other separators it knows
        lines = read_file(path).data.decode().split("\n")
        records = list(read_games(lines))
    except UnicodeDecodeError:
        raise StoreError(N_("{file} is not a record: it is not UTF-8 text."), file=path) from None
    except OSError as error:
        raise StoreError(
            N_("{file} cannot be read: {reason}."), file=path, reason=error.strerror
        ) from error
    except RecordError as error:
        raise StoreError(N_("{file}: {why}"), file=path, why=error.sentence) from None
    starts = [record.line - 1 for record in records]
    ends = [*starts[1:], len(lines)]
    return [
        RecordedGame(record, tuple(lines[start:end]), path.name)
        for record, start, end in zip(records, starts, ends, strict=True)
    ]


def write_new(folder: Path, stem: str, ending: str, text: str) -> Path:
    """Write `text` to ``stem.ending`` in `folder`, or to ``stem-2.ending`` and so on if there is
    such a file already; gives its path. Raises StoreError; there is no half-written file then."""
    try:
        make_folder(folder)
        for path in _names(folder, stem, ending):
            try:
                stream = path.open("x", encoding="utf-8", newline="")
            except FileExistsError:
                continue
            try:
                with stream:
                    stream.write(text)
            except OSError:
                path.unlink(missing_ok=True)
                raise
            return path
    except OSError as error:
        raise StoreError(
            N_("{file} cannot be written: {why}."),
            file=folder / f"{stem}.{ending}",
            why=error.strerror or error,
        ) from error
    raise AssertionError("there is always another name")


def _names(folder: Path, stem: str, ending: str) -> Iterator[Path]:
    for number in count(1):
        yield folder / f"{stem}{'' if number == 1 else f'-{number}'}.{ending}"

"""Score sheets of games with real tiles, ``*.sheet.jsonl`` in one folder.

JSON Lines, append-only like the record of a game: a header, then a line for every round that was
written down or corrected, and for everything taken back. Nothing is rewritten in place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, NamedTuple

from chickenscratch.core.presets import make_rules, preset_of
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.sheet import ScoreSheet, SheetError
from chickenscratch.core.text import N_
from chickenscratch.core.tiles import Tile
from chickenscratch.store.appending import AppendFile
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import parse_json, read_file

SHEET_VERSION: Final = 1
SHEET_SUFFIX: Final = ".sheet.jsonl"
SHEETS: Final = "sheets"
"""The folder of the sheets, inside the data folder."""
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


class ListedSheet(NamedTuple):
    """A sheet in the folder."""

    path: Path
    sheet: ScoreSheet
    updated: datetime


class SheetList(NamedTuple):
    """The sheets in the folder, the latest first, and why the other files there are none."""

    sheets: tuple[ListedSheet, ...]
    refused: tuple[StoreError, ...]


class KeptSheet:
    """A sheet with its file: whatever is written down is on the disk before it counts."""

    def __init__(self, file: AppendFile, states: Sequence[ScoreSheet]) -> None:
        self._file = file
        self._states = list(states)

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def sheet(self) -> ScoreSheet:
        return self._states[-1]

    @property
    def can_undo(self) -> bool:
        return len(self._states) > 1

    def write(
        self,
        number: int,
        lead: int,
        scores: Sequence[int],
        out: int | None = None,
        hands: Sequence[Sequence[Tile]] = (),
    ) -> None:
        """Write round `number` down, or correct it. Raises SheetError and StoreError."""
        fresh = self.sheet.with_round(number, lead, scores, out, hands)
        line: dict[str, Any] = {
            "round": number,
            "lead": lead,
            "points": list(scores),
            "out": out,
        }
        if any(hands):
            line["hands"] = [[str(held) for held in hand] for hand in hands]
        self._append(line)
        self._states.append(fresh)

    def undo(self) -> bool:
        """Take the last round or correction back. False if there is none. Raises StoreError."""
        if not self.can_undo:
            return False
        self._append({"undo": 1})
        self._states.pop()
        return True

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _append(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.append(_bytes(line))
        except OSError as error:
            raise _unwritable(error) from error


class SheetShelf:
    """The folder where score sheets are kept. It need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(
        self, rules: RuleSet, names: Sequence[str], *, now: datetime | None = None
    ) -> KeptSheet:
        """A new sheet. Raises SheetError for names that cannot be, and StoreError."""
        created = (datetime.now(UTC) if now is None else now.astimezone(UTC)).strftime(_TIME)
        sheet = ScoreSheet.begin(rules, names, created)
        header = {
            "sheet": SHEET_VERSION,
            "id": token_hex(8),
            "rules": rules.model_dump(mode="json"),
            "preset": preset_of(rules),
            "names": list(names),
            "created": created,
        }
        try:
            file = AppendFile.create(_paths(self.folder, created))
        except OSError as error:
            raise _unwritable(error) from error
        kept = KeptSheet(file, [sheet])
        try:
            kept._append(header)
        except StoreError:
            kept.close()
            raise
        return kept

    def open(self, path: Path) -> KeptSheet:
        """The sheet in `path`, to go on with.

        A last line that was cut off is dropped; the file as it was is kept beside it then. Raises
        StoreError for what is no sheet, or is open in another window; it is left alone then.
        """
        try:
            file = AppendFile.open(path)
        except OSError as error:
            raise _unreadable(path, error) from error
        except StoreError as error:
            if path.is_file():
                raise StoreError(N_("{file} is open in another window."), file=path) from None
            raise error
        try:
            data = file.read()
            whole = _whole(data)
            states = _states(path, whole)
            if len(whole) < len(data):
                _keep_aside(path, data)
                file.cut(len(whole))
            elif not whole.endswith(b"\n"):
                file.append(b"\n")
        except OSError as error:
            file.close()
            raise _unreadable(path, error) from error
        except BaseException:
            file.close()
            raise
        return KeptSheet(file, states)

    def contents(self) -> SheetList:
        """What is in the folder. Raises StoreError if it cannot be read."""
        sheets: list[ListedSheet] = []
        refused: list[StoreError] = []
        for path in self._files():
            try:
                data, time = read_file(path)
                sheet = _states(path, _whole(data))[-1]
            except OSError as error:
                refused.append(_unreadable(path, error))
            except StoreError as error:
                refused.append(error)
            else:
                sheets.append(ListedSheet(path, sheet, datetime.fromtimestamp(time / 1e9, UTC)))
        sheets.sort(key=lambda entry: (entry.updated, entry.sheet.created), reverse=True)
        return SheetList(tuple(sheets), tuple(refused))

    def _files(self) -> Sequence[Path]:
        try:
            return sorted(p for p in self.folder.iterdir() if p.name.endswith(SHEET_SUFFIX))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise _unreadable(self.folder, error) from error


def read_sheet(path: Path) -> ScoreSheet:
    """The sheet in `path`, only to look at. Raises StoreError."""
    try:
        data = read_file(path).data
    except OSError as error:
        raise _unreadable(path, error) from error
    return _states(path, _whole(data))[-1]


def is_sheet(data: bytes) -> bool:
    """Whether a file that begins like this is a score sheet and not the record of a game."""
    try:
        line = parse_json(data.partition(b"\n")[0])
    except ValueError:
        return False
    return isinstance(line, dict) and "sheet" in line


def _bytes(line: Mapping[str, Any]) -> bytes:
    return (json.dumps(line, ensure_ascii=False) + "\n").encode()


def _whole(data: bytes) -> bytes:
    """The data without the piece of a line at its end, if there is one."""
    end = data.rfind(b"\n") + 1
    try:
        parse_json(data[end:])
    except ValueError:
        return data[:end]
    return data


def _states(path: Path, data: bytes) -> list[ScoreSheet]:
    """The sheet after its header and after every line that was not taken back."""
    states: list[ScoreSheet] = []
    for number, text in enumerate(data.split(b"\n"), 1):
        if not text.strip():
            continue
        try:
            line = parse_json(text)
            if not states:
                states.append(_begun(path, line))
            elif "undo" in line:
                if len(states) < 2:
                    raise ValueError(line)
                states.pop()
            elif "round" in line:
                states.append(_written(states[-1], line))
        except SheetError as error:
            raise StoreError(
                N_("{file}, line {line}: {why}"), file=path, line=number, why=error.sentence
            ) from None
        except RuleError as error:
            raise StoreError(N_("{file}: {why}"), file=path, why=error.sentence) from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise StoreError(
                N_("{file} is not a score sheet, or its line {line} is damaged."),
                file=path,
                line=number,
            ) from None
    if not states:
        raise StoreError(N_("{file} is not a score sheet: it is empty."), file=path)
    return states


def _begun(path: Path, line: dict[str, Any]) -> ScoreSheet:
    if _number(line["sheet"]) > SHEET_VERSION:
        raise StoreError(
            N_("{file} was written by a newer version; update the game to read it."), file=path
        )
    names = [_text(name) for name in line["names"]]
    return ScoreSheet.begin(make_rules(line["rules"]), names, _text(line.get("created", "")))


def _written(sheet: ScoreSheet, line: dict[str, Any]) -> ScoreSheet:
    out = line.get("out")
    return sheet.with_round(
        _number(line["round"]),
        _number(line["lead"]),
        [_number(points) for points in line["points"]],
        None if out is None else _number(out),
        [[Tile.parse(_text(held)) for held in hand] for hand in line.get("hands", ())],
    )


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    value.encode()  # half of a surrogate pair could never be written again
    return value


def _keep_aside(path: Path, data: bytes) -> None:
    names = (path.with_name(f"{path.name}.damaged{'' if n == 1 else f'-{n}'}") for n in count(1))
    aside = AppendFile.create(names)
    try:
        aside.append(data)
    finally:
        aside.close()


def _paths(folder: Path, created: str) -> Iterator[Path]:
    stem = re.sub(r"[^0-9A-Za-z-]", "", created)
    for n in count(1):
        yield folder / f"{stem}{'' if n == 1 else f'-{n}'}{SHEET_SUFFIX}"


def _unreadable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        N_("{file} cannot be read: {reason}."), file=path, reason=error.strerror or error
    )


def _unwritable(error: OSError) -> StoreError:
    return StoreError(
        N_("The score sheet cannot be saved: {reason}."), reason=error.strerror or error
    )

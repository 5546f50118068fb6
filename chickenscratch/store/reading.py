"""Reading files that anybody may have put there, and JSON that anybody may have written."""

from __future__ import annotations

import json
import os
import stat
from errno import EISDIR
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from chickenscratch.core.text import N_
from chickenscratch.store.errors import StoreError

NO_WAITING: Final = getattr(os, "O_NONBLOCK", 0)
"""A pipe with nobody at its other end would be waited for at opening."""
_FLAGS: Final = os.O_RDONLY | NO_WAITING | getattr(os, "O_BINARY", 0)


class ReadFile(NamedTuple):
    """What is in a file, and when it was last changed, in nanoseconds."""

    data: bytes
    time: int


def read_file(path: Path) -> ReadFile:
    """The whole of an ordinary file. Raises StoreError for what is none, such as a pipe or a
    device, of which the end might never come; and OSError."""
    with open_file(path) as file:
        return ReadFile(file.read(), os.fstat(file.fileno()).st_mtime_ns)


def open_file(path: Path) -> BinaryIO:
    """An ordinary file, to be read. Raises what :func:`read_file` does."""
    handle = os.open(path, _FLAGS)
    try:
        ordinary(handle, path)
        return open(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def ordinary(handle: int, path: Path) -> os.stat_result:
    """What is known of an open file. Raises StoreError if it is not an ordinary one, and
    IsADirectoryError."""
    found = os.fstat(handle)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(N_("{file} is not an ordinary file."), file=path)
    return found


def parse_json(text: str | bytes) -> Any:
    """The value of one JSON text. Raises ValueError, for one that is nested too deeply as well."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None

"""A file that only grows, one process at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Self

from chickenscratch.core.text import N_
from chickenscratch.store.errors import InUseError, StoreError
from chickenscratch.store.reading import NO_WAITING, ordinary

if sys.platform != "win32":
    import fcntl


_FLAGS: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class AppendFile:
    """A file held under a lock, of which nothing is ever rewritten.

    What an append could not write is cut off again, so that the file always ends where a finished
    append ended.
    """

    def __init__(self, path: Path, handle: int, size: int) -> None:
        self.path = path
        self._handle = handle
        self._size = size
        self._torn = False

    @classmethod
    def create(cls, paths: Iterable[Path]) -> Self:
        """A new file, only for its owner's eyes, at the first of `paths` that is free.

        Its folder is made if need be. Raises OSError.
        """
        for path in paths:
            make_folder(path.parent)
            try:
                handle = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            _lock(handle)
            _sync_folder(path.parent)
            return cls(path, handle, 0)
        raise FileExistsError

    @classmethod
    def open(cls, path: Path) -> Self:
        """A file that exists. Raises StoreError if another process holds it or if it is not an
        ordinary file, and OSError."""
        handle = os.open(path, _FLAGS | NO_WAITING)
        try:
            size = ordinary(handle, path).st_size
            if not _lock(handle):
                raise InUseError(N_("{file} is being played in another window."), file=path)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle, size)

    def read(self) -> bytes:
        """All of it. Raises OSError."""
        with open(os.dup(self._handle), "rb") as file:
            file.seek(0)
            return file.read()

    def append(self, data: bytes) -> None:
        """Write `data` and see it onto the disk. Raises OSError, and StoreError if somebody else
        has touched the file; nothing was appended then."""
        if self._torn:
            self.cut(self._size)
        self._check_untouched()
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)
        except OSError:
            self._torn = True
            raise
        self._size += len(data)

    def _check_untouched(self) -> None:
        """What is written into a file that was deleted is lost, and behind a gap it is no use."""
        found = os.fstat(self._handle)
        gone = sys.platform != "win32" and found.st_nlink == 0
        if gone or found.st_size != self._size:
            raise StoreError(
                N_("Nothing is saved any more: {file} was removed or changed by something else."),
                file=self.path,
            )

    def cut(self, size: int) -> None:
        """Leave only the first `size` bytes. Raises OSError."""
        os.ftruncate(self._handle, size)
        os.fsync(self._handle)
        self._size, self._torn = size, False

    def close(self) -> None:
        """Let go of the file and of its lock."""
        try:
            if self._torn:
                self.cut(self._size)
        finally:
            os.close(self._handle)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, only for their owner's eyes. Raises
    OSError."""
    if not folder.is_dir():  # mkdir gives its mode to the last folder only
        if not folder.parent.exists():
            make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _lock(handle: int) -> bool:
    """False if another process holds the file. Where there are no locks, nobody ever does."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # some network file systems know no locks
            pass
    return True


def _sync_folder(folder: Path) -> None:
    """Make sure that a new file's name is on the disk too."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

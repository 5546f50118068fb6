"""Unix sockets that can be trusted: who is at the other end, and who could have put them there.

A socket lives in a folder that nobody but its owner can write to, and whoever listens must be that
owner, or root, who may listen for them (systemd does). Nothing here follows a link.
"""

from __future__ import annotations

import os
import socket
import stat
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from chickenscratch.core.text import N_, Sentence

SOCKET: Final = "host.sock"
"""The socket's name in its folder."""
SYSTEM_FOLDER: Final = Path("/run/chickenscratch")
_LONGEST: Final = 100
"""Bytes of a path that fits into every system's socket address."""
_PATIENCE: Final = 5.0
"""Seconds."""
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class SocketError(Exception):
    """A socket that cannot be trusted or used. `sentence` says why, in words to show."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


def peer_uid(connection: socket.socket) -> int:
    """The user at the other end, by the kernel's word. Raises OSError where it gives none."""
    if sys.platform == "linux":
        size = struct.calcsize("3i")
        data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        _, uid, _ = struct.unpack("3i", data)
        return int(uid)
    if sys.platform == "darwin":  # struct xucred, by LOCAL_PEERCRED of SOL_LOCAL
        data = connection.getsockopt(0, 1, struct.calcsize("2Ih16I"))
        return int(struct.unpack_from("2I", data)[1])
    raise OSError("this system does not tell who is at the other end of a socket")


def account(uid: int) -> str:
    """The name of an account as a player: ``~name``, or ``~uid1234`` where it has none."""
    import pwd

    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"~uid{uid}"
    return f"~{name}"


def check_folder(folder: Path) -> int:
    """The owner of a folder in which a socket may be trusted. Raises SocketError.

    Neither it nor a folder above it may be one that others can put things into (a sticky one, such
    as ``/tmp``, may stand above it), and it may not be a link.
    """
    try:
        found = folder.lstat()
    except OSError as error:
        raise _unusable(folder, error) from error
    if not stat.S_ISDIR(found.st_mode):
        raise SocketError(N_("{folder} is a link or no folder, so its socket is not trusted."),
                          folder=folder)  # fmt: skip
    _check_mode(folder, found, sticky=False)
    for above in Path(os.path.abspath(folder)).parents:
        try:
            _check_mode(above, above.stat(), sticky=True)
        except OSError as error:
            raise _unusable(above, error) from error
    return found.st_uid


def _check_mode(folder: Path, found: os.stat_result, *, sticky: bool) -> None:
    mode = found.st_mode
    if mode & _OTHERS_WRITE and not (sticky and mode & stat.S_ISVTX):
        raise SocketError(
            N_("Others may write into {folder}, so the socket there is not trusted."),
            folder=folder,
        )


def dial(path: Path) -> socket.socket:
    """A connection to the host at `path`, which is who it should be. Raises SocketError."""
    owner = check_folder(path.parent)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(_PATIENCE)  # a full queue would be waited for
    try:
        connection.connect(str(path))
        uid = peer_uid(connection)
    except OSError as error:
        connection.close()
        raise _unusable(path, error) from error
    if uid not in (0, owner):
        connection.close()
        raise SocketError(
            N_("{path} belongs to somebody else than its folder, so it is not trusted."), path=path
        )
    connection.setblocking(False)
    return connection


def answers(path: Path) -> bool:
    """Whether somebody listens at `path`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe, suppress(OSError):
        probe.connect(str(path))
        return True
    return False


def listen(path: Path, mode: int) -> socket.socket:
    """A new socket at `path`. What a dead host left there is removed, so hold the lock of
    :func:`~chickenscratch.host.starting.hold`. Raises SocketError."""
    owner = check_folder(path.parent)
    if owner != os.geteuid():
        raise SocketError(
            N_("{folder} belongs to somebody else, so no host can listen there."),
            folder=path.parent,
        )
    if len(os.fsencode(path)) > _LONGEST:
        raise SocketError(N_("{path} is too long for the name of a socket."), path=path)
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise SocketError(N_("{path} is there already and is no socket."), path=path)
        if answers(path):
            raise SocketError(N_("A host is listening at {path} already."), path=path)
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        before = os.umask(0o777 & ~mode)  # no moment in which others could connect
        try:
            listener.bind(str(path))
        finally:
            os.umask(before)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise _unusable(path, error) from error
    listener.setblocking(False)
    return listener


def _unusable(path: Path, error: OSError) -> SocketError:
    reason = error.strerror or error
    return SocketError(N_("{path} cannot be used: {reason}."), path=path, reason=reason)

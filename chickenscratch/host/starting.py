"""Finding the host, being the only one, and starting one's own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from chickenscratch.core.text import N_
from chickenscratch.host.sockets import SOCKET, SYSTEM_FOLDER, SocketError, answers, check_folder
from chickenscratch.store.appending import make_folder

if sys.platform != "win32":
    import fcntl

LOCK: Final = "host.lock"
SOCKET_VARIABLE: Final = "CHICKENSCRATCH_SOCKET"
"""Names the socket of the host to join, instead of the usual ones."""
IDLE: Final = 600
"""Seconds without a connection after which a host that was started by itself ends."""
_NAME: Final = "chickenscratch"


@contextmanager
def hold(state: Path) -> Iterator[None]:
    """Be the only host with this state folder. Raises SocketError if there is one."""
    with _locked(state, wait=False):
        yield


def own_socket(state: Path, environ: Mapping[str, str] | None = None) -> Path:
    """Where one's own private host listens: for this session of the machine, else in its state."""
    runtime = (os.environ if environ is None else environ).get("XDG_RUNTIME_DIR")
    folder = Path(runtime) / _NAME if runtime else state / "run"
    return folder / SOCKET


def shared_socket() -> Path:
    """Where a host that somebody runs for others listens: in a folder of theirs that all may
    enter."""
    return Path("/tmp") / f"{_NAME}-{os.geteuid()}" / SOCKET


def find(state: Path, environ: Mapping[str, str] | None = None) -> Path | None:
    """The socket of the host to join: the one that is asked for, the machine's, or one's own."""
    asked = (os.environ if environ is None else environ).get(SOCKET_VARIABLE)
    if asked:
        return Path(asked)
    usual = (SYSTEM_FOLDER / SOCKET, shared_socket(), own_socket(state, environ))
    return next((path for path in usual if _listens(path)), None)


def to_join(state: Path, environ: Mapping[str, str] | None = None) -> Path:
    """The socket of the host to join; one's own is started if there is none. Raises SocketError."""
    return find(state, environ) or ensure(state, environ)


def prepare_folder(folder: Path, mode: int) -> None:
    """Make the folder of a socket, if need be. Raises SocketError."""
    try:
        make_folder(folder.parent)
        folder.mkdir(mode=mode, exist_ok=True)
        check_folder(folder)
        if folder.lstat().st_uid == os.geteuid():
            folder.chmod(mode)
    except OSError as error:
        raise SocketError(
            N_("{path} cannot be used: {reason}."), path=folder, reason=error.strerror
        ) from error


def ensure(state: Path, environ: Mapping[str, str] | None = None) -> Path:
    """The socket of one's own private host, which is started if there is none.

    However many ask at the same moment, there will be one. Blocks for as long as it takes to start,
    about a second. Raises SocketError.
    """
    path = own_socket(state, environ)
    prepare_folder(path.parent, 0o700)
    if answers(path):
        return path
    with _locked(path.parent, wait=True):
        if not answers(path):
            _spawn(state, path)
    return path


def _spawn(state: Path, path: Path) -> None:
    ready, tell = os.pipe()
    try:
        command = [
            sys.executable, "-P", "-m", _NAME, "host", "--state", str(state), "--socket", str(path),
            "--private", "--idle", str(IDLE), "--ready-fd", str(tell),
        ]  # fmt: skip
        make_folder(state)
        with open(state / "host.log", "ab") as log:
            process = subprocess.Popen(
                command, pass_fds=(tell,), start_new_session=True, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log, cwd="/",
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )  # fmt: skip
        os.close(tell)
        tell = -1
        if os.read(ready, 1) != b"1":  # it has ended without a word
            process.wait()
            raise SocketError(
                N_("No host could be started; {file} says why."), file=state / "host.log"
            )
    except OSError as error:
        raise SocketError(
            N_("{path} cannot be used: {reason}."), path=path, reason=error.strerror
        ) from error
    finally:
        os.close(ready)
        if tell >= 0:
            os.close(tell)


def _listens(path: Path) -> bool:
    with suppress(SocketError):
        check_folder(path.parent)
        return answers(path)
    return False


@contextmanager
def _locked(folder: Path, *, wait: bool) -> Iterator[None]:
    try:
        make_folder(folder)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        handle = os.open(folder / LOCK, flags, 0o600)
    except OSError as error:
        raise SocketError(
            N_("{path} cannot be used: {reason}."), path=folder / LOCK, reason=error.strerror
        ) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise SocketError(
                N_("A host with the folder {folder} is running already."), folder=folder
            ) from None
        yield
    finally:
        os.close(handle)

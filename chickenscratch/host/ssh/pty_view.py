"""A view in a process of its own, behind a pseudo-terminal.

It takes ten times the memory of a view among others, but what goes wrong in it goes wrong for one
player only, and the system keeps it apart from the others' views.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
import pty
import signal
import socket
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final

from chickenscratch.host.ssh.link import RESTORE, Link, Visitor

log = logging.getLogger("chickenscratch.host.ssh")

PATIENCE: Final = 60 * 60.0
"""Seconds without a key; whether it is at a table is known only to the process."""
CHUNK: Final = 65_536
WAITING_MOST: Final = 131_072
"""Typed bytes that wait for the process; more than the window of the session."""
HIGH: Final = 131_072
"""Bytes waiting for the client above which no more is taken from the process."""
POLL: Final = 0.05
STALLED: Final = 30.0
GRACE: Final = 2.0
"""Seconds a process has to end after it was told to."""
LEFT: Final = (0, 128 + signal.SIGHUP, 128 + signal.SIGTERM)
"""Exit codes of a process that ended as it should."""


class SeparateError(Exception):
    """The player's process ended as it should not."""


class PtyView:
    """Runs `command` with the number of a socket added, from which the process reads one line
    about the visitor and then, one a line, the sentences to show."""

    patience = PATIENCE

    def __init__(
        self, link: Link, visitor: Visitor, command: Sequence[str], environ: Mapping[str, str]
    ) -> None:
        self._link = link
        self._visitor = visitor
        self._command = command
        self._environ = environ
        self._size = visitor.size
        self._master = -1
        self._typed = bytearray()
        self._process: asyncio.subprocess.Process | None = None
        self._news: socket.socket | None = None
        self._over = asyncio.Event()
        self._stalled_since = 0.0
        self._leaving = False

    async def run(self) -> int:
        """Raises SeparateError if the process fails, and OSError if there can be none."""
        if self._leaving:
            return 0
        self._master, slave = pty.openpty()
        ours, theirs = socket.socketpair()
        self._news = ours
        try:
            with theirs:
                self._set_size()
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    str(theirs.fileno()),
                    stdin=slave,
                    stdout=slave,
                    stderr=slave,
                    env=dict(self._environ),
                    start_new_session=True,
                    pass_fds=(theirs.fileno(),),
                )
            os.close(slave)
            slave = -1
            ours.sendall(json.dumps(asdict(self._visitor)).encode() + b"\n")
            os.set_blocking(self._master, False)
            asyncio.get_running_loop().add_reader(self._master, self._read)
            code = await self._process.wait()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), GRACE)  # its last words
            if code not in LEFT:
                self._failed(code)
        finally:
            if slave >= 0:
                os.close(slave)
            self._close()
        return 0

    def _failed(self, code: int) -> None:
        """Put the terminal in order, and pass on what the process has said of itself."""
        assert self._news is not None
        self._link.send(RESTORE.encode())
        self._news.setblocking(False)
        said = b""
        with suppress(OSError):
            said = self._news.recv(CHUNK)
        log.error("a process of a player ended with %d\n%s", code, said.decode(errors="replace"))
        if not self._leaving:
            raise SeparateError

    def _close(self) -> None:
        loop = asyncio.get_running_loop()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._news is not None:
            self._news.close()
        loop.remove_reader(self._master)
        loop.remove_writer(self._master)
        os.close(self._master)
        self._master = -1

    def _read(self) -> None:
        """Take what it draws, unless the client has not taken what it drew before."""
        loop = asyncio.get_running_loop()
        if self._link.backlog() > HIGH:
            loop.remove_reader(self._master)
            self._stalled_since = self._stalled_since or time.monotonic()
            if time.monotonic() - self._stalled_since > STALLED:
                self._link.hang_up("stalled")
            else:
                loop.call_later(POLL, self._read_on)
            return
        self._stalled_since = 0.0
        try:
            data = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # how Linux says that nobody is at the other end any more
            data = b""
        if data:
            self._link.started()
            self._link.send(data)
        else:
            loop.remove_reader(self._master)
            self._over.set()

    def _read_on(self) -> None:
        if self._master >= 0:
            asyncio.get_running_loop().add_reader(self._master, self._read)
            self._read()

    def feed(self, data: bytes) -> None:
        self._typed += data[: WAITING_MOST - len(self._typed)]
        self._write()

    def _write(self) -> None:
        if self._master < 0:
            return
        loop = asyncio.get_running_loop()
        try:
            while self._typed:
                written = os.write(self._master, self._typed[:4096])
                del self._typed[:written]
        except BlockingIOError:
            self._link.pause_input(True)
            loop.add_writer(self._master, self._write)
            return
        except OSError:
            self._typed.clear()
        loop.remove_writer(self._master)
        self._link.pause_input(False)

    def resize(self, columns: int, rows: int) -> None:
        self._size = columns, rows
        if self._master >= 0:
            self._set_size()

    def _set_size(self) -> None:
        columns, rows = self._size
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def tell(self, sentence: str) -> None:
        if self._news is not None and self._master >= 0:
            with suppress(OSError):
                self._news.sendall(json.dumps(sentence).encode() + b"\n")

    def leave(self) -> None:
        self._leaving = True
        self._signal(signal.SIGHUP)
        if self._process is not None:
            asyncio.get_running_loop().call_later(GRACE, self._signal, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)


def at_home(descriptor: int) -> tuple[Visitor, socket.socket]:
    """In the process: make the pseudo-terminal its own, and learn who is at the other end of it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    news = socket.socket(fileno=descriptor)
    line = bytearray()
    while not line.endswith(b"\n") and (byte := news.recv(1)):
        line += byte
    told: dict[str, Any] = json.loads(line)
    told["size"] = tuple(told["size"])
    return Visitor(**told), news

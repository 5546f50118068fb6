"""A program in a real pseudo-terminal, with a screen to read and a deadline instead of sleeps."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import termios

import pyte

DEADLINE = 15.0
PASSED_ON = ("PATH", "HOME", "LANG", "CHICKENSCRATCH_HOME", "VIRTUAL_ENV", "PYTHONPATH")


class Terminal:
    """A terminal emulator with one program in it."""

    def __init__(
        self, command: Sequence[str], columns: int, rows: int, environ: dict[str, str]
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        """Every byte the program has written."""
        self.master, self.slave = pty.openpty()
        self._set_size(columns, rows)
        self.modes_before = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environ,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    @property
    def text(self) -> str:
        """The rows of the screen."""
        return "\n".join(self.screen.display)

    def send(self, data: bytes | str) -> None:
        """Type `data`, reading meanwhile so that neither side has to wait for the other. Raises
        OSError if the program has ended, so that nobody reads it."""
        waiting = memoryview(data.encode() if isinstance(data, str) else data)
        end = time.monotonic() + DEADLINE
        while waiting:
            assert time.monotonic() < end, "the program does not read its input"
            readable, writable, _ = select.select([self.master], [self.master], [], 1)
            if readable:
                self._read()
            if writable:
                waiting = waiting[os.write(self.master, waiting[:512]) :]
            elif not readable and self.process.poll() is not None:
                raise BrokenPipeError("the program has ended")

    def until(self, happened: Callable[[], bool], what: str) -> None:
        """Read until `happened`."""
        end = time.monotonic() + DEADLINE
        while not happened():
            left = end - time.monotonic()
            assert left > 0, f"no {what} on\n{self.text}\nafter {self.output[-400:]!r}"
            if select.select([self.master], [], [], min(left, 0.2))[0]:
                self._read()

    def expect(self, text: str) -> None:
        """Read until `text` is on the screen."""
        self.until(lambda: text in self.text, repr(text))

    def expect_output(self, data: bytes, since: int = 0) -> None:
        """Read until the program has written `data`."""
        self.until(lambda: data in self.output[since:], repr(data))

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)

    def wait(self) -> int:
        """Read until the program has ended, and return its exit code."""
        self.until(lambda: self.process.poll() is not None, "end of the program")
        self.read_what_is_there()
        return self.process.returncode

    def read_what_is_there(self) -> None:
        """Read all that has been written so far."""
        while self._open and select.select([self.master], [], [], 0)[0]:
            self._read()

    def hang_up(self) -> None:
        """Close the terminal, as a lost connection does."""
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._open:
            self.hang_up()

    @property
    def _open(self) -> bool:
        return self.master >= 0

    def _read(self) -> None:
        data = os.read(self.master, 65536)
        self.output += data
        self._stream.feed(data)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a program: ``start(sys.executable, "-m", "chickenscratch", columns=120, rows=40)``."""
    terminals: list[Terminal] = []

    def begin(*command: str, columns: int = 80, rows: int = 24, **environ: str) -> Terminal:
        passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        plain = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        terminals.append(Terminal(command, columns, rows, passed_on | plain | environ))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.close()

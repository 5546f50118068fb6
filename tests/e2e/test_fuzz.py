"""Whatever is typed, clicked, pasted or torn at a running table: it lives, its games are legal, and
the terminal is clean afterwards."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

MOUSE_MODES = (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016)
KEYS = b"0123456789dpcuUosmnrzvtfhjkl,.+-/?<>%:;' aeiy"
NAMED = (
    b"\r", b" ", b"\t", b"\x1b", b"\x7f", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[Z",
    b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~", b"\x1bOP", b"\x1bOQ", b"\x1b[19~", b"\x1b[15~",
    b"\x1b[57414u", b"\x1b[97;5u", b"\x10", b"\x0c", b"q", b"\r", b"\x1b[1;5C",
)  # fmt: skip
ANSWERS = (
    b"\x1b[I", b"\x1b[O", b"\x1b[?1u", b"\x1b[?2026;2$y", b"\x1b[24;80R", b"\x1b[?62;4c",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b[8;24;80t", b"\x1bP>|term\x1b\\",
)  # fmt: skip
TORN = (b"\x1b[", b"\x1b[<", b"\x1b[M", b"\x1b[M\xff", b"\x1b[<0;5", b"\x1bO", b"\x1b[1;", b"\xc3")
LEFT = (0, 130)
"""Exit codes of a program that was left by its own keys."""


def chunk(chance: random.Random) -> bytes:
    """A few bytes as they may come from a terminal, a person or a broken line."""
    match chance.randrange(12):
        case 0 | 1 | 2:
            return bytes(chance.choices(KEYS, k=chance.randrange(1, 5)))
        case 3 | 4:
            return b"".join(chance.choices(NAMED, k=chance.randrange(1, 4)))
        case 5:
            button, end = chance.choice((0, 1, 2, 32, 35, 64, 65)), chance.choice("Mm")
            x, y = chance.randrange(0, 500), chance.randrange(0, 160)
            return f"\x1b[<{button};{x};{y}{end}".encode()
        case 6:
            x, y = chance.randrange(1, 81), chance.randrange(1, 25)
            return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m".encode()
        case 7:
            return b"\x1b[M" + bytes(chance.randrange(32, 256) for _ in range(3))
        case 8:
            text = bytes(chance.choices(KEYS, k=chance.randrange(0, 40)))
            return b"\x1b[200~" + text + chance.choice((b"\x1b[201~", b"\x1b[201~", b""))
        case 9:
            return bytes(b for b in chance.randbytes(chance.randrange(1, 9)) if b not in QUITS)
        case 10:
            return chance.choice(ANSWERS)
        case _:
            return chance.choice(TORN)


QUITS = (3, 17, 26, 28)
"""Ctrl+C, Ctrl+Q, Ctrl+Z and Ctrl+\\ end or stop the program, which is not what is tried here."""


class Table:
    """A table in a terminal, sat down at again whenever it was left."""

    def __init__(self, start: Callable[..., Any], home: Path, seed: int) -> None:
        self._start, self._home = start, home
        self.chance = random.Random(seed)
        self.times = 0
        self.open()

    def open(self) -> None:
        self.times += 1
        words = ["play", "--bots", "random", "--seed", f"{self.times:x}"]
        self.terminal = self._start(
            sys.executable, "-m", "chickenscratch", *words, CHICKENSCRATCH_HOME=str(self._home)
        )
        self.terminal.expect("Chicken Scratch".upper())
        self.terminal._stream.feed = lambda _data: None  # nobody looks any more

    def feed(self, chunks: int) -> None:
        """Send so many chunks, and now and then another size of the window."""
        for number in range(chunks):
            if self.terminal.process.poll() is not None:
                self.check_left()
                self.open()
            if number % 97 == 96:
                self.terminal.process.send_signal(signal.SIGCONT)  # Ctrl+Z may have been among it
                columns, rows = self.chance.choice(SIZES)
                self.terminal.resize(columns, rows)
            self._send(chunk(self.chance))

    def _send(self, data: bytes) -> None:
        try:
            self.terminal.send(data)
        except OSError:
            self.terminal.wait()
        while select.select([self.terminal.master], [], [], 0)[0]:
            try:
                self.terminal._read()
            except OSError:
                break
        del_front(self.terminal)

    def check_left(self) -> None:
        assert self.terminal.wait() in LEFT, self.terminal.output[-2000:]
        self.check_clean()

    def check_clean(self) -> None:
        """The terminal is as it was: echo, cursor, screen and mouse."""
        terminal = self.terminal
        assert termios.tcgetattr(terminal.slave) == terminal.modes_before
        assert terminal.output.rfind(b"\x1b[?1049l") > terminal.output.rfind(b"\x1b[?1049h")
        assert terminal.output.rfind(b"\x1b[?25h") > terminal.output.rfind(b"\x1b[?25l")
        for mode in MOUSE_MODES:
            on, off = b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode
            assert terminal.output.rfind(off) >= terminal.output.rfind(on), mode
        assert b"Traceback" not in terminal.output

    def end(self) -> None:
        """It still answers; then it is ended from outside."""
        if self.terminal.process.poll() is not None:
            self.check_left()
            self.open()
        before = len(self.terminal.output)
        self.terminal.send(b"   \x1b[201~" + b" " * 40)  # the end of whatever is still open
        self.terminal.resize(100, 30)
        self.terminal.until(lambda: len(self.terminal.output) > before, "answer to a new size")
        self.terminal.process.send_signal(signal.SIGTERM)
        code = self.terminal.wait()
        assert code == 128 + signal.SIGTERM, f"{code}: {self.terminal.output[-1500:]!r}"
        self.check_clean()


SIZES = ((1, 1), (10, 5), (39, 12), (40, 11), (40, 12), (80, 24), (120, 40), (200, 60), (480, 154))
KEPT = 1 << 20


def del_front(terminal: Any) -> None:
    """Forget old output: what counts is how it ends."""
    if len(terminal.output) > 4 * KEPT:
        terminal.output = terminal.output[-KEPT:]


def games(home: Path) -> Iterator[Path]:
    yield from home.rglob("*.chicken.jsonl")


def verified(home: Path) -> int:
    """How many games there are, every one of them legal."""
    found = list(games(home))
    for file in found:
        words = [sys.executable, "-m", "chickenscratch", "verify", str(file)]
        environ = os.environ | {"CHICKENSCRATCH_HOME": str(home)}
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=environ)
        assert done.returncode == 0, f"{file}: {done.stdout}{done.stderr}"
    return len(found)


def try_out(start: Callable[..., Any], home: Path, seed: int, chunks: int) -> Table:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('pace = "instant"\n')
    table = Table(start, home, seed)
    table.feed(chunks)
    table.end()
    assert verified(home) >= 1
    return table


def test_a_table_survives_whatever_comes(start: Callable[..., Any], tmp_path: Path) -> None:
    try_out(start, tmp_path / "game", 7, 300)


@pytest.mark.slow
def test_a_table_survives_a_hundred_thousand_chunks(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    began = time.monotonic()
    table = try_out(start, tmp_path / "game", 11, 100_000)
    print(f"{table.times} times at the table, {time.monotonic() - began:.0f} s")

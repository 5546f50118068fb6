"""How long a key takes until its frame is complete, and how many bytes that sends: measured from
outside, in a terminal of its own."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

from chickenscratch.cli.bench_figure import Figure
from chickenscratch.locale import _

SIZE: Final = (120, 40)
"""Columns and rows."""
TILES: Final = 54
"""Tiles on the table."""
KEYS: Final = (b"\x1b[C", b"\t", b"\t", b"\x1b[A", b"\t", b"\t", b"1", b"\x7f")
"""Right and the next tiles that fit; lift one, go from place to place; type and erase a number,
which puts the tile back."""
QUIET: Final = 0.05
"""Seconds without a byte that end a frame."""
PATIENCE: Final = 20.0
"""Seconds for the first frame."""
ROUNDS: Final = 6
"""How often all keys are pressed for each repeat."""
THINKER: Final = "master"
"""The level that thinks longest."""
WARM: Final = 14
"""Keys before anything is measured: each tile is drawn for the first time only once."""


class Frame(NamedTuple):
    """What followed a key: milliseconds until the last byte, and how many there were."""

    ms: float
    size: int


class Measured(NamedTuple):
    """The frames of cursor moves, and the one of a tile that was laid."""

    keys: tuple[Frame, ...]
    play: Frame

    def rank(self, share: float) -> float:
        """Milliseconds in which this share of the keys were done."""
        times = sorted(frame.ms for frame in self.keys)
        return times[min(len(times) - 1, int(share * len(times)))]

    @property
    def size(self) -> float:
        """Bytes of a usual cursor move."""
        return median(frame.size for frame in self.keys)


def possible() -> bool:
    """Whether this system has terminals for programs."""
    return sys.platform != "win32"


def measure(
    rounds: int, tiles: int = TILES, keys: tuple[bytes, ...] = KEYS, level: str | None = None
) -> Measured:
    """Press all keys so many times at a crowded table, then lay a tile; a bot of `level` thinks
    all the while if there is one."""
    with _Terminal(tiles, level) as terminal:
        terminal.first_frame()
        frames = [terminal.press(key) for key in keys * (rounds + -(-WARM // len(keys)))]
        kept = tuple(frame for frame in frames[-rounds * len(keys) :] if frame.size)
        terminal.press(b"\t")
        terminal.press(b"\x1b[A")
        return Measured(kept, terminal.press(b"\r", 0.5))


def screen(repeats: int) -> Iterator[Figure]:
    """A key at a table with many tiles, in a terminal of its own; nothing without such."""
    if not possible():
        return
    idle, thinking = list[Measured](), list[Measured]()
    for _repeat in range(repeats):  # by turns, as other programs may disturb some of them
        idle.append(measure(ROUNDS))
        thinking.append(measure(ROUNDS, level=THINKER))
    measured, busy = _together(idle), _together(thinking)
    where = {"columns": SIZE[0], "rows": SIZE[1], "tiles": TILES}
    for rank, share in (("p50", 0.5), ("p95", 0.95)):
        words = _("from a key to its frame, {rank}, {columns} by {rows}, {tiles} tiles")
        yield Figure(
            f"screen.key.{rank}", words.format(rank=rank, **where), measured.rank(share), "ms"
        )
        words = _("the same while a computer player of level {level} thinks, {rank}")
        yield Figure(
            f"screen.thinking.{rank}",
            words.format(rank=rank, level=THINKER),
            busy.rank(share),
            "ms",
        )
    yield Figure("screen.key.bytes", _("sent for a move of the cursor"), measured.size, "bytes")
    yield Figure(
        "screen.play.bytes", _("sent for a tile that is laid"), measured.play.size, "bytes"
    )


def _together(parts: Sequence[Measured]) -> Measured:
    return Measured(tuple(frame for part in parts for frame in part.keys), parts[-1].play)


class _Terminal:
    """The program behind a pseudo-terminal."""

    def __init__(self, tiles: int, level: str | None) -> None:
        self._words = [str(tiles), *([level] if level else [])]

    def __enter__(self) -> _Terminal:
        import fcntl
        import pty
        import struct
        import termios

        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        environ = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("SSH_", "TEXTUAL", "NO_COLOR"))
        }
        environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._child = subprocess.Popen(
            [sys.executable, "-m", "chickenscratch.tui.trial", *self._words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ,
            start_new_session=True,
        )
        os.close(slave)
        return self

    def __exit__(self, *_error: object) -> None:
        self._child.kill()
        self._child.wait()
        os.close(self._master)

    def first_frame(self) -> None:
        """Wait until the table is there and rests."""
        seen = 0
        while seen < SIZE[0] * SIZE[1]:
            chunk = self._read(PATIENCE)
            if not chunk:
                raise RuntimeError("the program shows nothing")
            seen += len(chunk)
        while any(self._chunks(1.0)):
            pass

    def press(self, key: bytes, quiet: float = QUIET) -> Frame:
        """What follows a key."""
        start = last = perf_counter()
        os.write(self._master, key)
        size = 0
        for chunk in self._chunks(quiet):
            last = perf_counter()
            size += len(chunk)
        return Frame(1000 * (last - start), size)

    def _chunks(self, quiet: float) -> Iterator[bytes]:
        while chunk := self._read(quiet):
            yield chunk

    def _read(self, timeout: float) -> bytes:
        ready, _, _ = select.select([self._master], [], [], timeout)
        if not ready:
            return b""
        try:
            return os.read(self._master, 65536)
        except OSError:  # the program has ended
            return b""

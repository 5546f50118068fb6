"""Two windows of one person at a real host, in real pseudo-terminals."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chickenscratch.host.sockets import SOCKET

pytestmark = pytest.mark.slow

HEN = (sys.executable, "-m", "chickenscratch")


class Host:
    """A host process, which can be killed and started anew."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "run" / SOCKET
        self.socket.parent.mkdir(mode=0o700)
        self._state = folder / "state"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        ready, tell = os.pipe()
        command = [*HEN, "host", "--private", "--socket", str(self.socket), "--state",
                   str(self._state), "--ready-fd", str(tell)]  # fmt: skip
        self._process = subprocess.Popen(command, pass_fds=(tell,), start_new_session=True)
        os.close(tell)
        assert os.read(ready, 1) == b"1"
        os.close(ready)

    def kill(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.fixture
def host() -> Iterator[Host]:
    with tempfile.TemporaryDirectory(prefix="cs-") as folder:
        running = Host(Path(folder))
        running.start()
        yield running
        running.kill()


def test_takeover_and_a_killed_host_cost_nothing(start: Callable[..., Any], host: Host) -> None:
    join = (*HEN, "join", "--socket", str(host.socket))
    first = start(*join, columns=100, rows=30)
    first.expect("THE LOBBY")
    first.expect("who could see all hands")
    press(first, "n", "SET UP A TABLE")
    press(first, "\x1bOQ", "Seats")
    for seat, left in [(2, "2 seats are"), (3, "1 seat is")]:
        press(first, "\x1b[B", f"> {seat}")
        press(first, "b", left)
    press(first, "\x1b[B", "> 4")
    press(first, "b", gone="still free")
    press(first, "\r", "open ends")
    first.expect("Your turn")
    hand = hand_of(first)
    second = start(*join, columns=100, rows=30)
    second.expect("Your turn")
    press(second, "\r", "open ends")
    first.expect("This seat is now played elsewhere.")
    assert hand_of(second) == hand
    press(first, ":", "take the seat back")
    press(first, "h", "the others")
    second.expect("This seat is now played elsewhere.")
    host.kill()
    first.expect("The connection is lost")
    host.start()
    first.until(lambda: "The connection is lost" not in first.text, "connection")
    assert hand_of(first) == hand
    for window in (first, second):
        press(window, "q", "LEAVE THE TABLE")
        press(window, "\r", "THE LOBBY")
        press(window, "q", gone="THE LOBBY")
        assert window.wait() == 0


def press(window: Any, key: str, words: str = "", *, gone: str = "") -> None:
    """Press a key until words have come, or others have gone: one that comes too early does
    nothing."""
    end = time.monotonic() + 15

    def done() -> bool:
        here = words in window.text and (not gone or gone not in window.text)
        return here or (bool(gone) and window.process.poll() is not None)

    while not done():
        assert time.monotonic() < end, f"no {words!r} on\n{window.text}"
        window.send(key)
        soon = time.monotonic() + 1
        while not done() and time.monotonic() < soon:
            if select.select([window.master], [], [], 0.1)[0]:
                window._read()


def hand_of(window: Any) -> set[str]:
    """The tiles of the hand, as they stand below the duty."""
    rows = window.text.split("\n")[-7:-3]
    return set(re.findall(r"\d\|\d", " ".join(rows)))

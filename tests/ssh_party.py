"""A host with its SSH server, each a process that can be killed, and people with real clients."""

from __future__ import annotations

import asyncio
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from chickenscratch.core.record import GameRecord, read_games
from chickenscratch.core.replay import replay
from chickenscratch.host.client import HostClient
from chickenscratch.host.hall import GAMES
from chickenscratch.host.shapes import TableSettings
from chickenscratch.host.sockets import SOCKET

HEN = (sys.executable, "-m", "chickenscratch")
CONFIG = """
[host]
requests_burst = 100000
[host.ssh]
per_address = 100
connects = 100000
starting = 8
"""
ESTABLISHED = "01"
"""In the table of the kernel."""
PATIENCE = 30.0
KEYS = {"Enter": "\r", "Space": " "}
needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no OpenSSH client")
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")


class House:
    """A host and an SSH server, in a folder of their own."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.folder = folder
        self.socket = folder / "run" / SOCKET
        self.socket.parent.mkdir(mode=0o700)
        self.port = 0
        self._workers = workers
        self._state = folder / "state"
        self._config = folder / "config.toml"
        self._config.write_text(CONFIG)
        self._common = ("--config", str(self._config), "--socket", str(self.socket),
                        "--state", str(self._state))  # fmt: skip
        self._host: subprocess.Popen[bytes] | None = None
        self._front: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the host, or start it again."""
        ready, tell = os.pipe()
        command = [*HEN, "host", "--private", *self._common, "--ready-fd", str(tell)]
        self._host = subprocess.Popen(
            command, pass_fds=(tell,), start_new_session=True, stderr=subprocess.DEVNULL
        )
        os.close(tell)
        assert os.read(ready, 1) == b"1", "the host has not begun"
        os.close(ready)

    def open(self) -> None:
        """Start the SSH server, on a free port."""
        command = [*HEN, "host", *self._common, "--ssh", "127.0.0.1:0", "--ssh-only",
                   "--workers", str(self._workers)]  # fmt: skip
        self._front = subprocess.Popen(
            command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "LANGUAGE": "en"},
        )  # fmt: skip
        assert self._front.stdout is not None
        line = self._front.stdout.readline().decode()
        found = re.search(r"-p (\d+)", line)
        assert found, f"the SSH server says {line!r}"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the host and what belongs to it."""
        if self._host is not None:
            os.killpg(self._host.pid, signal.SIGKILL)
            self._host.wait()
            self._host = None

    def kill_worker(self) -> int:
        """Kill the process that serves the most players; gives how many it served."""
        victim = max(self.workers(), key=_connections)
        served = _connections(victim)
        os.kill(victim, signal.SIGKILL)
        return served

    def workers(self) -> list[int]:
        """The processes that serve players by SSH."""
        assert self._front is not None
        fronts = _children(self._front.pid)
        return sorted(worker for front in fronts for worker in _children(front))

    def close(self) -> None:
        self.kill()
        if self._front is not None:
            self._front.send_signal(signal.SIGTERM)
            try:
                self._front.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self._front.pid, signal.SIGKILL)
                self._front.wait()

    def record(self) -> GameRecord:
        """The only record."""
        (path,) = (self._state / GAMES).glob("*.chicken.jsonl")
        (record,) = read_games(path.read_text().split("\n"))
        return record

    def hands(self) -> dict[str, list[str]]:
        """Everybody's tiles by the record, sorted."""
        record = self.record()
        *_earlier, last = replay(record)
        assert last.game.round is not None
        names = [seat.name for seat in record.header.seats]
        hands = (sorted(f"{tile.high}|{tile.low}" for tile in h) for h in last.game.round.hands)
        return dict(zip(names, hands, strict=True))

    def set_up(self, who: Guest, settings: TableSettings) -> str:
        """A new table, at which `who` sits in the first seat; gives its id."""

        async def create() -> str:
            client = await HostClient.connect(
                self.socket, speaks_for=who.fingerprint, wish=who.name
            )
            try:
                return await client.create(settings)
            finally:
                await client.close()

        return asyncio.run(create())


@contextmanager
def house(workers: int = 2) -> Iterator[House]:
    """A host and an SSH server that are running."""
    with tempfile.TemporaryDirectory(prefix="cs-") as folder:
        running = House(Path(folder), workers)
        try:
            running.start()
            running.open()
            yield running
        finally:
            running.close()


class Guest:
    """Somebody with a key, and a client of OpenSSH in a terminal of their own."""

    def __init__(
        self, name: str, where: House, start: Callable[..., Any], size: tuple[int, int] = (100, 30)
    ) -> None:
        self.name = name
        self.size = size
        self.window: Any = None
        self._house = where
        self._start = start
        self._key = where.folder / f"{name}.key"
        key = asyncssh.generate_private_key("ssh-ed25519")
        key.write_private_key(self._key)
        self._key.chmod(0o600)
        self.fingerprint = f"key:{key.get_fingerprint()}"
        self.came = 0.0
        """When they logged in last."""
        self._pressed = 0.0
        self._at = ""

    def come(self, *words: str, user: str = "") -> Any:
        """Log in; gives the terminal, which is the one that counts from now on."""
        if self.window is not None and self.gone:
            self.window.close()
        self.came, (columns, rows) = time.monotonic(), self.size
        self.window = self._start(
            "ssh", "-tt", "-F", "none", "-p", str(self._house.port), "-i", str(self._key),
            "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
            "-o", "UserKnownHostsFile=/dev/null", f"{user or self.name}@127.0.0.1", *words,
            columns=columns, rows=rows,
        )  # fmt: skip
        return self.window

    @property
    def text(self) -> str:
        return str(self.window.text)

    @property
    def gone(self) -> bool:
        """Whether the client has ended."""
        return bool(self.window.process.poll() is not None)

    def press(self, key: str) -> bool:
        """Press a key, unless the same screen has been answered just now: what comes too early
        does nothing, so that after a moment it is pressed once more. Tells whether it was."""
        now = time.monotonic()
        if self.text == self._at and now - self._pressed < 1.0:
            return False
        self._at, self._pressed = self.text, now
        self.window.send(key)
        return True

    @property
    def wanted(self) -> str:
        """The key that the screen asks for: the first one of a line of keys, but not to plan; and
        from a tile that does not fit to one that does."""
        if "Enter play" in self.text and re.search(r"x.\d+\|\d+.x", self.text):
            return "\t"
        found = re.search(r"^ +(Enter|Space) (?!plan)", self.text, re.MULTILINE)
        return "" if found is None else KEYS[found[1]]

    @property
    def plays(self) -> bool:
        """Whether the table is on the screen."""
        return " s sheet" in self.text.rstrip().rpartition("\n")[2]

    @property
    def told(self) -> bool:
        """Whether the screen tells what has happened meanwhile."""
        return "While you were away" in self.text

    @property
    def hand(self) -> list[str]:
        """The tiles of the hand, in the order in which they stand at the bottom of the screen."""
        rows = self.text.split("\n")[-8:-3]
        return re.findall(r"\d+\|\d+", " ".join(rows))

    def click(self, text: str) -> None:
        """Click in the middle of the last place where `text` stands."""
        at = [(row.rfind(text), y) for y, row in enumerate(self.window.screen.display)]
        column, row = next(place for place in reversed(at) if place[0] >= 0)
        place = f"{column + 1 + len(text) // 2};{row + 1}"
        self.window.send(f"\x1b[<0;{place}M\x1b[<0;{place}m")


def read(guests: Sequence[Guest], seconds: float = 0.05) -> None:
    """Read what has come for anybody, or wait a moment for it."""
    windows = {guest.window.master: guest.window for guest in guests}
    for master in select.select(list(windows), [], [], seconds)[0]:
        windows[master]._read()


def wait(guests: Sequence[Guest], happened: Callable[[], bool], what: str) -> None:
    """Read for all until something has happened."""
    end = time.monotonic() + PATIENCE
    while not happened():
        screens = "\n".join(f"--- {guest.name}\n{guest.text}" for guest in guests)
        assert time.monotonic() < end, f"no {what} on\n{screens}"
        read(guests)


def insist(guests: Sequence[Guest], who: Guest, key: str, happened: Callable[[], bool]) -> None:
    """Press a key, and after a second again, until something has happened: a key that comes before
    its screen does nothing."""
    pressed = 0.0

    def done() -> bool:
        nonlocal pressed
        if happened():
            return True
        if time.monotonic() - pressed > 1.0:
            pressed = time.monotonic()
            who.window.send(key)
        return False

    wait(guests, done, f"effect of {key!r} for {who.name}")


def play(guests: Sequence[Guest], moves: int | None = None) -> None:
    """Everybody presses what their screen asks for: so many keys together, or to the end."""
    pressed, since = 0, time.monotonic()
    while moves is None or pressed < moves:
        read(guests)
        if all(" r rematch" in guest.text for guest in guests):
            return
        for guest in guests:
            assert not guest.gone, f"{guest.name} was sent away:\n{guest.text}"
            if guest.wanted and guest.press(guest.wanted):
                pressed, since = pressed + 1, time.monotonic()
        screens = "\n".join(f"--- {guest.name}\n{guest.text}" for guest in guests)
        assert time.monotonic() < since + PATIENCE, f"nobody has anything to do on\n{screens}"


def steady(where: House, guests: Sequence[Guest]) -> dict[str, list[str]]:
    """Wait until every screen shows the table, and the hand that the record knows; gives the hands
    as they stand there."""

    def agree() -> bool:
        hands = where.hands()
        return all(guest.plays and sorted(guest.hand) == hands[guest.name] for guest in guests)

    wait(guests, agree, "agreement with the record")
    return {guest.name: guest.hand for guest in guests}


@contextmanager
def unchanged(where: House, guests: Sequence[Guest]) -> Iterator[None]:
    """Whatever happens inside, everybody has the same hand in the same order afterwards."""
    before = steady(where, guests)
    yield
    for guest in guests:
        wait(guests, lambda g=guest: g.plays or g.told, "table")
        insist(guests, guest, "\r", lambda g=guest: g.plays)
    assert steady(where, guests) == before


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    files = [task / "children" for task in tasks.iterdir()]
    return [int(child) for file in files for child in file.read_text().split()]


def _connections(pid: int) -> int:
    """How many TCP connections a process has."""
    rows = Path("/proc/net/tcp").read_text().splitlines()[1:]
    inodes = {f"socket:[{row.split()[9]}]" for row in rows if row.split()[3] == ESTABLISHED}
    links = Path(f"/proc/{pid}/fd").iterdir()
    return sum(os.readlink(link) in inodes for link in links)

"""Many players at once, on this machine only: how much memory they take, how long they wait.

The players are real SSH clients that go to a table by themselves, and then move about in their
hand. They run in this process and use the same processors, so the figures are on the safe side.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Final, cast

import asyncssh

from chickenscratch.core.text import N_
from chickenscratch.host.ssh.process import FrontConfig, FrontProcess

ADDRESS: Final = "127.0.0.1"
SIZE: Final = (120, 40)
KEYS: Final = (b"\x1b[C", b"\x1b[D")
"""Right and left, in turn: each moves the cursor in the hand."""
TO_TABLE: Final = b"p"
QUIET: Final = 1.0
"""Seconds without a byte after which a screen is complete."""
PATIENCE: Final = 60.0
TOGETHER: Final = 4
"""Players that come in at the same time."""
LIMITS: Final = {
    "per_address": 10_000.0,
    "connects": 100_000.0,
    "sessions": 10_000.0,
    "unauthenticated": 100.0,
    "idle": 3_600.0,
}
"""All players come from one address here."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to do. `active`: numbers of players that press `pace` keys a second on average, for
    `seconds`; `idle`: numbers of players at whom the memory is looked at; `cycles`: visits for the
    growth."""

    active: Sequence[int] = (20, 50)
    idle: Sequence[int] = (50, 100)
    seconds: float = 20.0
    cycles: int = 300
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """One value: a key for programs, words for people, to be filled with `count`."""

    key: str
    words: str
    count: int
    value: float
    unit: str


class _Screen(asyncssh.SSHClientSession[bytes]):
    """Notes when bytes come."""

    def __init__(self) -> None:
        self.seen = 0
        self.latest = 0.0
        self.news = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.seen += len(data)
        self.latest = time.perf_counter()
        self.news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.news.set()


class Player:
    """One client with a terminal."""

    def __init__(self, conn: asyncssh.SSHClientConnection, screen: _Screen) -> None:
        self._conn = conn
        self.screen = screen
        self.chan: asyncssh.SSHClientChannel[bytes] | None = None
        self.waits: list[float] = []
        """Seconds from each key to the first byte of its frame."""
        self.lost = 0
        """Keys without a frame."""
        self._number = 0

    @classmethod
    async def knock(cls, port: int) -> Player:
        """Log in with a new key."""
        conn = await asyncssh.connect(
            ADDRESS, port, username="bench", known_hosts=None, config=None, agent_path=None,
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")], login_timeout=PATIENCE,
        )  # fmt: skip
        columns, rows = SIZE
        chan, session = await conn.create_session(
            _Screen, term_type="xterm-256color", term_size=(columns, rows), encoding=None
        )
        player = cls(conn, cast("_Screen", session))
        player.chan = chan
        return player

    async def settle(self) -> None:
        """Wait until the screen is complete."""
        screen, end = self.screen, time.perf_counter() + PATIENCE
        while time.perf_counter() < end:
            if screen.seen > 1_000 and time.perf_counter() - screen.latest >= QUIET:
                return
            await asyncio.sleep(0.05)

    async def sit_down(self) -> None:
        assert self.chan is not None
        self.chan.write(TO_TABLE)
        await asyncio.sleep(QUIET)
        await self.settle()

    async def press(self) -> None:
        """One key, and how long its frame took to come."""
        assert self.chan is not None
        self.screen.news.clear()
        start = time.perf_counter()
        self.chan.write(KEYS[self._number % len(KEYS)])
        self._number += 1
        try:
            await asyncio.wait_for(self.screen.news.wait(), 5)
            self.waits.append(time.perf_counter() - start)
        except TimeoutError:
            self.lost += 1

    async def play(self, seconds: float, pace: float, chance: Random) -> None:
        """Press `pace` keys a second on average."""
        end = time.perf_counter() + seconds
        while True:
            gap = chance.expovariate(pace)
            if time.perf_counter() + gap > end:
                return
            await asyncio.sleep(gap)
            await self.press()

    def kill(self) -> None:
        """Go without a word."""
        self._conn.abort()

    async def leave(self) -> None:
        """Go as one should, by closing one's end."""
        assert self.chan is not None
        with suppress(OSError):
            self.chan.write_eof()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.chan.wait_closed(), 10)
        self._conn.abort()


async def _enter(port: int, count: int) -> list[Player]:
    gate = asyncio.Semaphore(TOGETHER)

    async def one() -> Player:
        async with gate:
            player = await Player.knock(port)
            await player.settle()
            await player.sit_down()
            return player

    return list(await asyncio.gather(*(one() for _again in range(count))))


def memory(pids: Sequence[int]) -> float:
    """Megabytes of these processes, shared pages shared out."""
    total = 0
    for pid in pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def processor(pids: Sequence[int]) -> float:
    """Seconds these processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure(config: FrontConfig, plan: Plan) -> AsyncGenerator[Measured, None]:
    """Every value as soon as it is known. Needs Linux, for the memory."""
    limits = dict(config.limits) | LIMITS
    front = await FrontProcess.start(config.model_copy(update={"limits": limits}), log=False)
    port = front.addresses[0][1]
    try:
        await front.news()
        pids = front.workers
        async for measured in _growth(port, pids, plan.cycles):
            yield measured
        async for measured in _crowd(port, pids, plan):
            yield measured
    finally:
        await front.stop()


async def _growth(port: int, pids: Sequence[int], cycles: int) -> AsyncGenerator[Measured, None]:
    """Visits that end in three ways; the first third warms up."""
    if cycles < 3:
        return
    before = 0.0
    for number in range(cycles):
        if number == cycles // 3:
            before = memory(pids)
        player = await _visit(port)
        if number % 2:
            player.kill()
        else:
            await player.leave()
    await asyncio.sleep(5)
    grown = memory(pids) - before
    words = N_("memory grown over {count} visits")
    yield Measured("growth", words, cycles - cycles // 3, grown, "MB")


async def _visit(port: int) -> Player:
    """Come in and see something, without waiting for more."""
    player = await Player.knock(port)
    end = time.perf_counter() + PATIENCE
    while player.screen.seen < 3_000 and time.perf_counter() < end:
        player.screen.news.clear()
        await asyncio.wait_for(player.screen.news.wait(), PATIENCE)
    return player


async def _crowd(port: int, pids: Sequence[int], plan: Plan) -> AsyncGenerator[Measured, None]:
    """More and more players; the first so many of them press keys."""
    empty, players = memory(pids), list[Player]()
    for count in sorted({*plan.active, *plan.idle}):
        begun = time.perf_counter()
        fresh = count - len(players)
        players += await _enter(port, fresh)
        taken = (time.perf_counter() - begun) / fresh
        yield Measured(f"enter.{count}", N_("a player to the table, {count} inside"), count,
                       1000 * taken, "ms")  # fmt: skip
        if count in plan.idle:
            each = (memory(pids) - empty) / count
            words = N_("memory a player, {count} at tables")
            yield Measured(f"memory.{count}", words, count, each, "MB")
        if count in plan.active:
            async for measured in _latency(players, pids, plan):
                yield measured
    for player in players:
        player.kill()


async def _latency(
    players: Sequence[Player], pids: Sequence[int], plan: Plan
) -> AsyncGenerator[Measured, None]:
    count, before, begun = len(players), processor(pids), time.perf_counter()
    for player in players:
        player.waits.clear()
    await asyncio.gather(
        *(
            player.play(plan.seconds, plan.pace, Random(number))
            for number, player in enumerate(players)
        )
    )
    used = (processor(pids) - before) / (time.perf_counter() - begun)
    waits = [wait for player in players for wait in player.waits]
    cuts = quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
    p50 = N_("from key to frame, half of them, {count} active")
    p95 = N_("from key to frame, 95 of 100, {count} active")
    cpu = N_("of a processor, {count} active")
    lost = N_("keys without a frame, {count} active")
    yield Measured(f"frame.p50.{count}", p50, count, 1000 * median(waits or [0.0]), "ms")
    yield Measured(f"frame.p95.{count}", p95, count, 1000 * cuts[94], "ms")
    yield Measured(f"cpu.{count}", cpu, count, 100 * used, "%")
    yield Measured(f"lost.{count}", lost, count, sum(player.lost for player in players), "")

"""The host's process is killed at any moment: no acknowledged move is lost, no table is stuck."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from host_kit import NAMES, choice, key, settings

from chickenscratch.bots.base import awaited
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.record import ActionLine, read_games
from chickenscratch.core.replay import verify
from chickenscratch.host.client import HostClient, HostError, RemoteLink
from chickenscratch.host.hall import GAMES
from chickenscratch.table.link import Ready, Update


class Process:
    """A host in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "run" / "host.sock"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        ready, tell = os.pipe()
        config = self.folder / "config.toml"
        config.write_text("[host]\nrequests_burst = 100000\n")
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "chickenscratch", "host", "--private", "--config", str(config),
            "--socket", str(self.socket), "--state", str(self.folder / "state"),
            "--ready-fd", str(tell), pass_fds=(tell,), stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        os.close(tell)
        loop = asyncio.get_running_loop()
        try:
            assert await loop.run_in_executor(None, os.read, ready, 1) == b"1"
        finally:
            os.close(ready)

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(self.process.wait(), 60) == 0

    def record(self) -> Path:
        (path,) = (self.folder / "state" / GAMES).glob("*.chicken.jsonl")
        return path


class Person:
    """Plays as long as it is told to, and remembers what was acknowledged."""

    def __init__(self, client: HostClient, acknowledged: list[SeatAction]) -> None:
        self.client = client
        self.acknowledged = acknowledged
        self.link: RemoteLink | None = None

    async def play(self) -> None:
        """Until the game ends."""
        assert self.link is not None
        async for update in self.link.updates():
            await self._answer(update)

    async def _answer(self, update: Update) -> None:
        assert self.link is not None
        seat = self.link.seat
        assert seat is not None
        view = update.view
        if view.round_over:
            if not view.game_over and not update.seats[seat].ready:
                await self.link.submit(Ready(seat), update.seq)
        elif awaited(view) == seat:
            action = choice(view)
            receipt = await self.link.submit(action, update.seq)
            if receipt.accepted:
                self.acknowledged.append(action)


@pytest.fixture
def folder() -> Iterator[Path]:
    name = Path(tempfile.mkdtemp(prefix="cs-"))
    yield name
    shutil.rmtree(name)


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.slow)])
async def test_killed_in_the_middle_of_everything(folder: Path, kills: int) -> None:
    chance = random.Random(kills)
    host = Process(folder)
    await host.start()
    done: list[SeatAction] = []
    people: list[Person] = []
    try:
        for name in NAMES[:2]:
            client = await HostClient.connect(host.socket, speaks_for=key(name), wish=name)
            people.append(Person(client, done))
        agreed = settings("double-foot", rounds=19 if kills > 10 else 1)
        table = await people[0].client.create(agreed)
        tables = [await person.client.enter(table) for person in people]
        await tables[1].sit()
        for seated in tables:
            await seated.ready()
        for person, seated in zip(people, tables, strict=True):
            person.link = await seated.dealt()
        playing = [asyncio.create_task(person.play()) for person in people]
        for _ in range(kills):
            before = len(done)
            wanted = before + chance.randrange(1, 8)
            await _progress(people, done, wanted, playing)
            if all(task.done() for task in playing):
                break
            await host.kill()
            kept = len(done)
            await host.start()
            _check(host, done[:kept])
        async with asyncio.timeout(240):
            await asyncio.gather(*playing)
        _check(host, done)
        assert all(person.link and person.link.latest.view.game_over for person in people)
        await host.stop()
        (record,) = read_games(host.record().read_text().split("\n"))
        assert verify(record).game.over
    finally:
        for person in people:
            await person.client.close()
        if host.process is not None and host.process.returncode is None:
            await host.kill()


async def _progress(
    people: list[Person], done: list[SeatAction], wanted: int, playing: list[asyncio.Task[None]]
) -> None:
    """Until so much was acknowledged, or everything is over."""
    link = people[0].link
    assert link is not None
    async with asyncio.timeout(60):
        async for _ in link.updates():
            if len(done) >= wanted or all(task.done() for task in playing):
                return


def _check(host: Process, done: list[SeatAction]) -> None:
    """Everything acknowledged is in the record, in order."""
    (record,) = read_games(host.record().read_text().split("\n"))
    written = iter(entry.action for _, entry in record.entries if isinstance(entry, ActionLine))
    for action in done:
        assert any(_same(action, other) for other in written), action


def _same(asked: SeatAction, written: SeatAction) -> bool:
    if hasattr(written, "at") and hasattr(asked, "at") and asked.at is None:
        written = replace(written, at=None)
    return asked == written


async def test_nobody_can_talk_to_a_killed_host(folder: Path) -> None:
    host = Process(folder)
    await host.start()
    client = await HostClient.connect(host.socket, speaks_for=key("anna"), wish="anna")
    try:
        await host.kill()
        async for online in client.onlines():
            if not online:
                break
        with pytest.raises(HostError):
            await client.say("hello?")
        await host.start()
        async for online in client.onlines():
            if online:
                break
        await client.say("hello!")
        assert client.you.name == "anna"
    finally:
        await client.close()
        await host.stop()
    assert not host.socket.exists()

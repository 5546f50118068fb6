"""A process for every player: what it is told, what it draws, and every way it can end."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from linking import FakeLink, visitor
from sshing import opened, until, visiting

from chickenscratch.cli.host_views import reception_of
from chickenscratch.host.ssh import pty_view
from chickenscratch.host.ssh.link import RESTORE
from chickenscratch.host.ssh.pty_view import HIGH, PtyView, SeparateError

PROGRAM = """
import os, sys, time
from chickenscratch.host.ssh.pty_view import at_home
who, news = at_home(int(sys.argv[1]))
size = os.get_terminal_size()
print("who", who.wish, who.size, size.columns, size.lines, flush=True)
for line in sys.stdin:
    match line.split():
        case ["size"]:
            print("now", os.get_terminal_size().columns, flush=True)
        case ["news"]:
            print("heard", news.recv(999).decode(), flush=True)
        case ["end", code]:
            news.sendall(b"RuntimeError in hand.py")
            sys.exit(int(code))
        case ["much"]:
            print("x" * 1_000_000, flush=True)
        case _:
            print("typed", line.strip(), flush=True)
"""


class Running:
    """A program behind a pseudo-terminal."""

    def __init__(self) -> None:
        self.link = FakeLink()
        command = (sys.executable, "-c", PROGRAM)
        self.view = PtyView(self.link, visitor(), command, dict(os.environ))
        self.task = asyncio.create_task(self.view.run())

    async def until(self, words: bytes) -> None:
        await until(lambda: words in self.link.sent)


@asynccontextmanager
async def running() -> AsyncIterator[Running]:
    program = Running()
    await program.until(b"who me (80, 24) 80 24")
    try:
        yield program
    finally:
        program.view.leave()
        with suppress(SeparateError):
            await asyncio.wait_for(program.task, 60)


async def test_it_is_told_who_is_there_and_gets_what_is_typed() -> None:
    async with running() as program:
        assert program.link.begun > 0
        program.view.feed(b"draw\n")
        await program.until(b"typed draw")
        program.view.resize(100, 30)
        program.view.feed(b"size\n")
        await program.until(b"now 100")
        program.view.tell("Soon closing.")
        program.view.feed(b"news\n")
        await program.until(b'heard "Soon closing."')
        program.view.feed(b"end 0\n")
        assert await asyncio.wait_for(program.task, 60) == 0


async def test_one_that_fails_is_put_in_order_and_noted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    async with running() as program:
        program.view.feed(b"end 1\n")
        with pytest.raises(SeparateError):
            await asyncio.wait_for(program.task, 60)
        assert program.link.sent.endswith(RESTORE.encode())
    assert "RuntimeError in hand.py" in caplog.text


async def test_one_that_is_told_to_leave_leaves() -> None:
    async with running() as program:
        program.view.leave()
        assert await asyncio.wait_for(program.task, 60) == 0


async def test_a_slow_reader_makes_it_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pty_view, "STALLED", 0.1)
    monkeypatch.setattr(pty_view, "POLL", 0.01)
    monkeypatch.setattr(pty_view, "GRACE", 0.1)
    async with running() as program:
        program.link.waiting = HIGH + 1
        program.view.feed(b"much\n")
        await until(lambda: bool(program.link.cut))
        assert program.link.cut[0] == "stalled"
        assert b"xxxx" not in program.link.sent
        program.link.waiting = 0


@pytest.mark.slow
async def test_the_game_in_a_process_of_its_own(tmp_path: Path) -> None:
    reception = reception_of({"state": str(tmp_path), "separate": "yes"})
    async with opened(make=reception.view) as door:
        async with visiting(door.port) as client:
            await client.screen.until("Quick game", within=30)
            client.chan.change_terminal_size(100, 30)
            async with asyncio.timeout(60):
                while not client.screen.closed.is_set():
                    client.type(b"q")  # a screen that has just come takes no key yet
                    with suppress(TimeoutError):
                        await asyncio.wait_for(client.screen.closed.wait(), 0.5)
            assert client.chan.get_exit_status() == 0
            assert b"\x1b[?1049l" in client.screen.seen
        async with visiting(door.port, username="plain") as client:
            await client.screen.until("> ", within=30)
            client.type(b"q\n")
            await asyncio.wait_for(client.screen.closed.wait(), 60)
            assert client.chan.get_exit_status() == 0
        assert door.front.counts["crashes"] == 0

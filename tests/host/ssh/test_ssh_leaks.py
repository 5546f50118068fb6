"""What is left of visits (row 35): nothing, whatever their end was."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter as Count

import pytest
from sshing import Door, opened, until, visiting
from textual._styles_cache import StylesCache
from textual.filter import ANSIToTruecolor

from chickenscratch.host.ssh.connection import Connection
from chickenscratch.host.ssh.limits import Limits
from chickenscratch.host.ssh.session import Session
from chickenscratch.tui.hosted import Hosted
from chickenscratch.tui.link_driver import LinkDriver

KINDS = (Connection, Session, LinkDriver, Hosted, StylesCache, ANSIToTruecolor)


async def visit(door: Door, number: int) -> None:
    """Come in, press keys, and leave in one of three ways."""
    async with visiting(door.port) as client:
        await client.screen.until("keys 0")
        app = door.apps.pop()
        door.visitors.clear()
        client.type(b"a\x1b[97;5u\x1b[<35;4;4M")
        await until(lambda: len(app.keys) == 2)
        if number % 3 == 0:
            client.type(b"q")
            await asyncio.wait_for(client.screen.closed.wait(), 60)
        elif number % 3 == 1:
            client.chan.write_eof()
            await asyncio.wait_for(client.screen.closed.wait(), 60)
        else:
            client.conn.abort()


def living() -> Count[str]:
    """How many objects of ours there are that still are somebody."""
    gc.collect()
    found: Count[str] = Count()
    for thing in gc.get_objects():
        if isinstance(thing, KINDS) and vars(thing):
            found[type(thing).__name__] += 1
    return found


async def test_row_35_nothing_is_left_of_a_dozen_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chickenscratch.tui.hosted.UNLOADED", 0)
    before = living()
    async with opened(Limits(farewell=0.1)) as door:
        for number in range(12):
            await visit(door, number)
        await until(lambda: not door.front.connections)
        await until(lambda: living() == before)
        assert door.front.counts["crashes"] == 0


@pytest.mark.slow
async def test_row_35_three_hundred_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chickenscratch.tui.hosted.UNLOADED", 0)

    def size() -> int:
        gc.collect()
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4  # kilobytes

    async with opened(Limits(farewell=0.1)) as door:
        for number in range(100):
            await visit(door, number)
        objects, kilobytes = len(gc.get_objects()), size()
        for number in range(200):
            await visit(door, number)
        await until(lambda: not door.front.connections)
        assert len(gc.get_objects()) - objects < 2_000
        assert size() - kilobytes < 6_000

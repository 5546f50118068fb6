"""What whoever runs a host sees of it, and how it ends by itself."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re

import pytest
from host_kit import Hosted, dealt, hosted, play_by_itself, seated, settings, until

from chickenscratch.host.daemon import Daemon
from chickenscratch.host.journal import Journal
from chickenscratch.host.metrics import FILE
from chickenscratch.host.sockets import listen
from chickenscratch.host.telling import Farewell

SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[a-z-]+"\})? -?[0-9.e+]+')


async def test_the_metrics_are_of_the_form_that_prometheus_reads() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings())
        links = await dealt(tables)
        await asyncio.gather(*(play_by_itself(link) for link in links))
        await tables[0].say("a secret")
        host.time.forward(16)
        for _ in range(50):
            await asyncio.sleep(0)
        text = (host.state / FILE).read_text()
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert all(SAMPLE.fullmatch(line) for line in lines)
        assert "chickenscratch_host_games_finished_total 1" in lines
        assert 'chickenscratch_host_tables{stage="finished"} 1' in lines
        assert "chickenscratch_host_chat_lines_total 1" in lines
        assert "secret" not in text


def test_the_journal_keeps_no_values_of_a_fault() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Journal())
    logger = logging.Logger("chickenscratch.host.test")
    logger.addHandler(handler)
    try:
        int("what anna wrote")
    except ValueError:
        logger.exception("a request failed: %s", "say")
    line = json.loads(stream.getvalue())
    assert "anna" not in stream.getvalue()
    assert line["from"] == "host.test"
    assert line["level"] == "error"
    assert line["what"] == "a request failed: say"
    assert line["fault"] == "ValueError"
    assert line["where"][0].startswith("test_running.py:")


async def test_what_people_write_is_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with hosted() as host:
        tables = await seated(await host.people(2), settings(title="our secret"))
        await tables[0].say("a secret")
        await tables[1].say("\x1b]0;another secret\x07")
        await dealt(tables)
        await host.stop()
    assert "secret" not in caplog.text


async def test_a_host_that_was_started_by_itself_ends_when_nobody_is_there() -> None:
    async with hosted() as host:
        await again(host, idle=600)
        client = await host.client("anna")
        assert host.daemon is not None
        host.time.forward(601)
        for _ in range(50):
            await asyncio.sleep(0)
        assert not host.daemon.stopping.is_set()
        await client.close()
        for _ in range(200):
            await asyncio.sleep(0)
        host.time.forward(601)
        await asyncio.wait_for(host.daemon.stopping.wait(), 10)


async def again(host: Hosted, idle: float) -> None:
    """The same host, which ends after so many quiet seconds."""
    hall = host.hall
    assert host.daemon is not None
    await host.daemon.close()
    fresh = type(hall)(hall.folder, hall.means, hall.limits, hall.info)
    host.daemon = Daemon(fresh)
    await host.daemon.open(listen(host.socket, 0o600), idle=idle)


async def test_a_host_that_stops_says_so() -> None:
    async with hosted() as host:
        client = await host.client("anna")
        await host.stop()
        await until(client.onlines(), lambda online: not online)
        assert client.farewell is Farewell.STOPPING

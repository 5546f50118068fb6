"""What whoever runs a host sees of it, and how it ends by itself."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re

import pytest
from host_kit import Hosted, actor, dealt, hosted, move, play_by_itself, seated, settings, until

from chickenscratch.host.asking import Refusal
from chickenscratch.host.client import HostRefusedError
from chickenscratch.host.daemon import Daemon
from chickenscratch.host.journal import Journal, Readable, write_journal
from chickenscratch.host.metrics import FILE
from chickenscratch.host.shapes import Stage
from chickenscratch.host.sockets import listen
from chickenscratch.host.telling import Farewell
from chickenscratch.store import StoreError

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


def logged(form: logging.Formatter) -> str:
    """What is written of a fault and of what is none."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(form)
    logger = logging.Logger("chickenscratch.host.test")
    logger.addHandler(handler)
    try:
        int("what anna wrote")
    except ValueError:
        logger.exception("a request failed: %s", "say")
    logger.info("listening, with %d tables", 3)
    return stream.getvalue()


def test_the_journal_keeps_no_values_of_a_fault() -> None:
    text = logged(Journal())
    line = json.loads(text.splitlines()[0])
    assert "anna" not in text
    assert line["from"] == "host.test"
    assert line["level"] == "error"
    assert line["process"] == os.getpid()
    assert line["what"] == "a request failed: say"
    assert line["fault"] == "ValueError"
    assert line["where"][0].startswith("test_running.py:")


def test_a_person_at_a_terminal_reads_plain_lines() -> None:
    wrong, fine = logged(Readable()).splitlines()
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d error in host\.test: a request failed: say "
        r"\(ValueError, test_running\.py:\d+ logged\)",
        wrong,
    )
    assert re.fullmatch(r"\d\d:\d\d:\d\d listening, with 3 tables", fine)


@pytest.mark.parametrize(("terminal", "form"), [(True, Readable), (False, Journal)])
def test_the_log_is_for_who_reads_it(
    terminal: bool, form: type[logging.Formatter], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, root = io.StringIO(), logging.Logger("root")
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(logging, "getLogger", lambda name=None: root)
    write_journal(stream)
    assert [type(handler.formatter) for handler in root.handlers] == [form]


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
        await asyncio.wait_for(host.daemon.stopping.wait(), 60)


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


async def test_a_game_that_cannot_be_kept_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings())
        await tables[0].ready()
        with monkeypatch.context() as broken:
            broken.setattr(host.hall.logs, "begin", full)
            with pytest.raises(HostRefusedError) as refused:
                await tables[1].ready()
            assert refused.value.why is Refusal.UNAVAILABLE
        state = await until(tables[0].states(), lambda s: not s.seats[0].ready)
        assert state.stage is Stage.GATHERING
        await dealt(tables)


def full(_header: object) -> None:
    raise StoreError("The disk is full.")


async def test_a_move_that_cannot_be_kept_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings("chicken-foot"))
        links = await dealt(tables)
        with monkeypatch.context() as broken:
            broken.setattr("os.fsync", no_room)
            await move(await actor(links))
        update = await until(links[1].updates(), lambda u: bool(u.notices))
        assert "cannot be saved" in str(update.notices[0])
        for _ in range(3):
            await move(await actor(links))
        assert host.verified()[0].lines > 4


def no_room(_handle: int) -> None:
    raise OSError(28, "No space left on device")

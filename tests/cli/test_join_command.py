"""``chickenscratch join``: to the lobby of the host on this machine."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from host_kit import Hosted, hosted, settings

from chickenscratch import cli


@pytest.fixture
def running() -> Iterator[Hosted]:
    """A host in a thread, with a table."""
    ready, done = threading.Event(), threading.Event()
    found: list[Hosted] = []

    async def serve() -> None:
        async with hosted() as host:
            anna = await host.client("anna")
            await anna.create(settings(seats=3, title="kitchen"))
            found.append(host)
            ready.set()
            while not done.is_set():
                host.time.forward(0.1)
                await asyncio.sleep(0.01)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(20)
    yield found[0]
    done.set()
    thread.join(20)


def test_without_a_host_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chickenscratch.host.starting.find", lambda *_args: None)
    done = CliRunner().invoke(cli.app, ["join"])
    assert done.exit_code == 1
    assert done.stderr == (
        "No host is running on this machine; “chickenscratch host” starts one.\n"
    )


def test_a_socket_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli.app, ["join", "--socket", str(tmp_path / "none.sock")])
    assert done.exit_code == 1
    assert "none.sock" in done.stderr
    assert done.stderr.count("\n") == 1


def test_lines_in_and_lines_out(running: Hosted) -> None:
    command = [sys.executable, "-m", "chickenscratch", "join", "--plain", "--socket"]
    done = subprocess.run(
        [*command, str(running.socket)], input="list\nsay hi\nquit\n", text=True,
        capture_output=True, timeout=60, env=os.environ | {"LANG": "C.UTF-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "1: kitchen. Chicken Scratch. anna. 2 seats free." in done.stdout
    assert "Hosted by ~tester, who could see all hands." in done.stdout


def test_straight_to_a_table(running: Hosted) -> None:
    command = [sys.executable, "-m", "chickenscratch", "join", "kitchen", "--plain", "--socket"]
    done = subprocess.run(
        [*command, str(running.socket)], input="who\nquit\nquit\n", text=True,
        capture_output=True, timeout=60, env=os.environ | {"LANG": "C.UTF-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "(you), not ready yet." in done.stdout
    assert "You are in the lobby." in done.stdout

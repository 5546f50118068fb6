"""Finding a host, being the only one, and starting one's own."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from chickenscratch.host.asking import AdminWhat
from chickenscratch.host.client import HostClient
from chickenscratch.host.sockets import SOCKET, SocketError, listen
from chickenscratch.host.starting import (
    LOCK,
    SOCKET_VARIABLE,
    ensure,
    find,
    hold,
    own_socket,
    prepare_folder,
)

JOIN = """
import asyncio, sys
from pathlib import Path
from chickenscratch.host.client import HostClient
from chickenscratch.host.starting import ensure
async def join():
    client = await HostClient.connect(ensure(Path(sys.argv[1])))
    print(client.you.name)
    await client.close()
sys.stdin.read(1)
asyncio.run(join())
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    name = Path(tempfile.mkdtemp(prefix="cs-"))
    yield name
    shutil.rmtree(name)


def test_there_is_one_host_with_a_folder(folder: Path) -> None:
    with hold(folder), pytest.raises(SocketError, match="running already"), hold(folder):
        pass
    with hold(folder):
        pass


def test_ones_own_socket_is_private(folder: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(folder)}
    assert own_socket(folder / "state", environ) == folder / "chickenscratch" / SOCKET
    assert own_socket(folder / "state", {}) == folder / "state" / "run" / SOCKET
    prepare_folder(folder / "new", 0o700)
    assert (folder / "new").stat().st_mode & 0o777 == 0o700


def test_the_host_to_join(folder: Path) -> None:
    state = folder / "state"
    assert find(state, {SOCKET_VARIABLE: "/some/where"}) == Path("/some/where")
    path = own_socket(state, {})
    prepare_folder(path.parent, 0o700)
    with listen(path, 0o600):
        assert find(state, {}) == path


@pytest.mark.parametrize("count", [6, pytest.param(30, marks=pytest.mark.slow)])
def test_many_who_begin_at_once_get_one_host(folder: Path, count: int) -> None:
    state = folder / "state"
    environ = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    joining = [
        subprocess.Popen(
            [sys.executable, "-c", JOIN, str(state)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=environ,
        )
        for _ in range(count)
    ]  # fmt: skip
    for process in joining:
        assert process.stdin is not None
        process.stdin.write("g")
        process.stdin.flush()
    names = {process.communicate(timeout=100)[0].strip() for process in joining}
    assert len(names) == 1
    assert names.pop().startswith("~")
    log = (state / "host.log").read_text()
    assert log.count("listening") == 1
    asyncio.run(end(own_socket(state, {})))
    with open(state / LOCK) as lock:  # which it holds to its last moment
        fcntl.flock(lock, fcntl.LOCK_EX)


async def end(path: Path) -> None:
    """Let a host end, and wait until it has."""
    client = await HostClient.connect(path)
    await client.admin_(AdminWhat.DRAIN, text="now")
    async for online in client.onlines():
        if not online:
            break
    await client.close()


def test_a_host_that_cannot_start_is_told_of(folder: Path) -> None:
    state = folder / "state"
    with hold(state), pytest.raises(SocketError, match="could be started"):
        ensure(state, {})

"""The acceptor and its workers: sharing, counting, and what happens to a stuck or a killed one."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest
from sshing import connected, until, visiting

from chickenscratch.host.limits import LimitsError
from chickenscratch.host.ssh.acceptor import Acceptor, AddressError, listen, parse_address
from chickenscratch.host.ssh.gatekeeper import Gatekeeper, household
from chickenscratch.host.ssh.limits import Limits, limits_with
from chickenscratch.host.ssh.pool import WORKER, Pool
from chickenscratch.host.ssh.wire import Arrived, Begin, Ping, Take, ToAcceptor, ToWorker, Wire

TESTS = Path(__file__).parents[2]


@asynccontextmanager
async def pool_of(
    folder: Path, workers: int = 1, *, stuck: float = 5, visits_most: int = 3000
) -> AsyncIterator[tuple[Pool, int]]:
    """A pool that serves the counter on a free port."""
    limits = Limits(connects=100, per_address=50)
    begin = Begin(
        maker="ssh_counters:maker",
        keys=str(folder / "keys"),
        limits={"session": 5.0, "farewell": 0.4},
    )
    pool = Pool(
        begin,
        limits,
        workers=workers,
        environ=os.environ | {"PYTHONPATH": str(TESTS)},
        ping=0.05,
        stuck=stuck,
        visits_most=visits_most,
    )
    acceptor = Acceptor(pool, listen("127.0.0.1:0"))
    await pool.start()
    acceptor.open()
    try:
        yield pool, acceptor.addresses[0][1]
    finally:
        await acceptor.close()
        await pool.stop("The server is closing.")


async def test_two_workers_share_and_say_why_they_close(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with pool_of(tmp_path, 2) as (pool, port):
        async with visiting(port) as one, visiting(port) as other:
            await one.screen.until("keys 0")
            await other.screen.until("keys 0")
            assert pool.loads == [1, 1]
            pids = pool.pids
            await until(lambda: pool.counts()["logins"] == 2)
            pool.tell("Soon there will be soup.")
            await one.screen.until("soup")
            closing = asyncio.create_task(pool.stop("The server is closing."))
            await one.screen.until("The server is closing.\r\n")
            await other.screen.until("The server is closing.\r\n")
        await closing
        assert pool.pids == []
    journal = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    said = [line for line in journal if line["what"].startswith("in key:")]
    assert {(line["from"], line["process"]) for line in said} == {("host.ssh", p) for p in pids}


async def test_a_stuck_worker_is_killed_and_its_players_come_in_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with pool_of(tmp_path, stuck=0.5) as (pool, port):
        before = pool.pids
        async with visiting(port) as client:
            await client.screen.until("keys 0")
            client.type(b"b")
            await asyncio.wait_for(client.screen.closed.wait(), 60)
        await until(lambda: len(pool.gate) == 0)
        await until(lambda: pool.loads == [0])
        assert pool.killed == 1
        assert pool.pids != before
        async with visiting(port) as client:
            await client.screen.until("keys 0")
    assert "ssh_counters.py" in capfd.readouterr().err, "it says where it was stuck"


@pytest.mark.slow
async def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    async with pool_of(tmp_path) as (pool, port):
        before = pool.pids
        async with visiting(port) as client:
            await client.screen.until("keys 0")
            os.kill(before[0], signal.SIGKILL)
            await asyncio.wait_for(client.screen.closed.wait(), 60)
        await until(lambda: pool.loads == [0])
        async with visiting(port) as client:
            await client.screen.until("keys 0")


@pytest.mark.slow
async def test_new_workers_take_over_and_the_old_ones_end_with_their_visitors(
    tmp_path: Path,
) -> None:
    async with pool_of(tmp_path) as (pool, port):
        before = pool.pids
        async with visiting(port) as client:
            await client.screen.until("keys 0")
            renewing = asyncio.create_task(pool.recycle("A new version is here.", 10, "Bye."))
            await client.screen.until("new version")
            async with visiting(port) as other:
                await other.screen.until("keys 0")
            client.type(b"q")
            await asyncio.wait_for(client.screen.closed.wait(), 60)
        await asyncio.wait_for(renewing, 60)
        await until(lambda: len(pool.pids) == 1)
        assert pool.pids != before


async def test_the_third_view_of_one_key_closes_the_first(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with pool_of(tmp_path) as (_pool, port), visiting(port, key) as first:
        await first.screen.until("keys 0")
        async with visiting(port, key) as second, visiting(port, key) as third:
            await second.screen.until("keys 0")
            await third.screen.until("keys 0")
            await first.screen.until("You have come in again elsewhere.\r\n")
            assert not second.screen.closed.is_set()


async def test_a_refused_connection_is_closed_without_a_word(tmp_path: Path) -> None:
    async with pool_of(tmp_path) as (pool, port):
        pool.gate._limits = Limits(per_address=1, connects=100)
        async with connected(port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert await asyncio.wait_for(reader.read(), 60) == b""
            writer.close()
        assert pool.counts()["refused-address"] == 1


def test_connections_are_counted_by_household() -> None:
    now = 0.0
    gate = Gatekeeper(Limits(per_address=2, connects=4), lambda: now)
    first, second = gate.admit("2001:db8::1"), gate.admit("2001:db8::2")
    assert first is not None
    assert second is not None
    assert gate.admit("2001:db8::3") is None
    assert gate.admit("2001:db8:0:1::1") is not None
    gate.left(first)
    assert gate.admit("2001:db8::4") is not None
    gate.left(second)
    assert gate.admit("2001:db8::5") is None, "the fifth within a minute"
    now = 61.0
    assert gate.admit("2001:db8::6") is not None
    assert gate.refused == {"address": 1, "too-often": 1}


def test_strangers_have_only_so_many_places() -> None:
    gate = Gatekeeper(Limits(unauthenticated=2, sessions=3))
    one, _two = gate.admit("192.0.2.1"), gate.admit("192.0.2.2")
    assert gate.admit("192.0.2.3") is None
    assert one is not None
    gate.arrived(one, "key:SHA256:a")
    assert gate.admit("192.0.2.4") is not None
    assert gate.refused == {"unauthenticated": 1}
    gate.arrived(2, "key:SHA256:b")
    assert gate.admit("192.0.2.5") is None
    assert gate.refused["full"] == 1
    assert len(gate) == 3
    assert gate.identities == 2


def test_limits_have_names() -> None:
    limits = limits_with({"per_address": 12, "idle": 60, "login": 5})
    assert (limits.per_address, limits.idle, limits.login) == (12, 60.0, 5.0)
    assert limits_with({}) == Limits()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"hens": 4}, "There is no limit called “ssh.hens”."),
        ({"__class__": 4}, "There is no limit called “ssh.__class__”."),
        ({"idle": -1}, "The limit “ssh.idle” cannot be -1."),
        ({"idle": "long"}, "The limit “ssh.idle” cannot be long."),
        ({"window": True}, "The limit “ssh.window” cannot be True."),
        ({"idle": float("inf")}, "The limit “ssh.idle” cannot be inf."),
    ],
)
def test_what_is_no_limit(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(LimitsError) as caught:
        limits_with(given)
    assert str(caught.value) == sentence


def test_a_ticket_is_counted_once() -> None:
    gate = Gatekeeper(Limits(unauthenticated=1))
    ticket = gate.admit("192.0.2.1")
    assert ticket is not None
    assert gate.arrived(ticket, "key:SHA256:a") == []
    assert gate.arrived(ticket, "key:SHA256:a") == []
    gate.left(ticket)
    gate.left(ticket)
    assert gate.arrived(ticket, "key:SHA256:a") == []
    assert len(gate) == 0
    assert gate.admit("192.0.2.1") is not None
    assert gate.admit("192.0.2.1") is None


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("nowhere", "nowhere"),
    ],
)
def test_household(address: str, home: str) -> None:
    assert household(address) == home


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("0.0.0.0:2222", ("0.0.0.0", 2222)),
        ("[::1]:22", ("::1", 22)),
        (":2222", ("", 2222)),
        ("box:0", ("box", 0)),
    ],
)
def test_addresses(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "2222", "box", "box:", "::1:22", "box:99999", "box:²"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(AddressError, match="ADDRESS:PORT"):
        parse_address(text)


def test_an_address_in_use_is_a_sentence() -> None:
    with listen("127.0.0.1:0")[0] as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError, match="Nobody can listen at"):
            listen(f"127.0.0.1:{port}")


async def test_a_socket_goes_over_the_wire_with_its_message() -> None:
    heard: list[tuple[ToWorker | ToAcceptor, int | None]] = []
    ended: list[str] = []
    ours, theirs = socket.socketpair()
    here = Wire(ours, lambda *what: heard.append(what), lambda: ended.append("here"))
    there = Wire(theirs, lambda *what: heard.append(what), lambda: ended.append("there"))
    near, far = socket.socketpair()
    with near, far:
        assert here.send(Ping(number=1))
        assert here.send(Take(ticket=7, address="192.0.2.1"), far.fileno())
        assert there.send(Arrived(ticket=7, identity="key:SHA256:a"))
        await until(lambda: len(heard) == 3)
        descriptor = next(fd for message, fd in heard if isinstance(message, Take))
        assert descriptor is not None
        with socket.socket(fileno=descriptor) as passed:
            passed.sendall(b"hello")
        assert near.recv(10) == b"hello"
    here.close()
    await until(lambda: ended == ["here", "there"])
    assert not there.send(Ping(number=2))


@pytest.mark.parametrize("line", [b"{}\n", b'{"op":"sudo"}\n', b"\xff\n", b"x" * 70_000])
async def test_a_wire_ends_at_the_first_thing_that_is_no_message(line: bytes) -> None:
    ended = asyncio.Event()
    ours, theirs = socket.socketpair()
    Wire(ours, lambda *_what: None, ended.set)
    with theirs:
        theirs.setblocking(False)
        await asyncio.get_running_loop().sock_sendall(theirs, line)
        await asyncio.wait_for(ended.wait(), 60)


def test_a_worker_ends_when_its_acceptor_is_gone() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [*WORKER, str(theirs.fileno())], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
        )
    ours.close()
    assert process.wait(20) == 0
    assert WORKER[0] == sys.executable

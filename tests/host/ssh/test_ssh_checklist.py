"""The security checklist of hosting.md, section 6, with real clients: up to the session.

Each test has the number of its row in its name; checklist.toml says where the other rows are.
"""

from __future__ import annotations

import asyncio
import shutil
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import asyncssh
import pytest
from asyncssh.packet import Boolean, String
from hypothesis import given
from hypothesis import strategies as st
from sshing import HOST_KEY, QUICK, answers, connected, opened, until, visiting

from chickenscratch.host.ssh.connection import Connection
from chickenscratch.host.ssh.front import Front
from chickenscratch.host.ssh.limits import Limits
from chickenscratch.host.ssh.policy import options

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no OpenSSH client")


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    """The file of a private key."""
    path = tmp_path / "identity"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(path)
    path.chmod(0o600)
    return path


async def openssh(program: str, port: int, identity: Path, *words: str) -> tuple[int, bytes]:
    """Run an OpenSSH client to its end; gives its exit code and all it says."""
    port_option = "-P" if program in ("sftp", "scp") else "-p"
    process = await asyncio.create_subprocess_exec(
        program, "-F", "none", port_option, str(port), "-i", str(identity),
        "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "BatchMode=yes",
        "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _none = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, output


@needs_ssh
@pytest.mark.parametrize(
    "words",
    [
        ["me@127.0.0.1", "id"],
        ["-T", "me@127.0.0.1"],
        ["-tt", "me@127.0.0.1", "id; ls"],
        ["-tt", "me@127.0.0.1", "../etc/passwd"],
    ],
    ids=" ".join,
)
async def test_row_1_nothing_is_run_and_nothing_starts_without_a_terminal(
    identity: Path, words: list[str]
) -> None:
    async with opened() as door:
        code, _said = await openssh("ssh", door.port, identity, *words)
        assert code == 255
        assert door.front.counts == {"logins": 1}
        assert not door.apps


async def test_row_1_one_word_on_a_terminal_is_a_table() -> None:
    async with opened() as door, visiting(door.port, command="hens-4") as client:
        await client.screen.until("word hens-4")
        assert door.visitors[0].word == "hens-4"


@needs_ssh
@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_row_2_no_files(identity: Path, program: str, tmp_path: Path) -> None:
    words = ["me@127.0.0.1"] if program == "sftp" else ["me@127.0.0.1:x", str(tmp_path / "x")]
    async with opened() as door:
        code, _said = await openssh(program, door.port, identity, *words)
        assert code != 0
        assert door.front.counts == {"logins": 1}
        assert not door.apps


async def test_row_2_no_subsystem() -> None:
    async with opened() as door, connected(door.port) as conn:
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.create_session(asyncssh.SSHClientSession, subsystem="sftp")


async def test_row_3_nothing_is_forwarded() -> None:
    async with opened() as door, connected(door.port) as conn:
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", door.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.create_unix_connection(asyncssh.SSHUNIXSession, "/run/nobody/socket")
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_port("", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_path("/run/nobody/socket", "/run/nobody/other")


async def test_row_3_neither_screen_nor_agent_of_the_client_is_used() -> None:
    async with opened() as door, visiting(door.port) as client:
        await client.screen.until("keys 0")
        chan: Any = client.chan
        assert not await chan._make_request(b"auth-agent-req@openssh.com")
        x11 = [Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00"), struct.pack(">I", 0)]
        assert not await chan._make_request(b"x11-req", *x11)


@needs_ssh
async def test_row_3_as_openssh_asks_for_it(identity: Path) -> None:
    async with opened() as door:
        words = ["-o", "ExitOnForwardFailure=yes", "-N", "-R", "0:127.0.0.1:1", "me@127.0.0.1"]
        assert (await openssh("ssh", door.port, identity, *words))[0] == 255
        assert (await openssh("ssh", door.port, identity, "-W", "127.0.0.1:1", "127.0.0.1"))[0]
        assert door.front.counts["logins"] == 2


async def test_row_4_one_session_a_connection() -> None:
    async with opened() as door, visiting(door.port) as client:
        await client.screen.until("keys 0")
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.conn.create_session(asyncssh.SSHClientSession, term_type="xterm")
        assert len(door.apps) == 1


async def test_row_5_no_passwords() -> None:
    async with opened() as door:
        methods = await asyncssh.get_server_auth_methods(
            "127.0.0.1", door.port, username="me", config=None
        )
        assert methods == ["publickey"]
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door.port, password="x", preferred_auth=["password"]):
                pass
    async with opened(guests=True) as door:
        methods = await asyncssh.get_server_auth_methods(
            "127.0.0.1", door.port, username="me", config=None
        )
        assert sorted(methods) == ["keyboard-interactive", "publickey"]


class Claimed(asyncssh.SSHKeyPair):
    """The key of somebody else: signed for with another one, or only asked about."""

    def __init__(self, victim: asyncssh.SSHKey, signer: asyncssh.SSHKey | None = None) -> None:
        algorithm = b"ssh-ed25519"
        super().__init__(
            algorithm, algorithm, [algorithm], [algorithm], victim.public_data, b"",
            use_executor=False,
        )  # fmt: skip
        self._signer = signer

    def sign(self, data: bytes) -> bytes:
        if self._signer is None:
            raise ValueError("the server has said that it would take this key; go on to the next")
        return self._signer.sign(data, b"ssh-ed25519")


class Guest(asyncssh.SSHClient):
    """Has no answer to give, and is not asked for one."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


def fingerprint(key: asyncssh.SSHKey) -> str:
    return f"key:{key.get_fingerprint('sha256')}"


@pytest.mark.parametrize("forging", [False, True])
async def test_row_6_it_is_the_key_that_signed(forging: bool) -> None:
    victim, own = (asyncssh.generate_private_key("ssh-ed25519") for _key in range(2))
    claimed = Claimed(victim, own if forging else None)
    async with opened() as door:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door.port, client_keys=[claimed]):
                pass
        for keys in ([claimed, own], [own, claimed]):
            async with visiting(door.port, client_keys=keys) as client:
                await client.screen.until("keys 0")
                assert door.visitors[-1].identity == fingerprint(own)


async def test_row_6_a_guest_does_not_become_the_key_named_before() -> None:
    victim = asyncssh.generate_private_key("ssh-ed25519")
    guest: dict[str, Any] = {
        "client_keys": [Claimed(victim)],
        "preferred_auth": ["publickey", "keyboard-interactive"],
        "client_factory": Guest,
    }
    async with opened(guests=True) as door:
        for _again in range(2):
            async with visiting(door.port, **guest) as client:
                await client.screen.until("keys 0")
        identities = {visitor.identity for visitor in door.visitors}
        assert len(identities) == 2
        assert all(identity.startswith("guest:") for identity in identities)


KEYS = [asyncssh.generate_private_key("ssh-ed25519") for _key in range(2)]


@given(st.lists(st.sampled_from([0, 1, "guest", "again"]), max_size=6), st.sampled_from([0, 1, 2]))
def test_row_6_only_the_last_proof_counts(before: list[Any], proof: int) -> None:
    class Conn:
        def get_extra_info(self, name: str, default: object = None) -> object:
            return "me"

    front = Front(cast("Any", None), guests=True)
    connection = Connection(front, address="192.0.2.1")
    connection.connection_made(cast("Any", Conn()))
    for step in before:
        if step == "again":
            connection.begin_auth("other")
        elif step == "guest":
            connection.get_kbdint_challenge("me", "", "")
        else:
            connection.validate_public_key("me", KEYS[step])
    if proof == 2:
        connection.validate_kbdint_response("me", [])
    else:
        connection.validate_public_key("me", KEYS[proof])
    connection.auth_completed()
    wanted = "guest:" if proof == 2 else fingerprint(KEYS[proof])
    assert connection.identity.startswith(wanted)


@pytest.mark.parametrize(
    "old",
    [
        {"kex_algs": ["diffie-hellman-group14-sha1"]},
        {"kex_algs": ["diffie-hellman-group14-sha256"]},
        {"encryption_algs": ["aes128-cbc"]},
        {"encryption_algs": ["aes128-ctr"]},
        {"server_host_key_algs": ["ssh-rsa"]},
    ],
    ids=str,
)
async def test_row_7_nothing_old(old: dict[str, Any]) -> None:
    async with opened() as door:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            async with connected(door.port, **old):
                pass


def test_row_7_the_lists_are_explicit() -> None:
    offered = options([HOST_KEY], Limits())
    names = [*offered["kex_algs"], *offered["encryption_algs"], *offered["mac_algs"]]
    assert not [name for name in names if "sha1" in name or "cbc" in name or "md5" in name]
    assert offered["compression_algs"] is None
    assert "curve25519-sha256" in offered["kex_algs"]


async def test_row_8_strict_key_exchange() -> None:
    async with opened() as door, connected(door.port) as conn:
        assert cast("Any", conn)._strict_kex
        server = next(iter(door.front.connections))
        assert cast("Any", server._conn)._strict_kex


async def test_row_9_packets_of_no_size() -> None:
    async with opened() as door:
        async with connected(door.port) as conn:
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.DisconnectError)):
                await asyncio.wait_for(
                    conn.create_session(
                        asyncssh.SSHClientSession, term_type="xterm", max_pktsize=0
                    ),
                    10,
                )
        await answers(door)


async def test_row_10_a_huge_packet_before_login() -> None:
    async with opened() as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(b"SSH-2.0-x\r\n" + struct.pack(">I", 1 << 30))
        sent = 0
        with suppress(OSError):
            while sent < 100_000_000 and not reader.at_eof():
                writer.write(b"x" * 32_768)
                sent += 32_768
                await writer.drain()
                await reader.read(4096)
        assert sent < 2_000_000
        writer.close()
        await answers(door)


def test_row_11_no_configuration_file_and_no_file_transfer() -> None:
    offered = options([HOST_KEY], Limits())
    assert offered["config"] is None
    assert offered["sftp_factory"] is None
    assert offered["allow_scp"] is False


async def test_row_12_one_terminal_and_one_shell() -> None:
    async with opened() as door, visiting(door.port) as client:
        await client.screen.until("keys 0")
        chan: Any = client.chan
        assert not await chan._make_request(b"shell")
        assert not await chan._make_request(b"exec", String("hens"))
        size = struct.pack(">IIII", 80, 24, 0, 0)
        assert not await chan._make_request(b"pty-req", String("xterm"), size, String(b"\0"))
        assert len(door.apps) == 1


async def test_row_13_silence_before_login() -> None:
    async with opened(Limits(login=0.3)) as door:
        streams = [await asyncio.open_connection("127.0.0.1", door.port) for _n in range(20)]
        for reader, writer in streams:
            await asyncio.wait_for(reader.read(), 60)
            writer.close()
        await until(lambda: not door.front.connections)


async def test_row_14_logged_in_but_no_session() -> None:
    async with opened(Limits(session=0.3)) as door, connected(door.port) as conn:
        await asyncio.wait_for(conn.wait_closed(), 60)
        assert door.front.counts["hung-up-no-session"] == 1


@pytest.mark.slow
async def test_row_13_three_hundred_silent_connections() -> None:
    async with opened(Limits(login=1)) as door:
        streams = [await asyncio.open_connection("127.0.0.1", door.port) for _n in range(300)]
        for reader, writer in streams:
            await asyncio.wait_for(reader.read(), 60)
            writer.close()
        await until(lambda: not door.front.connections)
        await answers(door)


def test_the_limits_of_the_tests_are_stricter_than_those_in_use() -> None:
    usual = Limits()
    assert QUICK.login < usual.login == 20
    assert QUICK.session < usual.session == 10
    assert (usual.per_address, usual.connects) == (4, 10)
    assert (usual.unauthenticated, usual.per_identity) == (32, 2)

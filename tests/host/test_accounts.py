"""Real accounts of this machine: the kernel says who they are, whatever they say themselves."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import pytest
from host_kit import PLENTY, Hosted, hosted, key

from chickenscratch.host.protocol import PROTOCOL

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else"
)

STRANGERS = (4_000_001, 4_000_002, 4_000_003)
# only the standard library, loaded as root: an account may not reach the rest
SPEAK = """
import json, os, socket, sys
os.setgid(int(sys.argv[3]))
os.setuid(int(sys.argv[3]))
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
lines = connection.makefile("rb")
for n, ask in enumerate(json.loads(sys.argv[2])):
    connection.sendall(json.dumps({"n": n, "ask": ask}).encode() + b"\\n")
    while True:
        told = json.loads(lines.readline())
        if told.get("n") == n:
            print(json.dumps(told["answer"]))
            break
"""


async def speak(host: Hosted, uid: int, *asks: dict[str, object]) -> list[dict[str, object]]:
    """What the host answers an account."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", SPEAK, str(host.socket), json.dumps(asks),
        str(uid), stdout=asyncio.subprocess.PIPE, cwd="/",
    )  # fmt: skip
    out, _ = await asyncio.wait_for(child.communicate(), 30)
    assert child.returncode == 0
    return [json.loads(line) for line in out.splitlines()]


def hello(**more: object) -> dict[str, object]:
    return {"op": "hello", "protocol": PROTOCOL, **more}


async def test_three_accounts() -> None:
    async with hosted() as host:
        host.folder.chmod(0o755)
        host.socket.chmod(0o666)
        answers = await asyncio.gather(*(speak(host, uid, hello()) for uid in STRANGERS))
        for uid, (welcome,) in zip(STRANGERS, answers, strict=True):
            assert welcome["kind"] == "welcome"
            you = welcome["you"]
            assert isinstance(you, dict)
            assert you["name"] == f"~uid{uid}"
            assert welcome["admin"] is False


async def test_nobody_speaks_for_others_or_runs_the_host() -> None:
    async with hosted() as host:
        host.folder.chmod(0o755)
        host.socket.chmod(0o666)
        asks = (
            hello(speaks_for=key("anna")), hello(), {"op": "admin", "what": "drain"},
            {"op": "rename", "name": "root"},
        )  # fmt: skip
        claimed, welcome, drain, rename = await speak(host, STRANGERS[0], *asks)
        assert (claimed["kind"], claimed["why"]) == ("refused", "not-trusted")
        assert welcome["kind"] == "welcome"
        assert (drain["kind"], drain["why"]) == ("refused", "not-admin")
        assert (rename["kind"], rename["why"]) == ("refused", "bad-name")


async def test_a_trusted_account_may() -> None:
    trusting = PLENTY.model_copy(update={"trusted": (str(STRANGERS[1]),)})
    async with hosted(trusting) as host:
        host.folder.chmod(0o755)
        host.socket.chmod(0o666)
        (welcome,) = await speak(host, STRANGERS[1], hello(speaks_for=key("anna"), wish="anna"))
        you = welcome["you"]
        assert isinstance(you, dict)
        assert (you["name"], welcome["admin"]) == ("anna", False)

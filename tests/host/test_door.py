"""The host's door: who may speak for whom, and what becomes of nonsense, floods and deaf ears."""

from __future__ import annotations

import asyncio
import json
import os
import random
from contextlib import suppress

import pytest
from host_kit import PLENTY, Hosted, dealt, hosted, key, seated, settings, until
from hypothesis import given
from hypothesis import strategies as st

from chickenscratch.host.asking import AdminWhat, Refusal
from chickenscratch.host.client import HostClient, HostGoneError, HostRefusedError
from chickenscratch.host.daemon import SHARE
from chickenscratch.host.desk import trusts
from chickenscratch.host.protocol import (
    LINE_LIMIT,
    PROTOCOL,
    Reply,
    parse_from_host,
    parse_request,
)
from chickenscratch.host.sockets import account
from chickenscratch.host.telling import Bye, Farewell, Refused, Welcome


class Raw:
    """A connection that says whatever it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, host: Hosted) -> Raw:
        return cls(*await asyncio.open_unix_connection(str(host.socket), limit=1 << 20))

    async def ask(self, line: bytes) -> object:
        self.writer.write(line + b"\n")
        return await self.hear()

    async def hear(self) -> object:
        line = await asyncio.wait_for(self.reader.readline(), 60)
        return parse_from_host(line) if line else None

    async def hello(self, **more: object) -> object:
        ask = {"op": "hello", "protocol": PROTOCOL, **more}
        return await self.ask(json.dumps({"n": 1, "ask": ask}).encode())


def refused(message: object) -> Refusal | None:
    assert isinstance(message, Reply)
    return message.answer.why if isinstance(message.answer, Refused) else None


async def test_the_kernel_says_who_it_is() -> None:
    async with hosted() as host:
        raw = await Raw.open(host)
        welcome = await raw.hello()
        assert isinstance(welcome, Reply)
        assert isinstance(welcome.answer, Welcome)
        assert welcome.answer.you.name == account(os.geteuid())
        assert welcome.answer.admin
        raw.writer.close()


async def test_hello_comes_first_and_must_be_of_this_protocol() -> None:
    async with hosted() as host:
        raw = await Raw.open(host)
        assert refused(await raw.ask(b'{"n":0,"ask":{"op":"follow"}}')) is Refusal.HELLO_FIRST
        hello = b'{"n":0,"ask":{"op":"hello","protocol":99}}'
        assert refused(await raw.ask(hello)) is Refusal.PROTOCOL
        raw.writer.close()


async def test_nobody_becomes_another_on_the_same_connection() -> None:
    async with hosted() as host:
        raw = await Raw.open(host)
        assert refused(await raw.hello(speaks_for=key("anna"))) is None
        assert refused(await raw.hello(speaks_for=key("bruno"))) is Refusal.NOT_TRUSTED
        assert refused(await raw.hello(speaks_for="~root")) is Refusal.MALFORMED
        raw.writer.close()


async def test_only_trusted_accounts_speak_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = 4_000_000
    monkeypatch.setattr("chickenscratch.host.daemon.peer_uid", lambda _socket: stranger)
    async with hosted() as host:
        with pytest.raises(HostRefusedError) as error:
            await host.client("anna")
        assert error.value.why is Refusal.NOT_TRUSTED
        mine = await host.client()
        assert mine.you.name == f"~uid{stranger}"
        assert not mine.admin
        with pytest.raises(HostRefusedError) as error:
            await mine.admin_(AdminWhat.DRAIN)
        assert error.value.why is Refusal.NOT_ADMIN


@pytest.mark.parametrize(
    ("trusted", "uid", "name", "may"),
    [((), 0, "~root", True), ((), 4_000_000, "~x", False), (("sshd",), 4_000_000, "~sshd", True),
     (("4000000",), 4_000_000, "~x", True), (("~x",), 4_000_000, "~x", False)],
)  # fmt: skip
def test_trust(trusted: tuple[str, ...], uid: int, name: str, may: bool) -> None:
    assert trusts(trusted, uid, name) is may


async def test_a_front_end_does_not_make_its_visitors_admins() -> None:
    async with hosted() as host:
        assert not (await host.client("anna")).admin
        assert (await host.client()).admin


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_no_line_is_more_than_refused(line: bytes) -> None:
    with suppress(ValueError):
        parse_request(line)


async def test_nonsense_is_refused_and_then_hung_up_on() -> None:
    async with hosted() as host:
        raw = await Raw.open(host)
        assert refused(await raw.ask(b"what?")) is Refusal.MALFORMED
        answer = await raw.ask(b'{"n":77,"ask":{"op":"dance"}}')
        assert isinstance(answer, Reply)
        assert answer.n == 77
        for _ in range(PLENTY.mistakes - 2):
            assert refused(await raw.ask(b"[" * 1000)) is Refusal.MALFORMED
        assert await raw.hear() == Bye(why=Farewell.MALFORMED)
        assert await raw.hear() is None
        assert await host.client("anna")


async def test_an_endless_line_is_hung_up_on() -> None:
    async with hosted() as host:
        raw = await Raw.open(host)
        raw.writer.write(b"x" * (2 * LINE_LIMIT))
        assert await raw.hear() == Bye(why=Farewell.MALFORMED)
        assert await raw.hear() is None


@pytest.mark.parametrize("seed", range(3))
async def test_mangled_requests_never_harm_the_host(seed: int) -> None:
    chance = random.Random(seed)
    async with hosted(PLENTY.model_copy(update={"mistakes": 10_000})) as host:
        clients = await host.people(2)
        tables = await seated(clients, settings())
        await dealt(tables)
        raw = await Raw.open(host)
        await raw.hello(speaks_for=key("anna"))
        table = tables[0].id
        good = [
            {"op": "enter", "table": table}, {"op": "follow"}, {"op": "say", "text": "hi"},
            {"op": "submit", "table": table, "seq": 1, "command": {"act": "draw", "seat": 0}},
            {"op": "ready", "table": table, "agreement": ""}, {"op": "usual"},
            {"op": "record", "table": table, "start": 0}, {"op": "bot", "table": table,
            "seat": 1, "level": "random"}, {"op": "vote", "table": table, "yes": True},
            {"op": "pause", "table": table}, {"op": "leave", "table": table},
            {"op": "sit", "table": table, "seat": 11}, {"op": "admin", "what": "backup"},
            {"op": "rematch", "table": table}, {"op": "seen", "table": table},
            {"op": "link", "code": "x"}, {"op": "rename", "name": "\ud800"}, {"op": "nudge",
            "table": table}, {"op": "exit", "table": table}, {"op": "ignore", "name": "bruno"},
        ]  # fmt: skip
        for n in range(300):
            line = bytearray(json.dumps({"n": n, "ask": chance.choice(good)}).encode())
            for _ in range(chance.choice((0, 0, 1, 3))):
                place = chance.randrange(len(line))
                line[place : place + chance.randrange(3)] = bytes(
                    chance.choice(b'{}[]",:0129\\ntrue\xff') for _ in range(chance.randrange(3))
                )
            raw.writer.write(bytes(line).replace(b"\n", b" ") + b"\n")
        raw.writer.write(b'{"n":999999,"ask":{"op":"ping"}}\n')
        while True:
            message = await raw.hear()
            assert message is not None
            if isinstance(message, Reply) and message.n == 999_999:
                break
        raw.writer.close()
        assert host.hall.metrics.value("faults_total") == 0
        state = await until(tables[1].states(), lambda s: True)
        assert state.table == table


async def test_a_flood_waits_and_the_neighbours_do_not() -> None:
    limits = PLENTY.model_copy(update={"requests_burst": 10, "requests_rate": 1.0})
    async with hosted(limits) as host:
        raw = await Raw.open(host)
        await raw.hello()
        for n in range(50):
            raw.writer.write(f'{{"n":{n},"ask":{{"op":"ping"}}}}\n'.encode())
        for _ in range(9):
            await raw.hear()
        neighbour = await host.client("anna")
        await neighbour.say("hello")
        assert host.hall.metrics.value("throttled_total") == 1
        raw.writer.close()


@pytest.mark.parametrize("trusted", [False, True])
async def test_many_connections_of_an_account_may_not_ask_for_more(
    monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    """Except those of a front end, behind which there are many people."""
    monkeypatch.setattr("chickenscratch.host.daemon.peer_uid", lambda _socket: 4_000_000)
    some = {"requests_burst": 10, "requests_rate": 1.0, "trusted": ("4000000",) * trusted}
    async with hosted(PLENTY.model_copy(update=some)) as host:
        every = [await Raw.open(host) for _ in range(2 * SHARE)]
        for raw in every:
            raw.writer.write(b'{"n":1,"ask":{"op":"ping"}}\n' * 10)
        answered = [0] * len(every)

        async def count(number: int) -> None:
            while await every[number].reader.readline():
                answered[number] += 1

        counting = [asyncio.create_task(count(number)) for number in range(len(every))]
        for _ in range(2000):
            await asyncio.sleep(0)
        assert sum(answered) == (20 * SHARE if trusted else 10 * SHARE)
        for raw in every:
            raw.writer.close()
        for task in counting:
            task.cancel()


async def test_who_does_not_read_is_hung_up_on() -> None:
    async with hosted(PLENTY.model_copy(update={"backlog": 200_000})) as host:
        raw = await Raw.open(host)
        await raw.hello(speaks_for=key("deaf"))
        raw.writer.write(b'{"n":2,"ask":{"op":"follow"}}\n')
        speaker = await host.client("anna")
        raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(5000):
            await speaker.say("x" * 150)
            if host.hall.metrics.value("slow_readers_total"):
                break
            host.hall.chat._buckets.clear()
        assert host.hall.metrics.value("slow_readers_total") == 1
        await speaker.say("still here")
        raw.writer.close()


async def test_an_account_has_so_many_connections_and_the_host_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chickenscratch.host.daemon.peer_uid", lambda _socket: 4_000_000)
    async with hosted(PLENTY.model_copy(update={"connections_per_account": 2})) as host:
        first = await host.client()
        await host.client()
        with pytest.raises(HostGoneError):
            await host.client()
        await first.close()
        for _ in range(100):
            await asyncio.sleep(0)
        await host.client()


async def test_guests_have_a_name_too() -> None:
    async with hosted() as host:
        hello = HostClient.connect(host.socket, speaks_for="guest:abcdefgh12", wish="visitor")
        guest = await hello
        host.clients.append(guest)
        assert guest.you.name == "visitor"
        assert guest.new

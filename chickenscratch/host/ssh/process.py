"""The SSH front as a process of its own, and the handle by which the host holds it.

The daemon owns every hidden hand, so nothing that listens on the network runs inside it. The front
gets its configuration and its orders as lines on its standard input, and tells how it is in lines
on its standard output. When its input ends, the host is gone, and it closes.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from chickenscratch.core.text import N_, Sentence
from chickenscratch.host.journal import write_journal
from chickenscratch.host.ssh.acceptor import Acceptor, AddressError, listen, more_files
from chickenscratch.host.ssh.keys import HostKeyError, fingerprint, host_keys
from chickenscratch.host.ssh.limits import limits_with
from chickenscratch.host.ssh.policy import quiet
from chickenscratch.host.ssh.pool import Pool
from chickenscratch.host.ssh.wire import Begin

COMMAND: Final = (
    sys.executable,
    "-P",
    "-c",
    "from chickenscratch.host.ssh.process import main; main()",
)
_PREFIX: Final = "chickenscratch_ssh_"
REPORT: Final = 5.0
"""Seconds between two lines on how the front is."""
NEW_VERSION: Final = N_("The server goes over to a new version; please come in again soon.")
ENDED: Final = N_("The SSH server could not begin; its log says why.")
CLOSING: Final = N_("The server is closing. Your seat is kept; see you soon!")


class FrontConfig(BaseModel):
    """Everything a front has to know."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    addresses: tuple[str, ...]
    """Where to listen, as ``ADDRESS:PORT``."""
    keys: Path
    """The folder of the host key."""
    maker: str
    """``module:function`` that gives each worker its view maker."""
    options: Mapping[str, str] = Field(default_factory=dict)
    """For the maker."""
    guests: bool = False
    workers: int = Field(default=2, ge=1, le=64)
    limits: Mapping[str, float] = Field(default_factory=dict)
    """Limits that are not as usual, by their names."""


class FrontError(Exception):
    """The front could not begin."""

    def __init__(self, template: str, values: Mapping[str, object]) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


class FrontProcess:
    """A front that is running: where it listens, its fingerprint, and how it is."""

    def __init__(self, process: asyncio.subprocess.Process, hello: Mapping[str, Any]) -> None:
        self._process = process
        self.addresses: list[tuple[str, int]] = [(host, port) for host, port in hello["addresses"]]
        self.fingerprint: str = hello["fingerprint"]
        self.connections = 0
        self.people = 0
        self.workers: list[int] = []
        """The workers' process numbers."""
        self.counts: Mapping[str, int] = {}
        """What happened how often: logins, sessions, crashes, refusals, every reason to hang up."""
        self._heard = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(
        cls, config: FrontConfig, environ: Mapping[str, str] | None = None, *, log: bool = True
    ) -> FrontProcess:
        """Begin. `log`: tell on standard error who comes and goes. Raises FrontError with the
        reason why it cannot."""
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=None if log else asyncio.subprocess.DEVNULL,
            env=None if environ is None else dict(environ),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(config.model_dump_json().encode() + b"\n")
        line = await process.stdout.readline()
        hello: dict[str, Any] = json.loads(line) if line else {"error": ENDED, "values": {}}
        if "error" in hello:
            await process.wait()
            raise FrontError(hello["error"], hello["values"])
        return cls(process, hello)

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            told = json.loads(line)
            self.connections, self.people = told["connections"], told["people"]
            self.counts, self.workers = told["counts"], told["workers"]
            self._heard.set()

    async def news(self) -> None:
        """Wait until it tells again how it is, which it does when it begins and regularly."""
        self._heard.clear()
        await self._heard.wait()

    def _order(self, **order: object) -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(order).encode() + b"\n")

    def tell(self, sentence: str) -> None:
        """Show a sentence to everybody who is in."""
        self._order(op="tell", sentence=sentence)

    def recycle(self, grace: float) -> None:
        """Go over to new workers, and close the old ones after `grace` seconds."""
        self._order(op="recycle", grace=grace)

    def metrics(self) -> str:
        """How it is, in the text form that Prometheus reads."""
        return metrics_text(self.connections, self.people, self.counts)

    async def wait(self) -> int:
        """Until it has ended; gives its exit code."""
        code = await self._process.wait()
        await self._listening
        return code

    async def stop(self) -> int:
        """Send everybody home with a word, then end it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return await self.wait()


def metrics_text(connections: int, people: int, counts: Mapping[str, int]) -> str:
    """Gauges of who is in, and a counter of what happened, by its name."""
    lines = []
    for name, words, value in (
        ("connections", "SSH connections open now.", connections),
        ("people", "Different people connected by SSH now.", people),
    ):
        lines += [
            f"# HELP {_PREFIX}{name} {words}",
            f"# TYPE {_PREFIX}{name} gauge",
            f"{_PREFIX}{name} {value}",
        ]
    lines += [
        f"# HELP {_PREFIX}events_total What happened at the SSH server, by kind.",
        f"# TYPE {_PREFIX}events_total counter",
    ]
    for kind, count in sorted(counts.items()):
        lines.append(f'{_PREFIX}events_total{{kind="{kind}"}} {count}')
    return "\n".join(lines) + "\n"


class _Front:
    """The inside of the process."""

    def __init__(self, config: FrontConfig) -> None:
        key = host_keys(config.keys)[0]
        self._fingerprint = fingerprint(key)
        begin = Begin(
            maker=config.maker,
            options=config.options,
            keys=str(config.keys),
            guests=config.guests,
            limits=config.limits,
        )
        self._sockets = [sock for address in config.addresses for sock in listen(address)]
        self._pool = Pool(begin, limits_with(config.limits), workers=config.workers)
        self._over = asyncio.Event()
        self._recycling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._over.set)
        loop.add_signal_handler(signal.SIGHUP, self._recycle, 600.0)
        acceptor = Acceptor(self._pool, self._sockets)
        await self._pool.start()
        acceptor.open()
        _print({"addresses": acceptor.addresses, "fingerprint": self._fingerprint})
        tasks = [asyncio.create_task(self._report()), asyncio.create_task(self._obey())]
        await self._over.wait()
        await acceptor.close()
        await self._pool.stop(CLOSING)
        for task in tasks:
            task.cancel()
        self._tell_how()

    async def _obey(self) -> None:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            order = json.loads(line)
            if order["op"] == "tell":
                self._pool.tell(order["sentence"])
            elif order["op"] == "recycle":
                self._recycle(order["grace"])
        self._over.set()

    def _recycle(self, grace: float) -> None:
        if self._recycling is None or self._recycling.done():
            work = self._pool.recycle(NEW_VERSION, grace, CLOSING)
            self._recycling = asyncio.create_task(work)

    async def _report(self) -> None:
        while True:
            self._tell_how()
            await asyncio.sleep(REPORT)

    def _tell_how(self) -> None:
        gate = self._pool.gate
        counts = dict(self._pool.counts())
        workers = self._pool.pids
        _print({"connections": len(gate), "people": gate.identities, "counts": counts,
                "workers": workers})  # fmt: skip


def _print(told: Mapping[str, object]) -> None:
    with suppress(BrokenPipeError):
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


def main() -> None:
    """What the front process runs."""
    write_journal()
    quiet()
    os.umask(0o077)
    more_files()
    # unbuffered, so that the orders after it are still there to be read
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(0, 1)):
        line += byte
    config = FrontConfig.model_validate_json(line)

    async def run() -> None:
        await _Front(config).run()

    try:
        asyncio.run(run())
    except (HostKeyError, AddressError) as error:
        values = {name: str(value) for name, value in error.sentence.values.items()}
        _print({"error": error.sentence.template, "values": values})
        sys.exit(1)

"""``chickenscratch host --ssh ADDRESS:PORT``: the SSH server beside the host."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from chickenscratch.cli.host_views import NAME
from chickenscratch.locale import _

if TYPE_CHECKING:
    from chickenscratch.host.daemon import Options
    from chickenscratch.host.ssh.process import FrontConfig, FrontProcess

log = logging.getLogger(__name__)

KEYS: Final = "ssh"
"""The folder of the host key, in the host's own folder."""
METRICS: Final = "ssh.prom"
"""The file of what the SSH server counts, in the host's own folder."""
WORKERS: Final = 2
BREATH: Final = 2.0
"""Seconds before a server that has ended by itself is started again."""


class WayIn(NamedTuple):
    """Where to listen for SSH, with how many workers; whether a key may be missing, and whether
    everybody gets a process of their own."""

    addresses: tuple[str, ...]
    workers: int | None = None
    guests: bool = False
    separate: bool = False
    limits: Mapping[str, float] = {}
    """Limits that are not as usual."""


def front_config(way_in: WayIn, state: Path, socket: Path) -> FrontConfig:
    """What the front has to know. `state`: the host's own folder, or another; `socket`: where the
    host listens, whose lobby visitors come into."""
    from chickenscratch.host.ssh.process import FrontConfig

    options = {"state": str(state), "socket": str(socket)}
    if way_in.separate:
        options["separate"] = "yes"
    return FrontConfig(
        addresses=way_in.addresses,
        keys=state / KEYS,
        maker=NAME,
        options=options,
        guests=way_in.guests,
        limits=way_in.limits,
        workers=way_in.workers or min(WORKERS, os.cpu_count() or 1),
    )


async def run_with_front(options: Options, config: FrontConfig, say: Callable[[str], None]) -> None:
    """Be the host, with an SSH server beside it, until the host ends; `say` gets how to come in.

    Raises FrontError if the SSH server cannot be, and what :func:`~chickenscratch.host.daemon.run`
    raises.
    """
    from chickenscratch.host.daemon import run

    listening = asyncio.Event()

    def ready() -> None:
        options.ready()
        listening.set()

    host = asyncio.create_task(run(options._replace(ready=ready)))
    front = asyncio.create_task(_keep_front(listening, config, say))
    try:
        await asyncio.wait({host, front}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (front, host):  # visitors first: they have a word from the host to read
            task.cancel()
            await asyncio.wait({task})
    for task in (front, host):
        if not task.cancelled():
            task.result()


async def run_front_alone(config: FrontConfig, say: Callable[[str], None]) -> None:
    """Be the SSH server of a host that runs elsewhere on this machine, until a signal.

    Raises FrontError if it cannot be.
    """
    listening, over = asyncio.Event(), asyncio.Event()
    listening.set()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, over.set)
    waiting = asyncio.create_task(over.wait())
    front = asyncio.create_task(_keep_front(listening, config, say))
    await asyncio.wait({waiting, front}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    front.cancel()
    await asyncio.wait({front})
    if not front.cancelled():
        front.result()


async def _keep_front(
    listening: asyncio.Event, config: FrontConfig, say: Callable[[str], None]
) -> None:
    """An SSH server as long as this task lives."""
    from chickenscratch.host.ssh.process import FrontProcess

    await listening.wait()
    first = True
    while True:
        front = await FrontProcess.start(config)
        if first:
            for line in greeting(front):
                say(line)
            first = False
        writing = asyncio.create_task(_write_metrics(front, config.keys.with_name(METRICS)))
        try:
            code = await front.wait()
        finally:
            writing.cancel()
            await front.stop()
        log.error("the SSH server ended with %d and is started again", code)
        await asyncio.sleep(BREATH)


async def _write_metrics(front: FrontProcess, file: Path) -> None:
    """After every report of the front, whole or not at all."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    while True:
        await front.news()
        try:
            await asyncio.to_thread(fresh.write_text, front.metrics(), encoding="ascii")
            fresh.replace(file)
        except OSError as error:
            log.error("the metrics of the SSH server cannot be written: %s", error.strerror)


def greeting(front: FrontProcess) -> list[str]:
    """What to print when it is listening: how to get in, and how to know that it is us."""
    lines = []
    for host, port in front.addresses:
        words = _("SSH players: ssh -p {port} HOST (listening at {address}).")
        lines.append(words.format(port=port, address=host))
    lines.append(_("Host key: {fingerprint}").format(fingerprint=front.fingerprint))
    return lines

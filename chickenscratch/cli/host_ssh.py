"""``chickenscratch host --ssh ADDRESS:PORT``: the SSH server beside the host."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chickenscratch.cli.host_views import NAME
from chickenscratch.cli.kit import fail
from chickenscratch.locale import _
from chickenscratch.locale.reasons import say

if TYPE_CHECKING:
    from chickenscratch.host.ssh.process import FrontConfig, FrontProcess

KEYS: Final = "ssh"
"""The folder of the host key, in the host's own folder."""
WORKERS: Final = 2


def front_config(
    addresses: Sequence[str],
    state: Path,
    *,
    guests: bool = False,
    workers: int | None = None,
    socket: Path | None = None,
) -> FrontConfig:
    """What the front has to know. `state`: the host's own folder; `socket`: where the host listens,
    whose lobby visitors come into; without one they play by themselves."""
    from chickenscratch.host.ssh.process import FrontConfig

    options = {"state": str(state)}
    if socket is not None:
        options["socket"] = str(socket)
    return FrontConfig(
        addresses=tuple(addresses),
        keys=state / KEYS,
        maker=NAME,
        options=options,
        guests=guests,
        workers=workers or min(WORKERS, os.cpu_count() or 1),
    )


async def start_front(config: FrontConfig) -> FrontProcess:
    """The front, listening; fails with one sentence if it cannot be."""
    from chickenscratch.host.ssh.process import FrontError, FrontProcess

    try:
        return await FrontProcess.start(config)
    except FrontError as error:
        fail(say(error.sentence))


def greeting(front: FrontProcess) -> list[str]:
    """What to print when it is listening: how to get in, and how to know that it is us."""
    lines = []
    for host, port in front.addresses:
        words = _("SSH players: ssh -p {port} HOST (listening at {address}).")
        lines.append(words.format(port=port, address=host))
    lines.append(_("Host key: {fingerprint}").format(fingerprint=front.fingerprint))
    return lines

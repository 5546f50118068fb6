"""What the server offers of SSH: little, and nothing old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

import asyncssh

from chickenscratch.host.ssh.limits import Limits

VERSION: Final = "chickenscratch"
"""Says nothing of the library."""

KEX: Final = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
)
CIPHERS: Final = (
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "chacha20-poly1305@openssh.com",
)
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
)


def _offered(wanted: Sequence[str]) -> list[str]:
    """Those of `wanted` that the cryptography library of this machine has."""
    from asyncssh.kex import get_kex_algs

    known = {name.decode() for name in get_kex_algs()}
    return [name for name in wanted if name in known]


def options(
    keys: Sequence[asyncssh.SSHKey], limits: Limits, *, guests: bool = False
) -> dict[str, Any]:
    """The arguments of `asyncssh.run_server` and `asyncssh.listen` but for the server object."""
    return {
        "config": None,
        "server_host_keys": list(keys),
        "send_server_host_keys": len(keys) > 1,
        "server_version": VERSION,
        "kex_algs": _offered(KEX),
        "encryption_algs": list(CIPHERS),
        "mac_algs": list(MACS),
        "signature_algs": list(SIGNATURES),
        "compression_algs": None,
        "public_key_auth": True,
        "kbdint_auth": guests,
        "password_auth": False,
        "host_based_auth": False,
        "gss_host": None,
        "gss_kex": False,
        "gss_auth": False,
        "agent_forwarding": False,
        "x11_forwarding": False,
        "allow_scp": False,
        "sftp_factory": None,
        "encoding": None,
        "line_editor": False,
        "rdns_lookup": False,
        "login_timeout": limits.login,
        "keepalive_interval": limits.keepalive,
        "keepalive_count_max": 3,
        "window": limits.window,
    }


def keep_lazy(loop: asyncio.AbstractEventLoop) -> None:
    """Let nobody make this loop start tasks eagerly.

    Textual does so on Python 3.12 and later, for the whole loop; asyncssh's handler of a login
    then answers before it is registered as the one that may, and nobody gets in any more.
    """
    setattr(loop, "set_task_factory", _ignored)  # noqa: B010 - it is a method for the type checker


def _ignored(_factory: object) -> None:
    """Tasks stay as they are."""


def quiet() -> None:
    """asyncssh writes names and commands of visitors into its log; only its warnings are ours."""
    logging.getLogger("asyncssh").setLevel(logging.WARNING)

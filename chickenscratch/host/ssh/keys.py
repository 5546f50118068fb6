"""The host key: made once, kept for ever. A server that changes it looks like an attacker."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

import asyncssh

from chickenscratch.core.text import N_, Sentence

KEY: Final = "ssh_host_ed25519_key"
NEXT: Final = "ssh_host_ed25519_key.next"
"""The key to come, if there is one: clients that ask for it learn it before it is used."""


class HostKeyError(Exception):
    """The host key cannot be used; the sentence says which file and why."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


def host_keys(folder: Path) -> list[asyncssh.SSHKey]:
    """The keys in `folder`, that in use first; one is made if there is none.

    Raises HostKeyError for a key that cannot be read or that others can read: making a new one
    would hide the mistake, and every player would be warned of an attack.
    """
    _prepare(folder)
    path = folder / KEY
    if not os.path.lexists(path):
        _make(path)
    keys = [_read(path)]
    if os.path.lexists(folder / NEXT):
        keys.append(_read(folder / NEXT))
    return keys


def fingerprint(key: asyncssh.SSHKey) -> str:
    """``SHA256:…``, as OpenSSH shows it."""
    return key.get_fingerprint("sha256")


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = folder.stat().st_mode
    except OSError as error:
        raise HostKeyError(
            N_("{folder} cannot be made: {reason}."), folder=folder, reason=error.strerror
        ) from None
    if stat.S_IMODE(mode) & 0o022:
        raise HostKeyError(
            N_("{folder} can be written by others; make it safe with chmod 700."), folder=folder
        )


def _make(path: Path) -> None:
    """Write a new key beside its place, then link it there, so that it is whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    data = asyncssh.generate_private_key("ssh-ed25519").export_private_key()
    try:
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # unlike a rename, never over a key made meanwhile
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    except OSError as error:
        raise HostKeyError(
            N_("{file} cannot be written: {reason}."), file=path, reason=error.strerror
        ) from None


def _read(path: Path) -> asyncssh.SSHKey:
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise HostKeyError(N_("{file} is not an ordinary file."), file=path)
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise HostKeyError(
                N_("{file} can be read by others; make it safe with chmod 600."), file=path
            )
        return asyncssh.import_private_key(path.read_bytes())
    except OSError as error:
        raise HostKeyError(
            N_("{file} cannot be read: {reason}."), file=path, reason=error.strerror
        ) from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise HostKeyError(N_("{file} holds no key without a passphrase."), file=path) from None

"""The host key (row 30), and the garbage collector's rules."""

from __future__ import annotations

import gc
import os
import stat
from pathlib import Path

import asyncssh
import pytest

from chickenscratch.host.ssh.garbage import ENOUGH, FEW, MANY, Sweeper
from chickenscratch.host.ssh.keys import KEY, NEXT, HostKeyError, fingerprint, host_keys
from chickenscratch.host.ssh.limits import Limits
from chickenscratch.host.ssh.policy import options


def test_row_30_the_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "ssh"
    first = host_keys(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / KEY).stat().st_mode) == 0o600
    assert os.listdir(folder) == [KEY]
    again = host_keys(folder)
    assert [fingerprint(key) for key in again] == [fingerprint(key) for key in first]
    assert fingerprint(first[0]).startswith("SHA256:")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_row_30_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "ssh"
    before = fingerprint(host_keys(folder)[0])
    (folder / KEY).chmod(mode)
    with pytest.raises(HostKeyError, match="chmod 600"):
        host_keys(folder)
    (folder / KEY).chmod(0o600)
    assert fingerprint(host_keys(folder)[0]) == before


def test_row_30_what_is_no_key_is_never_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "ssh"
    folder.mkdir(mode=0o700)
    path = folder / KEY
    path.touch(0o600)
    with pytest.raises(HostKeyError, match="no key without a passphrase"):
        host_keys(folder)
    assert path.read_bytes() == b""
    path.unlink()
    path.mkdir()
    with pytest.raises(HostKeyError, match="not an ordinary file"):
        host_keys(folder)
    path.rmdir()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(HostKeyError, match="not an ordinary file"):
        host_keys(folder)
    assert not (tmp_path / "elsewhere").exists()


def test_row_30_a_key_with_a_passphrase_cannot_be_used(tmp_path: Path) -> None:
    folder = tmp_path / "ssh"
    folder.mkdir(mode=0o700)
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(folder / KEY, "pkcs8-pem", passphrase="hens")
    (folder / KEY).chmod(0o600)
    with pytest.raises(HostKeyError, match="without a passphrase"):
        host_keys(folder)


def test_row_30_a_folder_that_others_write_to_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "ssh"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(HostKeyError, match="chmod 700"):
        host_keys(folder)
    with pytest.raises(HostKeyError, match="cannot be made"):
        host_keys(Path("/proc/nowhere/ssh"))


def test_the_next_key_is_shown_before_it_is_used(tmp_path: Path) -> None:
    folder = tmp_path / "ssh"
    first = host_keys(folder)[0]
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(folder / NEXT)
    (folder / NEXT).chmod(0o600)
    keys = host_keys(folder)
    assert [fingerprint(one) for one in keys] == [fingerprint(first), fingerprint(key)]
    assert options(keys, Limits())["send_server_host_keys"]
    assert not options(keys[:1], Limits())["send_server_host_keys"]


def test_a_full_collection_waits_for_an_empty_house(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1) or 0)
    warned: list[int] = []
    sweeper = Sweeper()

    def warn() -> None:
        warned.append(len(collected))

    assert not sweeper.sweep(FEW + 1, MANY - 1, warn)
    assert not sweeper.sweep(0, ENOUGH - 1, warn)
    assert sweeper.sweep(FEW, ENOUGH, warn)
    assert not sweeper.sweep(0, ENOUGH + 1, warn)
    assert not sweeper.sweep(FEW + 1, ENOUGH + MANY - 1, warn)
    assert sweeper.sweep(FEW + 1, ENOUGH + MANY, warn)
    assert collected == [1, 1]
    assert warned == [0, 1]

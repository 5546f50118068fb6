"""A socket is only trusted where nobody could have put another one."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from chickenscratch.host.sockets import SocketError, account, check_folder, dial, listen, peer_uid


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cs-") as name:
        yield Path(name)


def test_a_private_folder_is_fine(folder: Path) -> None:
    with listen(folder / "s", 0o600):
        assert stat.S_IMODE((folder / "s").stat().st_mode) == 0o600
        with dial(folder / "s") as connection:
            assert peer_uid(connection) == os.geteuid()


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o722])
def test_a_folder_that_others_may_write_to_is_not(folder: Path, mode: int) -> None:
    place = folder / "open"
    place.mkdir()
    with listen(place / "s", 0o666):
        place.chmod(mode)
        with pytest.raises(SocketError, match="Others may write"):
            dial(place / "s")
        with pytest.raises(SocketError, match="Others may write"):
            listen(place / "t", 0o666)


def test_a_folder_below_one_that_others_may_write_to_is_not(folder: Path) -> None:
    place = folder / "open" / "mine"
    place.mkdir(parents=True)
    (folder / "open").chmod(0o777)
    with pytest.raises(SocketError, match="Others may write"):
        check_folder(place)
    (folder / "open").chmod(0o1777)
    assert check_folder(place) == os.geteuid()


def test_a_link_to_a_folder_is_not(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "link").symlink_to(folder / "real")
    with listen(folder / "real" / "s", 0o666), pytest.raises(SocketError, match="is a link"):
        dial(folder / "link" / "s")


def test_a_stranger_who_listens_in_a_folder_of_somebody_else_is_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listen(folder / "s", 0o666):
        monkeypatch.setattr("chickenscratch.host.sockets.peer_uid", lambda _socket: 4_000_000)
        with pytest.raises(SocketError, match="belongs to somebody else"):
            dial(folder / "s")
        monkeypatch.setattr("chickenscratch.host.sockets.peer_uid", lambda _socket: 0)
        dial(folder / "s").close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_real_strangers(folder: Path) -> None:
    """In a folder of uid 4000000: its owner and root may listen, uid 4000001 may not."""
    for uid, trusted in ((4_000_000, True), (4_000_001, False)):
        place = folder / str(uid)
        place.mkdir(mode=0o755)
        folder.chmod(0o755)
        path = place / "s"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        path.chmod(0o666)
        os.chown(place, 4_000_000, 4_000_000)
        os.seteuid(uid)
        try:
            listener.listen()
        finally:
            os.seteuid(0)
        with listener:
            if trusted:
                dial(path).close()
            else:
                with pytest.raises(SocketError, match="belongs to somebody else"):
                    dial(path)


def test_nobody_listens_in_a_folder_of_somebody_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 4_000_000)
    with pytest.raises(SocketError, match="belongs to somebody else"):
        listen(folder / "s", 0o666)


def test_what_a_dead_host_left_is_cleared_and_nothing_else(folder: Path) -> None:
    listen(folder / "s", 0o666).close()
    with listen(folder / "s", 0o666), pytest.raises(SocketError, match="listening"):
        listen(folder / "s", 0o666)
    (folder / "file").write_text("precious")
    with pytest.raises(SocketError, match="no socket"):
        listen(folder / "file", 0o666)
    assert (folder / "file").read_text() == "precious"


def test_nobody_there(folder: Path) -> None:
    with pytest.raises(SocketError):
        dial(folder / "s")
    with pytest.raises(SocketError):
        dial(folder / "missing" / "s")
    with pytest.raises(SocketError, match="too long"):
        listen(folder / ("x" * 120), 0o666)


def test_accounts_without_a_name_have_a_number() -> None:
    assert account(4_000_000) == "~uid4000000"
    assert account(0) == "~root"

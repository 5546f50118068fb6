"""What visitors get to see, and the whole way there: host, SSH server, lobby."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from pathlib import Path

import pytest
from host_kit import hosted, key
from linking import FakeLink, visitor
from sshing import until, visiting

from chickenscratch.cli import host_views
from chickenscratch.cli.host_views import Reception, language_of, settings_for
from chickenscratch.config import Settings, change
from chickenscratch.host.ssh.link import View
from chickenscratch.host.ssh.policy import keep_lazy
from chickenscratch.host.ssh.process import metrics_text
from chickenscratch.host.units import units
from chickenscratch.plain.channel import PlainView
from chickenscratch.tui.hosted import AppView


@pytest.fixture
def reception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reception:
    """A reception whose visitors play by themselves, without computer players' processes."""
    monkeypatch.setattr(Reception, "bots", lambda _self: None)
    return Reception(tmp_path / "visitors")


def folders(tmp_path: Path) -> list[str]:
    """Kinds of visitors of whom something is kept."""
    return sorted(folder.name.partition("-")[0] for folder in tmp_path.glob("visitors/*"))


async def left(view: View) -> None:
    running = asyncio.create_task(view.run())
    await asyncio.sleep(0.05)
    view.leave()
    await asyncio.wait_for(running, 60)


async def test_a_visitor_who_only_looks_leaves_nothing(
    reception: Reception, tmp_path: Path
) -> None:
    keep_lazy(asyncio.get_running_loop())
    link = FakeLink()
    view = reception.view(link, visitor(wish="alice"))
    assert isinstance(view, AppView)
    running = asyncio.create_task(view.run())
    await until(lambda: b"Quick game" in link.sent)
    view.leave()
    await asyncio.wait_for(running, 60)
    assert folders(tmp_path) == []


def test_everybody_has_a_folder_of_their_own(reception: Reception) -> None:
    one, other = visitor(), visitor(identity="key:SHA256:" + "B" * 43)
    assert reception.home_of(one) == reception.home_of(visitor(wish="Agnes"))
    assert reception.home_of(one) != reception.home_of(other)


@pytest.mark.parametrize("plain", [True, False])
async def test_where_there_is_a_host_everybody_comes_into_its_lobby(
    tmp_path: Path, plain: bool
) -> None:
    keep_lazy(asyncio.get_running_loop())
    async with hosted() as host:
        link = FakeLink()
        known = visitor(identity=key("anna"), wish="anna", plain=plain)
        view = Reception(tmp_path / "visitors", host.socket).view(link, known)
        running = asyncio.create_task(view.run())
        await until(lambda: (b"You are anna" if plain else b"THE LOBBY") in link.sent)
        view.leave()
        await asyncio.wait_for(running, 60)


async def test_nothing_is_kept_of_a_guest(reception: Reception, tmp_path: Path) -> None:
    keep_lazy(asyncio.get_running_loop())
    guest = visitor(identity="guest:0123456789abcdef", plain=True)
    view = reception.view(FakeLink(), guest)
    assert isinstance(view, PlainView)
    change(reception.home_of(guest) / host_views.SETTINGS, name="Agnes")
    assert folders(tmp_path) == ["guest"]
    await left(view)
    del view
    await until(lambda: gc.collect() >= 0 and not folders(tmp_path))


async def test_what_a_killed_worker_left_of_guests_goes(tmp_path: Path) -> None:
    stale = tmp_path / "visitors" / "guest-left"
    stale.mkdir(parents=True)
    Reception(tmp_path / "visitors").tidy()
    assert not stale.exists()


def test_the_name_is_the_wish_until_one_is_chosen(tmp_path: Path) -> None:
    assert settings_for(visitor(wish="alice"), tmp_path).name == "alice"
    assert settings_for(visitor(wish=""), tmp_path).name == ""
    change(tmp_path / host_views.SETTINGS, name="Agnes")
    assert settings_for(visitor(wish="alice"), tmp_path).name == "Agnes"
    (tmp_path / host_views.SETTINGS).write_text("spoilt", encoding="utf-8")
    assert settings_for(visitor(wish="alice"), tmp_path).name == "alice"


def test_the_language_is_what_the_client_asks_for() -> None:
    italian = visitor(environ={"LANG": "it_IT.UTF-8"})
    assert language_of(italian, Settings()) == "it"
    assert language_of(visitor(), Settings()) == "en"
    assert language_of(visitor(), Settings.model_validate({"language": "it"})) == "it"


def test_the_environment_of_the_server_says_nothing_of_terminals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ) | {"NO_COLOR": "1", "TEXTUAL_FPS": "1"})
    host_views.prepare()
    assert "NO_COLOR" not in os.environ
    assert os.environ["TEXTUAL_FPS"] == str(host_views.FRAMES)
    assert os.environ["TEXTUAL_COLOR_SYSTEM"] == "truecolor"
    assert os.environ["TEXTUAL_ANIMATIONS"] == "none"


@pytest.mark.slow
async def test_from_the_command_line_into_the_lobby(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chickenscratch", "host", "--private", "--socket",
        str(folder / "socket"), "--state", str(tmp_path / "state"), "--ssh", "127.0.0.1:0",
        "--workers", "1",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    port = 0
    while b"Host key: SHA256:" not in (line := await process.stdout.readline()):
        if line.startswith(b"SSH players: ssh -p "):
            port = int(line.split()[4])
    async with (
        visiting(port, username="alice") as alice,
        visiting(port, username="bruna", command="nosuch") as bruna,
    ):
        await alice.screen.until("THE LOBBY")
        await bruna.screen.until("There is no such table.")
        metrics = tmp_path / "state" / "ssh.prom"
        await until(lambda: metrics.exists() and 'kind="logins"} 2' in metrics.read_text("ascii"))
        process.terminate()
        await alice.screen.until("The server is closing.")
        await bruna.screen.until("The server is closing.")
    assert await asyncio.wait_for(process.wait(), 60) == 0


@pytest.mark.slow
async def test_an_address_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chickenscratch", "host", "--private", "--socket",
        str(folder / "socket"), "--state", str(tmp_path / "state"), "--ssh", "nonsense",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _out, err = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode not in (0, None)
    assert err.decode().splitlines()[-1].startswith("“nonsense” is no address to listen at")


def test_metrics_are_text_for_prometheus() -> None:
    text = metrics_text(3, 2, {"logins": 5, "hung-up-idle": 1})
    assert text.splitlines()[2] == "chickenscratch_ssh_connections 3"
    assert text.endswith(
        "# TYPE chickenscratch_ssh_events_total counter\n"
        'chickenscratch_ssh_events_total{kind="hung-up-idle"} 1\n'
        'chickenscratch_ssh_events_total{kind="logins"} 5\n'
    )


def test_row_31_the_ssh_server_has_a_unit_of_its_own_and_the_daemon_no_network() -> None:
    both = units("/usr/bin/python3")
    assert "ssh" not in both
    three = units("/usr/bin/python3", ["0.0.0.0:2222", "[::]:2222"])
    apart = three.index("# /etc/systemd/system/chickenscratch-ssh.service")
    host, ssh = three[:apart].rstrip("\n"), three[apart:]
    assert host.replace(" --trust chickenscratch-ssh", "") == both.rstrip("\n")
    assert "User=chickenscratch\n" in host
    assert "User=chickenscratch-ssh\n" in ssh
    assert " --ssh-only --ssh 0.0.0.0:2222 --ssh [::]:2222\n" in ssh
    assert "PrivateNetwork=yes" in both
    for line in (
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "UMask=0077",
    ):
        assert line in both
        assert line in ssh


@pytest.mark.slow
async def test_the_ssh_server_of_a_host_that_runs_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    words = [sys.executable, "-m", "chickenscratch", "host", "--socket", str(folder / "socket")]
    host = await asyncio.create_subprocess_exec(
        *words, "--private", "--state", str(tmp_path / "state"), stdout=asyncio.subprocess.PIPE
    )
    assert host.stdout is not None
    await host.stdout.readline()
    front = await asyncio.create_subprocess_exec(
        *words, "--state", str(tmp_path / "ssh"), "--ssh-only", "--ssh", "127.0.0.1:0",
        "--workers", "1",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert front.stdout is not None
    port = int((await front.stdout.readline()).split()[4])
    async with visiting(port, username="alice") as alice:
        await alice.screen.until("THE LOBBY")
        front.terminate()
        await alice.screen.until("The server is closing.")
    assert await asyncio.wait_for(front.wait(), 60) == 0
    host.terminate()
    assert await asyncio.wait_for(host.wait(), 60) == 0

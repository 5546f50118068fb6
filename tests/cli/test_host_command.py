"""``chickenscratch host``."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from chickenscratch.cli.host import ACTIONS, command
from chickenscratch.host.limits import HostLimits, LimitsError, limits_from
from chickenscratch.host.shapes import Stage
from chickenscratch.host.ssh.limits import Limits
from chickenscratch.host.units import units


class Running:
    """A host of its own, and what is asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ready, tell = os.pipe()
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*COMMAND, *self.where, "--ready-fd", str(tell)], pass_fds=(tell,), stderr=log
            )
        os.close(tell)
        self.began = os.read(ready, 1) == b"1"
        os.close(ready)

    @property
    def where(self) -> list[str]:
        return ["--socket", str(self.folder / "run" / "s"), "--state", str(self.folder / "state")]

    def ask(self, *words: str) -> subprocess.CompletedProcess[str]:
        return run(*words, *self.where)


COMMAND = [sys.executable, "-m", "chickenscratch", "host"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def host() -> Iterator[Running]:
    folder = Path(tempfile.mkdtemp(prefix="cs-"))
    running = Running(folder)
    assert running.began
    yield running
    if running.process.poll() is None:
        running.process.terminate()
        assert running.process.wait(20) == 0
    shutil.rmtree(folder)


def test_status(host: Running) -> None:
    done = host.ask("status", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["connections"] == 1
    assert report["people"] == [report["owner"]]
    assert report["tables"] == dict.fromkeys(Stage, 0)


def test_metrics(host: Running) -> None:
    done = host.ask("metrics")
    assert "# TYPE chickenscratch_host_connections gauge" in done.stdout
    assert 'chickenscratch_host_tables{stage="playing"} 0' in done.stdout


def test_a_backup_is_refused_where_something_is(host: Running) -> None:
    target = host.folder / "backup.tar.gz"
    assert host.ask("backup", str(target)).returncode == 0
    assert target.stat().st_mode & 0o077 == 0
    with tarfile.open(target) as tar:
        assert tar.getnames() == ["host.sqlite3"]
    assert host.ask("backup", str(target)).returncode == 1


def test_players_that_are_not_there(host: Running) -> None:
    done = host.ask("ban", "nobody")
    assert (done.returncode, done.stderr) == (1, "There is nobody of that name.\n")
    assert host.ask("kick").returncode == 2


def test_a_second_host_is_refused(host: Running) -> None:
    done = host.ask()
    assert done.returncode == 1
    assert "running already" in done.stderr


def test_the_log_has_a_json_object_a_line(host: Running) -> None:
    lines = [json.loads(line) for line in (host.folder / "log").read_text().splitlines()]
    assert any(line["what"].startswith("listening") for line in lines)
    assert all({"at", "level", "from", "what"} <= set(line) for line in lines)


def test_no_host() -> None:
    done = run("status", "--socket", "/nowhere/at/all")
    assert done.returncode == 1
    assert "/nowhere/at/all" in done.stderr or "/nowhere/at" in done.stderr


def test_the_units_can_be_read() -> None:
    done = run("--print-units")
    assert done.returncode == 0
    assert done.stdout == units(sys.executable)
    socket, service = done.stdout.split("# /etc/systemd/system/chickenscratch.service")
    for text, section in ((socket, "Socket"), (service, "Service")):
        parser = configparser.RawConfigParser(strict=True)
        parser.read_string(text)
        assert parser.has_section(section)
    assert "PrivateNetwork=yes" in service


def test_limits_come_from_the_settings() -> None:
    assert limits_from({}) == HostLimits()
    assert limits_from({"tables": 5, "trusted": ["sshd"]}).trusted == ("sshd",)
    with pytest.raises(LimitsError, match="no limit called “tabels”"):
        limits_from({"tabels": 5})
    with pytest.raises(LimitsError, match="“tables” cannot be 0"):
        limits_from({"tables": 0})


def test_a_wrong_limit_is_told_of(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[host]\ntabels = 3\n")
    done = run("--config", str(config))
    assert done.returncode == 2
    assert "tabels" in done.stderr


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_guide_names_what_there_is(language: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chickenscratch", "--lang", language, "host", "--guide"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    for name in (*HostLimits.model_fields.keys() - {"ssh"}, *Limits.__slots__):
        assert f"    {name} = " in done.stdout
    for action in set(ACTIONS) - {"unmute"}:
        assert action in done.stdout
    options = {param.opts[0] for param in command.params if param.opts[0].startswith("--")}
    assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", done.stdout)) <= options | {"--now"}
    # without -t OpenSSH asks for no terminal, and nothing is run without one
    assert " ssh -t -p 2222 HOST TABLE\n" in done.stdout


def test_an_account_is_trusted_for_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from chickenscratch.cli import app
    from chickenscratch.cli import host as module

    served: list[HostLimits] = []
    monkeypatch.setattr(module, "_serve", lambda limits, *_rest, **_more: served.append(limits))
    done = CliRunner().invoke(app, ["host", "--trust", "kitchen-ssh", "--trust", "den"])
    assert done.exit_code == 0
    assert served[0].trusted == ("kitchen-ssh", "den")

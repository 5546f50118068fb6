"""``chickenscratch host``: tables for many, and what whoever runs them may do."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from chickenscratch.cli.kit import (
    Command,
    Common,
    Hindered,
    Option,
    fail,
    pass_common,
    print_json,
)
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    import socket

    from chickenscratch.cli.host_ssh import WayIn
    from chickenscratch.host.daemon import Options
    from chickenscratch.host.limits import HostLimits

ACTIONS: Final = (
    "status", "metrics", "drain", "backup", "notice", "kick", "ban", "unban", "mute", "unmute",
)  # fmt: skip
_NEED_NAME: Final = ("kick", "ban", "unban", "mute", "unmute")


@click.command(
    cls=Command,
    help=N_(
        "Run tables that other people on this machine can join. With an action: ask the host that "
        "is running for its status, let it drain, make a backup, or see to a player."
    ),
)
@click.argument("action", required=False, metavar="[ACTION]", type=click.Choice(ACTIONS))
@click.argument("what", required=False, metavar="[NAME|FILE|TEXT]")
@click.option(
    "--socket",
    "socket_path",
    cls=Option,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help=N_("Where the host listens, instead of the usual place."),
)
@click.option(
    "--state",
    cls=Option,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help=N_("Where its games are kept, instead of the usual folder."),
)
@click.option(
    "--print-units",
    cls=Option,
    is_flag=True,
    help=N_("Print the systemd units of a host for the whole machine, and leave."),
)
@click.option(
    "--guide", cls=Option, is_flag=True, help=N_("Print the guide for who runs a host, and leave.")
)
@click.option("--private", cls=Option, is_flag=True, help=N_("Let only your own account in."))
@click.option(
    "--service",
    cls=Option,
    is_flag=True,
    help=N_("The host runs for the whole machine, under an account that nobody plays as."),
)
@click.option(
    "--idle",
    cls=Option,
    type=click.IntRange(1),
    metavar="SECONDS",
    help=N_("End when nobody has been connected for so long."),
)
@click.option(
    "--minutes",
    cls=Option,
    type=click.IntRange(1),
    metavar="N",
    help=N_("How long a ban or a mute lasts; for good unless given."),
)
@click.option(
    "--ssh",
    cls=Option,
    multiple=True,
    metavar="ADDRESS:PORT",
    help=N_("Let people without an account here in by SSH, as in 0.0.0.0:2222."),
)
@click.option(
    "--ssh-only",
    cls=Option,
    is_flag=True,
    help=N_("Only the SSH server, for a host that is running already."),
)
@click.option(
    "--trust",
    cls=Option,
    multiple=True,
    metavar="ACCOUNT",
    help=N_("Let this account speak for the people that its SSH server has let in."),
)
@click.option("--guests", cls=Option, is_flag=True, help=N_("By SSH also without a key."))
@click.option(
    "--process-per-player",
    "separate",
    cls=Option,
    is_flag=True,
    help=N_("A process for every player by SSH: ten times the memory, but each by itself."),
)
@click.option(
    "--workers",
    cls=Option,
    type=click.IntRange(1, 64),
    metavar="N",
    help=N_("How many processes serve the players that come by SSH."),
)
@click.option("--now", cls=Option, is_flag=True, help=N_("Drain without waiting for games to end."))
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@click.option("--ready-fd", type=int, hidden=True)
@pass_common
def command(
    common: Common, action: str | None, what: str | None, socket_path: Path | None,
    state: Path | None, idle: int | None, minutes: int | None, ready_fd: int | None,
    ssh: tuple[str, ...], workers: int | None, *, guests: bool, separate: bool,
    ssh_only: bool, trust: tuple[str, ...],
    guide: bool, print_units: bool, private: bool, service: bool, now: bool, as_json: bool,
) -> None:  # fmt: skip
    """Run a host, or ask the one that is running."""
    if guide:
        from chickenscratch.host.guide import guide as text

        click.echo(text(), nl=False)
        return
    if os.name != "posix":
        fail(_("A host needs a system with Unix sockets."), Hindered)
    if print_units:
        from chickenscratch.host.units import units

        click.echo(units(ssh=ssh), nl=False)
        return
    state = (state or common.paths.state / "host").absolute()
    if action is not None:
        _ask(action, what, minutes, socket_path, state, now=now, as_json=as_json)
        return
    from chickenscratch.cli.host_ssh import WayIn

    way_in = WayIn(ssh, workers, guests, separate, _ssh_limits(common) if ssh else {})
    if ssh_only:
        _serve_ssh_only(way_in, socket_path, state, service=service)
        return
    limits = _limits(common)
    limits = limits.model_copy(update={"trusted": (*limits.trusted, *trust)})
    _serve(limits, socket_path, state, idle, ready_fd, way_in, private=private, service=service)


def _serve(
    limits: HostLimits, path: Path | None, state: Path, idle: int | None, ready_fd: int | None,
    way_in: WayIn, *, private: bool, service: bool,
) -> None:  # fmt: skip
    from chickenscratch.host.daemon import PRIVATE, PUBLIC, Options, run
    from chickenscratch.host.journal import write_journal
    from chickenscratch.host.sockets import SOCKET, SYSTEM_FOLDER, SocketError
    from chickenscratch.host.starting import own_socket, prepare_folder, shared_socket
    from chickenscratch.store import StoreError

    listener = _given()
    if path is None:
        path = own_socket(state) if private else shared_socket()
        if service:
            path = SYSTEM_FOLDER / SOCKET
    path = path.absolute()
    mode = PRIVATE if private else PUBLIC

    def ready() -> None:
        if ready_fd is not None:
            os.write(ready_fd, b"1")
            os.close(ready_fd)
        elif not service:
            click.echo(_("The host listens; others join it with: {command}").format(
                command=f"chickenscratch join --socket {path}"))  # fmt: skip

    options = Options(path, state, limits, mode, service, idle, listener, ready)
    os.umask(0o077)
    write_journal()
    try:
        if listener is None:
            prepare_folder(path.parent, 0o700 if private else 0o755)
        if way_in.addresses:
            _serve_ssh(options, way_in)
        else:
            asyncio.run(run(options))
    except (SocketError, StoreError) as error:
        _say(error)


def _serve_ssh_only(
    way_in: WayIn, path: Path | None, state: Path, *, service: bool
) -> None:  # fmt: skip
    from chickenscratch.cli.host_ssh import front_config, run_front_alone
    from chickenscratch.host.journal import write_journal
    from chickenscratch.host.sockets import SOCKET, SYSTEM_FOLDER
    from chickenscratch.host.ssh.process import FrontError
    from chickenscratch.host.starting import find

    found = path or (SYSTEM_FOLDER / SOCKET if service else find(state))
    if not way_in.addresses:
        fail(_("Say where to listen: chickenscratch host --ssh ADDRESS:PORT --ssh-only"))
    if found is None:
        fail(_("No host is running."), Hindered)
    config = front_config(way_in, state, found.absolute())
    write_journal()
    try:
        asyncio.run(run_front_alone(config, click.echo))
    except FrontError as error:
        _say(error)


def _serve_ssh(options: Options, way_in: WayIn) -> None:
    from chickenscratch.cli.host_ssh import front_config, run_with_front
    from chickenscratch.host.ssh.process import FrontError

    config = front_config(way_in, options.state, options.socket)
    try:
        asyncio.run(run_with_front(options, config, click.echo))
    except FrontError as error:
        _say(error)


def _limits(common: Common) -> HostLimits:
    from chickenscratch.host.limits import LimitsError, limits_from
    from chickenscratch.locale.reasons import say

    try:
        return limits_from(common.settings().host)
    except LimitsError as error:
        fail(f"{common.settings_file}: {say(error.sentence)}")


def _ssh_limits(common: Common) -> dict[str, Any]:
    from chickenscratch.host.limits import LimitsError
    from chickenscratch.host.ssh.limits import limits_with
    from chickenscratch.locale.reasons import say

    chosen = _limits(common).ssh
    try:
        limits_with(chosen)
    except LimitsError as error:
        fail(f"{common.settings_file}: {say(error.sentence)}")
    return chosen


def _given() -> socket.socket | None:
    """The socket that systemd has opened for us, if it started us."""
    import socket

    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    with suppress(OSError):
        listener = socket.socket(fileno=3)
        listener.setblocking(False)
        return listener
    return None


def _ask(
    action: str, what: str | None, minutes: int | None, path: Path | None, state: Path, *,
    now: bool, as_json: bool,
) -> None:  # fmt: skip
    from chickenscratch.host import words
    from chickenscratch.host.asking import AdminWhat
    from chickenscratch.host.remote import HostError
    from chickenscratch.host.sockets import SocketError
    from chickenscratch.host.starting import find

    if action in _NEED_NAME and what is None:
        fail(_("Say whose name: chickenscratch host {action} NAME").format(action=action))
    found = path or find(state)
    if found is None:
        fail(_("No host is running."), Hindered)
    values: dict[str, Any] = {"minutes": minutes}
    if action in _NEED_NAME:
        values["who"] = what
    elif action == "backup":
        values["text"] = str(Path(what or "chickenscratch-host-backup.tar.gz").absolute())
    else:
        values["text"] = "now" if now else what
    try:
        report = asyncio.run(_told(found, AdminWhat(action), values))
    except SocketError as error:
        _say(error)
    except HostError as error:
        fail(words.trouble(error), Hindered)
    if as_json:
        print_json(report)
    elif action == "metrics":
        click.echo(report["text"], nl=False)
    else:
        for name, value in report.items():
            click.echo(f"{name}: {_plain(value)}")


async def _told(path: Path, what: Any, values: dict[str, Any]) -> dict[str, Any]:
    from chickenscratch.host.client import HostClient

    client = await HostClient.connect(path, program="chickenscratch host")
    try:
        return await client.admin_(what, **values)
    finally:
        await client.close()


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return str(value)


def _say(error: Any) -> NoReturn:
    from chickenscratch.locale.reasons import say

    fail(say(error.sentence), Hindered)

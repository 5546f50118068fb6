"""``chickenscratch join``: to the lobby of the host on this machine, or straight to a table."""

from __future__ import annotations

from pathlib import Path

import click

from chickenscratch.cli.kit import Command, Common, Hindered, Option, fail, pass_common
from chickenscratch.locale import N_, _


@click.command(
    cls=Command,
    help=N_(
        "Play with others at the host on this machine. With a table, named as in the lobby: "
        "straight to it."
    ),
)
@click.argument("table", required=False, metavar="[TABLE]")
@click.option(
    "--socket",
    "socket_path",
    cls=Option,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help=N_("Where the host listens, instead of the usual place."),
)
@pass_common
def command(common: Common, table: str | None, socket_path: Path | None) -> int:
    """See that there is a host, then go in."""
    from chickenscratch.cli.home import find_host, prepare, run

    settings = common.settings()
    path = socket_path or find_host(common)
    if path is None:
        fail(_("No host is running on this machine; “chickenscratch host” starts one."), Hindered)
    _knock(path)
    from chickenscratch.host.client import HostClient

    program = "chickenscratch join"
    if common.plainly:
        from chickenscratch.plain.visit import run as visit

        return visit(settings, lambda: HostClient.connect(path, program=program), table=table)
    terminal = prepare(common, settings)
    from chickenscratch.tui.lobby_app import lobby_app

    app = lobby_app(
        lambda: HostClient.connect(path, program=program),
        terminal,
        settings,
        table=table,
        settings_file=common.settings_file,
    )
    return run(app, settings)


def _knock(path: Path) -> None:
    """Leave with one sentence if nobody answers at `path`, or nobody who can be trusted."""
    from chickenscratch.host.sockets import SocketError, dial
    from chickenscratch.locale.reasons import say

    try:
        dial(path.absolute()).close()
    except SocketError as error:
        fail(say(error.sentence), Hindered)

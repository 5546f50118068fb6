"""``chickenscratch paths``: where everything is kept."""

from __future__ import annotations

import click

from chickenscratch.cli.kit import Command, Common, Option, pass_common, print_json
from chickenscratch.locale import N_


@click.command(
    cls=Command,
    help=N_("Show the folders and files in use. They need not exist yet."),
)
@click.option("--json", "as_json", cls=Option, is_flag=True, help=N_("Print a JSON document."))
@pass_common
def command(common: Common, as_json: bool) -> None:
    """Print each place under its name."""
    paths = common.paths
    places = {
        "settings": common.settings_file,
        "config": paths.config,
        "data": paths.data,
        "state": paths.state,
        "cache": paths.cache,
    }
    if as_json:
        print_json({name: str(place) for name, place in places.items()})
        return
    width = max(map(len, places))
    for name, place in places.items():
        click.echo(f"{name:<{width}}  {place}")

"""``chickenscratch screenshots``: pictures of the screens."""

from __future__ import annotations

import os
from pathlib import Path

import click

from chickenscratch.cli.kit import Command, fail
from chickenscratch.locale import N_, _, ngettext


@click.command(
    cls=Command,
    help=N_(
        "Write pictures of the screens as SVG files into a folder, which is made if need be. They "
        "are the same on every machine. Only files of these names are replaced."
    ),
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def command(folder: Path) -> None:
    """Draw every picture in every size."""
    if folder.exists() and not folder.is_dir():
        fail(_("{folder} is not a folder.").format(folder=folder))
    # read by Textual when it is imported: the pictures have colours, whatever this terminal has
    os.environ.pop("NO_COLOR", None)
    from chickenscratch.tui.pictures import write
    from chickenscratch.tui.pictures_poses import PICTURES

    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for picture in PICTURES:
            for path in write(picture, folder):
                click.echo(path)
                count += 1
    except OSError as error:
        words = _("{folder} cannot be written: {why}.")
        fail(words.format(folder=folder, why=error.strerror or error))
    done = ngettext("{count} picture.", "{count} pictures.", count)
    click.echo(done.format(count=count), err=True)

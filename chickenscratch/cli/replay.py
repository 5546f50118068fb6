"""``chickenscratch replay``: watch a recorded game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common
from chickenscratch.locale import N_, _, ngettext

if TYPE_CHECKING:
    from chickenscratch.core.record import GameRecord


@click.command(
    cls=Command,
    help=N_("Watch a recorded game step by step, with all hands open or through a player's eyes."),
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--game",
    "number",
    cls=Option,
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help=N_("Which game of a file with several of them; the first unless given."),
)
@pass_common
def command(common: Common, file: Path, number: int) -> int:
    """Read and check the record, then show it."""
    from chickenscratch.core.record import RecordError
    from chickenscratch.locale.reasons import say

    settings = common.settings()
    try:
        record = _game(file, number)
        _check_told(file, record)
        if common.plainly:
            from chickenscratch.plain import app as plain

            return plain.run_replay(settings, record)
        from chickenscratch.tui.screens.replay_frames import frames_of

        frames = frames_of(record)
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")
    if not frames:
        fail(_("{file}: nothing has been dealt in this game yet.").format(file=file))
    from chickenscratch.cli.home import prepare, run

    terminal = prepare(common, settings)
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.replay import ReplayScreen
    from chickenscratch.tui.screens.replay_alone import Alone

    screen = ReplayScreen(record.header, frames, title=file.name)
    return run(ChickenApp(Alone(screen), terminal=terminal, settings=settings), settings)


def _game(file: Path, number: int) -> GameRecord:
    """Game `number` of a file. Raises RecordError; fails if there are not so many."""
    from chickenscratch.core.record import read_games

    count = 0
    for record in read_games(_lines(file)):
        count += 1
        if count == number:
            return record
    words = ngettext(
        "{file} has {count} game, so there is no game {number}.",
        "{file} has {count} games, so there is no game {number}.",
        count,
    )
    return fail(words.format(file=file, count=count, number=number))


def _check_told(file: Path, record: GameRecord) -> None:
    """Fail for a save of a game that goes on: all hands would be seen. Raises RecordError."""
    from chickenscratch.core.replay import game_of, replay

    if record.header.seed is None:
        return
    game = game_of(record.header)
    for step in replay(record):
        game = step.game
    if not game.over:
        words = _(
            "{file}: this game is not over, and a replay would show all hands; go on with it, and "
            "watch it afterwards."
        )
        fail(words.format(file=file))


def _lines(file: Path) -> Iterator[str]:
    try:
        with file.open(encoding="utf-8") as stream:
            yield from stream
    except UnicodeDecodeError:
        fail(_("{file} is not a record: it is not UTF-8 text.").format(file=file))
    except OSError as error:
        fail(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror or error))

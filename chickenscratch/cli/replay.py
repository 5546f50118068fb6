"""``chickenscratch replay``: watch a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chickenscratch.cli.kit import Command, Common, Option, fail, pass_common
from chickenscratch.locale import N_, _, ngettext

if TYPE_CHECKING:
    from chickenscratch.core.record import GameRecord
    from chickenscratch.store.records import RecordedGame


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
    from chickenscratch.core.replay import replay
    from chickenscratch.locale.reasons import say

    settings = common.settings()
    game = recorded_in(file, number)
    try:
        check_told(file, game.record)
        if common.plainly:
            from chickenscratch.plain import app as plain

            return plain.run_replay(settings, game.record)
        if not any(step.action is not None for step in replay(game.record)):
            fail(_("{file}: nothing has been dealt in this game yet.").format(file=file))
    except RecordError as error:
        fail(f"{file}: {say(error.sentence)}")
    from chickenscratch.cli.home import open_application

    return open_application(common, settings, game)


def recorded_in(file: Path, number: int) -> RecordedGame:
    """Game `number` of a file; fails if it cannot be read or there are not so many."""
    from chickenscratch.locale.reasons import say
    from chickenscratch.store.errors import StoreError
    from chickenscratch.store.records import games_in

    try:
        games = games_in(file)
    except StoreError as error:
        fail(say(error.sentence))
    if number <= len(games):
        return games[number - 1]
    words = ngettext(
        "{file} has {count} game, so there is no game {number}.",
        "{file} has {count} games, so there is no game {number}.",
        len(games),
    )
    return fail(words.format(file=file, count=len(games), number=number))


def game_in(file: Path, number: int) -> GameRecord:
    """The record of game `number` of a file; fails if there is none."""
    return recorded_in(file, number).record


def check_told(file: Path, record: GameRecord) -> None:
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

"""Games for the pictures: played by simple bots from fixed seeds, stopped where it is pretty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.core.actions import Action, Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Event
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import (
    GameRecord,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
    read_games,
)
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.view import view_of
from chickenscratch.store import SavedGame, ShelfList

NAMES: Final = ("Anna", "Bruno", "Carla", "Dina", "Elio", "Fausta")
LEVEL: Final = HEAVIEST.name
CREATED: Final = "2025-11-30T20:15:00Z"


class Position(NamedTuple):
    """A moment of a game. `before`: what had happened in the round, `last`: what just has."""

    game: Game
    before: tuple[Event, ...]
    last: tuple[Event, ...]


def moments(preset: str, seats: int, seed: str) -> Iterator[tuple[Action, Accepted]]:
    """A whole game, act by act."""
    game = start_game(PRESETS[preset].rules, seats, seed.rjust(64, "0"))
    while not game.over:
        seat = awaited(game.round) if game.round is not None else None
        action: Action = Deal() if seat is None else decide(view_of(game, seat), LEVEL)
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game = outcome.game
        yield action, outcome


@cache
def position(preset: str, seats: int, seed: str, wanted: Callable[[Game], bool]) -> Position:
    """The first moment of a game that is `wanted`."""
    before: tuple[Event, ...] = ()
    for action, outcome in moments(preset, seats, seed):
        if isinstance(action, Deal):
            before = ()
        if wanted(outcome.game):
            return Position(outcome.game, before, outcome.events)
        before += outcome.events
    raise ValueError("this game has no such moment")


def _mine(game: Game, phase: Phase, laid: int) -> bool:
    """Whether the first seat is to play, with a choice, and so many tiles lie."""
    table = game.round
    if table is None or table.phase is not phase or table.turn or len(table.laid) < laid:
        return False
    legal = view_of(game, 0).legal
    return legal is not None and len({move.tile for move in legal.moves}) >= 2


def middle(game: Game) -> bool:
    """Free play, the first seat's turn, a dozen tiles on the table, not the first round."""
    return len(game.results) >= 2 and _mine(game, Phase.FREE, 12)


def hungry(game: Game) -> bool:
    """A foot waits for its second toe, and the first seat has two tiles for it."""
    table = game.round
    return _mine(game, Phase.FOOT, 16) and table is not None and table.left == 2


def full_hub(game: Game) -> bool:
    """The last arm has just been filled."""
    table = game.round
    return table is not None and table.phase is Phase.FREE and len(table.laid) == 7


def crowded(game: Game) -> bool:
    """Most tiles are on the table."""
    table = game.round
    return table is not None and len(table.laid) >= 42 and table.turn == 0


def passed_on(game: Game) -> bool:
    """The second seat is to play, the first has just been."""
    table = game.round
    return (
        table is not None and table.phase is Phase.FREE and table.turn == 1 and len(table.laid) >= 9
    )


def round_over(game: Game) -> bool:
    """The fourth round has ended."""
    table = game.round
    return len(game.results) == 4 and table is not None and table.phase is Phase.OVER


def over(game: Game) -> bool:
    """The game has ended."""
    return game.over


def record(preset: str, seats: int, seed: str) -> GameRecord:
    """A whole game as its record."""
    lines: list[str] = []
    for action, outcome in moments(preset, seats, seed):
        if not lines:
            who = [RecordSeat(name, LEVEL if seat else None) for seat, name in enumerate(NAMES)]
            lines.append(format_line(header_line(outcome.game, who[:seats], CREATED)))
        lines += [format_line(line) for line in lines_for(action, outcome)]
    return next(read_games(lines))


def saves() -> ShelfList:
    """Two unfinished games."""

    def saved(preset: str, seats: int, number: int, turn: int) -> SavedGame:
        who = tuple(RecordSeat(name, LEVEL if i else None) for i, name in enumerate(NAMES[:seats]))
        return SavedGame(
            Path(f"{preset}.chicken.jsonl"), preset, who, number, PRESETS[preset].rules.game_rounds,
            turn, (0,) * seats, False, CREATED, datetime(2025, 11, 30, tzinfo=UTC),
        )  # fmt: skip

    return ShelfList((saved("chicken-foot", 4, 3, 0), saved("chicken-scratch", 3, 2, 1)), ())

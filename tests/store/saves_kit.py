"""Games as saves, for the tests of saves."""

from __future__ import annotations

from pathlib import Path

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.record import (
    Line,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
)
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.store import Shelf
from chickenscratch.store.saves import SUFFIX

SEED = "5eed" * 16
SEATS = (RecordSeat("Anna"), RecordSeat("Bruno\u2028", "random"), RecordSeat("Çelik", "heaviest"))
Turn = tuple[list[Line], Game]


def played(name: str = "chicken-scratch", rounds: int = 2, seed: str = SEED) -> list[Turn]:
    """A game from its header to its end: the lines of each action, and the game after it."""
    game = start_game(make_rules({"rounds": rounds}, preset(name).rules), len(SEATS), seed)
    turns = [([header_line(game, SEATS, "2026-11-29T20:15:00Z", private=True)], game)]
    while not game.over:
        seat = None if game.between_rounds or game.round is None else awaited(game.round)
        action = Deal() if seat is None else decide(view_of(game, seat), "random")
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game = outcome.game
        turns.append((lines_for(action, outcome), game))
    return turns


def as_text(turns: list[Turn]) -> bytes:
    return "".join(f"{format_line(line)}\n" for lines, _ in turns for line in lines).encode()


def put(shelf: Shelf, data: bytes, name: str = "a") -> Path:
    shelf.folder.mkdir(parents=True, exist_ok=True)
    path = shelf.folder / f"{name}{SUFFIX}"
    path.write_bytes(data)
    return path


def save(shelf: Shelf, turns: list[Turn]) -> Path:
    """Play these turns into a new save."""
    new = shelf.new()
    for lines, _ in turns:
        new.append(lines)
    path = new.path
    assert path is not None
    new.close()
    return path


def turn_of(turns: list[Turn], game: Game) -> int:
    return next(n for n, (_, state) in enumerate(turns) if state == game)


def whole_actions(turns: list[Turn], n: int) -> int:
    """Bytes after which action `n` is in the file, without the results that follow from it."""
    own = turns[n][0][:1]
    return len(as_text([*turns[:n], (own, turns[n][1])]))

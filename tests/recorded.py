"""Recorded games for tests: whole files, finished or cut off somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.record import (
    GameRecord,
    Line,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
    read_games,
)
from chickenscratch.core.view import view_of

SEATS = (RecordSeat("Anna"), RecordSeat("Bruno", "random"), RecordSeat("Çelik", "heaviest"))
CREATED = "2026-11-29T20:15:00Z"


def game_lines(
    name: str = "chicken-scratch",
    *,
    rounds: int | None = 2,
    seed: str = "5eed" * 16,
    seats: Sequence[RecordSeat] = SEATS,
    created: str = CREATED,
    private: bool = True,
) -> list[Line]:
    """The lines of a whole game that bots of the weakest level have played."""
    rules = make_rules({"rounds": rounds}, preset(name).rules)
    game = start_game(rules, len(seats), seed)
    lines = [header_line(game, seats, created, private=private)]
    while not game.over:
        seat = None if game.between_rounds or game.round is None else awaited(game.round)
        action = Deal() if seat is None else decide(view_of(game, seat), "random")
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game = outcome.game
        lines += lines_for(action, outcome)
    return lines


def as_bytes(lines: Sequence[Line]) -> bytes:
    return "".join(f"{format_line(line)}\n" for line in lines).encode()


def record_of(lines: Sequence[Line]) -> GameRecord:
    return next(read_games(map(format_line, lines)))


def unfinished(lines: Sequence[Line]) -> list[Line]:
    """The game up to the middle of its last round."""
    deals = [i for i, line in enumerate(lines) if "round" in line]
    return list(lines[: deals[-1] + 6])


def put(folder: Path, lines: Sequence[Line], name: str = "a") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.chicken.jsonl"
    path.write_bytes(as_bytes(lines))
    return path

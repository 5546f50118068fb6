"""What if: a recorded game goes another way from one of its moments on.

The branch is a game of its own on the shelf. Its record begins with the lines up to that moment and
says where it comes from; it is for practice, so statistics keep it apart.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from chickenscratch.core.record import BOT_PREFIX
from chickenscratch.core.text import N_
from chickenscratch.store.errors import StoreError
from chickenscratch.store.reading import open_file, parse_json
from chickenscratch.store.records import RecordedGame
from chickenscratch.store.saves import Shelf


def branch_off(
    shelf: Shelf,
    game: RecordedGame,
    line: int,
    people: Collection[int],
    level: str,
    now: datetime | None = None,
) -> Path:
    """Put a branch of a finished `game` on the shelf: everything up to `line` of its file has
    happened. `people` are the seats that persons go on in; bots take the others, of `level` where
    a person sat. Gives the path, to be opened. Raises StoreError."""
    seed = game.seed
    if seed is None:
        raise StoreError(N_("Only from a finished game can another way be tried."))
    moment = datetime.now(UTC) if now is None else now.astimezone(UTC)
    header = json.loads(game.lines[0])
    header["seats"] = [
        {
            "name": seat.name,
            "player": "human" if number in people else BOT_PREFIX + (seat.level or level),
        }
        for number, seat in enumerate(game.record.header.seats)
    ]
    header |= {
        "created": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "practice": True,
        "branch": {"created": game.record.header.created, "line": line},
        "seed": seed,
    }
    save = shelf.new()
    try:
        save.append([header, *map(json.loads, game.up_to(line)[1:])])
        path = save.path
    finally:
        save.close()
    assert path is not None
    return path


def is_branch(path: Path) -> bool:
    """Whether the game in this file is a branch of another one."""
    try:
        with open_file(path) as file:
            return isinstance(parse_json(file.readline()).get("branch"), dict)
    except (OSError, StoreError, ValueError, AttributeError):
        return False

"""What somebody wants next who has looked at a finished game: its deals again, or another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from textual.app import App

from chickenscratch.locale import N_
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.keys import Act


@dataclass(frozen=True, slots=True)
class Again:
    """The same deals again. `ask`: who plays, and by which rules, is to be asked first."""

    setup: TableSetup
    ask: bool = False


@dataclass(frozen=True, slots=True)
class BranchOff:
    """Another way from `line` of the record of a game on. `seat`: where the person sits."""

    game: RecordedGame
    line: int
    seat: int


EXPORTS: Final = "exports"
"""The folder for exported files, beside the one of the games."""
AGAIN: Final = Act(
    "again", ("d",), "d", N_("same deals"), N_("The same deals again, in the same seats.")
)
OTHERS: Final = Act(
    "others", ("D",), "D", N_("others"),
    N_("This game's deals with other people: the set-up with its seed."),
)  # fmt: skip
EXPORT: Final = Act("export", ("e",), "e", N_("export"), N_("A log, score sheets, the record…"))


def game_played(app: App[Any]) -> RecordedGame | None:
    """The record of the game that is being played or was played last, if there is one."""
    for below in app.screen_stack:
        ask: Callable[[], RecordedGame | None] | None = getattr(below, "recorded_game", None)
        if ask is not None:
            return ask()
    return None

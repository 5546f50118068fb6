"""A table with many tiles on it and nobody else at it, for measuring: run it in a terminal.

``python -m chickenscratch.tui.trial 54`` shows the same position with 54 tiles every time. Arrows,
Tab and Enter do what they always do; after a tile has been laid nothing happens any more.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from typing import TYPE_CHECKING, Final, cast

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.core.actions import Action, Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.view import view_of

if TYPE_CHECKING:
    from textual.screen import Screen

    from chickenscratch.tui.terminal import Terminal

_SEATS: Final = 4


def crowded(tiles: int) -> Game:
    """Free play with so many tiles on the table, and a choice of tiles for the first seat."""
    rules = make_rules(
        {"set_size": 12, "hand_sizes": {str(_SEATS): 15}}, PRESETS["chicken-foot"].rules
    )
    for seed in count():
        game = start_game(rules, _SEATS, f"{seed:064x}")
        while not game.results:
            if _wanted(game, tiles):
                return game
            seat = awaited(game.round) if game.round is not None else None
            action: Action = Deal() if seat is None else decide(view_of(game, seat), HEAVIEST.name)
            outcome = apply(game, action)
            assert isinstance(outcome, Accepted)
            game = outcome.game
    raise AssertionError


def _wanted(game: Game, tiles: int) -> bool:
    table = game.round
    if table is None or table.phase is not Phase.FREE or table.turn or len(table.laid) != tiles:
        return False
    legal = view_of(game, 0).legal
    return legal is not None and len({move.tile for move in legal.moves}) >= 3


def show(terminal: Terminal, tiles: int) -> None:
    """Show the table until the person leaves."""
    from chickenscratch.config import Motion, Settings
    from chickenscratch.table.link import SeatInfo
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.table import TableScreen
    from chickenscratch.tui.solo import SoloLink

    settings = Settings(motion=Motion.NONE)
    seats = [SeatInfo(name, None, True) for name in ("Anna", "Bruno", "Carla", "Dina")]
    link = SoloLink(crowded(tiles), 0, seats)
    screen = cast("Screen[object]", TableScreen([link], settings=settings))
    ChickenApp(screen, terminal=terminal, settings=settings).run()


def main() -> None:
    """Find out what the terminal can do, then show the table."""
    from chickenscratch.tui.terminal import environment, look

    terminal = look()
    for name, value in environment(terminal).items():
        os.environ.setdefault(name, value)
    show(terminal, int(sys.argv[1]))


if __name__ == "__main__":
    main()

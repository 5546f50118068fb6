"""A table with many tiles on it and nobody else at it, for measuring: run it in a terminal.

``python -m chickenscratch.tui.trial 54`` shows the same position with 54 tiles every time. Arrows,
Tab and Enter do what they always do; after a tile has been laid nothing happens any more. With the
name of a level behind the number, a computer player of that level thinks all the while.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, cast

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.bots.pool import BotPool
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.core.actions import Action, Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.view import view_of
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.tui.solo import SoloLink

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


class _Busy(SoloLink):
    """A table at which a computer player thinks without end, in a worker as always."""

    def __init__(self, game: Game, seats: Sequence[SeatInfo], pool: BotPool, level: str) -> None:
        super().__init__(game, 0, seats)
        self._pool = pool
        self._level = level

    async def updates(self) -> AsyncIterator[Update]:
        thinking = asyncio.create_task(self._think())
        try:
            async for update in super().updates():
                yield update
        finally:
            thinking.cancel()

    async def _think(self) -> None:
        view = view_of(self.game, 0)
        for number in count():
            await self._pool.choose(view, self._level, str(number))


def show(terminal: Terminal, tiles: int, level: str | None = None) -> None:
    """Show the table until the person leaves, while a bot of `level` thinks if there is one."""
    from chickenscratch.config import Motion, Settings
    from chickenscratch.tui.app import ChickenApp
    from chickenscratch.tui.screens.table import TableScreen

    settings = Settings(motion=Motion.NONE)
    seats = [SeatInfo(name, None, True) for name in ("Anna", "Bruno", "Carla", "Dina")]
    game = crowded(tiles)
    with BotPool(0 if level is None else 1) as pool:
        link = SoloLink(game, 0, seats) if level is None else _Busy(game, seats, pool, level)
        screen = cast("Screen[object]", TableScreen([link], settings=settings))
        ChickenApp(screen, terminal=terminal, settings=settings).run()


def main() -> None:
    """Find out what the terminal can do, then show the table."""
    from chickenscratch.tui.terminal import environment, look

    terminal = look()
    for name, value in environment(terminal).items():
        os.environ.setdefault(name, value)
    show(terminal, int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)


if __name__ == "__main__":
    main()

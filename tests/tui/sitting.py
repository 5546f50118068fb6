"""A running table screen for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fakes import NAMES, FakeClock, FakeTable
from textual.message import Message
from textual.pilot import Pilot

from chickenscratch.config import Settings
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import Tile
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.terminal import Terminal


@dataclass
class Sitting:
    """A running table screen."""

    app: ChickenApp
    pilot: Pilot[Any]
    table: FakeTable
    screen: TableScreen
    clock: FakeClock
    messages: list[Message] = field(default_factory=list)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def chosen(self) -> list[Any]:
        found = [m for m in self.messages if isinstance(m, TableScreen.Chosen)]
        return [message.command for message in found]

    async def click_tile(self, text: str) -> None:
        """Click a tile of the hand."""
        hand = self.screen.hand
        cell = hand.cell_of(Tile.parse(text))
        assert cell is not None
        await self.pilot.click(hand, offset=cell)
        await self.pilot.pause()

    async def click_place(self, which: int = 0) -> None:
        """Click a place that is lit for the lifted tile."""
        board, lifted = self.screen.board, self.screen.mind.lifted
        assert lifted is not None
        spot = self.screen.scene.options(lifted)[which].spot
        await self.pilot.click(board, offset=board.screen_cell(spot.cells[0]))
        await self.pilot.pause()

    async def click_word(self, pane: str, word: str) -> None:
        """Click a word of a pane."""
        for y, text in enumerate(self.screen.pane(pane).shown):
            if word in text:
                await self.pilot.click(f"#{pane}", offset=(text.index(word), y))
                await self.pilot.pause()
                return
        raise AssertionError(f"{word!r} is not in {pane}")

    def line(self, name: str) -> str:
        return "\n".join(self.screen.pane(name).shown)

    @property
    def everything(self) -> str:
        """All text on the screen."""
        screen = self.app.screen
        strips = screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)


@asynccontextmanager
async def sitting(
    game: Game,
    *,
    bots: tuple[int, ...] = (1,),
    people: tuple[int | None, ...] = (0,),
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    names: tuple[str, ...] = NAMES,
    play_bots: bool = True,
    terminal: Terminal | None = None,
) -> AsyncIterator[Sitting]:
    clock = FakeClock()
    settings = settings or Settings(reduced_motion=True)
    table = FakeTable(game, bots=bots, names=names, play_bots=play_bots)
    screen = TableScreen([table.link(seat) for seat in people], settings=settings)
    app = ChickenApp(screen, settings=settings, clock=clock, terminal=terminal)
    messages: list[Message] = []
    async with app.run_test(size=size, message_hook=messages.append) as pilot:
        await pilot.pause()
        yield Sitting(app, pilot, table, screen, clock, messages)

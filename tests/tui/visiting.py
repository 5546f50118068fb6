"""A visit to a real host in this process, by the keys of a screen that is no terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from fakes import FakeClock
from host_kit import Hosted, hosted, key
from textual.pilot import Pilot

from chickenscratch.config import Settings
from chickenscratch.host.client import HostClient
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.lobby_app import visit_screen
from chickenscratch.tui.widgets.pane import Pane


@dataclass
class Visitor:
    """Somebody with a screen at a host."""

    host: Hosted
    client: HostClient
    app: ChickenApp
    pilot: Pilot[Any]
    clock: FakeClock

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def text(self) -> str:
        """All that is on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    async def press(self, *keys: str) -> None:
        """Press keys once the screen is ready for them."""
        for each in keys:
            await self.listening()
            await self.pilot.press(each)

    async def listening(self) -> None:
        """Wait until the screen lets keys in."""
        await self.until(lambda: not self.app.screen.input_gate._closed)  # type: ignore[attr-defined]
        self.clock.go(1)

    async def type(self, text: str) -> None:
        await self.listening()
        await self.pilot.press(*("space" if char == " " else char for char in text))

    async def at(self, name: str) -> Any:
        """The screen of this name, as soon as it is shown."""
        await self.until(lambda: type(self.app.screen).__name__ == name)
        return self.app.screen

    async def sees(self, words: str) -> None:
        """Wait until these words are on the screen."""
        await self.until(lambda: words in " ".join(self.text.split()))

    async def until(self, wanted: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(60):
                while not wanted():
                    await asyncio.sleep(0)
                    self.host.time.forward(0.1)
                    await self.pilot.pause()
        except TimeoutError:
            raise AssertionError(f"that never came; there is:\n{self.text}") from None

    async def click_word(self, word: str, pane: str = "") -> None:
        """Click a word wherever it stands."""
        for shown in self.app.screen.query(Pane):
            if pane and shown.id != pane:
                continue
            for y, text in enumerate(shown.shown):
                if word in text:
                    await self.pilot.click(shown, offset=(text.index(word), y))
                    await self.pilot.pause()
                    return
        raise AssertionError(f"{word!r} is not on the screen:\n{self.text}")


@asynccontextmanager
async def visiting(
    host: Hosted,
    name: str = "zoe",
    *,
    size: tuple[int, int] = (120, 40),
    table: str | None = None,
    settings: Settings | None = None,
) -> AsyncIterator[Visitor]:
    """Somebody comes in and stands in the lobby, or goes to a table."""
    client = await HostClient.connect(host.socket, speaks_for=key(name), wish=name)
    clock = FakeClock()
    settings = settings or Settings(reduced_motion=True)
    app = ChickenApp(visit_screen(client, table=table), settings=settings, clock=clock)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Visitor(host, client, app, pilot, clock)
    await client.close()


__all__ = ["Visitor", "hosted", "visiting"]


async def create(zoe: Visitor, *keys: str) -> None:
    """Set a table up; `keys` are pressed on the form first."""
    await zoe.press("n")
    await zoe.at("CreateScreen")
    await zoe.press(*keys, "f2")
    await zoe.at("RoomScreen")

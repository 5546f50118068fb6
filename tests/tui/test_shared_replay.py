"""Looking at a finished game of a host together, at two screens."""

from __future__ import annotations

import asyncio

from host_kit import dealt, hosted, play_by_itself, seated, settings
from visiting import Visitor, visiting
from walk import cuts, faults

from chickenscratch.tui.screens.shared_replay import SharedReplayScreen


async def replaying(visitor: Visitor) -> SharedReplayScreen:
    """To the replay of the only table in the lobby."""
    await visitor.sees("played to the end")
    await visitor.press("v")
    screen = await visitor.at("SharedReplayScreen")
    assert isinstance(screen, SharedReplayScreen)
    return screen


async def test_one_guides_and_the_other_comes_along_or_not() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        links = await dealt(await seated(clients, settings()))
        await asyncio.gather(*(play_by_itself(link) for link in links))
        async with visiting(host, "anna") as anna, visiting(host, "bruno", size=(80, 24)) as bruno:
            guide, other = await replaying(anna), await replaying(bruno)
            await anna.sees("look at this game")
            await anna.press("l")
            await anna.sees("You guide: the others see your step.")
            await anna.press("full_stop", "full_stop", "full_stop")
            assert guide.at == 3
            await bruno.sees("anna guides, and you come along.")
            await bruno.until(lambda: other.at == 3)
            await bruno.press("comma")
            await bruno.sees("anna guides; you look around alone.")
            await anna.press("end")
            await bruno.until(lambda: other.showing.line == guide.frame.line)  # type: ignore[union-attr]
            assert other.at == 2
            await bruno.press("f")
            await bruno.until(lambda: other.at == len(other.frames) - 1)
            await bruno.press("l")
            await bruno.sees("Somebody else guides through this game now.")
            await anna.press("q")
            await anna.at("LobbyScreen")
            await bruno.until(lambda: other.showing is None)
            await bruno.press("l", "home")
            await bruno.sees("You guide")


async def test_a_stranger_finds_the_game_in_the_list() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        links = await dealt(await seated(clients, settings(title="den")))
        await asyncio.gather(*(play_by_itself(link) for link in links))
        async with visiting(host, "zoe", size=(80, 24)) as zoe:
            await zoe.at("LobbyScreen")
            await zoe.press("h")
            await zoe.at("FinishedScreen")
            await zoe.sees("den Chicken Scratch anna, bruno played to the end")
            assert [*cuts("finished", zoe.screen), *faults("finished", zoe.screen)] == []
            await zoe.press("down", "end", "up", "enter")
            screen = await zoe.at("SharedReplayScreen")
            assert [*cuts("replay", screen), *faults("replay", screen)] == []
            await zoe.press("q")
            await zoe.at("LobbyScreen")

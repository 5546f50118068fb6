"""The walk through every screen, continued at a host: the lobby, the talk, tables and oneself."""

from __future__ import annotations

from typing import Any

import pytest
from host_kit import hosted, settings
from visiting import Visitor, visiting
from walk import cuts, faults

from chickenscratch.locale import PSEUDO, using
from chickenscratch.tui.screens.talk import TalkScreen


def wrong(zoe: Visitor, name: str) -> list[str]:
    """What is cut off on the present screen, or cannot be done there."""
    return [*cuts(name, zoe.screen), *faults(name, zoe.screen)]


async def at_every_screen(size: tuple[int, int]) -> list[str]:
    found: list[str] = []

    async def look(name: str) -> Any:
        screen = await zoe.at(name)
        await zoe.pilot.pause()
        found.extend(wrong(zoe, name))
        return screen

    async with hosted() as host:
        anna = await host.client("anna")
        table = await anna.enter(await anna.create(settings("chicken-foot", 2, title="den")))
        await table.ready()
        async with visiting(host, size=size, table=table.id) as zoe:
            await look("RoomScreen")
            await zoe.press("enter")
            screen = await look("HostedTableScreen")
            await table.dealt()
            await zoe.press("slash")
            await zoe.until(lambda: isinstance(zoe.screen, TalkScreen))
            await look("TalkScreen")
            await zoe.press("escape")
            await zoe.at("HostedTableScreen")
            screen.action_company()
            await look("CompanyScreen")
    return found


@pytest.mark.parametrize(("language", "size"), [("it", (80, 24)), (PSEUDO, (120, 40))])
async def test_nothing_is_cut_off_at_a_table_with_others(
    language: str, size: tuple[int, int]
) -> None:
    with using(language):
        assert await at_every_screen(size) == []


@pytest.mark.parametrize(("language", "size"), [("en", (40, 12)), ("it", (80, 24))])
async def test_nothing_is_cut_off_in_the_lobby(language: str, size: tuple[int, int]) -> None:
    found: list[str] = []
    with using(language):
        async with hosted() as host:
            anna = await host.client("anna")
            await anna.create(settings("chicken-foot", 3, title="den"))
            async with visiting(host, size=size) as zoe:
                screen = await zoe.at("LobbyScreen")
                await zoe.sees("den")
                found += wrong(zoe, "LobbyScreen")
                screen.action_myself()
                await zoe.at("MyselfScreen")
                await zoe.pilot.pause()
                found += wrong(zoe, "MyselfScreen")
    assert found == []

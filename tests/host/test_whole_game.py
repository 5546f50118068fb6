"""A whole game by people at four terminals, from sitting down to the record."""

from __future__ import annotations

import asyncio

import pytest
from host_kit import dealt, hosted, play_by_itself, seated, settings, until

from chickenscratch.core.record import read_games
from chickenscratch.core.replay import verify
from chickenscratch.host.shapes import Stage


@pytest.mark.parametrize("preset", ["chicken-scratch", "chicken-foot"])
async def test_four_people_play_to_the_end(preset: str) -> None:
    async with hosted() as host:
        clients = await host.people(4)
        tables = await seated(clients, settings(preset, 4, rounds=2))
        links = await dealt(tables)
        async with asyncio.timeout(60):
            seen = await asyncio.gather(*(play_by_itself(link) for link in links))
        ends = [updates[-1].view for updates in seen]
        assert all(view.game_over for view in ends)
        assert len({view.results for view in ends}) == 1
        state = await until(tables[0].states(), lambda state: state.stage is Stage.FINISHED)
        (verified,) = host.verified()
        assert verified.game.over
        assert verified.dealt >= 2
        lines = await clients[1].record(state.table)
        (record,) = read_games(lines)
        assert verify(record).game.results == ends[0].results

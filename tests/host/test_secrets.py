"""No view is ever sent a tile that its seat may not know: every byte is searched."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from host_kit import Hosted, dealt, hosted, play_by_itself, seated, settings

from chickenscratch.core.events import Dealt as DealtEvent
from chickenscratch.core.events import Drawn, Event, RoundEnded
from chickenscratch.core.presets import PRESETS
from chickenscratch.host import telling
from chickenscratch.host.protocol import to_line
from chickenscratch.host.session import Session
from chickenscratch.host.shapes import Shape
from chickenscratch.table.link import Update

TILE = re.compile(rb'"(\d{1,2}-\d{1,2})"')


class Reader:
    """Reads along with everything that the host sends."""

    def __init__(self, host: Hosted) -> None:
        self.host = host
        self.lines = 0
        self.tiles = 0
        self.faults: list[str] = []

    def read(self, session: Session, message: Shape) -> None:
        self.lines += 1
        line = to_line(message)
        for room in self.host.hall.rooms.values():
            if room.game is None or room.game.game.over:
                continue
            game = room.game.game
            seed = game.seed or ""
            if seed.encode() in line:
                self.faults.append(f"the seed in {line!r}")
            seats = [view.seat for view in room.views if view.viewer is session]
            seat = seats[0] if seats else None
            if game.round is None:
                continue
            open_to_it = seat is None and room.settings.open_hands
            hidden = set(game.round.yard)
            for other, hand in enumerate(game.round.hands):
                if other != seat and not open_to_it:
                    hidden |= set(hand)
            self._search(_public(message, seat), {str(tile).encode() for tile in hidden})

    def _search(self, line: bytes, hidden: set[bytes]) -> None:
        found = set(TILE.findall(line))
        self.tiles += len(found)
        if found & hidden:
            self.faults.append(f"{found & hidden} in {line!r}")


def _public(message: Shape, seat: int | None) -> bytes:
    """The line without what belongs to finished rounds, which are open to all."""
    if isinstance(message, telling.Dealt):
        story = tuple(_present(message.story, seat))
        message = message.model_copy(update={"update": _now(message.update, seat), "story": story})
    elif isinstance(message, telling.Updated):
        story = None if message.story is None else tuple(_present(message.story, seat))
        message = message.model_copy(update={"update": _now(message.update, seat), "story": story})
    return to_line(message)


def _now(update: Update, seat: int | None) -> Update:
    view = update.view._replace(results=())
    return update._replace(view=view, events=tuple(_present(update.events, seat)))


def _present(events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    drawn = [event for event in events if isinstance(event, Drawn)]
    if any(event.tile is not None for event in drawn if event.seat != seat):
        return drawn
    starts = [n for n, event in enumerate(events) if isinstance(event, DealtEvent)]
    rest = events[starts[-1] :] if starts else events
    return () if any(isinstance(event, RoundEnded) for event in rest) else rest


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> list[Reader]:
    readers: list[Reader] = []
    push = Session.push

    def read_along(self: Session, message: Shape) -> None:
        for reader in readers:
            reader.read(self, message)
        push(self, message)

    monkeypatch.setattr(Session, "push", read_along)
    return readers


async def simulate(readers: list[Reader], preset: str, chance: random.Random, **more: Any) -> None:
    """A game with people, bots and watchers, some of whom come and go."""
    rules = PRESETS[preset].rules
    count = chance.choice(rules.seats)
    bots = ("random",) * chance.randrange(count)
    if chance.random() < 0.3 and rules.call_duty is False and rules.call.value != "none":
        more["call_duty"] = True
    open_hands = chance.random() < 0.3
    duty = {"call_duty": True} if more.pop("call_duty", False) else {}
    agreed = settings(preset, count, bots=bots, open_hands=open_hands, **more)
    agreed = agreed.model_copy(update={"rules": agreed.rules.model_copy(update=duty)})
    async with hosted() as host:
        reader = Reader(host)
        clients = await host.people(count - len(bots))
        watcher = await host.client("watcher")
        await watcher.follow()
        tables = await seated(clients, agreed)
        looked = await watcher.enter(tables[0].id)
        readers.append(reader)
        links = await dealt(tables)
        second = await host.client("anna")
        ghost = await second.enter(tables[0].id)
        await clients[0].enter(tables[0].id)
        async with asyncio.timeout(300):
            await asyncio.gather(*(play_by_itself(link) for link in links))
        readers.clear()
        assert (await looked.dealt()).seat is None
        assert (await ghost.dealt()).seat == 0
        assert reader.faults == []
        assert reader.lines > 20
        assert reader.tiles > 50


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_nothing_hidden_is_sent(spied: list[Reader], preset: str) -> None:
    await simulate(spied, preset, random.Random(preset))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(200))
async def test_nothing_hidden_is_sent_in_many_games(spied: list[Reader], number: int) -> None:
    preset = sorted(PRESETS)[number % len(PRESETS)]
    await simulate(spied, preset, random.Random(number), rounds=2)


async def test_the_search_finds_what_it_should() -> None:
    async with hosted() as host:
        tables = await seated(await host.people(2), settings())
        links = await dealt(tables)
        reader = Reader(host)
        (room,) = host.hall.rooms.values()
        mine, other = (view.viewer for view in sorted(room.views, key=lambda view: view.seat or 0))
        message = telling.Updated(table=room.id, update=links[0].latest)
        reader.read(mine, message)
        assert reader.faults == []
        reader.read(other, message)
        assert len(reader.faults) == 1

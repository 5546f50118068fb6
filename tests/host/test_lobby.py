"""The lobby: what is shown to whom, tables set up, filled, started, and played again."""

from __future__ import annotations

import asyncio

import pytest
from host_kit import (
    PLENTY,
    Hosted,
    actor,
    dealt,
    hosted,
    move,
    play_by_itself,
    seated,
    settings,
    until,
)

from chickenscratch.bots.base import awaited
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.host import asking, telling
from chickenscratch.host.asking import AdminWhat, Refusal
from chickenscratch.host.client import HostClient, HostRefusedError
from chickenscratch.host.desk import GUESS_AGAIN
from chickenscratch.host.hall import DESERTED
from chickenscratch.host.shapes import Lobby, Policy, Stage, TableSettings, TurnClock


async def lobby_of(host: Hosted, client: HostClient) -> Lobby:
    """The lobby as it is now, and not as it was told last."""
    await client.follow(False)
    seen = client.lobby.seq
    await client.follow()
    return await until(client.lobbies(), lambda lobby: lobby.seq >= seen)


async def refusal(doing: object) -> Refusal:
    with pytest.raises(HostRefusedError) as refused:
        await doing  # type: ignore[misc]
    return refused.value.why


async def test_your_turn_comes_first_and_then_what_one_can_do() -> None:
    async with hosted() as host:
        anna, bruno, carla = await host.people(3)
        watched = await seated([bruno, carla], settings())
        await dealt(watched)
        free = await bruno.create(settings(seats=3))
        mine = await seated([anna, bruno], settings("chicken-foot"))
        links = await dealt(mine)
        while awaited(links[0].latest.view) != 0:
            await move(await actor(links))
        await until(links[0].updates(), lambda u: awaited(u.view) == 0)
        waits = await anna.create(settings(seats=3))
        lobby = await lobby_of(host, anna)
        order = [entry.table for entry in lobby.tables]
        assert order == [mine[0].id, waits, free, watched[0].id]
        assert [entry.your_turn for entry in lobby.tables] == [True, False, False, False]
        assert [entry.yours for entry in lobby.tables] == [0, 0, None, None]
        assert lobby.tables[3].round == 1
        assert {person.name for person in lobby.people} == {"anna", "bruno", "carla"}


async def test_tables_of_friends_come_before_others() -> None:
    async with hosted() as host:
        anna, bruno, carla = await host.people(3)
        friendly = await carla.create(settings(seats=3))
        host.time.forward(1)
        other = await bruno.create(settings(seats=3))
        assert [e.table for e in (await lobby_of(host, anna)).tables] == [other, friendly]
        await anna.befriend("carla")
        assert [e.table for e in (await lobby_of(host, anna)).tables] == [friendly, other]
        await carla.close()
        await until(anna.onlines(), lambda online: online)
        host.time.forward(1)
        lobby = await until(anna.lobbies(), lambda lobby: not all(p.here for p in lobby.people))
        assert [person.name for person in lobby.people if not person.here] == ["carla"]


async def test_who_is_not_there_for_the_end_sees_it_in_the_lobby() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        agreed = settings(seats=3, bots=("random",), absent=Policy.BOT, absent_after=15)
        tables = await seated(clients, agreed)
        links = await dealt(tables)
        await clients[1].close()
        playing = asyncio.create_task(play_by_itself(links[0]))
        while not playing.done():
            host.time.forward(16)
            await asyncio.sleep(0)
        late = await host.client("bruno")
        (entry,) = (await lobby_of(host, late)).tables
        assert entry.unseen
        assert entry.stage is Stage.FINISHED
        table = await late.enter(entry.table)
        assert (await table.dealt()).latest.view.game_over
        await table.seen()
        assert not any(e.unseen for e in (await lobby_of(host, late)).tables)


async def test_only_what_differs_is_listed_and_agreed_to() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        plain = TableSettings(rules=preset("chicken-foot").rules, seats=2)
        tables = await seated([anna, bruno], plain)
        assert tables[0].state.differs == ()
        house = plain.model_copy(
            update={
                "rules": make_rules({"blank_scoring": "double-blank-50"}, plain.rules),
                "clock": TurnClock(seconds=60),
                "open_hands": True,
            }
        )
        other = await seated([anna, bruno], house)
        assert [point.what for point in other[0].state.differs] == [
            "blank_scoring", "clock", "open_hands",
        ]  # fmt: skip
        assert other[0].state.agreement != tables[0].state.agreement
        old = asking.Ready(table=other[0].id, agreement=tables[0].state.agreement)
        assert await refusal(anna.ask(old, telling.Done)) is Refusal.OTHER_AGREEMENT


async def test_it_starts_by_itself_when_all_seats_are_taken_and_all_are_ready() -> None:
    async with hosted() as host:
        anna, bruno, carla = await host.people(3)
        tables = await seated([anna, bruno], settings(seats=3))
        await tables[0].ready()
        await tables[1].ready()
        assert tables[0].state.stage is Stage.GATHERING
        third = await carla.enter(tables[0].id)
        await third.sit()
        assert third.state.stage is Stage.GATHERING
        await third.ready()
        await until(tables[0].states(), lambda s: s.stage is Stage.PLAYING)


async def test_empty_seats_are_offered_to_bots() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        tables = await seated([anna, bruno], settings(seats=4))
        state = await until(tables[1].states(), lambda s: s.seats[1].name == "bruno")
        assert state.offered == state.now + 60
        assert await refusal(tables[1].bot(3, "random")) is Refusal.NOT_CREATOR
        await tables[0].bot(2, "random")
        host.time.forward(60)
        await tables[1].bot(3, "casual")
        assert await refusal(tables[1].bot(0, "casual")) is Refusal.NO_SEAT
        assert await refusal(tables[1].bot(2, "wizard")) is Refusal.BAD_RULES
        state = await until(tables[0].states(), lambda s: s.seats[3].level == "casual")
        assert len({seat.name for seat in state.seats}) == 4
        await tables[1].bot(3, None)
        await until(tables[0].states(), lambda s: s.seats[3].name is None)
        await tables[1].bot(3, "casual")
        await tables[0].ready()
        await tables[1].ready()
        await until(tables[0].states(), lambda s: s.stage is Stage.PLAYING)


async def test_who_is_not_ready_is_sent_away_by_who_set_the_table_up() -> None:
    async with hosted() as host:
        anna, bruno, carla = await host.people(3)
        tables = await seated([anna, bruno, carla], settings(seats=4))
        assert await refusal(tables[1].send_away(2)) is Refusal.NOT_CREATOR
        assert await refusal(tables[0].send_away(0)) is Refusal.NO_PERSON
        assert await refusal(tables[0].send_away(3)) is Refusal.NO_PERSON
        await tables[0].bot(3, "random")
        assert await refusal(tables[0].send_away(3)) is Refusal.NO_PERSON
        await tables[1].ready()
        assert await refusal(tables[0].send_away(1)) is Refusal.READY
        await tables[0].send_away(2)
        state = await until(tables[2].states(), lambda s: s.you is None)
        assert state.seats[2].name is None
        assert state.stage is Stage.GATHERING
        await tables[2].sit()
        await tables[2].ready()
        await tables[0].ready()
        await until(tables[2].states(), lambda s: s.stage is Stage.PLAYING)
        assert await refusal(tables[0].send_away(2)) is Refusal.STARTED


async def test_private_tables_want_their_word() -> None:
    async with hosted(PLENTY.model_copy(update={"words": 2})) as host:
        anna, bruno, carla = await host.people(3)
        private = settings(public=False)
        assert await refusal(anna.create(private)) is Refusal.BAD_RULES
        table = await anna.create(private, word="hen house")
        for word in (None, "hen", "house"):
            assert await refusal(bruno.enter(table, word)) is Refusal.WRONG_WORD
        assert await refusal(bruno.enter(table, "egg")) is Refusal.TOO_FAST
        inside = await carla.enter(table, "hen house")
        await inside.sit(word="hen house")
        assert await refusal(inside.sit()) is Refusal.SEATED
        again = await host.client("carla")
        assert (await again.enter(table)).state.you == 1


async def test_words_cannot_be_guessed() -> None:
    """Not by asking from other connections, and not by going on until the answer is another one."""
    async with hosted(PLENTY.model_copy(update={"words": 2})) as host:
        anna, bruno = await host.people(2)
        table = await anna.create(settings(public=False), word="hen house")
        for word in ("hen", "house"):
            guesser = await host.client("bruno")
            assert await refusal(guesser.enter(table, word)) is Refusal.WRONG_WORD
        assert await refusal(bruno.enter(table, "hen house")) is Refusal.TOO_FAST
        host.time.forward(GUESS_AGAIN)
        assert (await bruno.enter(table, "hen house")).state.you is None
        for _ in range(3):  # the right word costs nothing
            await bruno.exit(table)
            await bruno.enter(table, "hen house")


async def test_nobody_takes_all_seats() -> None:
    async with hosted(PLENTY.model_copy(update={"tables_per_person": 2})) as host:
        anna, bruno, carla = await host.people(3)
        tables = [await who.create(settings()) for who in (anna, anna, bruno)]
        at = [await carla.enter(table) for table in tables]
        await at[0].sit()
        await at[1].sit()
        assert await refusal(at[2].sit()) is Refusal.TOO_MANY
        await at[0].leave()
        await at[2].sit()


async def test_deserted_tables_make_place_for_others() -> None:
    """Nobody can fill a host for ever by setting up tables and going away."""
    async with hosted(PLENTY.model_copy(update={"tables": 3})) as host:
        anna, bruno, carla = await host.people(3)
        emptier = await anna.create(settings())
        fuller = await anna.create(settings(seats=3))
        await (await bruno.enter(fuller)).sit()
        watched = await bruno.create(settings())
        await bruno.exit(fuller)
        await bruno.enter(watched)
        assert await refusal(carla.create(settings())) is Refusal.TOO_MANY
        host.time.forward(DESERTED)
        await carla.create(settings())
        assert emptier not in host.hall.rooms
        await carla.create(settings())
        assert fuller not in host.hall.rooms
        assert await refusal(carla.create(settings())) is Refusal.TOO_MANY
        assert watched in host.hall.rooms


async def test_who_created_it_leaves_it_to_the_next() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        tables = await seated([anna, bruno], settings(seats=3))
        await tables[0].leave()
        state = await until(tables[1].states(), lambda s: s.creator == "bruno")
        assert [seat.name for seat in state.seats] == [None, "bruno", None]
        await tables[1].leave()
        for table in tables:
            await until(table.states(), lambda s: s.stage is Stage.ENDED)
        await anna.exit(tables[0].id)
        await bruno.exit(tables[1].id)
        assert await refusal(anna.enter(tables[0].id)) is Refusal.NO_TABLE


async def test_the_same_people_play_again() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        tables = await seated(clients, settings(seats=3, bots=("random",)))
        assert await refusal(tables[0].rematch()) is Refusal.NOT_OVER
        links = await dealt(tables)
        await asyncio.gather(*(play_by_itself(link) for link in links))
        await until(tables[0].states(), lambda s: s.stage is Stage.FINISHED)
        again = await tables[0].rematch()
        assert await tables[1].rematch() == again
        assert (await until(tables[1].states(), lambda s: s.rematch is not None)).rematch == again
        fresh = [await client.enter(again) for client in clients]
        assert [table.state.you for table in fresh] == [0, 1]
        await dealt(fresh)


async def test_the_usual_table() -> None:
    async with hosted() as host:
        (anna,) = await host.people(1)
        assert await refusal(anna.usual()) is Refusal.NO_TABLE
        agreed = settings("double-foot", 3, clock=TurnClock(seconds=90), title="Friday")
        await anna.create(agreed)
        await host.stop()
        await host.start()
        again = await host.client("anna")
        assert (await lobby_of(host, again)).usual
        table = await again.enter(await again.usual())
        assert table.state.settings == agreed


async def test_tables_that_cannot_be_are_refused() -> None:
    async with hosted(PLENTY.model_copy(update={"tables_per_person": 2})) as host:
        (anna,) = await host.people(1)
        assert await refusal(anna.create(settings("chickie-sixes", 5))) is Refusal.BAD_RULES
        assert await refusal(anna.create(settings(bots=("wizard",)))) is Refusal.BAD_RULES
        table = await anna.enter(await anna.create(settings(title="\x1b[2J Hi\u202e ")))
        assert table.state.settings.title == "[2J Hi"
        await anna.create(settings())
        assert await refusal(anna.create(settings())) is Refusal.TOO_MANY


async def test_a_draining_host_begins_nothing_new_and_stops_after_the_last_game() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        admin = await host.client()
        links = await dealt(await seated(clients, settings()))
        report = await admin.admin_(AdminWhat.DRAIN, text="We move at nine.")
        assert report == {"playing": 1}
        assert await refusal(clients[0].create(settings())) is Refusal.DRAINING
        assert host.daemon is not None
        assert not host.daemon.stopping.is_set()
        await asyncio.gather(*(play_by_itself(link) for link in links))
        await asyncio.wait_for(host.daemon.stopping.wait(), 60)
        later = await host.client("late")
        assert later.host.draining
        assert later.host.notice == "We move at nine."


async def test_tables_that_nobody_comes_back_to_go() -> None:
    async with hosted() as host:
        (anna,) = await host.people(1)
        left = await anna.create(settings())
        looked_at = await anna.enter(await anna.create(settings()))
        host.time.forward(31 * 86_400)
        await until(anna.lobbies(), lambda lobby: len(lobby.tables) == 1)
        assert list(host.hall.rooms) == [looked_at.id]
        assert host.hall.tables.one(left) is None

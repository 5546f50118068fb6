"""The waiting room: agreeing, and seats that are given away and freed."""

from __future__ import annotations

from host_kit import hosted, key, settings
from visiting import create, visiting


async def test_what_has_changed_must_be_agreed_to_again() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        table = await anna.enter(await anna.create(settings(seats=3)))
        async with visiting(host) as zoe:
            await zoe.press("enter")
            await zoe.at("RoomScreen")
            await zoe.press("enter")
            await zoe.sees("● ready")
            await zoe.press("enter")
            await zoe.sees("zoe (you) ○ not ready yet")
            await zoe.press("x")
            await zoe.at("LobbyScreen")
            assert table.state.seats[1].name is None


async def test_the_creator_gives_a_free_seat_to_a_computer_player() -> None:
    async with hosted() as host, visiting(host) as zoe:
        await create(zoe)
        await zoe.press("down", "b")
        await zoe.sees("2 seats are still free.")
        gentle = zoe.screen.table.state.seats[1].level
        await zoe.press("b")
        await zoe.until(lambda: zoe.screen.table.state.seats[1].level not in (None, gentle))
        await zoe.press("up", "b", "b")
        await zoe.until(lambda: all(who.level for who in zoe.screen.table.state.seats[1:]))
        await zoe.press("b")
        await zoe.sees("Somebody sits there.")


async def test_all_keys_of_a_person_are_listed() -> None:
    async with hosted() as host, visiting(host) as zoe:
        await zoe.press("m")
        await zoe.at("MyselfScreen")
        own = key("zoe").removeprefix("key:")
        await zoe.sees(own)
        await zoe.sees("The host knows you by this key.")
        other = await host.client("laptop")
        await other.link((await zoe.client.new_code()).code)
        await zoe.press("escape", "m")
        await zoe.at("MyselfScreen")
        await zoe.sees(key("laptop").removeprefix("key:"))
        assert zoe.text.index(own) < zoe.text.index(key("laptop").removeprefix("key:"))
        assert "you came with the first" in zoe.text


async def test_the_creator_frees_the_seat_of_who_is_not_ready() -> None:
    async with hosted() as host, visiting(host) as zoe:
        await create(zoe)
        assert "free the seat" not in zoe.text
        async with visiting(host, "anna") as anna:
            await anna.sees("3 seats free")
            await anna.press("enter")
            await anna.at("RoomScreen")
            await zoe.sees("anna ○ not ready yet")
            assert "free the seat" not in anna.text
            await zoe.press("down")
            await zoe.sees("free the seat")
            await zoe.press("f")
            await anna.sees("Your seat is free again")
            assert zoe.screen.table.state.seats[1].name is None
            await anna.press("enter")
            await anna.sees("anna (you)")
            assert "Your seat is free again" not in anna.text
            await anna.press("x")
            await anna.at("LobbyScreen")

"""A table with others: presence, clock, talk, votes, takeover, lost connections, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from host_kit import Hosted, actor, choice, hosted, key, move, settings, until
from visiting import Visitor, visiting

from chickenscratch.bots.base import awaited
from chickenscratch.host.client import HostClient, RemoteLink, RemoteTable
from chickenscratch.host.shapes import Phrase, Policy, Stage, TurnClock
from chickenscratch.table.link import Ready
from chickenscratch.tui.keys import bindings
from chickenscratch.tui.screens.hosted_table import HostedTableScreen


@dataclass
class Company:
    """Zoe with a screen, and Anna without one, at a table in play. Zoe has the second seat."""

    host: Hosted
    zoe: Visitor
    anna: HostClient
    table: RemoteTable
    link: RemoteLink

    @property
    def screen(self) -> HostedTableScreen:
        screen = self.zoe.screen
        assert isinstance(screen, HostedTableScreen)
        return screen

    @property
    def company(self) -> str:
        return "".join(self.screen.pane("company").shown)

    async def play_until_turn_of(self, seat: int) -> None:
        """Both play on until this seat is to act."""
        links = [self.link, self.screen.link]
        while awaited(self.link.latest.view) != seat:
            receipt = await move(await actor(links))
            assert receipt.accepted
        await self.zoe.until(lambda: awaited(self.screen.latest.view) == seat)


@asynccontextmanager
async def in_company(
    *, size: tuple[int, int] = (120, 40), name: str = "chicken-foot", **agreed: Any
) -> AsyncIterator[Company]:
    async with hosted() as host:
        anna = await host.client("anna")
        table = await anna.enter(await anna.create(settings(name, 2, title="den", **agreed)))
        await table.ready()
        async with visiting(host, size=size, table=table.id) as zoe:
            await zoe.at("RoomScreen")
            await zoe.press("enter")
            await zoe.at("HostedTableScreen")
            game = host.hall.rooms[table.id].game
            assert game is not None
            # the deal ends what was asked before
            await zoe.until(lambda: not game._ear.behind)
            yield Company(host, zoe, anna, table, await table.dealt())


@pytest.mark.parametrize("binding", bindings(hosted=True), ids=lambda b: b.key)
def test_every_binding_has_a_method(binding: Any) -> None:
    name = binding.action.split("(")[0]
    assert callable(getattr(HostedTableScreen, f"action_{name}"))


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
async def test_talk_clock_and_watchers_can_be_seen_at_every_size(size: tuple[int, int]) -> None:
    async with in_company(size=size, clock=TurnClock(seconds=60)) as at:
        mia = await at.host.client("mia")
        await mia.enter(at.table.id)
        await at.table.say("uh oh")
        await at.zoe.until(lambda: "1 anna: uh oh" in at.company)
        await at.zoe.until(lambda: "+1" in at.company or "1 watching" in at.company)
        assert ":" in at.company.split("uh oh")[1]
        assert all(len(row) == size[0] for row in at.zoe.text.split("\n"))


async def test_somebody_who_is_away_has_a_sign_and_is_named() -> None:
    async with in_company() as at:
        await at.play_until_turn_of(0)
        await at.anna.close()
        await at.zoe.sees("anna is away.")
        assert "○ anna" in at.zoe.text
        back = await at.host.client("anna")
        await back.enter(at.table.id)
        await at.zoe.until(lambda: "○ anna" not in at.zoe.text)


async def test_the_clock_runs_down_and_rings_before_the_end() -> None:
    async with in_company(clock=TurnClock(seconds=60)) as at:
        await at.play_until_turn_of(1)
        rung = []
        at.zoe.app.ring = lambda: rung.append(1)  # type: ignore[method-assign]
        left = at.screen.left
        assert left is not None
        at.zoe.clock.go(left - 30)
        assert "0:30" in at.company or "0:29" in at.company
        assert not rung
        for _second in range(20):
            at.zoe.clock.go(1)
        assert len(rung) == 1


async def test_talk_is_counted_until_it_is_read_and_said_by_one_key() -> None:
    async with in_company() as at:
        await at.table.say(Phrase.HELLO)
        await at.table.say("how are you?")
        await at.zoe.until(lambda: at.screen.talk.unread == 2)
        await at.zoe.press("slash")
        await at.zoe.at("TalkScreen")
        await at.zoe.press("f8")
        await at.zoe.at("HostedTableScreen")
        assert at.screen.talk.unread == 0
        await at.zoe.until(lambda: at.table.chat[-1].phrase is Phrase.I_AM_BACK)
        await at.zoe.press("slash")
        await at.zoe.at("TalkScreen")
        await at.zoe.type("fine, q? 58")
        await at.zoe.press("escape", "slash")
        await at.zoe.at("TalkScreen")
        await at.zoe.press("enter")
        await at.zoe.at("HostedTableScreen")
        await at.zoe.until(lambda: at.table.chat[-1].text == "fine, q? 58")


async def test_the_talk_can_be_muted() -> None:
    async with in_company() as at:
        await at.zoe.press("colon", "m")
        await at.zoe.at("HostedTableScreen")
        await at.table.say("bla")
        await at.zoe.until(lambda: bool(at.screen.talk.lines))
        assert "bla" not in at.zoe.text
        await at.zoe.press("colon", "m")
        await at.zoe.sees("bla")


async def test_a_pause_is_asked_for_agreed_to_and_ended() -> None:
    async with in_company() as at:
        await at.zoe.press("colon", "p")
        await at.zoe.sees("Asked; waiting for the answer of anna.")
        await until(at.table.states(), lambda state: state.vote is not None)
        await at.table.vote(True)
        await at.zoe.sees("The game is paused.")
        await at.zoe.press("enter", "enter")
        await at.zoe.click_word("go on", "company")
        await at.zoe.until(lambda: not at.screen.state.paused)


async def test_a_question_of_somebody_else_is_answered_by_keys_or_by_a_click() -> None:
    async with in_company() as at:
        asking = asyncio.create_task(at.table.pause())
        await at.zoe.sees("anna would like a pause.")
        await at.zoe.press("colon", "n")
        await at.zoe.until(lambda: at.screen.state.vote is None)
        assert not at.screen.state.paused
        await asking
        asking = asyncio.create_task(at.table.pause())
        await at.zoe.sees("anna would like a pause.")
        await at.zoe.click_word("agree", "company")
        await at.zoe.sees("The game is paused.")
        await asking


async def test_a_question_can_be_taken_back() -> None:
    async with in_company() as at:
        await at.zoe.press("colon", "p")
        await at.zoe.sees("Asked; waiting")
        await at.zoe.press("colon")
        await at.zoe.sees("take the question back")
        await at.zoe.press("n")
        await at.zoe.until(lambda: at.screen.state.vote is None)


@pytest.mark.parametrize("agreed", [True, False])
async def test_a_move_is_taken_back_if_everybody_agrees(agreed: bool) -> None:
    async with in_company(name="chicken-scratch") as at:
        while at.screen.latest.undo is None:  # a tile that was drawn cannot be put back
            await at.play_until_turn_of(1)
            before = at.screen.latest.view
            receipt = await at.screen.link.submit(choice(before), at.screen.latest.seq)
            assert receipt.accepted
        moved = at.screen.latest.view
        await at.zoe.press("u", "u")
        asked = await until(at.table.states(), lambda state: state.vote is not None)
        assert asked.vote is not None
        assert asked.vote.by == 1
        await at.table.vote(agreed)
        await at.zoe.until(lambda: at.screen.state.vote is None)
        if agreed:
            await at.zoe.until(lambda: at.screen.latest.view.hand == before.hand)
        else:
            assert at.screen.latest.view.hand == moved.hand


async def test_somebody_is_reminded() -> None:
    async with in_company() as at:
        await at.play_until_turn_of(1)
        rung: list[int] = []
        at.zoe.app.ring = lambda: rung.append(1)  # type: ignore[method-assign]
        await at.table.nudge()
        await at.zoe.sees("anna reminds you: the game waits for you.")
        assert rung
        await at.play_until_turn_of(0)
        at.host.time.forward(120)
        await at.zoe.press("colon", "r")
        await at.zoe.sees("They have been reminded.")


async def test_the_seat_goes_to_the_newest_window_and_can_be_taken_back() -> None:
    async with in_company() as at:
        other = await HostClient.connect(at.host.socket, speaks_for=key("zoe"))
        at.host.clients.append(other)
        await other.enter(at.table.id)
        await at.zoe.sees("This seat is now played elsewhere.")
        await at.zoe.press("colon", "h")
        await at.zoe.until(lambda: at.screen.state.holds)
        assert "played elsewhere" not in at.company


async def test_who_comes_back_is_told_what_happened() -> None:
    async with in_company() as at:
        await at.play_until_turn_of(0)
        zoe = await HostClient.connect(at.host.socket, speaks_for=key("zoe"))
        at.host.clients.append(zoe)
        await at.zoe.press("q", "enter")
        await at.zoe.at("LobbyScreen")
        at.host.time.forward(400)
        assert (await move(at.link)).accepted
        await at.zoe.sees("den")
        await at.zoe.press("enter")
        await at.zoe.at("AwayScreen")
        text = " ".join(at.zoe.text.split())
        assert "Back at den." in text
        assert "While you were away (" in text
        assert "anna" in text
        await at.zoe.press("enter")
        await at.zoe.at("HostedTableScreen")


async def test_a_lost_connection_is_told_and_comes_back_by_itself() -> None:
    async with in_company() as at:
        hand = at.screen.latest.view.hand
        await at.host.stop()
        await at.zoe.sees("The connection is lost; trying again…")
        await at.host.start()
        await at.zoe.until(lambda: at.zoe.client.online and at.screen.state.holds)
        await at.zoe.until(lambda: "connection" not in at.zoe.text)
        assert at.screen.latest.view.hand == hand


async def test_leaving_is_asked_and_resigning_has_to_be_written_out() -> None:
    async with in_company() as at:
        await at.zoe.press("q")
        await at.zoe.at("LeaveTableScreen")
        assert "Your seat stays yours" in at.zoe.text
        await at.zoe.press("escape")
        await at.zoe.at("HostedTableScreen")
        await at.zoe.press("colon", "x")
        await at.zoe.at("AskScreen")
        await at.zoe.type("yes")
        await at.zoe.press("enter")
        await at.zoe.sees("Write “resign”, or press Esc.")
        await at.zoe.press("backspace", "backspace", "backspace")
        await at.zoe.type("resign")
        await at.zoe.press("enter")
        await at.zoe.at("LobbyScreen")
        state = await until(at.table.states(), lambda state: state.seats[1].gone)
        assert state.stage is Stage.PLAYING


async def test_the_seat_is_kept_by_a_computer_player_if_that_was_agreed() -> None:
    async with in_company(absent=Policy.BOT, absent_after=30) as at:
        await at.play_until_turn_of(0)
        await at.anna.close()
        await at.zoe.until(lambda: not at.screen.state.seats[0].here)
        at.host.time.forward(40)
        await at.zoe.until(lambda: awaited(at.screen.latest.view) == 1)


async def finish(at: Company) -> None:
    """Play the round to its end."""
    links = [at.link, at.screen.link]
    while not at.link.latest.view.round_over:
        assert (await move(await actor(links))).accepted


async def test_between_rounds_everybody_says_ready_and_who_is_waited_for_is_named() -> None:
    async with in_company(name="chicken-scratch", rounds=2) as at:
        await finish(at)
        screen = at.screen
        await at.zoe.until(lambda: screen.latest.view.round_over)
        at.zoe.clock.go(2)
        await at.zoe.sees("Waiting for anna.")
        at.zoe.clock.go(1)
        await at.zoe.press("space")
        at.zoe.clock.go(1)
        await at.zoe.at("HostedTableScreen")
        await at.zoe.sees("Waiting for anna before the next round.")
        await at.link.submit(Ready(0), at.link.latest.seq)
        await at.zoe.until(lambda: at.screen.latest.view.number == 2)


@pytest.mark.slow
async def test_a_rematch_leads_everybody_to_the_same_new_table() -> None:
    async with in_company(name="chicken-scratch", rounds=1) as at:
        await finish(at)
        screen = at.screen
        await at.zoe.until(lambda: screen.latest.view.game_over)
        at.zoe.clock.go(2)
        await at.zoe.sees("to the podium")
        at.zoe.clock.go(1)
        await at.zoe.press("space")
        at.zoe.clock.go(1)
        await at.zoe.sees("THE COOP HAS A WINNER")
        await at.zoe.press("r")
        await at.zoe.at("RoomScreen")
        again = at.zoe.screen.table.id
        assert again != at.table.id
        assert await at.table.rematch() == again


@pytest.mark.slow
async def test_a_finished_game_is_in_the_lobby_until_it_was_looked_at_and_can_be_replayed() -> None:
    async with in_company(name="chicken-scratch", rounds=1) as at:
        await at.zoe.press("q", "enter")
        await at.zoe.at("LobbyScreen")
        zoe = await HostClient.connect(at.host.socket, speaks_for=key("zoe"))
        link = await (await zoe.enter(at.table.id)).dealt()
        links = [at.link, link]
        while not at.link.latest.view.round_over:
            assert (await move(await actor(links))).accepted
        await zoe.close()
        await at.zoe.sees("played to the end")
        await at.zoe.press("v")
        await at.zoe.at("SharedReplayScreen")
        await at.zoe.press("q")
        await at.zoe.at("LobbyScreen")


@pytest.mark.parametrize("open_hands", [False, True])
async def test_watchers_see_hands_only_where_everybody_agreed(open_hands: bool) -> None:
    async with in_company(open_hands=open_hands) as at:
        hands = [at.link.latest.view.hand, at.screen.latest.view.hand]
        async with visiting(at.host, "mia", size=(120, 40), table=at.table.id) as mia:
            screen = await mia.at("HostedTableScreen")
            assert screen.me is None
            title = "".join(screen.pane("title").shown)
            assert ("WATCHING, HANDS OPEN" in title) == open_hands
            assert ("WATCHING A GAME" in title) != open_hands
            rows = " ".join(screen.pane("hands").shown)
            assert all((str(tile) in rows) == open_hands for hand in hands for tile in hand)
            await at.zoe.until(lambda: "1 watching" in at.company)
            await mia.press("colon")
            await mia.sees("Watching: mia.")
            assert "resign" not in mia.text
            await mia.press("escape", "q")
            await mia.at("LobbyScreen")

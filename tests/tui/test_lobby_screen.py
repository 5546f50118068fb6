"""The lobby and the waiting room: what is shown, and the way from there to a table."""

from __future__ import annotations

from typing import Any

import pytest
from host_kit import hosted, key, settings
from visiting import create, visiting

from chickenscratch.config import Settings
from chickenscratch.host.client import HostClient
from chickenscratch.host.shapes import Listed, Lobby, Person, Policy, Stage, TurnClock
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.pictures_host import StillHost, listed, lobby, still_host
from chickenscratch.tui.screens.lobby import LobbyScreen, Open, Replay
from chickenscratch.tui.screens.lobby_lines import rows_of, section

SIZES = ((40, 12), (80, 24), (120, 40), (200, 60))


def names(rows: list[Any]) -> list[str]:
    return [
        row.table.title if row.table else row.person.name if row.person else row.title.upper()
        for row in rows
    ]


def test_what_waits_for_one_comes_first_and_empty_sections_are_left_out() -> None:
    assert names(rows_of(lobby(), ())) == [
        "YOUR TURN", "kitchen", "YOUR TABLES", "sunday", "FINISHED, AND NOT LOOKED AT YET",
        "family", "OPEN SEATS", "garden", "cousins", "TO WATCH", "veranda",
        "PEOPLE", "Anna", "Bruno", "Fausta", "~luca", "Brun0",
    ]  # fmt: skip


def test_tables_and_names_of_friends_come_before_others() -> None:
    rows = names(rows_of(lobby(), ("Carla", "~luca")))
    assert rows.index("cousins") < rows.index("garden")
    assert rows[rows.index("PEOPLE") + 1] == "~luca"


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({"stage": Stage.GATHERING, "names": ("Anna", None)}, 3),
        ({"stage": Stage.GATHERING, "names": ("Anna", None), "yours": 0}, 1),
        ({"stage": Stage.PLAYING}, 4),
        ({"stage": Stage.PLAYING, "yours": 0, "your_turn": True}, 0),
        ({"stage": Stage.FINISHED, "yours": 0, "unseen": True}, 2),
        ({"stage": Stage.FINISHED, "yours": 0}, 5),
        ({"stage": Stage.ENDED}, 5),
    ],
)
def test_every_table_stands_under_what_it_means_to_the_reader(
    more: dict[str, Any], wanted: int
) -> None:
    table: Listed = listed("x", "classic", Stage.PLAYING, "Anna", "Bruno")
    assert section(table.model_copy(update=more)) == wanted


class Standing:
    """Somebody in a lobby that stands still."""

    def __init__(self, host: StillHost, size: tuple[int, int] = (120, 40)) -> None:
        from fakes import FakeClock

        self.host = host
        self.clock = FakeClock()
        self.app = ChickenApp(settings=Settings(), clock=self.clock)
        self.screen = LobbyScreen(host)
        self.result: list[Any] = []
        self._size = size

    async def __aenter__(self) -> Standing:
        self.context = self.app.run_test(size=self._size)
        self.pilot: Any = await self.context.__aenter__()
        await self.app.push_screen(self.screen, self.result.append)
        await self.pilot.pause()
        self.clock.go(1)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.context.__aexit__(*error)  # type: ignore[arg-type]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())


@pytest.mark.parametrize("size", SIZES)
async def test_who_one_is_and_whose_host_it_is_can_be_read_at_every_size(
    size: tuple[int, int],
) -> None:
    async with Standing(still_host(), size) as at:
        words = " ".join(at.text.split())
        assert "You are Anna" in words
        assert "by your key SHA256:henHen" in words
        assert "hosted by ~bruno, who could see all hands" in words
        assert "> kitchen" in words
        assert all(len(row) == size[0] for row in at.text.split("\n"))


async def test_the_mark_stays_with_its_table_when_the_lobby_changes() -> None:
    from chickenscratch.host.telling import LobbyIs

    async with Standing(still_host()) as at:
        await at.press("down", "down")
        marked = at.screen.marked
        assert marked is not None
        assert marked.table is not None
        assert marked.table.title == "family"
        fewer = lobby().model_copy(update={"tables": lobby().tables[2:], "seq": 2})
        at.host.told(LobbyIs(lobby=fewer))
        await at.pilot.pause()
        assert at.screen.marked == marked
        await at.press("enter")
        assert at.result == [Open("family")]


async def test_finished_games_can_be_seen_again() -> None:
    async with Standing(still_host()) as at:
        await at.press("v")
        assert "Only finished games" in at.text
        await at.press("down", "down", "v")
        assert at.result == [Replay("family")]


async def test_a_table_is_gone_to_by_a_click() -> None:
    async with Standing(still_host()) as at:
        rows = at.screen.roll.shown
        y = next(y for y, row in enumerate(rows) if "garden" in row)
        await at.pilot.click(at.screen.roll, offset=(6, y))
        await at.pilot.pause()
        assert at.result == [Open("garden")]


async def test_a_lookalike_is_told_from_the_one_it_resembles() -> None:
    async with Standing(still_host()) as at:
        assert "not to be taken for Bruno" in at.text


async def test_an_empty_lobby_says_what_to_do() -> None:
    empty = Lobby(seq=1, tables=(), people=(Person(name="Anna"),))
    host = StillHost(empty, you=Person(name="Anna"), host=still_host().host)
    async with Standing(host) as at:
        assert "There is no table yet: n sets one up." in at.text
        await at.press("g")
        assert "You have not set up a table here yet." in at.text


async def test_from_the_lobby_to_a_seat_and_into_the_game() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        agreed = settings("chicken-scratch", 2, title="kitchen", clock=TurnClock(seconds=60))
        table = await anna.enter(await anna.create(agreed))
        await table.say("welcome")
        async with visiting(host) as zoe:
            await zoe.sees("kitchen")
            await zoe.press("enter")
            await zoe.at("RoomScreen")
            await zoe.sees("zoe (you)")
            await zoe.sees("anna: welcome")
            assert "A clock: 60 seconds for each turn." in zoe.text
            assert "Blank" not in zoe.text  # only what is not as usual
            await zoe.press("enter")
            await zoe.sees("Not ready yet: anna.")
            await table.ready()
            await zoe.at("HostedTableScreen")
            assert zoe.screen.me == 1


async def test_a_table_is_set_up_with_everything_that_can_be_agreed_on() -> None:
    async with hosted() as host, visiting(host) as zoe:
        await zoe.press("n")
        form = await zoe.at("CreateScreen")

        def mark(name: str) -> None:
            form.action_mark(next(i for i, row in enumerate(form.rows) if row.name == name))

        mark("title")
        await zoe.type("den")
        mark("clock")
        await zoe.press("right")
        mark("absent")
        await zoe.press("right", "right")
        mark("absent_after")
        await zoe.press("right")
        mark("open_hands")
        await zoe.press("space")
        form.action_mark(next(i for i, r in enumerate(form.rows) if r.kind == "seat" and r.seat))
        await zoe.press("right")
        mark("public")
        await zoe.press("right", "f2")
        assert "Write the word" in zoe.text
        assert form.row.name == "word"
        await zoe.type("egg")
        await zoe.press("f2")
        await zoe.at("RoomScreen")
        agreed = zoe.screen.table.state.settings
        assert agreed.title == "den"
        assert agreed.clock == TurnClock(seconds=30)
        assert agreed.absent is Policy.BOT
        assert agreed.absent_after == 180
        assert agreed.open_hands
        assert not agreed.public
        assert len(agreed.bots) == 1
        assert zoe.screen.table.state.seats[3].level == agreed.bots[0]


async def test_the_form_fills_the_window() -> None:
    async with hosted() as host, visiting(host, size=(80, 24)) as zoe:
        await zoe.press("n")
        form = await zoe.at("CreateScreen")
        foot = form.query_one("#page-foot").region
        assert foot == (0, 22, 80, 2)
        assert form.roll.region.height >= 16


async def test_the_word_of_a_table_lets_people_in() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        await anna.create(settings(seats=3, title="den", public=False), "egg")
        async with visiting(host) as zoe:
            await zoe.press("enter")
            await zoe.at("AskScreen")
            await zoe.type("hen")
            await zoe.press("enter")
            await zoe.sees("That is not the word of this table.")
            await zoe.type("egg")
            await zoe.press("enter")
            await zoe.at("RoomScreen")
            await zoe.sees("zoe (you)")


@pytest.mark.slow
async def test_by_name_and_the_usual_table_and_straight_to_a_table() -> None:
    async with hosted() as host:
        async with visiting(host) as zoe:
            await create(zoe)
            await zoe.press("escape")
            await zoe.at("LobbyScreen")
            await zoe.press("g")
            await zoe.at("RoomScreen")
        anna = await host.client("anna")
        table = await anna.create(settings(seats=3, title="Attic"))
        async with visiting(host, "bruno") as bruno:
            await bruno.press("e")
            await bruno.at("AskScreen")
            await bruno.type("attic")
            await bruno.press("enter")
            room = await bruno.at("RoomScreen")
            assert room.table.id == table
        async with visiting(host, "carla", table=table) as carla:
            await carla.at("RoomScreen")
        async with visiting(host, "dina", table="nowhere") as dina:
            await dina.sees("There is no such table.")


async def test_friends_and_people_one_would_rather_not_hear() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        async with visiting(host) as zoe:
            await zoe.sees("anna")
            await zoe.press("f")
            await zoe.sees("a friend")
            assert zoe.client.friends == ("anna",)
            await zoe.press("i")
            await zoe.sees("not heard")
            await anna.say("psst")
            await zoe.press("slash")
            await zoe.at("TalkScreen")
            assert "psst" not in zoe.text
        again = await HostClient.connect(host.socket, speaks_for=key("zoe"))
        assert again.friends == ("anna",)
        await again.close()


async def test_talking_in_the_lobby_by_keys_and_by_clicks() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        await anna.follow()
        async with visiting(host) as zoe:
            await zoe.press("slash")
            await zoe.at("TalkScreen")
            await zoe.type("hi there?")
            await zoe.press("enter", "f3")
            await zoe.sees("zoe: hi there?")
            await zoe.sees("zoe: Well played!")
            await zoe.click_word("Ouch!", "phrases")
            await zoe.sees("zoe: Ouch!")
            await zoe.press("down", "down", "enter")
            await zoe.sees("zoe: Good luck!")
            await zoe.press("escape")
            await zoe.at("LobbyScreen")
        said = [line.text or line.phrase for line in anna.chat]
        assert said == ["hi there?", "well-played", "ouch", "good-luck"]


@pytest.mark.slow
async def test_another_name_and_a_code_for_another_key() -> None:
    async with hosted() as host:
        async with visiting(host) as zoe:
            await zoe.press("m", "n")
            await zoe.at("AskScreen")
            await zoe.press("backspace", "backspace", "backspace")
            await zoe.type("hen")
            await zoe.press("enter")
            await zoe.sees("Now you are hen.")
            await zoe.press("c")
            await zoe.sees("Type this code in")
            code = zoe.screen.code
        async with visiting(host, "other") as other:
            await other.press("m", "l")
            await other.at("AskScreen")
            await other.type(code.lower())
            await other.press("enter")
            await other.sees("From now on this key is yours, too.")
            assert other.client.you.name == "hen"


async def test_help_lists_what_can_be_done_here() -> None:
    async with Standing(still_host(), (120, 60)) as at:
        await at.press("question_mark")
        words = " ".join(at.text.split())
        assert "Set up a table of your own." in words
        assert "Hear no more of the marked person" in words


async def test_it_tells_when_the_host_is_gone_for_good() -> None:
    async with hosted() as host, visiting(host) as zoe:
        await zoe.at("LobbyScreen")
        session = next(iter(host.hall.sessions))
        from chickenscratch.host.telling import Farewell

        session.hang_up(Farewell.KICKED)
        await zoe.until(lambda: not zoe.app.is_running)
        assert zoe.app.return_code == 1

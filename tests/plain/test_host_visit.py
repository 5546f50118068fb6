"""Plain mode at a host: the lobby, tables with others, talk and votes, one fact a line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO

import pytest
from host_kit import (
    Hosted,
    dealt,
    hosted,
    key,
    move,
    play_by_itself,
    seated,
    settings,
    until,
)
from plain.plain_kit import typed

from chickenscratch.bots.base import awaited
from chickenscratch.config import Settings
from chickenscratch.host.client import HostClient, RemoteLink
from chickenscratch.host.shapes import ChatLine, Phrase, Stage
from chickenscratch.locale import using
from chickenscratch.plain import host_words
from chickenscratch.plain.console import Completer, no_words
from chickenscratch.plain.host_commands import (
    LOBBY,
    PLAYING,
    TOGETHER,
    WAITING,
    HostWord,
    help_lines,
    understand,
    word_for,
)
from chickenscratch.plain.live import LiveConsole
from chickenscratch.plain.visit import visit
from chickenscratch.table.link import Ready


class Person:
    """Somebody at a console: what they type comes when the test says so."""

    unicode = True
    unattended = False

    def __init__(self, host: Hosted) -> None:
        self.host = host
        self.said: list[str] = []
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._heard = 0

    def say(self, line: str = "") -> None:
        self.said.append(line)

    async def ask(self, completer: Completer = no_words) -> str | None:
        return await self._typed.get()

    def hide(self) -> bool:
        return False

    def types(self, *lines: str) -> None:
        for line in lines:
            self._typed.put_nowait(line)

    def hangs_up(self) -> None:
        self._typed.put_nowait(None)

    async def hears(self, words: str) -> str:
        """The next line that has these words in it."""
        try:
            async with asyncio.timeout(60):
                while True:
                    for n, line in enumerate(self.said[self._heard :], self._heard):
                        if words in line:
                            self._heard = n + 1
                            return line
                    self.host.time.forward(0.1)
                    await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(f"{words!r} was never said:\n" + "\n".join(self.said)) from None


@asynccontextmanager
async def coming(
    host: Hosted, name: str = "zoe", table: str | None = None
) -> AsyncIterator[Person]:
    person = Person(host)

    async def connect() -> HostClient:
        return await HostClient.connect(host.socket, speaks_for=key(name), wish=name)

    task = asyncio.create_task(visit(Settings(), connect, person, table))
    try:
        await person.hears(f"You are {name}.")
        yield person
    finally:
        person.hangs_up()
        await asyncio.wait_for(task, 60)


@pytest.mark.parametrize("known", [LOBBY, WAITING, PLAYING, TOGETHER])
def test_every_word_means_one_thing_in_both_languages(known: tuple[HostWord, ...]) -> None:
    words = [word for each in known for word in (*each.english, *each.italian)]
    for each in known:
        for word in (*each.english, *each.italian):
            assert understand(word, known) == (each.do, "")
    assert len(words) == len(set(words))
    assert len(help_lines(known)) == len(known)
    said = help_lines(known)
    with using("it"):
        assert not set(help_lines(known)) & set(said)


def test_the_words_that_are_shown_can_be_typed() -> None:
    every = (*LOBBY, *WAITING, *PLAYING, *TOGETHER)
    for language in ("en", "it"):
        with using(language):
            for each in every:
                known = next(k for k in (LOBBY, WAITING, PLAYING, TOGETHER) if each in k)
                assert understand(word_for(each.do), [e for e in known if e.do is each.do])


def test_phrases_are_read_in_the_language_of_the_reader() -> None:
    line = ChatLine(seq=1, table=None, person="anna", at=0, phrase=Phrase.GOOD_NIGHT)
    assert host_words.chat_line(line) == "anna says: Good night!"
    with using("it"):
        assert host_words.chat_line(line) == "anna dice: Buona notte!"


def test_what_others_write_is_only_text() -> None:
    nasty = "a\x1b]52;c;aGVu\x07\u202eb\n[red]"
    line = ChatLine(seq=1, table=None, person=nasty, at=0, text=nasty)
    said = host_words.chat_line(line)
    assert said.isprintable()
    assert "\u202e" not in said


async def test_the_lobby_says_who_one_is_whose_host_it_is_and_what_there_is() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        await anna.create(settings("chicken-foot", 3, title="kitchen", rounds=5))
        async with coming(host) as zoe:
            await zoe.hears("by the key SHA256:")
            await zoe.hears("Hosted by ~tester, who could see all hands.")
            line = await zoe.hears("1: kitchen.")
            assert line == "1: kitchen. Chicken Foot. anna. 2 seats free."
            await zoe.hears("Here: ")
            zoe.types("help")
            await zoe.hears("new or nuovo: set up a table")
            zoe.types("friend anna", "who")
            await zoe.hears("anna (a friend)")
            zoe.types("say hello there", "phrase 3", "phrase")
            await zoe.hears("zoe says: hello there")
            await zoe.hears("zoe says: Well played!")
            await zoe.hears("12: Good night!")
            zoe.types("name hen")
            await zoe.hears("Now you are hen.")
            zoe.types("keys")
            await zoe.hears(key("zoe").removeprefix("key:"))
            zoe.types("fly")
            await zoe.hears("“fly” is not understood")
            zoe.types("join nowhere")
            await zoe.hears("There is no such table.")


async def test_a_table_is_set_up_by_questions() -> None:
    async with hosted() as host, coming(host) as zoe:
        zoe.types("new", "den", "chicken-scratch", "", "2", "3", "1", "", "egg")
        await zoe.hears("Seat 1: zoe (you), not ready yet.")
        await zoe.hears("computer player")
        await zoe.hears("Not as usual: Short game: 2 rounds")
        (room,) = host.hall.rooms.values()
        assert room.settings.title == "den"
        assert not room.settings.public
        assert room.row.word == "egg"
        zoe.types("rise")
        await zoe.hears("You are in the lobby.")


async def test_the_seat_of_who_is_not_ready_is_freed() -> None:
    async with hosted() as host, coming(host) as zoe:
        zoe.types("new", "den", "chicken-scratch", "", "3", "", "", "")
        await zoe.hears("Seat 1: zoe (you), not ready yet.")
        async with coming(host, "anna") as anna:
            await anna.hears("1: den.")
            anna.types("join den", "sit")
            await zoe.hears("anna has sat down.")
            anna.types("free 1")
            await anna.hears("That is for whoever set up the table.")
            zoe.types("free", "free 2")
            await zoe.hears("Type the number of a seat behind “free”.")
            await zoe.hears("anna has got up.")
            await anna.hears("Your seat is free again")
            anna.types("sit")
            await zoe.hears("anna has sat down.")
            anna.types("rise")
            await anna.hears("You are in the lobby.")
            assert sum("Your seat is free again" in line for line in anna.said) == 1


async def test_the_word_of_a_table_is_asked_for() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        await anna.create(settings(seats=3, title="den", public=False), "egg")
        async with coming(host) as zoe:
            await zoe.hears("By word")
            zoe.types("join den hen")
            await zoe.hears("That is not the word of this table.")
            zoe.types("join den", "egg")
            await zoe.hears("zoe (you), not ready yet")


async def play(person: Person, zoe: RemoteLink, anna: RemoteLink) -> None:
    """Both play to the end of the game, one of them by typing."""
    from host_kit import choice

    last = -1
    async with asyncio.timeout(60):
        while not anna.latest.view.game_over:
            update = anna.latest
            seat = awaited(update.view) if not update.view.round_over else None
            if update.view.round_over and not update.seats[0].ready:
                await anna.submit(Ready(0), update.seq)
            elif seat == 0:
                await move(anna)
            elif zoe.latest.seq == anna.latest.seq and zoe.latest.seq != last:
                last = zoe.latest.seq
                view = zoe.latest.view
                if update.view.round_over:
                    person.types("")
                else:
                    person.types(typed(choice(view, "random"), view))
            host_time = person.host.time
            host_time.forward(0.1)
            await asyncio.sleep(0.002)


async def test_a_whole_game_is_played_by_lines() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        table = await anna.enter(await anna.create(settings("chicken-scratch", 2, rounds=2)))
        async with coming(host, table=table.id) as zoe:
            await zoe.hears("Seat 2: zoe (you), not ready yet.")
            zoe.types("")
            await zoe.hears("zoe: ready.")
            await table.ready()
            spy = await HostClient.connect(host.socket, speaks_for=key("zoe"))
            host.clients.append(spy)
            await zoe.hears("Round 1")
            watched = await (await spy.enter(table.id)).dealt()
            await zoe.hears("This seat is now played elsewhere; “here” takes it back.")
            zoe.types("here")
            await until(table.states(), lambda state: state.stage is Stage.PLAYING)
            await play(zoe, watched, await table.dealt())
            await zoe.hears("“rematch” plays once more.")
            zoe.types("rematch")
            await zoe.hears("Seat 1: ")
        assert host.verified()[0].game.over


async def test_votes_pauses_reminders_and_resigning() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        table = await anna.enter(await anna.create(settings("chicken-scratch", 2)))
        await table.ready()
        async with coming(host, table=table.id) as zoe:
            await zoe.hears("Seat 2")
            zoe.types("ready")
            await table.dealt()
            await zoe.hears("Round 1")
            asked = asyncio.create_task(table.pause())
            await zoe.hears("anna would like a pause.")
            await zoe.hears("Type “agree” or “refuse”.")
            zoe.types("agree")
            await asked
            await zoe.hears("The game is paused.")
            zoe.types("pause")
            await zoe.hears("The game goes on.")
            zoe.types("others")
            await zoe.hears("anna: here.")
            zoe.types("say ouch 5 8")
            await zoe.hears("zoe says: ouch 5 8")
            zoe.types("resign")
            await zoe.hears("“resign” again gives your seat up, for good.")
            zoe.types("resign")
            await zoe.hears("You are in the lobby.")
            assert table.state.seats[1].gone


async def test_a_finished_game_is_looked_at_together() -> None:
    async with hosted() as host:
        clients = await host.people(2)
        links = await dealt(await seated(clients, settings()))
        await asyncio.gather(*(play_by_itself(link) for link in links))
        async with coming(host, "anna") as anna, coming(host, "bruno") as bruno:
            for person in (anna, bruno):
                await person.hears("Played to the end")
                person.types("finished")
                await person.hears("“replay” with a number shows one again.")
                person.types("replay 1")
                await person.hears("Enter tells what comes next")
            anna.types("guide")
            await anna.hears("You guide: the others see your step.")
            await bruno.hears("anna guides, and you come along.")
            anna.types("2")
            await bruno.hears(await anna.hears("on the hub"))
            bruno.types("guide")
            await bruno.hears("Somebody else guides")
            bruno.types("back")
            await bruno.hears("you look around alone")
            anna.types("all", "next")
            await anna.hears("This is the end of the record.")
            last = anna.said[-2]
            bruno.types("along")
            await bruno.hears(last)
            anna.types("quit")
            await anna.hears("You are in the lobby.")
            await bruno.hears("Nobody guides now.")
            bruno.types("quit")
            await bruno.hears("You are in the lobby.")


async def test_who_watches_is_told_what_happens_and_cannot_act() -> None:
    async with hosted() as host:
        people = await host.people(2)
        from host_kit import dealt, seated

        links = await dealt(await seated(people, settings("chicken-scratch", 2)))
        async with coming(host, "mia") as mia:
            mia.types("watch 1")
            await mia.hears("Round 1 of 1.")
            mia.types("draw")
            await mia.hears("You only watch.")
            seat = awaited(links[0].latest.view)
            assert seat is not None
            await move(links[seat])
            await mia.hears(["anna", "bruno"][seat])
            mia.types("quit")
            await mia.hears("You are in the lobby.")


async def test_the_console_listens_while_it_speaks() -> None:
    out = StringIO()
    console = LiveConsole(StringIO("one\ntwo\n"), out)
    assert await console.ask() == "one"
    console.interrupt("meanwhile")
    assert await console.ask() == "two"
    assert await console.ask() is None
    assert out.getvalue() == "meanwhile\n"

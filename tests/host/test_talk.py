"""Names, chat, and everything that keeps both bearable."""

from __future__ import annotations

import asyncio
import unicodedata

import pytest
from host_kit import PLENTY, hosted, key, seated, settings, until
from hypothesis import given
from hypothesis import strategies as st

from chickenscratch.host.asking import AdminWhat, Refusal
from chickenscratch.host.client import HostClient, HostRefusedError
from chickenscratch.host.limits import HostLimits
from chickenscratch.host.names import clean_chat, clean_name, is_name, shape
from chickenscratch.host.shapes import CHAT_LENGTH, NAME_LENGTH, ChatLine, Phrase
from chickenscratch.host.telling import Farewell
from chickenscratch.locale.columns import cells

NASTY = (
    "\x1b]0;owned\x07", "\x1b[2J", "\x9b2J", "\u202eevil", "a\u2028b", "a\u2029b", "\x00", "\x7f",
    "\r\n", "\ud800", "\u200b", "\ufeff", "\u2066x\u2069", "\U000e0041", "\x1b]52;c;aGk=\x07",
)  # fmt: skip


async def told(client: HostClient, count: int) -> list[ChatLine]:
    """The next lines that are said in the lobby."""
    lines: list[ChatLine] = []
    async with asyncio.timeout(60):
        async for line in client.said():
            lines.append(line)
            if len(lines) == count:
                break
    return lines


@given(st.text(max_size=300) | st.sampled_from(NASTY).map(lambda text: f"hi {text} there"))
def test_chat_has_nothing_that_a_terminal_obeys(text: str) -> None:
    line = clean_chat(text)
    assert cells(line) <= CHAT_LENGTH
    assert unicodedata.is_normalized("NFC", line)
    assert all(unicodedata.category(char)[0] not in "C" for char in line)
    assert all(char == " " or unicodedata.category(char)[0] != "Z" for char in line)
    assert clean_chat(line) == line


@given(st.text(max_size=60))
def test_names_are_letters_digits_and_four_signs(wish: str) -> None:
    name = clean_name(wish)
    if name is None:
        return
    assert is_name(name)
    assert 2 <= cells(name) <= NAME_LENGTH
    assert all(char.isalnum() or char in "-_.~" for char in name)
    assert name[0].isalnum()


@pytest.mark.parametrize("wish", ["~root", "a", "", "x" * 17, "a b", "[red]", "аnna\u202e", "..."])
def test_some_names_cannot_be_had(wish: str) -> None:
    assert not is_name(wish)


@pytest.mark.parametrize(
    ("one", "other"),
    [("anna", "аnna"), ("Anna", "anna"), ("bill", "biII"), ("modern", "modem"), ("a.nna", "anna"),
     ("0scar", "oscar"), ("rené", "rene"), ("~anna", "anna"), ("ᴀɴɴᴀ", "anna"), ("ɑnոɑ", "anna"),
     ("anпa", "anna")],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str) -> None:
    assert shape(one) == shape(other)


async def test_who_could_be_taken_for_somebody_is_marked() -> None:
    async with hosted() as host:
        await host.client("anna")
        other = await host.client("аnna")
        assert other.you.lookalike == "anna"
        lobby = await until(other.lobbies(), lambda lobby: len(lobby.people) == 2)
        assert {p.name: p.lookalike for p in lobby.people} == {"anna": None, "аnna": "anna"}


async def test_nobody_gets_a_name_that_is_taken() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        other = await HostClient.connect(host.socket, speaks_for=key("x"), wish="ANNA")
        host.clients.append(other)
        assert other.you.name == "ANNA-2"
        for wish, why in (("anna", Refusal.NAME_TAKEN), ("~root", Refusal.BAD_NAME)):
            with pytest.raises(HostRefusedError) as refused:
                await other.rename(wish)
            assert refused.value.why is why
        await other.rename("otto")
        assert other.you.name == "otto"
        assert anna.you.name == "anna"


async def test_an_account_keeps_its_name() -> None:
    async with hosted() as host:
        mine = await host.client()
        assert mine.you.name.startswith("~")
        with pytest.raises(HostRefusedError):
            await mine.rename("somebody")


async def test_what_is_said_reaches_everybody_clean() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        await bruno.follow()
        hearing = asyncio.create_task(told(bruno, 2))
        await asyncio.sleep(0)
        await anna.say("hello \x1b]0;owned\x07\u202eworld\x9b2J")
        await anna.say(Phrase.GOOD_LUCK)
        first, second = await hearing
        assert first.text == "hello ]0;ownedworld2J"
        assert (first.person, first.table) == ("anna", None)
        assert (second.phrase, second.text) == (Phrase.GOOD_LUCK, None)
        with pytest.raises(HostRefusedError) as refused:
            await anna.say("\x1b\u200b ")
        assert refused.value.why is Refusal.EMPTY


async def test_newcomers_read_what_was_said_before() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        tables = await seated([anna, bruno], settings())
        await tables[0].say("at the table")
        await anna.say("in the lobby")
        watcher = await host.client("watcher")
        await watcher.follow()
        looking = await watcher.enter(tables[0].id)
        assert [line.text for line in looking.chat] == ["at the table"]
        await until(watcher.lobbies(), lambda lobby: bool(watcher.chat))
        assert [line.text for line in watcher.chat] == ["in the lobby"]
        hearing = asyncio.create_task(anext(tables[1].said()))
        await asyncio.sleep(0)
        await looking.say("may I watch?")
        line = await hearing
        assert (line.person, line.text, line.watcher) == ("watcher", "may I watch?", True)


async def test_who_is_ignored_is_not_heard() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        await bruno.follow()
        await bruno.ignore("anna")
        assert bruno.ignores == ("anna",)
        await anna.say("you cannot hear me")
        hearing = asyncio.create_task(told(bruno, 1))
        await asyncio.sleep(0)
        await bruno.ignore("anna", on=False)
        await anna.say("now you can")
        assert [line.text for line in await hearing] == ["now you can"]
        with pytest.raises(HostRefusedError):
            await bruno.ignore("nobody")


async def test_fast_talkers_are_held_back() -> None:
    async with hosted(HostLimits(chat_burst=2, chat_rate=1, slow_mode=0)) as host:
        (anna,) = await host.people(1)
        await anna.say("one")
        await anna.say("two")
        with pytest.raises(HostRefusedError) as refused:
            await anna.say("three")
        assert refused.value.why is Refusal.TOO_FAST
        assert refused.value.wait == pytest.approx(1)
        host.time.forward(1)
        await anna.say("three")


async def test_slow_mode_in_the_lobby() -> None:
    async with hosted(PLENTY.model_copy(update={"slow_mode": 10.0})) as host:
        (anna,) = await host.people(1)
        await anna.say("one")
        with pytest.raises(HostRefusedError) as refused:
            await anna.say("two")
        assert refused.value.wait == 10
        host.time.forward(10)
        await anna.say("two")


async def test_mute_kick_and_ban() -> None:
    async with hosted() as host:
        admin = await host.client()
        anna, bruno = await host.people(2)
        with pytest.raises(HostRefusedError) as refused:
            await anna.admin_(AdminWhat.KICK, who="bruno")
        assert refused.value.why is Refusal.NOT_ADMIN
        await admin.admin_(AdminWhat.MUTE, who="anna", minutes=5)
        with pytest.raises(HostRefusedError) as refused:
            await anna.say("hm")
        assert (refused.value.why, refused.value.wait) == (Refusal.MUTED, 300)
        host.time.forward(301)
        await anna.say("hm")
        await admin.admin_(AdminWhat.KICK, who="bruno")
        await until(bruno.onlines(), lambda online: not online)
        assert bruno.farewell is Farewell.KICKED
        await host.client("bruno")
        await admin.admin_(AdminWhat.BAN, who="bruno", minutes=10, text="spam")
        with pytest.raises(HostRefusedError) as refused:
            await host.client("bruno")
        assert refused.value.why is Refusal.BANNED
        host.time.forward(601)
        await host.client("bruno")
        await admin.admin_(AdminWhat.BAN, who="bruno")
        with pytest.raises(HostRefusedError):
            await host.client("bruno")
        await admin.admin_(AdminWhat.UNBAN, who="bruno")
        await host.client("bruno")


async def test_everything_said_is_kept_for_whoever_must_judge_it() -> None:
    async with hosted() as host:
        anna, bruno = await host.people(2)
        tables = await seated([anna, bruno], settings())
        await anna.say("lobby")
        await tables[1].say("table")
        people = host.hall.registry.people
        assert [(line.name, line.text) for line in people.said(None, 10)] == [("anna", "lobby")]
        assert [(line.name, line.text) for line in people.said(tables[0].id, 10)] == [
            ("bruno", "table")
        ]


async def test_old_talk_is_forgotten() -> None:
    day = 86400.0
    async with hosted(PLENTY.model_copy(update={"chat_days": 2})) as host:
        anna = await host.client("anna")
        await anna.say("yesterday")
        host.time.forward(1.5 * day)
        await anna.say("today")
        host.hall.sweep()
        assert [line.text for line in host.hall.chat.latest(None, ())] == ["yesterday", "today"]
        host.time.forward(1 * day)
        host.hall.sweep()
        assert [line.text for line in host.hall.chat.latest(None, ())] == ["today"]


async def test_a_code_makes_a_second_key_ones_own() -> None:
    async with hosted() as host:
        anna = await host.client("anna")
        second = await HostClient.connect(host.socket, speaks_for=key("laptop"), wish="annas")
        host.clients.append(second)
        with pytest.raises(HostRefusedError) as refused:
            await second.link("wrong-code")
        assert refused.value.why is Refusal.BAD_CODE
        code = await anna.new_code()
        assert await second.keys() == (key("laptop").removeprefix("key:"),)
        await second.link(f" {code.code.upper()} ")
        assert second.you.name == "anna"
        both = {key(name).removeprefix("key:") for name in ("anna", "laptop")}
        assert set(await second.keys()) == set(await anna.keys()) == both
        with pytest.raises(HostRefusedError):
            await second.link(code.code)
        late = await anna.new_code()
        host.time.forward(601)
        third = await host.client("phone")
        with pytest.raises(HostRefusedError):
            await third.link(late.code)

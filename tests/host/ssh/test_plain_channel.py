"""Plain mode over a link: a line at a time, edited without moving about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linking import FakeLink
from sshing import opened, until, visiting

from chickenscratch.host.ssh.link import Link, View, Visitor
from chickenscratch.plain.channel import AHEAD, ChannelConsole, PlainView
from chickenscratch.plain.console import no_words
from chickenscratch.plain.line_editor import LONGEST, LineTyping


def typed(data: bytes) -> tuple[list[str], str]:
    """The lines that come of it, and what the terminal shows."""
    shown: list[str] = []
    typing = LineTyping(shown.append)
    lines = [typing.feed(byte, lambda begun: ["double", "draw"][: 1 + (begun == "d")])
             for byte in data]  # fmt: skip
    return [line for line in lines if line is not None], "".join(shown)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"draw\r", ["draw"]),
        (b"a\r\nb\nc\r", ["a", "b", "c"]),
        (b"drx\x7faw\r", ["draw"]),
        (b"one two\x17three\r", ["one three"]),
        (b"nonsense\x15yes\r", ["yes"]),
        (b"half\x03", [""]),
        (b"\x1b[A\x1b[1;5Cup\x1bOPx\r", ["upx"]),
        ("è \N{CHICKEN}\x7f!\r".encode(), ["è !"]),
        (b"\xff\xfeok\r", ["ok"]),
        (b"dou\t7\r", ["double 7"]),
        (b"\x7f\x15\x17\r", [""]),
    ],
)
def test_lines(data: bytes, lines: list[str]) -> None:
    assert typed(data)[0] == lines


def test_what_is_rubbed_out_leaves_the_screen() -> None:
    assert typed("a你\x7f\x7f".encode())[1] == "a你" + "\b \b" * 2 + "\b \b"


def test_a_word_is_only_completed_if_there_is_one() -> None:
    assert typed(b"d\t\r")[1] == "d\a\r\n"


@given(st.binary(max_size=300))
def test_nothing_typed_reaches_the_terminal_but_text(data: bytes) -> None:
    shown = typed(data)[1]
    assert all(char.isprintable() or char in "\b\r\n\a" for char in shown)


def test_a_line_has_an_end() -> None:
    lines, shown = typed(b"x" * (LONGEST + 5) + b"\r")
    assert lines == ["x" * LONGEST]
    assert shown.count("\a") == 5


async def test_what_is_said_while_one_types_waits() -> None:
    link = FakeLink()
    console = ChannelConsole(link, (80, 24))
    asked = asyncio.create_task(console.ask())
    await asyncio.sleep(0)
    console.feed(b"dra")
    console.say("Bruna plays 6-4.")
    assert link.sent == b"> dra"
    console.interrupt("Soon closing.\x1b[2J")
    assert link.sent.endswith(b"\r\nSoon closing.[2J\r\n> dra")
    console.feed(b"w\r")
    assert await asked == "draw"
    assert link.sent.endswith(b"w\r\nBruna plays 6-4.\r\n")


async def test_lines_are_broken_between_words() -> None:
    link = FakeLink()
    console = ChannelConsole(link, (20, 24))
    console.say("draw or pesca: draw a tile from the yard")
    assert link.sent == b"draw or pesca: draw\r\n  a tile from the\r\n  yard\r\n"


async def test_what_is_typed_ahead_waits_for_its_question() -> None:
    link = FakeLink()
    console = ChannelConsole(link, (80, 24))
    console.feed(b"one\rtwo\r")
    assert link.sent == b""
    assert [await console.ask(), await console.ask()] == ["one", "two"]
    console.feed(b"x" * (AHEAD + 1))
    assert link.paused[-1]
    assert console.hide()
    assert not link.paused[-1]
    assert link.sent.endswith(b"\r\n" * 24)
    console.feed(b"fresh\r")
    assert await console.ask(no_words) == "fresh"


async def test_the_end_of_input_is_the_end() -> None:
    console = ChannelConsole(FakeLink(), (80, 24))
    console.feed(b"\x04")
    assert await console.ask() is None
    assert await console.ask() is None


def echoing(
    then: Callable[[ChannelConsole], Awaitable[None]] | None = None,
) -> Callable[[Link, Visitor], View]:
    async def spend(console: ChannelConsole) -> None:
        if then is not None:
            await then(console)
        while (line := await console.ask()) is not None:
            console.say(f"You said {line}.")

    return lambda link, who: PlainView(link, who, spend, "en")


async def test_plain_mode_by_the_name_given_to_ssh() -> None:
    seen: list[Visitor] = []

    def make(link: Link, who: Visitor) -> View:
        seen.append(who)
        return echoing()(link, who)

    async with opened(make=make) as door, visiting(door.port, username="plain") as client:
        await client.screen.until("> ")
        client.type(b"hello\r")
        await client.screen.until("You said hello.\r\n> ")
        door.front.tell("Soon closing.")
        await client.screen.until("\r\nSoon closing.\r\n> ")
        client.type(b"\x04")
        await asyncio.wait_for(client.screen.closed.wait(), 60)
        assert client.chan.get_exit_status() == 0
        assert b"\x1b" not in client.screen.seen
        assert (seen[0].plain, seen[0].wish) == (True, "")


async def test_a_dismissed_player_reads_why() -> None:
    async with opened(make=echoing()) as door, visiting(door.port, username="plain") as client:
        await client.screen.until("> ")
        next(iter(door.front.connections)).dismiss("Enough for today.")
        await client.screen.until("Enough for today.\r\n")


async def test_what_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chickenscratch.plain.channel.GRACE", 0.01)

    async def for_ever(_console: ChannelConsole) -> None:
        await asyncio.Event().wait()

    async with opened(make=echoing(for_ever)) as door:
        async with visiting(door.port, username="plain"):
            await until(lambda: door.front.counts["sessions"] == 1)
        await until(lambda: door.front.counts["cancelled"] == 1)

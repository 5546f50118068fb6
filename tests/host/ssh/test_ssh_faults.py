"""What breaks when many Textual applications share a process, by the numbers of hosting.md 3.3."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sys
import weakref
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linking import FakeLink, Visit, running, visitor
from sshing import Counter, opened, until, visiting
from textual.widgets import Static

from chickenscratch.host.ssh.link import RESTORE
from chickenscratch.tui.driver import InputDecoder
from chickenscratch.tui.hosted import Hosted, take_apart
from chickenscratch.tui.link_driver import LinkDriver
from chickenscratch.tui.parser import RemoteParser
from chickenscratch.tui.remote_filter import _fitted, filter_for, scrubbed
from chickenscratch.tui.terminal import Colors


async def test_fault_1_no_cache_keeps_a_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of Textual's parser would: 1.4 MB each, hundreds deep."""
    monkeypatch.setattr(Hosted, "retire", lambda _app: None)
    gone: list[weakref.ref[Any]] = []
    for _again in range(3):
        async with running() as visit:
            await visit.typed(b"a\x1b[97;5u\x1b[1;2A\x1b[27u", 4)
            gone.append(weakref.ref(visit.app))
        del visit
    await until(lambda: gc.collect() >= 0 and not any(ref() for ref in gone))


async def test_fault_1_the_dead_are_freed_without_a_full_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chickenscratch.tui.hosted.UNLOADED", 0)
    gc.disable()
    try:
        async with running() as visit:
            await visit.typed(b"a\x1b[98;5u", 2)
            app = visit.app
            assert isinstance(app._driver, LinkDriver)
            heavy = [app.stylesheet, app.screen._compositor, app._driver, app._driver._decoder]
            gone = [weakref.ref(part) for part in heavy]
            del app, heavy
        del visit
        await until(lambda: not any(ref() for ref in gone))
    finally:
        gc.enable()


async def test_fault_2_two_logins_in_a_row() -> None:
    """Textual makes the loop eager on Python 3.12 and later, and asyncssh then lets nobody in."""
    async with opened() as door:
        for number in range(2):
            async with visiting(door.port) as client:
                await client.screen.until("keys 0")
                client.type(b"q")
                await asyncio.wait_for(client.screen.closed.wait(), 60)
                assert client.chan.get_exit_status() == 0
            assert door.front.counts["logins"] == number + 1


async def test_fault_3_overlapping_sessions_leave_the_standard_streams_alone() -> None:
    before = sys.stdout, sys.stderr
    async with running() as first:
        async with running() as second:
            assert (sys.stdout, sys.stderr) == before
            first.view.leave()
            await asyncio.wait_for(first.task, 60)
            await second.typed(b"a", 1)
        assert (sys.stdout, sys.stderr) == before
    assert (sys.stdout, sys.stderr) == before


class Colourful(Counter):
    """The same styles for everybody."""

    CSS = Counter.CSS + "#count { background: #123456; color: #fedcba; }"


TRUE_CODE = re.compile(rb"[34]8;2;")
MANY_CODE = re.compile(rb"[34]8;5;")


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
async def test_fault_4_each_terminal_gets_its_own_colours(order: tuple[int, ...]) -> None:
    kinds: list[dict[str, Any]] = [
        {},
        {"environ": {}},
        {"environ": {}, "terminal": "xterm"},
        {"environ": {"NO_COLOR": "1"}},
    ]
    for number in order:
        async with running(make=Colourful, **kinds[number]) as visit:
            sent = bytes(visit.link.sent)
        assert bool(TRUE_CODE.search(sent)) is (number == 0)
        assert bool(MANY_CODE.search(sent)) is (number == 1)
        coloured = re.search(rb"\x1b\[[\d;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7])\b[\d;]*m", sent)
        assert bool(coloured) is (number == 2)


async def test_fault_5_each_handler_knows_its_own_application() -> None:
    seen: dict[str, Any] = {}

    class Knowing(Counter):
        def on_key(self, event: Any) -> None:
            super().on_key(event)
            seen[event.key] = self.query_one("#count", Static).app

    async with running(make=Knowing) as one, running(make=Knowing) as other:
        await one.typed(b"a", 1)
        await other.typed(b"b", 1)
        other.app.call_later(lambda: seen.setdefault("posted", other.app.screen.app))
        await until(lambda: "posted" in seen)
        assert seen == {"a": one.app, "b": other.app, "posted": other.app}


ODD = [
    b"\x1b[1114112u",
    b"\x1b[9999999999u",
    b"\x1b[97;5:3u",
    b"\x1b[97;5:1u",
    b"\x1b[48;24;80;0;0t\x1b[<0;5;5M",
    b"\x1b[55296u",
    b"\x1b[;;;u",
    b"\x1b[97;5;1114112u",
    b"\xff\xfe\x9b",
]


@pytest.mark.parametrize("sequence", ODD, ids=[repr(odd)[2:-1] for odd in ODD])
async def test_fault_6_no_sequence_stops_the_next_key(sequence: bytes) -> None:
    async with running() as visit:
        visit.view.feed(sequence)
        await asyncio.sleep(0)
        visit.view.feed(b"z")
        await until(lambda: "z" in visit.app.keys)
        assert visit.app.is_running


def test_fault_6_a_key_with_a_kind_of_event_is_that_key_and_its_release_is_none() -> None:
    decoder = InputDecoder(parser=RemoteParser)
    pressed = [getattr(message, "key", None) for message in decoder.feed(b"\x1b[97;5:1u")]
    assert pressed == ["ctrl+a"]
    assert not list(decoder.feed(b"\x1b[97;5:3u"))
    assert decoder.restarts == 0


@given(st.lists(st.binary(max_size=40) | st.sampled_from(ODD), max_size=20))
def test_fault_6_the_decoder_survives_anything(pieces: list[bytes]) -> None:
    decoder = InputDecoder(parser=RemoteParser, paste_most=100)
    for piece in pieces:
        list(decoder.feed(piece))
        list(decoder.tick())
    # a paste may be open, and a sequence begun; after both are over a letter is a letter
    list(decoder.feed(b"\x1b[201~" + b"\x00" * 40))
    keys = [getattr(message, "key", "") for message in decoder.feed(b"z")]
    assert keys == ["z"]


async def test_fault_7_only_the_client_says_how_large_its_terminal_is() -> None:
    async with running() as visit:
        visit.view.feed(b"\x1b[48;9999;9999;99990;99990t\x1b[<35;7;3Mz")
        await until(lambda: "z" in visit.app.keys)
        await until(lambda: bool(visit.app.moves))
        assert visit.app.size == (80, 24)
        assert visit.app.moves[-1] == (6, 2)


async def test_fault_8_a_crash_shows_nothing_and_logs_no_values(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    async with opened() as door, visiting(door.port) as client, visiting(door.port) as other:
        await client.screen.until("keys 0")
        await other.screen.until("keys 0")
        client.type(b"x")
        await asyncio.wait_for(client.screen.closed.wait(), 60)
        seen = bytes(client.screen.seen)
        assert client.chan.get_exit_status() == 1
        assert seen.endswith(RESTORE.encode() + b"Sorry, something went wrong here. "
                             b"Please come in again.\r\n")  # fmt: skip
        assert b"Traceback" not in seen
        other.type(b"a")
        await until(lambda: door.apps[1].keys == ["a"])
        assert door.front.counts["crashes"] == 1
    assert "a view died of RuntimeError" in caplog.text
    assert "sshing.py" in caplog.text
    assert "s3cret" not in caplog.text
    out, err = capfd.readouterr()
    assert "s3cret" not in out + err
    assert "Traceback" not in out + err


async def test_the_failure_is_what_the_view_raises() -> None:
    visit = Visit(Counter(link := FakeLink(), visitor()), link)
    await until(lambda: link.begun > 0)
    visit.view.feed(b"x")
    with pytest.raises(RuntimeError, match="s3cret"):
        await asyncio.wait_for(visit.task, 60)


async def test_applications_share_the_rules_of_their_theme_and_nothing_of_another() -> None:
    async with running() as one, running() as two, running() as other:
        other.app.theme = "textual-light"
        await until(lambda: other.app.stylesheet._variables != one.app.stylesheet._variables)
        await other.typed(b"a", 1)
        rules = [{id(rule) for rule in visit.app.stylesheet.rules} for visit in (one, two, other)]
        assert rules[0] == rules[1]
        assert not rules[0] & rules[2]
        grounds = [visit.app.screen.styles.background for visit in (one, two, other)]
        assert grounds[0] == grounds[1] != grounds[2]


def test_what_is_taken_apart_refers_to_nothing() -> None:
    one, other = Static("one"), Static("other")
    one.__dict__["friend"], other.__dict__["friend"] = other, one
    remains = [one, other]
    take_apart(remains)  # type: ignore[arg-type]
    assert not one.__dict__
    assert not remains


HOSTILE = "a\x1b]52;c;aGk=\x07b\x9bc\u202ed\u2028e\rf\bg\x7fh\ud800i\u200bj\ue000"


def test_nothing_a_terminal_would_obey_is_drawn() -> None:
    from rich.cells import cell_len
    from rich.segment import Segment
    from rich.style import Style
    from textual.color import Color

    assert scrubbed(HOSTILE).isprintable()
    assert scrubbed("a\u00a0é🐔你") == "a\u00a0é🐔你"
    for char in HOSTILE:
        assert cell_len(scrubbed(char)) == cell_len(char), ascii(char)
    linked = Style(link="https://example.org", color="#123456", meta={"a": 1})
    drawn = filter_for(Colors.MANY).apply([Segment(HOSTILE, linked)], Color(0, 0, 0))
    assert drawn[0].style is not None
    assert drawn[0].style.link is None
    assert drawn[0].style.meta == {"a": 1}
    assert drawn[0].text.isprintable()


def test_a_style_that_fits_is_kept_as_it_is() -> None:
    from rich.style import Style

    style = Style(color="#123456", bold=True)
    assert _fitted(style, Colors.TRUE) is style
    assert _fitted(style, Colors.MANY) is not style
    assert _fitted(style, Colors.MANY).bold

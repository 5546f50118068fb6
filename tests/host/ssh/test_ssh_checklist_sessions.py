"""The security checklist of hosting.md, section 6: what goes on in a session, from row 16."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, cast

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST
from asyncssh.packet import Boolean, String
from sshing import Counter, answers, connected, opened, until, visiting
from textual.app import ComposeResult
from textual.widgets import Input, Static

from chickenscratch.host.ssh.connection import LONGEST_WISH, cleaned
from chickenscratch.host.ssh.limits import COLUMNS, ROWS, Limits
from chickenscratch.host.ssh.link import RESTORE, Link, View, Visitor
from chickenscratch.host.ssh.session import IDLE, STILL_THERE
from chickenscratch.tui import link_driver
from chickenscratch.tui.hosted import AppView


async def test_row_16_idle_is_who_does_not_type() -> None:
    class Ticking(Counter):
        """Draws all the time by itself."""

        def on_mount(self) -> None:
            self.ticks = 0
            self.set_interval(0.03, self.tick)

        def tick(self) -> None:
            self.ticks += 1
            self.query_one("#count", Static).update(f"tick {self.ticks}", layout=False)

    limits = Limits(idle=0.6, idle_warning=0.4, farewell=0.4)
    apps: list[Ticking] = []

    def make(link: Link, visitor: Visitor) -> View:
        apps.append(Ticking(link, visitor))
        return AppView(apps[-1])

    async with opened(limits, make=make) as door, visiting(door.port) as client:
        await client.screen.until("tick")
        await client.screen.until(STILL_THERE[:10])
        client.type(b"a")
        await client.screen.until(RESTORE.encode() + IDLE.encode() + b"\r\n")
        assert door.front.counts["idle"] == 1
        assert apps[0].keys == ["a"]


async def test_row_16_a_screen_may_have_more_patience() -> None:
    class Waiting(Counter):
        def on_mount(self) -> None:
            self.screen.patience = 3600.0  # type: ignore[attr-defined]

    def make(link: Link, visitor: Visitor) -> View:
        return AppView(Waiting(link, visitor))

    async with opened(Limits(idle=60), make=make) as door, visiting(door.port) as client:
        await client.screen.until("keys 0")
        session = next(iter(door.front.connections)).session
        assert session is not None
        session.check(door.front.now() + 3599)
        assert not door.front.counts["idle"]
        session.check(door.front.now() + 3601)
        assert door.front.counts["idle"] == 1


async def test_row_17_a_flood_of_keys_does_not_reach_the_neighbours() -> None:
    async with opened() as door, visiting(door.port) as flooding:
        await flooding.screen.until("keys 0")
        flooding.type(b"k" * 48_000)
        flooder = door.apps[0]
        await until(lambda: len(flooder.keys) > 50)
        await answers(door)
        assert len(flooder.keys) < 1_000
        assert door.front.counts["throttled"] > 0


async def test_row_18_a_paste_without_an_end() -> None:
    async with opened() as door, visiting(door.port) as flooding:
        await flooding.screen.until("keys 0")
        flooding.type(b"\x1b[200~" + b"p" * 2_000_000)
        flooder = door.apps[0]
        await until(lambda: bool(flooder.pastes))
        await answers(door)
        driver = cast("link_driver.LinkDriver", flooder._driver)
        assert len(driver._waiting) <= link_driver.WAITING_MOST
        assert len(flooder.pastes[0]) <= link_driver.PASTE_MOST + 10
        window: Any = flooding.chan
        assert window._send_buf_len > 1_500_000, "it waits in the client"


async def test_row_20_a_client_that_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_driver, "STALLED", 0.3)

    class Verbose(Counter):
        def on_key(self, event: Any) -> None:
            super().on_key(event)
            assert self._driver is not None
            self._driver.write("x" * 400_000)

    apps: list[Verbose] = []

    def make(link: Link, visitor: Visitor) -> View:
        apps.append(Verbose(link, visitor))
        return AppView(apps[-1])

    async with opened(Limits(tcp_backlog=1 << 30), make=make) as door:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", door.port))
        async with connected(door.port, sock=sock) as conn:
            chan, _session = await conn.create_session(
                asyncssh.SSHClientSession, term_type="xterm", encoding=None, window=1 << 31
            )
            await until(lambda: bool(apps) and apps[0].is_running)
            cast("Any", conn)._transport.pause_reading()
            for number in range(1, 12):
                chan.write(b"k")
                await until(lambda number=number: len(apps[0].keys) >= number)
            await until(lambda: door.front.counts["hung-up-stalled"] == 1)


async def test_row_21_replies_that_nobody_reads() -> None:
    # a slow machine cannot send so many that the usual rate is passed
    limits = Limits(farewell=0.4, packet_burst=2_000, packet_rate=1)
    async with opened(limits) as door, connected(door.port) as conn:
        raw: Any = conn
        raw._transport.pause_reading()
        await until(lambda: len(door.front.connections) == 1)
        for _again in range(400):
            for _one in range(50):
                raw.send_packet(MSG_GLOBAL_REQUEST, String("keepalive@openssh.com"), Boolean(True))
            await asyncio.sleep(0)
            if not door.front.connections:
                break
        counts = door.front.counts
        await until(lambda: counts["hung-up-packets"] + counts["hung-up-backlog"] == 1)
        await answers(door)


@pytest.mark.parametrize("size", [(0, 0), (10_000, 10_000), (2**32 - 1, 2**32 - 1), (1, 1)])
async def test_row_22_sizes_are_kept_within_reason(size: tuple[int, int]) -> None:
    async with opened() as door, visiting(door.port, size=size) as client:
        await client.screen.until("keys 0")
        columns, rows = door.apps[0].size
        assert COLUMNS[0] <= columns <= COLUMNS[1]
        assert ROWS[0] <= rows <= ROWS[1]


async def test_row_22_two_thousand_sizes_at_once_are_one() -> None:
    async with opened() as door, visiting(door.port) as client:
        await client.screen.until("keys 0")
        for number in range(2_000):
            client.chan.change_terminal_size(30 + number % 200, 20 + number % 50)
        client.chan.change_terminal_size(90, 33)
        await until(lambda: door.apps[0].size == (90, 33))
        assert len(door.apps[0].sizes) < 40


HOSTILE = (
    "A\x1b]52;c;aGk=\x07B\x1b]0;title\x07C\x1b[2JD\x9b31mE\u202eF\u2028G\rH\x08I\x7fJ\x00K\x1bcL"
)
MARKUP = "[@click=app.quit]quit[/] [red]x[/]"
FORBIDDEN = ("\x1b]52", "\x1b]0;", "\x1b]8;", "\x1b[2J", "\x9b", "\u202e", "\u2028", "\r", "\x08",
             "\x7f", "\x00", "\x1bc", "\x07")  # fmt: skip


class Hostile(Counter):
    """Shows what somebody else has written, in all kinds of widgets."""

    CSS = "Static { width: 90; } #framed { border: round red; width: 60; height: 3; }"

    def compose(self) -> ComposeResult:
        from rich.text import Text
        from textual.content import Content
        from textual.widgets import DataTable, Label, OptionList

        yield from super().compose()
        yield Static(HOSTILE, markup=False)
        yield Label(Content(HOSTILE))
        yield Static(Text(HOSTILE, style="link https://example.org"))
        yield Static(MARKUP, markup=False)
        yield Input(HOSTILE)
        framed = Static(HOSTILE, id="framed", markup=False)
        framed.border_title = Content(HOSTILE)
        yield framed
        yield OptionList(Content(HOSTILE))
        table: DataTable[str] = DataTable()
        table.add_column("name")
        table.add_row(HOSTILE)
        yield table

    def on_mount(self) -> None:
        self.notify(HOSTILE, title=HOSTILE, markup=False)
        self.title = self.sub_title = HOSTILE
        self.copy_to_clipboard(HOSTILE)


async def test_rows_23_24_25_what_others_write_stays_text() -> None:
    def make(link: Link, visitor: Visitor) -> View:
        return AppView(Hostile(link, visitor))

    async with opened(make=make) as door, visiting(door.port, size=(100, 60)) as client:
        await client.screen.until("[@click=app.quit]quit[/] [red]x[/]")
        door.front.tell(f"{MARKUP}{HOSTILE}")
        await client.screen.until("\x07")  # the bell of the news, which is ours
        seen = bytes(client.screen.seen).decode()
        rung = seen.replace("\x07", "", 1)
        assert [sequence for sequence in FORBIDDEN if sequence in rung] == []


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("alice", "alice"),
        ("x" * 500, "x" * LONGEST_WISH),
        ("a\x1b]0;t\x07b\u202ec\u2028d", "a]0;tbcd"),
        ("Zoe\u0301", "Zoé"),
        ("", ""),
    ],
)
def test_row_26_names_are_wishes_and_cleaned(name: str, wish: str) -> None:
    assert cleaned(name) == wish


async def test_row_26_no_name_gets_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="chickenscratch")
    async with opened() as door:
        async with visiting(door.port, username="x" * 1000) as client:
            await client.screen.until("keys 0")
            assert door.visitors[0].wish == "x" * LONGEST_WISH
        with pytest.raises(asyncssh.Error):
            async with connected(door.port, username="y" * 2000):
                pass
    assert "key:SHA256:" in caplog.text
    assert "xxxx" not in caplog.text
    assert "yyyy" not in caplog.text


async def test_row_29_keys_that_stop_programs_stop_nothing() -> None:
    async with opened() as door, visiting(door.port) as client:
        await client.screen.until("keys 0")
        client.type(b"\x1a\x1c\x10")  # Ctrl+Z, Ctrl+\, Ctrl+P
        await until(lambda: len(door.apps[0].screen_stack) == 2)
        await client.screen.until("Search for commands")
        assert b"creenshot" not in client.screen.seen
        await answers(door)


@pytest.mark.slow
async def test_row_18_sixty_million_pasted_bytes() -> None:
    import resource

    async with opened() as door, visiting(door.port) as flooding:
        await flooding.screen.until("keys 0")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        flooding.type(b"\x1b[200~")
        for _again in range(60):
            flooding.type(b"p" * 1_000_000)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await answers(door)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert after - grown < 20_000, "kilobytes; the client keeps its own 60 MB"
        assert before < grown

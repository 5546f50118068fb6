"""A server on loopback with a small application behind it, and clients to visit it with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import asyncssh
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from chickenscratch.host.ssh.connection import Connection
from chickenscratch.host.ssh.front import Front
from chickenscratch.host.ssh.limits import Limits
from chickenscratch.host.ssh.link import Link, View, ViewMaker, Visitor
from chickenscratch.host.ssh.policy import keep_lazy, options
from chickenscratch.tui.hosted import AppView, Hosted, terminal_of

ADDRESS = "127.0.0.1"
QUICK = Limits(login=2, session=0.6, farewell=0.4)
HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")


class Counter(Hosted, App[int]):
    """Counts the keys; q leaves, x dies."""

    BINDINGS: list[BindingType] = [("q", "quit", "")]  # noqa: RUF012
    CSS = "Static { width: 30; height: 1; }"

    def __init__(self, link: Link, visitor: Visitor) -> None:
        super().__init__()
        self.host(link, visitor, terminal_of(visitor).colors)
        self.keys: list[str] = []
        self.sizes: list[tuple[int, int]] = []
        self.pastes: list[str] = []
        self.moves: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield Static("keys 0 ", id="count", markup=False)
        yield Static(self.visitor.identity[-20:], markup=False)
        yield Static(f"word {self.visitor.word}", markup=False)

    def on_key(self, event: Any) -> None:
        self.keys.append(event.key)
        if event.key == "x":
            secret_in_a_local = "s3cret"
            raise RuntimeError(secret_in_a_local)
        words = f"keys {len(self.keys)} "
        self.query_one("#count", Static).update(words, layout=False)

    def on_resize(self, event: Any) -> None:
        self.sizes.append((event.size.width, event.size.height))

    def on_paste(self, event: Any) -> None:
        self.pastes.append(event.text)

    def on_mouse_move(self, event: Any) -> None:
        self.moves.append((event.screen_x, event.screen_y))


@dataclass
class Door:
    """A server that is listening, and the applications of everybody who came in."""

    front: Front
    port: int = 0
    apps: list[Counter] = field(default_factory=list)
    visitors: list[Visitor] = field(default_factory=list)

    def make(self, link: Link, visitor: Visitor) -> View:
        app = Counter(link, visitor)
        self.apps.append(app)
        self.visitors.append(visitor)
        return AppView(app)


@asynccontextmanager
async def opened(
    limits: Limits = QUICK, *, guests: bool = False, make: ViewMaker | None = None
) -> AsyncIterator[Door]:
    """A door on a free port of loopback; at the end everybody is sent home."""
    keep_lazy(asyncio.get_running_loop())
    door = Door(cast("Front", None))
    door.front = front = Front(make or door.make, limits, guests=guests)
    front.open()
    listener = await asyncssh.listen(
        ADDRESS,
        0,
        server_factory=partial(Connection, front),
        **options([HOST_KEY], limits, guests=guests),
    )
    door.port = listener.get_port()
    try:
        yield door
    finally:
        await front.close("closing")
        listener.close()
        await listener.wait_closed()


class Screen(asyncssh.SSHClientSession[bytes]):
    """What a client has been sent so far."""

    def __init__(self) -> None:
        self.seen = bytearray()
        self.closed = asyncio.Event()
        self._news = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.seen += data
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()
        self._news.set()

    async def until(self, words: str | bytes, *, within: float = 60) -> None:
        """Wait until the words have been seen."""
        wanted = words.encode() if isinstance(words, str) else words
        async with asyncio.timeout(within):
            while wanted not in self.seen:
                assert not self.closed.is_set(), bytes(self.seen[-2000:])
                self._news.clear()
                await self._news.wait()


@dataclass
class Client:
    """One logged-in client with a terminal."""

    conn: asyncssh.SSHClientConnection
    chan: asyncssh.SSHClientChannel[bytes]
    screen: Screen

    def type(self, data: bytes) -> None:
        self.chan.write(data)


@asynccontextmanager
async def connected(
    port: int, key: asyncssh.SSHKey | None = None, username: str = "me", **more: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """A connection that has proven the identity of `key`, or of a new key."""
    keys = [key or asyncssh.generate_private_key("ssh-ed25519")]
    conn = await asyncssh.connect(
        **{
            "host": ADDRESS,
            "port": port,
            "username": username,
            "client_keys": keys,
            "known_hosts": None,
            "config": None,
            "agent_path": None,
            "preferred_auth": ["publickey"],
            "login_timeout": 15,
        }
        | more,
    )
    try:
        yield conn
    finally:
        conn.abort()
        with suppress(Exception):
            await conn.wait_closed()


@asynccontextmanager
async def visiting(
    port: int,
    key: asyncssh.SSHKey | None = None,
    username: str = "me",
    *,
    term: str = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    command: str | None = None,
    env: dict[str, str] | None = None,
    **more: Any,
) -> AsyncIterator[Client]:
    """A client with a terminal."""
    async with connected(port, key, username, **more) as conn:
        chan, screen = await conn.create_session(
            Screen, command, term_type=term, term_size=size, encoding=None, env=env or {}
        )
        yield Client(conn, chan, cast("Screen", screen))


async def until(truth: Callable[[], bool], *, within: float = 60) -> None:
    """Let the loop turn until something is true."""
    async with asyncio.timeout(within):
        while not truth():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.01)


async def answers(door: Door) -> None:
    """Somebody else comes in and is served."""
    async with visiting(door.port) as client:
        await client.screen.until("keys 0")
        app = door.apps[-1]
        client.type(b"n")
        await until(lambda: app.keys == ["n"])

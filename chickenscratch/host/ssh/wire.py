"""Messages between the acceptor and its workers, some of them with a socket attached."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

MESSAGE_MOST: Final = 65_536
"""Bytes; a peer that sends a longer line is broken."""
DESCRIPTORS_MOST: Final = 16


class Message(BaseModel):
    """One line between an acceptor and a worker."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Begin(Message):
    """What a worker has to know, once. `maker`: ``module:function``, called with `options`, gives
    the function that makes a view for each visitor."""

    op: Literal["begin"] = "begin"
    maker: str
    options: Mapping[str, str] = Field(default_factory=dict)
    keys: str
    guests: bool = False
    limits: Mapping[str, float] = Field(default_factory=dict)


class Take(Message):
    """Serve the connection that comes with this message."""

    op: Literal["take"] = "take"
    ticket: int
    address: str


class Dismiss(Message):
    """Send the visitor of one connection home."""

    op: Literal["dismiss"] = "dismiss"
    ticket: int
    reason: str


class Tell(Message):
    """Show a sentence to every visitor."""

    op: Literal["tell"] = "tell"
    sentence: str


class Stop(Message):
    """Send everybody home and end."""

    op: Literal["stop"] = "stop"
    reason: str


class Ping(Message):
    op: Literal["ping"] = "ping"
    number: int


class Ready(Message):
    """A worker has loaded everything and can serve."""

    op: Literal["ready"] = "ready"


class Arrived(Message):
    """An identity has been proven on a connection."""

    op: Literal["arrived"] = "arrived"
    ticket: int
    identity: str


class Left(Message):
    """A connection is closed."""

    op: Literal["left"] = "left"
    ticket: int


class Pong(Message):
    """Not stuck, and not so for another `busy` seconds even if nothing is heard. `counts`: what has
    happened how often since the worker began."""

    op: Literal["pong"] = "pong"
    number: int
    busy: float = 0.0
    counts: Mapping[str, int] = Field(default_factory=dict)


ToWorker = Begin | Take | Dismiss | Tell | Stop | Ping
ToAcceptor = Ready | Arrived | Left | Pong
Any_ = Annotated[ToWorker | ToAcceptor, Field(discriminator="op")]
_ADAPTER: Final[TypeAdapter[ToWorker | ToAcceptor]] = TypeAdapter(Any_)

Heard = Callable[[ToWorker | ToAcceptor, int | None], None]
"""A message and the descriptor that came with it, which now belongs to whoever hears it."""


class Wire:
    """One end of a Unix stream socket that carries messages. `ended` is called once."""

    def __init__(self, sock: socket.socket, heard: Heard, ended: Callable[[], None]) -> None:
        self._sock = sock
        self._heard = heard
        self._ended = ended
        self._buffer = bytearray()
        self._descriptors: deque[int] = deque()
        self._closed = False
        sock.setblocking(False)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(sock, self._read)

    def send(self, message: ToWorker | ToAcceptor, descriptor: int | None = None) -> bool:
        """False if the other end does not take it: it is gone, or stuck."""
        if self._closed:
            return False
        line = message.model_dump_json().encode() + b"\n"
        descriptors = [] if descriptor is None else [descriptor]
        try:
            return socket.send_fds(self._sock, [line], descriptors) == len(line)
        except OSError:
            return False

    def close(self) -> None:
        """Stop to listen, and let the other end know."""
        if self._closed:
            return
        self._closed = True
        self._loop.remove_reader(self._sock)
        self._sock.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())
        self._ended()

    def _read(self) -> None:
        try:
            data, descriptors, _flags, _address = socket.recv_fds(
                self._sock, MESSAGE_MOST, DESCRIPTORS_MOST
            )
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        self._descriptors.extend(descriptors)
        self._buffer += data
        if not data or not self._hear_lines():
            self.close()

    def _hear_lines(self) -> bool:
        """False if what came in is no message."""
        while not self._closed:
            line, newline, rest = self._buffer.partition(b"\n")
            if not newline:
                return len(line) < MESSAGE_MOST
            self._buffer = rest
            try:
                message = _ADAPTER.validate_json(bytes(line))
            except ValidationError:
                return False
            descriptor = None
            if isinstance(message, Take):
                with suppress(IndexError):
                    descriptor = self._descriptors.popleft()
            self._heard(message, descriptor)
        return True

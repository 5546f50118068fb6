"""What goes over the socket: one JSON message a line, checked on the way in.

A view asks (:mod:`chickenscratch.host.asking`), with a number of its own choosing, and the host
answers each request exactly once, with that number. Besides, the host tells what nobody asked for
(both in :mod:`chickenscratch.host.telling`). Lobby, tables and chat have sequence numbers of their
own; the number of an update is :attr:`~chickenscratch.table.link.Update.seq`, and a command names
the one it was decided on.

The first request must be a :class:`~chickenscratch.host.asking.Hello`; the host refuses another
:data:`PROTOCOL` than its own.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter

from chickenscratch.host.asking import Ask
from chickenscratch.host.shapes import Shape
from chickenscratch.host.telling import Answer, Push

PROTOCOL: Final = 2
LINE_LIMIT: Final = 64 * 1024
"""Bytes of a line to the host, its newline included."""
HOST_LINE_LIMIT: Final = 512 * 1024
"""Bytes of a line from the host: the story of a long round with a double-eighteen set is long."""
RECORD_PAGE: Final = 100
"""Lines of a record that come in one answer."""

GAMES_PAGE: Final = 30
"""Finished games that come in one answer."""


class Request(Shape):
    """A line to the host. `n`: a number for the answer to name."""

    n: Annotated[int, Field(ge=0, lt=2**53)]
    ask: Ask


class Reply(Shape):
    """A line from the host: the answer to request `n`."""

    n: int
    answer: Answer


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def to_line(message: Shape) -> bytes:
    """A message as its line, with the newline."""
    return message.model_dump_json().encode() + b"\n"


def parse_request(line: bytes) -> Request:
    """A line to the host. Raises ValueError."""
    return Request.model_validate_json(line)


def parse_from_host(line: bytes) -> Reply | Push:
    """A line from the host. Raises ValueError."""
    found: Reply | Push = _adapter(Reply | Push).validate_json(line)
    return found

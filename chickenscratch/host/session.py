"""One connection: its lines in, its lines out, and who speaks."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from chickenscratch.host import asking, telling
from chickenscratch.host.limits import HostLimits
from chickenscratch.host.metrics import Metrics
from chickenscratch.host.protocol import Reply, Request, parse_request, to_line
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.shapes import Shape
from chickenscratch.host.timing import Bucket, Time
from chickenscratch.store.errors import StoreError
from chickenscratch.store.host_people import Player

logger = logging.getLogger(__name__)

MOST_WAITING: Final = 16
"""Commands of one connection that may wait for the table's answer."""
_AT_LEAST: Final = 0.001
"""Seconds to wait for the next request to be allowed."""

Answering = Callable[["Session", asking.Ask], Awaitable[telling.Answer]]


class Session:
    """A view's connection, which also is a :class:`~chickenscratch.host.view.Viewer`."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, uid: int,
        answer: Answering, limits: HostLimits, metrics: Metrics, time: Time,
        shared: Bucket | None = None,
    ) -> None:  # fmt: skip
        """`shared`: what all connections of the account may ask together."""
        self._reader = reader
        self._writer = writer
        self.uid: Final = uid
        self._answer = answer
        self._limits = limits
        self._metrics = metrics
        self._time = time
        own = Bucket(limits.requests_burst, limits.requests_rate, time.now())
        self._buckets = (own,) if shared is None else (own, shared)
        self._mistakes = 0
        self._working: set[asyncio.Task[None]] = set()
        self._known: Player | None = None
        self.identity = ""
        self.lookalike: str | None = None
        self.ignored: frozenset[int] = frozenset()
        self.friends: dict[int, str] = {}
        """Their names, by number."""
        self.follows = False
        self.admin = False
        self.gone = False

    @property
    def player(self) -> Player:
        """Who speaks; known after the hello."""
        assert self._known is not None
        return self._known

    @property
    def known(self) -> bool:
        return self._known is not None

    def become(self, player: Player) -> None:
        """From now on it is this person who speaks."""
        self._known = player

    async def run(self) -> None:
        """Serve requests until the other end hangs up or has to be hung up on."""
        try:
            while line := await self._reader.readline():
                for bucket in self._buckets:
                    while wait := bucket.take(self._time.now()):
                        # reading no further makes the other end wait, and loses nothing
                        self._metrics.count("throttled_total")
                        await self._time.sleep(max(wait, _AT_LEAST))
                if not await self._take(line):
                    return
        except ValueError:  # the line does not end where a line may end
            self._metrics.count("malformed_total")
            self.hang_up(telling.Farewell.MALFORMED)
        except OSError:
            pass
        finally:
            self.gone = True
            for task in self._working:
                task.cancel()
            self._writer.close()

    async def _take(self, line: bytes) -> bool:
        """Serve one line; False if there shall be no more."""
        try:
            request = parse_request(line)
        except ValueError:
            self._metrics.count("malformed_total")
            self._mistakes += 1
            self.push(Reply(n=_number(line), answer=_no(asking.Refusal.MALFORMED)))
            if self._mistakes < self._limits.mistakes:
                return True
            self.hang_up(telling.Farewell.MALFORMED)
            return False
        if isinstance(request.ask, asking.Submit | asking.Pause):  # these may wait for others
            if len(self._working) >= MOST_WAITING:
                self.push(Reply(n=request.n, answer=_no(asking.Refusal.TOO_MANY)))
                return True
            task = asyncio.create_task(self._serve(request), name="request")
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        else:
            await self._serve(request)
        await self.keep_up()
        return not self.gone

    async def _serve(self, request: Request) -> None:
        self._metrics.count("requests_total")
        answer: telling.Answer
        try:
            answer = await self._answer(self, request.ask)
        except HostRefusedError as error:
            self._metrics.count("refusals_total", f'reason="{error.why.value}"')
            answer = _no(error.why, error.wait)
        except StoreError as error:  # a full disk, most likely
            logger.error("%s could not be kept: %s", request.ask.op, error)
            answer = _no(asking.Refusal.UNAVAILABLE)
        except Exception:
            logger.exception("a request failed: %s", request.ask.op)
            self._metrics.count("faults_total")
            answer = _no(asking.Refusal.UNAVAILABLE)
        self.push(Reply(n=request.n, answer=answer))

    def push(self, message: Shape) -> None:
        """See :class:`~chickenscratch.host.view.Viewer`."""
        if self.gone or self._writer.is_closing():
            return
        self._writer.write(to_line(message))
        if self._writer.transport.get_write_buffer_size() > self._limits.backlog:
            self._too_slow()

    async def keep_up(self) -> None:
        """See :class:`~chickenscratch.host.view.Viewer`."""
        drained = asyncio.ensure_future(self._writer.drain())
        if self._writer.transport.get_write_buffer_size() == 0:
            with suppress(OSError):
                await drained
            return
        patience = asyncio.ensure_future(self._time.sleep(self._limits.slow_reader))
        try:
            await asyncio.wait([drained, patience], return_when=asyncio.FIRST_COMPLETED)
            if not drained.done():
                self._too_slow()
            elif not drained.cancelled():
                drained.exception()
        finally:
            drained.cancel()
            patience.cancel()

    def _too_slow(self) -> None:
        self._metrics.count("slow_readers_total")
        self.gone = True
        self._writer.transport.abort()

    def hang_up(self, why: telling.Farewell) -> None:
        """Say why, and close as soon as that is sent."""
        self.push(telling.Bye(why=why))
        self.gone = True
        self._writer.close()


def _no(why: asking.Refusal, wait: float | None = None) -> telling.Refused:
    return telling.Refused(why=why, wait=wait)


def _number(line: bytes) -> int:
    """The number of a request that makes no sense otherwise; -1 if it has none."""
    with suppress(ValueError, RecursionError):
        value = json.loads(line)
        number = value.get("n") if isinstance(value, dict) else None
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**53:
            return number
    return -1

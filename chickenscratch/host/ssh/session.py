"""One session: a terminal at one end, a view at the other."""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

import asyncssh

from chickenscratch import locale
from chickenscratch.host.ssh.limits import USUAL_SIZE, Bucket, clamped
from chickenscratch.host.ssh.link import View, Visitor
from chickenscratch.locale import N_, _

if TYPE_CHECKING:
    from chickenscratch.host.ssh.front import Front

log = logging.getLogger("chickenscratch.host.ssh")

TABLE_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
TERMINAL_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,39}")
SAID: Final = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR",
               "TERM_PROGRAM")  # fmt: skip
"""What a client may say of its environment."""
LONGEST_SAID: Final = 60
IDLE: Final = N_("Nobody has pressed a key here for a long time. See you again!")
STILL_THERE: Final = N_("Are you still there? Press a key to stay.")
SORRY: Final = N_("Sorry, something went wrong here. Please come in again.")
STRIPE: Final = 0.05
"""Seconds within which sizes of the terminal count as one change."""


class Peer(Protocol):
    """What a session needs of its connection."""

    identity: str
    wish: str
    address: str

    @property
    def plain(self) -> bool: ...
    def backlog(self) -> int: ...
    def said_goodbye(self) -> None: ...
    def hang_up(self, why: str) -> None: ...


class Session(asyncssh.SSHServerSession[bytes]):
    """The session object of one connection, and the link of its view."""

    def __init__(self, peer: Peer, front: Front) -> None:
        self._peer = peer
        self._front = front
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal = ""
        self._size: tuple[int, int] | None = None
        self._word: str | None = None
        self._asked = False
        self._view: View | None = None
        self._task: asyncio.Task[None] | None = None
        self._early = bytearray()
        self._reason = ""
        self._dismissed = False
        self._resizing: asyncio.TimerHandle | None = None
        self._resuming: asyncio.TimerHandle | None = None
        self._paused: set[str] = set()
        limits = front.limits
        self._bytes = Bucket(limits.byte_burst, limits.byte_rate, front.now)
        self._active = front.now()
        self._warned = False
        self._holds_start = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        if self._asked or self._size is not None:
            return False
        self._terminal = term_type if TERMINAL_NAME.fullmatch(term_type) else "xterm"
        self._size = clamped(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return self._asked_for(None)

    def exec_requested(self, command: str) -> bool:
        """Only the name of a table, and only on a terminal."""
        return TABLE_WORD.fullmatch(command) is not None and self._asked_for(command)

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def _asked_for(self, word: str | None) -> bool:
        if self._asked or self._size is None:
            return False
        self._asked = True
        self._word = word
        return True

    def session_started(self) -> None:
        self._front.counts["sessions"] += 1
        self._active = self._front.now()
        self._task = asyncio.create_task(self._spend())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = clamped(width, height)
        if self._resizing is None:
            loop = asyncio.get_running_loop()
            self._resizing = loop.call_later(STRIPE, self._resized)

    def _resized(self) -> None:
        self._resizing = None
        if self._view is not None and self._size is not None:
            self._view.resize(*self._size)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is not None:
            return
        self._active = self._front.now()
        self._warned = False
        if self._view is None:
            self._early += data
        else:
            self._view.feed(data)
        if not self._bytes.take(len(data)):
            self._pause("bytes")
            if self._resuming is None:
                loop = asyncio.get_running_loop()
                self._resuming = loop.call_later(self._bytes.wait(), self._resume_bytes)

    def _resume_bytes(self) -> None:
        self._resuming = None
        self._resume("bytes")

    def eof_received(self) -> bool:
        """Nobody will type any more."""
        if self._view is not None:
            self._view.leave()
        elif self._task is not None:
            self._task.cancel()
        return True

    def break_received(self, msec: int) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._chan = None
        self._early.clear()
        for timer in (self._resizing, self._resuming):
            if timer is not None:
                timer.cancel()
        if self._view is not None:
            self._view.leave()
            loop = asyncio.get_running_loop()
            loop.call_later(self._front.limits.farewell, self._give_up)
        elif self._task is not None:
            self._task.cancel()

    def _give_up(self) -> None:
        """A view that does not come to an end by itself is ended."""
        if self._task is not None:
            self._task.cancel()

    @property
    def running(self) -> bool:
        """A terminal and a request for it are there."""
        return self._task is not None

    async def _spend(self) -> None:
        """All of the visit, from the first screen to the last word."""
        code = 1
        visitor = self._visitor()
        locale.use(locale.guess(visitor.environ))
        try:
            if self._front.starting.locked():
                self._say(_("One moment, please: others are just coming in."))
            await self._front.starting.acquire()
            self._holds_start = True
            if self._chan is None or self._dismissed:
                return
            self._view = self._front.make(self, visitor)
            self._resized()
            if self._early:
                self._view.feed(bytes(self._early))
                self._early.clear()
            code = await self._view.run()
        except asyncio.CancelledError:
            self._front.counts["cancelled"] += 1
        except Exception as error:
            self.crashed(error)
        finally:
            self.started()
            self._view = None
            self._end(code)

    def crashed(self, error: Exception) -> None:
        """Note an error of the view: where it happened, but nothing of what was in play."""
        self._front.counts["crashes"] += 1
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("a view died of %s\n%s", type(error).__name__, where)
        self._reason = self._reason or SORRY

    def _end(self, code: int) -> None:
        chan = self._chan
        if chan is None:
            return
        if self._reason:
            self._say(_(self._reason))
        with suppress(OSError):  # closed meanwhile
            chan.exit(min(max(code, 0), 255))
        self._peer.said_goodbye()

    def _visitor(self) -> Visitor:
        said = {} if self._chan is None else self._chan.get_environment()
        environ = {
            name: said[name]
            for name in SAID
            if name in said and len(said[name]) <= LONGEST_SAID and said[name].isprintable()
        }
        return Visitor(
            identity=self._peer.identity,
            wish="" if self._peer.plain else self._peer.wish,
            terminal=self._terminal,
            size=self._size or USUAL_SIZE,
            environ=environ,
            word=self._word,
            plain=self._peer.plain,
            address=self._peer.address,
        )

    def check(self, now: float) -> None:
        """Warn and then send away a visitor who has not pressed a key for too long."""
        if self._view is None or self._dismissed:
            return
        silent = now - self._active
        patience = max(self._front.limits.idle, self._view.patience)
        if silent > patience:
            self._front.counts["idle"] += 1
            self.dismiss(IDLE)
        elif silent > patience - self._front.limits.idle_warning and not self._warned:
            self._warned = True
            self._view.tell(STILL_THERE)

    def dismiss(self, reason: str) -> None:
        """End the visit, with `reason`, which is still to be translated, on the restored screen."""
        self._dismissed = True
        self._reason = reason
        if self._view is not None:
            self._view.leave()
        elif self._task is not None:
            self._task.cancel()

    def tell(self, sentence: str) -> None:
        if self._view is not None:
            self._view.tell(sentence)

    def _say(self, sentence: str) -> None:
        self.send(f"{sentence}\r\n".encode())

    def send(self, data: bytes) -> None:
        if self._chan is not None:
            with suppress(OSError):  # closed meanwhile; the view will hear of it
                self._chan.write(data)

    def backlog(self) -> int:
        if self._chan is None:
            return 0
        return self._chan.get_write_buffer_size() + self._peer.backlog()

    def pause_input(self, paused: bool) -> None:
        if paused:
            self._pause("view")
        else:
            self._resume("view")

    def _pause(self, who: str) -> None:
        self._paused.add(who)
        if self._chan is not None:
            self._front.counts["throttled"] += 1
            self._chan.pause_reading()

    def _resume(self, who: str) -> None:
        self._paused.discard(who)
        if self._chan is not None and not self._paused:
            self._chan.resume_reading()

    def started(self) -> None:
        if self._holds_start:
            self._holds_start = False
            self._front.starting.release()

    def hang_up(self, why: str) -> None:
        self._peer.hang_up(why)

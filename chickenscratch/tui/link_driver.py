"""A driver for Textual whose terminal is at the other end of a link, many in one process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, Protocol, TextIO, cast

from textual import constants, events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

from chickenscratch.host.ssh.limits import Bucket
from chickenscratch.host.ssh.link import RESTORE
from chickenscratch.tui.driver import MOUSE_OFF, MOUSE_ON, InputDecoder
from chickenscratch.tui.parser import RemoteParser

if TYPE_CHECKING:
    from textual.app import App

    from chickenscratch.host.ssh.link import Link

EVENTS_AT_ONCE: Final = 60
EVENTS_A_SECOND: Final = 30
"""Keys and clicks that are taken; more have to wait in the client."""
PASTE_MOST: Final = 4096
"""Characters of a paste; what comes beyond them is dropped."""
MOTIONS: Final = 0.05
"""Seconds between two positions of the pointer."""
BITE: Final = 32
"""Bytes that are parsed at once; each of them may be an event."""
BITES: Final = 32
"""Then it is the turn of the others in this process."""
WAITING_MOST: Final = 131_072
"""Typed bytes kept while events have to wait; more than the window of the session."""

HIGH: Final = 131_072
"""Bytes waiting for the client above which no frame is made any more."""
LOW: Final = 16_384
"""Bytes waiting below which the next one, with all that has changed, is made."""
POLL: Final = 0.05
STALLED: Final = 30.0
"""Seconds without room for a frame after which the client is gone for us."""

_KITTY: Final = 0b11001  # disambiguate, report all keys, with the text they stand for
_START: Final = (
    "\x1b[?1049h"  # the other screen
    "\x1b[?25l"  # no cursor
    "\x1b[?1004h"  # tell when the focus comes and goes
    f"\x1b[>{_KITTY}u"
    "\x1b[?2026$p"  # do you know synchronised output?
    "\x1b[?2004h"  # mark pastes
    "\x1b[?7l"  # do not wrap lines
)


class Hosted(Protocol):
    """What the driver needs of an application it draws for."""

    link: Link

    def retire(self) -> None: ...


class LinkDriver(Driver):
    """Takes bytes from a link and gives it frames, and touches nothing else of this machine.

    All of it runs on the event loop. A client that does not take its frames gets one with all the
    changes later, instead of all of them; nothing piles up.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._link = cast("Hosted", app).link
        self._decoder = InputDecoder(paste_most=PASTE_MOST, parser=RemoteParser)
        self._events = Bucket(EVENTS_AT_ONCE, EVENTS_A_SECOND)
        self._parts: list[str] = []
        self._flushing: asyncio.Handle | None = None
        self._waiting = bytearray()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._motion: events.MouseMove | None = None
        self._batch: ExitStack | None = None
        self._batched_since = 0.0
        self._listening = False

    def write(self, data: str) -> None:
        self._parts.append(data)
        if self._flushing is None:
            self._flushing = self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send what has been written. Textual asks for it once a frame."""
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        if self._parts:
            data = "".join(self._parts).encode("utf-8", "replace")
            self._parts.clear()
            self._link.send(data)
            if self._batch is None and self._link.backlog() > HIGH:
                self._hold_frames()

    def _hold_frames(self) -> None:
        """Let changes gather without drawing them until the client has caught up."""
        self._batch = ExitStack()
        self._batch.enter_context(self._app.batch_update())
        self._batched_since = time.monotonic()
        self._later("poll", POLL, self._poll)

    def _poll(self) -> None:
        if self._batch is None:
            return
        if self._link.backlog() < LOW:
            self._let_frames_go()
            self._app.screen.refresh()
        elif time.monotonic() - self._batched_since > STALLED:
            self._link.hang_up("stalled")
        else:
            self._later("poll", POLL, self._poll)

    def _let_frames_go(self) -> None:
        batch, self._batch = self._batch, None
        if batch is not None:
            batch.close()

    def start_application_mode(self) -> None:
        self._listening = True
        self.write(_START)
        self._assert_mouse()
        assert self._size is not None
        self.resized(*self._size)
        self.flush()

    def capture_mouse(self, wanted: bool) -> None:
        """Take the mouse, or hand it back to the terminal for selecting text."""
        self._mouse = wanted
        self._assert_mouse()

    def _assert_mouse(self) -> None:
        if self._listening:
            self.write(MOUSE_OFF + (MOUSE_ON if self._mouse else ""))

    def resized(self, columns: int, rows: int) -> None:
        """The terminal has this size."""
        self._size = columns, rows
        size = Size(columns, rows)
        self.send_message(events.Resize(size, size))

    def disable_input(self) -> None:
        self._listening = False
        self._waiting.clear()
        self._motion = None
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._let_frames_go()
        self._parts.clear()  # a frame that is not out yet
        self.write(RESTORE)
        self.flush()
        cast("Hosted", self._app).retire()

    def close(self) -> None:
        self.disable_input()
        self._let_frames_go()
        self.flush()

    def feed(self, data: bytes) -> None:
        """What was typed: at once, or as soon as the events before it have been taken."""
        if self._listening:
            self._waiting += data[: WAITING_MOST - len(self._waiting)]
            if "events" not in self._timers:
                self._digest()

    def _digest(self) -> None:
        self._timers.pop("events", None)
        bites = 0
        while self._waiting and self._listening:
            if self._events.left < 1 or bites == BITES:
                self._link.pause_input(True)
                self._later("events", self._events.wait(EVENTS_A_SECOND / 4), self._digest)
                return
            bites += 1
            bite = bytes(self._waiting[:BITE])
            del self._waiting[:BITE]
            for message in self._decoder.feed(bite):
                self._take(message)
        self._link.pause_input(False)
        self._later("tick", constants.ESCAPE_DELAY + 0.02, self._tick)

    def _tick(self) -> None:
        """A lone Escape, or a paste that does not end."""
        self._timers.pop("tick", None)
        for message in self._decoder.tick():
            self._take(message)
        if self._decoder.pasting:
            self._later("tick", 0.5, self._tick)

    def _take(self, message: Message) -> None:
        if isinstance(message, events.Resize | InBandWindowResize):
            return  # only the client says how large its terminal is, and not in its keys
        if isinstance(message, events.MouseMove):
            self._motion = message
            if "motion" not in self._timers:
                self._later("motion", MOTIONS, self._move)
            return
        self._move()  # what follows happens at that place
        self._events.take()
        self.process_message(message)

    def _move(self) -> None:
        timer = self._timers.pop("motion", None)
        if timer is not None:
            timer.cancel()
        motion, self._motion = self._motion, None
        if motion is not None:
            self.process_message(motion)

    def process_message(self, message: Message) -> None:
        super().process_message(message)
        if isinstance(message, events.AppFocus):
            self._assert_mouse()

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    def _later(self, name: str, delay: float, act: Callable[[], None]) -> None:
        before = self._timers.pop(name, None)
        if before is not None:
            before.cancel()
        self._timers[name] = self._loop.call_later(delay, act)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """A browser would open here, where nobody is."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """A file would be written here, where the visitor has none."""
        binary.close()
        refusal = events.DeliveryFailed(key=delivery_key, exception=PermissionError(), name=name)
        self._app.post_message(refusal)

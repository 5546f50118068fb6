"""A Linux and macOS driver for Textual that no input byte and no lost link can upset.

Textual's own driver dies of a byte that is not UTF-8 (issue 6668), which an accented letter in an
old locale is, and so is a mouse report of the old kind past column 95, sent by a terminal that was
attached anew. It also spins when input ends, and blocks when output does.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import selectors
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator
from enum import Enum, auto
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TextIO

from textual import events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from chickenscratch.tui.parser import SafeParser

if TYPE_CHECKING:
    from textual.app import App

HUNG_UP: Final = 128 + signal.SIGHUP
ENDING: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
"""Signals that end the program, the terminal as it was before; its exit code is 128 more."""

JOB_CONTROL: Final = (signal.SIGTSTP, signal.SIGCONT)

PASTE_SILENCE: Final = 1.0
"""Seconds without a byte after which a paste is over, even if nobody has said so."""
PASTE_MOST: Final = 100_000
"""Characters of a paste; what comes beyond them is dropped."""
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"

_ESC, _BRACKET, _M, _HARMLESS = b"\x1b[M!"
_OLD_REPORT: Final = 3  # bytes after ESC [ M: buttons, column, row

# X10, click, highlight, drag and motion reports, then the four ways to write coordinates
MOUSE_OFF: Final = "".join(
    f"\x1b[?{mode}l" for mode in (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016)
)
MOUSE_ON: Final = "\x1b[?1000h\x1b[?1003h\x1b[?1006h"
_PIXELS_ON: Final = "\x1b[?1016h"


class InputDecoder:
    """Turns the bytes of a terminal into Textual's messages. Never raises, whatever comes."""

    def __init__(
        self,
        encoding: str = "utf-8",
        debug: bool = False,
        now: Callable[[], float] = time.monotonic,
        paste_most: int = PASTE_MOST,
        parser: type[SafeParser] = SafeParser,
    ) -> None:
        # bytes that mean nothing in this encoding are no keys either
        self._decode = codecs.getincrementaldecoder(encoding)(errors="ignore").decode
        self._debug = debug
        self._make_parser = parser
        self._parser = parser(debug)
        self._progress = 0
        self._payload = 0
        self._now = now
        self._recent = ""
        self._pasted: int | None = None
        self._heard = now()
        self._paste_most = paste_most
        self.restarts = 0
        """How often a sequence was too strange even for a careful parser."""
        self.old_reports = 0
        """How many mouse reports of the old kind came in: a sign that our modes were lost."""

    @property
    def pasting(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._pasted is not None

    def feed(self, data: bytes) -> Iterator[Message]:
        # one by one, so that a sequence the parser dies of takes nothing else with it
        self._heard = self._now()
        for character in self._decode(self._tamed(data)):
            if self._watch_paste(character):
                yield from self._safely(partial(self._parser.feed, character))
            elif self._pasted == self._paste_most + 1:
                yield from self._end_paste()

    def tick(self) -> Iterator[Message]:
        """Give up waiting for the rest of a sequence or a paste that has taken too long."""
        yield from self._safely(self._parser.tick)
        if self._pasted is not None and self._now() - self._heard >= PASTE_SILENCE:
            self._pasted = None
            yield from self._end_paste()

    def _watch_paste(self, character: str) -> bool:
        """Whether `character` is to be parsed: not if it is too much of a paste.

        A paste whose end got lost would make the parser wait for it for ever.
        """
        self._recent = (self._recent + character)[-len(_PASTE_ENDS) :]
        if self._recent == _PASTE_BEGINS:
            self._pasted = self._pasted or 0
        elif self._recent == _PASTE_ENDS:
            over, self._pasted = self._pasted, None
            return over is None or over <= self._paste_most
        elif self._pasted is not None:
            self._pasted += 1
        return self._pasted is None or self._pasted <= self._paste_most

    def _end_paste(self) -> Iterator[Message]:
        for character in _PASTE_ENDS:
            yield from self._safely(partial(self._parser.feed, character))

    def _safely(self, messages: Callable[[], Any]) -> Iterator[Message]:
        try:
            yield from messages()
        except Exception:  # some sequences are too strange for the parser, and it is spent then
            old, self._parser = self._parser, self._make_parser(self._debug)
            self._parser.mouse_pixels = old.mouse_pixels
            self._parser.terminal_size = old.terminal_size
            self._parser.terminal_pixel_size = old.terminal_pixel_size
            self.restarts += 1

    def _tamed(self, data: bytes) -> bytes:
        """`data` with the coordinates of old mouse reports made harmless.

        The parser recognises such a report and ignores it, if three characters follow ``ESC [ M``.
        Undecodable or combining bytes would be fewer, and swallow the keys typed next.
        """
        tamed = bytearray(data)
        for place, byte in enumerate(data):
            if self._payload:
                tamed[place] = _HARMLESS
                self._payload -= 1
            elif byte == _ESC:
                self._progress = 1
            elif self._progress == 1 and byte == _BRACKET:
                self._progress = 2
            elif self._progress == 2 and byte == _M:
                self._progress, self._payload = 0, _OLD_REPORT
                self.old_reports += 1
            else:
                self._progress = 0
        return bytes(tamed)


class _SturdyFile:
    """The screen as a file that stays quiet when the terminal behind it is gone."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        reconfigure = getattr(file, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # one cell stays one cell in a Latin-1 locale

    def write(self, text: str) -> int:
        try:
            return self._file.write(text)
        except (OSError, ValueError):
            self._give_up()
            return len(text)

    def flush(self) -> None:
        try:
            self._file.flush()
        except (OSError, ValueError):
            self._give_up()

    def _give_up(self) -> None:
        """Let the rest go nowhere, also what Python flushes on its way out."""
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), self.fileno())

    def fileno(self) -> int:
        return self._file.fileno()


class _Wanted(Enum):
    """What the last signal of job control asked for."""

    STOP = auto()
    GO_ON = auto()


async def _signals_seen() -> None:
    """Wait until the event loop has read which signals have come, and handled them."""
    for _ in range(3):
        await asyncio.sleep(0)


class SturdyDriver(LinuxDriver):
    """Survives any input, keeps the mouse reports in order, ends when the terminal does."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._wanted: _Wanted | None = None
        self._obeying: asyncio.Task[None] | None = None
        # not by signal.signal: two signals at once would be handled by their numbers
        self._loop.add_signal_handler(signal.SIGTSTP, self._want, _Wanted.STOP)
        self._loop.add_signal_handler(signal.SIGCONT, self._want, _Wanted.GO_ON)
        assert sys.__stdin__ is not None
        assert sys.__stderr__ is not None
        self._encoding = sys.__stdin__.encoding or "utf-8"
        self._file = _SturdyFile(sys.__stderr__)  # type: ignore[assignment]
        self._running = False
        self._signals: dict[signal.Signals, Any] = {}

    def capture_mouse(self, wanted: bool) -> None:
        """Take the mouse, or hand it back to the terminal for selecting text."""
        self._mouse = wanted
        self._assert_mouse()

    def start_application_mode(self) -> None:
        before = self._key_thread
        # no other thread takes these: two that take one each would mix up which came last
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, JOB_CONTROL)
        try:
            super().start_application_mode()  # type: ignore[no-untyped-call]
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if self._key_thread is before:  # not in the foreground: another SIGCONT will come
            return
        self._running = True
        loop = asyncio.get_running_loop()
        resized = signal.getsignal(signal.SIGWINCH)

        def on_resize(number: int, frame: FrameType | None) -> None:
            if callable(resized):
                resized(number, frame)
            # not here: the output queue may be locked by the very code this interrupts
            loop.call_soon_threadsafe(self._assert_mouse)

        def on_terminate(number: int, _frame: FrameType | None) -> None:
            signal.signal(number, signal.SIG_DFL)  # once more means at once
            loop.call_soon_threadsafe(self._leave, 128 + number)

        signal.signal(signal.SIGWINCH, on_resize)
        self._signals = {
            number: signal.signal(number, on_terminate)
            for number in ENDING
            if signal.getsignal(number) is not signal.SIG_IGN  # nohup wants it so
        }

    def _want(self, wanted: _Wanted) -> None:
        """Stop or go on, between two steps of the event loop: what a signal asks for must not come
        in the middle of anything, least of all of obeying the one before."""
        self._wanted = wanted
        if self._obeying is None:
            self._obeying = self._loop.create_task(self._obey())

    async def _obey(self) -> None:
        """Do what was asked for last."""
        while self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            if wanted is _Wanted.GO_ON:
                self._go_on()
            elif self._auto_restart and self._running:
                self.suspend_application_mode()
                self._must_signal_resume = True
                await _signals_seen()
            if wanted is _Wanted.STOP and self._wanted is None:
                os.kill(os.getpid(), signal.SIGSTOP)
            await _signals_seen()
        self._obeying = None

    def _go_on(self) -> None:
        """Go on after a stop. Without one there is nothing to take over again: what the terminal
        was like before would be forgotten, or a program that is ending would begin anew."""
        if self._auto_restart and self._must_signal_resume and not self._running:
            self.resume_application_mode()

    def disable_input(self) -> None:
        self._running = False
        super().disable_input()

    def stop_application_mode(self) -> None:
        self._running = False
        super().stop_application_mode()
        for number, handler in self._signals.items():
            signal.signal(number, handler)
        self._signals = {}
        try:  # mouse reports that were on their way are not for the shell
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        except termios.error:
            return

    def process_message(self, message: Message) -> None:
        super().process_message(message)
        if isinstance(message, events.AppFocus):
            self._assert_mouse()

    def run_input_thread(self) -> None:
        """Read until told to stop, or until there is nobody left to read from."""
        decoder = InputDecoder(self._encoding, self._debug)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(0.1):
                    old_reports = decoder.old_reports
                    data = self._read()
                    if not data:
                        self._loop.call_soon_threadsafe(self._leave, HUNG_UP)
                        return
                    for message in decoder.feed(data):
                        self.process_message(message)
                    if decoder.old_reports > old_reports:
                        self._assert_mouse()
                for message in decoder.tick():
                    self.process_message(message)

    def _read(self) -> bytes:
        """What was typed. Empty when the terminal is gone, which Linux reports as an error."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _leave(self, code: int) -> None:
        self._app.exit(return_code=code)

    def _assert_mouse(self) -> None:
        """Say again how mouse reports should look: a terminal attached anew does not know."""
        if self._running:
            self._enable_mouse_support()

    def _enable_mouse_support(self) -> None:
        modes = MOUSE_OFF
        if self._mouse:
            modes += MOUSE_ON + (_PIXELS_ON if self._mouse_pixels else "")
        self.write(modes)

    def _disable_mouse_support(self) -> None:
        self.write(MOUSE_OFF)

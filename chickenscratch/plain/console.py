"""Where plain mode speaks and listens: lines out, lines in, and nothing else."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import Final, Protocol, TextIO

from chickenscratch.plain.text import broken, printable

PROMPT: Final = "> "

Completer = Callable[[str], Sequence[str]]
"""The words that begin with what has been typed."""


def no_words(_begun: str) -> Sequence[str]:
    """There is nothing to complete."""
    return ()


class Console(Protocol):
    """One person's lines."""

    @property
    def unicode(self) -> bool:
        """Whether characters beyond ASCII arrive as they are."""
        ...

    @property
    def unattended(self) -> bool:
        """Whether what is said goes somewhere else than where the person types."""
        ...

    def say(self, line: str = "") -> None:
        """One line. What is no text in it, such as a control character, is left out."""
        ...

    async def ask(self, completer: Completer = no_words) -> str | None:
        """The next line typed, or None when there will be no more."""
        ...

    def hide(self) -> bool:
        """Where eyes could be at the screen: see that nothing said so far can be read any more, and
        that nothing typed so far counts. False where there is no screen."""
        ...


class StreamConsole:
    """The standard streams, or others.

    With a terminal lines can be edited, recalled and completed, and the prompt is shown. Without
    one nothing is echoed; a line is out before the next one is read.
    """

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._in = sys.stdin if source is None else source
        self._out = sys.stdout if target is None else target
        if isinstance(self._in, TextIOWrapper):  # a stray byte is no reason to leave a game
            self._in.reconfigure(errors="replace")
        self.terminal: Final = _is_terminal(self._in)
        self._editor = _Editor.of(self._in, self._out)

    @property
    def unicode(self) -> bool:
        try:
            "├└▸✕‖".encode(getattr(self._out, "encoding", None) or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    @property
    def unattended(self) -> bool:
        return self.terminal and not _is_terminal(self._out)

    def say(self, line: str = "") -> None:
        """Out at once; on a terminal not broken within words."""
        line = printable(line)
        width = get_terminal_size((0, 0)).columns if _is_terminal(self._out) else 0
        for row in broken(line, width) if width else [line]:
            self._out.write(f"{row}\n")
        self._out.flush()

    async def ask(self, completer: Completer = no_words) -> str | None:
        """Nothing else happens meanwhile: other players' moves are never printed into a line that
        is being typed."""
        with _interruptible():
            return self._read(completer)

    def _read(self, completer: Completer) -> str | None:
        try:
            line = self._line(completer)
        except EOFError:
            line = ""
        if not line and self.terminal:
            self.say()
        return line.strip() if line else None

    def _line(self, completer: Completer) -> str:
        if self._editor is not None:
            return self._editor.read(completer)
        if self.terminal:
            self._out.write(PROMPT)
            self._out.flush()
        return self._in.readline() if self._in is not None else ""

    def hide(self) -> bool:
        if not (self.terminal and _is_terminal(self._out)):
            return False
        self._out.write("\n" * get_terminal_size().lines)
        self._out.flush()
        if self._editor is not None:
            self._editor.forget()
        _drop_typed(self._in)
        return True


class _Editor:
    """Editing, recalling and completing by the readline library."""

    def __init__(self) -> None:
        import readline

        self._readline = readline
        self._words: Sequence[str] = ()
        self._completer: Completer = no_words
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        apple = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if apple else "tab: complete")

    @classmethod
    def of(cls, source: TextIO | None, target: TextIO | None) -> _Editor | None:
        """An editor, if it is the terminal that is read from and written to and there is one."""
        standard = source is sys.stdin and target is sys.stdout
        if not standard or not (_is_terminal(source) and _is_terminal(target)):
            return None
        try:
            return cls()
        except ImportError:
            return None

    def read(self, completer: Completer) -> str:
        """A line with its end. Raises EOFError."""
        self._completer = completer
        return f"{input(PROMPT)}\n"

    def forget(self) -> None:
        """What one person typed is not for the next one to recall."""
        self._readline.clear_history()

    def _complete(self, begun: str, number: int) -> str | None:
        if number == 0:
            self._words = self._completer(begun)
        return f"{self._words[number]} " if number < len(self._words) else None


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _drop_typed(source: TextIO | None) -> None:
    """Forget what was typed before its meaning could be seen."""
    if source is None:
        return
    with suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(source.fileno(), termios.TCIFLUSH)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl+C end a wait for input: asyncio's own handler would only note it and read on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

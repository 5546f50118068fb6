"""A line editor for a terminal that does nothing by itself, such as one at the end of SSH.

It never moves the cursor but to rub out what was typed, so a screen reader can follow.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from chickenscratch.locale.columns import cells
from chickenscratch.plain.console import Completer

LONGEST: Final = 500
"""Characters of a line; a bell rings for more."""
_RUBOUT: Final = "\b \b"


class _Escape(Enum):
    """Where in an escape sequence we are: nowhere, after ESC, or inside one that goes on."""

    NO = auto()
    BEGUN = auto()
    GOING_ON = auto()


class LineTyping:
    """One line as it is typed. `echo` gets what the terminal is to show."""

    def __init__(self, echo: Callable[[str], None]) -> None:
        self._echo = echo
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="ignore").decode
        self.text = ""
        """What has been typed of the line so far."""
        self._escape = _Escape.NO
        self._after_return = False
        self.ended = False
        """Ctrl+D was typed where a line would begin."""

    def feed(self, byte: int, completer: Completer) -> str | None:
        """One byte more; gives the line that it completes."""
        for char in self._decode(bytes((byte,))):
            line = self._take(char, completer)
            if line is not None:
                return line
        return None

    def forget(self) -> None:
        """What has been typed does not count."""
        self.text = ""
        self._escape = _Escape.NO

    def _take(self, char: str, completer: Completer) -> str | None:
        after_return, self._after_return = self._after_return, char == "\r"
        if self._escape is not _Escape.NO:
            self._go_on(char)
            return None
        match char:
            case "\n" if after_return:
                return None
            case "\r" | "\n":
                return self._finish()
            case "\x1b":
                self._escape = _Escape.BEGUN
            case "\x7f" | "\b":
                self._rub_out(1)
            case "\x15":  # Ctrl+U
                self._rub_out(len(self.text))
            case "\x17":  # Ctrl+W
                kept = self.text.rstrip().rpartition(" ")
                self._rub_out(len(self.text) - len(kept[0] + kept[1]))
            case "\x03":  # Ctrl+C
                self.text = ""
                return self._finish()
            case "\x04":
                self.ended = self.ended or not self.text
            case "\t":
                self._complete(completer)
            case _ if char.isprintable():
                self._add(char)
            case _:
                pass
        return None

    def _go_on(self, char: str) -> None:
        """Arrow keys and the like mean nothing here; leave out all of their characters."""
        if self._escape is _Escape.BEGUN:
            self._escape = _Escape.GOING_ON if char in "[O" else _Escape.NO
        elif "@" <= char <= "~":
            self._escape = _Escape.NO

    def _add(self, text: str) -> None:
        if len(self.text) + len(text) > LONGEST:
            self._echo("\a")
        else:
            self.text += text
            self._echo(text)

    def _rub_out(self, count: int) -> None:
        if count:
            gone, self.text = self.text[-count:], self.text[:-count]
            self._echo(_RUBOUT * cells(gone))

    def _complete(self, completer: Completer) -> None:
        begun = self.text.rpartition(" ")[2]
        words = completer(begun)
        if len(words) == 1 and words[0].startswith(begun):
            self._add(words[0][len(begun) :] + " ")
        else:
            self._echo("\a")

    def _finish(self) -> str:
        line, self.text = self.text, ""
        self._echo("\r\n")
        return line

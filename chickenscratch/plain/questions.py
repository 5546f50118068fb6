"""Questions outside the table: a text, a number, one of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chickenscratch.locale import _
from chickenscratch.plain.commands import Unknown, choose
from chickenscratch.plain.console import Console, no_words
from chickenscratch.plain.text import folded, spoken

_BACK: Final = ("quit", "leave", "exit", "back", "esci", "lascia", "indietro")
"""What leads back from any question."""


class BackError(Exception):
    """The person wants to leave the questions."""


class ClosedError(Exception):
    """There will be no more input."""


class Questions:
    """Asks; raises BackError and ClosedError instead of giving an answer."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def say(self, *lines: str) -> None:
        """Say lines, tiles in them as they are spoken."""
        for line in lines:
            self._console.say(spoken(line))

    async def text(self, question: str, words: Sequence[str] = ()) -> str:
        """Any text; `words` complete what is typed."""
        self.say(question)
        return await self.line(words)

    async def line(self, words: Sequence[str] = ()) -> str:
        """The next line; `words` complete what is typed."""

        def begun(typed: str) -> list[str]:
            return [word for word in words if word.startswith(typed)]

        line = await self._console.ask(begun if words else no_words)
        if line is None:
            raise ClosedError
        if folded(line) in _BACK:
            raise BackError
        return line

    async def number(self, question: str, least: int, most: int, usual: int) -> int:
        """A whole number; Enter for the usual one."""
        self.say(question)
        while True:
            line = await self.line()
            if not line:
                return usual
            if line.isdecimal() and line.isascii() and least <= int(line) <= most:
                return int(line)
            self.say(_("Type a number from {least} to {most}.").format(least=least, most=most))

    async def one_of(self, question: str, names: Sequence[str], usual: str) -> str:
        """One of the names, by its number or its first letters; Enter for the usual one."""
        self.say(question)
        while True:
            line = await self.line(names)
            if not line:
                return usual
            if line.isdecimal() and line.isascii() and 1 <= int(line) <= len(names):
                return names[int(line) - 1]
            found = choose(line, [(name, name) for name in names])
            if not isinstance(found, Unknown):
                return found
            words = _("Type a number from {least} to {most}, or the first letters of a name.")
            self.say(words.format(least=1, most=len(names)))

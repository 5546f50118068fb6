"""What an SSH session and the application behind it know of each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

_MODES: Final = (2026, 2004, 9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016, 1004)
"""Synchronised output, marked pastes, every way to report the mouse, and the focus."""
RESTORE: Final = (
    "".join(f"\x1b[?{mode}l" for mode in _MODES)
    + "\x1b[?7h"  # wrap lines
    + "\x1b[<u"  # usual keys; before the other screen is left
    + "\x1b[0m"
    + "\x1b[?1049l"
    + "\x1b[?25h"  # a cursor
)
"""Makes a terminal as it was before a full screen."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who came in, and with what terminal."""

    identity: str
    """``key:SHA256:…`` by the key that signed, or ``guest:…``, new at every visit."""
    wish: str
    """The name given to ssh, cleaned: only a wish, never an identity."""
    terminal: str
    """The terminal type, such as ``xterm-256color``."""
    size: tuple[int, int]
    """Columns and rows, within the limits."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """What the client said of language and colours; nothing else of what it said."""
    word: str | None = None
    """The table asked for, as in ``ssh -t box TABLE``; None for the lobby."""
    plain: bool = False
    """Line by line instead of a full screen, as in ``ssh plain@box``."""
    address: str = ""
    """The network address of the client."""


class Link(Protocol):
    """The way to a visitor's terminal."""

    def send(self, data: bytes) -> None:
        """Bytes for the terminal; they go nowhere once the connection is gone."""
        ...

    def backlog(self) -> int:
        """How many bytes are waiting to be taken by the client."""
        ...

    def pause_input(self, paused: bool) -> None:
        """Stop or go on taking what is typed. Nothing gets lost: the client has to wait."""
        ...

    def started(self) -> None:
        """The first screen is out: the next visitor's may be made."""
        ...

    def hang_up(self, why: str) -> None:
        """Cut the connection at once; `why` is for the log."""
        ...


class View(Protocol):
    """The application of one visitor. Nothing of it blocks, and only :meth:`run` may raise."""

    @property
    def patience(self) -> float:
        """Seconds without a key that a visitor may spend here, if it is more than usual."""
        ...

    async def run(self) -> int:
        """Until the visitor leaves; gives the exit code. The screen is as it was before."""
        ...

    def feed(self, data: bytes) -> None:
        """What was typed."""
        ...

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size now."""
        ...

    def tell(self, sentence: str) -> None:
        """Show news of the server, such as that it is about to close; not translated yet."""
        ...

    def leave(self) -> None:
        """Come to an end soon, the screen as it was before."""
        ...


ViewMaker = Callable[[Link, Visitor], View]

"""What the terminal can do, found out before Textual is imported.

Textual reads its own environment variables when it is imported, so the order is: :func:`look`,
:func:`environment` into ``os.environ``, import Textual.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.driver import Driver


class Colors(IntEnum):
    """How many colours the terminal shows; more compares greater."""

    NONE = 0
    SIXTEEN = 16
    MANY = 256
    TRUE = 1 << 24


_TRUE_TERMS: Final = ("kitty", "ghostty", "alacritty", "foot", "wezterm", "contour", "direct")
_TRUE_PROGRAMS: Final = ("iTerm.app", "WezTerm", "ghostty", "vscode")
_NO_COLOR_TERMS: Final = ("vt52", "vt100", "vt102", "vt220", "dumb")
_RICH_NAMES: Final = {Colors.SIXTEEN: "standard", Colors.MANY: "256", Colors.TRUE: "truecolor"}

SLOW_FRAMES: Final = 20
"""Frames a second over SSH: a held key then sends a third of the bytes."""

SLOW_ESCAPE: Final = 300
"""Milliseconds to wait for the rest of an arrow key that a slow link has split."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What is known about the terminal at the start of the program."""

    interactive: bool
    """Somebody can type and see: input and output are a terminal."""
    dumb: bool
    """The cursor cannot be moved, so there can be no full screen."""
    colors: Colors
    unicode: bool
    """Lines, blocks and dots beyond ASCII arrive as such."""
    remote: bool
    """The other end of an SSH connection: slow links, bytes count."""
    size: tuple[int, int]
    """Columns and rows."""

    @property
    def full_screen(self) -> bool:
        return self.interactive and not self.dumb


def detect(
    environ: Mapping[str, str],
    *,
    interactive: bool = True,
    size: tuple[int, int] = (80, 24),
    windows: bool = False,
) -> Terminal:
    """Read the terminal's abilities from the environment."""
    return Terminal(
        interactive=interactive,
        dumb=environ.get("TERM") == "dumb" or (not windows and not environ.get("TERM")),
        colors=_colors(environ, windows),
        unicode=windows or _unicode(environ),
        remote=bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")),
        size=size,
    )


def look() -> Terminal:
    """The terminal this process runs in."""
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    columns, rows = shutil.get_terminal_size((80, 24))
    return detect(
        os.environ,
        interactive=all(stream is not None and stream.isatty() for stream in streams),
        size=(columns, rows),
        windows=sys.platform == "win32",
    )


def environment(terminal: Terminal, *, reduced_motion: bool = False) -> dict[str, str]:
    """What to set for Textual before importing it, where the person has set nothing."""
    wanted = {
        # its answer is a resize protocol and a mouse that reports pixels: more bytes, no use to us
        "TEXTUAL_SMOOTH_SCROLL": "0",
    }
    if terminal.colors is Colors.NONE:
        wanted["NO_COLOR"] = "1"
    else:
        wanted["TEXTUAL_COLOR_SYSTEM"] = _RICH_NAMES[terminal.colors]
    if reduced_motion or terminal.remote:
        wanted["TEXTUAL_ANIMATIONS"] = "none"
    if terminal.remote:
        wanted["TEXTUAL_FPS"] = str(SLOW_FRAMES)
        wanted["ESCDELAY"] = str(SLOW_ESCAPE)
    return wanted


def driver_class() -> type[Driver] | None:
    """Our own driver, or None where Textual's choice is the right one.

    For ``App.get_driver_class``: ``return driver_class() or super().get_driver_class()``.
    """
    if sys.platform == "win32" or os.environ.get("TEXTUAL_DRIVER"):
        return None
    from chickenscratch.tui.driver import SturdyDriver

    return SturdyDriver


def _colors(environ: Mapping[str, str], windows: bool) -> Colors:
    term = environ.get("TERM", "").lower()
    if environ.get("NO_COLOR") or term in _NO_COLOR_TERMS:
        return Colors.NONE
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return Colors.TRUE
    # SSH passes TERM on but not COLORTERM, so a few names have to speak for themselves
    if windows or any(name in _TRUE_TERMS for name in term.split("-")):
        return Colors.TRUE
    if environ.get("TERM_PROGRAM") in _TRUE_PROGRAMS and "TMUX" not in environ:
        return Colors.TRUE
    return Colors.MANY if "256" in term else Colors.SIXTEEN


def _unicode(environ: Mapping[str, str]) -> bool:
    """Whether the locale is UTF-8 and the terminal is not the Linux console.

    With no locale at all we expect UTF-8, as Python does: that is a container or a bare login in a
    modern terminal. Whoever says C in LC_ALL means it.
    """
    if environ.get("TERM") == "linux":
        return False
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    charset = locale.partition(".")[2].partition("@")[0]
    return not locale or charset.lower().replace("-", "") == "utf8"

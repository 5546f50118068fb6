"""The signs of our own words in plain ASCII. What people wrote stays as they wrote it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chickenscratch.tui.art.looks import ascii_only
from chickenscratch.tui.widgets.pane import Line

_SIGNS: Final = str.maketrans(
    {
        "←": "<-", "→": "->", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "▶": ">", "⌫": "Bksp",
        "⇧": "Shift+", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-",
        "╷": "|", "▗": "#", "▖": "#", "▝": "#", "▚": "\\", "▙": "#", "■": "#",
    }
)  # fmt: skip


def asciified(lines: Iterable[Line]) -> list[Line]:
    """The same lines without our arrows, rules, blocks and curly quotes."""
    return [
        tuple(
            span
            if span.text.isascii()
            else span._replace(text=ascii_only(span.text).translate(_SIGNS))
            for span in spans
        )
        for spans in lines
    ]

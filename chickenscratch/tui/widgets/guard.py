"""What a window too small for anything says."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual.widget import Widget

from chickenscratch.locale import _

LEAST: Final = (40, 12)
"""Columns and rows below which keys and mouse do nothing."""


def too_small(size: tuple[int, int]) -> bool:
    return size[0] < LEAST[0] or size[1] < LEAST[1]


class Guard(Widget):
    """Covers a screen that is too small; the game below is left alone."""

    def render(self) -> Text:
        words = _("Please make the window larger: {columns} x {rows} at least.")
        return Text(words.format(columns=LEAST[0], rows=LEAST[1]), justify="center")

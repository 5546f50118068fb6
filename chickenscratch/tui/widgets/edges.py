"""Signs at the edges of the board: open places lie out of sight, this way, so many."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Region, Size

from chickenscratch.tui.art.looks import ascii_only
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.camera import Beyond


class Badge(NamedTuple):
    """A text at a character of the board; (`dx`, `dy`) is the way to what it tells of."""

    x: int
    y: int
    text: str
    dx: int
    dy: int

    @property
    def region(self) -> Region:
        return Region(self.x, self.y, len(self.text), 1)


def badges(beyond: Beyond, size: Size, art: Art) -> tuple[Badge, ...]:
    """An arrow and a number in the middle of every edge beyond which there is something."""
    width, height = size
    found = []
    for count, form, dx, dy in (
        (beyond.left, "◂{}", -1, 0),
        (beyond.above, "▴{}", 0, -1),
        (beyond.right, "{}▸", 1, 0),
        (beyond.below, "▾{}", 0, 1),
    ):
        if count:
            text = form.format(count)
            x = (width - len(text)) * (dx + 1) // 2
            y = (height - 1) * (dy + 1) // 2
            shown = ascii_only(text) if art is Art.ASCII else text
            found.append(Badge(x, y, shown, dx, dy))
    return tuple(found)

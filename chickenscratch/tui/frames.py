"""Smaller frames: of a changed line only the changed part is sent.

Textual sends it from the left edge of its widget (issues 3096 and 5625), which on a wide table
over a slow line is most of the bytes of a cursor move.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate


class TightUpdate(ChopsUpdate):
    """An update that sends nothing outside its spans."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> TightUpdate:
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        parts: list[str] = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                start, stop = max(x, first), min(end, last)
                if strip is not None and start < stop:
                    parts.append(Control.move_to(start, y).segment.text)
                    parts.append(strip.crop(start - x, stop - x).render(console))
        return "".join(parts)

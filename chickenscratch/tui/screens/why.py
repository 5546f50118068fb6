"""Why? What there is to know about a tile, an end, or what has to be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.widgets.page import SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import wrapped

READABLE = 92
"""Columns of text; longer lines tire."""


class WhyScreen(Page[None]):
    """Shows sentences, the first ones about what was asked, then the rule behind it."""

    ACTS: ClassVar = (
        Act("close", ("escape", "q", "f3", "enter", "kp_enter", "space"), "Esc", N_("back"),
            N_("Back to the table."), footer=1),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, about: Sequence[str], rule: Sequence[str]) -> None:
        super().__init__()
        self.about = tuple(about)
        self.rule = tuple(rule)

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("WHY"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        room = min(width - 2, READABLE)
        lines = [line((f" {row}", "strong")) for text in self.about for row in wrapped(text, room)]
        lines.append(())
        lines += [line(f" {row}") for text in self.rule for row in wrapped(text, room)]
        return lines

    def action_close(self) -> None:
        self.dismiss(None)

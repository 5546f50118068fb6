"""What has happened in this round, to be scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.panels import broken
from chickenscratch.tui.widgets.page import SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, line


class LogScreen(Page[None]):
    """Shows lines of text, the last one first in sight."""

    ACTS: ClassVar = (
        Act("close", ("escape", "q", "m", "enter", "space"), "Esc", N_("back"),
            N_("Back to the table."), footer=1),
        *SCROLLING,
    )  # fmt: skip

    def __init__(self, story: Sequence[str]) -> None:
        super().__init__()
        self.story = tuple(story)

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + _("WHAT HAPPENED"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        if not self.story:
            return (line((" " + _("Nothing yet."), "dim")),)
        return [line(f" {row}") for text in self.story for row in broken(text, width - 2)]

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self.roll.to_end)

    def action_close(self) -> None:
        self.dismiss(None)

"""A text to copy: it goes to the clipboard, and is shown to be selected where that fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.widgets.page import SCROLLING, Page
from chickenscratch.tui.widgets.pane import Line, Pane, line
from chickenscratch.tui.widgets.roll import Roll


class CopyTextScreen(Page[None]):
    """Nobody can tell whether a terminal takes what it is sent, so the text is always shown."""

    CSS_PATH = "copy_text.tcss"
    ACTS: ClassVar = (
        Act("close", ("escape", "q", "enter", "kp_enter"), "Esc", N_("back"),
            N_("Back to where you were."), footer=1),
        Act("copy", ("y", "c"), "y", N_("copy again"), N_("Send it to the clipboard again."),
            footer=2),
        Act("free_mouse", ("f8",), "F8", N_("free the mouse"),
            N_("Give the mouse to the terminal, to select with it; press again to take it back."),
            footer=3),
        *SCROLLING,
        Act("page_down", ("space",), "Space", N_("page down"), N_("Down a page.")),
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        """`text` is plain text."""
        super().__init__()
        self.text = text
        self._free = False

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        # markup off: what people call themselves stands in here
        yield VerticalScroll(Static(self.text, markup=False, id="text"), id="text-room")
        yield Roll(id="page-body")
        yield Pane(id="page-foot")

    def head(self, width: int) -> Sequence[Line]:
        words = _("Sent to the clipboard. If it did not arrive, select it here.")
        return (line((_("COPY") + "  ", "head"), (words, "dim")),)

    def notice(self) -> Line:
        if not self._free:
            return ()
        return line((" " + _("The mouse is free for the terminal; F8 takes it back."), "accent"))

    def on_mount(self) -> None:
        super().on_mount()
        self.app.copy_to_clipboard(self.text)

    @property
    def _room(self) -> VerticalScroll:
        return self.query_one("#text-room", VerticalScroll)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.text)

    def action_free_mouse(self) -> None:
        capture = getattr(self.app, "capture_mouse_for_us", None)
        if capture is not None and capture(self._free):
            self._free = not self._free
            self.show()

    def action_close(self) -> None:
        if self._free:
            self.action_free_mouse()
        self.dismiss(None)

    def action_up(self) -> None:
        self._room.scroll_up(animate=False)

    def action_down(self) -> None:
        self._room.scroll_down(animate=False)

    def action_page_up(self) -> None:
        self._room.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        self._room.scroll_page_down(animate=False)

    def action_first(self) -> None:
        self._room.scroll_home(animate=False)

    def action_last(self) -> None:
        self._room.scroll_end(animate=False)

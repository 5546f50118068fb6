"""The curtain between two people at one keyboard: no hand is on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from chickenscratch.locale import _
from chickenscratch.tui.clock import Clock
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.panels import wrapped
from chickenscratch.tui.text import short
from chickenscratch.tui.widgets.pane import Line, Pane, line, width_of
from chickenscratch.tui.widgets.prose import folded

DEAF: Final = 0.4
"""Seconds in which the curtain hears nothing at all."""
SPARE: Final = "xyzwvu"
"""Keys for names without letters of our keyboard."""


def curtain_key(seat: int, names: Sequence[str], avoid: str = "") -> str:
    """The key that opens the curtain for a seat: a letter of the name that nobody before it in the
    row took, and not the one that was pressed last."""
    taken: list[str] = []
    for i, name in enumerate(names):
        letters = [c for c in name.lower() if c.isascii() and c.isalpha()]
        free = [c for c in [*letters, *SPARE] if c not in taken and (i != seat or c != avoid)]
        key = free[0] if free else SPARE[0]
        if i == seat:
            return key
        taken.append(key)
    raise ValueError(f"no seat {seat}")


class CurtainScreen(Screen[None]):
    """Hides the table until the next person is alone with the screen."""

    BINDINGS: ClassVar = []
    AUTO_FOCUS = None

    def __init__(
        self,
        name: str,
        key: str,
        left: str | None,
        story: Sequence[str],
        *,
        clock: Clock,
    ) -> None:
        """`left`: who has just finished, if anybody; `story`: what everybody may know."""
        super().__init__()
        self.input_gate = Gate()
        self.input_gate.close()
        self.person = name
        self.key = key
        self.left = left
        self.story = tuple(story)
        self._clock = clock

    def compose(self) -> ComposeResult:
        yield Pane(id="curtain")

    def on_mount(self) -> None:
        self.query_one("#curtain", Pane).show(self._lines)
        self._deafen()

    def on_screen_resume(self) -> None:
        self._deafen()

    def _deafen(self) -> None:
        self.input_gate.close()
        self.call_after_refresh(lambda: self.input_gate.painted(self._clock.now(), DEAF))

    def _lines(self, width: int, height: int) -> Sequence[Line]:
        room = width - 2
        spaced = " ".join(self.person.upper())
        name = spaced if len(spaced) <= room else short(self.person, room)
        lines: list[Line] = [line((_("PASS THE KEYBOARD TO"), "head")), ()]
        lines += [line((name, "turn")), ()]
        if self.left is not None:
            done = _("{name} has finished. Nobody's tiles are on the screen.")
            lines += [*folded(line((done.format(name=self.left), "dim")), room), ()]
        before, _key, after = _("Press {key} when only you can see the screen.").partition("{key}")
        lines += folded(line(before, (f" {self.key} ", "cursor", "open"), after), room)
        if height >= 14 and self.story:
            lines += [(), *(line((text, "dim")) for text in wrapped(self.story, room, 3))]
        top = max(0, (height - len(lines)) // 2)
        centred = [
            line(" " * max(0, (width - width_of(spans)) // 2), *spans) if spans else ()
            for spans in lines
        ]
        return [()] * top + centred

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == self.key:
            self.action_open()

    def on_pane_pressed(self, message: Pane.Pressed) -> None:
        message.stop()
        if not message.again:
            self.action_open()

    def action_open(self) -> None:
        self.dismiss(None)

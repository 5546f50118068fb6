"""A question that is answered by a few words: the word of a table, a new name, a code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events

from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.page import Page
from chickenscratch.tui.widgets.pane import Line, line
from chickenscratch.tui.widgets.prose import wrapped


class AskScreen(Page[str | None]):
    """Gives what was written, or None."""

    ACTS: ClassVar = (
        Act("answer", ("enter", "kp_enter"), "Enter", N_("go on"), N_("That is the answer."),
            footer=1),
        Act("erase", ("backspace", "delete"), "Bksp", N_("erase"), N_("Erase a character."),
            footer=3),
        Act("back", ("escape",), "Esc", N_("back"), N_("Leave it as it is."), footer=2),
    )  # fmt: skip

    def __init__(
        self,
        title: str,
        about: Sequence[str],
        *,
        start: str = "",
        most: int = 64,
        fits: Callable[[str], str] = lambda _text: "",
    ) -> None:
        """`about`: what is asked, sentence by sentence. `most`: characters. `fits` says what is
        wrong with an answer, or nothing."""
        super().__init__()
        self.title_ = title
        self.about_ = tuple(about)
        self.text = clean(start)
        self._most = most
        self._fits = fits
        self._wrong = ""

    @property
    def typing(self) -> bool:
        return True

    def head(self, width: int) -> Sequence[Line]:
        return (line((" " + self.title_, "head")),)

    def body(self, width: int) -> Sequence[Line]:
        rows: list[Line] = [()]
        for sentence in self.about_:
            rows += [line((" " + row, "")) for row in wrapped(sentence, max(8, width - 2))]
        return [*rows, (), line((" > ", "key"), (self.text, "strong"), ("_", "accent"))]

    def keep(self) -> tuple[int, int] | None:
        last = len(self.body(self.roll.size.width or 80)) - 1
        return last, last

    def notice(self) -> Line:
        return line((" " + self._wrong, "warn")) if self._wrong else ()

    def on_key(self, event: events.Key) -> None:
        if event.character and event.is_printable:
            event.stop()
            event.prevent_default()
            self._write(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._write(clean(event.text))

    def _write(self, text: str) -> None:
        self.text = clean(f"{self.text}{text}x")[:-1][: self._most]
        self._wrong = ""
        self.show()

    def action_erase(self) -> None:
        self.text = self.text[:-1]
        self.show()

    def action_answer(self) -> None:
        text = self.text.strip()
        self._wrong = self._fits(text) if text else _("Write something, or press Esc.")
        if self._wrong:
            self.show()
        else:
            self.dismiss(text)

    def action_back(self) -> None:
        self.dismiss(None)

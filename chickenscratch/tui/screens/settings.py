"""The settings: every change is seen at once and written into the settings file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult

from chickenscratch.company import LONGEST
from chickenscratch.config import ConfigError, Settings, change
from chickenscratch.core.tiles import tile
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import settings_words as say
from chickenscratch.tui.terminal import Colors
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import FIRST, LAST, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Pane, Span, line, width_of
from chickenscratch.tui.widgets.prose import wrapped
from chickenscratch.tui.widgets.roll import Roll

if TYPE_CHECKING:
    from chickenscratch.tui.app import ChickenApp

WIDEST: Final = 92
"""Columns of the block in the middle of a large window."""
LOW: Final = 18
"""Rows below which tiles are shown only while a theme is chosen."""
SAMPLE: Final = (*(tile(low, low + 1) for low in range(0, 10, 2)), tile(6, 6), tile(3, 0))
"""Tiles that show a theme: every number up to nine."""


class SettingsScreen(Marking, Page[None]):
    """Changes what the person may choose."""

    CSS_PATH = "settings.tcss"
    QUICK: ClassVar = Page.QUICK | {"mark"}  # the second click opens
    ACTS: ClassVar = (
        Act("up", ("up", "kp_up", "shift+tab"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "kp_down", "tab"), "↓", N_("down"), N_("The row below.")),
        Act("less", ("left", "kp_left"), "←", N_("less"), N_("The value before.")),
        Act(
            "more", ("right", "kp_right", "space"), "← →", N_("change"), N_("The next value."),
            footer=1,
        ),
        Act("enter", ("enter", "kp_enter"), "Enter", N_("change"), N_("The next value.")),
        Act(
            "reset", ("backspace", "delete"), "Bksp", N_("as it was made"),
            N_("The value it has if nobody changes it; in the name, erase a character."), footer=2,
        ),
        Act("back", ("escape",), "Esc", N_("back"), N_("Back to where you were."), footer=3),
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, file: Path | None = None) -> None:
        """`file`: where changes are written; without one they last as long as the program."""
        super().__init__()
        self.file = file
        self.at = 0
        self.problem = ""
        self._typed: str | None = None
        self._cut = False
        """The marked row is too long for this window; then it is said in full below."""

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        yield Roll(id="page-body")
        yield Pane(id="about")
        yield Pane(id="sample")
        yield Pane(id="page-foot")

    @property
    def chicken(self) -> ChickenApp:
        return cast("ChickenApp", self.app)

    @property
    def settings(self) -> Settings:
        return self.chicken.settings

    @property
    def row(self) -> str:
        """The setting that is marked."""
        return say.ROWS[self.at]

    def head(self, width: int) -> Sequence[Line]:
        return (line((_("SETTINGS"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        title = min(max(cell_len(say.title(name)) for name in say.ROWS) + 2, column // 2)
        return [(indent, *self._row(i, title, column)) for i in range(len(say.ROWS))]

    def _row(self, at: int, title: int, width: int) -> Line:
        name, here = say.ROWS[at], at == self.at
        changes = bool(say.choices(name, self.chicken.terminal.colors))
        value = say.words(self.settings, name)
        if name == "name":
            value = self._own_name + ("_" if here else "")
        act, room = f"mark({at})", max(4, width - title - 6)
        if here:
            self._cut = cell_len(say.title(name)) > title or cell_len(value) > room
        return (
            Span("> " if here else "  ", "key"),
            Span(fit(say.title(name), title), "strong" if here else "dim", act),
            Span("< " if here and changes else "  ", "key", f"step({at},-1)"),
            Span(short(value, room), "strong" if here else "", act),
            Span(" >" if here and changes else "  ", "key", f"step({at},1)"),
        )

    @property
    def _own_name(self) -> str:
        return self.settings.name if self._typed is None else self._typed

    def about(self, width: int) -> Sequence[Line]:
        """What the marked setting does."""
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        words = say.about(self.row)
        if self._cut:
            value = say.words(self.settings, self.row)
            words = f"{say.title(self.row)}: {value}. {words}"
        if self.row == "theme" and not say.choices("theme", self.chicken.terminal.colors):
            words += " " + _("This terminal shows no colours, so there is nothing to choose.")
        elif self.row == "theme" and self.chicken.terminal.colors is Colors.SIXTEEN:
            words += " " + _("This terminal has sixteen colours; the other themes need more.")
        elif self.row == "name":
            words += " " + _("Type to change it.")
        return [(indent, *line((part, "dim"))) for part in wrapped(words, column)]

    def sample(self, width: int) -> Sequence[Line]:
        """Tiles in the present theme."""
        pane = self.query_one("#sample", Pane)
        ink = ink_of(pane)
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        if pane.size.height < 5:
            row = [indent]
            for shown in SAMPLE:
                if width_of(row) + 5 <= width:
                    row += [*ink.tile(shown), Span(" ")]
            return [tuple(row[:-1])]
        boxes = [ink.box(shown) for shown in SAMPLE]
        gap = Span("  ")
        return [
            (indent, *(span for box in boxes for span in (*box[y], gap))) for y in range(5)
        ]  # fmt: skip

    def notice(self) -> Line:
        return line((" ! " + self.problem, "warn")) if self.problem else ()

    def show(self) -> None:
        self.roll.styles.max_height = len(say.ROWS) + 1
        low = self.size.height < LOW
        self.query_one("#sample", Pane).display = not low or self.row == "theme"
        super().show()
        self.show_in("about", self.about)
        self.show_in("sample", self.sample)

    def keep(self) -> tuple[int, int] | None:
        return self.at, self.at

    def _go(self, to: int, _step: int = 1) -> None:
        self._keep_name()
        self.at = max(0, min(to, len(say.ROWS) - 1))
        self.show()

    def action_mark(self, at: int) -> None:
        """A row was clicked."""
        again = at == self.at
        self._go(at)
        if again or self.row == "keys":
            self.action_enter()

    def action_step(self, at: int, step: int) -> None:
        """The sign before or behind a value was clicked."""
        self._go(at)
        self._step(step)

    def _step(self, step: int) -> None:
        name = self.row
        value = say.following(self.settings, name, step, self.chicken.terminal.colors)
        if value != getattr(self.settings, name):
            self._set(name, value)

    def _set(self, name: str, value: Any) -> None:
        """Live by it, and write it down."""
        self.problem = ""
        self.chicken.adopt(self.settings.model_copy(update={name: value}))
        if self.file is not None:
            try:
                change(self.file, **{name: value})
            except ConfigError as error:
                self.problem = str(error)
        self.show()

    def action_less(self) -> None:
        self._step(-1)

    def action_more(self) -> None:
        self._step(1)

    def action_enter(self) -> None:
        if self.row == "keys":
            self.open_keys()
        elif self.row == "name":
            self._keep_name()
        else:
            self._step(1)

    def open_keys(self) -> None:
        """Change single keys."""
        from chickenscratch.tui.screens.key_editor import KeyEditor

        def changed(keys: dict[str, str] | None) -> None:
            if keys is not None and keys != self.settings.keys:
                self._set("keys", keys)

        self.app.push_screen(KeyEditor(self.settings.key_set, self.settings.keys), changed)

    def action_reset(self) -> None:
        if self.row == "name":
            self._typed = self._own_name[:-1]
            self.show()
            return
        default = Settings.model_fields[self.row].default
        if default != getattr(self.settings, self.row):
            self._set(self.row, default)

    @property
    def typing(self) -> bool:
        return self.row == "name"

    def on_key(self, event: events.Key) -> None:
        """In the row of the name letters are letters."""
        if self.row == "name" and event.character and event.is_printable:
            event.stop()
            event.prevent_default()
            self._type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.row == "name":
            self._type(clean(event.text))

    def _type(self, text: str) -> None:
        self._typed = (self._own_name + text)[:LONGEST]
        self.show()

    def _keep_name(self) -> None:
        """The name has been typed."""
        typed, self._typed = self._typed, None
        if typed is not None and clean(typed) != self.settings.name:
            self._set("name", clean(typed))

    def action_back(self) -> None:
        self._keep_name()
        self.dismiss(None)

"""Setting a table up: rules, seats, and every house rule with what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult

from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleError
from chickenscratch.locale import N_, _
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.setup_draft import Draft
from chickenscratch.tui.screens.setup_rows import (
    PLAIN_ROWS,
    TYPED_ROWS,
    Row,
    about,
    cells,
    rows_of,
    summary,
)
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import FIRST, LAST, PAGE_DOWN, PAGE_UP, Page
from chickenscratch.tui.widgets.pane import Line, Pane, Span, line
from chickenscratch.tui.widgets.prose import wrapped
from chickenscratch.tui.widgets.roll import Roll

WIDEST: Final = 116
"""Columns of the block in the middle of a large window."""

ROOMY: Final = 36
"""Rows from which the form is not so tight."""


class SetupScreen(Marking, Page[TableSetup | None]):
    """Gives the table, or None if nothing comes of it."""

    CSS_PATH = "setup.tcss"
    ACTS: ClassVar[tuple[Act, ...]] = (
        Act("up", ("up", "kp_up", "shift+tab"), "↑", N_("up"), N_("The row above.")),
        Act("down", ("down", "kp_down", "tab"), "↓", N_("down"), N_("The row below.")),
        Act("less", ("left", "kp_left"), "←", N_("less"), N_("The value before.")),
        Act(
            "more", ("right", "kp_right", "space"), "← →", N_("change"), N_("The next value."),
            footer=2,
        ),
        Act("enter", ("enter", "kp_enter"), "Enter", N_("change"), N_("The next value, or play.")),
        Act("play", ("f2", "p"), "p", N_("play"), N_("Play at this table."), footer=1),
        Act(
            "reset", ("backspace", "delete"), "Del", N_("as in the preset"),
            N_("This rule as the preset has it; in a name, erase a character."), footer=3,
        ),
        Act("rules", ("r", "f1"), "r", N_("read the rules"), N_("The rules as they are now."),
            footer=4),
        Act("back", ("escape", "q"), "Esc", N_("back"), N_("Back to the home screen."), footer=5),
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, start: TableSetup) -> None:
        super().__init__()
        self.draft = Draft.of(start)
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        yield Roll(id="page-body")
        yield Pane(id="about")
        yield Pane(id="page-foot")

    @property
    def rows(self) -> list[Row]:
        """The form, row by row."""
        return rows_of(self.draft)

    @property
    def row(self) -> Row:
        """The row that is marked."""
        return self.rows[self.at]

    def head(self, width: int) -> Sequence[Line]:
        return (line((_("SET UP A GAME"), "head")),)

    def body(self, width: int) -> Sequence[Line]:
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        longest = max(cell_len(self._cells(r)[0]) for r in self.rows if r.kind not in PLAIN_ROWS)
        title = min(longest + 1, 32, column * 2 // 5)
        lines: list[Line] = []
        for i, row in enumerate(self.rows):
            if self.airy and row.kind == "head":
                lines.append(())
            lines.append((indent, *self._line(i, row, title, column)))
        return lines

    @property
    def airy(self) -> bool:
        """Whether there is room for empty lines."""
        return self.size.height >= ROOMY

    def _line(self, at: int, row: Row, title: int, width: int) -> Line:
        here = at == self.at
        mark = Span("> " if here else "  ", "key")
        if row.kind == "head":
            rule = "─" * max(0, width - cell_len(row.name) - 4)
            return (Span("  "), Span(row.name + " ", "head"), Span(rule, "line"))
        if row.kind == "play":
            words = short(summary(self.draft), max(0, width - 16))
            button = Span(" " + _("Play") + " ", "cursor" if here else "key", "play")
            return (mark, button, Span("  " + words, "accent" if here else "", "play"))
        name, value, changed = self._cells(row)
        star = Span("* " if changed else "  ", "warn")
        room = max(4, width - title - 8)
        act, look = f"mark({at})", "strong" if here else "accent" if changed else ""
        return (
            mark,
            Span(fit(name, title), "strong" if here else "dim", act),
            star,
            Span("< " if here else "  ", "key", f"step({at},-1)"),
            Span(short(value, room), look, f"step({at},1)"),
            Span(" >" if here else "  ", "key", f"step({at},1)"),
        )

    def _cells(self, row: Row) -> tuple[str, str, bool]:
        return cells(self.draft, row, marked=row == self.row)

    def about(self, width: int) -> Sequence[Line]:
        """What the marked row means."""
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        rows = [line((part, "dim")) for part in wrapped(about(self.draft, self.row), column)]
        row = self.row
        if row.kind == "rule" and self.draft.changed(row.name):
            preset = _(PRESETS[self.draft.base].title)
            words = _("{preset}: {words}").format(
                preset=preset, words=self.draft.preset_words(row.name)
            )
            rows += [line((part, "accent")) for part in wrapped(words, column)]
        return [(indent, *spans) for spans in rows]

    def notice(self) -> Line:
        problem = self.draft.problem
        return line((" ! " + problem, "warn")) if problem else ()

    def foot(self) -> Sequence[Act]:
        acts = super().foot()
        if self.typing:
            typing = {"play": "F2", "rules": "F1"}
            acts = [act._replace(sign=typing.get(act.id, act.sign)) for act in acts]
            return [act._replace(label=N_("erase")) if act.id == "reset" else act for act in acts]
        return [a for a in acts if a.id != "reset" or self.row.kind in ("rule", "practice")]

    def show(self) -> None:
        self.roll.styles.max_height = len(self.body(80)) + 1  # what it means stands right below
        super().show()
        self.show_in("about", self.about)

    def keep(self) -> tuple[int, int] | None:
        rows = self.rows
        heads = sum(row.kind == "head" for row in rows[: self.at]) if self.airy else 0
        under_head = self.at > 0 and rows[self.at - 1].kind == "head"
        return self.at + heads - under_head, self.at + heads

    def on_resize(self) -> None:
        self.show()

    def _go(self, to: int, step: int) -> None:
        rows = self.rows
        to = max(0, min(to, len(rows) - 1))
        while rows[to].kind == "head":
            to += step
        self.at = to
        self.show()

    def action_mark(self, at: int) -> None:
        """A row was clicked."""
        self._go(at, 1)

    def action_step(self, at: int, step: int) -> None:
        """The sign before or behind a value was clicked."""
        self.at = at
        self._step(step)

    def _step(self, step: int) -> None:
        row, draft = self.row, self.draft
        match row.kind:
            case "preset":
                draft = draft.with_preset(step)
            case "players":
                draft = draft.with_players(step)
            case "seat":
                draft = draft.with_kind(row.seat, step)
            case "practice":
                draft = replace(draft, practice=not draft.practice)
            case "rule":
                draft = draft.with_rule(row.name, step)
        self.draft = draft
        self.show()

    def action_less(self) -> None:
        self._step(-1)

    def action_more(self) -> None:
        self._step(1)

    def action_enter(self) -> None:
        if self.row.kind == "play":
            self.action_play()
        else:
            self._step(1)

    def action_reset(self) -> None:
        row = self.row
        if row.kind == "seat":
            self.draft = self.draft.erased(row.seat)
        elif row.kind == "seed":
            self.draft = replace(self.draft, seed=self.draft.seed[:-1])
        elif row.kind == "practice":
            self.draft = replace(self.draft, practice=False)
        elif row.kind == "rule":
            self.draft = self.draft.reset(row.name)
        self.show()

    @property
    def typing(self) -> bool:
        return self.row.kind in TYPED_ROWS

    def on_key(self, event: events.Key) -> None:
        """In a chair's row letters are the name of who sits there, in another one the seed."""
        if self.typing and event.character and event.is_printable:
            event.stop()
            event.prevent_default()
            self._type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.typing:
            self._type(clean(event.text))

    def _type(self, text: str) -> None:
        if self.row.kind == "seat":
            self.draft = self.draft.typed(self.row.seat, text)
        else:
            self.draft = self.draft.sown(text)
        self.show()

    def action_play(self) -> None:
        """Play, unless something is wrong; what it is can be read above the footer."""
        try:
            self.dismiss(self.draft.setup())
        except RuleError:
            self.show()

    def action_rules(self) -> None:
        from chickenscratch.tui.screens.rules import RulesScreen

        try:
            setup = self.draft.setup()
        except RuleError:
            return
        self.app.push_screen(RulesScreen(setup.rules, len(setup.seats)))

    def action_back(self) -> None:
        self.dismiss(None)

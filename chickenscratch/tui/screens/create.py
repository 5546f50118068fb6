"""Setting up a table of a host: the set-up of a game, and what else is to be agreed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.host.shapes import TableSettings
from chickenscratch.locale import N_, _
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import create_draft
from chickenscratch.tui.screens.create_draft import Terms
from chickenscratch.tui.screens.setup import WIDEST, SetupScreen
from chickenscratch.tui.screens.setup_draft import ROUNDS, RULE_NAMES
from chickenscratch.tui.screens.setup_rows import Row, summary
from chickenscratch.tui.text import clean, short
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import wrapped

_OTHER_WORDS = {
    "play": (N_("set it up"), N_("Set this table up and wait for the others.")),
    "back": (N_("back"), N_("Back to the lobby.")),
    "enter": (N_("change"), N_("The next value, or set the table up.")),
}


class CreateScreen(SetupScreen):
    """Gives the set-up, or None; :attr:`created` is what the host is to be asked for."""

    ACTS: ClassVar[tuple[Act, ...]] = tuple(
        act._replace(label=_OTHER_WORDS[act.id][0], help=_OTHER_WORDS[act.id][1])
        if act.id in _OTHER_WORDS
        else act
        for act in SetupScreen.ACTS
    )

    def __init__(self, rules: RuleSet, name: str) -> None:
        """`rules` to begin with; `name`: one's own."""
        super().__init__(create_draft.start_with(rules, name))
        self.terms = Terms()
        self.created: tuple[TableSettings, str | None] | None = None

    @property
    def rows(self) -> list[Row]:
        seats = [Row("seat", seat=seat) for seat in range(len(self.draft.seats))]
        return [
            Row("play"),
            Row("head", _("The table")),
            *(Row("host", name) for name in create_draft.NAMES),
            Row("players"),
            *seats,
            Row("head", _("The game")),
            Row("preset"),
            Row("rule", ROUNDS),
            Row("head", _("House rules")),
            *(Row("rule", name) for name in RULE_NAMES),
        ]

    def head(self, width: int) -> Sequence[Line]:
        return (line((_("SET UP A TABLE"), "head")),)

    def _line(self, at: int, row: Row, title: int, width: int) -> Line:
        if row.kind != "play":
            return super()._line(at, row, title, width)
        here = at == self.at
        words = short(summary(self.draft), max(0, width - 20))
        return (
            Span("> " if here else "  ", "key"),
            Span(" " + _("Set it up") + " ", "cursor" if here else "key", "play"),
            Span("  " + words, "accent" if here else "", "play"),
        )

    def _cells(self, row: Row) -> tuple[str, str, bool]:
        if row.kind == "host":
            return create_draft.cells(self.terms, row.name, marked=row == self.row)
        if row.kind == "seat":
            words = create_draft.seat_words(self.draft, row.seat)
            return f"  {row.seat + 1}", words, False
        return super()._cells(row)

    def about(self, width: int) -> Sequence[Line]:
        row = self.row
        if row.kind == "host":
            words = create_draft.about(self.terms, row.name)
        elif row.kind == "seat":
            words = _("Computer players take the last seats; free ones can be given to them later.")
        elif row.kind == "play":
            words = _("You sit down first; the game begins when all are there and ready.")
        else:
            return super().about(width)
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        return [(indent, *line((part, "dim"))) for part in wrapped(words, column)]

    def notice(self) -> Line:
        problem = self.terms.problem
        return line((" ! " + problem, "warn")) if problem else super().notice()

    @property
    def typing(self) -> bool:
        return self.row.kind == "host" and self.row.name in create_draft.TYPED

    def _step(self, step: int) -> None:
        row, before = self.row, self.draft
        if row.kind == "host":
            self.terms = self.terms.stepped(row.name, step)
            self.show()
        elif row.kind != "seat" or row.seat:
            super()._step(step)
            self.draft = create_draft.with_free_seats(before, self.draft)
            self.show()

    def action_reset(self) -> None:
        row = self.row
        if row.kind == "host":
            typed = row.name in create_draft.TYPED
            terms = self.terms
            self.terms = terms.erased(row.name) if typed else terms.usual(row.name)
            self.show()
        elif row.kind != "seat":
            super().action_reset()

    def _type(self, text: str) -> None:
        self.terms = self.terms.typed(self.row.name, clean(f"{text}x")[:-1])
        self.show()

    def action_play(self) -> None:
        try:
            setup = self.draft.setup()
        except RuleError:
            self.show()
            return
        if self.terms.problem:
            names = [row.name for row in self.rows]
            self._go(names.index("word"), 1)
            return
        word = None if self.terms.public else self.terms.word.strip()
        self.created = (self.terms.settings(setup), word)
        self.dismiss(setup)

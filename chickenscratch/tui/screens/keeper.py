"""The score keeper: the sheet alone, for people who play with real tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult

from chickenscratch.core.rules import RoundOrder
from chickenscratch.core.sheet import SheetError
from chickenscratch.locale import N_, _
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import rules_title, sheet_text
from chickenscratch.store.errors import StoreError
from chickenscratch.store.keeper import KeptSheet
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import keeper_lines as lines
from chickenscratch.tui.screens.keeper_draft import LEAD, TYPED, RoundDraft
from chickenscratch.tui.screens.keeper_lines import Grid
from chickenscratch.tui.screens.what_next import EXPORTS
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.page import DOWN, FIRST, LAST, PAGE_DOWN, PAGE_UP, UP, Page
from chickenscratch.tui.widgets.pane import Line, Pane, line, spread, width_of
from chickenscratch.tui.widgets.prose import folded
from chickenscratch.tui.widgets.roll import BAR, Roll


class KeeperScreen(Page[None]):
    """Every round is a row, every player a column; what is typed goes where the mark is."""

    CSS_PATH = "keeper.tcss"
    QUICK: ClassVar = Page.QUICK | {"left", "right", "undo"}
    ACTS: ClassVar = (
        Act("write", ("enter", "kp_enter"), "Enter", N_("next"),
            N_("The next player; when nobody is missing, write the round down."), footer=1),
        Act("out", ("o",), "o", N_("went out"),
            N_("This player went out; again: with a double, if that costs something."), footer=2),
        Act("undo", ("u",), "u", N_("undo"), N_("Take the last round or correction back."),
            footer=3),
        Act("copy", ("y",), "y", N_("copy"), N_("The sheet as text, to copy."), footer=4),
        Act("leave", ("escape", "q"), "Esc", N_("back"), N_("Leave; the sheet is kept."),
            footer=5),
        Act("export", ("e",), "e", N_("export"), N_("The sheet as a file: text, CSV, to print…"),
            footer=6),
        Act("right", ("right", "l", "kp_right"), "→", N_("right"), N_("The next player.")),
        Act("left", ("left", "h", "kp_left"), "←", N_("left"), N_("The player before.")),
        Act("erase", ("backspace",), "Bksp", N_("erase"), N_("Erase a character."), footer=6),
        Act("clear", ("delete", "kp_delete"), "Del", N_("clear"), N_("Erase the whole field.")),
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, kept: KeptSheet) -> None:
        """`kept` belongs to whoever opens the screen, and is closed by them."""
        super().__init__()
        self.kept = kept
        self.news = ""
        self.number = 1
        self.column = LEAD
        self._drafts: dict[int, RoundDraft] = {}
        self._sure = False
        self._entered = True
        """The mark has just come here: a number replaces what stands in the field."""
        self._to_next()

    @property
    def grid(self) -> Grid:
        """What is on the screen."""
        width = self.size.width - 4 - BAR
        return Grid.fitted(self.kept.sheet, self._drafts, self.number, self.column, width)

    @property
    def draft(self) -> RoundDraft:
        """What stands in the row that is marked."""
        return self.grid.draft

    @property
    def last(self) -> int:
        """The last row: the next round, or the last one of the game."""
        sheet = self.kept.sheet
        return min(len(sheet.results) + 1, sheet.rules.game_rounds)

    def _to_next(self) -> None:
        """Mark the place where one goes on writing."""
        self.number = self.last
        pool = self.kept.sheet.rules.round_order is RoundOrder.POOL
        self.column = LEAD if pool and not self.kept.sheet.over else 1
        self._entered = True

    def _change(self, draft: RoundDraft) -> None:
        self._drafts[self.number] = draft
        self._entered = False
        self.news, self._sure = "", False
        self.show()

    def compose(self) -> ComposeResult:
        yield Pane(id="page-head")
        yield Roll(id="page-body")
        yield Pane(id="sums")
        yield Pane(id="page-foot")

    def head(self, width: int) -> Sequence[Line]:
        rules = self.kept.sheet.rules
        words = _("round {round} of {rounds}").format(round=self.number, rounds=rules.game_rounds)
        left = line((_("SCORE KEEPER") + "  ", "head"), (rules_title(rules), "strong"))
        if width_of(left) + cell_len(words) >= width:
            left = left[1:]
        return (spread(left, line((words, "dim")), width), lines.names(self.grid))

    def body(self, width: int) -> Sequence[Line]:
        grid = self.grid
        return [lines.round_row(grid, number) for number in range(1, self.last + 1)]

    def keep(self) -> tuple[int, int] | None:
        return self.number - 1, self.number - 1

    def sums(self, width: int, height: int) -> Sequence[Line]:
        """Totals and places, what the marked field says, and the keys to click."""
        grid = self.grid
        words = folded(line((" " + lines.about(grid), "accent")), width)
        found = lines.sums(grid)
        keys = lines.keypad(width)
        if height < len(found) + len(words) + len(keys):  # the rule, behind and place give way
            found = found[1:2]
        return (*found, *words, *keys)

    def notice(self) -> Line:
        return line((" " + self.news, "warn")) if self.news else ()

    def foot(self) -> Sequence[Act]:
        acts = super().foot()
        if self.draft.gap(self.kept.sheet, self.column) is None and self._may_write:
            return [a._replace(label=N_("write down")) if a.id == "write" else a for a in acts]
        return acts

    @property
    def _may_write(self) -> bool:
        """Whether there is something in this row that is not on the sheet yet."""
        return self.number in self._drafts

    def show(self) -> None:
        super().show()
        self.query_one("#sums", Pane).show(self.sums)

    def _go(self, number: int, column: int) -> None:
        self.number = max(1, min(number, self.last))
        self.column = column % (self.kept.sheet.seats + 1)
        self._entered = True
        self.news, self._sure = "", False
        self.show()

    def action_left(self) -> None:
        self._go(self.number, self.column - 1)

    def action_right(self) -> None:
        self._go(self.number, self.column + 1)

    def action_up(self) -> None:
        self._go(self.number - 1, self.column)

    def action_down(self) -> None:
        self._go(self.number + 1, self.column)

    def action_page_up(self) -> None:
        self._go(self.number - 10, self.column)

    def action_page_down(self) -> None:
        self._go(self.number + 10, self.column)

    def action_first(self) -> None:
        self._go(1, self.column)

    def action_last(self) -> None:
        self._go(self.last, self.column)

    def action_go(self, column: int) -> None:
        """A name was clicked."""
        self._go(self.number, column)

    def action_mark(self, number: int, column: int) -> None:
        """A field was clicked; the lead's field, once it is marked, gives the next lead."""
        if column == LEAD and (number, column) == (self.number, self.column):
            self._change(self.draft.next_lead(self.kept.sheet))
        else:
            self._go(number, column)

    def takes_key(self, key: str) -> bool:
        """The tab key goes from field to field, instead of from widget to widget."""
        if key in ("tab", "shift+tab"):
            self._go(self.number, self.column + (1 if key == "tab" else -1))
            return True
        return False

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in TYPED:
            event.stop()
            event.prevent_default()
            self.action_type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._type(event.text)

    def _type(self, text: str) -> None:
        sheet = self.kept.sheet
        self._change(self.draft.typed(sheet, self.column, text, instead=self._entered))

    def action_type(self, text: str) -> None:
        """A character was typed, or clicked."""
        if self.column == LEAD and text == " ":
            self._change(self.draft.next_lead(self.kept.sheet))
        else:
            self._type(text)

    def action_erase(self) -> None:
        self._change(self.draft.erased(self.column))

    def action_clear(self) -> None:
        self._change(self.draft.cleared(self.column))

    def action_out(self) -> None:
        if self.column == LEAD:
            self.news = _("Choose the player who went out first.")
            self.show()
        else:
            self._change(self.draft.with_out(self.kept.sheet, self.column))

    def action_write(self) -> None:
        """Go to the next field that is missing; with none, write the round down."""
        gap = self.draft.gap(self.kept.sheet, self.column)
        if gap is not None and gap != self.column:
            self._go(self.number, gap)
        elif gap is not None:
            self.news = _("There is nothing written in this field yet.")
            self.show()
        elif not self._may_write:
            self._go(self.number, self.column + 1)
        else:
            self._write()

    def _write(self) -> None:
        try:
            self.kept.write(*self.draft.written(self.kept.sheet))
        except (SheetError, StoreError) as error:
            self.news = clean(say(error.sentence))
            self.show()
            return
        number = self.number
        self._drafts.pop(number)
        self.news, self._sure = "", False
        self._to_next()
        self.show()

    def action_undo(self) -> None:
        """Take the last round or correction back. What is being typed stays."""
        try:
            done = self.kept.undo()
        except StoreError as error:
            self.news = clean(say(error.sentence))
        else:
            self.news = _("Taken back.") if done else _("There is nothing to take back.")
            if done:
                self._drafts.clear()
                self._to_next()
        self.show()

    def action_copy(self) -> None:
        from chickenscratch.tui.screens.copy_text import CopyTextScreen

        self.app.push_screen(CopyTextScreen(sheet_text(self.kept.sheet)))

    def action_export(self) -> None:
        from chickenscratch.tui.screens.export import ExportScreen, SheetSource

        folder = self.kept.path.parent.parent / EXPORTS
        self.app.push_screen(ExportScreen(SheetSource(self.kept.sheet), folder))

    def action_leave(self) -> None:
        """Leave, but not with a half-written row by a slip of the finger."""
        if not self._sure and not all(draft.empty for draft in self._drafts.values()):
            self._sure = True
            self.news = _("This round is not written down yet; once more to leave all the same.")
            self.show()
        else:
            self.dismiss(None)

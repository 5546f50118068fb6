"""Exporting a recorded game or a score sheet: a document a key press, and where it went."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Protocol

from rich.cells import cell_len

from chickenscratch.core.record import RecordError
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.core.state import Round
from chickenscratch.locale import N_, _, documents
from chickenscratch.locale.documents import KINDS, NoDocumentError
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import rules_title
from chickenscratch.store import StoreError
from chickenscratch.store.records import RecordedGame, write_new
from chickenscratch.tui.art.record_svg import record_svg, table_svg
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import clean, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import HELP, Page
from chickenscratch.tui.widgets.pane import Line, Span, line, width_of
from chickenscratch.tui.widgets.prose import wrapped


class Source(Protocol):
    """What can be exported."""

    @property
    def rules(self) -> RuleSet: ...

    @property
    def created(self) -> str: ...

    @property
    def stem(self) -> str:
        """How the names of its files begin."""
        ...

    @property
    def kinds(self) -> Sequence[str]: ...

    def text(self, kind: str) -> str:
        """The document. Raises NoDocumentError and RecordError."""
        ...


class GameSource:
    """A recorded game."""

    kinds = tuple(KINDS)

    def __init__(self, game: RecordedGame, table: Round | None = None) -> None:
        """`table`: the board that is drawn, instead of the last one."""
        header = game.record.header
        self.rules, self.created = header.rules, header.created
        self.stem = documents.stem_of(header.rules, header.created)
        self._game, self._table = game, table

    def text(self, kind: str) -> str:
        record, table = self._game.record, self._table
        if kind != "svg":
            return documents.text_of(kind, record, self._game.lines)
        if table is not None and table.laid:
            return table_svg(self.rules, table)
        return record_svg(record)


class SheetSource:
    """A score sheet that was kept by hand."""

    kinds = (*documents.TABLES, *documents.BLANKS)

    def __init__(self, sheet: ScoreSheet) -> None:
        self.rules, self.created = sheet.rules, sheet.created
        self.stem = documents.stem_of(sheet.rules, sheet.created)
        self._sheet = sheet

    def text(self, kind: str) -> str:
        if kind in documents.BLANKS:
            return documents.BLANKS[kind](self.rules, self._sheet.names)
        return documents.TABLES[kind](self._sheet)


class ExportScreen(Marking, Page[None]):
    """Writes new files; nothing is ever overwritten."""

    CSS_PATH = "export.tcss"
    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The kind above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The kind below.")),
        Act("choose", ("enter", "space", "kp_enter"), "Enter", N_("write"),
            N_("Write a new file of the marked kind."), footer=1),
        Act("close", ("escape", "q"), "Esc", N_("back"), N_("Back to where you were."), footer=2),
        Act("copy", ("y",), "y", N_("copy"),
            N_("The text of the marked kind to the clipboard, instead of a file."), footer=3),
        HELP._replace(footer=4),
        Act("first", ("home", "kp_home"), "Home", N_("beginning"), N_("The first kind.")),
        Act("last", ("end", "kp_end"), "End", N_("end"), N_("The last kind.")),
    )  # fmt: skip

    def __init__(self, source: Source, folder: Path) -> None:
        """`folder` need not exist yet."""
        super().__init__()
        self.source = source
        self.folder = folder
        self.at = 0
        self.written: list[Path] = []
        """The files that were written here."""
        self.news = ""
        """Why something could not be written."""

    @property
    def kind(self) -> str:
        """The kind that is marked."""
        return self.source.kinds[self.at]

    def head(self, width: int) -> Sequence[Line]:
        about = f"{rules_title(self.source.rules)}  {self.source.created[:10]}"
        return (line((_("EXPORT") + "  ", "head"), (about, "strong")),)

    def body(self, width: int) -> Sequence[Line]:
        lines: list[Line] = []
        for place, kind in enumerate(KINDS[name] for name in self.source.kinds):
            here, act = place == self.at, f"pick({place})"
            title, ending = f" {_(kind.title)} ", f"  .{kind.ending}"
            row = line(
                (" > " if here else "   ", "key", act),
                (short(title, width - 4), "cursor" if here else "strong", act),
            )
            if width_of(row) + cell_len(ending) < width:
                row = (*row, Span(ending, "accent" if here else "dim", act))
            lines.append(row)
        said = wrapped(_("The files go here; nothing is overwritten:"), width - 4)
        lines += [(), *(line((f"   {row}", "dim")) for row in said)]
        lines += [line((f"   {row}", "dim")) for row in _whole(self.folder, width - 4)]
        if self.written:
            lines += [(), line(("   " + _("Written:"), "good"))]
        for path in reversed(self.written):
            lines += [line((f"   {row}", "good")) for row in _whole(path, width - 4)]
        return lines

    def keep(self) -> tuple[int, int]:
        return self.at, self.at

    def notice(self) -> Line:
        if self.news:
            return line((f" {self.news}", "warn"))
        cut = cell_len(_(KINDS[self.kind].title)) > self.roll.size.width - 8
        return line((f" {_(KINDS[self.kind].title)}", "accent")) if cut else ()

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, len(self.source.kinds) - 1))
        self.news = ""
        self.show()

    def action_pick(self, at: int) -> None:
        """A kind was clicked."""
        self._go(at)
        self.action_choose()

    def action_choose(self) -> None:
        """Write the marked kind to a new file, and say where it is or why not."""
        self.news = ""
        text = self._made()
        if text is not None:
            try:
                stem, ending = self.source.stem, KINDS[self.kind].ending
                self.written.append(write_new(self.folder, stem, ending, text))
            except StoreError as error:
                self.news = say(error.sentence)
        self.show()

    def action_copy(self) -> None:
        from chickenscratch.tui.screens.copy_text import CopyTextScreen

        text = self._made()
        if text is None:
            self.show()
        else:
            self.app.push_screen(CopyTextScreen(text))

    def action_close(self) -> None:
        self.dismiss(None)

    def _made(self) -> str | None:
        try:
            return self.source.text(self.kind)
        except NoDocumentError as error:
            self.news = str(error)
        except RecordError as error:
            self.news = say(error.sentence)
        return None


def _whole(path: Path, width: int) -> list[str]:
    """A path in as many rows as it takes, so that it can be copied."""
    text = clean(str(path))
    return [text[at : at + max(1, width)] for at in range(0, len(text), max(1, width))]

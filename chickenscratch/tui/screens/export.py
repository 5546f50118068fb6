"""Exporting a recorded game: every kind of document, a key press each, and where it went."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from chickenscratch.core.record import Header, RecordError
from chickenscratch.core.state import Round
from chickenscratch.locale import N_, _, documents
from chickenscratch.locale.documents import KINDS, NoDocumentError
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import rules_title
from chickenscratch.store import StoreError
from chickenscratch.store.records import RecordedGame, write_new
from chickenscratch.tui.art.record_svg import record_svg, table_svg
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import clean
from chickenscratch.tui.widgets.page import HELP, Page
from chickenscratch.tui.widgets.pane import Line, line


class ExportScreen(Page[None]):
    """Writes new files; nothing is ever overwritten."""

    CSS_PATH = "export.tcss"
    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The kind above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The kind below.")),
        Act("write", ("enter", "space", "kp_enter"), "Enter", N_("write"),
            N_("Write a new file of the marked kind."), footer=1),
        Act("close", ("escape", "q"), "Esc", N_("back"), N_("Back to where you were."), footer=2),
        Act("copy", ("y",), "y", N_("copy"),
            N_("The text of the marked kind to the clipboard, instead of a file."), footer=3),
        HELP._replace(footer=4),
        Act("first", ("home", "kp_home"), "Home", N_("beginning"), N_("The first kind.")),
        Act("last", ("end", "kp_end"), "End", N_("end"), N_("The last kind.")),
    )  # fmt: skip

    def __init__(self, game: RecordedGame, folder: Path, table: Round | None = None) -> None:
        """`folder` need not exist yet. `table`: the board that is drawn, instead of the last."""
        super().__init__()
        self.game = game
        self.folder = folder
        self.table = table
        self.at = 0
        self.written: list[Path] = []
        """The files that were written here."""
        self.news = ""
        """Why something could not be written."""

    # --- what it says ------------------------------------------------------------------------

    def head(self, width: int) -> Sequence[Line]:
        header = self.game.record.header
        about = f"{rules_title(header.rules)}  {header.created[:10]}"
        return (line((_("EXPORT") + "  ", "head"), (about, "strong")),)

    def body(self, width: int) -> Sequence[Line]:
        lines: list[Line] = []
        for place, kind in enumerate(KINDS.values()):
            here, act = place == self.at, f"pick({place})"
            lines.append(
                line(
                    (" > " if here else "   ", "key", act),
                    (f" {_(kind.title)} ", "cursor" if here else "strong", act),
                    (f"  …{kind.ending}", "accent" if here else "dim", act),
                )
            )
        lines += [(), line(("   " + _("The files go here; nothing is overwritten:"), "dim"))]
        lines += [line((f"   {row}", "dim")) for row in _whole(self.folder, width - 4)]
        if self.written:
            lines += [(), line(("   " + _("Written:"), "good"))]
        for path in reversed(self.written):
            lines += [line((f"   {row}", "good")) for row in _whole(path, width - 4)]
        return lines

    def keep(self) -> tuple[int, int]:
        return self.at, self.at

    def notice(self) -> Line:
        return line((f" {self.news}", "warn")) if self.news else ()

    # --- acts --------------------------------------------------------------------------------

    def _go(self, at: int) -> None:
        self.at = max(0, min(at, len(KINDS) - 1))
        self.news = ""
        self.show()

    def action_up(self) -> None:
        self._go(self.at - 1)

    def action_down(self) -> None:
        self._go(self.at + 1)

    def action_first(self) -> None:
        self._go(0)

    def action_last(self) -> None:
        self._go(len(KINDS) - 1)

    def action_pick(self, at: int) -> None:
        """A kind was clicked."""
        self._go(at)
        self.action_write()

    def action_write(self) -> None:
        """Write the marked kind to a new file, and say where it is or why not."""
        kind = list(KINDS)[self.at]
        self.news = ""
        text = self._made(kind)
        if text is not None:
            try:
                stem = stem_of(self.game.record.header)
                self.written.append(write_new(self.folder, stem, KINDS[kind].ending, text))
            except StoreError as error:
                self.news = say(error.sentence)
        self.show()

    def action_copy(self) -> None:
        from chickenscratch.tui.screens.copy_text import CopyTextScreen

        text = self._made(list(KINDS)[self.at])
        if text is None:
            self.show()
        else:
            self.app.push_screen(CopyTextScreen(text))

    def action_close(self) -> None:
        self.dismiss(None)

    def _made(self, kind: str) -> str | None:
        try:
            return text_of(self.game, kind, self.table)
        except NoDocumentError as error:
            self.news = str(error)
        except RecordError as error:
            self.news = say(error.sentence)
        return None


def _whole(path: Path, width: int) -> list[str]:
    """A path in as many rows as it takes, so that it can be copied."""
    text = clean(str(path))
    return [text[at : at + max(1, width)] for at in range(0, len(text), max(1, width))]


def text_of(game: RecordedGame, kind: str, table: Round | None = None) -> str:
    """A document of this kind. Raises NoDocumentError and RecordError."""
    header = game.record.header
    match kind:
        case "log":
            return documents.log_text(game.record)
        case "record":
            return documents.record_text(game.record, game.lines)
        case "svg" if table is not None and table.laid:
            return table_svg(header.rules, table)
        case "svg":
            return record_svg(game.record)
        case "blank" | "blank-html":
            return documents.BLANKS[kind](header.rules, [seat.name for seat in header.seats])
        case _:
            return documents.TABLES[kind](documents.sheet_of(game.record))


def stem_of(header: Header) -> str:
    """How the names of this game's files begin: when it was begun, and what was played."""
    return re.sub(r"[^0-9A-Za-z-]", "", f"{header.created[:10]}-{header.preset}") or "game"

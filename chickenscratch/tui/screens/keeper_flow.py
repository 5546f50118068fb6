"""From the list of score sheets to one of them and back again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.app import App
from textual.screen import Screen

from chickenscratch.core.presets import PRESETS
from chickenscratch.core.sheet import SheetError
from chickenscratch.locale import N_, _
from chickenscratch.locale.numbers import both
from chickenscratch.locale.reasons import say
from chickenscratch.locale.sheet import rules_title, verdict
from chickenscratch.store.errors import StoreError
from chickenscratch.store.keeper import ListedSheet, SheetList, SheetShelf
from chickenscratch.tui.gate import Gate
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.keeper import KeeperScreen
from chickenscratch.tui.screens.keeper_setup import KeeperSetupScreen, NewSheet
from chickenscratch.tui.text import clean, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import DOWN, FIRST, LAST, PAGE_DOWN, PAGE_UP, UP, Page
from chickenscratch.tui.widgets.pane import Line, line

NEW: Final = "new"


class KeeperListScreen(Marking, Page[Path | str | None]):
    """Gives the sheet to go on with, :data:`NEW`, or None for enough."""

    CSS_PATH = "keeper.tcss"
    ACTS: ClassVar = (
        Act("choose", ("enter", "space", "kp_enter"), "Enter", N_("choose"),
            N_("Choose the marked entry."), footer=1),
        Act("new", ("n",), "n", N_("new sheet"), N_("Begin a new sheet."), footer=2),
        Act("back", ("escape", "q"), "Esc", N_("back"), N_("Back to where you were."), footer=3),
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        FIRST,
        LAST,
    )  # fmt: skip

    def __init__(self, found: SheetList, *, news: str = "") -> None:
        super().__init__()
        going = [entry for entry in found.sheets if not entry.sheet.over]
        over = [entry for entry in found.sheets if entry.sheet.over]
        self.sheets = (*going, *over)
        self.news = news
        self.at = 0 if going else len(self.sheets)

    def head(self, width: int) -> Sequence[Line]:
        words = _("for games with real tiles")
        return (line((_("SCORE KEEPER") + "  ", "head"), (words, "dim")),)

    def body(self, width: int) -> Sequence[Line]:
        lines = [self._entry(i, entry, width) for i, entry in enumerate(self.sheets)]
        here, act = self.at == len(self.sheets), f"pick({len(self.sheets)})"
        mark = ("> " if here else "  ", "key")
        lines.append(line(mark, (" " + _("New sheet") + " ", "cursor" if here else "strong", act)))
        return lines

    def _entry(self, at: int, entry: ListedSheet, width: int) -> Line:
        here = at == self.at
        act = f"pick({at})"
        title = short(f" {both([clean(name) for name in entry.sheet.names])} ", width * 2 // 5)
        words = f"{rules_title(entry.sheet.rules)}, {verdict(entry.sheet)}"
        room = max(0, width - cell_len(title) - 4)
        return line(
            ("> " if here else "  ", "key"),
            (title, "cursor" if here else "strong", act),
            ("  " + short(words, room), "accent" if here else "dim", act),
        )

    def keep(self) -> tuple[int, int] | None:
        return self.at, self.at

    def notice(self) -> Line:
        if self.news or self.at == len(self.sheets):
            return line((" " + self.news, "warn")) if self.news else ()
        sheet = self.sheets[self.at].sheet
        names = both([clean(name) for name in sheet.names])
        return line((f"   {names}: {rules_title(sheet.rules)}, {verdict(sheet)}", "dim"))

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, len(self.sheets)))
        self.show()

    def action_pick(self, at: int) -> None:
        """An entry was clicked."""
        self._go(at)
        self.action_choose()

    def action_choose(self) -> None:
        self.dismiss(self.sheets[self.at].path if self.at < len(self.sheets) else NEW)

    def action_new(self) -> None:
        self.dismiss(NEW)

    def action_back(self) -> None:
        self.dismiss(None)


async def keep_score(
    app: App[Any], folder: Path, name: str, first: Path | NewSheet | None = None
) -> None:
    """Keep score until it is enough. To be called from a worker.

    `folder`: where the sheets are. `name`: the person's own, for a new sheet. `first`: the sheet
    to begin with, instead of the list; when it is left, so is all of it.
    """
    shelf, news = SheetShelf(folder), ""
    while True:
        choice = first if first is not None else await _chosen(app, shelf, name, news)
        if choice is None:
            return
        news = await _kept(app, shelf, choice)
        if first is not None and not news:
            return
        first = None


async def _chosen(app: App[Any], shelf: SheetShelf, name: str, news: str) -> Path | NewSheet | None:
    """What is chosen from the list: a sheet, or all that a new one needs."""
    while True:
        try:
            found = shelf.contents()
        except StoreError as error:
            found = SheetList((), (error,))
        refused = _said(found.refused[0], shelf) if found.refused else ""
        choice = await app.push_screen_wait(KeeperListScreen(found, news=news or refused))
        if choice != NEW:
            return choice if isinstance(choice, Path) else None
        latest = found.sheets[0].sheet if found.sheets else None
        rules = PRESETS["chicken-foot"].rules if latest is None else latest.rules
        names = (name, "") if latest is None else latest.names
        made = await app.push_screen_wait(KeeperSetupScreen(rules, names))
        if made is not None:
            return made
        news = ""


async def _kept(app: App[Any], shelf: SheetShelf, choice: Path | NewSheet) -> str:
    """Keep one sheet until it is left. Gives a sentence if that was not possible."""
    try:
        kept = shelf.open(choice) if isinstance(choice, Path) else shelf.new(*choice)
    except (StoreError, SheetError) as error:
        return _said(error, shelf)
    try:
        await app.push_screen_wait(KeeperScreen(kept))
    finally:
        kept.close()
    return ""


def _said(error: StoreError | SheetError, shelf: SheetShelf) -> str:
    """What went wrong; files in our own folder by their names alone."""
    return clean(say(error.sentence)).replace(f"{shelf.folder}{os.sep}", "")


class KeepScore(Screen[object]):
    """The bare ground under the score keeper, when it is all there is."""

    def __init__(self, folder: Path, name: str, first: Path | NewSheet | None = None) -> None:
        super().__init__()
        self.input_gate = Gate()
        self.input_gate.close()
        self._asked = (folder, name, first)

    def on_mount(self) -> None:
        self.run_worker(self._keep(), exit_on_error=True)

    async def _keep(self) -> None:
        await keep_score(self.app, *self._asked)
        self.app.exit(0)

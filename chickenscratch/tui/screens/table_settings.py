"""What the settings change at a table that is being played: its look, and forced moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.binding import BindingsMap

from chickenscratch.config import Settings
from chickenscratch.core.text import Sentence
from chickenscratch.locale import N_
from chickenscratch.tui.keys import bindings
from chickenscratch.tui.screens.table_part import TablePart

AUTOPLAY_AFTER: Final = 1.0
"""Seconds in which a forced move can still be stopped."""

_FORCED: Final = Sentence(N_("There is only one thing to do, and it is done for you; any key: no."))


class TableSettings(TablePart):
    """Mixed into the table screen."""

    def bind_keys(self) -> None:
        """Take the keys that the settings want."""
        table = self._table
        table._bindings = BindingsMap(bindings(table.chicken.keys.acts, hosted=table.hosted))
        table.refresh_bindings()

    def adopt(self, settings: Settings) -> None:
        """Go on by other settings."""
        table = self._table
        zoomed = settings.zoom is not table.settings.zoom
        if (settings.key_set, settings.keys) != (table.settings.key_set, table.settings.keys):
            self.bind_keys()
            table._look()
        table.settings = settings
        table.board.settle()
        table.board.motion = table.chicken.motion
        table.story = table.tell_story()
        if zoomed:
            table.fix_zoom()

    def foresee(self) -> None:
        """A turn begins: if it leaves no choice and the person wants that, make the move."""
        table = self._table
        table.waits.cancel("auto")
        if table.settings.autoplay and table.scene.forced_move:
            table.tell(_FORCED)
            table.waits.start("auto", AUTOPLAY_AFTER, self._do_it)

    def pass_now(self) -> None:
        """Make the pass that was announced."""
        self._table.waits.cancel("pass")
        self._table.press("pass_")

    def stop_autoplay(self) -> bool:
        """A key was pressed; True if that was meant to stop a move."""
        table = self._table
        if "auto" not in table.waits:
            return False
        table.waits.cancel("auto")
        table.mind = replace(table.mind, notice=None)
        table.show_mind()
        return True

    def _do_it(self) -> None:
        table = self._table
        if table.scene.forced_move and not table.mind.lifted:
            table.press("obvious")
        if table.mind.lifted and table.scene.forced_move:
            table.press("confirm")

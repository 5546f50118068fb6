"""Taking back and doing again, named in words before it is done."""

from __future__ import annotations

from chickenscratch.core.text import Sentence
from chickenscratch.locale import N_
from chickenscratch.locale.takeback import take_back_words
from chickenscratch.table.link import Redo, TakeBack, Undo
from chickenscratch.tui.screens.table_part import TablePart

_TAKE_BACK = N_("{key} again takes back {moves}.")
_DO_AGAIN = N_("{key} again does again {moves}.")


class TableUndo(TablePart):
    """Mixed into the table screen."""

    _offered: tuple[int, TakeBack] | None = None
    """The update and the offer that the last key press named."""

    def action_undo(self) -> None:
        self._take_back(_TAKE_BACK, "undo")

    def action_redo(self) -> None:
        self._take_back(_DO_AGAIN, "redo")

    def _take_back(self, template: str, act: str) -> None:
        table = self._table
        seat, update = table.me, table.latest
        if seat is None:
            return
        offer = update.undo if act == "undo" else update.redo
        if offer is None or self._offered == (update.seq, offer):
            # without an offer the table is asked all the same: it says why not
            self._offered = None
            table.send(Undo(seat) if act == "undo" else Redo(seat), update.seq)
            return
        self._offered = (update.seq, offer)
        moves = take_back_words(offer.actions, table.names, table.reader)
        key = table.chicken.keys.sign(act)
        table.tell(Sentence(template, {"key": key, "moves": moves}))

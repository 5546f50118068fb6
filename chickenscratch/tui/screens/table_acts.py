"""The actions behind the keys of the table screen: one method for each row of the key table."""

from __future__ import annotations

from typing import Final

from chickenscratch.core.text import Sentence
from chickenscratch.locale import N_
from chickenscratch.tui.screens.table_part import TablePart

FACE_DOWN_TIME: Final = 8.0
"""Seconds until tiles that were turned face down turn up again by themselves."""

_FREED: Final = Sentence(N_("The mouse is free for the terminal; F8 takes it back."))
_TAKEN: Final = Sentence(N_("The mouse plays again."))
_NOT_HERE: Final = Sentence(N_("This terminal keeps the mouse."))


class TableActs(TablePart):
    """Mixed into the table screen."""

    counting = True
    """The count of numbers is wanted."""
    face_down = False
    """The tiles lie face down, because somebody walks by."""
    _mouse_free = False

    def _press(self, act: str, key: str = "") -> None:
        self._table.press(act, key)

    def action_left(self) -> None:
        self._press("left")

    def action_right(self) -> None:
        self._press("right")

    def action_up(self) -> None:
        self._press("up")

    def action_down(self) -> None:
        self._press("down")

    def action_confirm(self) -> None:
        self._press("confirm")

    def action_next_fit(self) -> None:
        self._press("next_fit")

    def action_prev_fit(self) -> None:
        self._press("prev_fit")

    def action_obvious(self) -> None:
        self._press("obvious")

    def action_pips(self, digit: str) -> None:
        self._press("pips", digit)

    def action_erase(self) -> None:
        self._press("erase")

    def action_back(self) -> None:
        self._press("back")

    def action_draw(self) -> None:
        self._press("draw")

    def action_pass_(self) -> None:
        self._press("pass_")

    def action_call(self) -> None:
        self._press("call")

    def action_ghost(self, letter: str) -> None:
        self._press("ghost", letter)

    def action_bend(self) -> None:
        self._press("bend")

    def action_order(self) -> None:
        self._press("order")

    def action_shift_left(self) -> None:
        self._press("shift_left")

    def action_shift_right(self) -> None:
        self._press("shift_right")

    def action_face_down(self) -> None:
        self.face_down = not self.face_down
        self._table.waits.cancel("face-down")
        if self.face_down:
            self._table.waits.start("face-down", FACE_DOWN_TIME, self.action_face_down)
        self._table.show_mind()

    def action_count(self) -> None:
        self.counting = not self.counting
        self._table.show()

    def action_zoom_in(self) -> None:
        self._table.zoom_by(1)

    def action_zoom_out(self) -> None:
        self._table.zoom_by(-1)

    def action_zoom_fit(self) -> None:
        self._table.zoom_to_fit()

    def action_redraw(self) -> None:
        self._table.refresh(repaint=True, layout=True)

    def action_free_mouse(self) -> None:
        free = not self._mouse_free
        if self._table.chicken.capture_mouse_for_us(not free):
            self._mouse_free = free
            self._table.tell(_FREED if free else _TAKEN)
        else:
            self._table.tell(_NOT_HERE)

    def action_sheet(self) -> None:
        self._table.open_sheet()

    def action_log(self) -> None:
        self._table.open_log()

    def action_why(self) -> None:
        mind = self._table.mind
        self._table.why_tile(mind.lifted or mind.cursor)

    def action_rules(self) -> None:
        self._table.open_rules()

    def action_help(self) -> None:
        self._table.open_help()

    def action_settings(self) -> None:
        self._table.chicken.open_settings()

    def action_leave(self) -> None:
        self._table.open_leave()

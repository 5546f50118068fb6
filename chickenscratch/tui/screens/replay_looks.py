"""What can be read beside a recorded game: the score sheet and the log as they were at a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from chickenscratch.locale import N_
from chickenscratch.locale.log import log_lines
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.tui.keys import Act

if TYPE_CHECKING:
    from chickenscratch.tui.screens.replay import ReplayScreen

LOOKS: Final = (
    Act("sheet", ("s",), "s", N_("sheet"), N_("The score sheet as it was at this moment.")),
    Act("log", ("m",), "m", N_("log"), N_("What had happened in this round.")),
)


class ReplayLooks:
    """Mixed into the replay screen."""

    @property
    def _shown(self) -> ReplayScreen:
        return cast("ReplayScreen", self)

    def action_sheet(self) -> None:
        from chickenscratch.tui.screens.sheet import SheetScreen

        replay = self._shown
        seats = tuple(SeatInfo(seat.name, seat.level) for seat in replay.header.seats)
        update = Update(0, replay.frame.view(replay.seen_by), replay.frame.story, seats)
        replay.app.push_screen(SheetScreen(update, replay.names, replay.seen_by))

    def action_log(self) -> None:
        from chickenscratch.tui.screens.log import LogScreen

        replay = self._shown
        replay.app.push_screen(LogScreen(log_lines(replay.frame.story, replay.names, None)))

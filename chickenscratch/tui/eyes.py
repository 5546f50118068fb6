"""Everything the panes of the table screen show, in one value."""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.core.coach import Lack
from chickenscratch.table.link import SeatInfo
from chickenscratch.tui.keymap import STANDARD, Keys
from chickenscratch.tui.scene import Scene
from chickenscratch.tui.turn import Turn


class Eyes(NamedTuple):
    """`names` by seat, fit to be shown. `me` is the seat whose hand is on the screen, `you` the
    seat that is spoken to: nobody is, where several people share the screen. `log`: what happened
    in this round, the latest last. `counting`: the count panel is wanted. `hidden`: no hand may be
    shown. `forced`: a pass is about to be made. `keys`: the keys of the table.
    `may_undo`: there is something to be taken back. `mark`: what the title says besides, such as
    that this is no ordinary game. `hosted`: others play elsewhere. `coached`: the coach may be
    asked; `tip`: what he has said about this position; `lacks`: what passes and draws prove.
    `hints`: tiles that fit are marked, and warnings given."""

    scene: Scene
    turn: Turn
    seats: tuple[SeatInfo, ...]
    names: tuple[str, ...]
    me: int | None
    you: int | None
    log: tuple[str, ...] = ()
    counting: bool = True
    hidden: bool = False
    forced: bool = False
    keys: Keys = STANDARD
    may_undo: bool = True
    mark: str = ""
    hosted: bool = False
    coached: bool = False
    tip: tuple[str, ...] = ()
    lacks: tuple[Lack, ...] = ()
    hints: bool = True

    @property
    def my_turn(self) -> bool:
        return self.scene.my_turn and not self.hidden

    @property
    def thinking(self) -> bool:
        """True while a computer player has to act."""
        seat = self.scene.duty.seat
        return seat is not None and seat < len(self.seats) and self.seats[seat].is_bot

"""One table of the host, from the first person who sits down to the end of the game."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from chickenscratch.core import shuffle
from chickenscratch.core.apply import start_game
from chickenscratch.core.record import RecordSeat, header_line
from chickenscratch.core.rules import RuleError
from chickenscratch.host.agreeing import agreement
from chickenscratch.host.asking import Refusal
from chickenscratch.host.finished import Finished
from chickenscratch.host.game import Running
from chickenscratch.host.house import House
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.seats import Chair
from chickenscratch.host.shapes import NoClock, Stage, TableSettings
from chickenscratch.host.timing import TurnTimer, full_bank
from chickenscratch.host.view import View, Viewer
from chickenscratch.store.errors import StoreError
from chickenscratch.store.host_people import Player
from chickenscratch.store.host_tables import TableRow
from chickenscratch.store.logs import LogRecorder
from chickenscratch.table.hens import free_name
from chickenscratch.table.seat_link import SeatLink

logger = logging.getLogger(__name__)

OFFER_AFTER: Final = 60.0
"""Seconds after which empty seats are offered to computer players by everybody."""
GRACE: Final = 60.0
"""Seconds that a turn lasts at least after a restart."""
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"


class Room:
    """A table: its seats, its views, and its game once it is dealt."""

    def __init__(
        self, house: House, row: TableRow, settings: TableSettings, chairs: Sequence[Chair],
        creator: str,
    ) -> None:  # fmt: skip
        self._house = house
        self.row = row
        self.settings = settings
        self.chairs = list(chairs)
        self.creator = creator
        self.stage = Stage(row.stage)
        self.views: list[View] = []
        self.game: Running | None = None
        self.seq = 0
        self.nudged = 0.0
        """When somebody was reminded last."""
        self._ears: dict[int, SeatLink] = {}
        self.offered = house.means.time.now() + OFFER_AFTER

    @property
    def id(self) -> str:
        return self.row.id

    # who is who

    def seat_of(self, player: int) -> int | None:
        """Where a person sits. Who has resigned sits nowhere."""
        return next((s for s, c in enumerate(self.chairs) if c.player == player and c.person), None)

    @property
    def people(self) -> list[int]:
        """The people who sit here."""
        return [c.player for c in self.chairs if c.player is not None and c.person]

    @property
    def unseen(self) -> bool:
        """Whether somebody who played has not looked at the end yet."""
        return any(chair.person and not chair.seen for chair in self.chairs)

    def admits(self, player: int, word: str | None) -> bool:
        """Whether a person may come in: to a public table, with the word, or to their own seat."""
        if self.settings.public or self.seat_of(player) is not None:
            return True
        return hmac.compare_digest((self.row.word or "").encode(), (word or "").encode())

    # before the game

    def sit(self, player: Player, seat: int | None) -> None:
        """Raises HostRefusedError."""
        self._gathering()
        if self.seat_of(player.id) is not None:
            raise HostRefusedError(Refusal.SEATED)
        empty = [s for s, chair in enumerate(self.chairs) if chair.empty]
        if seat is None and empty:
            seat = empty[0]
        if seat not in empty:
            raise HostRefusedError(Refusal.NO_SEAT)
        self.chairs[seat] = Chair(player.id, player.name)
        self.offered = self._house.means.time.now() + OFFER_AFTER
        for view in self.views:
            if view.viewer.player.id == player.id:
                self._seat(view, seat)
        self.save()

    def bot(self, player: Player, seat: int, level: str | None) -> None:
        """A computer player sits down or leaves. Raises HostRefusedError."""
        self._gathering()
        if self.seat_of(player.id) is None:
            raise HostRefusedError(Refusal.NOT_SEATED)
        if player.id != self.row.creator and self._house.means.time.now() < self.offered:
            raise HostRefusedError(Refusal.NOT_CREATOR)
        if seat >= len(self.chairs) or self.chairs[seat].player is not None:
            raise HostRefusedError(Refusal.NO_SEAT)
        self.chairs[seat] = Chair()
        if level is not None:
            taken = [chair.name or "" for chair in self.chairs]
            self.chairs[seat] = Chair(name=free_name(taken), level=level, ready=True)
        self.save()
        self._start_if_ready()

    def ready(self, player: Player, agreed: str, on: bool) -> None:
        """Raises HostRefusedError, also if the settings are not what the person has seen."""
        self._gathering()
        chair = self.chairs[self._own(player)]
        if on and agreed != agreement(self.settings):
            raise HostRefusedError(Refusal.OTHER_AGREEMENT)
        chair.ready = on
        self.changed()
        self._start_if_ready()

    def leave(self, player: Player, sure: bool) -> None:
        """Get up, or resign. Raises HostRefusedError."""
        seat = self._own(player)
        if self.stage is Stage.GATHERING:
            self._free(seat)
            if self.people and player.id == self.row.creator:
                heir = next(chair for chair in self.chairs if chair.player is not None)
                self.row = self.row._replace(creator=heir.player or 0)
                self.creator = heir.name or ""
        elif self.stage is Stage.PLAYING and self.game is not None:
            if not sure:
                raise HostRefusedError(Refusal.NOT_SURE)
            self.chairs[seat].gone = True
            for view in list(self.views):
                if view.seat == seat:
                    self._seat(view, None)
                    view.show(self.game)
            self.game.resigned(seat)
        else:
            raise HostRefusedError(Refusal.NOT_STARTED)
        if not self.people:
            self.give_up()
        else:
            self.save()

    def send_away(self, player: Player, seat: int) -> None:
        """The seat of somebody who is not ready is free again. Raises HostRefusedError."""
        self._gathering()
        if player.id != self.row.creator:
            raise HostRefusedError(Refusal.NOT_CREATOR)
        if seat >= len(self.chairs) or self.chairs[seat].player in (None, player.id):
            raise HostRefusedError(Refusal.NO_PERSON)
        if self.chairs[seat].ready:
            raise HostRefusedError(Refusal.READY)
        self._free(seat)
        self.save()

    def _free(self, seat: int) -> None:
        self.chairs[seat] = Chair()
        for view in self.views:
            if view.seat == seat:
                view.seat, view.holds = None, False

    def _start_if_ready(self) -> None:
        if all(not chair.empty and chair.ready for chair in self.chairs):
            self._start()

    def _start(self) -> None:
        """Deal. The header of the record is on the disk before anybody is told."""
        house, now = self._house, self._house.means.time.now()
        try:
            game = start_game(self.settings.rules, len(self.chairs), shuffle.new_seed())
            seats = [RecordSeat(chair.name or "", chair.level) for chair in self.chairs]
            created = datetime.fromtimestamp(now, UTC).strftime(_TIME)
            begun = house.logs.begin(header_line(game, seats, created, private=True))
        except (RuleError, StoreError) as error:
            logger.error("no game can begin: %s", error)
            for chair in self.chairs:
                chair.ready = chair.level is not None
            self.changed()
            raise HostRefusedError(Refusal.UNAVAILABLE) from error
        self.row = self.row._replace(record=begun.name)
        self.stage = Stage.PLAYING
        timer = TurnTimer(self.settings.clock, [self._bank(chair) for chair in self.chairs])
        self.game = Running(
            self.settings, self.chairs, game, LogRecorder(begun.log), house.means, self, timer
        )
        self.save()
        self._show()

    def restore(self) -> None:
        """Go on with the game after a restart. Raises StoreError."""
        house, now = self._house, self._house.means.time.now()
        assert self.row.record is not None
        log, opened = house.logs.lease(self.row.record)
        timer = TurnTimer(self.settings.clock, [who.bank for who in self.row.seats])
        running = Running(
            self.settings, self.chairs, opened.game, LogRecorder(log), house.means, self, timer,
            steps=opened.steps, notices=() if opened.notice is None else (opened.notice,),
            seq=int(now * 1000),
        )  # fmt: skip
        self.game = running
        for seat, chair in enumerate(self.chairs):
            chair.left = now
            if chair.person:
                self._ears[seat] = running.link(seat)
            if chair.gone:
                running.resigned(seat)
        waits = running.awaited
        if self.row.deadline is not None and waits is not None:
            timer.resume(waits, max(self.row.deadline, now + GRACE), now)
        if self.row.paused:
            running.hold()
        if opened.game.over:
            self.finished()

    # looking

    def enter(self, viewer: Viewer) -> tuple[View, float | None]:
        """A new view, from the person's seat if they have one; it holds the seat from now on.
        Gives the seconds they have missed, too."""
        view = next((v for v in self.views if v.viewer is viewer), None)
        if view is None:
            view = View(viewer, self.id, None)
            self.views.append(view)
        seat = self.seat_of(viewer.player.id)
        missed = None if seat is None else self._missed(seat)
        self._seat(view, seat)
        self.changed()
        return view, missed

    def show_to(self, view: View) -> None:
        """Send the game to a view that has come in, with what its person has missed."""
        if self.game is None:
            if self.stage is Stage.FINISHED and self.row.record is not None:
                view.show(Finished(self.settings, self.chairs, self._house.logs, self.row.record))
            return
        ear = None if view.seat is None else self._ears.pop(view.seat, None)
        view.show(self.game, None if ear is None else ear.take())

    def exit(self, viewer: Viewer) -> None:
        """A view is gone. The next older one of the same seat holds it then."""
        for view in [v for v in self.views if v.viewer is viewer]:
            view.stop()
            self._seat(view, None)
            self.views.remove(view)
        self.changed()

    def _missed(self, seat: int) -> float | None:
        ear = self._ears.get(seat)
        if ear is None or self.game is None or not ear.behind:
            return None
        return max(0.0, self._house.means.time.now() - self.chairs[seat].left)

    def _seat(self, view: View, seat: int | None) -> None:
        """A view looks from this seat from now on, and holds it."""
        old = view.seat
        view.seat, view.holds = seat, seat is not None
        if view in self.views:  # the newest comes last
            self.views.remove(view)
            self.views.append(view)
        for other in self.views:
            if other is not view and other.seat == seat:
                other.holds = False
        for moved in {old, seat} - {None}:
            assert moved is not None
            self._count(moved)

    def _count(self, seat: int) -> None:
        looking = [view for view in self.views if view.seat == seat]
        chair = self.chairs[seat]
        before, chair.views = chair.views, len(looking)
        if looking and not any(view.holds for view in looking):
            looking[-1].holds = True
        if self.game is None or bool(before) == bool(chair.views):
            return
        if chair.views:
            self.game.came(seat)
        else:
            chair.left = self._house.means.time.now()
            if chair.person:
                self._ears[seat] = self.game.link(seat)
            self.game.went(seat)

    def _show(self) -> None:
        assert self.game is not None
        for view in self.views:
            view.show(self.game)
        for seat, chair in enumerate(self.chairs):
            if chair.person and not chair.views:
                chair.left = self._house.means.time.now()
                self._ears[seat] = self.game.link(seat)

    # what the game tells

    def changed(self) -> None:
        """See :class:`~chickenscratch.host.means.Watcher`."""
        self.seq += 1
        self._house.stir(self)

    def timed(self) -> None:
        """See :class:`~chickenscratch.host.means.Watcher`."""
        if self.game is None:
            return
        timer = self.game.timer
        if not isinstance(self.settings.clock, NoClock) or self.game.paused != self.row.paused:
            row = self.row = self.row._replace(deadline=timer.deadline, paused=self.game.paused)
            self._try(
                lambda: self._house.tables.time(self.id, row.deadline, row.paused, timer.banks)
            )
        self.changed()

    def remind(self, seat: int) -> None:
        """See :class:`~chickenscratch.host.means.Watcher`."""
        player = self.chairs[seat].player
        if player is not None:
            self._house.remind(self, player)

    def finished(self) -> None:
        """See :class:`~chickenscratch.host.means.Watcher`."""
        self._end(Stage.FINISHED)

    def give_up(self) -> None:
        """See :class:`~chickenscratch.host.means.Watcher`."""
        self._end(Stage.ENDED)

    def _end(self, stage: Stage) -> None:
        if self.stage.over:
            return
        begun, self.stage = self.stage is Stage.PLAYING, stage
        for chair in self.chairs:
            chair.seen = chair.views > 0 or not begun
        if self.game is not None:
            self._house.later(self.game.close())
        self.save()
        self._house.over(self)

    def _try(self, keep: Callable[[], None]) -> None:
        """What cannot be kept now is kept with the next change; the game is in its record."""
        try:
            keep()
        except StoreError as error:
            logger.error("a table cannot be kept: %s", error)

    def save(self) -> None:
        """Keep the table, and tell everybody."""
        banks = self.game.timer.banks if self.game else [self._bank(c) for c in self.chairs]
        if self.stage is Stage.DAMAGED:
            banks = [seat.bank for seat in self.row.seats]
        seats = tuple(c.row(bank) for c, bank in zip(self.chairs, banks, strict=True))
        self.row = self.row._replace(
            stage=self.stage.value, updated=self._house.means.time.now(), seats=seats
        )
        self._try(lambda: self._house.tables.put(self.row))
        self.changed()

    def _bank(self, chair: Chair) -> float | None:
        return full_bank(self.settings.clock) if chair.player is not None else None

    def _gathering(self) -> None:
        if self.stage is not Stage.GATHERING:
            raise HostRefusedError(Refusal.STARTED)

    def _own(self, player: Player) -> int:
        seat = self.seat_of(player.id)
        if seat is None:
            raise HostRefusedError(Refusal.NOT_SEATED)
        return seat

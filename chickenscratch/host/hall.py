"""The hall: every table of the host, everybody who is connected, and the lobby they see."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final

from chickenscratch.core.rules import RuleError
from chickenscratch.host import telling
from chickenscratch.host.asking import Refusal
from chickenscratch.host.chat import Chat
from chickenscratch.host.limits import DAY, HostLimits
from chickenscratch.host.listing import state_of
from chickenscratch.host.lobby import AT_LEAST, EACH, LobbyTeller
from chickenscratch.host.means import Means
from chickenscratch.host.metrics import Metrics
from chickenscratch.host.names import clean_title
from chickenscratch.host.registry import Registry
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.room import Room
from chickenscratch.host.seats import Chair
from chickenscratch.host.session import Session
from chickenscratch.host.shapes import HostInfo, Person, Shape, Stage, TableSettings
from chickenscratch.store.errors import StoreError
from chickenscratch.store.host_database import HostDatabase
from chickenscratch.store.host_people import People, Player
from chickenscratch.store.host_tables import SeatRow, TableRow, Tables
from chickenscratch.store.logs import FileLogs, GameLogs
from chickenscratch.table.hens import HENS, free_name

logger = logging.getLogger(__name__)

GAMES: Final = "games"
"""The folder of the records, inside the state folder."""
DESERTED: Final = 600.0
"""Seconds after which a table that nobody looks at may make place for another one."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class Hall:
    """A :class:`~chickenscratch.host.house.House` of many rooms. Raises StoreError at the start if
    its state cannot be read."""

    def __init__(
        self, folder: Path, means: Means, limits: HostLimits, info: HostInfo
    ) -> None:  # fmt: skip
        self.means = means
        self.limits = limits
        self.info = info
        self.folder = folder
        self.database = HostDatabase.open(folder)
        self.logs: GameLogs = FileLogs(folder / GAMES)
        self.tables = Tables(self.database)
        self.registry = Registry(People(self.database), means.time, limits.code_minutes)
        self.chat = Chat(self.registry.people, limits, means.time)
        self.metrics = Metrics()
        self.drained: Callable[[], None] = lambda: None
        """What to do when the host is drained and the last game has ended."""
        self.rooms: dict[str, Room] = {}
        self.sessions: set[Session] = set()
        self.lobby = LobbyTeller()
        self._dirty: set[Room] = set()
        self._seq = 0
        self._flushing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._began = means.time.now()

    def restore(self) -> None:
        """Go on with every game that was going on, wait for whoever was waited for."""
        since = self.means.time.now() - self.limits.keep_days * DAY
        for row in self.tables.in_stages(*(stage.value for stage in Stage)):
            over = row.stage in (Stage.FINISHED, Stage.ENDED)
            if over and (row.updated < since or all(s.seen or s.gone for s in row.seats)):
                continue
            try:
                room = self._restored(row)
            except ValueError as error:
                logger.error("table %s cannot go on: %s", row.id, error)
                continue
            if room.stage is not Stage.DAMAGED or room.unseen:
                self.rooms[room.id] = room

    def _restored(self, row: TableRow) -> Room:
        """A table as it was; with nothing but its people if its record cannot be read."""
        if row.stage == Stage.DAMAGED:
            row = row._replace(stage=Stage.PLAYING.value)
        try:
            room = self.furnished(row)
            if room.stage is Stage.PLAYING:
                room.restore()
        except StoreError as error:
            logger.error("the record of table %s cannot be read: %s", row.id, error)
            room = self.furnished(row._replace(stage=Stage.DAMAGED.value, record=None))
            room.row = row._replace(stage=Stage.DAMAGED.value)
            self.tables.put(room.row)
        return room

    def furnished(self, row: TableRow) -> Room:
        """The room of a table, without its game. Raises StoreError, and ValueError."""
        settings = TableSettings.model_validate_json(row.settings)
        chairs: list[Chair] = []
        for seat in row.seats:
            who = None if seat.player is None else self.registry.people.numbered(seat.player)
            chairs.append(
                Chair(
                    seat.player, None if who is None else who.name, seat.level, seat.gone,
                    seat.seen, ready=seat.level is not None,
                )
            )  # fmt: skip
        if row.record is not None:
            for chair, called in zip(chairs, self.logs.seats(row.record), strict=True):
                chair.name = called.name
        for chair in chairs:
            if chair.level is not None and chair.name is None:
                chair.name = free_name(other.name or "" for other in chairs)
        creator = self.registry.people.numbered(row.creator)
        return Room(self, row, settings, chairs, "" if creator is None else creator.name)

    async def close(self) -> None:
        """Stop all games where they are; they go on after the next start."""
        for session in tuple(self.sessions):
            session.hang_up(telling.Farewell.STOPPING)
        if self._flushing is not None:
            self._flushing.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            for view in room.views:
                view.stop()
            if room.game is not None and room.stage is Stage.PLAYING:
                await room.game.close()
        self.database.close()

    @property
    def playing(self) -> int:
        """Games that are going on."""
        return sum(room.stage is Stage.PLAYING for room in self.rooms.values())

    # tables

    def room(self, table: str) -> Room:
        """The table; a finished one is fetched once more. Raises HostRefusedError."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        row = self.tables.one(table)
        if row is None or row.stage != Stage.FINISHED:
            raise HostRefusedError(Refusal.NO_TABLE)
        room = self.rooms[table] = self.furnished(row)
        return room

    def create(
        self, player: Player, settings: TableSettings, word: str | None,
        people: tuple[int | None, ...] = (),
    ) -> Room:  # fmt: skip
        """A new table. The person sits in its first seat, unless `people` says who sits where."""
        if self.info.draining:
            raise HostRefusedError(Refusal.DRAINING)
        if self.busy(player) or (len(self.rooms) >= self.limits.tables and not self._clear()):
            raise HostRefusedError(Refusal.TOO_MANY)
        settings = self._checked(settings, word)
        now = self.means.time.now()
        bots = [SeatRow(level=level) for level in settings.bots]
        seats = [SeatRow(who) for who in people] or [SeatRow(player.id)]
        seats += [SeatRow()] * (settings.seats - len(seats) - len(bots))
        row = TableRow(
            self._new_id(), player.id, settings.model_dump_json(), word, Stage.GATHERING.value,
            None, now, now, seats=(*seats, *bots),
        )  # fmt: skip
        room = self.furnished(row)
        self.rooms[room.id] = room
        room.save()
        return room

    def _clear(self) -> bool:
        """Make place for one more table: a finished one, or the emptiest one that has been waiting
        for people, which nobody has looked at for a while. False if there is none."""
        since = self.means.time.now() - DESERTED
        deserted = [
            room for room in self.rooms.values()
            if room.stage is not Stage.PLAYING and room.row.updated <= since and not room.views
        ]  # fmt: skip
        if not deserted:
            return False
        self._take_away(
            min(
                deserted,
                key=lambda room: (
                    room.stage is Stage.GATHERING, len(room.people), room.row.updated
                ),
            )
        )  # fmt: skip
        return len(self.rooms) < self.limits.tables

    def busy(self, player: Player) -> bool:
        """Whether a person sits at as many tables as anybody may."""
        mine = sum(
            room.seat_of(player.id) is not None
            for room in self.rooms.values()
            if room.stage in (Stage.GATHERING, Stage.PLAYING)
        )
        return mine >= self.limits.tables_per_person

    def _checked(self, settings: TableSettings, word: str | None) -> TableSettings:
        from chickenscratch.bots.levels import LEVELS

        try:
            settings.rules.hand_size(settings.seats)
        except RuleError:
            raise HostRefusedError(Refusal.BAD_RULES) from None
        unknown = any(level not in LEVELS for level in settings.bots)
        if unknown or settings.seats > len(HENS) or (word is None and not settings.public):
            raise HostRefusedError(Refusal.BAD_RULES)
        return settings.model_copy(update={"title": clean_title(settings.title)})

    def _new_id(self) -> str:
        while True:
            name = "".join(secrets.choice(_LETTERS) for _ in range(6))
            if name not in self.rooms and self.tables.one(name) is None:
                return name

    def over(self, room: Room) -> None:
        """See :class:`~chickenscratch.host.house.House`."""
        finished = room.stage is Stage.FINISHED
        self.metrics.count("games_finished_total" if finished else "games_ended_total")
        self.tidy(room)
        if self.info.draining and not self.playing:
            self.drained()

    def tidy(self, room: Room) -> None:
        """Forget a table that nobody looks at or waits for any more; its record is kept."""
        done = room.stage.over and not room.unseen
        if done and not room.views:
            self.rooms.pop(room.id, None)
            if room.row.record is None:
                self.tables.remove(room.id)
        self.stir(room)

    def sweep(self) -> None:
        """Take away the tables that nobody has come back to for a long time, and old talk; records
        stay."""
        since = self.means.time.now() - self.limits.keep_days * DAY
        for room in list(self.rooms.values()):
            if room.row.updated < since and not room.views:
                self._take_away(room)
        try:
            self.chat.prune()
        except StoreError as error:
            logger.error("old talk cannot be taken away: %s", error)

    def _take_away(self, room: Room) -> None:
        if room.stage is Stage.GATHERING:
            room.give_up()
        elif room.stage is not Stage.PLAYING:
            self.rooms.pop(room.id)
            self.stir(None)

    # people

    def here(self) -> dict[int, Session]:
        """A connection of everybody who is connected."""
        return {session.player.id: session for session in self.sessions if session.known}

    def sessions_of(self, player: int) -> Iterator[Session]:
        for session in tuple(self.sessions):
            if session.known and session.player.id == player:
                yield session

    def tell(self, player: int, message: Shape) -> None:
        """See :class:`~chickenscratch.host.house.House`."""
        for session in self.sessions_of(player):
            session.push(message)

    def remind(self, room: Room, player: int) -> None:
        """See :class:`~chickenscratch.host.house.House`."""
        self.tell(player, telling.Nudged(table=room.id))

    def came(self, session: Session) -> None:
        self.sessions.add(session)

    def left(self, session: Session) -> None:
        """A connection is gone, and all its views."""
        self.sessions.discard(session)
        self.lobby.forget(session)
        for room in list(self.rooms.values()):
            if any(view.viewer is session for view in room.views):
                room.exit(session)
                self.tidy(room)
        if session.known and not any(self.sessions_of(session.player.id)):
            self.chat.forget(session.player.id)
            self.stir(None)

    def person(self, session: Session) -> Person:
        return Person(name=session.player.name, lookalike=session.lookalike)

    # what is sent when there is time

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """See :class:`~chickenscratch.host.house.House`."""
        task = asyncio.create_task(work, name="later")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def soon(self, work: Callable[[], None]) -> None:
        """Do something after the answer that is being made."""
        asyncio.get_running_loop().call_soon(work)

    def stir(self, room: Room | None) -> None:
        """See :class:`~chickenscratch.host.house.House`."""
        self._seq += 1
        if room is not None:
            self._dirty.add(room)
            asyncio.get_running_loop().call_soon(self._send_states)
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush(), name="lobby")

    def _send_states(self) -> None:
        now = self.means.time.now()
        dirty, self._dirty = self._dirty, set()
        for room in dirty:
            for view in room.views:
                view.viewer.push(telling.TableIs(state=state_of(room, view, now)))

    async def _flush(self) -> None:
        told = -1
        while told != self._seq and (followers := sum(s.follows for s in self.sessions)):
            await asyncio.sleep(0)  # what happens together is told together
            told = self._seq
            self.lobby.tell(self.rooms.values(), self.here().values())
            await self.means.time.sleep(AT_LEAST + EACH * followers)

    def follow(self, session: Session, on: bool) -> bool:
        """Tell a connection of the lobby, or no more; False if that was so already."""
        if session.follows is on:
            return False
        session.follows = on
        if on:
            self.lobby.introduce(session, self.rooms.values(), self.here().values())
        else:
            self.lobby.forget(session)
        return True

    def measure(self) -> str:
        """Everything counted, with what is there now."""
        metrics = self.metrics
        metrics.gauge("connections", len(self.sessions))
        metrics.gauge("people", len(self.here()))
        metrics.gauge("views", sum(len(room.views) for room in self.rooms.values()))
        metrics.gauge("uptime_seconds", round(self.means.time.now() - self._began))
        for stage in Stage:
            count = sum(room.stage is stage for room in self.rooms.values())
            metrics.gauge("tables", count, f'stage="{stage.value}"')
        return metrics.text()

"""The lobby as each connection sees it, of which only what has changed is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from chickenscratch.host.listing import listed, own
from chickenscratch.host.room import Room
from chickenscratch.host.session import Session
from chickenscratch.host.shapes import Listed, Lobby, Person, Stage
from chickenscratch.host.telling import LobbyIs, LobbyNow

AT_LEAST: Final = 0.5
"""Seconds between two looks of the lobby that are sent."""
EACH: Final = 0.005
"""Seconds more for everybody who follows it."""


@dataclass
class _Sent:
    """What a connection has been told already."""

    tables: dict[str, Listed] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()
    usual: bool = False


class LobbyTeller:
    """Tells everybody who follows the lobby what is new in it."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[int, Listed]] = {}
        self._sent: dict[Session, _Sent] = {}

    def forget(self, session: Session) -> None:
        """A connection follows no more."""
        self._sent.pop(session, None)

    def introduce(self, session: Session, rooms: Iterable[Room], here: Iterable[Session]) -> None:
        """Tell the whole lobby to a connection that begins to follow it."""
        seen = self._seen(session, self._all(rooms), people_of(here))
        self._sent[session] = seen
        session.push(
            LobbyIs(
                lobby=Lobby(
                    seq=0, tables=tuple(seen.tables[table] for table in seen.order),
                    people=seen.people, usual=seen.usual,
                )
            )
        )  # fmt: skip

    def tell(self, rooms: Iterable[Room], here: Iterable[Session]) -> None:
        """Tell everybody what is new."""
        tables, people = self._all(rooms), people_of(here)
        for session in list(self._sent):
            if session.gone:
                self.forget(session)
                continue
            old = self._sent[session]
            new = self._seen(session, tables, people)
            changed = tuple(
                entry for table, entry in new.tables.items() if old.tables.get(table) != entry
            )
            if not changed and (new.order, new.people, new.usual) == (
                old.order, old.people, old.usual,
            ):  # fmt: skip
                continue
            self._sent[session] = new
            session.push(
                LobbyNow(
                    order=new.order, changed=changed, usual=new.usual,
                    people=None if new.people == old.people else new.people,
                )
            )  # fmt: skip

    def _all(self, rooms: Iterable[Room]) -> list[tuple[Listed, Room]]:
        """Every table as a stranger sees it; the same object as long as nothing changes."""
        entries: dict[str, tuple[int, Listed]] = {}
        found: list[tuple[Listed, Room]] = []
        for room in rooms:
            seq, entry = self._entries.get(room.id, (-1, None))
            if seq != room.seq or entry is None:
                fresh = listed(room)
                entry = fresh if entry is None or fresh != entry else entry
            entries[room.id] = (room.seq, entry)
            found.append((entry, room))
        self._entries = entries
        return found

    def _seen(
        self, session: Session, tables: list[tuple[Listed, Room]], people: tuple[Person, ...]
    ) -> _Sent:
        shown: list[tuple[int, float, Listed]] = []
        for entry, room in tables:
            seat = room.seat_of(session.player.id)
            mine = entry if seat is None else own(entry, room, seat)
            friends = session.friends
            rank = _rank(mine, bool(friends) and any(who in friends for who in room.people))
            if rank is not None:
                shown.append((rank, -entry.updated, mine))
        shown.sort(key=lambda item: item[:2])
        if session.friends:
            here = {person.name for person in people}
            away = (name for name in session.friends.values() if name not in here)
            people += tuple(Person(name=name, here=False) for name in away)
        return _Sent(
            {entry.table: entry for _, _, entry in shown},
            tuple(entry.table for _, _, entry in shown),
            people,
            session.player.usual is not None,
        )


def people_of(here: Iterable[Session]) -> tuple[Person, ...]:
    """Everybody who is connected, by name."""
    people = (Person(name=s.player.name, lookalike=s.lookalike) for s in here)
    return tuple(sorted(people, key=lambda person: person.name.casefold()))


def _rank(entry: Listed, friend: bool) -> int | None:
    """Where a table comes in the lobby; None if it is not shown to this person."""
    if entry.yours is not None:
        if entry.your_turn:
            return 0
        if entry.stage in (Stage.GATHERING, Stage.PLAYING):
            return 1
        if entry.unseen:
            return 6
        return 7 if entry.stage is Stage.FINISHED else None
    if entry.stage is Stage.GATHERING and entry.open_seats:
        return 2 if friend else 3
    if entry.stage is Stage.PLAYING and entry.public:
        return 4 if friend else 5
    return None

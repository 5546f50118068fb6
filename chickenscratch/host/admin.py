"""What whoever runs the host may do, and nobody else."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, assert_never

from chickenscratch.host import telling
from chickenscratch.host.asking import Admin, AdminWhat, Refusal
from chickenscratch.host.hall import GAMES, Hall
from chickenscratch.host.names import clean_chat
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.shapes import Stage
from chickenscratch.store.host_database import FILE, archive

logger = logging.getLogger(__name__)

NOW: Final = "now"
_MINUTE: Final = 60.0
_FOR_GOOD: Final = 1e12
"""Seconds since 1970 that nobody will live to see."""


class Office:
    """Answers :class:`~chickenscratch.host.asking.Admin`."""

    def __init__(self, hall: Hall, stop: Callable[[], None]) -> None:
        self._hall = hall
        self._stop = hall.drained = stop

    async def do(self, ask: Admin) -> dict[str, Any]:
        """Raises HostRefusedError, and StoreError."""
        logger.info("admin: %s", ask.what.value)
        match ask.what:
            case AdminWhat.STATUS:
                return self._status()
            case AdminWhat.METRICS:
                return {"text": self._hall.measure()}
            case AdminWhat.DRAIN:
                return self._drain(ask)
            case AdminWhat.BACKUP:
                return await self._back_up(ask)
            case AdminWhat.NOTICE:
                self._notice(clean_chat(ask.text or ""))
            case AdminWhat.KICK:
                return {"closed": self._kick(self._who(ask), telling.Farewell.KICKED)}
            case AdminWhat.BAN:
                return self._ban(ask)
            case AdminWhat.UNBAN:
                self._hall.registry.people.unban(self._who(ask))
            case AdminWhat.MUTE:
                self._mute(self._who(ask), self._until(ask) or _FOR_GOOD)
            case AdminWhat.UNMUTE:
                self._mute(self._who(ask), None)
            case _:
                assert_never(ask.what)
        return {}

    def _status(self) -> dict[str, Any]:
        hall = self._hall
        rooms = hall.rooms.values()
        return {
            "version": hall.info.version,
            "owner": hall.info.owner,
            "draining": hall.info.draining,
            "state": str(hall.folder),
            "people": sorted(session.player.name for session in hall.here().values()),
            "connections": len(hall.sessions),
            "tables": {
                stage.value: sum(room.stage is stage for room in rooms) for stage in Stage
            },
        }  # fmt: skip

    def _drain(self, ask: Admin) -> dict[str, Any]:
        """No new tables from now on, and stop when nobody plays any more, or ``now``. Any other
        text is a notice to everybody."""
        hall = self._hall
        hall.info = hall.info.model_copy(update={"draining": True})
        if ask.text and ask.text != NOW:
            self._notice(clean_chat(ask.text))
        if not hall.playing or ask.text == NOW:
            self._stop()
        return {"playing": hall.playing}

    async def _back_up(self, ask: Admin) -> dict[str, Any]:
        """The database and all games in one file, to be unpacked into an empty state folder."""
        if not ask.text or not Path(ask.text).is_absolute():
            raise HostRefusedError(Refusal.BAD_NAME)
        target = Path(ask.text)
        with tempfile.TemporaryDirectory(dir=self._hall.folder) as scratch:
            copy = Path(scratch) / FILE
            self._hall.database.back_up(copy)
            games = await asyncio.to_thread(archive, target, copy, self._hall.folder / GAMES)
        return {"file": ask.text, "games": games}

    def _notice(self, text: str) -> None:
        hall = self._hall
        hall.info = hall.info.model_copy(update={"notice": text or None})
        for session in tuple(hall.sessions):
            if session.known and text:
                session.push(telling.Notice(text=text))

    def _kick(self, player: int, why: telling.Farewell) -> int:
        sessions = list(self._hall.sessions_of(player))
        for session in sessions:
            session.hang_up(why)
        return len(sessions)

    def _ban(self, ask: Admin) -> dict[str, Any]:
        player = self._who(ask)
        now = self._hall.means.time.now()
        self._hall.registry.people.ban(player, now, self._until(ask), clean_chat(ask.text or ""))
        return {"closed": self._kick(player, telling.Farewell.BANNED)}

    def _mute(self, player: int, until: float | None) -> None:
        self._hall.registry.people.mute(player, until)
        for session in self._hall.sessions_of(player):
            session.become(session.player._replace(muted=until))

    def _who(self, ask: Admin) -> int:
        return self._hall.registry.named(ask.who or "").id

    def _until(self, ask: Admin) -> float | None:
        if ask.minutes is None:
            return None
        return self._hall.means.time.now() + ask.minutes * _MINUTE

"""Who is who at the host: identities, names, what people think of each other, and who may not come
in."""

from __future__ import annotations

import secrets
from itertools import count
from typing import Final, NamedTuple

from chickenscratch.host.asking import Refusal
from chickenscratch.host.names import ACCOUNT, clean_name, fold, is_name, shape
from chickenscratch.host.remote import HostRefusedError
from chickenscratch.host.shapes import KEY, NAME_LENGTH
from chickenscratch.host.timing import Time
from chickenscratch.store.host_people import People, Player

IGNORE: Final = "ignore"
FRIEND: Final = "friend"
_NOBODY: Final = "player"
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: none that look alike."""


class Known(NamedTuple):
    """Somebody who has come in. `new`: for the first time."""

    player: Player
    new: bool


class Registry:
    """All methods raise StoreError, and HostRefusedError where they say no."""

    def __init__(self, people: People, time: Time, code_minutes: int) -> None:
        self.people = people
        self._time = time
        self._code_time = code_minutes * 60.0

    def come_in(self, identity: str, wish: str | None) -> Known:
        """The person that an identity belongs to; a new one gets a name near their wish."""
        now = self._time.now()
        if self.people.banned(identity, now) is not None:
            raise HostRefusedError(Refusal.BANNED)
        player = self.people.of(identity)
        if player is not None:
            self.people.seen(player.id, now)
            return Known(player, False)
        account = identity.startswith(ACCOUNT)
        wanted = clean_name(identity if account else wish or "") or _NOBODY
        name = self._free(wanted, ACCOUNT if account else "")
        return Known(self.people.add(identity, name, fold(name), shape(name), now), True)

    def _free(self, wanted: str, before: str) -> str:
        for number in count(1):
            end = "" if number == 1 else f"-{number}"
            name = before + wanted[: NAME_LENGTH - len(end)] + end
            if self.people.called(fold(name)) is None:
                return name
        raise AssertionError

    def rename(self, player: Player, name: str) -> Player:
        """Accounts keep the name that the machine knows them by."""
        if player.name.startswith(ACCOUNT) or not is_name(name):
            raise HostRefusedError(Refusal.BAD_NAME)
        holder = self.people.called(fold(name))
        if holder is not None and holder.id != player.id:
            raise HostRefusedError(Refusal.NAME_TAKEN)
        self.people.rename(player.id, name, fold(name), shape(name))
        return player._replace(name=name)

    def lookalike(self, player: Player) -> str | None:
        """The older name that this one could be taken for."""
        older = (p for p in self.people.shaped(shape(player.name)) if p.id < player.id)
        return next((other.name for other in older), None)

    def code(self, player: Player) -> tuple[str, float]:
        """A code to link another identity with, and until when."""
        code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(2))
        until = self._time.now() + self._code_time
        self.people.keep_code(code, player.id, until)
        return code, until

    def keys(self, player: Player) -> tuple[str, ...]:
        """``SHA256:…`` of every key that is this person's, sorted."""
        known = self.people.identities(player.id)
        return tuple(one.removeprefix(KEY) for one in known if one.startswith(KEY))

    def link(self, identity: str, code: str) -> Player:
        """The person who got this code has one more identity. An account stays itself."""
        if identity.startswith(ACCOUNT):
            raise HostRefusedError(Refusal.NOT_TRUSTED)
        player = self.people.use_code(code.strip().lower(), identity, self._time.now())
        if player is None:
            raise HostRefusedError(Refusal.BAD_CODE)
        return player

    def named(self, name: str) -> Player:
        """The person called so."""
        player = self.people.called(fold(name))
        if player is None:
            raise HostRefusedError(Refusal.NO_PERSON)
        return player

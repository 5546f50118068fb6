"""The people of a host: names, keys, bans, and what was said."""

from __future__ import annotations

from typing import Any, NamedTuple

from chickenscratch.store.host_database import HostDatabase


class Player(NamedTuple):
    """Somebody who plays here. `muted`: until when they are not heard in the chat. `usual`: the
    table they like, as the host wrote it."""

    id: int
    name: str
    muted: float | None = None
    usual: str | None = None


class Ban(NamedTuple):
    """`until` None: for good."""

    identity: str
    until: float | None
    reason: str


class Line(NamedTuple):
    """Something said; `place` None is the lobby."""

    id: int
    place: str | None
    player: int
    name: str
    at: float
    text: str | None
    phrase: str | None
    watcher: bool


_PLAYER = "SELECT id, name, muted, usual FROM players "


class People:
    """Everybody known. `fold` is a name as it is compared, `shape` what it looks like. All methods
    raise StoreError."""

    def __init__(self, base: HostDatabase) -> None:
        self._base = base

    def of(self, identity: str) -> Player | None:
        """The person that an identity belongs to."""
        return self._one(
            _PLAYER + "WHERE id = (SELECT player FROM identities WHERE identity = ?)", identity
        )

    def called(self, fold: str) -> Player | None:
        return self._one(_PLAYER + "WHERE fold = ?", fold)

    def numbered(self, player: int) -> Player | None:
        return self._one(_PLAYER + "WHERE id = ?", player)

    def shaped(self, shape: str) -> tuple[Player, ...]:
        """Everybody whose name looks like this, the oldest first."""
        rows: list[Any] = self._base.rows(_PLAYER + "WHERE shape = ? ORDER BY id", shape)
        return tuple(Player(*row) for row in rows)

    def add(self, identity: str, name: str, fold: str, shape: str, now: float) -> Player:
        """Somebody new."""
        with self._base.change() as change:
            cursor = change.execute(
                "INSERT INTO players (name, fold, shape, created, seen) VALUES (?, ?, ?, ?, ?)",
                (name, fold, shape, now, now),
            )
            player = int(cursor.lastrowid or 0)
            change.execute("INSERT INTO identities VALUES (?, ?)", (identity, player))
        return Player(player, name)

    def rename(self, player: int, name: str, fold: str, shape: str) -> None:
        with self._base.change() as change:
            change.execute(
                "UPDATE players SET name = ?, fold = ?, shape = ? WHERE id = ?",
                (name, fold, shape, player),
            )

    def seen(self, player: int, now: float) -> None:
        with self._base.change() as change:
            change.execute("UPDATE players SET seen = ? WHERE id = ?", (now, player))

    def prefer(self, player: int, usual: str) -> None:
        with self._base.change() as change:
            change.execute("UPDATE players SET usual = ? WHERE id = ?", (usual, player))

    def mute(self, player: int, until: float | None) -> None:
        with self._base.change() as change:
            change.execute("UPDATE players SET muted = ? WHERE id = ?", (until, player))

    def identities(self, player: int) -> tuple[str, ...]:
        rows: list[Any] = self._base.rows(
            "SELECT identity FROM identities WHERE player = ? ORDER BY identity", player
        )
        return tuple(identity for (identity,) in rows)

    def keep_code(self, code: str, player: int, until: float) -> None:
        """A code for linking another identity; a person has one at a time."""
        with self._base.change() as change:
            change.execute("DELETE FROM codes WHERE player = ?", (player,))
            change.execute("INSERT INTO codes VALUES (?, ?, ?)", (code, player, until))

    def use_code(self, code: str, identity: str, now: float) -> Player | None:
        """Give `identity` to whoever got this code; None if it is wrong or too old. A code works
        once."""
        with self._base.change() as change:
            change.execute("DELETE FROM codes WHERE until < ?", (now,))
            found = change.execute("SELECT player FROM codes WHERE code = ?", (code,)).fetchone()
            if found is None:
                return None
            change.execute("DELETE FROM codes WHERE code = ?", (code,))
            change.execute(
                "INSERT INTO identities VALUES (?, ?) "
                "ON CONFLICT (identity) DO UPDATE SET player = excluded.player",
                (identity, found[0]),
            )
        return self.numbered(found[0])

    def tie(self, player: int, other: int, kind: str, on: bool) -> None:
        """Whom a person ignores, or likes to see first (`kind`), or no more."""
        with self._base.change() as change:
            if on:
                change.execute("INSERT OR IGNORE INTO ties VALUES (?, ?, ?)", (player, other, kind))
            else:
                change.execute(
                    "DELETE FROM ties WHERE player = ? AND other = ? AND kind = ?",
                    (player, other, kind),
                )

    def tied(self, player: int, kind: str) -> tuple[Player, ...]:
        """All of them, by name."""
        rows: list[Any] = self._base.rows(
            _PLAYER + "WHERE id IN (SELECT other FROM ties WHERE player = ? AND kind = ?) "
            "ORDER BY name",
            player, kind,
        )  # fmt: skip
        return tuple(Player(*row) for row in rows)

    def ban(self, player: int, now: float, until: float | None, reason: str) -> None:
        """Close the door to every identity of a person."""
        with self._base.change() as change:
            for identity in self.identities(player):
                change.execute(
                    "INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)",
                    (identity, now, until, reason),
                )

    def unban(self, player: int) -> None:
        with self._base.change() as change:
            change.execute(
                "DELETE FROM bans WHERE identity IN "
                "(SELECT identity FROM identities WHERE player = ?)",
                (player,),
            )

    def banned(self, identity: str, now: float) -> Ban | None:
        rows: list[Any] = self._base.rows(
            "SELECT identity, until, reason FROM bans "
            "WHERE identity = ? AND (until IS NULL OR until > ?)",
            identity, now,
        )  # fmt: skip
        return Ban(*rows[0]) if rows else None

    def say(
        self, player: int, place: str | None, at: float, text: str | None, phrase: str | None,
        watcher: bool,
    ) -> int:  # fmt: skip
        """Keep what was said; gives its number."""
        with self._base.change() as change:
            cursor = change.execute(
                "INSERT INTO chat (place, player, at, text, phrase, watcher) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (place, player, at, text, phrase, watcher),
            )
        return int(cursor.lastrowid or 0)

    def said(self, place: str | None, most: int) -> tuple[Line, ...]:
        """What was said last at a table or in the lobby, oldest first."""
        rows: list[Any] = self._base.rows(
            "SELECT chat.id, place, player, name, at, text, phrase, watcher "
            "FROM chat JOIN players ON players.id = player WHERE place IS ? "
            "ORDER BY chat.id DESC LIMIT ?",
            place, most,
        )  # fmt: skip
        return tuple(Line._make((*row[:-1], bool(row[-1]))) for row in reversed(rows))

    def forget_talk(self, before: float) -> None:
        """Keep nothing that was said before this, in seconds since 1970."""
        with self._base.change() as change:
            change.execute("DELETE FROM chat WHERE at < ?", (before,))

    def _one(self, question: str, *values: object) -> Player | None:
        rows: list[Any] = self._base.rows(question, *values)
        return Player(*rows[0]) if rows else None

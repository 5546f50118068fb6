"""One connection: who is at its other end, and whether it may stay."""

from __future__ import annotations

import logging
import secrets
import unicodedata
from typing import Final

import asyncssh

from chickenscratch.host.ssh.front import Front
from chickenscratch.host.ssh.limits import Bucket
from chickenscratch.host.ssh.session import Session

log = logging.getLogger("chickenscratch.host.ssh")

LONGEST_WISH: Final = 32
PLAIN: Final = "plain"
"""The name that stands for plain mode, as in ``ssh plain@box``."""


def cleaned(name: str) -> str:
    """The name given to ssh as a wish for a name: printable, composed, not too long."""
    kept = (char for char in unicodedata.normalize("NFC", name) if _speaks(char))
    return "".join(kept)[:LONGEST_WISH]


def _speaks(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMNPS"


class Connection(asyncssh.SSHServer):
    """The server object of one connection.

    A client may name many keys before it signs with one, so what :meth:`validate_public_key` hears
    is a candidate. It becomes the identity in :meth:`auth_completed`, which follows the check of
    the signature with nothing in between.
    """

    def __init__(self, front: Front, ticket: int = 0, address: str = "") -> None:
        """`ticket`: what the pool calls this connection; `address`: where it comes from."""
        self.ticket = ticket
        self.identity = ""
        self.wish = ""
        self.address = address
        self.session: Session | None = None
        self._front = front
        self._conn: asyncssh.SSHServerConnection | None = None
        self._candidate: str | None = None
        limits = front.limits
        self._packets = Bucket(limits.packet_burst, limits.packet_rate, front.now)
        self._seen_packets = 0
        self._since = front.now()
        self._dismissed: float | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        self._front.came(self)
        if not self.address:
            self.address = str(conn.get_extra_info("peername", ("",))[0])

    def connection_lost(self, exc: Exception | None) -> None:
        self._front.gone(self)
        self.session = None
        self._conn = None

    def begin_auth(self, username: str) -> bool:
        self._candidate = None
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._candidate = key.get_fingerprint("sha256")
        return True

    def kbdint_auth_supported(self) -> bool:
        return self._front.guests

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        self._candidate = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        self._candidate = None
        return self._front.guests

    def auth_completed(self) -> None:
        assert self._conn is not None
        self.wish = cleaned(str(self._conn.get_extra_info("username", "")))
        if self._candidate is not None:
            self.identity = f"key:{self._candidate}"
            self._front.counts["logins"] += 1
        else:
            self.identity = f"guest:{secrets.token_hex(8)}"
            self._front.counts["guests"] += 1
        self._since = self._front.now()
        log.info("in %s from %s", self.identity, self.address)
        self._front.arrived(self)

    def session_requested(self) -> Session | bool:
        if self.session is not None or self._dismissed is not None:
            return False
        self.session = Session(self, self._front)
        return self.session

    @property
    def plain(self) -> bool:
        return self.wish.lower() == PLAIN

    def backlog(self) -> int:
        """Bytes in the buffer of the TCP connection: asyncssh does not look at it itself."""
        transport = None if self._conn is None else self._conn._transport
        return 0 if transport is None else transport.get_write_buffer_size()

    def check(self, now: float) -> None:
        """End what has gone on for too long, or gets too much."""
        conn, limits = self._conn, self._front.limits
        if conn is None:
            return
        packets = conn._recv_seq - self._seen_packets
        self._seen_packets += packets
        if packets > 0 and not self._packets.take(packets):
            self.hang_up("packets")
        elif self.backlog() > limits.tcp_backlog:
            self.hang_up("backlog")
        elif self._dismissed is not None and now - self._dismissed > limits.farewell:
            self.hang_up("farewell")
        elif self.session is not None and self.session.running:
            self.session.check(now)
        elif self.identity and now - self._since > limits.session:
            self.hang_up("no-session")

    def dismiss(self, reason: str) -> None:
        """Send the visitor home; the session restores the screen and says why."""
        if self._dismissed is None:
            self._dismissed = self._front.now()
            if self.session is not None and self.session.running:
                self.session.dismiss(reason)
            else:
                self.hang_up("dismissed")

    def said_goodbye(self) -> None:
        """The session is over: the client has a moment left to take it and to hang up."""
        if self._dismissed is None:
            self._dismissed = self._front.now()

    def tell(self, sentence: str) -> None:
        if self.session is not None:
            self.session.tell(sentence)

    def hang_up(self, why: str) -> None:
        """Cut the connection at once."""
        if self._conn is not None:
            self._front.counts[f"hung-up-{why}"] += 1
            log.info("hung up on %s from %s: %s", self.identity or "a stranger", self.address, why)
            self._conn.abort()

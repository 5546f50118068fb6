"""A question to the people at a table, to which all of them must say yes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from chickenscratch.host.shapes import VoteKind, VoteState


class Vote:
    """What `by` asks of everybody else. :attr:`outcome` is there once all have agreed, one has not,
    or the question has become pointless."""

    def __init__(
        self, kind: VoteKind, by: int, others: Iterable[int], needed: Iterable[int] = ()
    ) -> None:
        """`needed`: those of the `others` without whom there is no yes."""
        self.kind = kind
        self.by = by
        self._agreed = {by}
        self._waiting = set(others) - {by}
        self._needed = frozenset(needed)
        self.outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._count()

    @property
    def state(self) -> VoteState:
        return VoteState(
            kind=self.kind, by=self.by, agreed=tuple(sorted(self._agreed)),
            waiting=tuple(sorted(self._waiting)),
        )  # fmt: skip

    @property
    def open(self) -> bool:
        return not self.outcome.done()

    def answer(self, seat: int, yes: bool) -> bool:
        """False if nobody waits for the answer of this seat. Who asked may take it back (no)."""
        if not self.open or (seat not in self._waiting and (yes or seat != self.by)):
            return False
        if yes:
            self._waiting.remove(seat)
            self._agreed.add(seat)
            self._count()
        else:
            self.cancel()
        return True

    def excuse(self, seat: int) -> None:
        """This seat is not asked any more: its person has gone."""
        if seat in self._needed and seat in self._waiting:
            self.cancel()
        elif self.open:
            self._waiting.discard(seat)
            self._count()

    def cancel(self) -> None:
        """It is answered with no."""
        if self.open:
            self.outcome.set_result(False)

    def _count(self) -> None:
        if not self._waiting and self.open:
            self.outcome.set_result(True)

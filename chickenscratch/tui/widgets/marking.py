"""The ways of a mark through the rows of a page: a mixin for screens."""

from __future__ import annotations

from typing import Final

FAR: Final = 1_000_000
"""More rows than any page has."""
PAGE: Final = 10


class Marking:
    """One row is marked, that of number `at`; acts move the mark."""

    at: int

    def _go(self, to: int, step: int, /) -> None:
        """Mark the row `to` or the nearest there is; on from one that cannot be marked goes it by
        `step`, which is 1 or -1."""
        raise NotImplementedError

    def action_up(self) -> None:
        self._go(self.at - 1, -1)

    def action_down(self) -> None:
        self._go(self.at + 1, 1)

    def action_page_up(self) -> None:
        self._go(self.at - PAGE, -1)

    def action_page_down(self) -> None:
        self._go(self.at + PAGE, 1)

    def action_first(self) -> None:
        self._go(0, 1)

    def action_last(self) -> None:
        self._go(FAR, -1)

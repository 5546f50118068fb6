"""What one seat may know: the only thing a person, a bot or a watcher ever gets.

A view has no field that could hold another hand, the order of the yard or the seed. Finished
rounds are open to all (:class:`~chickenscratch.core.state.RoundResult`).
"""

from __future__ import annotations

from typing import NamedTuple

from chickenscratch.core.legal import Duty, Legal, duty, legal
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Fact, Game, Owed, Phase, RoundResult, totals_of, usable
from chickenscratch.core.tiles import Tile
from chickenscratch.core.tree import Laid, OpenEnd


class SeatView(NamedTuple):
    """A game as `seat` sees it; `seat` None is a watcher, with an empty hand.

    `number` is the round (from 1; 0 before the first deal), `counts` the tiles in each hand,
    `yard` the tiles left in it. `drawn`: what this seat drew in its present turn; `has_drawn`:
    whether the seat whose turn it is has drawn. The other fields are those of
    :class:`~chickenscratch.core.state.Round` and :class:`~chickenscratch.core.state.Game`.
    """

    rules: RuleSet
    game_id: str
    commitment: str
    seats: int
    seat: int | None
    number: int
    first: int
    phase: Phase
    turn: int
    lead: int
    hand: tuple[Tile, ...]
    counts: tuple[int, ...]
    yard: int
    laid: tuple[Laid, ...]
    ends: tuple[OpenEnd, ...]
    parent: int
    left: int
    on_table: tuple[int, ...]
    drawn: Tile | None
    has_drawn: bool
    passes: int
    owed: tuple[Owed, ...]
    penalty: int | None
    log: tuple[Fact, ...]
    results: tuple[RoundResult, ...]
    led: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        return totals_of(self.results, self.seats)

    @property
    def game_over(self) -> bool:
        return len(self.results) >= self.rules.game_rounds

    @property
    def round_over(self) -> bool:
        """True between rounds: the next thing to happen is a deal, or nothing."""
        return self.phase in (Phase.OVER, Phase.REDEAL)

    @property
    def usable_yard(self) -> int:
        """Tiles that may still be drawn in a turn."""
        return usable(self.rules, self.yard)

    @property
    def legal(self) -> Legal | None:
        """What this seat may do; None for a watcher."""
        if self.seat is None:
            return None
        return legal(self.rules, self, self.seat, self.hand, self.yard, self.drawn)

    @property
    def duty(self) -> Duty:
        """What must be done now, as this seat may know it."""
        return duty(self, self.legal)

    def off_table(self, number: int) -> int:
        """Tiles of `number` that are in hands or yard."""
        return self.rules.set_size + 1 - self.on_table[number]

    def unseen(self, number: int) -> int:
        """Tiles of `number` that this seat cannot see: neither laid nor in its hand."""
        return self.off_table(number) - sum(tile.carries(number) for tile in self.hand)


def view_of(game: Game, seat: int | None) -> SeatView:
    """The view of `seat`, or of a watcher (None)."""
    table = game.round
    if table is None:
        wanted = game.rules.wanted(1, ())[0]
        nothing = (0,) * (game.rules.set_size + 1)
        return SeatView(
            game.rules, game.game_id, game.commitment, game.seats, seat, 0, game.lot, Phase.OVER,
            game.lot, wanted, (), (0,) * game.seats, 0, (), (), -1, 0, nothing, None, False, 0,
            (), None, (), game.results, game.led,
        )  # fmt: skip
    return SeatView(
        rules=game.rules,
        game_id=game.game_id,
        commitment=game.commitment,
        seats=game.seats,
        seat=seat,
        number=table.number,
        first=table.first,
        phase=table.phase,
        turn=table.turn,
        lead=table.lead,
        hand=() if seat is None else table.hands[seat],
        counts=table.counts,
        yard=len(table.yard),
        laid=table.laid,
        ends=table.ends,
        parent=table.parent,
        left=table.left,
        on_table=table.on_table,
        drawn=table.drawn if seat == table.turn else None,
        has_drawn=table.drawn is not None,
        passes=table.passes,
        owed=table.owed,
        penalty=table.penalty,
        log=table.log,
        results=game.results,
        led=game.led,
    )

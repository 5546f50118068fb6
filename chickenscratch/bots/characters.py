"""The levels that decide at a glance: from what fits to what a careful player sees."""

from __future__ import annotations

from typing import Final

from chickenscratch.bots.base import Chance, Company, Level, forced, options_of
from chickenscratch.bots.judge import Scored, Sight, rate
from chickenscratch.bots.masks import number_of
from chickenscratch.bots.memory import Memory, remember
from chickenscratch.bots.position import Position
from chickenscratch.bots.simple import anything, heaviest_first
from chickenscratch.bots.weights import weights_for
from chickenscratch.core.actions import Play, SeatAction
from chickenscratch.core.legal import Legal, Move
from chickenscratch.core.scoring import tile_value
from chickenscratch.core.text import N_
from chickenscratch.core.view import SeatView

HUNCHES: Final = 0.5
"""How often a beginner plays whatever comes to hand."""

OVERSIGHTS: Final = 0.15
"""How often a casual player overlooks a tile that fits."""


def now_and_then(view: SeatView, chance: Chance, _company: Company = ()) -> SeatAction:
    """Half the time the dearest tile, half the time any that fits."""
    if chance.random() < HUNCHES:
        return anything(view, chance)
    return heaviest_first(view, chance)


def absent_minded(view: SeatView, chance: Chance, _company: Company = ()) -> SeatAction:
    """The dearest of the tiles it notices; a double before others. It remembers nothing.

    An equally dear move is chosen by chance: the table is not looked at."""
    legal = options_of(view)
    action = forced(legal)
    if action is not None:
        return action
    # the hand in a fixed order, so that its own does not matter
    moves = sorted(legal.moves, key=lambda move: (move.tile, move.on), reverse=True)
    if len(moves) > 1:
        noticed = {tile for tile in dict.fromkeys(m.tile for m in moves) if _notices(chance)}
        moves = [move for move in moves if move.tile in noticed] or moves

    def cost(move: Move) -> tuple[int, bool]:
        return tile_value(view.rules, move.tile), move.tile.is_double

    dearest = max(map(cost, moves))
    move = chance.pick([move for move in moves if cost(move) == dearest])
    return Play(legal.seat, move.tile, move.on, move.places[0])


def _notices(chance: Chance) -> bool:
    return chance.random() >= OVERSIGHTS


def careful(view: SeatView, _chance: Chance, _company: Company = ()) -> SeatAction:
    """The best move in sight: counts the tiles, and remembers what the next player lacked."""
    legal = options_of(view)
    action = forced(legal)
    if action is not None:
        return action
    if len(legal.moves) == 1:
        return the_play(legal, legal.moves[0])
    best = max(judged(view, remember(view), legal))
    return played(legal, best)


def judged(view: SeatView, memory: Memory, legal: Legal) -> list[Scored]:
    """Every legal move with the score it has at a glance."""
    kit, seat = memory.kit, legal.seat
    table = Position(kit, view, [0] * view.seats, ())
    following = (seat + 1) % view.seats
    sight = Sight(
        kit,
        kit.mask(view.hand),
        table.off,
        table.need,
        table.left,
        table.opened,
        table.counts,
        (sum(view.counts) - view.counts[seat]) / (view.seats - 1),
        min(count for other, count in enumerate(view.counts) if other != seat),
        view.counts[following],
        memory.lacking(following),
    )
    playable = kit.mask(entry.tile for entry in legal.tiles if entry.moves)
    return rate(weights_for(view.rules, view.seats), sight, playable)


def played(legal: Legal, move: Scored) -> Play:
    """The action for a move of :func:`judged`, on the oldest place."""
    _, tile, on = move
    return the_play(legal, next(m for m in legal.moves if (number_of(m.tile), m.on) == (tile, on)))


def the_play(legal: Legal, move: Move) -> Play:
    """That move on its oldest place."""
    return Play(legal.seat, move.tile, move.on, move.places[0])


BEGINNER: Final = Level(
    "beginner",
    N_("Beginner"),
    N_("Plays what fits, and thinks of the heavy tiles every other time."),
    now_and_then,
)
CASUAL: Final = Level(
    "casual",
    N_("Casual player"),
    N_("Gets rid of heavy tiles first, overlooks one now and then, and remembers nothing."),
    absent_minded,
)
SKILLED: Final = Level(
    "skilled",
    N_("Skilled player"),
    N_("Counts the tiles, keeps the hand flexible, and plays where the next player may be stuck."),
    careful,
)

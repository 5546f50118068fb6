"""When a round ends, and closing it (rules.md, "Formal model"; A11, B10, E1-E2, E20-E25)."""

from __future__ import annotations

from chickenscratch.core.events import Event, GameEnded, RoundEnded
from chickenscratch.core.rules import DeadFoot, EmptyYard, RuleSet
from chickenscratch.core.scoring import round_scores, winners
from chickenscratch.core.state import EndReason, Game, Phase, Round, RoundResult, usable
from chickenscratch.core.tiles import Tile


def off_table(rules: RuleSet, table: Round, number: int) -> int:
    """Tiles of a number that are still in hands or yard; public by counting."""
    return rules.set_size + 1 - table.on_table[number]


def end_after_placing(rules: RuleSet, table: Round, seat: int) -> EndReason | None:
    """The reason that ends the round now that `seat` has laid a tile, in the order of the model."""
    if not table.hands[seat]:
        return EndReason.OUT
    if table.parent >= 0:
        return _dead(rules, table)
    whole = rules.set_size + 1
    if all(table.on_table[end.number] == whole for end in table.ends):
        return EndReason.BLOCKED
    return None


def _dead(rules: RuleSet, table: Round) -> EndReason | None:
    number = table.required
    if number is None:
        return None
    out = off_table(rules, table, number)
    match rules.dead_foot:
        case DeadFoot.EXHAUSTED:
            dead = out == 0
        case DeadFoot.STRICT:
            dead = out < table.left
        case DeadFoot.DRAW_OUT:
            dead = out == 0 and not usable(rules, len(table.yard))
    if not dead:
        return None
    return EndReason.DEAD_HUB if table.phase is Phase.HUB else EndReason.DEAD_FOOT


def end_after_pass(
    rules: RuleSet, table: Round, seats: int, *, found_empty: bool
) -> EndReason | None:
    """The reason that ends the round after a pass. `found_empty`: the seat was stuck and had not
    drawn, so it looked for a tile."""
    if usable(rules, len(table.yard)):
        return None
    dead = _dead(rules, table) if table.parent >= 0 else None
    if dead is not None:
        return dead
    if found_empty and rules.empty_yard is EmptyYard.ENDS_ROUND:
        return EndReason.BLOCKED
    return EndReason.BLOCKED if table.passes >= seats else None


def finish(
    game: Game, table: Round, reason: EndReason, seat: int | None, tile: Tile | None
) -> tuple[Game, tuple[Event, ...]]:
    """Close the round: count the hands, and the game too if it was the last round.

    `seat` laid `tile` last, or both are None after a pass."""
    out = seat if reason is EndReason.OUT else None
    scores = round_scores(game.rules, table.hands, out, tile)
    result = RoundResult(table.number, table.lead, reason, out, table.hands, table.yard, scores)
    closed = table._replace(phase=Phase.OVER, owed=(), penalty=None, drawn=None)
    game = game._replace(round=closed, results=(*game.results, result))
    events: tuple[Event, ...] = (RoundEnded(result, game.totals),)
    if game.over:
        won = winners(game.rules, game.results, game.seats)
        events += (GameEnded(game.totals, won, game.seed),)
    return game, events

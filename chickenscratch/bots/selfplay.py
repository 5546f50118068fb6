"""Whole games between bots, in this process and without any ceremony."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from chickenscratch.bots.base import Level, awaited, chance_for
from chickenscratch.core.actions import Action, Deal
from chickenscratch.core.apply import Accepted, Rejected, apply, start_game
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import full_set
from chickenscratch.core.view import view_of

TURN_ACTS: Final = ("lead", "play", "pass")
"""What ends a turn. Draws belong to the turn they are made in."""

Watcher = Callable[[Action, Accepted], None]


class PlayedRound(NamedTuple):
    """How long a finished round was."""

    turns: int
    tiles: int


class PlayedGame(NamedTuple):
    """A finished game between bots."""

    game: Game
    rounds: tuple[PlayedRound, ...]


def turn_limit(rules: RuleSet, seats: int) -> int:
    """More turns than any round can have (rules.md, "Properties for a fuzzer")."""
    return len(full_set(rules.set_size)) * (seats + 2)


def play_on(game: Game, levels: Sequence[Level], watch: Watcher | None = None) -> PlayedGame:
    """Let bots, one level a seat, play `game` to its end. `watch` sees every action accepted.

    Raises RuntimeError if a bot breaks the rules or a round does not end: both would be our bugs.
    """
    limit = turn_limit(game.rules, game.seats)
    company = tuple(level.name for level in levels)
    rounds: list[PlayedRound] = []
    while not game.over:
        table = game.round
        seat = None if table is None else awaited(table)
        if table is None or seat is None:
            action: Action = Deal()
        else:
            view, level = view_of(game, seat), levels[seat]
            action = level.bot(view, chance_for(view, level.name), company)
        outcome = apply(game, action)
        if isinstance(outcome, Rejected):
            raise RuntimeError(f"{action} was refused in game {game.game_id}: {outcome}")
        if watch is not None:
            watch(action, outcome)
        game = outcome.game
        table = game.round
        if table is not None and len(game.results) > len(rounds):
            turns = sum(fact.act in TURN_ACTS for fact in table.log)
            rounds.append(PlayedRound(turns, len(table.laid)))
        elif table is not None and table.passes > limit:
            raise RuntimeError(f"round {table.number} of game {game.game_id} does not end")
    return PlayedGame(game, tuple(rounds))


def play_game(
    rules: RuleSet, levels: Sequence[Level], seed: str, watch: Watcher | None = None
) -> PlayedGame:
    """A whole game from its seed. Raises RuleError if so many cannot play these rules."""
    return play_on(start_game(rules, len(levels), seed), levels, watch)

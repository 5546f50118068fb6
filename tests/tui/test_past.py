"""The round so far is told by its events alone, and is what a watcher saw at each moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from players import OPTIONS, possible

from chickenscratch.core import shuffle
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Event, redact
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.tui.past import past_of


def some_rules(luck: int) -> RuleSet:
    """A preset with a few house rules, for a round or two."""
    chance = random.Random(luck)
    base = PRESETS[sorted(PRESETS)[luck % len(PRESETS)]].rules
    names = chance.sample(sorted(OPTIONS), chance.randint(0, 4))
    rounds = {"rounds": chance.choice([1, 2])}
    try:
        return make_rules({name: chance.choice(OPTIONS[name]) for name in names} | rounds, base)
    except RuleError:
        return make_rules(rounds, base)


def played(luck: int) -> Iterator[tuple[list[Event], list[SeatView]]]:
    """A game in which anybody does anything: after each act the events of its round, as a watcher
    may know them, and what the watcher saw after each of its acts."""
    rules, chance = some_rules(luck), random.Random(luck)
    seats = rules.seats[luck % len(rules.seats)]
    game = start_game(rules, seats, shuffle.derived_seed("2" * 64, luck))
    story: list[Event] = []
    seen: list[SeatView] = []
    while not game.over:
        action = chance.choice(possible(game))
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game = outcome.game
        if isinstance(action, Deal):
            story, seen = [], []
        story += [redact(event, None) for event in outcome.events]
        seen.append(view_of(game, None)._replace(owed=()))
        yield story, seen


@pytest.mark.parametrize("luck", range(12))
def test_every_moment_is_what_a_watcher_saw_then(luck: int) -> None:
    chance = random.Random(luck)
    for story, seen in played(luck):
        if seen[-1].round_over or chance.random() < 0.05:
            assert [past.view for past in past_of(seen[-1], story)] == seen


def test_each_moment_knows_what_had_happened_until_then() -> None:
    for story, seen in played(3):
        pasts = past_of(seen[-1], story)
        assert pasts[-1].story == tuple(story)
        assert all(len(before.story) < len(after.story) for before, after in pairwise(pasts))

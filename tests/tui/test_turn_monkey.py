"""Whatever is pressed: nothing breaks, and the table accepts whatever comes out."""

from __future__ import annotations

import random

import pytest

from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.view import view_of
from chickenscratch.locale.ends import LETTERS
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.turn import Do, Turn, click_place, click_tile, option_of, receive
from chickenscratch.tui.turn_keys import REDUCED, press

ACTS_THERE = sorted(REDUCED)


def anything(chance: random.Random, turn: Turn, scene: Scene):
    """Some key or click."""
    dice = chance.random()
    if dice < 0.1 and turn.hand:
        return click_tile(turn, scene, chance.choice(turn.hand))
    option = option_of(turn, scene)
    if dice < 0.2 and option is not None:
        return click_place(turn, scene, option.key)
    act = "obvious" if dice > 0.7 else chance.choice(ACTS_THERE)
    key = chance.choice("0123456789") if act == "pips" else chance.choice(LETTERS)
    return press(turn, scene, act, key, pannable=chance.random() < 0.3)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_any_keys_play_a_legal_round(preset: str):
    rules = PRESETS[preset].rules
    seats = rules.seats[0]
    chance = random.Random(preset)
    outcome = apply(start_game(rules, seats, "5eed" * 16), Deal())
    assert isinstance(outcome, Accepted)
    game = outcome.game
    felt = Felt()
    minds = [Turn()] * seats
    before = [None] * seats
    pressed = 0
    while not game.between_rounds and pressed < 6000:
        table = game.round
        assert table is not None
        seat = table.turn if table.penalty is None else table.penalty
        if chance.random() < 0.2:
            seat = chance.randrange(seats)
        view = view_of(game, seat)
        scene = Scene(view, felt.follow(view))
        minds[seat] = receive(minds[seat], before[seat], scene)
        before[seat] = view
        for _ in range(4):
            pressed += 1
            minds[seat], intent = anything(chance, minds[seat], scene)
            assert set(minds[seat].hand) == set(view.hand)
            scene.picture(minds[seat].lifted, minds[seat].choice, minds[seat].bend)
            if isinstance(intent, Do):
                answer = apply(game, intent.action)
                assert isinstance(answer, Accepted), (intent, answer)
                game = answer.game
                break
    assert game.between_rounds

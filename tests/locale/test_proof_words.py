"""The check by hand, done by hand."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from recorded import game_lines, record_of

from chickenscratch.core import shuffle
from chickenscratch.core.actions import Deal as DealAct
from chickenscratch.core.apply import apply, start_game
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import RuleSet
from chickenscratch.locale.proof import Deal, proof
from chickenscratch.locale.transcript import story_of

NAMES = ("Anna", "Bruno", "Carla", "Dina")


def deal(rules: RuleSet, seed: str, seats: int = 4) -> Deal:
    game = shuffle.game_id_of(seed)
    return Deal(rules, NAMES[:seats], game, shuffle.commitment(seed, game), seed)


@pytest.mark.parametrize("name", list(PRESETS))
@pytest.mark.parametrize("number", [1, 7])
def test_every_step_agrees_with_the_game(name: str, number: int) -> None:
    rules, seed = PRESETS[name].rules, f"{number:064x}"
    seats = max(n for n in rules.seats if n <= 4)
    steps = {step.title: step for step in proof(deal(rules, seed, seats))}
    assert steps["The seed keeps it"].results == steps["The commitment"].results
    begins = NAMES[shuffle.first_seat(seed, seats)]
    assert f"so it is {begins}." in steps["Who begins"].words
    game = start_game(rules, seats, seed)
    table = apply(game, DealAct()).game.round
    assert table is not None
    *hands, yard = steps["The first deal"].results
    for name_, hand, line in zip(NAMES, table.hands, hands, strict=False):
        assert line == f"{name_}: {' '.join(map(str, hand))}"
    assert yard == f"The yard: {' '.join(map(str, table.yard))}"


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="there is no sha256sum here")
def test_what_is_to_be_typed_gives_what_is_said() -> None:
    steps = proof(deal(PRESETS["chicken-scratch"].rules, "5eed" * 16))
    typed = [step for step in steps if step.commands and "sha256sum" in step.commands[0]]
    assert len(typed) == 3
    for step in typed:
        done = subprocess.run(
            ["sh", "-c", step.commands[0]], capture_output=True, text=True, check=True
        )
        assert done.stdout.split()[0] == step.results[0]


def test_nothing_is_told_before_the_end() -> None:
    seed = "5eed" * 16
    sealed = deal(PRESETS["chicken-scratch"].rules, seed)._replace(seed=None)
    text = "".join(map(str, proof(sealed)))
    assert seed not in text
    assert sealed.commitment in text


def test_a_wrong_seed_is_noticed() -> None:
    wrong = deal(PRESETS["chicken-scratch"].rules, "5eed" * 16)._replace(seed="1" * 64)
    assert "not the one that was promised" in proof(wrong)[1].words


def test_the_same_deals_again() -> None:
    rules = make_rules({"rounds": 2}, PRESETS["classic"].rules)
    step = proof(deal(rules, "5eed" * 16))[-1]
    assert step.commands == (
        f"chickenscratch play --rules classic --players 4 --rounds 2 --seed {'5eed' * 16}",
    )
    house = make_rules({"arms": 6}, rules)
    assert "RULES.toml" in proof(deal(house, "5eed" * 16))[-1].commands[0]
    first, second = (
        story_of(record_of(game_lines("classic", created=when))).game
        for when in ("2026-11-29T20:15:00Z", "2026-11-30T20:15:00Z")
    )
    assert first.game_id == second.game_id

"""Records that must replay to the same states for ever, on every machine and Python.

``goldens/`` holds a whole game of each preset. Every line carries, in a field of its own that the
game passes over, the hash of the state after it. The files are never written again; a preset that
has none yet gets one by

    PYTHONPATH=tests python tests/core/test_golden_records.py

A new field of the state changes no hash: :func:`facts` lists what counts.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from oracle import check
from players import OPTIONS, possible

from chickenscratch.core import shuffle
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.record import (
    Line,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
    read_games,
    undo_line,
)
from chickenscratch.core.replay import game_of, replay, verify
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.state import Game, Round, RoundResult

GOLDENS = Path(__file__).with_name("goldens")
SUFFIX = ".chicken.jsonl"
CREATED = "2026-11-29T20:15:00Z"
GAMES = int(os.environ.get("SIMULATED_GAMES", "200"))
"""How many games the slow test plays; 10000 take some minutes."""
FILE_SIZE = 50
"""Games in one file of the slow test."""


def facts(game: Game) -> dict[str, Any]:
    """All that a state says, but for the seed, in words that depend on no library."""
    return {
        "deals": game.deals,
        "led": list(game.led),
        "over": game.over,
        "results": [_result(result) for result in game.results],
        "round": None if game.round is None else _round(game.round),
        "totals": list(game.totals),
    }


def _tiles(tiles: Sequence[object]) -> str:
    return " ".join(str(tile) for tile in tiles)


def _result(result: RoundResult) -> list[Any]:
    number, lead, end, out, hands, yard, scores = result
    return [number, lead, end.value, out, [_tiles(hand) for hand in hands], _tiles(yard), *scores]


def _round(table: Round) -> dict[str, Any]:
    return {
        "drawn": None if table.drawn is None else str(table.drawn),
        "ends": [f"{end.parent}.{end.port} {end.number} {end.kind.value}" for end in table.ends],
        "first": table.first,
        "hands": [_tiles(hand) for hand in table.hands],
        "laid": [
            f"{laid.parent}.{laid.port}.{laid.bend} {laid.near} {laid.far} {laid.seat}"
            for laid in table.laid
        ],
        "lead": table.lead,
        "left": table.left,
        "log": [f"{fact.seat} {fact.act} {fact.tile} {fact.on} {fact.at}" for fact in table.log],
        "number": table.number,
        "on_table": list(table.on_table),
        "owed": [f"{owed.seat} {owed.what.value}" for owed in table.owed],
        "parent": table.parent,
        "passes": table.passes,
        "penalty": table.penalty,
        "phase": table.phase.value,
        "turn": table.turn,
        "wanted": list(table.wanted),
        "yard": _tiles(table.yard),
    }


def state_hash(game: Game) -> str:
    text = json.dumps(facts(game), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def simulated(rules: RuleSet, seats: int, seed: str, luck: int, undo: float) -> list[str]:
    """The lines of a whole game in which anybody does anything, and takes it back now and then."""
    chance = random.Random(luck)
    game = start_game(rules, seats, seed)
    chairs = [RecordSeat("Anna"), *(RecordSeat(f"Bot {n}", "random") for n in range(1, seats))]
    lines = [_hashed(header_line(game, chairs, CREATED), game)]
    before: list[Game] = []
    while not game.over:
        if before and chance.random() < undo:
            count = chance.randint(1, min(7, len(before)))
            game = before[-count]
            del before[-count:]
            lines.append(_hashed(undo_line(count), game))
            continue
        action = chance.choice(possible(game))
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        if isinstance(action, Deal):
            before.clear()
        else:
            before.append(game)
        game = outcome.game
        lines += [_hashed(line, game) for line in lines_for(action, outcome)]
    return lines


def _hashed(line: Line, game: Game) -> str:
    return format_line({**line, "state": state_hash(game)})


def check_states(lines: list[str]) -> int:
    """Replay every game of a file: each line leads to the state it names and would be written
    the same way again. Returns how many lines were compared."""
    compared = 0
    for record in read_games(lines):
        compared += _same(lines[record.line - 1], game_of(record.header))
        for step in replay(record):
            text = lines[step.line - 1]
            compared += _same(text, step.game)
            if step.action is not None:
                (line, *_) = lines_for(step.action, Accepted(step.game, step.events))
                assert _hashed(line, step.game) == text
        assert verify(record).game.over
        assert verify(record).dealt
    assert compared == len(lines)
    assert check(lines) == []  # the referee that knows nothing of our code
    return compared


def _same(text: str, game: Game) -> bool:
    wanted = json.loads(text)["state"]
    assert state_hash(game) == wanted, text
    return True


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_golden_record_replays_to_the_same_states(name: str) -> None:
    lines = (GOLDENS / f"{name}{SUFFIX}").read_text("utf-8").splitlines()
    (record,) = read_games(lines)
    assert record.header.preset == name
    assert check_states(lines) > 100
    assert any('"act": "undo"' in line for line in lines)


def test_every_golden_record_has_its_preset() -> None:
    found = {path.name.removesuffix(SUFFIX) for path in GOLDENS.iterdir()}
    assert found == set(PRESETS)


def test_a_state_that_differs_anywhere_has_another_hash() -> None:
    lines = (GOLDENS / f"chickie-sixes{SUFFIX}").read_text("utf-8").splitlines()
    (record,) = read_games(lines)
    steps = list(replay(record))
    game = next(step.game for step in steps if step.game.round and step.game.round.laid)
    table = game.round
    assert table is not None
    other = next(step.game for step in reversed(steps)).round
    assert other is not None
    changed = 0
    for field, value in other._asdict().items():
        if value != getattr(table, field):
            assert state_hash(game._replace(round=table._replace(**{field: value}))) != state_hash(
                game
            )
            changed += 1
    assert changed > 8
    assert state_hash(game._replace(seed="0" * 64, lot=1)) == state_hash(game)


def some_rules(luck: int) -> RuleSet:
    """A preset with a few house rules, for a round or two."""
    chance = random.Random(luck)
    base = PRESETS[sorted(PRESETS)[luck % len(PRESETS)]].rules
    names = chance.sample(sorted(OPTIONS), chance.randint(0, 4))
    options = {name: chance.choice(OPTIONS[name]) for name in names}
    rounds = {"rounds": chance.choice([1, 1, 1, 2])}
    try:
        return make_rules({**options, **rounds}, base)
    except RuleError:
        return make_rules(rounds, base)


def games(first: int, last: int) -> Iterator[list[str]]:
    """Simulated games, each the same whenever and wherever it is played."""
    for luck in range(first, last):
        rules = some_rules(luck)
        seats = rules.seats[luck % len(rules.seats)]
        seed = shuffle.derived_seed("0" * 64, luck)
        yield simulated(rules, seats, seed, luck, undo=0.02)


@pytest.mark.slow
def test_simulated_games_are_written_read_and_replayed_state_by_state(tmp_path: Path) -> None:
    compared = 0
    for first in range(0, GAMES, FILE_SIZE):
        path = tmp_path / f"{first}{SUFFIX}"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for lines in games(first, min(first + FILE_SIZE, GAMES)):
                file.writelines(f"{line}\n" for line in lines)
        compared += check_states(path.read_text("utf-8").split("\n")[:-1])
        path.unlink()
    assert compared > 10 * GAMES


def main() -> None:
    """Write a golden record for each preset that has none."""
    GOLDENS.mkdir(exist_ok=True)
    for luck, (name, preset) in enumerate(sorted(PRESETS.items())):
        path = GOLDENS / f"{name}{SUFFIX}"
        if path.exists():
            print(f"{path.name} is there already")
            continue
        seats = preset.rules.seats[luck % len(preset.rules.seats)]
        lines = simulated(preset.rules, seats, shuffle.derived_seed("9" * 64, luck), luck, 0.02)
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
        print(f"{path.name}: {len(lines)} lines")


if __name__ == "__main__":
    main()

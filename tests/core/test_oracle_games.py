"""The referee over whole games, by a player who tries lines at random until one is let through."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracle import OPTIONS, Game, Line, LineError, check, full_set, name, pips
from referee import Lines, call, draw, end, final, header, lead, pass_by, play, text


def attempts(game: Game) -> Lines:
    """Every line that could be right, and many that could not."""
    lines: Lines = []
    for seat, held in enumerate(game.hands):
        lines += [pass_by(seat), call(seat, "tap"), call(seat, game.rules["call"])]
        lines += [draw(seat, name(t)) for t in game.yard[:1]]
        lines += [lead(seat, f"{d}-{d}") for d in range(game.top + 1)]
        for e in game.ends:
            place = f"{e['tile']}.{e['port']}"
            lines += [play(seat, name(t), e["number"], place) for t in held if e["number"] in t]
    return lines


def random_game(seed: int, undo: float = 0.0, **rules: Any) -> Lines:
    rng = random.Random(seed)
    opening = header(**rules)
    game, lines = Game(opening), [opening]
    first = rng.randrange(game.seats)

    def add(line: Line) -> None:
        game.read(line)
        lines.append(line)

    while len(game.scores) < game.rounds:
        redeal = game.rules["missing_lead"] == "redeal" and game.phase == "lead"
        if game.closed or (redeal and game.lead_due() is None):
            tiles = [name(t) for t in full_set(game.top)]
            if game.rules["missing_lead"] == "set-aside":
                tiles.remove(f"{game.wanted()}-{game.wanted()}")
            rng.shuffle(tiles)
            hands = [[tiles.pop() for _ in range(game.hand)] for _ in range(game.seats)]
            r = len(game.scores)
            place = (first + r) % game.seats
            add({"round": r + 1, "first": place, "hands": hands, "yard": tiles})
        elif rng.random() < undo and game.actions:
            add({"act": "undo", "lines": rng.randint(1, min(9, len(game.actions)))})
        elif game.over:
            scores = [sum(pips(t, game.rules["blank_scoring"]) for t in h) for h in game.hands]
            seat, last = game.last
            if game.over == "out" and last[0] == last[1]:
                scores[seat] = 50 if game.rules["double_out"] == "penalty-50" else 0
            totals = [t + s for t, s in zip(game.totals(), scores, strict=True)]
            add(end(game.over, scores, totals))
        else:
            lines.append(step(game, rng))
    add(final(game.totals(), game.winners()))
    return lines


def step(game: Game, rng: random.Random) -> Line:
    tries = attempts(game)
    rng.shuffle(tries)
    for line in tries:
        try:
            game.read(line)
        except LineError:
            continue
        return line
    raise AssertionError("there is always something to do")


def any_rules(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    rules = {option: rng.choice(values) for option, values in OPTIONS.items()}
    rules["set_size"] = rng.choice((6, 6, 9))
    rules["arms"] = rng.choice((4, 6, 8) if rules["set_size"] == 9 else (4, 6))
    rules["seats"], rules["hand"] = rng.randint(2, 4), rng.randint(1, 6)
    rules["rounds"] = rng.randint(1, 4)
    rules["yard_reserve"] = rng.choice((0, 0, 1, 2))
    return rules


@pytest.mark.parametrize("seed", range(60))
def test_random_games_under_any_rules_are_right_and_end(seed: int) -> None:
    lines = random_game(seed, undo=0.02, **any_rules(seed))
    assert check(text(lines)) == []


def test_whole_games_show_every_kind_of_end() -> None:
    ends = set()
    for seed in range(6):
        lines = random_game(seed, seats=2 + seed % 3, hand=5, rounds=None)
        assert len([line for line in lines if "end" in line]) == 7
        for line in lines:
            if "hands" in line:
                opening = line
            if "end" in line:
                ends.add(line["end"])
        assert opening["round"] == 7
    assert ends == {"out", "dead-foot"}


@pytest.mark.parametrize("seed", range(4))
def test_a_line_left_out_or_in_the_wrong_order_is_always_found(seed: int) -> None:
    lines = random_game(seed, seats=2 + seed % 3, hand=5, rounds=2)
    for n in range(len(lines) - 1):
        left_out = check(text(lines[:n] + lines[n + 1 :]))
        assert left_out
        assert all(int(p.split(":")[0][5:]) > n for p in left_out)
        assert check(text([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]))

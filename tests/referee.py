"""Record lines, positions and whole games for the tests of the second referee (oracle.py)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from oracle import Game, Line, LineError, full_set, name

Lines = list[Line]


def text(lines: Lines) -> list[str]:
    return [json.dumps(line) for line in lines]


def header(seats: int = 2, hand: int = 4, **rules: Any) -> Line:
    rules = {"set_size": 6, "hand_sizes": {str(seats): hand}, "arms": 4, "rounds": 1, **rules}
    players = [{"name": f"P{n}", "player": "human"} for n in range(seats)]
    return {"record": 1, "game": "g", "rules": rules, "preset": "custom", "seats": players}


def deal(*hands: str, yard: str = "", number: int = 1, first: int = 0, less: str = "") -> Line:
    """A deal with these hands; the yard begins as told and holds the rest in any order."""
    dealt = [hand.split() for hand in hands]
    begin = yard.split()
    gone = [tile for hand in dealt for tile in hand] + begin + less.split()
    rest = [name(tile) for tile in full_set(6) if name(tile) not in gone]
    return {"round": number, "first": first, "hands": dealt, "yard": begin + rest}


def lead(seat: int, tile: str) -> Line:
    return {"seat": seat, "act": "lead", "tile": tile}


def play(seat: int, tile: str, on: int, at: str) -> Line:
    return {"seat": seat, "act": "play", "tile": tile, "on": on, "at": at}


def draw(seat: int, tile: str) -> Line:
    return {"seat": seat, "act": "draw", "tile": tile}


def pass_by(seat: int) -> Line:
    return {"seat": seat, "act": "pass"}


def call(seat: int, what: str) -> Line:
    return {"seat": seat, "act": "call", "what": what}


def end(reason: str, scores: list[int], totals: list[int] | None = None) -> Line:
    return {"end": reason, "scores": scores, "totals": totals or scores}


def final(totals: list[int], winners: list[int]) -> Line:
    return {"final": totals, "winners": winners, "seed": "00ff"}


def short() -> Lines:
    return [
        header(),  # line 1
        deal("6-6 6-1 5-4 2-2", "6-2 6-3 1-0 3-3", yard="6-4 5-5 3-2 4-3 3-1"),
        lead(0, "6-6"),
        play(1, "6-2", 6, "0.0"),
        play(0, "6-1", 6, "0.1"),  # line 5
        play(1, "6-3", 6, "0.2"),
        draw(0, "6-4"),
        play(0, "6-4", 6, "0.3~L"),  # the hub is full
        play(1, "3-3", 3, "3.0"),
        draw(0, "5-5"),  # line 10
        pass_by(0),
        draw(1, "3-2"),
        play(1, "3-2", 3, "5.0"),
        draw(0, "4-3"),
        play(0, "4-3", 3, "5.2"),  # line 15
        draw(1, "3-1"),
        play(1, "3-1", 3, "5.1"),  # the foot is complete
        play(0, "5-4", 4, "7.0~R"),
        play(1, "1-0", 1, "2.0"),
        end("out", [14, 0]),  # line 20
        final([14, 0], [1]),
    ]


def at_table(opening: Lines, *more: Line) -> Game:
    game = Game(opening[0])
    for line in [*opening[1:], *more]:
        game.read(line)
    return game


def refused(game: Game, line: Line) -> str:
    with pytest.raises(LineError) as error:
        game.read(line)
    return str(error.value)

"""The referee in positions made by hand: what is legal, when a round ends, what it counts."""

from __future__ import annotations

from typing import Any

import pytest
from oracle import Game, Tile, full_set, name, pips
from referee import (
    draw,
    end,
    header,
    pass_by,
    play,
    refused,
)


def tile(word: str) -> Tile:
    return int(word.split("-")[0]), int(word.split("-")[1])


def set_up(hands: str, laid: str, *, phase: str, **rules: Any) -> Game:
    """A position: the tiles of the hands and of the table; the rest is the yard."""
    words = [hand.split() for hand in hands.split("/")]
    rules = {"hand_sizes": {str(len(words)): 1}, **rules}
    game = Game(header(len(words), **rules))
    rest = [name(t) for t in full_set(6)]
    game.deal({"round": 1, "first": 0, "hands": [[rest.pop()] for _ in words], "yard": rest})
    game.hands = [[tile(word) for word in hand] for hand in words]
    game.laid = [tile(word) for word in laid.split()]
    game.yard = [
        t for t in full_set(6) if t not in game.laid and not any(t in h for h in game.hands)
    ]
    game.phase, game.turn = phase, 0
    return game


def open_ends(game: Game, *numbers: int, foot: int | None = None, places: int = 3) -> Game:
    game.ends = [{"tile": 90 + k, "port": 0, "number": v} for k, v in enumerate(numbers)]
    if foot is not None:
        game.parent, game.number, game.places = 50, foot, places
        game.ends += [{"tile": 50, "port": k, "number": foot} for k in range(places)]
    return game


def legal(game: Game, seat: int = 0) -> set[tuple[str, int]]:
    ends = [e["number"] for e in game.allowed_ends()]
    return {(name(t), v) for t in game.hands[seat] for v in ends if v in t}


def test_what_is_legal_on_a_hub() -> None:
    game = set_up("6-1 5-5 4-2 6-0 3-3/1-1", "6-6", phase="hub")
    game.ends = [{"tile": 0, "port": k, "number": 6} for k in range(4)]
    assert legal(game) == {("6-1", 6), ("6-0", 6)}


def test_what_is_legal_on_open_numbers() -> None:
    game = open_ends(set_up("1-1 4-2 5-0 6-3 2-2/0-0", "6-6", phase="free"), 1, 0, 4, 5)
    assert legal(game) == {("1-1", 1), ("4-2", 4), ("5-0", 0), ("5-0", 5)}
    game.read(play(0, "1-1", 1, "90.0"))
    assert (game.phase, game.number, game.places) == ("foot", 1, 3)
    assert not any(game.fits(tile(word)) for word in ("4-2", "5-0", "0-0", "5-4"))
    assert len(game.ends) == 3 + 3


def test_what_is_legal_on_a_foot() -> None:
    game = open_ends(set_up("2-1 4-5 5-4 5-2/0-0", "6-6 2-2", phase="foot"), 4, 2, foot=2)
    assert legal(game) == {("2-1", 2), ("5-2", 2)}
    assert "nothing may be laid at 91.0" in refused(game, play(0, "2-1", 2, "91.0"))


def test_draw_until_playable() -> None:
    laid = "6-6 6-1"
    game = set_up("4-0/0-0", laid, phase="free", draw="until-playable")
    open_ends(game, 6)
    game.yard = [tile(word) for word in ("3-3", "2-1", "6-5", "1-0")]
    for word in ("3-3", "2-1", "6-5"):
        assert "must go on drawing" in refused(game, pass_by(0)) if game.drawn else True
        game.read(draw(0, word))
    assert "may not draw again" in refused(game, draw(0, "1-0"))
    game.read(play(0, "6-5", 6, "90.0"))
    assert game.hands[0] == [(4, 0), (3, 3), (2, 1)]


@pytest.mark.parametrize(
    ("drawn", "word", "may"),
    [
        ("must-play", "6-5", "play"),
        ("may-keep", "6-5", "play pass"),
        ("must-keep", "6-5", "pass"),
        ("must-play", "5-4", "pass"),
    ],
)
def test_the_drawn_tile(drawn: str, word: str, may: str) -> None:
    for act in ("play", "pass"):
        game = open_ends(set_up("4-0/0-0", "6-6 6-1", phase="free", drawn_tile=drawn), 6)
        game.yard = [tile(word)]
        game.read(draw(0, word))
        line = play(0, word, 6 if "6" in word else 5, "90.0") if act == "play" else pass_by(0)
        if act in may.split():
            game.read(line)
        else:
            refused(game, line)


def test_a_player_who_may_pass_draws_first() -> None:
    for last in (pass_by(0), play(0, "6-2", 6, "90.0"), play(0, "6-5", 6, "90.0")):
        game = open_ends(set_up("6-2 4-0/0-0", "6-6 6-1", phase="free", may_pass=True), 6)
        game.yard = [(6, 5)]
        assert "must draw" in refused(game, pass_by(0))
        game.read(draw(0, "6-5"))
        game.read(last)
    game.yard = []
    open_ends(game, 0)
    game.read(pass_by(1))  # nothing to draw
    assert game.over is None


def test_the_reserve_is_not_drawn() -> None:
    game = open_ends(set_up("4-0/0-0", "6-6 6-1", phase="free", yard_reserve=2), 6)
    game.yard = [(6, 5), (5, 4), (3, 2)]
    game.read(draw(0, "6-5"))
    game.read(play(0, "6-5", 6, "90.0"))
    assert "nothing can be drawn" in refused(game, draw(1, "5-4"))
    game.read(pass_by(1))
    assert game.over is None
    game.read(pass_by(0))
    assert game.over == "blocked"


@pytest.mark.parametrize("draws", ["one", "none"])
def test_an_empty_yard_may_end_the_round(draws: str) -> None:
    game = set_up("4-0/0-0", "6-6 6-1", phase="free", empty_yard="ends-round", draw=draws)
    open_ends(game, 6)
    game.yard = [] if draws == "one" else game.yard
    game.read(pass_by(0))
    assert game.over == "blocked"


def test_the_last_draw_of_the_yard_does_not_end_the_round() -> None:
    game = open_ends(set_up("4-0/0-0", "6-6", phase="free", empty_yard="ends-round"), 6)
    game.yard = [(5, 4)]
    game.read(draw(0, "5-4"))
    game.read(pass_by(0))
    assert game.over is None


FOURS = "6-6 6-4 6-1 6-2 6-5 4-3 3-3 3-1 3-2 3-0 4-1"


@pytest.mark.parametrize(
    ("rule", "laid", "over"),
    [
        ("exhausted", FOURS, None),  # 4-0, 4-2, 4-5: just enough
        ("strict", FOURS, None),
        ("draw-out", FOURS, None),
        ("exhausted", FOURS + " 5-4", None),
        ("strict", FOURS + " 5-4", "dead-foot"),
        ("draw-out", FOURS + " 5-4", None),
        ("exhausted", FOURS + " 5-4 4-2 4-0", "dead-foot"),
        ("strict", FOURS + " 5-4 4-2 4-0", "dead-foot"),
        ("draw-out", FOURS + " 5-4 4-2 4-0", None),
    ],
)
def test_the_dead_foot(rule: str, laid: str, over: str | None) -> None:
    game = set_up("4-4 1-0/0-0", laid, phase="free", dead_foot=rule)
    open_ends(game, 4, 1, 0).read(play(0, "4-4", 4, "90.0"))
    assert game.over == over


def test_a_dead_foot_after_the_yard_is_drawn_out() -> None:
    laid = FOURS + " 5-4 4-2 4-0"
    game = open_ends(set_up("4-4 1-0/0-0", laid, phase="free", dead_foot="draw-out"), 4, 1, 0)
    game.yard = [(5, 5), (1, 1)]
    for line in (play(0, "4-4", 4, "90.0"), draw(1, "5-5"), pass_by(1), draw(0, "1-1")):
        game.read(line)
        assert game.over is None
    game.read(pass_by(0))
    assert game.over == "dead-foot"


def test_out_goes_before_everything() -> None:
    laid = FOURS + " 5-4 4-2 4-0"
    game = open_ends(set_up("4-4/5-5 1-0", laid, phase="free", double_out="penalty-50"), 4)
    game.read(play(0, "4-4", 4, "90.0"))
    assert game.over == "out"
    assert "[50, 11]" in refused(game, end("out", [0, 11]))
    game.read(end("out", [50, 11]))


def test_no_open_number_has_a_tile_left() -> None:
    ones = "1-1 2-1 3-1 4-1 5-1 6-1"
    game = open_ends(set_up("1-0 5-5/2-2", f"6-6 0-0 {ones}", phase="free"), 0)
    game.ends = [{"tile": 7, "port": 0, "number": 0}]
    game.laid += [(2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    game.read(play(0, "1-0", 0, "7.0"))
    assert game.over == "blocked"


@pytest.mark.parametrize(
    ("hand", "scoring", "points"),
    [
        ("5-5", "zero", 10),
        ("0-0 5-5", "zero", 10),
        ("0-0 5-5", "double-blank-25", 35),
        ("4-0 0-0", "double-blank-50", 54),
        ("5-5 5-0", "blank-halves-25", 40),
        ("6-6 5-4 2-0", "double-blank-50", 23),
        ("6-6 5-4 2-0", "blank-halves-25", 48),
        ("0-0", "blank-halves-25", 50),
    ],
)
def test_pips(hand: str, scoring: str, points: int) -> None:
    assert sum(pips(tile(word), scoring) for word in hand.split()) == points


@pytest.mark.parametrize(
    ("rounds", "ties", "winners"),
    [
        ([[12, 0, 4], [3, 20, 0]], "shared", [2]),
        ([[5, 0, 4], [0, 5, 1]], "shared", [0, 1, 2]),
        ([[5, 0, 4], [0, 5, 1]], "zero-rounds", [0, 1]),
        ([[5, 3, 9], [0, 0, 0], [4, 6, 0]], "zero-rounds", [2]),
        ([[5, 3, 9], [0, 0, 9], [4, 6, 9]], "zero-rounds", [1]),
        ([[0, 0, 9], [0, 0, 0]], "zero-rounds", [0, 1]),
        ([[0, 7, 0], [7, 0, 9]], "zero-rounds", [0, 1]),
    ],
)
def test_winners(rounds: list[list[int]], ties: str, winners: list[int]) -> None:
    game = Game(header(3, ties=ties))
    game.scores = rounds
    assert game.winners() == winners

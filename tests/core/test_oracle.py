"""The referee itself is tried: right records pass, and the first wrong line is named.

The short record and the positions are made by hand; longer games come from a player who tries lines
at random until the referee lets one through.
"""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from oracle import OPTIONS, Game, Line, LineError, Tile, check, full_set, name, pips

Lines = list[Line]


def text(lines: Lines) -> list[str]:
    return [json.dumps(line) for line in lines]


# A short record made by hand


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


def test_the_short_record_is_right() -> None:
    assert check(text(short())) == []


def test_every_beginning_of_a_record_is_right() -> None:
    for n in range(len(short())):
        assert check(text(short()[:n])) == []


def test_unknown_lines_extra_fields_and_blank_lines_do_not_matter() -> None:
    lines = text([{**line, "time": "12:00"} for line in short()])
    for n in range(len(lines), 0, -1):
        lines[n:n] = ['{"chat": "hello", "round": 9}', ""]
    assert check(lines) == []


Tamper = Callable[[Lines], object]


def change(n: int, **fields: Any) -> Tamper:
    return lambda lines: lines[n - 1].update(fields)


def put(n: int, *new: Line) -> Tamper:
    """These lines before line n."""
    return lambda lines: lines.__setitem__(slice(n - 1, n - 1), list(new))


def instead(n: int, *new: Line) -> Tamper:
    return lambda lines: lines.__setitem__(slice(n - 1, n), list(new))


def drop(n: int) -> Tamper:
    return instead(n)


def rule(**rules: Any) -> Tamper:
    return lambda lines: lines[0]["rules"].update(rules)


def hand(seat: int, *tiles: str) -> Tamper:
    return lambda lines: lines[1]["hands"].__setitem__(seat, list(tiles))


def yard_tile(n: int, *tiles: str) -> Tamper:
    return lambda lines: lines[1]["yard"].__setitem__(slice(n, n + 1), list(tiles))


TAMPERED: dict[str, tuple[Tamper, int, str]] = {
    "newer record": (change(1, record=2), 1, "record version 2"),
    "unknown option value": (rule(draw="two"), 1, "'two' is not a value"),
    "too many arms": (rule(arms=8), 1, "more arms"),
    "no hand size": (rule(hand_sizes={"3": 5}), 1, "'2' is missing"),
    "no header": (drop(1), 1, "no game has begun"),
    "wrong round number": (change(2, round=2), 2, "round 1 should be dealt"),
    "no such first seat": (change(2, first=2), 2, "no seat 2"),
    "short hand": (hand(0, "6-6", "6-1", "5-4"), 2, "seat 0 is dealt 3 tiles"),
    "duplicate tile": (hand(0, "6-6", "6-1", "5-4", "1-0"), 2, "1-0 is in the deal 2 times"),
    "duplicate in the yard": (yard_tile(6, "0-0"), 2, "0-0 is in the deal 2 times"),
    "missing tile": (yard_tile(5), 2, "0-0 is in the deal 0 times"),
    "tile of another set": (yard_tile(5, "7-0"), 2, "'7-0' is not a tile"),
    "smaller number first": (yard_tile(5, "0-1"), 2, "'0-1' is not a tile"),
    "a hand too many": (lambda x: x[1]["hands"].append(["0-0"] * 4), 2, "3 hands are dealt"),
    "no deal": (drop(2), 2, "no round is under way"),
    "lead by another seat": (change(3, seat=1), 3, "seat 0 leads 6-6"),
    "lower lead": (change(3, tile="2-2"), 3, "seat 0 leads 6-6"),
    "no lead": (drop(3), 3, "the lead has not been laid"),
    "draw for a held lead": (put(3, draw(0, "6-4")), 3, "the lead is held"),
    "second lead": (put(4, lead(0, "6-6")), 4, "laid already"),
    "wrong turn": (instead(4, play(0, "6-1", 6, "0.0")), 4, "turn of seat 1"),
    "two tiles in a turn": (put(5, play(1, "6-3", 6, "0.2")), 5, "turn of seat 0"),
    "no such seat": (change(4, seat=2), 4, "no seat 2"),
    "tile not held": (change(4, tile="6-4"), 4, "does not hold 6-4"),
    "not on the hub": (instead(6, play(1, "1-0", 1, "2.0")), 6, "1 cannot be played on"),
    "draw while able to play": (put(5, draw(0, "6-4")), 5, "must play"),
    "pass while able to play": (instead(5, pass_by(0)), 5, "must play"),
    "pass instead of drawing": (instead(7, pass_by(0)), 7, "must draw"),
    "wrong tile drawn": (change(7, tile="5-5"), 7, "6-4 is drawn next"),
    "drawn tile not played": (instead(8, pass_by(0)), 8, "must play what it drew"),
    "second draw": (put(8, draw(0, "5-5")), 8, "may not draw again"),
    "another draw when still stuck": (put(11, draw(0, "3-2")), 11, "may not draw again"),
    "drawing until playable": (rule(draw="until-playable"), 11, "must go on drawing"),
    "place taken": (change(5, at="0.0"), 5, "no open end at '0.0'"),
    "unknown place": (change(8, at="0.4"), 8, "no open end at '0.4'"),
    "place not a place": (change(8, at="left"), 8, "no open end at 'left'"),
    "place missing": (lambda lines: lines[7].pop("at"), 8, "'at' is missing"),
    "place shows another number": (change(9, at="2.0"), 9, "2.0 shows 1, not 3"),
    "number not on the tile": (change(9, on=4), 9, "3-3 does not carry 4"),
    "number not open": (change(19, on=0), 19, "0 cannot be played on"),
    "play elsewhere during a foot": (instead(12, play(1, "1-0", 1, "2.0")), 12, "1 cannot"),
    "toe beside the foot": (change(13, at="3.0"), 13, "no open end at '3.0'"),
    "fourth toe": (change(18, at="5.3"), 18, "no open end at '5.3'"),
    "unknown act": (change(4, act="jump"), 4, "'jump' is not an action"),
    "call that nobody owes": (put(10, call(1, "chickie")), 10, "nobody owes it"),
    "end too early": (put(19, end("out", [14, 1])), 19, "not over yet"),
    "end too late": (put(20, pass_by(0)), 20, "the round is over (out)"),
    "end line missing": (drop(20), 20, "the game is not over"),
    "next deal instead of the end": (instead(20, deal(number=2)), 20, "end line is missing"),
    "wrong end reason": (change(20, end="blocked"), 20, "ends 'out', not 'blocked'"),
    "wrong score": (change(20, scores=[14, 1]), 20, "scores should be [14, 0]"),
    "wrong total": (change(20, totals=[15, 0]), 20, "totals should be [14, 0]"),
    "second end line": (put(21, end("out", [14, 0])), 21, "no round is under way"),
    "a round too many": (put(21, deal(number=2)), 21, "after the last round"),
    "game ends too early": (rule(rounds=2), 21, "the game is not over yet"),
    "play after the end": (put(21, pass_by(0)), 21, "no round is under way"),
    "wrong final totals": (change(21, final=[14, 1]), 21, "totals should be [14, 0]"),
    "wrong winner": (change(21, winners=[0]), 21, "winners should be [1]"),
    "no seed": (change(21, seed=None), 21, "'seed' is missing"),
    "line after the end": (put(22, end("out", [14, 0])), 22, "the game is over"),
    "undo of too much": (put(4, {"act": "undo", "lines": 2}), 4, "2 lines cannot"),
    "undo of nothing": (put(4, {"act": "undo", "lines": 0}), 4, "0 lines cannot"),
    "undo before the deal": (put(2, {"act": "undo", "lines": 1}), 2, "1 lines cannot"),
    "undone draw not drawn again": (put(12, {"act": "undo", "lines": 2}), 12 + 1, "turn of seat 0"),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_a_tampered_record_is_found_out_at_the_right_line(kind: str) -> None:
    tamper, line, words = TAMPERED[kind]
    lines = short()
    tamper(lines)
    problems = check(text(lines))
    assert len(problems) == 1
    assert problems[0].startswith(f"line {line}: ")
    assert words in problems[0]


def test_text_that_is_no_json_line() -> None:
    assert check([*text(short()[:4]), "{"])[0].startswith("line 5: Expecting")
    assert check([*text(short()[:4]), "[]"]) == ["line 5: this is not a JSON object."]


def test_every_game_of_a_file_is_checked() -> None:
    wrong = short()
    change(5, at="0.0")(wrong)
    problems = check(text([*short(), *wrong, *short(), *wrong[:5]]))
    assert [p.split(":")[0] for p in problems] == ["line 26", "line 68"]


def test_undo_takes_back_lines_even_over_the_end_of_the_round() -> None:
    lines = short()
    put(21, {"act": "undo", "lines": 2}, *lines[17:20])(lines)
    put(20, {"act": "undo", "lines": 17}, *lines[2:19])(lines)
    assert check(text(lines)) == []


# Positions


def at_table(opening: Lines, *more: Line) -> Game:
    game = Game(opening[0])
    for line in [*opening[1:], *more]:
        game.read(line)
    return game


def refused(game: Game, line: Line) -> str:
    with pytest.raises(LineError) as error:
        game.read(line)
    return str(error.value)


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


# The lead

OTHERS = {"round_order": "descending"}


def lead_of(hands: str, leads: list[int], yard: str = "", first: int = 0, **rules: Any) -> Game:
    words = hands.split("/")
    game = Game(header(len(words), len(words[0].split()), rounds=None, **rules))
    game.leads, game.scores = leads, [[0] * len(words) for _ in leads]
    game.read(deal(*words, yard=yard, number=len(leads) + 1, first=first))
    return game


@pytest.mark.parametrize(
    ("hands", "leads", "rules", "due"),
    [
        ("4-4 1-0/2-1 2-0/5-5 3-0/4-0 4-1", [], {}, (2, 5)),
        ("4-4 1-0/6-6 2-0/5-5 3-0/4-0 4-1", [5], {}, (1, 6)),
        ("5-5 1-0/2-1 2-0/3-1 3-0/2-2 4-1", [5], {}, (3, 2)),
        ("5-5 1-0/2-1 2-0/3-1 3-0/4-0 4-1", [5], {}, None),
        ("5-5 1-0/2-1 2-0/3-1 3-0/4-4 4-1", [6, 5], OTHERS, (3, 4)),
        ("5-5 1-0/2-1 2-0/3-1 3-0/4-1 4-2", [6, 5], OTHERS, (0, 5)),  # round from 0 to 6
        ("5-5 1-0/2-1 2-0/1-1 3-0/4-1 4-2", [6, 5], OTHERS, (2, 1)),
        ("6-6 1-0/2-1 2-0/3-3 3-0/4-1 4-2", [0], {"round_order": "ascending"}, (0, 6)),
        ("6-6 1-0/2-1 2-0/3-3 3-0/1-1 4-2", [0], {"round_order": "ascending"}, (3, 1)),
        ("6-6 1-0/2-1 2-0", [], {"missing_lead": "draw-in-turn"}, (0, 6)),
        ("5-5 1-0/2-1 2-0", [], {"missing_lead": "draw-in-turn"}, None),
    ],
)
def test_who_leads(
    hands: str, leads: list[int], rules: dict[str, Any], due: tuple[int, int] | None
) -> None:
    assert lead_of(hands, leads, **rules).lead_due() == due


def test_down_and_up() -> None:
    game = Game(header(round_order="down-and-up", rounds=None))
    wanted = []
    for _ in range(game.rounds):
        wanted.append(game.wanted())
        game.scores.append([0, 0])
    assert wanted == [6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6]


def test_drawing_for_the_lead_one_after_the_other() -> None:
    game = lead_of("5-5 1-0/2-1 2-0/3-1 3-0", [], "3-2 6-6", 1, missing_lead="draw-in-turn")
    assert "6-6" not in refused(game, lead(0, "5-5"))
    assert "turn of seat 1" in refused(game, draw(0, "3-2"))
    game.read(draw(1, "3-2"))
    game.read(draw(2, "6-6"))
    assert "the lead is held" in refused(game, draw(0, "0-0"))
    game.read(lead(2, "6-6"))
    assert game.turn == 0


def test_drawing_for_the_lead_all_together() -> None:
    rules = {"missing_lead": "draw-together", "lead_plays_again": True}
    game = lead_of("5-5 1-0/2-1 2-0/3-1 3-0", [], "6-6 3-2 1-1", 2, **rules)
    game.read(draw(2, "6-6"))
    assert "search for the lead is not over" in refused(game, lead(2, "6-6"))
    game.read(draw(0, "3-2"))
    game.read(draw(1, "1-1"))
    game.read(lead(2, "6-6"))
    assert game.turn == 2


def test_the_lead_set_aside() -> None:
    opening = [header(2, 1, missing_lead="set-aside", round_order="ascending", rounds=2)]
    assert "0-0 is in the deal 1 times" in refused(Game(opening[0]), deal("6-5", "6-4"))
    game = at_table(opening, deal("6-5", "6-4", first=1, less="0-0"))
    assert "seat 1 leads 0-0" in refused(game, lead(0, "0-0"))
    game.read(lead(1, "0-0"))
    assert (game.turn, game.over) == (0, None)


def test_a_new_deal_for_the_lead() -> None:
    game = at_table([header(2, 1, missing_lead="redeal")], deal("6-5", "5-5", first=1))
    assert "a new deal is due" in refused(game, draw(1, "0-0"))
    assert "seat 1 is first" in refused(game, deal("6-6", "5-5"))
    game.read(deal("6-6", "5-5", first=1))
    assert "round is not over" in refused(game, deal("6-5", "5-5", first=1))
    game.read(lead(0, "6-6"))
    assert game.over == "out"


# The calls


def calling(turns: int = 9, **rules: Any) -> Game:
    return at_table([header(call_duty=True, call="cluck", **rules), *short()[1:turns]])


def test_a_call_owed_may_be_made_until_another_acts() -> None:
    game = calling()
    assert "nobody owes" in refused(game, call(1, "tap"))
    game.read(call(1, "cluck"))
    assert "nobody owes" in refused(game, call(1, "cluck"))
    game = calling()
    game.read(draw(0, "5-5"))
    assert "nobody owes" in refused(game, call(1, "cluck"))
    assert "nobody owes" in refused(game, call(0, "cluck"))


def test_who_is_caught_draws_a_tile() -> None:
    game = calling(last_tile_tap="duty")
    game.read(call(0, "tap"))
    assert "seat 1 must draw" in refused(game, draw(0, "5-5"))
    assert "seat 1 must draw" in refused(game, call(1, "cluck"))
    assert "5-5 is drawn next" in refused(game, draw(1, "3-2"))
    game.read(draw(1, "5-5"))
    assert (game.turn, game.hands[1]) == (0, [(1, 0), (5, 5)])
    game.read(call(1, "cluck"))
    game.read(draw(0, "3-2"))


def test_an_empty_yard_costs_nothing() -> None:
    game = calling()
    game.yard = []
    game.read(call(0, "cluck"))
    game.read(pass_by(0))
    assert game.turn == 1


# Games at random


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

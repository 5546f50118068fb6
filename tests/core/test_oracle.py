"""The referee itself is tried: right records pass, and the first wrong line is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from oracle import Line, check
from referee import Lines, call, deal, draw, end, lead, pass_by, play, short, text


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

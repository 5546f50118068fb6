"""The game record: written, read, replayed, checked; damaged and newer ones refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from oracle import check
from players import play_out, tables
from scenes import COOP, SCRATCH, SEED

from chickenscratch.core.apply import start_game
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import (
    RecordError,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
    read_games,
)
from chickenscratch.core.replay import IllegalActionError, RuleBrokenError, replay, verify
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game

CREATED = "2026-11-29T20:15:00Z"


def recorded(rules: RuleSet, seats: int, seed: str, luck: int) -> tuple[list[str], list[Game]]:
    """(lines, states): a whole game as a file, and the state after every action."""
    chairs = [RecordSeat("Anna"), *(RecordSeat(f"Bot {n}", "random") for n in range(1, seats))]
    lines = [header_line(start_game(rules, seats, seed), chairs, CREATED)]
    states = []
    for _, action, outcome in play_out(rules, seats, seed, random.Random(luck)):
        lines += lines_for(action, outcome)
        states.append(outcome.game)
    return [format_line(line) for line in lines], states


def parsed(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def dumped(lines: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(line) for line in lines]


def verify_all(lines: list[str]) -> None:
    for record in read_games(lines):
        verify(record)


def problem(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as refused:
        verify_all(lines)
    assert "\n" not in str(refused.value)
    return refused.value


@given(tables())
def test_replay_gives_the_same_state_at_every_line(table: tuple[RuleSet, int, str, int]) -> None:
    lines, states = recorded(*table)
    (record,) = read_games(lines)
    again = [step.game for step in replay(record) if step.action is not None]
    assert [game._replace(seed=None, lot=0) for game in states] == again


@given(tables())
def test_records_pass_our_check_and_the_referee(table: tuple[RuleSet, int, str, int]) -> None:
    """The referee (tests/oracle.py) was written from rules.md and record.md alone."""
    lines, states = recorded(*table)
    (record,) = read_games(lines)
    found = verify(record)
    assert found.game.results == states[-1].results
    assert found.dealt == sum('"yard"' in line for line in lines)
    assert check(lines) == []
    assert "final" in parsed(lines)[-1]


def test_lines_are_those_of_the_format() -> None:
    lines, _ = recorded(COOP, 4, SEED, 3)
    head, deal, *rest = parsed(lines)
    assert head["record"] == 1
    assert head["preset"] == "chicken-foot"
    assert head["rules"]["hand_sizes"] == {"2": 11, "3": 11, "4": 9, "5": 7, "6": 7}
    assert head["seats"][:2] == [
        {"name": "Anna", "player": "human"},
        {"name": "Bot 1", "player": "bot:random"},
    ]
    assert "seed" not in head
    assert set(deal) == {"round", "first", "hands", "yard"}
    plays = [line for line in rest if line.get("act") == "play"]
    assert set(plays[0]) == {"seat", "act", "tile", "on", "at"}
    assert set(rest[-1]) == {"final", "winners", "seed"}


def test_a_file_may_hold_many_games() -> None:
    one, _ = recorded(SCRATCH, 2, SEED, 1)
    two, _ = recorded(PRESETS["classic"].rules, 3, "2" * 64, 2)
    records = list(read_games([*one, *two]))
    assert [record.header.preset for record in records] == ["chicken-scratch", "classic"]
    assert all(verify(record).game.over for record in records)


def test_unknown_fields_and_lines_are_passed_over() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    for line in lines:
        line["at-time"] = "20:15"
    lines.insert(3, {"chat": "uh oh", "from": 0})
    (record,) = read_games(dumped(lines))
    assert verify(record).game.over


def test_missing_options_of_an_older_file_get_their_default() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    del lines[0]["rules"]["ties"], lines[0]["rules"]["rounds"]
    (record,) = read_games(dumped(lines))
    assert verify(record).header.rules == SCRATCH


def test_undo_takes_action_lines_back() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    first = next(i for i, line in enumerate(lines) if line.get("act") == "play")
    undone = [*lines[: first + 1], {"act": "undo", "lines": 1}, *lines[first:]]
    (record,) = read_games(dumped(undone))
    assert verify(record).game.over
    too_many = [*lines[: first + 1], {"act": "undo", "lines": 99}]
    assert "more than there is" in str(problem(dumped(too_many)))


def test_nothing_is_taken_back_once_the_seed_is_known() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    refused = problem(dumped([*lines, {"act": "undo", "lines": 1}, *lines[-3:]]))
    assert refused.line == len(lines) + 1
    assert "takes back the end of the game" in str(refused)


def test_newer_format_is_refused() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    lines[0]["record"] = 2
    assert "newer version (format 2)" in str(problem(dumped(lines)))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "no game in it"),
        (["not json"], "Line 1 is damaged"),
        (["[1, 2]"], "Line 1 is damaged"),
        (['{"seat": 0, "act": "draw"}'], "begins with a line that has “record”"),
        (['{"record": true}'], "must be a whole number"),
        (['{"record": 1}'], "Line 1: the header of the game is damaged."),
        (["[" * 100_000], "Line 1 is damaged"),
    ],
)
def test_what_is_no_record_is_refused(lines: list[str], words: str) -> None:
    refused = problem(lines)
    assert words in str(refused)
    assert not isinstance(refused, RuleBrokenError), "it cannot be read, rather than being wrong"


def cut(lines: list[dict[str, Any]], act: str, nth: int = 0) -> int:
    return [i for i, line in enumerate(lines) if line.get("act") == act][nth]


def test_first_wrong_line_is_named() -> None:
    lines = parsed(recorded(SCRATCH, 3, SEED, 1)[0])
    index = cut(lines, "play", 5)
    lines[index]["tile"] = "6-6" if lines[index]["tile"] != "6-6" else "5-5"
    refused = problem(dumped(lines))
    assert refused.line == index + 1
    assert isinstance(refused, IllegalActionError)


def test_wrong_draw_score_winner_and_seed_are_found() -> None:
    good = parsed(recorded(SCRATCH, 3, SEED, 1)[0])

    def changed(index: int, **fields: Any) -> RecordError:
        lines = [dict(line) for line in good]
        lines[index].update(fields)
        refused = problem(dumped(lines))
        assert refused.line == index + 1
        return refused

    draw = cut(good, "draw")
    assert "is next in the yard" in str(changed(draw, tile=good[1]["yard"][-1]))
    end = next(i for i, line in enumerate(good) if "end" in line)
    assert "the round ends" in str(changed(end, end="blocked"))
    assert "the scores are" in str(changed(end, scores=[0, 0, 1]))
    last = len(good) - 1
    assert "the final totals are" in str(changed(last, winners=[0, 1, 2]))
    assert "does not open the commitment" in str(changed(last, seed="ab" * 32))


def test_a_stacked_deal_is_found() -> None:
    lines = parsed(recorded(SCRATCH, 3, SEED, 1)[0])
    deal = lines[1]
    deal["yard"][0], deal["yard"][1] = deal["yard"][1], deal["yard"][0]
    refused = problem(dumped(lines))
    assert refused.line == 2
    assert "not the deal that follows from the seed" in str(refused)


def test_unfinished_records_are_checked_as_far_as_they_go() -> None:
    lines, _ = recorded(SCRATCH, 2, SEED, 1)
    (record,) = read_games(lines[:9])
    found = verify(record)
    assert not found.game.over
    assert found.dealt == 0, "the seed is not open yet"


@given(tables())
def test_no_single_line_can_be_left_out(table: tuple[RuleSet, int, str, int]) -> None:
    lines, _ = recorded(*table)
    chance = random.Random(table[3])
    drop = chance.randrange(1, len(lines) - 1)
    if '"call"' in lines[drop] or '"call"' in lines[drop + 1]:
        return  # a call nobody made, and one that catches nobody, are both possible
    with pytest.raises(RecordError):
        verify_all(lines[:drop] + lines[drop + 1 :])


def test_the_first_wrong_line_is_named_even_if_the_seed_is_wrong_as_well() -> None:
    lines = parsed(recorded(SCRATCH, 3, SEED, 1)[0])
    index = cut(lines, "play", 5)
    lines[index]["tile"] = "6-6" if lines[index]["tile"] != "6-6" else "5-5"
    lines[-1]["seed"] = "ab" * 32
    assert problem(dumped(lines)).line == index + 1
    lines[0]["seed"] = "ab" * 32
    assert problem(dumped(lines)).line == 1


def test_a_preset_that_is_not_that_of_the_rules_is_found() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    lines[0]["preset"] = "classic"
    refused = problem(dumped(lines))
    assert (refused.line, isinstance(refused, RuleBrokenError)) == (1, True)
    assert "“classic”" in str(refused)


def test_lines_bend_two_ways_at_most() -> None:
    lines = parsed(recorded(SCRATCH, 2, SEED, 1)[0])
    index = cut(lines, "play")
    lines[index]["at"] += "~3"
    refused = problem(dumped(lines))
    assert refused.line == index + 1
    assert "is damaged" in str(refused)

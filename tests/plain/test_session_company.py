"""A session at a table, in this process: several people at one keyboard, and calls."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from plain.plain_kit import (
    BOTS,
    INSTANT,
    Memory,
    Quick,
    Reader,
    first_move,
    played,
    sat,
    setup,
    typed,
)

from chickenscratch.bots.base import awaited
from chickenscratch.core.actions import Action, Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Drawn
from chickenscratch.core.view import view_of
from chickenscratch.plain.sitting import WINDOW, Patience
from chickenscratch.plain.table import Outcome, Session
from chickenscratch.plain.text import tile_words
from chickenscratch.table.local import open_table
from chickenscratch.table.setup import TableSetup

TWO = ("chicken-scratch", None, None)


def hands_in(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.startswith(("Hand: ", "You drew"))]


async def test_the_keyboard_is_passed_on_behind_blank_lines() -> None:
    script, outcome, _, _ = await sat(setup(*TWO), *[""] * 12, hides=True)
    assert outcome is Outcome.CLOSED
    passes = [i for i, line in enumerate(script.said) if line.startswith("Pass the keyboard")]
    assert len(passes) >= 3
    assert script.hidden == passes
    for start in passes:
        name = script.said[start].removeprefix("Pass the keyboard to ").rstrip(".")
        assert script.said[start + 1] == f"{name}: press Enter when only you can see the screen."
        assert start + 2 in script.asked  # nothing more is said before Enter


async def test_no_hand_is_said_between_the_curtain_and_enter() -> None:
    wanted = setup(*TWO, rounds=1)
    script, *_ = await sat(wanted, *[""] * 40, hides=True)
    cuts = [*script.hidden, len(script.said)]
    for start in script.hidden:
        opened = next(n for n in [*script.asked, cuts[-1]] if n > start)
        assert hands_in(script.said[start:opened]) == []


async def test_what_happened_meanwhile_is_told_again_behind_the_curtain() -> None:
    script, *_ = await sat(setup(*TWO), "", "", "", "", hides=True)
    second = script.said[script.hidden[1] + 2 :]
    assert any(" led " in line for line in second[:3])
    assert not any(line.startswith("You led") for line in second)


async def test_a_script_is_told_nothing_twice() -> None:
    script, *_ = await sat(setup(*TWO), "", "", "", "")
    assert sum(" led " in line for line in script.said) == 1


async def test_what_one_draws_the_other_never_hears_of() -> None:
    wanted = setup(*TWO, rounds=1)
    script, *_ = await sat(wanted, *_both_play(wanted), hides=True)
    drawn = [i for i, line in enumerate(script.said) if line.startswith("You drew")]
    assert len(drawn) > 2
    told = [line for line in script.said if line.startswith(("Anna drew", "Bruna drew"))]
    assert told
    for line in told:
        assert not any(char.isdigit() for char in line.replace("2 tiles", ""))


async def test_leaving_from_the_curtain() -> None:
    _, outcome, _, _ = await sat(setup(*TWO), "quit")
    assert outcome is Outcome.LEFT


async def test_everybody_is_ready_at_once_and_the_curtain_falls_again() -> None:
    wanted = setup(*TWO, rounds=2)
    script, outcome, _, _ = await sat(wanted, *_both_play(wanted), hides=True)
    assert outcome is Outcome.OVER
    asked = script.said.index("Press Enter for the next round.")
    deal = next(i for i, line in enumerate(script.said) if line.startswith("Round 2:"))
    curtain = next(i for i in script.hidden if i > deal)
    assert asked < deal < curtain
    assert hands_in(script.said[deal:curtain]) == []


def _both_play(wanted: TableSetup) -> list[str]:
    """Everything two people type in a game in which each plays the first move there is."""
    assert wanted.seed is not None
    game = start_game(wanted.rules, len(wanted.seats), wanted.seed)
    lines: list[str] = []
    at: int | None = None
    while not game.over:
        table = game.round
        seat = None if table is None else awaited(table)
        if seat is None:
            if game.results:
                lines.append("next")
            action: Action = Deal()
            at = None
        else:
            if seat != at:
                lines.append("")
                at = seat
            view = view_of(game, seat)
            action = first_move(view)
            lines.append(typed(action, view))
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game = outcome.game
    return lines


DUTY = {"call_duty": True, "rounds": 1}


async def _until_a_double(*answer: str) -> tuple[list[str], Memory]:
    """A game up to Anna's first double, these lines, and a few times Enter."""
    for digit in "123456789abcdef":
        wanted = setup("chicken-scratch", *BOTS, seed=digit, **DUTY)
        elsewhere = await played(wanted)
        lines = [typed(*act) for act in elsewhere.commands]
        first = next((i for i, line in enumerate(lines) if line == "cluck"), None)
        if first is None:
            continue
        script, _, _, memory = await sat(wanted, *lines[:first], *answer)
        return [line for told in script.answers()[first:] for line in told], memory
    raise AssertionError("no double was laid")


async def test_a_call_is_asked_for_before_anybody_may_catch() -> None:
    said, memory = await _until_a_double("cluck")
    owed = next(i for i, line in enumerate(said) if line.startswith("Call “Chickie "))
    assert said[owed + 1] == "“cluck” calls; Enter lets it be."
    assert said[owed + 2].startswith("You: CHICKIE ")
    assert any('"act": "call", "what": "chickie"' in line for line in memory.lines)


async def test_a_call_that_is_let_be_is_caught_and_costs_a_tile() -> None:
    said, _memory = await _until_a_double("help", "draw", "", "draw")
    assert "It is not your turn." in said
    caught = next(i for i, line in enumerate(said) if "caught you" in line)
    assert "You were caught: draw a tile." in said[caught:]
    assert any(line.startswith("You drew ") and "penalty" in line for line in said[caught:])


@pytest.mark.parametrize("calls", [True, False])
async def test_a_person_is_asked_every_time_and_caught_only_then(calls: bool) -> None:
    wanted = setup("chicken-scratch", *BOTS, call_duty=True, last_tile_tap="duty", seed="b0c")
    patience, reader = Patience(), Reader(calls=calls)
    table = open_table(wanted, brain=Quick(), pace=INSTANT, window=WINDOW, sleep=patience.sleep)
    session = Session(table.people, reader, may_catch=patience.may_catch)
    assert await asyncio.wait_for(session.run(), 60) is Outcome.OVER
    await table.close()
    asked = sum(line.startswith("“cluck” calls") for line in reader.said)
    caught = sum(" caught you: " in line for line in reader.said)
    assert asked > 2
    assert caught == (0 if calls else asked)


async def test_whole_games_with_every_duty_end() -> None:
    wanted = setup(
        "chicken-scratch", *BOTS, call_duty=True, last_tile_tap="duty", rounds=3, seed="abc"
    )
    elsewhere = await played(wanted)
    _script, outcome, _, memory = await sat(wanted, *(typed(*act) for act in elsewhere.commands))
    assert outcome is Outcome.OVER
    assert memory.lines[1:] == elsewhere.lines[1:]


@pytest.mark.parametrize(
    "preset", ["coop-manual", "classic", "eight-legged", "family-scratch", "chickie-sixes"]
)
async def test_other_rules_are_played_to_their_end(preset: str) -> None:
    levels = (None, "heaviest") if preset == "chickie-sixes" else BOTS
    wanted = setup(preset, *levels, rounds=2, seed="c0de")
    elsewhere = await played(wanted)
    script, outcome, _, memory = await sat(wanted, *(typed(*act) for act in elsewhere.commands))
    assert outcome is Outcome.OVER
    assert memory.lines[1:] == elsewhere.lines[1:]
    drawn = [e.tile for e in elsewhere.events if isinstance(e, Drawn) and e.seat == 0]
    wanted_lines = [f"You drew {tile_words(tile)}" for tile in drawn if tile]
    said = [line for line in script.said if line.startswith("You drew")]
    assert len(said) == len(wanted_lines)
    assert all(a.startswith(b) for a, b in zip(said, wanted_lines, strict=True))

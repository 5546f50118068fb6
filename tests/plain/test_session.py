"""A session at a table, in this process: every command, hot-seat, calls, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from plain.plain_kit import (
    INSTANT,
    Memory,
    Quick,
    Reader,
    Script,
    first_move,
    played,
    setup,
    typed,
)

from chickenscratch.bots.base import awaited
from chickenscratch.core.actions import Action, Deal, Play
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Drawn
from chickenscratch.core.view import view_of
from chickenscratch.locale import using
from chickenscratch.plain.sitting import WINDOW, Patience
from chickenscratch.plain.table import Outcome, Session
from chickenscratch.plain.text import tile_words
from chickenscratch.table.link import Ready
from chickenscratch.table.local import LocalTable, open_table
from chickenscratch.table.setup import TableSetup

BOTS = (None, "random", "heaviest", "random")


async def sat(
    wanted: TableSetup, *lines: str, hides: bool = False, ascii_only: bool = False
) -> tuple[Script, Outcome, LocalTable, Memory]:
    """A session in which these lines are typed."""
    memory, patience = Memory(), Patience()
    table = open_table(
        wanted, brain=Quick(), pace=INSTANT, recorder=memory, window=WINDOW, sleep=patience.sleep
    )
    script = Script(*lines, hides=hides)
    session = Session(
        table.people or (table.watch(),), script, ascii_only=ascii_only,
        may_catch=patience.may_catch,
    )  # fmt: skip
    outcome = await asyncio.wait_for(session.run(), 60)
    await table.close()
    return script, outcome, table, memory


async def answers(*lines: str) -> list[list[str]]:
    """What each of these lines was answered, at the first turn of a game of Chicken Scratch."""
    script, _outcome, _table, _memory = await sat(setup("chicken-scratch", *BOTS), *lines)
    return script.answers()[1:]


async def test_at_the_start_the_deal_the_moves_and_the_turn_are_told() -> None:
    script, outcome, _, _ = await sat(setup("chicken-scratch", *BOTS))
    assert outcome is Outcome.CLOSED
    assert script.said == [
        "Round 1: 5 tiles each, 8 in the yard.",
        "Dina led 6 6, a hub of 4 arms.",
        "Ends: 6 6 6 6.",
        "Your turn: the hub first. Play a 6 (arm 1 of 4).",
        "Hand: 6 1 fits. 4 1. 4 0. 3 2. 1 1. 23 points.",
    ]


async def test_looking_changes_nothing() -> None:
    told = await answers(
        "hand", "ends", "table", "count 5", "count", "count 9", "score", "who", "log 1", "log x",
        "now", "why 3 2", "why 61", "why 55", "why x", "next", "cluck", "help", "rules",
    )  # fmt: skip
    hand, ends, tree, five, count, nine, score, who, log, x, now = told[:11]
    assert hand == ["Hand: 6 1 fits. 4 1. 4 0. 3 2. 1 1. 23 points."]
    assert ends == [
        "Ends: 6 (4 times).", "Tiles still out: 6 with 6.", "The hub lacks 4 tiles.",
    ]  # fmt: skip
    assert tree == ["[6‖6]", "├╴E ▸6 (a)", "├╴N ▸6 (b)", "├╴W ▸6 (e)", "└╴S ▸6 (g)"]
    assert five == ["5: 0 on the table, 0 in your hand, 7 unseen."]
    assert [line[:2] for line in count] == [f"{number}:" for number in range(7)]
    assert nine == ["Numbers go from 0 to 6 in this set."]
    assert score == ["No round has been counted yet."]
    assert who[0] == "Anna, you, 5 tiles, 0 points, to move."
    assert who[3] == "Dina, computer player, Random, 4 tiles, 0 points."
    assert log == ["Dina led 6 6, a hub of 4 arms."]
    assert x == ["Type a number behind “log”, such as 5."]
    assert now[0] == "Round 1 of 7. Hub 6 6, 0 of 4 arms filled. Yard 8."
    why, fits, not_held, nothing, after, cluck, help_, rules = told[11:19]
    assert why == ["The hub comes first: only a 6 may be played, and 3 2 has none."]
    assert fits == ["6 1 fits on a 6."]
    assert not_held == ["You do not hold 5 5."]
    assert nothing == ["Type both numbers of a tile behind “why”, such as 3 3."]
    assert after == ["This round is not over yet."]
    assert cluck == ["Cluck, cluck."]
    assert len(help_) > 15
    assert rules[0] == "Chicken Scratch, 4 players."
    assert rules[1].startswith("The aim: ")


async def test_the_tree_in_ascii() -> None:
    script, *_ = await sat(setup("chicken-scratch", *BOTS), "table", ascii_only=True)
    assert script.answers()[1][:2] == ["[6=6]", "|-E >6 (a)"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("draw", "One of your tiles fits, so you must play."),
        ("pass", "One of your tiles fits, so you must play."),
        ("32", "The hub comes first: only a 6 may be played, and 3 2 has none."),
        ("55", "You do not hold 5 5."),
        ("61 1", "That tile does not fit there."),
        ("61 z", "No end is called “z”; “table” shows their letters."),
        ("6", "Type both numbers of a tile, such as 58."),
        ("77", "“77” is no tile of this set."),
    ],
)
async def test_what_cannot_be_done_is_one_sentence(line: str, sentence: str) -> None:
    (answer, *_rest) = await answers(line)
    assert answer == [sentence]


async def test_a_tile_at_a_chosen_end() -> None:
    *_, memory = await sat(setup("chicken-scratch", *BOTS), "61 e")
    assert '"tile": "6-1", "on": 6, "at": "0.2"' in memory.lines[3]


async def test_enter_does_the_only_thing_there_is() -> None:
    script, _, _, _memory = await sat(setup("chicken-scratch", *BOTS), "", "", "", "")
    told = script.answers()
    assert told[1][0] == "You 6 1 on the hub (arm 1 of 4)."
    assert told[2][0].startswith("You drew ")
    assert told[3][0] == "You passed."
    assert told[4] == ["There is something to choose: type a tile, or “help”."]


async def test_both_sides_fit_so_one_is_asked_for() -> None:
    elsewhere = await played(setup("chicken-scratch", *BOTS))
    place = next(
        i for i, (act, view) in enumerate(elsewhere.commands)
        if isinstance(act, Play) and view.legal and len(view.legal.of(act.tile).moves) > 1
    )  # fmt: skip
    before = [typed(*act) for act in elsewhere.commands[:place]]
    act, _view = elsewhere.commands[place]
    assert isinstance(act, Play)
    tile = f"{act.tile.high}{act.tile.low}"
    script, _, _, memory = await sat(
        setup("chicken-scratch", *BOTS), *before, tile, "9", "hand", tile, str(act.on)
    )
    asked, again, _hand, repeated, done = script.answers()[place + 1 : place + 6]
    one, other = act.tile.numbers
    assert asked == [f"Which side of {tile_words(act.tile)} connects: {one} or {other}?"]
    assert again == ["“9” is no tile of this set."]
    assert repeated == asked
    assert done[0].startswith(f"You {tile_words(act.tile)} on {act.on}.")
    assert any(f'"tile": "{act.tile}", "on": {act.on}' in line for line in memory.lines)


async def test_a_number_alone_is_the_side_only_while_it_is_asked_for() -> None:
    elsewhere = await played(setup("chicken-scratch", *BOTS))
    place = next(i for i, act in enumerate(elsewhere.commands) if " " in typed(*act))
    before = [typed(*act) for act in elsewhere.commands[:place]]
    tile, side = typed(*elsewhere.commands[place]).split()
    script, *_ = await sat(setup("chicken-scratch", *BOTS), *before, tile, "hand", side)
    assert script.answers()[place + 3] == ["Type both numbers of a tile, such as 58."]


async def test_the_end_of_a_round_is_counted_tile_by_tile() -> None:
    elsewhere = await played(setup("chicken-scratch", *BOTS, rounds=2))
    lines = [typed(*act) for act in elsewhere.commands]
    over = next(i for i, (act, _) in enumerate(elsewhere.commands) if isinstance(act, Ready))
    script, outcome, _, _ = await sat(
        setup("chicken-scratch", *BOTS, rounds=2),
        *lines[:over], "61", "draw", "score", "hand", *lines[over:],
    )  # fmt: skip
    assert outcome is Outcome.OVER
    count = script.answers()[over]
    assert count[-8:] == [
        "Bruna went out: the round is over.",
        "Bruna: no tiles, 0 points. Total 0.",
        "Carla: 2 2, 1 0; 4 + 1 = 5 points. Total 5.",
        "Dina: 4 4, 0 0; 8 + 0 = 8 points. Total 8.",
        "Anna: 4 0, 3 3, 3 1, 1 1; 4 + 6 + 4 + 2 = 16 points. Total 16.",
        "The yard is empty.",
        "Places: 1 Bruna 0, 2 Carla 5, 3 Dina 8, 4 Anna 16.",
        "Press Enter for the next round.",
    ]
    tile, draw, score, _hand = script.answers()[over + 1 : over + 5]
    assert tile == draw == ["This round is over."]
    assert score == [
        "Round 1, hub 6 6: Anna 16, Bruna 0, Carla 5, Dina 8.",
        "Places: 1 Bruna 0, 2 Carla 5, 3 Dina 8, 4 Anna 16.",
    ]


async def test_the_end_of_the_game_opens_the_seed() -> None:
    wanted = setup("chicken-scratch", *BOTS, rounds=1)
    elsewhere = await played(wanted)
    script, outcome, _, _ = await sat(wanted, *(typed(*act) for act in elsewhere.commands))
    assert outcome is Outcome.OVER
    end = script.said[-5:]
    assert end[0] == "Bruna wins with 0 points."
    assert end[1] == "Places: 1 Bruna 0, 2 Carla 5, 3 Dina 8, 4 Anna 16."
    assert end[2].startswith("Commitment: ")
    assert end[3] == f"Seed: {wanted.seed}"
    assert end[4].startswith("Game: ")


async def test_a_hand_with_a_dear_double_blank_says_why() -> None:
    for digit in "123456":
        wanted = setup("classic", *BOTS, rounds=1, seed=digit)
        elsewhere = await played(wanted)
        script, *_ = await sat(wanted, *(typed(*act) for act in elsewhere.commands))
        if any("0 0" in line and "50" in line for line in script.said):
            assert "In the count, the double blank counts 50." in script.said
            return
    pytest.fail("nobody was left with the double blank")


async def test_the_words_are_there_in_italian() -> None:
    with using("it"):
        wanted = setup("chicken-scratch", *BOTS, rounds=1)
        elsewhere = await played(wanted)
        lines = [typed(*act, "it") for act in elsewhere.commands]
        script, outcome, _, _ = await sat(wanted, "mano", "lati", "chi", "punti", *lines)
    assert outcome is Outcome.OVER
    assert script.said[3].startswith("Tocca a te")


@pytest.mark.parametrize("word", ["quit", "q", "esci"])
async def test_leaving_the_table(word: str) -> None:
    _, outcome, _, memory = await sat(setup("chicken-scratch", *BOTS), "hand", word, "61")
    assert outcome is Outcome.LEFT
    assert len(memory.lines) == 3


async def test_names_are_text_only() -> None:
    wanted = setup("chicken-scratch", *BOTS)
    seats = tuple(
        seat._replace(name=f"{seat.name}\x1b[2J\n\u202e{{x}}[/b]") for seat in wanted.seats
    )
    script, *_ = await sat(wanted._replace(seats=seats), "who")
    assert "Dina [2J {x}[/b] led 6 6, a hub of 4 arms." in script.said
    assert all(line.isprintable() for line in script.said)


async def test_watching_only_tells() -> None:
    wanted = setup("chicken-scratch", "random", "heaviest", "random", rounds=2)
    script, outcome, _, _ = await sat(wanted)
    assert outcome is Outcome.OVER
    assert script.asked == []
    assert sum(line.startswith("Places:") for line in script.said) == 2


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


async def test_why_an_end_what_is_to_be_done_and_what_has_happened() -> None:
    end, now, log, far, *_rest = await answers("why 6", "why", "why log", "why log 99")
    assert end == ["4 open ends have a 6: 1 in your hand, 5 unseen."]
    assert now[0].startswith("The hub: ")
    assert log[0].startswith("The lead: ")
    assert any(line.startswith("Nobody holds the lead: ") for line in log)
    assert far == ["Nothing has happened yet."]

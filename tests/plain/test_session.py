"""A session at a table, in this process: every command, and leaving."""

from __future__ import annotations

import pytest
from plain.plain_kit import (
    BOTS,
    played,
    sat,
    setup,
    typed,
)

from chickenscratch.core.actions import Play
from chickenscratch.locale import using
from chickenscratch.plain.table import Outcome
from chickenscratch.plain.text import tile_words
from chickenscratch.table.link import Ready


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


async def test_why_an_end_what_is_to_be_done_and_what_has_happened() -> None:
    end, now, log, far, *_rest = await answers("why 6", "why", "why log", "why log 99")
    assert end == ["4 open ends have a 6: 1 in your hand, 5 unseen."]
    assert now[0].startswith("The hub: ")
    assert log[0].startswith("The lead: ")
    assert any(line.startswith("Nobody holds the lead: ") for line in log)
    assert far == ["Nothing has happened yet."]

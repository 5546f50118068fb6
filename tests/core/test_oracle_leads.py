"""The referee at a round's beginning, and about calls."""

from __future__ import annotations

from typing import Any

import pytest
from oracle import Game
from referee import at_table, call, deal, draw, header, lead, pass_by, refused, short

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

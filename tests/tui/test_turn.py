"""The turn as a pure machine: the table of ux.md 4.6, line by line: which tile, and where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import SCRATCH, position, tiles, variant
from turning import Player, free, one, scene_of

from chickenscratch.core.actions import Play
from chickenscratch.tui.turn import (
    Do,
    Pan,
    Refusal,
    Turn,
    numbers_of,
    option_of,
    receive,
)


def test_the_cursor_starts_on_the_first_tile_that_fits():
    assert Player(free("4-4 4-0 2-0")).turn.cursor == one("2-0")


def test_the_cursor_stays_on_the_last_choice_if_that_fits():
    scene = free("2-0 3-0 5-0")
    turn = receive(Turn(hand=tiles("2-0 3-0 5-0"), cursor=one("3-0")), None, scene)
    assert turn.cursor == one("2-0")  # a new deal starts afresh
    others = free("2-0 3-0 5-0", turn=1)
    kept = replace(receive(Turn(), None, others), cursor=one("3-0"))
    assert receive(kept, others.view, scene).cursor == one("3-0")


def test_enter_lays_a_tile_that_fits_one_number():
    assert Player(free("2-0"))("confirm").played == (one("2-0"), 2)


def test_enter_lays_it_where_it_is_tidiest():
    scene = free("2-0")
    player = Player(scene)("confirm")
    assert isinstance(player.intent, Do)
    action = player.intent.action
    assert isinstance(action, Play)
    assert action.at == scene.options(one("2-0"))[scene.tidiest(one("2-0"))].place


def test_a_tile_that_fits_two_numbers_asks_one_question():
    player = Player(free("5-2"))("confirm")
    assert player.intent is None
    assert player.turn.lifted == one("5-2")
    assert numbers_of(player.turn, player.scene) == (5, 2)


@pytest.mark.parametrize("digit", ["5", "2"])
def test_a_digit_answers_the_question(digit: str):
    assert Player(free("5-2"))("confirm").type(digit).played == (one("5-2"), int(digit))


def test_arrows_and_enter_answer_it_too():
    player = Player(free("5-2"))("confirm")
    first = option_of(player.turn, player.scene)
    player("right")
    second = option_of(player.turn, player.scene)
    assert first is not None
    assert second is not None
    assert {first.on, second.on} == {5, 2}
    assert player("confirm").played == (one("5-2"), second.on)


def test_typing_a_tile_lifts_it_and_a_third_digit_answers():
    player = Player(free("3-0 5-2")).type("52")
    assert player.turn.lifted == one("5-2")
    assert player.type("2").played == (one("5-2"), 2)


def test_typing_a_tile_that_fits_one_number_lifts_it_and_enter_lays_it():
    player = Player(free("3-0 2-0")).type("20")
    assert (player.turn.lifted, player.intent) == (one("2-0"), None)
    assert player("confirm").played == (one("2-0"), 2)


def test_the_order_of_the_digits_does_not_matter():
    assert Player(free("3-0 2-0")).type("02").turn.lifted == one("2-0")


def test_one_digit_moves_the_cursor_to_a_tile_that_has_it():
    player = Player(free("3-0 4-4 4-2")).type("4")
    assert player.turn.cursor == one("4-2")
    assert player("confirm").played == (one("4-2"), 2)


def test_typing_another_tile_puts_a_lifted_one_back():
    player = Player(free("3-0 2-0")).type("2030")
    assert player.turn.lifted == one("3-0")


def test_sets_above_nine_take_two_digits_a_number():
    rules = variant(SCRATCH, set_size=12)
    game = position(rules, "12-12 12-1@12 12-2@12 12-3@12 12-5@12", ["11-2 5-2", "0-0"], "4-4")
    player = Player(scene_of(game)).type("1102")
    assert player.turn.lifted == one("11-2")
    assert Player(scene_of(game)).type("05").type("02").type("05").played == (one("5-2"), 5)


def test_numbers_that_are_not_there_are_said_so():
    player = Player(free("3-0")).type("4")
    assert player.turn.typed == ""
    assert player.turn.notice is not None
    assert Player(free("3-0 4-2")).type("44").turn.notice is not None


def test_a_tile_that_does_not_fit_says_why():
    player = Player(free("2-0 4-4"))("right", "confirm")
    assert player.intent is None
    assert player.turn.refused == one("4-4")
    assert isinstance(player.turn.notice, Refusal)


def test_the_reason_goes_with_the_next_key():
    player = Player(free("2-0 4-4"))("right", "confirm", "left")
    assert (player.turn.notice, player.turn.refused) == (None, None)


def test_tab_visits_only_tiles_that_fit():
    player = Player(free("2-0 4-4 4-0 3-0"))
    seen = [player("next_fit").turn.cursor for _ in range(3)]
    assert seen == [one("3-0"), one("2-0"), one("3-0")]
    assert player("prev_fit").turn.cursor == one("2-0")


TWIN = "6-6 6-1@6 6-2@6 6-3@6 6-5@6 5-3@5"


def test_tab_goes_through_the_places_of_a_lifted_tile():
    player = Player(free("3-0", plays=TWIN))("up")
    first = option_of(player.turn, player.scene)
    second = option_of(player("next_fit").turn, player.scene)
    assert first is not None
    assert second is not None
    assert first.place != second.place
    player("confirm")
    assert isinstance(player.intent, Do)
    assert isinstance(player.intent.action, Play)
    assert player.intent.action.at == second.place


def test_letters_name_the_places_of_a_lifted_tile():
    player = Player(free("3-0", plays=TWIN)).type("30")
    options = player.scene.options(one("3-0"))
    first, second = (option.letter for option in options)
    assert [first, second] == [player.scene.names[option.key] for option in options]
    assert player(f"ghost:{second}").turn.choice == 1
    assert player(f"ghost:{first}").turn.choice == 0
    assert player("ghost:Z").turn.choice == 0


def test_a_single_place_has_no_letter():
    assert [option.letter for option in free("2-0").options(one("2-0"))] == [""]


def test_up_walks_the_places_by_where_they_lie():
    player = Player(free("3-0", plays=TWIN))("up")
    assert player.turn.walking
    places = {player.turn.choice}
    for act in ("left", "right", "up", "left", "right", "up"):
        places.add(player(act).turn.choice)
    assert places == {0, 1}


def test_down_comes_back_to_the_hand():
    player = Player(free("2-0"))("up", "down")
    assert (player.turn.lifted, player.turn.walking) == (None, False)


def test_a_line_may_be_turned():
    player = Player(free("2-0")).type("20")
    option = option_of(player.turn, player.scene)
    assert option is not None
    count = len(player.scene.bends(option))
    assert count > 1
    player("bend", "confirm")
    assert isinstance(player.intent, Do)
    assert isinstance(player.intent.action, Play)
    assert player.intent.action.at is not None
    assert player.intent.action.at.bend == 1


def test_arrows_pan_a_table_larger_than_its_window():
    player = Player(free("4-4 2-0"), pannable=True)("left", "up")
    assert player.turn.walking
    assert player("left").intent == Pan(-1, 0)
    assert player("up").intent == Pan(0, -1)
    assert not player("back").turn.walking

"""The turn as a pure machine: drawing, passing, leads, calls, plans, order and the mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import COOP, SCRATCH, opened, position, tiles, variant
from turning import FULL, REST, Player, free, one, scene_of

from chickenscratch.config import Confirm, HandOrder
from chickenscratch.core.actions import Call, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.tiles import Tile
from chickenscratch.tui.hand_order import remember
from chickenscratch.tui.scene import Scene
from chickenscratch.tui.turn import (
    Cluck,
    Do,
    Hurry,
    Turn,
    click_away,
    click_place,
    click_tile,
    receive,
)
from chickenscratch.tui.turn_keys import press


def stuck(*, drawn: str | None = None, yard: str = REST, hand: str = "4-4") -> Scene:
    return scene_of(position(SCRATCH, FULL, [hand, "4-0"], yard, drawn=drawn))


@pytest.mark.parametrize("act", ["obvious", "draw", "confirm"])
def test_nothing_fits_so_the_obvious_thing_is_to_draw(act: str):
    assert Player(stuck())(act).intent == Do(Draw(0))


def test_space_never_draws_while_something_fits():
    assert Player(free("4-4 2-0"))("obvious").played == (one("2-0"), 2)


def test_d_is_refused_with_a_reason_while_something_fits():
    player = Player(free("2-0"))("draw")
    assert (player.intent, player.turn.notice) == (None, RejectReason.MUST_PLAY)


def test_p_is_refused_with_a_reason_while_one_must_draw():
    player = Player(stuck())("pass_")
    assert (player.intent, player.turn.notice) == (None, RejectReason.MUST_DRAW)


def test_a_drawn_tile_that_fits_is_lifted_already():
    before = stuck(hand="4-4")
    after = scene_of(position(SCRATCH, FULL, ["4-4 2-0", "4-0"], REST, drawn="2-0"))
    turn = receive(receive(Turn(), None, before), before.view, after)
    assert (turn.fresh, turn.lifted) == (one("2-0"), one("2-0"))


def test_a_drawn_tile_that_does_not_fit_stands_under_the_cursor_and_the_pass_is_forced():
    before = stuck(hand="4-4")
    after = scene_of(position(SCRATCH, FULL, ["4-4 4-0", "0-0"], REST, drawn="4-0"))
    turn = receive(receive(Turn(), None, before), before.view, after)
    assert (turn.cursor, turn.lifted) == (one("4-0"), None)
    assert after.forced_pass
    assert press(turn, after, "obvious")[1] == Do(Pass(0))


def test_a_drawn_tile_may_be_kept_where_the_rules_allow_it():
    rules = variant(SCRATCH, drawn_tile="may-keep")
    scene = scene_of(position(rules, FULL, ["2-0", "4-0"], REST, drawn="2-0"))
    assert not scene.forced_pass
    assert Player(scene)("pass_").intent == Do(Pass(0))


def test_drawing_by_choice_is_only_d():
    rules = variant(SCRATCH, may_pass=True)
    scene = scene_of(position(rules, FULL, ["2-0", "4-0"], REST))
    assert Player(scene)("draw").intent == Do(Draw(0))
    assert Player(scene)("obvious").played == (one("2-0"), 2)


def test_space_hurries_the_others():
    assert Player(free("2-0", turn=1))("obvious").intent == Hurry()


def test_the_lead_is_laid_with_enter():
    scene = scene_of(opened(SCRATCH, ["6-6", "5-5"]))
    assert Player(scene)("confirm").intent == Do(Lead(0, one("6-6")))


@pytest.mark.parametrize("act", ["confirm", "obvious"])
def test_a_lead_that_lies_aside_is_laid_too(act: str):
    scene = scene_of(opened(PRESETS["classic"].rules, ["8-8", "7-7"]))
    assert Player(scene)(act).intent == Do(Lead(0, one("9-9")))


def test_the_search_for_a_lead_draws():
    game = opened(COOP, ["8-8", "7-7"], "9-9")
    assert Player(scene_of(game))("obvious").intent == Do(Draw(0))


def test_calls_go_to_the_table_and_anything_else_is_a_friendly_noise():
    rules = variant(SCRATCH, call_duty=True)
    game = position(rules, FULL, ["2-2 4-4 4-0", "0-0"], REST)
    from scenes import accept

    owing = accept(game, Play(0, one("2-2"), 2)).game
    assert Player(scene_of(owing))("call").intent == Do(Call(0, owing.round.owed[0].what))  # type: ignore[union-attr]
    assert Player(free("2-0"))("call").intent == Cluck()


@pytest.mark.parametrize("policy", [Confirm.LIFT, Confirm.ASK])
def test_whoever_wants_two_presses_gets_them(policy: Confirm):
    player = Player(free("2-0"), confirm=policy)("confirm")
    assert (player.turn.lifted, player.intent) == (one("2-0"), None)
    assert player("confirm").played == (one("2-0"), 2)


def test_esc_puts_the_tile_back():
    player = Player(free("2-0")).type("20")("back")
    assert player.turn.lifted is None
    assert player.turn.cursor == one("2-0")


def test_a_plan_waits_and_needs_one_enter():
    others, mine = free("2-0 3-0", turn=1), free("2-0 3-0")
    player = Player(others)("right", "confirm")
    assert (player.turn.lifted, player.intent) == (one("3-0"), None)
    turn = receive(player.turn, others.view, mine)
    assert turn.lifted == one("3-0")
    intent = press(turn, mine, "confirm")[1]
    assert isinstance(intent, Do)


def test_a_plan_that_no_longer_fits_dies_and_says_so():
    others = free("2-0", turn=1)
    player = Player(others)("confirm")
    after = free("2-0", plays=FULL + " 5-5@5")
    turn = receive(player.turn, others.view, after)
    assert turn.lifted is None
    assert turn.notice is not None


def test_tiles_keep_their_order_when_one_goes_and_one_comes():
    before, after = free("2-0 3-0 5-0"), free("5-0 4-4 3-0", turn=1)
    turn = receive(Turn(), None, before)
    turn = press(turn, before, "shift_left")[0]
    turn = press(replace(turn, cursor=one("5-0")), before, "shift_left")[0]
    assert turn.hand == tiles("2-0 5-0 3-0")
    assert receive(turn, before.view, after).hand == tiles("5-0 3-0 4-4")


def test_a_tile_that_is_taken_back_returns_to_its_place():
    before, played = free("2-0 3-0 5-0"), free("2-0 5-0", turn=1)
    turn = receive(Turn(), None, before)
    turn = press(turn, before, "shift_right")[0]
    assert turn.hand == tiles("3-0 2-0 5-0")
    turn = receive(turn, before.view, played)
    assert turn.hand == tiles("2-0 5-0")
    back = receive(turn, played.view, before)
    assert back.hand == tiles("3-0 2-0 5-0")
    drawn = free("2-0 5-0 4-4", turn=1)
    turn = receive(turn, played.view, drawn)
    assert turn.hand == tiles("2-0 5-0 4-4")
    assert receive(turn, drawn.view, before).hand == tiles("3-0 2-0 5-0")


def test_the_order_of_the_deal_outlives_what_is_taken_back():
    before, played = free("2-0 4-4 5-0"), free("2-0 5-0", turn=1)
    turn = receive(receive(Turn(), None, before), before.view, played)
    turn = receive(turn, played.view, before)
    for _ in range(4):
        turn = press(turn, before, "order")[0]
    assert turn.hand == tiles("2-0 4-4 5-0")


@given(st.data())
def test_what_is_held_keeps_its_order_and_what_is_gone_its_neighbour(data: st.DataObject) -> None:
    every = [Tile(high, low) for high in range(4) for low in range(high + 1)]
    places = data.draw(st.permutations(every))
    held = data.draw(st.permutations(every).map(lambda order: order[:5]))
    found = remember(places, held)
    assert sorted(found) == sorted(every)
    assert [tile for tile in found if tile in held] == held
    kept = [tile for tile in places if tile in held]
    assert remember(places, kept) == tuple(places)


def test_o_goes_through_the_orders():
    player = Player(free("2-0 4-4 5-0 4-0"))
    orders = [(player("order").turn.order, player.turn.hand) for _ in range(4)]
    assert orders == [
        (HandOrder.NUMBER, tiles("5-0 4-4 4-0 2-0")),
        (HandOrder.DOUBLES, tiles("4-4 5-0 4-0 2-0")),
        (HandOrder.FIT, tiles("5-0 2-0 4-4 4-0")),
        (HandOrder.DEALT, tiles("2-0 4-4 5-0 4-0")),
    ]


def test_a_click_lifts_and_a_second_one_lays():
    scene = free("2-0 3-0")
    turn, intent = click_tile(receive(Turn(), None, scene), scene, one("3-0"))
    assert (turn.lifted, intent) == (one("3-0"), None)
    intent = click_tile(turn, scene, one("3-0"))[1]
    assert isinstance(intent, Do)


def test_a_second_click_does_not_answer_the_question():
    scene = free("5-2")
    turn = click_tile(receive(Turn(), None, scene), scene, one("5-2"))[0]
    assert click_tile(turn, scene, one("5-2"))[1] is None


def test_a_click_on_a_place_lays_there():
    scene = free("5-2")
    turn = click_tile(receive(Turn(), None, scene), scene, one("5-2"))[0]
    for option in scene.options(one("5-2")):
        intent = click_place(turn, scene, option.key)[1]
        assert intent == Do(Play(0, one("5-2"), option.on, option.place))


def test_a_click_elsewhere_puts_back_and_one_on_a_tile_that_does_not_fit_says_why():
    scene = free("2-0 4-4")
    turn = click_tile(receive(Turn(), None, scene), scene, one("2-0"))[0]
    assert click_away(turn).lifted is None
    assert click_tile(turn, scene, one("4-4"))[0].refused == one("4-4")

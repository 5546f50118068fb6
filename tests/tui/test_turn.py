"""The turn as a pure machine: the table of ux.md 4.6, line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import COOP, SCRATCH, opened, position, tiles, variant

from chickenscratch.config import Confirm, HandOrder
from chickenscratch.core.actions import Call, Draw, Lead, Pass, Play
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import view_of
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.turn import (
    Cluck,
    Do,
    Hurry,
    Intent,
    Pan,
    Refusal,
    Turn,
    click_away,
    click_place,
    click_tile,
    numbers_of,
    option_of,
    receive,
)
from chickenscratch.tui.turn_keys import press

# the hub 6-6 is full; ends 1 2 3 5
FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
REST = "6-0 6-4 5-5 4-4"


def scene_of(game: Game, seat: int = 0) -> Scene:
    view = view_of(game, seat)
    return Scene(view, Felt().follow(view))


def free(hand: str, *, turn: int = 0, plays: str = FULL, yard: str = REST) -> Scene:
    return scene_of(position(SCRATCH, plays, [hand, "4-0"], yard, turn=turn))


class Player:
    """Presses keys at a scene that does not change."""

    def __init__(self, scene: Scene, **options: object) -> None:
        self.scene = scene
        self.turn = receive(Turn(), None, scene)
        self.intent: Intent | None = None
        self.options = options

    def __call__(self, *acts: str) -> Player:
        for act in acts:
            name, _, key = act.partition(":")
            self.turn, self.intent = press(self.turn, self.scene, name, key, **self.options)  # type: ignore[arg-type]
        return self

    def type(self, digits: str) -> Player:
        return self(*(f"pips:{digit}" for digit in digits))

    @property
    def played(self) -> tuple[Tile, int]:
        assert isinstance(self.intent, Do)
        action = self.intent.action
        assert isinstance(action, Play)
        return action.tile, action.on


def one(text: str) -> Tile:
    return Tile.parse(text)


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


# ends 1, 2 and two threes
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

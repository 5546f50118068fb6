"""The table screen by the keyboard: what is pressed reaches the table, what happens is seen."""

from __future__ import annotations

from typing import Any

import pytest
from scenes import COOP, SCRATCH, opened, position, round_of, tiles, variant
from sitting import sitting
from textual import events

from chickenscratch.config import Bell, Settings
from chickenscratch.core.actions import Draw, Lead, Pass, Play
from chickenscratch.core.state import Game, Phase
from chickenscratch.core.tiles import Tile
from chickenscratch.table.link import Ready

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
REST = "6-0 6-4 5-5 4-4"


def free(hand: str, other: str = "4-0 0-0", **more: Any) -> Game:
    return position(SCRATCH, FULL, [hand, other], REST, **more)


def one(text: str) -> Tile:
    return Tile.parse(text)


async def test_enter_lays_the_tile_under_the_cursor_once():
    async with sitting(free("2-0 4-4 3-0"), play_bots=False) as at:
        await at.press("enter")
        assert at.chosen == [Play(0, one("2-0"), 2, at.chosen[0].at)]
        assert round_of(at.table.game).laid[-1].far == 0
        assert "Bruno" in at.line("duty")


async def test_the_duty_stands_above_the_hand_and_the_hand_shows_what_fits():
    async with sitting(free("2-0 4-4")) as at:
        assert "Your turn" in at.line("duty")
        assert "1 of 2 fits" in at.line("duty")
        assert ">[2|0]<" in at.screen.hand.text[0]
        assert "[4|4]" not in at.screen.hand.text[0]


async def test_two_numbers_are_one_question():
    async with sitting(free("5-2 4-4"), play_bots=False) as at:
        await at.press("enter")
        assert not at.chosen
        assert "Which side of 5-2 connects" in at.line("duty")
        await at.press("5")
        assert [(c.tile, c.on) for c in at.chosen] == [(one("5-2"), 5)]


async def test_typing_three_digits_plays():
    async with sitting(free("3-0 5-2"), play_bots=False) as at:
        await at.press("5", "2", "2")
        assert [(c.tile, c.on) for c in at.chosen] == [(one("5-2"), 2)]


async def test_space_draws_and_a_drawn_tile_that_fits_is_lifted():
    game = position(SCRATCH, FULL, ["4-4", "0-0"], "2-0 4-0")
    async with sitting(game) as at:
        assert "Draw" in at.line("duty")
        await at.press("space")
        assert at.chosen == [Draw(0)]
        assert "*" in at.screen.hand.text[0]
        assert at.screen.mind.lifted == one("2-0")
        await at.press("enter")
        assert [type(c) for c in at.chosen] == [Draw, Play]


async def test_a_forced_pass_is_announced_and_made():
    game = position(SCRATCH, FULL, ["4-4", "0-0 4-1"], "4-0 4-2 4-3")
    async with sitting(game, play_bots=False) as at:
        await at.press("d")
        assert "Pass. (any key)" in at.line("duty")
        assert at.chosen == [Draw(0)]
        at.clock.go(1.1)
        assert round_of(at.table.game).turn == 0
        at.clock.go(0.2)
        await at.pilot.pause()
        assert at.chosen == [Draw(0), Pass(0)]


async def test_any_key_makes_a_forced_pass_at_once():
    game = position(SCRATCH, FULL, ["4-4", "0-0 4-1"], "4-0 4-2 4-3")
    async with sitting(game, play_bots=False) as at:
        await at.press("d", "x")
        assert at.chosen == [Draw(0), Pass(0)]
        at.clock.go(5)
        await at.pilot.pause()
        assert len(at.chosen) == 2


async def test_a_tile_that_does_not_fit_says_why_in_the_duty_line():
    async with sitting(free("2-0 4-4")) as at:
        await at.press("right", "enter")
        assert not at.chosen
        assert "4-4 fits nowhere" in at.line("duty")
        assert "x" in at.screen.hand.text[0]
        await at.press("left")
        assert "Your turn" in at.line("duty")


async def test_keys_pressed_before_the_turn_was_seen_do_nothing():
    async with sitting(free("2-0", "5-0 4-4", turn=1), play_bots=False) as at:
        at.clock.time = 1e12  # everything that is pressed is from before the repaint
        at.table.do(Play(1, one("5-0"), 5))
        await at.pilot.pause()
        assert at.screen.scene.my_turn
        await at.press("enter", "d", "space", "enter")
        assert not at.chosen
        assert at.screen.mind.lifted is None


async def test_plan_while_the_others_play():
    async with sitting(free("2-0 3-0", turn=1), play_bots=False) as at:
        await at.press("right", "enter")
        assert at.screen.mind.lifted == one("3-0")
        assert "plan" in at.line("duty")
        assert not at.chosen
        at.table.do(Draw(1))
        at.table.do(Pass(1))
        await at.pilot.pause()
        await at.press("enter")
        assert [c.tile for c in at.chosen] == [one("3-0")]


async def test_the_arrangement_of_the_hand_survives_other_moves():
    async with sitting(free("2-0 3-0 5-0")) as at:
        await at.press("right", "right", "less_than_sign", "less_than_sign")
        assert at.screen.mind.hand == tiles("5-0 2-0 3-0")
        await at.press("right", "enter")
        assert at.screen.mind.hand == tiles("5-0 3-0")


async def test_doubles_are_announced_in_their_own_row_and_fall_silent():
    async with sitting(free("2-2 4-4 4-0"), play_bots=False) as at:
        await at.press("enter")
        assert "CHICKIE 2!" in at.line("news")
        at.clock.go(2.1)
        assert "CHICKIE" not in at.line("news")
        assert "foot of 2" in at.line("news")


async def test_the_hub_lights_up_for_a_cluck_and_goes_out():
    game = position(COOP, "9-9 9-1@9 9-2@9 9-3@9 9-4@9 9-5@9 9-6@9", ["2-2 4-4 4-0", "0-0"], "7-0")
    async with sitting(game, play_bots=False) as at:
        await at.press("enter")
        assert at.screen.board._lit is not None
        at.clock.go(2.1)
        assert at.screen.board._lit is None


async def test_a_doomed_double_is_warned_about_while_it_is_lifted():
    plays = FULL + " 2-1@1 3-2@3 5-2@5"
    game = position(SCRATCH, plays, ["2-2 4-4", "0-0"], "4-0")
    async with sitting(game, settings=Settings(confirm="lift")) as at:
        await at.press("2", "2")
        assert at.screen.mind.lifted == one("2-2")
        assert "never be finished" in at.line("duty")


async def test_a_round_by_keys_alone():
    """Enter and Space from the lead to the reveal."""
    game = opened(SCRATCH, ["6-6 6-1 5-5", "6-2 6-3 4-4", "6-4 5-1 3-3"])
    async with sitting(game, bots=(1, 2)) as at:
        for _ in range(60):
            if at.screen.scene.between:
                break
            await at.press("enter")
            if "Which side" in at.line("duty"):
                await at.press("enter")
            if "pass" in at.screen.waits:
                await at.press("space")
        assert at.screen.scene.view.phase is Phase.OVER
        assert at.chosen[0] == Lead(0, one("6-6"))
        assert all(c.seat == 0 for c in at.chosen)
        at.clock.go(1.6)
        await at.pilot.pause()
        assert type(at.app.screen).__name__ == "RevealScreen"
        await at.app.screen.dismiss("next")
        await at.pilot.pause()
        assert at.chosen[-1] == Ready(0)
        assert at.screen.scene.view.number == 2


async def test_a_held_enter_does_not_open_the_next_round():
    game = position(SCRATCH, FULL, ["2-0", "4-4 4-0"], REST)
    async with sitting(game, play_bots=False) as at:
        await at.press("enter")
        assert at.screen.scene.view.phase is Phase.OVER
        await at.press(*["enter"] * 6)
        assert type(at.app.screen).__name__ == "RevealScreen"
        assert Ready(0) not in at.chosen


@pytest.mark.parametrize("size", [(1, 1), (2, 80), (80, 1), (39, 24), (80, 11)])
async def test_too_small_a_window_takes_no_keys_and_loses_nothing(size: tuple[int, int]):
    async with sitting(free("2-0 3-0"), play_bots=False) as at:
        await at.press("right")
        before = at.screen.mind
        await at.pilot.resize_terminal(*size)
        await at.press("enter", "d", "q", "y", "2", "0")
        assert not at.chosen
        await at.pilot.resize_terminal(80, 24)
        await at.pilot.pause()
        assert at.app.screen is at.screen
        assert at.screen.mind == before
        assert ">[3|0]<" in at.screen.hand.text[0]


async def test_the_guard_says_what_is_needed():
    async with sitting(free("2-0"), size=(39, 11)) as at:
        assert "40 x 12" in " ".join(at.everything.split())


@pytest.mark.parametrize(
    "size", [(40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60), (480, 154)]
)
async def test_every_size_shows_duty_hand_and_totals_and_plays(size: tuple[int, int]):
    async with sitting(free("2-0 4-4"), size=size, play_bots=False) as at:
        shown = at.everything
        assert "Bruno" in shown
        assert "2" in at.line("duty")
        assert any("2" in row or "●" in row for row in at.screen.hand.text)
        await at.press("enter")
        assert len(at.chosen) == 1


async def test_all_is_visible_at_80_by_24():
    async with sitting(free("2-0 4-4")) as at:
        shown = at.everything
        for words in ("Round 1/7", "hub 6-6", "yard 4", "PLAYERS", "SHEET", "total", "Your turn",
                      "[2|0]", "open ends", "Enter play"):  # fmt: skip
            assert words in shown
        assert not [row for row in shown.splitlines() if len(row) != 80]


async def test_a_watcher_sees_everything_but_hands():
    async with sitting(free("2-0 4-4"), people=(None,), play_bots=False) as at:
        assert "Anna" in at.line("duty")
        assert "Your" not in at.everything
        await at.press("enter", "d", "p", "5")
        assert not at.chosen


async def test_the_bell_rings_once_for_an_own_turn_when_that_is_wanted():
    rung = []
    settings = Settings(bell=Bell.ALWAYS)
    async with sitting(free("2-0 3-0 5-0"), settings=settings) as at:
        at.app.bell = lambda: rung.append(1)  # type: ignore[method-assign]
        await at.press("enter")
        assert at.screen.scene.my_turn
        assert rung == [1]


async def test_no_bell_while_the_window_has_the_focus():
    rung = []
    async with sitting(free("2-0 3-0 5-0")) as at:
        at.app.bell = lambda: rung.append(1)  # type: ignore[method-assign]
        await at.press("enter")
        assert at.screen.scene.my_turn
        assert rung == []


async def test_a_refusal_by_the_table_is_said_in_words():
    async with sitting(free("2-0 3-0"), play_bots=False) as at:
        at.table.seq += 1  # the view on the screen is stale now
        await at.press("enter")
        assert "moved on" in at.line("duty")
        assert at.screen.scene.my_turn


async def test_pasted_text_is_no_key():
    async with sitting(free("2-0 3-0"), play_bots=False) as at:
        at.app.post_message(events.Paste("5 d p q 2 0"))
        await at.pilot.pause()
        assert "Pasted" in at.line("duty")
        assert not at.chosen


async def test_tiles_can_be_turned_face_down_for_a_moment():
    async with sitting(free("2-0 3-0")) as at:
        await at.press("f")
        assert "2|0" not in at.everything
        at.clock.go(8.1)
        await at.pilot.pause()
        assert "2|0" in at.everything


async def test_rules_variants_reach_the_screen():
    rules = variant(SCRATCH, may_pass=True)
    game = position(rules, FULL, ["2-0 4-4", "4-0"], REST)
    async with sitting(game) as at:
        await at.press("d")
        assert at.chosen == [Draw(0)]


async def test_a_watcher_who_reads_on_gets_no_pile_of_reveals():
    game = position(SCRATCH, FULL, ["2-0", "4-4 4-0"], REST)
    async with sitting(game, bots=(0, 1), people=(None,), play_bots=False) as at:
        at.table.do(Play(0, one("2-0"), 2))
        await at.pilot.pause()
        at.clock.go(1.6)
        await at.pilot.pause()
        assert type(at.app.screen).__name__ == "RevealScreen"
        at.screen.reveal()
        await at.pilot.pause()
        kinds = [type(screen).__name__ for screen in at.app.screen_stack]
        assert kinds.count("RevealScreen") == 1

"""What moves on the table: the pure steps, and that they never hold anybody up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import SCRATCH, position
from sitting import Sitting, sitting

from chickenscratch.config import Motion, Settings
from chickenscratch.core.view import view_of
from chickenscratch.tui import motion
from chickenscratch.tui.art.picture import BoardPicture
from chickenscratch.tui.motion import BEAT, EASE, MOST_BEATS, SLIDE, TOE
from chickenscratch.tui.scene import Felt, Scene
from chickenscratch.tui.terminal import Terminal, detect

PLAYS = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
FULL = Settings(motion=Motion.FULL)
BASIC = Settings(motion=Motion.BASIC)


def picture(plays: str) -> BoardPicture:
    view = view_of(position(SCRATCH, plays, ["2-0 3-0", "4-0"]), 0)
    return Scene(view, Felt().follow(view)).picture()


@pytest.mark.parametrize(
    ("wanted", "reduced", "remote", "level"),
    [
        (Motion.AUTO, False, False, Motion.FULL),
        (Motion.AUTO, False, True, Motion.BASIC),
        (Motion.FULL, False, True, Motion.FULL),
        (Motion.BASIC, False, False, Motion.BASIC),
        (Motion.FULL, True, False, Motion.NONE),
        (Motion.NONE, False, False, Motion.NONE),
    ],
)
def test_how_much_may_move(wanted: Motion, reduced: bool, remote: bool, level: Motion) -> None:
    assert motion.level(wanted, reduced=reduced, remote=remote) is level


POINT = st.tuples(st.integers(-200, 200), st.integers(-200, 200))


@given(POINT, POINT, st.lists(st.floats(0, 1), min_size=2, max_size=6).map(sorted))
def test_a_movement_goes_from_its_start_to_its_end_and_never_back(
    start: motion.Point, end: motion.Point, times: list[float]
) -> None:
    assert motion.between(start, end, 0, 1) == start
    assert motion.between(start, end, 1, 1) == end
    assert motion.between(start, end, 7, 1) == end
    way = [motion.between(start, end, time, 1) for time in times]
    for axis in (0, 1):
        left = [abs(end[axis] - point[axis]) for point in way]
        assert left == sorted(left, reverse=True)


def test_one_new_tile_arrives_anything_else_is_just_there() -> None:
    before, after = picture(PLAYS), picture(PLAYS + " 5-3@5")
    arrived = motion.arrival(before, after)
    assert arrived is not None
    assert arrived.spot == after.spots[-1]
    assert arrived.before.spots == before.spots
    assert not arrived.before.ghosts
    assert motion.arrival(before, before) is None
    assert motion.arrival(after, before) is None
    assert motion.arrival(before, picture(PLAYS + " 5-3@5 3-0@3")) is None
    assert motion.arrival(before, picture("6-6 6-1@6 6-2@6 6-3@6 6-4@6 4-1@4")) is None


def test_a_double_opens_its_foot_toe_by_toe() -> None:
    before, after = picture(PLAYS + " 5-3@5"), picture(PLAYS + " 5-3@5 3-3@3")
    arrived = motion.arrival(before, after)
    assert arrived is not None
    double = after.spots[-1].index
    counts = []
    for step in range(4):
        shown = motion.opening(arrived, step * TOE + 0.001).footprints
        counts.append(sum(spot.parent == double for spot in shown))
    assert counts == [0, 1, 2, 3]
    assert motion.opening(arrived, 3 * TOE) == after
    assert motion.opens_for(arrived) == pytest.approx(3 * TOE)


def test_a_plain_tile_opens_nothing() -> None:
    arrived = motion.arrival(picture(PLAYS), picture(PLAYS + " 5-3@5"))
    assert arrived is not None
    assert motion.opens_for(arrived) == 0
    assert motion.opening(arrived, 0) == arrived.after


def test_only_what_can_be_filled_pulses() -> None:
    assert motion.pulses(picture("6-6 6-1@6"))
    assert motion.pulses(picture(PLAYS + " 5-3@5 3-3@3"))
    assert not motion.pulses(picture(PLAYS))
    assert not motion.pulses(replace(picture("6-6 6-1@6"), footprints=()))


def test_the_last_move_of_each_seat_stays_marked_until_ones_next_turn() -> None:
    def marked(turns: str, seat: int | None) -> list[int]:
        view = view_of(position(SCRATCH, turns, ["2-0", "4-0", "5-4"]), seat)
        return sorted(Scene(view, Felt().follow(view)).recent)

    assert marked("6-6 6-1@6", 0) == [0, 1]
    assert marked("6-6 6-1@6 6-2@6", 0) == [0, 1, 2]
    assert marked("6-6 6-1@6 6-2@6 6-3@6", 0) == [3]  # one's own
    assert marked("6-6 6-1@6 6-2@6 6-3@6", 1) == [1, 2, 3]
    assert marked("6-6 6-1@6 6-2@6 6-3@6", None) == [3]


def free(hand: str = "2-0 3-0"):
    return position(SCRATCH, PLAYS, [hand, "4-0 0-0"], "6-0 6-4 5-5 4-4")


def drawn(at: Sitting) -> str:
    """The characters of the board that are on the screen."""
    board = at.screen.board
    return "\n".join(board.render_line(y).text for y in range(board.size.height))


async def lay(at: Sitting) -> None:
    at.clock.time = 100.0
    await at.press("3", "0", "enter")
    await at.pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_tile_slides_to_its_place(size: tuple[int, int]) -> None:
    async with sitting(free(), size=size, settings=FULL, play_bots=False) as at:
        await lay(at)
        board = at.screen.board
        laid = len(at.screen.scene.view.laid)
        pictures = []
        for _frame in range(20):
            pictures.append(drawn(at))
            if not board._stage.moving:
                break
            assert len(board._drawn.spots) == laid - 1
            at.clock.go(motion.FRAME)
        assert len(board._drawn.spots) == laid
        assert 4 <= len(pictures) <= SLIDE / motion.FRAME + 3
        assert len(set(pictures)) >= 4
        last = drawn(at)
    async with sitting(free(), size=size, play_bots=False) as still:
        await lay(still)
        assert drawn(still) == last


async def test_a_key_finishes_the_movement_and_counts() -> None:
    async with sitting(free("2-0 3-0"), settings=FULL, play_bots=False) as at:
        await lay(at)
        board = at.screen.board
        assert board._stage.moving
        at.screen.input_gate.painted(-10)
        await at.press("l")
        assert not board._stage.moving
        assert len(board._drawn.spots) == len(at.screen.scene.view.laid)
        assert at.screen.listing


async def test_a_click_finds_what_is_there_however_the_window_is_moving() -> None:
    async with sitting(free(), settings=FULL, play_bots=False) as at:
        await lay(at)
        board = at.screen.board
        for spot in at.screen.scene.picture().spots:
            assert board.hit(*board.screen_cell(spot.cells[0])).tile == spot.index
            at.clock.go(motion.FRAME / 2)


@pytest.mark.parametrize("settings", [BASIC, Settings(motion=Motion.NONE)])
async def test_with_less_motion_nothing_slides(settings: Settings) -> None:
    async with sitting(free(), settings=settings, play_bots=False) as at:
        await lay(at)
        assert not at.screen.board._stage.moving
        assert len(at.screen.board._drawn.spots) == len(at.screen.scene.view.laid)


async def foot(at: Sitting) -> int:
    """Lay the double; gives its toes that can be seen."""
    at.clock.time = 100.0
    await at.press("3", "3", "enter")
    await at.pilot.pause()
    return toes(at)


def toes(at: Sitting) -> int:
    board = at.screen.board
    newest = board._picture.spots[-1].index
    return sum(spot.parent == newest for spot in board._drawn.footprints)


async def test_basic_opens_a_foot_in_one_step_none_at_once() -> None:
    async with sitting(free("3-3 2-0"), settings=BASIC, play_bots=False) as at:
        assert await foot(at) == 0
        at.clock.go(TOE)
        assert toes(at) == 0
        at.clock.go(2 * TOE)
        assert toes(at) == 3
    async with sitting(free("3-3 2-0"), play_bots=False) as at:
        assert await foot(at) == 3


async def test_full_motion_slides_first_and_then_opens_the_foot() -> None:
    async with sitting(free("3-3 2-0"), settings=FULL, play_bots=False) as at:
        await foot(at)
        assert len(at.screen.board._drawn.spots) == len(at.screen.scene.view.laid) - 1
        at.clock.go(SLIDE)
        assert toes(at) == 0
        at.clock.go(TOE * 1.5)
        assert toes(at) == 1
        at.clock.go(TOE * 3)
        assert toes(at) == 3


async def test_what_must_be_filled_pulses_and_rests_after_a_while() -> None:
    game = position(SCRATCH, "6-6 6-1@6", ["6-2 6-3", "4-0"], "6-0")
    async with sitting(game, settings=FULL, play_bots=False) as at:
        board = at.screen.board
        beats = []
        for _beat in range(MOST_BEATS + 5):
            at.clock.go(BEAT)
            beats.append(board._drawn.beat)
        assert beats[:4] == [True, False, True, False]
        assert beats[-5:] == [False] * 5
        await at.press("6", "3", "escape")  # whatever happens starts it again
        at.clock.go(BEAT)
        assert board._drawn.beat


async def test_reduced_motion_marks_without_pulsing() -> None:
    game = position(SCRATCH, "6-6 6-1@6", ["6-2 6-3", "4-0"], "6-0")
    async with sitting(game, play_bots=False) as at:
        before = drawn(at)
        assert "<6>" in before
        at.clock.go(10)
        assert drawn(at) == before
        assert not at.screen.board._drawn.beat


async def test_the_window_eases_to_the_foot_and_stays_within_its_time() -> None:
    plays = PLAYS + " 5-3@5 3-0@3 1-0@1 4-2@2 4-1@4 1-1@1"
    game = position(SCRATCH, plays, ["2-1 4-3", "5-0"], "6-0")
    async with sitting(game, settings=FULL, play_bots=False) as at:
        at.clock.time = 100.0
        at.screen.input_gate.painted(-10)
        await at.press("plus", "plus", "plus")
        board = at.screen.board
        for _step in range(12):
            board.pan(1, 1)
        away = board.camera.corner
        await at.press("j")
        assert board.camera.corner != away
        assert board.corner == away  # still on its way
        at.clock.go(EASE / 2)
        assert board.corner not in (away, board.camera.corner)
        at.clock.go(EASE / 2)
        assert board.corner == board.camera.corner


async def test_nothing_eases_while_a_place_is_being_chosen() -> None:
    plays = PLAYS + " 5-3@5 3-0@3 1-0@1 4-2@2 4-0@4"
    async with sitting(position(SCRATCH, plays, ["0-0 2-0", "5-1"], "6-0"), settings=FULL,
                       play_bots=False) as at:  # fmt: skip
        at.clock.time = 100.0
        at.screen.input_gate.painted(-10)
        await at.press("plus", "plus", "plus", "0", "0")
        assert at.screen.mind.lifted is not None
        board, corners = at.screen.board, set()
        for _place in range(3):
            await at.press("tab")
            assert board.corner == board.camera.corner
            corners.add(board.corner)
        assert len(corners) > 1


def remote() -> Terminal:
    return detect({"TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"})


async def test_over_ssh_there_is_less_motion_unless_it_is_wanted() -> None:
    async with sitting(free(), settings=Settings(), terminal=remote()) as at:
        assert at.screen.board.motion is Motion.BASIC
    async with sitting(free(), settings=FULL, terminal=remote()) as at:
        assert at.screen.board.motion is Motion.FULL
        at.app.adopt(Settings(reduced_motion=True))
        await at.pilot.pause()
        assert at.screen.board.motion is Motion.NONE

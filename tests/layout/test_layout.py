"""What the layout promises: a place for every tile, no overlaps, nothing moves."""

import os
import subprocess
import sys
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chickenscratch.core.tree import Laid
from chickenscratch.layout import LAYOUT_VERSION, Layout, Spot, SpotKind, lay_out
from chickenscratch.layout.measure import (
    STRESS_STYLES,
    STYLES,
    Game,
    crossings,
    overlaps,
    random_game,
    stress_game,
)

DOUBLE_SIX = (6, 4)
DOUBLE_NINE = (9, 6)


@st.composite
def random_games(draw: st.DrawFn) -> Game:
    set_size, arms = draw(st.sampled_from([(6, 4), (6, 6), (9, 4), (9, 6), (9, 8)]))
    rng = Random(draw(st.integers(0, 10**9)))
    players = draw(st.integers(1, 5))
    if players == 1:
        return stress_game(set_size, arms, rng, draw(st.sampled_from(STRESS_STYLES)))
    return random_game(set_size, arms, players, rng, draw(st.sampled_from(STYLES)))


def laid_out(game: Game, plays: int | None = None) -> Layout:
    layout = Layout(game.set_size, game.arms)
    layout.lead(game.lead)
    for play in game.plays[:plays]:
        layout.place(*play)
    return layout


def neighbours(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


@settings(max_examples=25, deadline=None)
@given(random_games())
def test_no_two_tiles_share_a_cell_or_a_block(game: Game) -> None:
    layout = laid_out(game)
    assert len(layout.spots) == len(game.plays) + 1
    assert overlaps(layout.spots, layout.hub) == 0


@settings(max_examples=15, deadline=None)
@given(random_games())
def test_nothing_ever_moves(game: Game) -> None:
    layout = Layout(game.set_size, game.arms)
    seen = [layout.lead(game.lead)]
    for play in game.plays:
        seen.append(layout.place(*play))
        assert list(layout.spots) == seen


@settings(max_examples=15, deadline=None)
@given(random_games(), st.integers(0, 10**9))
def test_a_ghost_lies_exactly_where_the_tile_will(game: Game, seed: int) -> None:
    rng = Random(seed)
    layout = Layout(game.set_size, game.arms)
    layout.lead(game.lead)
    open_ends = {(0, port): game.lead for port in range(game.arms)}
    for parent, port, near, far in game.plays:
        keys = [key for key, number in open_ends.items() if number in (near, far)]
        ghosts = layout.ghosts((near, far) if rng.random() < 0.5 else (far, near), keys)
        assert list(ghosts) == keys
        spot = layout.place(parent, port, near, far)
        assert ghosts[parent, port] == spot
        del open_ends[parent, port]
        for new in range(3 if near == far else 1):
            open_ends[spot.index, new] = far


@settings(max_examples=15, deadline=None)
@given(random_games(), st.integers(0, 10**9))
def test_questions_change_nothing(game: Game, seed: int) -> None:
    rng = Random(seed)
    curious = Layout(game.set_size, game.arms)
    curious.lead(game.lead)
    for play in game.plays:
        curious.bends(*play[:2], play[3])
        curious.marks()
        curious.footprints()
        curious.copy().place(*play, bend=rng.randrange(3))
        curious.place(*play)
    assert list(curious.spots) == list(laid_out(game).spots)


@settings(max_examples=15, deadline=None)
@given(random_games(), st.integers(0, 10**9))
def test_bends_are_where_the_tile_may_go_instead(game: Game, seed: int) -> None:
    rng = Random(seed)
    layout = Layout(game.set_size, game.arms)
    layout.lead(game.lead)
    for parent, port, near, far in game.plays:
        offered = layout.bends(parent, port, far)
        assert 1 <= len(offered) <= 3
        assert len({spot.heading for spot in offered}) == len(offered)
        assert offered[0] == layout.ghost(parent, port, far)
        bend = rng.randrange(4)
        spot = layout.place(parent, port, near, far, bend)
        assert spot == offered[min(bend, len(offered) - 1)]
    assert overlaps(layout.spots, layout.hub) == 0


@settings(max_examples=15, deadline=None)
@given(random_games())
def test_each_tile_hangs_on_its_parent(game: Game) -> None:
    layout = laid_out(game)
    for spot in layout.spots[1:]:
        parent = layout.spots[spot.parent]
        first = spot.cells[1] if spot.kind is SpotKind.DOUBLE else spot.cells[0]
        line = [*spot.wire, first]
        for a, b in pairwise(line):
            assert abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        assert parent.far == spot.near
        if parent.kind is SpotKind.PLAIN:
            assert neighbours(line[0], parent.cells[1])
        elif parent.kind is SpotKind.DOUBLE:
            assert any(neighbours(line[0], cell) for cell in parent.cells)
        else:
            hub = layout.hub
            body = parent.cells
            if hub is not None:
                across = range(hub.left, hub.right + 1)
                body = tuple((x, y) for x in across for y in range(hub.top, hub.bottom + 1))
            assert any(neighbours(line[0], cell) for cell in body)


def test_the_lead_lies_in_the_middle() -> None:
    layout = Layout(*DOUBLE_SIX)
    spot = layout.lead(5)
    assert spot == Spot(0, -1, 0, 5, 5, SpotKind.LEAD, ((-1, 0), (0, 0), (1, 0)), 2)
    assert layout.hub is None
    assert layout.box == (-1, 0, 1, 0)


@pytest.mark.parametrize(("set_size", "arms", "size"), [(9, 6, (5, 3)), (18, 8, (7, 5))])
def test_six_and_eight_arms_leave_from_a_hub(
    set_size: int, arms: int, size: tuple[int, int]
) -> None:
    layout = Layout(set_size, arms)
    layout.lead(0)
    assert layout.hub is not None
    assert (layout.hub.width, layout.hub.height) == size
    assert len(layout.footprints()) == arms


def test_a_foot_has_two_toes_at_45_degrees() -> None:
    layout = Layout(*DOUBLE_SIX)
    layout.lead(6)
    layout.place(0, 0, 6, 1)
    double = layout.place(1, 0, 1, 1)
    toes = [layout.place(double.index, port, 1, port + 2) for port in range(3)]
    assert double.heading == 0
    assert [toe.heading for toe in toes] == [0, 1, 7]
    assert [toe.diagonal for toe in toes] == [False, True, True]


def test_footprints_are_where_the_tiles_are_awaited() -> None:
    layout = Layout(*DOUBLE_SIX)
    layout.lead(6)
    assert set(layout.footprints()) == {(0, 0), (0, 1), (0, 2), (0, 3)}
    layout.place(0, 0, 6, 1)
    assert set(layout.footprints()) == {(0, 1), (0, 2), (0, 3)}
    layout.place(1, 0, 1, 1)
    awaited = layout.footprints()
    assert {key for key in awaited if key[0] == 2} == {(2, 0), (2, 1), (2, 2)}
    assert layout.place(2, 1, 1, 3).cells == awaited[2, 1].cells


def test_open_tails_are_marked_until_their_number_is_dead() -> None:
    layout = Layout(*DOUBLE_SIX)
    layout.lead(6)
    first = layout.place(0, 0, 6, 1)
    mark = layout.marks()[1, 0]
    assert (mark.cell, mark.direction, mark.number) == ((4, 0), 0, 1)
    assert mark.cell not in first.cells
    layout.place(1, 0, 1, 1)
    layout.place(2, 0, 1, 0)
    layout.place(2, 1, 1, 2)
    layout.place(2, 2, 1, 3)
    layout.place(3, 0, 0, 0)
    layout.place(6, 0, 0, 4)
    layout.place(7, 0, 4, 1)
    assert not layout.dead(1)
    assert layout.marks()[8, 0].number == 1
    layout.place(4, 0, 2, 5)
    layout.place(9, 0, 5, 1)
    assert layout.dead(1)
    assert {mark.number for mark in layout.marks().values()} == {3}


@settings(max_examples=20, deadline=None)
@given(random_games(), st.integers(0, 60))
def test_marks_and_footprints_lie_on_free_cells(game: Game, plays: int) -> None:
    layout = laid_out(game, plays)
    taken = {cell for spot in layout.spots for cell in spot.cells}
    for mark in layout.marks().values():
        assert mark.cell not in taken
    for key, spot in layout.footprints().items():
        assert (spot.parent, spot.port) == key
        assert not taken.intersection(spot.cells)


def test_the_tidiest_end_is_the_cheapest_one() -> None:
    layout = laid_out(random_game(9, 6, 2, Random(5)), 30)
    keys = list(layout.marks())
    for far in range(10):
        prices = {key: layout.price(*key, far) for key in keys}
        assert prices[layout.tidiest(keys, far)] == min(prices.values())
        assert layout.tidiest(keys, far) == layout.tidiest(reversed(keys), far)
        assert all(isinstance(price, int) for price in prices.values())


def test_the_box_holds_bodies_wires_and_ghosts() -> None:
    layout = laid_out(random_game(9, 6, 3, Random(3)))
    cells = [cell for spot in layout.spots for cell in spot.cells + spot.wire]
    box = layout.box
    assert min(x for x, _ in cells) == box.left
    assert max(y for _, y in cells) == box.bottom
    far_off = layout.spots[0]._replace(cells=((50, 1), (51, 1)))
    assert layout.box_with([far_off]) == box._replace(right=51)
    assert layout.box_with([]) == box


def test_a_portrait_table_is_taller_than_wide() -> None:
    wide = tall = 0
    for seed in range(6):
        game = random_game(9, 6, 2, Random(seed))
        laid = [Laid(-1, 0, game.lead, game.lead, 0, 0)]
        laid += [Laid(*play, 0, 0) for play in game.plays]
        wide += lay_out(9, 6, laid).box.width
        tall += lay_out(9, 6, laid, portrait=True).box.height
    assert abs(wide - tall) < 0.15 * wide


@pytest.mark.parametrize(
    "wrong", [(5, 0, 6, 1), (0, 4, 6, 1), (0, 0, 5, 1)], ids=["parent", "port", "number"]
)
def test_an_impossible_play_is_refused(wrong: tuple[int, int, int, int]) -> None:
    layout = Layout(*DOUBLE_SIX)
    layout.lead(6)
    with pytest.raises(ValueError):
        layout.place(*wrong)
    assert len(layout.spots) == 1


def test_a_copy_goes_its_own_way() -> None:
    game = random_game(6, 4, 2, Random(8))
    layout = laid_out(game, 8)
    before = list(layout.spots), layout.box, layout.marks()
    twin = layout.copy()
    for play in game.plays[8:]:
        twin.place(*play)
    assert (list(layout.spots), layout.box, layout.marks()) == before
    for play in game.plays[8:]:
        layout.place(*play)
    assert list(layout.spots) == list(twin.spots)


def test_lay_out_is_the_same_as_laying_one_by_one() -> None:
    game = random_game(9, 6, 4, Random(2))
    laid = [Laid(-1, 0, game.lead, game.lead, 0, 0)]
    laid += [Laid(*play, 0, 1) for play in game.plays]
    assert list(lay_out(9, 6, laid).spots) == list(laid_out(game).spots)


PICTURE = """
from itertools import pairwise
from random import Random
from chickenscratch.layout import Layout
from chickenscratch.layout.measure import random_game
game = random_game(9, 6, 2, Random(11))
layout = Layout(9, 6)
layout.lead(game.lead)
for play in game.plays:
    layout.place(*play)
print([(spot.cells, spot.wire, spot.heading) for spot in layout.spots])
"""


def test_another_process_sees_the_same_picture() -> None:
    pictures = {
        subprocess.run(
            [sys.executable, "-c", PICTURE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(pictures) == 1
    assert LAYOUT_VERSION >= 1


@pytest.mark.parametrize("style", STRESS_STYLES)
def test_the_largest_set_has_room_too(style: str) -> None:
    game = stress_game(18, 8, Random(1), style)
    layout = laid_out(game)
    assert len(layout.spots) > 150
    assert overlaps(layout.spots, layout.hub) == 0


def test_a_walled_in_end_still_gets_a_place() -> None:
    """As if a hostile table had filled every cell around an end: the wire passes under."""
    layout = Layout(*DOUBLE_SIX)
    layout.lead(6)
    spot = layout.place(0, 0, 6, 1)
    board = layout._board
    x, y = spot.cells[1]
    wall = board.grid.mask((x + i, y + j) for i in range(-9, 10) for j in range(-9, 10))
    board.occupied |= wall
    board.bodies |= wall
    board.tiles |= wall
    laid = layout.place(1, 0, 1, 2)
    assert laid.under
    assert len(laid.wire) >= 9
    assert crossings(layout.spots) == 0

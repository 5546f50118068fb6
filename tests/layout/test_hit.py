"""The pointer finds every tile and every ghost."""

from random import Random

import pytest

from chickenscratch.layout import HitMap, Layout, Spot, SpotKind
from chickenscratch.layout.hit import Hit
from chickenscratch.layout.measure import random_game

SIZES = [(2, 1), (3, 1), (4, 2), (8, 4)]
SLANTED = Spot(1, 0, 1, 6, 3, SpotKind.PLAIN, ((0, 0), (1, -1)), 1)


def table(seed: int) -> Layout:
    game = random_game(9, 6, 2, Random(seed))
    layout = Layout(9, 6)
    layout.lead(game.lead)
    for play in game.plays[:40]:
        layout.place(*play)
    return layout


@pytest.mark.parametrize("size", SIZES)
def test_the_middle_of_every_half_is_its_tile(size: tuple[int, int]) -> None:
    layout = table(4)
    hits = HitMap(layout.spots, hub=layout.hub)
    left, top = layout.box.left, layout.box.top
    for spot in layout.spots:
        for x, y in spot.cells:
            column = (x - left) * size[0] + size[0] // 2
            row = (y - top) * size[1] + size[1] // 2
            assert hits.point(column, row, size, (left, top)) == Hit(tile=spot.index)


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_hub_is_the_lead(size: tuple[int, int]) -> None:
    layout = table(4)
    hits = HitMap(layout.spots, hub=layout.hub)
    assert hits.cell((-2, 1)).tile == 0
    assert hits.point(-1, -1, size).tile == 0


def test_a_rotated_body_reaches_into_the_other_cells_of_its_block() -> None:
    hits = HitMap([SLANTED])
    # large zoom: the block is 16 x 8 characters from (0, -4); the body runs from bottom left
    # to top right through its middle
    assert hits.point(7, -1, (8, 4)).tile == 1
    assert hits.point(8, 0, (8, 4)).tile == 1
    assert hits.point(6, -1, (8, 4)).tile == 1
    assert hits.point(0, -4, (8, 4)).tile is None
    assert hits.point(15, 3, (8, 4)).tile is None


@pytest.mark.parametrize("size", [(2, 1), (3, 1)])
def test_small_zooms_draw_no_rotated_bodies(size: tuple[int, int]) -> None:
    hits = HitMap([SLANTED])
    for column in range(2 * size[0]):
        for row in (-1, 0):
            inside = (column // size[0], row) in SLANTED.cells
            assert (hits.point(column, row, size).tile == 1) is inside


def test_the_other_slant_is_its_mirror_image() -> None:
    mirrored = SLANTED._replace(cells=((1, 0), (0, -1)), heading=3)
    one, other = HitMap([SLANTED]), HitMap([mirrored])
    for row in range(-4, 4):
        for column in range(16):
            there = other.point(15 - column, row, (8, 4))
            assert one.point(column, row, (8, 4)) == there


def test_ghosts_are_found_the_selected_one_first() -> None:
    layout = Layout(6, 4)
    layout.lead(6)
    ghosts = layout.ghosts((6, 2), [(0, 0), (0, 1)])
    hits = HitMap(layout.spots, ghosts)
    for key, ghost in ghosts.items():
        for cell in ghost.cells:
            assert hits.cell(cell) == Hit(ghost=key)
    same = {(0, 0): ghosts[0, 0], (0, 1): ghosts[0, 0]}
    cell = ghosts[0, 0].cells[0]
    assert HitMap(layout.spots, same).cell(cell).ghost == (0, 0)
    assert HitMap(layout.spots, same, selected=(0, 1)).cell(cell).ghost == (0, 1)
    assert HitMap(layout.spots, same, selected=(9, 9)).cell(cell).ghost == (0, 0)


def test_the_bare_table_is_nothing() -> None:
    assert HitMap([]).cell((3, 3)) == Hit()
    assert HitMap([]).point(-70, 12, (4, 2)) == Hit(None, None)

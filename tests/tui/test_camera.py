"""What is in sight: the whole table if it fits, else what matters; and the window rests."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from chickenscratch.layout import Box, Layout
from chickenscratch.layout.measure import games
from chickenscratch.tui.art.picture import BoardPicture, Ghost, Zoom, picture_of
from chickenscratch.tui.camera import ZOOMS, Beyond, Camera, cells_of, fits, foot_of
from chickenscratch.tui.room import Room, board_size, room_for

GAME = next(iter(games(9, 3, 1, seed=5)))
SMALL = Size(60, 16)


def table(tiles: int, reach: Box | None = None) -> BoardPicture:
    """The first tiles of a game."""
    layout = Layout(GAME.set_size, GAME.arms)
    layout.lead(GAME.lead)
    for play in GAME.plays[: tiles - 1]:
        layout.place(*play)
    return replace(picture_of(layout), reach=reach)


def in_sight(camera: Camera, box: Box) -> bool:
    zoom = camera.zoom
    return (
        camera.left <= box.left * zoom.columns
        and (box.right + 1) * zoom.columns - 1 <= camera.left + camera.size.width
        and camera.top <= box.top * zoom.lines
        and (box.bottom + 1) * zoom.lines <= camera.top + camera.size.height
    )


@given(st.integers(1, 40), st.integers(30, 200), st.integers(8, 60))
def test_all_of_it_is_in_sight_at_the_largest_zoom_that_allows_it(
    tiles: int, width: int, height: int
) -> None:
    picture, size, camera = table(tiles), Size(width, height), Camera()
    camera.follow(picture, size, afresh=True)
    box = cells_of(picture)
    larger = ZOOMS[ZOOMS.index(camera.zoom) + 1 :]
    assert not any(fits(box, zoom, size) for zoom in larger)
    if camera.pannable:
        assert camera.zoom is Zoom.MICRO
    else:
        assert in_sight(camera, box)
        assert camera.beyond() == Beyond()


def test_within_a_round_the_window_moves_only_for_what_would_be_outside() -> None:
    camera, size, moves = Camera(), Size(120, 33), 0
    camera.follow(table(1), size, afresh=True)
    for tiles in range(2, len(GAME.plays) + 2):
        picture, before = table(tiles), (camera.zoom, camera.corner)
        inside = in_sight(camera, cells_of(picture))
        moved = camera.follow(picture, size, afresh=False)
        assert moved == ((camera.zoom, camera.corner) != before)
        assert not (inside and moved)
        assert camera.pannable or in_sight(camera, cells_of(picture))
        moves += moved
    assert moves < 12


def test_places_the_hand_could_reach_are_in_sight_before_anything_is_lifted() -> None:
    camera, far = Camera(), Box(-12, -9, 14, 9)
    camera.follow(table(6, reach=far), Size(120, 40), afresh=True)
    assert in_sight(camera, far)
    corner, zoom = camera.corner, camera.zoom
    ghost = table(6).spots[1]._replace(cells=((13, 9), (14, 9)), wire=())
    lifted = BoardPicture(spots=table(6).spots, ghosts=(Ghost(ghost, "a"),), chosen=0, reach=far)
    assert not camera.follow(lifted, Size(120, 40), afresh=False)
    assert (camera.corner, camera.zoom) == (corner, zoom)


def test_the_chosen_place_is_brought_into_sight_where_not_all_fits() -> None:
    picture, camera = table(40), Camera()
    camera.wanted = Zoom.NORMAL
    camera.follow(picture, SMALL, afresh=True)
    assert camera.pannable
    assert sum(camera.beyond()) > 0
    for spot in picture.footprints:
        chosen = BoardPicture(spots=picture.spots, ghosts=(Ghost(spot, "a"),), chosen=0)
        camera.follow(chosen, SMALL, afresh=False)
        xs, ys = [x for x, _ in spot.cells], [y for _, y in spot.cells]
        assert in_sight(camera, Box(min(xs), min(ys), max(xs), max(ys)))


def test_panning_stops_where_the_table_ends() -> None:
    camera = Camera()
    camera.wanted = Zoom.LARGE
    camera.follow(table(30), SMALL, afresh=True)
    for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)):
        count = 0
        while camera.pan(40 * dx, 20 * dy):
            count += 1
            assert count < 50
        side = {(-1, 0): 0, (0, -1): 1, (1, 0): 2, (0, 1): 3}[dx, dy]
        assert camera.beyond()[side] == 0


def test_what_is_already_in_sight_moves_nothing() -> None:
    camera, picture = Camera(), table(30)
    camera.wanted = Zoom.NORMAL
    camera.follow(picture, SMALL, afresh=True)
    camera.show(picture.spots[:1])
    assert not camera.show(picture.spots[:1])
    assert not camera.show(picture.spots[:1])


def test_the_foot_is_the_double_and_its_empty_places() -> None:
    layout = Layout(6, 4)
    layout.lead(6)
    assert foot_of(picture_of(layout)) == []
    spots = foot_of(picture_of(layout, hungry=0))
    assert [len(spot.cells) for spot in spots] == [3, 2, 2, 2, 2]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60), (110, 36), (170, 52)])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_each_step_gives_the_board_more_room(size: tuple[int, int], seats: int) -> None:
    areas = [w * h for w, h in (board_size(*size, seats, room) for room in Room)]
    assert areas == sorted(areas)
    assert areas[0] < areas[1]


def test_only_as_much_gives_way_as_must() -> None:
    box = {room: board_size(80, 24, 4, room) for room in Room}
    for room, (width, height) in box.items():
        cells = Box(0, 0, (width + 1) // 3 - 1, height - 1)
        assert room_for(cells, (80, 24), 4, None) is room
    assert room_for(Box(0, 0, 33, 10), (80, 24), 4, None) is Room.WIDE  # with small digits
    assert room_for(Box(0, 0, 33, 10), (80, 24), 4, Zoom.COMPACT) is Room.USUAL
    assert room_for(Box(0, 0, 50, 10), (80, 24), 4, None) is Room.WHOLE  # as much as there is
    assert room_for(Box(0, 0, 25, 15), (80, 24), 4, Zoom.LARGE) is Room.USUAL
    assert room_for(Box(0, 0, 25, 15), (80, 24), 4, Zoom.COMPACT) is Room.WIDE
    assert room_for(Box(0, 0, 25, 15), (70, 24), 4, None) is Room.USUAL

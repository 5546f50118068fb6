import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from art_positions import NAMES, position
from rich.cells import cell_len

from chickenscratch.core.tree import TOES
from chickenscratch.layout import Cell, Layout, Mark, Spot, SpotKind
from chickenscratch.tui.art.board import render
from chickenscratch.tui.art.canvas import Canvas, changes
from chickenscratch.tui.art.palette import COLOURLESS, SIXTEEN, TRUE_COLOUR, Palette
from chickenscratch.tui.art.picture import (
    MARGIN,
    STEPS,
    Art,
    BoardPicture,
    Ghost,
    Zoom,
    cell_at,
    corner,
    dead_ends,
    dead_numbers,
    picture_of,
    stub,
    tones,
    wire_path,
)

PALETTES = {Art.FILLED: TRUE_COLOUR, Art.OUTLINE: COLOURLESS, Art.ASCII: COLOURLESS}
WAYS = [(z, a) for z in Zoom for a in Art]
BARE = [(z, a) for z in Zoom for a in (Art.OUTLINE, Art.ASCII)]


def draw(picture: BoardPicture, zoom: Zoom, art: Art, palette: Palette | None = None) -> Canvas:
    return render(picture, zoom, art, palette or PALETTES[art])


def plain(
    cells: tuple[Cell, ...],
    near: int = 5,
    far: int = 8,
    index: int = 1,
    wire: tuple[Cell, ...] = (),
) -> Spot:
    kind = SpotKind.DOUBLE if near == far else SpotKind.PLAIN
    way = cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]
    return Spot(index, 0, 0, near, far, kind, cells, STEPS.index(way), wire)


LEAD = Spot(0, -1, 0, 5, 5, SpotKind.LEAD, ((-1, 0), (0, 0), (1, 0)), 2)
LIES = {
    "east": ((2, 0), (3, 0)),
    "west": ((-2, 0), (-3, 0)),
    "north": ((0, -1), (0, -2)),
    "south": ((0, 1), (0, 2)),
    "northeast": ((2, -1), (3, -2)),
    "southeast": ((2, 1), (3, 2)),
    "northwest": ((-2, -1), (-3, -2)),
    "southwest": ((-2, 1), (-3, 2)),
}


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_every_glyph_is_one_cell_wide(zoom: Zoom, art: Art) -> None:
    glyphs: set[str] = set()
    for name in NAMES:
        canvas = draw(position(name), zoom, art)
        for row in canvas.rows:
            assert len(row) == canvas.width
            glyphs.update(char for char, _ in row)
    assert {char for char in glyphs if len(char) != 1 or cell_len(char) != 1} == set()
    assert art is not Art.ASCII or "".join(glyphs).isascii()


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_the_margin_stays_empty(zoom: Zoom, art: Art) -> None:
    lines, columns = MARGIN * zoom.lines, MARGIN * zoom.columns
    for name in NAMES:
        canvas = draw(position(name), zoom, art)
        for y, row in enumerate(canvas.rows):
            outside = row if y < lines or y >= canvas.height - lines else row[:columns]
            assert all(glyph == canvas.blank for glyph in outside)
            assert all(glyph == canvas.blank for glyph in row[canvas.width - columns :])


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_the_same_picture_is_the_same_canvas(zoom: Zoom, art: Art) -> None:
    picture = position("tails")
    assert changes(draw(picture, zoom, art), draw(picture, zoom, art)) == []


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_the_cursor_repaints_two_ghosts_and_nothing_else(zoom: Zoom, art: Art) -> None:
    pairs = [
        (picture, *pair)
        for picture in map(position, ("arms", "tails", "double"))
        for pair in pairwise(range(len(picture.ghosts)))
    ]
    for picture, one, other in pairs:
        before = draw(replace(picture, chosen=one), zoom, art)
        after = draw(replace(picture, chosen=other), zoom, art)
        blocks = [_block(picture.ghosts[i].spot) for i in (one, other)]
        spans = changes(before, after)
        assert spans
        for y, start, end in spans:
            for x in range(start, end):
                if before.at(x, y) != after.at(x, y):
                    assert any(cell_at(x, y, zoom) in block for block in blocks)


def _block(spot: Spot) -> set[Cell]:
    xs, ys = [x for x, _ in spot.cells], [y for _, y in spot.cells]
    across, down = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    return {(x, y) for x in across for y in down}


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_a_new_tile_changes_only_its_surroundings(zoom: Zoom, art: Art) -> None:
    base = position("hub")
    before = draw(replace(base, last=frozenset()), zoom, art)
    spot = plain(((9, 0), (10, 0)), 9, 1, index=99)._replace(parent=9)
    after = draw(replace(base, last=frozenset(), spots=(*base.spots, spot)), zoom, art)
    left, top = corner((9, 0), zoom)
    for y, start, end in changes(before, after):
        assert top <= y < top + zoom.lines
        assert left <= start < end <= left + 2 * zoom.columns


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_numbers_are_written_in_their_own_cells(zoom: Zoom, art: Art) -> None:
    pips = zoom is Zoom.LARGE and art is Art.FILLED
    # at the larger zooms the digits stand towards the middle of the tile
    reach = 1 if zoom in (Zoom.NORMAL, Zoom.LARGE) else 0
    for cells, numbers in product(LIES.values(), [(5, 8), (5, 12), (12, 5), (12, 16)]):
        canvas = draw(BoardPicture(spots=(plain(cells, *numbers),)), zoom, art)
        for cell, number in zip(cells, numbers, strict=True):
            if pips and number < 10:
                continue
            x, y = corner(cell, zoom)
            windows = [
                canvas.window(y + line, x - reach, zoom.columns + 2 * reach)
                for line in range(zoom.lines)
            ]
            lines = ["".join(char for char, _ in window) for window in windows]
            assert any(str(number) in line for line in lines), (cells, number, lines)


@pytest.mark.parametrize(("zoom", "art"), BARE)
def test_without_colour_everything_is_told_apart(zoom: Zoom, art: Art) -> None:
    for cells in LIES.values():
        _check_told_apart(cells, zoom, art)


def _check_told_apart(cells: tuple[Cell, ...], zoom: Zoom, art: Art) -> None:
    spot, ghost = plain(cells), Ghost(plain(cells), "a")
    lead = BoardPicture(spots=(LEAD,))
    pictures = {
        "nothing": lead,
        "tile": replace(lead, spots=(LEAD, spot)),
        "last": replace(lead, spots=(LEAD, spot), last=frozenset({1})),
        "dead": replace(lead, spots=(LEAD, spot), dead=frozenset({8})),
        "ghost": replace(lead, ghosts=(ghost,)),
        "other ghost": replace(lead, ghosts=(Ghost(ghost.spot, "b"),)),
        "chosen": replace(lead, ghosts=(ghost,), chosen=0),
        "footprint": replace(lead, footprints=(spot,)),
        "lit": replace(lead, footprints=(spot,), hungry=0),
        "hungry": replace(lead, hungry=0),
        "lead laid last": replace(lead, last=frozenset({0})),
        "mark": replace(lead, marks=(Mark(cells[0], 0, 5),)),
    }
    drawn = {name: tuple(draw(picture, zoom, art).plain()) for name, picture in pictures.items()}
    for one, other in combinations(drawn, 2):
        assert drawn[one] != drawn[other], f"{one} looks like {other}"


@pytest.mark.parametrize(("zoom", "art"), BARE)
@pytest.mark.parametrize("cells", [((2, 0), (3, 0), (4, 0)), ((3, -1), (3, 0), (3, 1))])
def test_doubles_without_colour(cells: tuple[Cell, ...], zoom: Zoom, art: Art) -> None:
    spot = plain(cells, 8, 8)
    bare = BoardPicture(spots=(spot,))
    pictures = [
        bare,
        replace(bare, hungry=1),
        replace(bare, last=frozenset({1})),
        replace(bare, last=frozenset({1}), hungry=1),
        BoardPicture(ghosts=(Ghost(spot, "a"),)),
        BoardPicture(ghosts=(Ghost(spot, "a"),), chosen=0),
    ]
    drawn = {tuple(draw(picture, zoom, art).plain()) for picture in pictures}
    assert len(drawn) == len(pictures)


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_the_letter_of_every_ghost_is_there(zoom: Zoom, art: Art) -> None:
    for cells in LIES.values():
        for near, far in ((5, 8), (12, 16)):
            for chosen in (None, 0):
                ghosts = (Ghost(plain(cells, near, far), "q"),)
                canvas = draw(BoardPicture(ghosts=ghosts, chosen=chosen), zoom, art)
                assert "q" in "".join(canvas.plain())


@pytest.mark.parametrize(("zoom", "art"), WAYS)
def test_wires_cross_and_pass_under_tiles(zoom: Zoom, art: Art) -> None:
    across = plain(((6, 0), (7, 0)), 5, 1, 1, ((2, 0), (3, 0), (4, 0), (5, 0)))
    carrier = plain(((3, -3), (3, -2)), 4, 8, 2)._replace(parent=9)
    down = plain(((3, 2), (3, 3)), 8, 1, 3, ((3, -1), (3, 0), (3, 1)))._replace(parent=2)
    spots = (LEAD, across, carrier, down)
    canvas = draw(BoardPicture(spots=spots), zoom, art)
    middle = zoom.columns // 2 if zoom is Zoom.COMPACT else max(zoom.columns // 2 - 1, 0)
    if art is not Art.FILLED or zoom in (Zoom.MICRO, Zoom.COMPACT):
        x, y = corner((3, 0), zoom)
        crossing = canvas.at(x + middle, y + (zoom.lines - 1) // 2)[0]
        assert crossing == ("+" if art is Art.ASCII else "┼")
    lid = plain(((2, 0), (3, 0)), 6, 6, 4)._replace(parent=9)
    covered = draw(BoardPicture(spots=(LEAD, across, lid)), zoom, art)
    alone = draw(BoardPicture(spots=(LEAD, lid, across._replace(wire=()))), zoom, art)
    x, y = corner((2, 0), zoom)
    assert covered.window(y, x, 2 * zoom.columns - 1) == alone.window(y, x, 2 * zoom.columns - 1)


def test_a_wire_leaves_from_the_parent_and_reaches_the_near_half() -> None:
    by_index = {0: LEAD}
    spot = plain(((1, 3), (1, 4)), wire=((1, 1), (1, 2)))
    assert wire_path(spot, by_index, None) == ((1, 0), (1, 1), (1, 2), (1, 3))
    assert wire_path(plain(((2, 0), (3, 0))), by_index, None) == ()


def test_only_toes_that_do_not_reach_their_double_get_a_stub() -> None:
    by_index = {0: LEAD}
    assert stub(plain(((2, 0), (3, 0))), by_index, None) == ((0, 0), (2, 0))
    assert stub(plain(((0, -1), (0, -2))), by_index, None) is None
    assert stub(plain(((1, -1), (1, -2))), by_index, None) is None
    assert stub(plain(((2, -1), (2, -2))), by_index, None) == ((1, 0), (2, -1))
    assert stub(plain(((2, -1), (3, -2))), by_index, None) is None


def test_dead_numbers_and_ends() -> None:
    spots = [LEAD._replace(near=1, far=1), plain(((2, 0), (3, 0)), 1, 0)]
    assert dead_numbers(spots, 1) == {1}
    dead = BoardPicture(spots=tuple(spots), dead=frozenset({0}))
    assert dead_ends(dead) == {1}
    grown = replace(dead, spots=(*spots, plain(((4, 0), (5, 0)), 0, 2, 2)._replace(parent=1)))
    assert dead_ends(grown) == frozenset()


def test_tiles_that_touch_have_different_tones() -> None:
    for name in NAMES:
        spots = position(name).spots
        tone = tones(spots)
        assert all(tone[spot.index] != tone[spot.parent] for spot in spots if spot.parent >= 0)


def test_a_cell_is_found_from_every_character_of_it() -> None:
    for zoom in Zoom:
        for cell in ((0, 0), (-3, 2), (5, -7)):
            x, y = corner(cell, zoom)
            for dx in range(zoom.columns):
                assert all(cell_at(x + dx, y + dy, zoom) == cell for dy in range(zoom.lines))


def test_an_empty_table_can_be_drawn() -> None:
    for zoom, art in WAYS:
        assert "".join(draw(BoardPicture(), zoom, art).plain()) == ""


def _growing(set_size: int, arms: int) -> Iterator[tuple[Layout, int | None]]:
    """A table that grows by a fixed, silly strategy: every tile at the first end that takes it."""
    layout = Layout(set_size, arms)
    layout.lead(set_size)
    ends = {(0, port): set_size for port in range(arms)}
    yield layout, 0
    for high in range(set_size, -1, -1):
        for low in range(high, -1, -1):
            key = next((k for k, number in ends.items() if number in (high, low)), None)
            if (high, low) == (set_size, set_size) or key is None:
                continue
            near = ends.pop(key)
            far = low if near == high else high
            spot = layout.place(*key, near, far)
            for port in range(TOES if near == far else 1):
                ends[spot.index, port] = far
            yield layout, spot.index if near == far else None


@pytest.mark.parametrize(("set_size", "arms", "step"), [(6, 4, 3), (9, 6, 8), (18, 8, 50)])
def test_a_growing_table_can_always_be_drawn(set_size: int, arms: int, step: int) -> None:
    canvases: dict[tuple[Zoom, Art], Canvas] = {}
    for i, (layout, hungry) in enumerate(_growing(set_size, arms)):
        if i % step:
            continue
        keys = [key for key in layout.marks() if key[0] >= 0][:3]
        ghosts = {key: layout.ghost(*key, 2) for key in keys}
        picture = picture_of(
            layout, ghosts=ghosts, chosen=keys[0] if keys else None, hungry=hungry, last=[i]
        )
        for way in WAYS:
            canvas = draw(picture, *way)
            old = canvases.get(way)
            if old is not None:
                _check_changes(old, canvas)
            canvases[way] = canvas


def _check_changes(old: Canvas, new: Canvas) -> None:
    touched: dict[int, set[int]] = {}
    for y, start, end in changes(old, new):
        touched.setdefault(y, set()).update(range(start, end))
    left = min(old.left, new.left)
    width = max(old.left + old.width, new.left + new.width) - left
    for y in range(min(old.top, new.top), max(old.top + old.height, new.top + new.height)):
        before, after = old.window(y, left, width), new.window(y, left, width)
        if before != after:
            different = {left + i for i in range(width) if before[i] != after[i]}
            assert different <= touched.get(y, set())


def test_picture_of_a_layout_puts_ghosts_in_the_place_of_marks_and_footprints() -> None:
    layout = Layout(6, 4)
    layout.lead(6)
    layout.place(0, 0, 6, 3)
    ghosts = layout.ghosts((6, 2), [(0, 1), (0, 2)])
    picture = picture_of(layout, ghosts=ghosts, chosen=(0, 2), hungry=0, last=[1])
    assert [ghost.letter for ghost in picture.ghosts] == ["a", "b"]
    assert picture.chosen == 1
    assert [spot.port for spot in picture.footprints] == [3]
    assert len(picture.marks) == 1
    assert picture_of(layout, chosen=(0, 2)).chosen is None


@pytest.mark.parametrize(("zoom", "limit"), [(Zoom.COMPACT, 3), (Zoom.NORMAL, 12)])
def test_a_full_table_is_drawn_quickly(zoom: Zoom, limit: int) -> None:
    picture = position("end")
    times = []
    for _ in range(12):
        start = time.perf_counter()
        render(picture, zoom, Art.FILLED, TRUE_COLOUR)
        times.append(time.perf_counter() - start)
    assert min(times) * 1000 < limit


def test_sixteen_colours_are_named_colours() -> None:
    for zoom, art in WAYS:
        for row in draw(position("end"), zoom, art, SIXTEEN).rows:
            assert not any(pen.ink.startswith("#") or pen.ground.startswith("#") for _, pen in row)

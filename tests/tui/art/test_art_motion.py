"""What is drawn while something moves: the beat of a pulse, and a tile on its way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from art_positions import position

from chickenscratch.tui.art.board import render, render_tile
from chickenscratch.tui.art.canvas import changes
from chickenscratch.tui.art.palette import COLOURLESS, SIXTEEN, TRUE_COLOUR, Palette
from chickenscratch.tui.art.picture import Art, Zoom, cell_at

LOOKS = [(Art.FILLED, TRUE_COLOUR), (Art.OUTLINE, SIXTEEN), (Art.ASCII, COLOURLESS)]


@pytest.mark.parametrize(("art", "palette"), LOOKS, ids=[art for art, _ in LOOKS])
@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("name", ["hungry", "first"])
def test_a_beat_changes_nothing_but_what_must_be_filled(
    name: str, zoom: Zoom, art: Art, palette: Palette
) -> None:
    picture = position(name)
    calm, strong = (
        render(replace(picture, beat=beat), zoom, art, palette) for beat in (False, True)
    )
    assert calm.plain() == strong.plain()
    empty = [spot for spot in picture.footprints if spot.parent == picture.hungry]
    assert empty
    cells = {cell for spot in empty for cell in spot.cells}
    blocks = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    blocks |= set(picture.spots[picture.hungry or 0].cells)
    spans = changes(calm, strong)
    assert spans
    for span in spans:
        for x in range(span.start, span.end):
            if calm.at(x, span.y) != strong.at(x, span.y):
                assert cell_at(x, span.y, zoom) in blocks


@pytest.mark.parametrize(("art", "palette"), LOOKS, ids=[art for art, _ in LOOKS])
@pytest.mark.parametrize("zoom", Zoom)
def test_a_tile_on_its_way_looks_as_it_will_look_where_it_lies(
    zoom: Zoom, art: Art, palette: Palette
) -> None:
    picture = position("wire")
    for spot in picture.spots[1:]:
        alone = render_tile(spot, zoom, art, palette)
        lying = render(replace(picture, spots=(spot,), hub=None, footprints=(), marks=(), ghosts=(),
                               chosen=None, hungry=None, last=frozenset((spot.index,)),
                               dead=frozenset()), zoom, art, palette)  # fmt: skip
        own = {(x, y) for y in range(alone.top, alone.top + alone.height)
               for x in range(alone.left, alone.left + alone.width)
               if alone.at(x, y) != alone.blank}  # fmt: skip
        assert own
        for x, y in own:
            if cell_at(x, y, zoom) not in spot.wire:
                assert alone.at(x, y)[0] == lying.at(x, y)[0]

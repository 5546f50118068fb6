from itertools import combinations, product

import pytest
from rich.cells import cell_len

from chickenscratch.tui.art.palette import COLOURLESS, TRUE_COLOUR
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.art.pips import dots
from chickenscratch.tui.art.tiles import Face, Mood, Size, hand_tile, reveal_tile

FACES: list[Face] = [(a, b) for a, b in product((0, 1, 5, 9, 10, 18), repeat=2)] + [None]
MOODS = [Mood(*flags) for flags in product((True, False), repeat=3)]
DIMENSIONS = {Size.DIGITS: (5, 5), Size.PIPS: (9, 9)}


def text(face: Face, mood: Mood, size: Size, art: Art) -> list[str]:
    palette = TRUE_COLOUR if art is Art.FILLED else COLOURLESS
    rows = hand_tile(face, mood, size, art, palette)
    return ["".join(run for run, _ in row) for row in rows]


@pytest.mark.parametrize("art", Art)
@pytest.mark.parametrize("size", Size)
def test_every_tile_has_the_promised_size(size: Size, art: Art) -> None:
    for face, mood in product(FACES, MOODS):
        rows = text(face, mood, size, art)
        if size in DIMENSIONS:
            assert (len(rows[0]), len(rows)) == DIMENSIONS[size]
        assert len({len(row) for row in rows}) == 1
        for char in "".join(rows):
            assert cell_len(char) == 1
            assert char.isascii() or art is not Art.ASCII


@pytest.mark.parametrize("art", Art)
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("face", [(5, 8), (5, 5), (12, 16)])
def test_moods_are_told_apart_without_colour(face: Face, size: Size, art: Art) -> None:
    moods = [mood for mood in MOODS if mood.fits or not mood.lifted]
    for one, other in combinations(moods, 2):
        assert text(face, one, size, art) != text(face, other, size, art)


def test_words() -> None:
    def word(face: Face, mood: Mood) -> str:
        return text(face, mood, Size.WORD, Art.OUTLINE)[0]

    assert word((5, 8), Mood(lifted=True)) == ">[5|8]<"
    assert word((5, 0), Mood()) == " [5|0] "
    assert word((3, 3), Mood(fits=False)) == "  3|3  "
    assert word((6, 6), Mood()) == " {6|6} "
    assert word((1, 4), Mood(new=True)) == " [1|4]*"
    assert word(None, Mood()) == " [#|#] "


def test_reveal() -> None:
    for art in Art:
        assert "".join(run for run, _ in reveal_tile((3, 12), art, TRUE_COLOUR)) == "[3|12]"


@pytest.mark.parametrize("number", range(10))
def test_a_number_has_as_many_dots(number: int) -> None:
    assert len(dots(number)) == number == len(dots(number, turned=True))
    assert len(set(dots(number))) == number


@pytest.mark.parametrize("art", Art)
def test_pips_up_to_nine_and_numerals_above(art: Art) -> None:
    dot = "o" if art is Art.ASCII else "●"
    rows = "".join(text((4, 9), Mood(), Size.PIPS, art))
    assert rows.count(dot) == 13
    rows = "".join(text((10, 18), Mood(), Size.PIPS, art))
    assert rows.count(dot) == 0
    assert "10" in rows
    assert "18" in rows


def test_the_ground_of_the_hand_can_be_given() -> None:
    rows = hand_tile((1, 2), Mood(), Size.PIPS, Art.OUTLINE, TRUE_COLOUR, "#000000")
    assert all(pen.ground == "#000000" for row in rows for _, pen in row)

from dataclasses import replace

import pytest

from chickenscratch.tui.art.palette import (
    COLOURLESS,
    DEFAULT,
    READABLE,
    SIXTEEN,
    TRUE_COLOUR,
    contrast,
    luminance,
    mix,
    rgb,
)
from chickenscratch.tui.art.strips import Pen, rich_style

ALL = range(19)


def test_contrast_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert luminance("#ffffff") == pytest.approx(1)


def test_mixing() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#102030", "#ffffff", 0) == "#102030"
    assert rgb(mix("#102030", "#405060", 1)) == (0x40, 0x50, 0x60)
    assert mix("red", "#ffffff", 0.9) == "red"
    assert mix(DEFAULT, "blue", 0.9) == DEFAULT


@pytest.mark.parametrize("number", ALL)
def test_digits_are_readable_on_their_colours(number: int) -> None:
    palette = TRUE_COLOUR
    bodies = [palette.number(number), palette.shade(number), palette.bright(number)]
    for body in bodies:
        assert contrast(palette.ink_on(body), body) >= READABLE


@pytest.mark.parametrize("number", ALL)
def test_the_other_pairs_of_colours_are_readable(number: int) -> None:
    palette = TRUE_COLOUR
    own = palette.number(number)
    # a digit or a pip: on the chosen place, on the tile laid last, on ivory, on a waiting place
    for body in (palette.chosen(number), palette.dim(number), palette.lit(number)):
        assert contrast(palette.ink_on(body), body) >= READABLE
    assert contrast(own, palette.last) >= READABLE
    assert contrast(palette.deep(number), palette.ivory) >= READABLE
    for ground in (palette.place, palette.felt):
        assert contrast(palette.sign(number), ground) >= READABLE
        assert contrast(palette.faint(number), ground) >= READABLE
    assert contrast(own, palette.felt) >= 2.5


def test_every_number_has_its_own_colour() -> None:
    assert len(set(TRUE_COLOUR.numbers)) == 19
    assert len(set(SIXTEEN.numbers[:10])) == 10
    assert set(COLOURLESS.numbers) == {DEFAULT}


def test_neighbours_differ_in_sixteen_colours() -> None:
    assert all(a != b for a, b in zip(SIXTEEN.numbers, SIXTEEN.numbers[1:], strict=False))


def test_variants_are_darker_and_brighter() -> None:
    for number in ALL:
        own = luminance(TRUE_COLOUR.number(number))
        assert own < luminance(TRUE_COLOUR.bright(number))
        assert TRUE_COLOUR.shade(number) != TRUE_COLOUR.number(number)
        assert luminance(TRUE_COLOUR.dim(number)) < own
        assert luminance(TRUE_COLOUR.deep(number)) < own


def test_no_variant_loses_a_digit_where_colours_do_not_mix() -> None:
    for number in ALL:
        for variant in (SIXTEEN.dim, SIXTEEN.shade, SIXTEEN.chosen, SIXTEEN.deep):
            assert variant(number) not in (SIXTEEN.felt, SIXTEEN.ink_on(variant(number)))


def test_a_theme_overrides_what_it_likes() -> None:
    slate = replace(TRUE_COLOUR, name="slate", felt="#202428")
    assert slate.dim(3) != TRUE_COLOUR.dim(3)
    assert slate.number(3) == TRUE_COLOUR.number(3)
    assert slate != replace(slate)


def test_rich_knows_every_colour() -> None:
    for palette in (TRUE_COLOUR, SIXTEEN, COLOURLESS):
        for colour in (*palette.numbers, palette.felt, palette.place, palette.hub, palette.accent):
            assert rich_style(Pen(colour, palette.felt)).color is not None

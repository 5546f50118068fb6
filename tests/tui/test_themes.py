"""Themes: every pair of colours can be read, and nobody has to tell numbers by colour alone."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from scenes import position
from sitting import sitting

from chickenscratch.config import Settings, ThemeName
from chickenscratch.core.presets import PRESETS
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.art.palette import READABLE, Palette, contrast, mix, rgb
from chickenscratch.tui.art.picture import Art, Zoom
from chickenscratch.tui.terminal import Colors, detect
from chickenscratch.tui.themes import (
    COLOURLESS_LOOK,
    EVERY_LOOK,
    LOOKS,
    SIXTEEN_LOOK,
    TEXTS,
    VARIABLES,
    Look,
    choosable,
    look_for,
)

OWN_COLOURS = [name for name in ThemeName if name is not ThemeName.TERMINAL]
RULES = PRESETS["chicken-scratch"].rules


@pytest.mark.parametrize("name", OWN_COLOURS)
def test_every_word_of_the_screens_can_be_read(name: ThemeName) -> None:
    theme = LOOKS[name].theme
    says = theme.variables
    grounds = (says["rail"], says["rack"], theme.panel, theme.surface)
    for text in TEXTS:
        for ground in grounds:
            assert ground is not None
            assert contrast(says[text], ground) >= READABLE, (text, ground)
    assert contrast(says["cursor-ink"], says["cursor-ground"]) >= READABLE


@pytest.mark.parametrize("name", OWN_COLOURS)
def test_every_number_of_the_table_can_be_read(name: ThemeName) -> None:
    look = LOOKS[name]
    for palette in (look.palette, look.lit):
        for number in range(19):
            for ink, ground in _pairs(palette, number, look.rack):
                assert contrast(ink, ground) >= READABLE, (number, ink, ground)
        for ground in (palette.felt, palette.place, look.rack):
            assert contrast(palette.text, ground) >= READABLE
            assert contrast(palette.accent, ground) >= READABLE
        assert contrast(palette.accent, palette.last) >= READABLE
        # a tile must stand out from what it lies on
        assert all(contrast(colour, palette.felt) >= 2.5 for colour in palette.numbers)


def _pairs(palette: Palette, number: int, rack: str) -> list[tuple[str, str]]:
    """Ink and ground, wherever a number is written."""
    own = palette.number(number)
    bodies = [own, palette.shade(number), palette.bright(number), palette.chosen(number)]
    bodies += [palette.dim(number), palette.lit(number), palette.body(mix(own, rack, 0.4))]
    half = mix(palette.ivory, palette.felt, 0.5)
    return [
        *((palette.ink_on(body), body) for body in bodies),
        (own, palette.last),
        (palette.deep(number), palette.ivory),
        (palette.written(palette.deep(number), half), half),
        (palette.written(own, rack), rack),
        *((palette.sign(number), ground) for ground in (palette.felt, palette.place)),
        *((palette.faint(number), ground) for ground in (palette.felt, palette.place)),
    ]


def test_themes_have_all_variables() -> None:
    for look in EVERY_LOOK:
        assert set(look.theme.variables) >= set(VARIABLES)
    names = [look.theme.name for look in EVERY_LOOK]
    assert len(set(names)) == len(names)


SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear light: the matrices of Machado, Oliveira and Fernandes, 2009."""


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour as it is seen, in CIELAB, where distances are differences one notices."""

    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    light = [linear(part) for part in rgb(colour)]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in SIGHTS[sight]
    )

    def root(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, sight: str) -> float:
    return math.dist(seen(one, sight), seen(other, sight))


def test_the_simulation_knows_what_people_confuse() -> None:
    red, green = "#c04040", "#708020"
    assert difference(red, green, "usual") > 60
    assert difference(red, green, "deuteranopia") < 25
    assert difference("#60a0a0", "#7090e0", "tritanopia") < difference(
        "#60a0a0", "#7090e0", "usual"
    )


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_for_colour_blind_people_are_told_apart(sight: str) -> None:
    numbers = LOOKS[ThemeName.COLOUR_BLIND].palette.numbers
    assert min(difference(*pair, sight) for pair in combinations(numbers[:10], 2)) > 20
    assert min(difference(*pair, sight) for pair in combinations(numbers, 2)) > 10
    # the other themes do not reach that
    felt = LOOKS[ThemeName.FELT].palette.numbers[:10]
    assert sight == "usual" or min(difference(*pair, sight) for pair in combinations(felt, 2)) < 10


@pytest.mark.parametrize("name", OWN_COLOURS)
async def test_digits_carry_the_numbers_in_every_theme(name: ThemeName) -> None:
    """At the largest zoom pips do."""
    game = position(RULES, "6-6 6-1@6 6-2@6", ["5-3 6-4", "2-1"])
    settings = Settings(theme=name, reduced_motion=True)
    async with sitting(game, settings=settings, size=(120, 40)) as table:
        board = table.screen.board
        for zoom in (Zoom.MICRO, Zoom.COMPACT, Zoom.NORMAL):
            board.set_zoom(zoom)
            drawn = "\n".join(board._canvas.plain())  # type: ignore[union-attr]
            assert all(str(number) in drawn for number in (6, 1, 2))
        text = "\n".join(table.screen.hand.text)
        assert all(str(number) in text for number in (5, 3, 6, 4))


def test_without_colours_there_is_nothing_to_choose() -> None:
    assert choosable(Colors.NONE) == ()
    for name in ThemeName:
        look = look_for(Colors.NONE, name)
        assert look is COLOURLESS_LOOK
        assert look.art is Art.OUTLINE
        assert look.theme.ansi


def test_sixteen_colours_have_a_theme_made_for_them() -> None:
    assert look_for(Colors.SIXTEEN, ThemeName.PAPER) is SIXTEEN_LOOK
    assert look_for(Colors.SIXTEEN, ThemeName.TERMINAL) is LOOKS[ThemeName.TERMINAL]
    assert all(look_for(Colors.SIXTEEN, name).theme.ansi for name in choosable(Colors.SIXTEEN))


@pytest.mark.parametrize("name", ThemeName)
def test_ascii_is_a_matter_of_its_own(name: ThemeName) -> None:
    look = look_for(Colors.TRUE, name, ascii_only=True)
    assert look.art is Art.ASCII
    assert look.palette is LOOKS[name].palette


@pytest.mark.parametrize("name", ThemeName)
async def test_a_theme_is_changed_live(name: ThemeName) -> None:
    game = position(RULES, "6-6 6-1@6 6-2@6", ["5-3 6-4", "2-1"])
    async with sitting(game, size=(120, 40)) as table:
        app = table.app
        app.adopt(app.settings.model_copy(update={"theme": name}))
        await table.pilot.pause()
        look: Look = LOOKS[name]
        assert app.theme == look.theme.name
        assert table.screen.board.palette is look.palette
        assert table.screen.hand.ground == look.rack
        assert app.native_ansi_color is (name is ThemeName.TERMINAL)
        grounds = {
            segment.style.bgcolor.name
            for strip in table.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None and segment.style.bgcolor is not None
        }
        if name is ThemeName.TERMINAL:
            assert not [ground for ground in grounds if ground.startswith("#")]
        else:
            assert look.palette.felt in grounds
            assert look.theme.variables["rail"] in grounds


async def test_no_color_stays_without_colours() -> None:
    terminal = detect({"TERM": "xterm-256color", "NO_COLOR": "1"})
    app = ChickenApp(terminal=terminal, settings=Settings(theme=ThemeName.PAPER))
    async with app.run_test():
        assert app.look is COLOURLESS_LOOK
        app.adopt(Settings(theme=ThemeName.SLATE))
        assert app.theme == "colourless"

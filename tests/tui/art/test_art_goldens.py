"""Every zoom and art of telling positions, against plain files.

Under the characters stand their colours, a letter each: see letters_of. To make the files again
after a change of the drawing, and to read what changed:

    CHICKENSCRATCH_GOLDENS=write pytest tests/tui/art; git diff tests/tui/art/goldens
"""

import os
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from art_positions import NAMES, position

from chickenscratch.tui.art.board import render
from chickenscratch.tui.art.canvas import Canvas, Pen, Run
from chickenscratch.tui.art.palette import COLOURLESS, SIXTEEN, TRUE_COLOUR, Palette, mix
from chickenscratch.tui.art.picture import Art, Zoom
from chickenscratch.tui.art.tiles import Face, Mood, Size, hand_tile, reveal_tile

GOLDENS = Path(__file__).with_name("goldens")
WRITE = os.environ.get("CHICKENSCRATCH_GOLDENS") == "write"

NUMBERS = "0123456789ABCDEFGHI"
CHOSEN = "abcdefghijklmnopqrs"
SHADED = "αβγδεζηθικλμνξοπρστ"


def letters_of(palette: Palette) -> dict[object, str]:
    """Numbers are 0-9 and A-I, as the darker tile of a line α-τ, as the chosen place a-s; felt .,
    a waiting place , or < (lit), hub #, ivory _, dead x, hungry +, words t, accent !, inks K W."""
    letters: dict[object, str] = {True: "b", False: " "}
    for number in reversed(range(19)):
        colour = palette.number(number)
        letters[palette.dim(number)] = "x"
        letters[palette.bright(number)] = "+"
        letters[palette.lit(number)] = "<"
        letters[mix(colour, palette.felt, 0.35)] = NUMBERS[number]
        letters[palette.chosen(number)] = CHOSEN[number]
        letters[palette.shade(number)] = SHADED[number]
        letters[palette.deep(number)] = NUMBERS[number]
        letters[palette.sign(number)] = NUMBERS[number]
    for number in reversed(range(19)):
        letters[palette.number(number)] = NUMBERS[number]
    ivory = mix(palette.ivory, palette.felt, 0.5)
    for number in range(19):
        letters.setdefault(palette.written(palette.deep(number), ivory), NUMBERS[number])
    letters |= {palette.text: "t", palette.accent: "!", palette.seam: "|", ivory: "x"}
    letters |= {palette.place: ",", palette.ivory: "_", palette.hub: "#"}
    letters |= {palette.dark_ink: "K", palette.light_ink: "W", palette.felt: "."}
    return letters


def seams(letters: dict[object, str], palette: Palette) -> None:
    """The pale lines across the doubles of the normal zoom."""
    for number in range(19):
        for body in (palette.number(number), palette.bright(number), palette.chosen(number)):
            letters.setdefault(mix(palette.ink_on(body), body, 0.25), "|")


def layers(canvas: Canvas, art: Art, palette: Palette) -> list[str]:
    letters = letters_of(palette)
    seams(letters, palette)
    lines = [f"== {art}, characters", *canvas.plain()]
    if art is Art.FILLED:
        lines += [f"== {art}, grounds", *canvas.layer(1, letters)]
    if art is not Art.ASCII:
        marks = [
            "".join(" " if char == " " else letters.get(pen.ink, "?") for char, pen in row).rstrip()
            for row in canvas.rows
        ]
        lines += [f"== {art}, inks", *marks]
    else:
        marks = ["".join(_weight(pen) for _, pen in row).rstrip() for row in canvas.rows]
        lines += [f"== {art}, bold, underlined, dim", *marks]
    return lines


def _weight(pen: Pen) -> str:
    if pen.underline:
        return "U" if pen.bold else "u"
    return "b" if pen.bold else "d" if pen.dim else " "


def check(name: str, lines: list[str]) -> None:
    path = GOLDENS / f"{name}.txt"
    text = "\n".join(lines) + "\n"
    if WRITE:
        GOLDENS.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


ARTS = ((Art.FILLED, TRUE_COLOUR), (Art.OUTLINE, SIXTEEN), (Art.ASCII, COLOURLESS))
BROAD = {(name, Zoom.LARGE) for name in ("hub", "hungry", "wire", "end", "double")}
"""Pictures of hundreds of columns: of their colours only checksums are kept."""


@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("name", NAMES)
def test_board(name: str, zoom: Zoom) -> None:
    lines: list[str] = []
    for art, palette in ARTS:
        found = layers(render(position(name), zoom, art, palette), art, palette)
        assert "?" not in "".join(found), "a colour without a letter"
        lines += summed(found) if (name, zoom) in BROAD else found
    check(f"{name}-{zoom}", lines)


def summed(lines: list[str]) -> list[str]:
    """The characters as they are, of each layer of colours its checksum."""
    heads = [i for i, line in enumerate(lines) if line.startswith("== ")]
    kept = lines[: heads[1]]
    for start, end in pairwise([*heads[1:], len(lines)]):
        layer = "\n".join(lines[start + 1 : end]).encode()
        kept.append(f"{lines[start]}: {sha256(layer).hexdigest()[:16]}")
    return kept


HAND: list[tuple[Face, Mood]] = [
    ((5, 8), Mood(lifted=True)),
    ((5, 0), Mood()),
    ((3, 3), Mood(fits=False)),
    ((1, 4), Mood(fits=False, new=True)),
    ((6, 6), Mood(new=True)),
    ((0, 7), Mood(lifted=True, new=True)),
    ((12, 9), Mood()),
    ((16, 18), Mood(fits=False)),
    (None, Mood()),
]


def side_by_side(tiles: list[list[list[Run]]]) -> list[str]:
    lines = range(len(tiles[0]))
    return ["  ".join("".join(text for text, _ in tile[y]) for tile in tiles) for y in lines]


@pytest.mark.parametrize("art", Art)
def test_hand(art: Art) -> None:
    palette = dict(ARTS)[art]
    lines: list[str] = []
    for size in Size:
        tiles = [hand_tile(face, mood, size, art, palette) for face, mood in HAND]
        lines += [f"== {size}", *side_by_side(tiles)]
    lines += ["== reveal", *side_by_side([[reveal_tile(face, art, palette)] for face, _ in HAND])]
    check(f"hand-{art}", [line.rstrip() for line in lines])

"""A tile in the hand, from one line of text to a face with pips, and the tiny one of a reveal.

What can be done with a tile shows by shape: square brackets or a whole frame round one that fits
(braces round a double), neither round one that does not, angle marks or a double frame round the
lifted one, a star on a new one.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from chickenscratch.tui.art.canvas import Glyph, Pen, Run
from chickenscratch.tui.art.looks import ascii_only
from chickenscratch.tui.art.palette import Colour, Palette, mix
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.art.pips import MOST_DOTS, dots

Face = tuple[int, int] | None
"""The numbers in the order they are shown, or None for a tile that lies face down."""


class Size(StrEnum):
    """How large a tile of the hand is drawn."""

    WORD = "word"
    """One line: ``>[5|8]<``."""
    DIGITS = "digits"
    """5 columns, 5 lines, a numeral a half."""
    PIPS = "pips"
    """9 columns, 9 lines, pips up to nine."""


class Mood(NamedTuple):
    """What is to be said about a tile of the hand."""

    fits: bool = True
    lifted: bool = False
    new: bool = False


class _Frame(NamedTuple):
    corners: str
    across: str
    down: str
    seam: str


_FITS: Final = _Frame("╭╮╰╯", "─", "│", "├─┤")
_DOES_NOT: Final = _Frame("╭╮╰╯", "┄", "┆", "┆┄┆")
_LIFTED: Final = _Frame("╔╗╚╝", "═", "║", "╟─╢")


def hand_tile(
    face: Face,
    mood: Mood,
    size: Size,
    art: Art,
    palette: Palette,
    ground: Colour | None = None,
) -> list[list[Run]]:
    """The lines of a tile in the hand, all of one width, on `ground` (the felt if not given)."""
    under = ground or palette.felt
    if size is Size.WORD:
        rows = [_word(face, mood, art, palette, under)]
    elif size is Size.DIGITS:
        rows = _digits(face, mood, art, palette, under)
    else:
        rows = _pips(face, mood, art, palette, under)
    return [_runs(row, art) for row in rows]


def reveal_tile(face: Face, art: Art, palette: Palette, ground: Colour | None = None) -> list[Run]:
    """The tiny tile of a list of hands: ``[3|3]``."""
    pens = [_digit_pen(face, half, True, art, palette, ground or palette.felt) for half in (0, 1)]
    sign = Pen(palette.text, ground or palette.felt)
    first, second = _texts(face)
    row = _spread(("[", sign), (first, pens[0]), ("|", sign), (second, pens[1]), ("]", sign))
    return _runs(row, art)


def _runs(row: Iterable[Glyph], art: Art) -> list[Run]:
    runs = []
    for pen, glyphs in groupby(row, key=lambda glyph: glyph[1]):
        text = "".join(char for char, _ in glyphs)
        runs.append((ascii_only(text) if art is Art.ASCII else text, pen))
    return runs


def _spread(*parts: tuple[str, Pen]) -> list[Glyph]:
    return [(char, pen) for text, pen in parts for char in text]


def _texts(face: Face) -> tuple[str, str]:
    return ("#", "#") if face is None else (str(face[0]), str(face[1]))


def _colour(face: Face, half: int, fits: bool, palette: Palette, under: Colour) -> Colour:
    """The colour of a half: paler where the tile does not fit."""
    own = palette.text if face is None else palette.number(face[half])
    return own if fits else palette.body(mix(own, under, 0.4))


def _digit_pen(face: Face, half: int, fits: bool, art: Art, palette: Palette, under: Colour) -> Pen:
    colour = _colour(face, half, fits, palette, under)
    if art is Art.FILLED and face is not None:
        return Pen(palette.ink_on(colour), colour, bold=fits)
    ink = palette.written(colour, under)
    return Pen(ink, under, bold=fits, dim=not fits and colour[0] != "#")


def _sign_pen(mood: Mood, palette: Palette, under: Colour) -> Pen:
    return Pen(palette.accent if mood.lifted else palette.text, under, bold=mood.lifted)


def _word(face: Face, mood: Mood, art: Art, palette: Palette, under: Colour) -> list[Glyph]:
    sign = _sign_pen(mood, palette, under)
    brackets = "  "
    if mood.fits or mood.lifted:
        brackets = "{}" if face is not None and face[0] == face[1] else "[]"
    before = ">" if mood.lifted else " "
    after = "*" if mood.new else "<" if mood.lifted else " "
    bright = mood.fits or mood.lifted
    first, second = _texts(face)
    return _spread(
        (before + brackets[0], sign),
        (first, _digit_pen(face, 0, bright, art, palette, under)),
        ("|", sign),
        (second, _digit_pen(face, 1, bright, art, palette, under)),
        (brackets[1] + after, sign),
    )


def _frame(mood: Mood) -> _Frame:
    return _LIFTED if mood.lifted else _FITS if mood.fits else _DOES_NOT


def _digits(face: Face, mood: Mood, art: Art, palette: Palette, under: Colour) -> list[list[Glyph]]:
    texts = _texts(face)
    if art is Art.FILLED and face is not None:
        return _filled_digits(face, mood, palette, under)
    frame, line = _frame(mood), _sign_pen(mood, palette, under)
    bright = mood.fits or mood.lifted
    middles = [
        _spread(
            (frame.down, line),
            (text.center(3), _digit_pen(face, half, bright, art, palette, under)),
            (frame.down, line),
        )
        for half, text in enumerate(texts)
    ]
    a, b, c, d = tuple(frame.corners)
    top = frame.across * 3 if not mood.new else f"{frame.across}*{frame.across}"
    return [
        _spread((a + top + b, line)),
        middles[0],
        _spread((frame.seam[0] + frame.seam[1] * 3 + frame.seam[2], line)),
        middles[1],
        _spread((c + frame.across * 3 + d, line)),
    ]


def _filled_digits(
    face: tuple[int, int], mood: Mood, palette: Palette, under: Colour
) -> list[list[Glyph]]:
    bright = mood.fits or mood.lifted
    first, second = (_colour(face, half, bright, palette, under) for half in (0, 1))
    signs = "><" if mood.lifted else "[]" if mood.fits else "  "
    if signs == "[]" and face[0] == face[1]:
        signs = "{}"
    ink = palette.ink_on(first)
    top = [("▄", Pen(first, under))] * 5
    if mood.new:
        top[2] = ("*", Pen(palette.accent, under, bold=True))
    seam = Pen(mix(ink, first, 0.3), first) if first == second else Pen(first, second)
    return [
        top,
        _half_row(str(face[0]), first, signs, palette, bright),
        _spread((("─" if first == second else "▀") * 5, seam)),
        _half_row(str(face[1]), second, signs, palette, bright),
        [("▀", Pen(second, under))] * 5,
    ]


def _half_row(text: str, body: Colour, signs: str, palette: Palette, bright: bool) -> list[Glyph]:
    pen = Pen(palette.ink_on(body), body, bold=bright)
    return _spread((signs[0], pen), (text.center(3), pen), (signs[1], pen))


def _pips(face: Face, mood: Mood, art: Art, palette: Palette, under: Colour) -> list[list[Glyph]]:
    filled = art is Art.FILLED
    bright = mood.fits or mood.lifted
    ivory = palette.ivory if bright else mix(palette.ivory, under, 0.4)
    body = ivory if filled else under
    line = _sign_pen(mood, palette, under)
    frame = _FITS if bright else _DOES_NOT
    rows: list[list[Glyph]] = []
    for half in (0, 1):
        if filled:
            ink = palette.seam if face is None else palette.deep(face[half])
            ink = palette.written(ink if bright else mix(ink, under, 0.25), body)
            pen = Pen(ink, body, bold=True)
        else:
            pen = _digit_pen(face, half, bright, art, palette, under)
        for text in _face(None if face is None else face[half]):
            side = Pen(body, body) if filled else line
            edge = " " if filled else frame.down
            rows.append(_spread((edge, side), (text, pen), (edge, side)))
    seam = Pen(palette.seam, body) if filled else line
    ends = "──" if filled else frame.seam[0] + frame.seam[2]
    rows.insert(3, _spread((ends[0] + frame.seam[1] * 5 + ends[1], seam)))
    rim = Pen(body, under) if filled else line
    a, b, c, d = tuple("▗▖▝▘" if filled else frame.corners)
    over, below = ("▄", "▀") if filled else (frame.across, frame.across)
    star = "*" if mood.new else over
    top = _spread((a + over * 2, rim), (star, line if mood.new else rim), (over * 2 + b, rim))
    rows = [top, *rows, _spread((c + below * 5 + d, rim))]
    double = face is not None and face[0] == face[1]
    return _flanked(rows, mood, filled, double, line)


def _flanked(
    rows: list[list[Glyph]], mood: Mood, filled: bool, double: bool, line: Pen
) -> list[list[Glyph]]:
    """Two columns beside a face of pips, which say what can be done with the tile."""
    last = len(rows) - 1
    if mood.lifted and not filled:
        star = "*" if mood.new else "═"
        rows[0] = _spread(("═══" + star + "═══", line))
        rows[last] = _spread(("═" * 7, line))
    flanked = []
    for i, row in enumerate(rows):
        left = right = " "
        if mood.lifted and filled:
            left, right = (">", "<") if 2 <= i <= last - 2 else (" ", " ")
        elif mood.lifted:
            left, right = ("╔", "╗") if i == 0 else ("╚", "╝") if i == last else ("║", "║")
        elif mood.fits and filled and i == last // 2:
            left, right = ("{", "}") if double else ("[", "]")
        flanked.append([(left, line), *row, (right, line)])
    return flanked


def _face(number: int | None) -> list[str]:
    """Three lines of five characters: the pips of a number, or its numeral."""
    if number is None:
        return ["# # #", " # # ", "# # #"]
    if number > MOST_DOTS:
        return ["     ", str(number).center(5), "     "]
    lines = [[" "] * 5 for _ in range(3)]
    for x, y in dots(number):
        lines[y + 1][2 * x + 2] = "●"
    return ["".join(line) for line in lines]

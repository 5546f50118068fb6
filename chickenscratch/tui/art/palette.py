"""Colours: of the numbers, the felt, the hub, and what is mixed from them.

A colour is a string: ``#rrggbb``, the name of one of the sixteen terminal colours as Rich spells
it (``bright_cyan``), or ``default`` for whatever the terminal uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

Colour = str

DEFAULT: Final = "default"
READABLE: Final = 4.5
"""The contrast of WCAG for text."""


class Depth(StrEnum):
    """How many colours the terminal shows."""

    TRUE = "true"
    SIXTEEN = "sixteen"
    NONE = "none"


def rgb(colour: Colour) -> tuple[int, int, int]:
    """The three parts of a ``#rrggbb`` colour, 0 to 255 each."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """`colour` with `share` (0 to 1) of `other` in it. A terminal's named colours do not mix:
    `colour` itself is given back."""
    if colour[0] != "#" or other[0] != "#":
        return colour
    parts = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


@lru_cache(maxsize=1024)
def luminance(colour: Colour) -> float:
    """The relative luminance of WCAG, 0 (black) to 1 (white)."""

    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = rgb(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(colour: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG, 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((luminance(colour), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=4096)
def _readable(colour: Colour, pole: Colour, *grounds: Colour) -> Colour:
    """`colour`, with as much of `pole` in it as it takes to be read on all of `grounds`."""
    if any(part[0] != "#" for part in (colour, pole, *grounds)):
        return colour
    shades = (mix(colour, pole, step / 20) for step in range(20))
    fine = (s for s in shades if all(contrast(s, ground) >= READABLE for ground in grounds))
    return next(fine, pole)


@dataclass(frozen=True, eq=False, kw_only=True)
class Palette:
    """All colours of the table. A theme makes its own with ``dataclasses.replace``.

    Two palettes are the same only if they are the same object, so whatever is derived from one can
    be kept by it.
    """

    name: str
    depth: Depth
    numbers: tuple[Colour, ...]
    """The colour of each number, 0 to 18."""
    felt: Colour
    place: Colour
    """The lighter felt of places waiting for a tile."""
    hub: Colour
    ivory: Colour
    seam: Colour
    """The line across an ivory tile."""
    dark_ink: Colour
    light_ink: Colour
    last: Colour
    """The body of the tile laid last; its numbers have their own colours there."""
    text: Colour
    """Words and signs written on the felt."""
    accent: Colour
    """The letter of a place, the place that is chosen."""

    def number(self, number: int) -> Colour:
        return self.numbers[number]

    def ink_on(self, colour: Colour) -> Colour:
        """Dark or light ink, whichever reads better on `colour`."""
        if colour[0] != "#":
            return self.light_ink if colour == DEFAULT else self.dark_ink
        dark = contrast(colour, self.dark_ink)
        return self.dark_ink if dark >= contrast(colour, self.light_ink) else self.light_ink

    def deep(self, number: int) -> Colour:
        """The darker colour of a number's pips on an ivory face: dark enough to be read."""
        own = self.numbers[number]
        if own[0] != "#" or self.ivory[0] != "#":
            return own
        return _readable(mix(own, self.dark_ink, 0.4), self.dark_ink, self.ivory)

    def body(self, colour: Colour) -> Colour:
        """`colour`, or one very near to it on which one of the inks can be read."""
        if colour[0] != "#":
            return colour
        ink = self.ink_on(colour)
        return _readable(colour, self.light_ink if ink == self.dark_ink else self.dark_ink, ink)

    def written(self, colour: Colour, *grounds: Colour) -> Colour:
        """`colour` as it can be read on all of `grounds`, which are all dark or all light."""
        if any(part[0] != "#" for part in (colour, self.dark_ink, *grounds)):
            return colour
        return _readable(colour, self.ink_on(grounds[0]), *grounds)

    def sign(self, number: int) -> Colour:
        """The colour of a number written on the felt or on a waiting place."""
        return self.written(self.numbers[number], self.place, self.felt)

    def faint(self, number: int) -> Colour:
        """The same for a number that no tile can be laid on any more."""
        return self.written(self.dim(number), self.place, self.felt)

    def dim(self, number: int) -> Colour:
        """The body of a number that no tile can be laid on any more."""
        return self.body(mix(self.numbers[number], self.felt, 0.55))

    def shade(self, number: int) -> Colour:
        """A slightly darker variant: every second tile of a line has it, so joints show.

        Slightly brighter instead where digits would not be readable on the darker one.
        """
        own = self.numbers[number]
        darker = mix(own, self.dark_ink, 0.1)
        if darker == own or contrast(darker, self.ink_on(darker)) >= READABLE:
            return darker
        return mix(own, self.light_ink, 0.12)

    def bright(self, number: int) -> Colour:
        """A brighter variant, for what should catch the eye."""
        return self.body(mix(self.numbers[number], self.light_ink, 0.4))

    def chosen(self, number: int) -> Colour:
        """The body of the place that is chosen: not yet a tile, no longer felt."""
        return self.body(mix(self.numbers[number], self.felt, 0.45))

    def lit(self, number: int) -> Colour:
        """The body of a place that must be filled now."""
        return self.body(mix(self.place, self.numbers[number], 0.3))

    def beat(self, number: int) -> Colour:
        """The same at the strong beat of its pulse."""
        return self.body(mix(self.place, self.numbers[number], 0.6))


NUMBERS: Final = (
    "#d6d0c4", "#5cb0ec", "#76c868", "#ee6c64", "#cea864", "#6886e8", "#f6d048", "#c480e2",
    "#38c0ac", "#f2963a", "#fa92c0", "#9ed63c", "#9ea0ac", "#8c70d8", "#e2c49e", "#14a4ce",
    "#d45c96", "#7ca064", "#ecec6e",
)  # fmt: skip

SIXTEEN_NUMBERS: Final = (
    "white", "bright_cyan", "green", "bright_red", "yellow", "blue", "bright_yellow", "magenta",
    "cyan", "red", "bright_magenta", "bright_green", "white", "bright_blue", "yellow",
    "bright_cyan", "magenta", "green", "bright_yellow",
)  # fmt: skip

TRUE_COLOUR: Final = Palette(
    name="felt",
    depth=Depth.TRUE,
    numbers=NUMBERS,
    felt="#123e2d",
    place="#1e5842",
    hub="#705030",
    ivory="#f0e8d4",
    seam="#3a322c",
    dark_ink="#121216",
    light_ink="#fafafa",
    last="#121216",
    text="#c8dccd",
    accent="#ffe680",
)

SIXTEEN: Final = Palette(
    name="sixteen",
    depth=Depth.SIXTEEN,
    numbers=SIXTEEN_NUMBERS,
    felt="black",
    place="bright_black",
    hub="yellow",
    ivory="white",
    seam="black",
    dark_ink="black",
    light_ink="bright_white",
    last="black",
    text="white",
    accent="bright_white",
)

COLOURLESS: Final = Palette(
    name="colourless",
    depth=Depth.NONE,
    numbers=(DEFAULT,) * 19,
    felt=DEFAULT,
    place=DEFAULT,
    hub=DEFAULT,
    ivory=DEFAULT,
    seam=DEFAULT,
    dark_ink=DEFAULT,
    light_ink=DEFAULT,
    last=DEFAULT,
    text=DEFAULT,
    accent=DEFAULT,
)

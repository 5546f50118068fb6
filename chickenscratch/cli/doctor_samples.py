"""The samples of ``chickenscratch doctor``: each way to draw tiles, in every colour of a number."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import click

from chickenscratch.core.tiles import Tile
from chickenscratch.locale import _

if TYPE_CHECKING:
    from chickenscratch.tui.art.canvas import Pen, Run
    from chickenscratch.tui.art.palette import Palette
    from chickenscratch.tui.art.picture import Art
    from chickenscratch.tui.terminal import Terminal

TILES: Final = tuple(Tile(high, high - 1) for high in range(1, 10, 2))


def show_samples(terminal: Terminal, *, ascii_only: bool = False) -> None:
    """Print them, in colours if there are any."""
    from chickenscratch.tui.art.palette import COLOURLESS, SIXTEEN, TRUE_COLOUR
    from chickenscratch.tui.art.picture import Art
    from chickenscratch.tui.terminal import Colors

    shows = terminal.interactive and not terminal.dumb
    colors = terminal.colors if shows else Colors.NONE
    many = colors > Colors.SIXTEEN
    palette = TRUE_COLOUR if many else SIXTEEN if colors is Colors.SIXTEEN else COLOURLESS
    rich = terminal.unicode and not ascii_only
    if many and rich:
        _sample(_("filled"), Art.FILLED, TRUE_COLOUR, colors)
    if rich:
        _sample(_("outlined"), Art.OUTLINE, palette, colors)
    _sample(_("in plain characters"), Art.ASCII, palette, colors)
    if rich:
        words = _("Three dots, a toe, a corner, one column each: {signs}")
        click.echo("  " + words.format(signs="|●●●|╱|╭|"))


def _sample(title: str, art: Art, palette: Palette, colors: int) -> None:
    from chickenscratch.tui.art.tiles import Mood, Size, hand_tile

    click.echo(f"  {title}")
    ground = palette.felt
    boxes = [
        hand_tile(tile, Mood(fits=i % 2 == 0), Size.DIGITS, art, palette, ground)
        for i, tile in enumerate(TILES)
    ]
    for y in range(len(boxes[0])):
        click.echo("  " + " ".join(_coloured(box[y], colors) for box in boxes))


def _coloured(runs: list[Run], colors: int) -> str:
    return "".join(_paint(text, pen, colors) if colors else text for text, pen in runs)


def _paint(text: str, pen: Pen, colors: int) -> str:
    """`text` with the codes of its colours, as this terminal understands them."""
    from rich.color import Color, ColorSystem

    system = {16: ColorSystem.STANDARD, 256: ColorSystem.EIGHT_BIT}.get(
        colors, ColorSystem.TRUECOLOR
    )
    codes: list[str] = ["1"] if pen.bold else []
    for colour, front in ((pen.ink, True), (pen.ground, False)):
        codes += Color.parse(colour).downgrade(system).get_ansi_codes(foreground=front)
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if sys.stdout.isatty() else text

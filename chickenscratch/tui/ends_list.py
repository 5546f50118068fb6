"""The table as a list: open ends by number, and below them the tree of lines they belong to.

The letters are those of the places in the picture. With a tile lifted its places are marked, and a
click on a letter chooses one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from chickenscratch.locale import _, ngettext
from chickenscratch.locale.ends import EndGroup, EndKey, Row, end_groups, tree
from chickenscratch.tui.eyes import Eyes
from chickenscratch.tui.text import short
from chickenscratch.tui.turn import option_of
from chickenscratch.tui.widgets.pane import Line, Span, line, spread

__all__ = ["Line", "rows", "window"]

_GAP = 3


def rows(eyes: Eyes, width: int, *, ascii_only: bool = False) -> tuple[list[Line], int | None]:
    """All rows, and the one that must stay in sight: where the lifted tile would go."""
    heads = [line((" " + _("OPEN ENDS"), "head")), *_groups(eyes, width), ()]
    lines: list[Line] = list(heads)
    kept: int | None = None
    option, places = option_of(eyes.turn, eyes.scene), _places(eyes)
    for row in tree(eyes.scene.view, names=eyes.scene.names, ascii_only=ascii_only):
        chosen = option is not None and row.key == option.key
        if chosen:
            kept = len(lines)
        lines.append(_row(row, width, chosen=chosen, fits=row.key in places))
    return lines, kept


def window(lines: Sequence[Line], first: int, height: int, width: int) -> list[Line]:
    """As many rows as there is room for, with a sign where there are more."""
    shown = list(lines[first : first + height])
    for at, more, sign in ((0, first, "↑"), (-1, len(lines) - first - height, "↓")):
        if more > 0 and shown:
            shown[at] = spread(shown[at], line((f"{sign}{more} ", "accent")), width)
    return shown


def _places(eyes: Eyes) -> frozenset[EndKey]:
    lifted = eyes.turn.lifted
    options = () if lifted is None else eyes.scene.options(lifted)
    return frozenset(option.key for option in options)


def _row(row: Row, width: int, *, chosen: bool, fits: bool) -> Line:
    mark = ">" if chosen else "*" if fits else " "
    look = "cursor" if chosen else "accent" if fits else "dim" if row.dead else ""
    act = f"ghost('{row.letter}')" if row.letter and fits else ""
    return line((f"{mark} ", "turn"), (short(row.text, max(0, width - 2)), look, act))


def _groups(eyes: Eyes, width: int) -> list[Line]:
    """The open ends of each number side by side, as many columns as there is room for."""
    view = eyes.scene.view
    texts = [_group(eyes, group) for group in end_groups(view)]
    if not texts:
        return [line((" " + _("No end is open."), "dim"))]
    step = max(cell_len(text) for text, _dead in texts) + _GAP
    columns = max(1, (width - 1) // step)
    high = -(-len(texts) // columns)
    lines: list[Line] = []
    for y in range(high):
        spans = [Span(" ")]
        for text, dead in texts[y::high]:
            spans.append(Span(text + " " * (step - cell_len(text)), "dim" if dead else ""))
        lines.append(tuple(spans))
    return lines


def _group(eyes: Eyes, group: EndGroup) -> tuple[str, bool]:
    """``5 (b e): 3 tiles still out``."""
    names = " ".join(
        eyes.scene.names[key]
        for end in eyes.scene.view.ends
        if end.number == group.number and (key := (end.parent, end.port)) in eyes.scene.names
    )
    if not group.out:
        return _("{number}: no tile left").format(number=group.number), True
    words = ngettext(
        "{number} ({letters}): {count} tile still out",
        "{number} ({letters}): {count} tiles still out",
        group.out,
    )
    return words.format(number=group.number, letters=names, count=group.out), False

"""Small drawings for the rules page. No words: they are the same in every language."""

from __future__ import annotations

from typing import Final

_PLAIN: Final = str.maketrans("─│┌┼└╱╲", "-|+++/\\")


def hub(number: int, arms: int, *, ascii_only: bool = False) -> str:
    """The lead with its empty arms, 4, 6 or 8 of them."""
    slot = f"<{number}>"
    middle = f"  {slot}──{{{number}|{number}}}──{slot}"
    centre = len(middle) // 2 + 1
    left, right = centre - 6, centre + 6
    if arms == 4:
        upper = [_row((centre, slot)), _row((centre, "│"))]
        lower = upper[::-1]
    else:
        north = [(centre, slot)] if arms == 8 else []
        line = [(centre, "│")] if arms == 8 else []
        slots = _row((left, slot), *north, (right, slot))
        upper = [slots, _row((left + 3, "╲"), *line, (right - 3, "╱"))]
        lower = [_row((left + 3, "╱"), *line, (right - 3, "╲")), slots]
    return _finished([*upper, middle, *lower], ascii_only)


def foot(number: int, *, ascii_only: bool = False) -> str:
    """A double laid on a branch, one of its three toes taken."""
    stem = f"  [{number + 1}|{number}]──{{{number}|{number}}}──"
    space = " " * len(stem)
    toe = f"<{number}>"
    lines = [f"{space}┌──[{number}|{number - 1}]", f"{stem}┼──{toe}", f"{space}└──{toe}"]
    return _finished(lines, ascii_only)


def _row(*marks: tuple[int, str]) -> str:
    """Each mark with its middle in the given column."""
    line = ""
    for column, mark in marks:
        line = line.ljust(column - len(mark) // 2) + mark
    return line


def _finished(lines: list[str], ascii_only: bool) -> str:
    text = "\n".join(lines)
    return text.translate(_PLAIN) if ascii_only else text

"""The table as a text tree: a row for each line of tiles, feet as branches; and its open ends.

Rows are text for every screen that is too small for a picture, or cannot show one, and data for
whoever wants to know which row leads to which end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from chickenscratch.core.legal import required
from chickenscratch.core.tree import Laid, OpenEnd
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _, ngettext, pgettext
from chickenscratch.locale.numbers import of_foot

EndKey = tuple[int, int]
"""An end by the tile it belongs to and the port there."""

LETTERS: Final = "abeghikwxyEFGHIJKLMNPQRSTVWXYZ"
"""Names of ends, in their order; ends beyond these have none.

The other letters are keys of the table, or could come of an arrow key that a slow line tears apart
(A to D and O), so that on every screen the letter alone says which end is meant.
"""


class _Signs(NamedTuple):
    branch: str
    last: str
    stem: str
    double: str
    open: str
    dead: str


_LINES: Final = _Signs("├╴", "└╴", "│  ", "‖", "▸", "✕")
_ASCII: Final = _Signs("|-", "`-", "|  ", "=", ">", "x")
_SPACE: Final = "   "


class Row(NamedTuple):
    """A line of tiles. `tiles` are their indices on the table, none for a place nobody has laid at.

    `end` is the open end that the row leads to; None if a double has branched it, when each branch
    has a row of its own below. `letter` is the name of the end, `dead` that no tile fits it any
    more.
    """

    text: str
    tiles: tuple[int, ...] = ()
    end: OpenEnd | None = None
    letter: str = ""
    dead: bool = False

    @property
    def key(self) -> EndKey | None:
        return None if self.end is None else (self.end.parent, self.end.port)


def live_ends(view: SeatView) -> tuple[OpenEnd, ...]:
    """The open ends of numbers that are not all on the table, in the order of the ends."""
    return tuple(end for end in view.ends if view.off_table(end.number))


def letters(view: SeatView, alphabet: str = LETTERS) -> dict[EndKey, str]:
    """A letter for each live end, the oldest first. Every tile's places go by these names."""
    keys = [(end.parent, end.port) for end in live_ends(view)]
    return dict(zip(keys, alphabet, strict=False))


def tree(
    view: SeatView, *, names: Mapping[EndKey, str] | None = None, ascii_only: bool = False
) -> list[Row]:
    """The table, the lead first. `names`: the letters of the ends, if they are not the usual."""
    if not view.laid:
        return [Row(_("No tile has been laid yet."))]
    known = letters(view) if names is None else names
    return list(_Tree(view, known, _ASCII if ascii_only else _LINES).rows())


class _Tree:
    def __init__(self, view: SeatView, names: Mapping[EndKey, str], signs: _Signs) -> None:
        self.view = view
        self.names = names
        self.signs = signs
        self.ends = {(end.parent, end.port): end for end in view.ends}
        self.children = {
            (laid.parent, laid.port): index for index, laid in enumerate(view.laid) if index
        }

    def rows(self) -> Iterator[Row]:
        yield Row(self._tile(0), (0,))
        yield from self._branches(0, "")

    def _branches(self, index: int, indent: str) -> Iterator[Row]:
        """A row for everything that hangs on a double."""
        signs, labels = self.signs, self._labels(index)
        width = max(map(len, labels.values()))
        for place, (port, label) in enumerate(labels.items()):
            ends_here = place == len(labels) - 1
            mark = signs.last if ends_here else signs.branch
            head = f"{indent}{mark}{label:<{width}} "
            yield from self._line(
                (index, port), head, indent + (_SPACE if ends_here else signs.stem)
            )

    def _labels(self, index: int) -> dict[int, str]:
        """What the ports of a double are called, in the order of the rows."""
        if index:
            return {1: pgettext("toe", "L"), 0: pgettext("toe", "M"), 2: pgettext("toe", "R")}
        ways = {
            "E": pgettext("arm", "E"), "NE": pgettext("arm", "NE"), "N": pgettext("arm", "N"),
            "NW": pgettext("arm", "NW"), "W": pgettext("arm", "W"), "SW": pgettext("arm", "SW"),
            "S": pgettext("arm", "S"), "SE": pgettext("arm", "SE"),
        }  # fmt: skip
        skipped = {4: ("NE", "NW", "SW", "SE"), 6: ("N", "S")}.get(self.view.rules.arms, ())
        shown = [word for way, word in ways.items() if way not in skipped]
        return dict(enumerate(shown))

    def _line(self, key: EndKey, head: str, indent: str) -> Iterator[Row]:
        """The tiles from an arm or a toe up to the next double or to the end."""
        tiles: list[int] = []
        while (index := self.children.get(key)) is not None:
            tiles.append(index)
            if self.view.laid[index].is_double:
                yield Row(head + self._joined(tiles), tuple(tiles))
                yield from self._branches(index, indent)
                return
            key = (index, 0)
        text = head + self._joined(tiles) + (" " if tiles else "")
        end = self.ends.get(key)
        if end is None:  # a round that is over has none
            yield Row(text.rstrip(), tuple(tiles))
            return
        letter = self.names.get(key, "")
        dead = not self.view.off_table(end.number)
        mark = self.signs.dead if dead else f"{self.signs.open}{end.number}"
        name = f" ({letter})" if letter else ""
        yield Row(f"{text}{mark}{name}", tuple(tiles), end, letter, dead)

    def _joined(self, tiles: list[int]) -> str:
        return "".join(map(self._tile, tiles))

    def _tile(self, index: int) -> str:
        laid: Laid = self.view.laid[index]
        between = self.signs.double if laid.is_double else "|"
        return f"[{laid.near}{between}{laid.far}]"


class EndGroup(NamedTuple):
    """All open ends of one number: how many, and how many of its tiles are in hands or yard."""

    number: int
    times: int
    out: int


def end_groups(view: SeatView) -> tuple[EndGroup, ...]:
    """The open ends by number."""
    times = Counter(end.number for end in view.ends)
    return tuple(EndGroup(n, times[n], view.off_table(n)) for n in sorted(times))


def ends_line(view: SeatView) -> str:
    """``Ends: 0 once, 1 once, 6 twice.``"""
    groups = end_groups(view)
    if not groups:
        return _("No end is open.")
    return _("Ends: {ends}.").format(ends=", ".join(map(_times, groups)))


def still_out_line(view: SeatView) -> str:
    """How many tiles of each open number are still in hands or yard; empty without open ends."""
    groups = end_groups(view)
    if not groups:
        return ""
    numbers = ", ".join(map(_out, groups))
    return _("Tiles still out: {numbers}.").format(numbers=numbers)


def lacks_line(view: SeatView) -> str:
    """What the hub or the foot that is being filled still lacks; empty in free play."""
    number = required(view)
    if number is None or not view.left:
        return ""
    if view.parent == 0:
        line = ngettext("The hub lacks {count} tile.", "The hub lacks {count} tiles.", view.left)
    else:
        line = ngettext(
            "The {foot}-foot lacks {count} toe.", "The {foot}-foot lacks {count} toes.", view.left
        )
    return line.format(foot=of_foot(number), count=view.left)


def _times(group: EndGroup) -> str:
    match group.times:
        case 1:
            words = _("{number} once")
        case 2:
            words = _("{number} twice")
        case _:
            words = ngettext("{number} ({count} time)", "{number} ({count} times)", group.times)
    return words.format(number=group.number, count=group.times)


def _out(group: EndGroup) -> str:
    if not group.out:
        return _("no {number} left").format(number=group.number)
    return _("{count} with {number}").format(number=group.number, count=group.out)

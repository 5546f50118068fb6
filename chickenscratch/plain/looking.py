"""Looking at things on the table, which changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.duty import duty_line, owed_line
from chickenscratch.locale.ends import tree
from chickenscratch.locale.reasons import refusal
from chickenscratch.plain import words
from chickenscratch.plain.commands import Act, help_lines, tiles_in
from chickenscratch.plain.telling import Teller
from chickenscratch.table.link import SeatInfo

USUAL_LOG: Final = 10
"""How many acts are told again if nobody says how many."""


class Looking:
    """Answers questions about a table."""

    def __init__(
        self, teller: Teller, names: Sequence[str], reader: int | None, ascii_only: bool
    ) -> None:
        self._teller = teller
        self._names = names
        self._reader = reader
        self._ascii = ascii_only

    def at(self, view: SeatView, seats: Sequence[SeatInfo], act: Act, rest: str) -> Sequence[str]:
        """The answer to a question about what `view` shows; `rest` is what was typed behind it."""
        names = self._names
        match act:
            case Act.NOW:
                owed = owed_line(view, names, view.seat)
                duty = duty_line(view, names, view.seat)
                return [*words.now_lines(view), *filter(None, [owed]), duty]
            case Act.HAND:
                return [words.hand_line(view)]
            case Act.ENDS:
                return words.ends_lines(view)
            case Act.TABLE:
                return [row.text for row in tree(view, ascii_only=self._ascii)]
            case Act.COUNT:
                return self._count(view, rest)
            case Act.SCORE:
                return words.score_lines(view, names)
            case Act.WHO:
                return words.who_lines(view, seats, names, view.seat)
            case Act.LOG:
                return self._log(rest)
            case Act.RULES:
                return words.rule_lines(view.rules, view.seats)
            case Act.WHY:
                return self._why(view, rest)
            case Act.HELP:
                return help_lines()
            case _:
                return [refusal(RejectReason.ROUND_NOT_OVER)]

    def _count(self, view: SeatView, rest: str) -> Sequence[str]:
        size = view.rules.set_size
        if not rest:
            return [words.count_line(view, number) for number in range(size + 1)]
        if rest.isdecimal() and int(rest) <= size:
            return [words.count_line(view, int(rest))]
        return [_("Numbers go from 0 to {size} in this set.").format(size=size)]

    def _log(self, rest: str) -> Sequence[str]:
        if rest and not rest.isdecimal():
            return [_("Type a number behind “{word}”, such as 5.").format(word=_("log"))]
        lines = self._teller.log(self._reader, int(rest) if rest else USUAL_LOG)
        return lines or [_("Nothing has happened since you sat down.")]

    def _why(self, view: SeatView, rest: str) -> Sequence[str]:
        tiles = tiles_in(rest, view.rules.set_size)
        if not tiles:
            return [_("Type both numbers of a tile behind “why”, such as 3-3.")]
        held = [tile for tile in tiles if tile in view.hand] or tiles[:1]
        return [line for tile in held for line in words.why_lines(view, tile)]

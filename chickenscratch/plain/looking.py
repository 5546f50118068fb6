"""Looking at things on the table, which changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chickenscratch.bots.features import lacks
from chickenscratch.core.apply import RejectReason
from chickenscratch.core.events import Event
from chickenscratch.core.view import SeatView
from chickenscratch.locale import _
from chickenscratch.locale.coach import lack_lines
from chickenscratch.locale.duty import duty_line, owed_line
from chickenscratch.locale.ends import tree
from chickenscratch.locale.log import log_lines
from chickenscratch.locale.reasons import refusal
from chickenscratch.locale.why import reasons, why_end, why_now
from chickenscratch.plain import words
from chickenscratch.plain.commands import Act, help_lines, tiles_in
from chickenscratch.plain.commands import words as words_of
from chickenscratch.plain.text import folded
from chickenscratch.table.link import SeatInfo

Story = Callable[[], Sequence[Event]]

USUAL_LOG: Final = 10
"""How many acts are told again if nobody says how many."""


class Looking:
    """Answers questions about a table."""

    def __init__(
        self, story: Story, names: Sequence[str], reader: int | None, ascii_only: bool
    ) -> None:
        """`story` gives what has happened in the round."""
        self._story = story
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
            case Act.TIP:
                return [refusal(RejectReason.NOT_YOUR_TURN)]
            case Act.HELP:
                return help_lines()
            case _:
                return [refusal(RejectReason.ROUND_NOT_OVER)]

    def _count(self, view: SeatView, rest: str) -> Sequence[str]:
        size = view.rules.set_size
        proofs = lacks(view) if view.seat is not None and view.laid else ()
        if not rest:
            lines = [words.count_line(view, number) for number in range(size + 1)]
            return [*lines, *lack_lines(proofs, self._names)]
        if rest.isdecimal() and int(rest) <= size:
            about = [lack for lack in proofs if lack.number == int(rest)]
            return [words.count_line(view, int(rest)), *lack_lines(about, self._names)]
        return [_("Numbers go from 0 to {size} in this set.").format(size=size)]

    def _log(self, rest: str) -> Sequence[str]:
        if rest and not rest.isdecimal():
            return [_("Type a number behind “{word}”, such as 5.").format(word=_("log"))]
        count = int(rest) if rest else USUAL_LOG
        lines = log_lines(self._story(), self._names, self._reader)
        return lines[-count:] if count else []

    def _why(self, view: SeatView, rest: str) -> Sequence[str]:
        if not rest:
            return why_now(view)
        if rest.isdecimal() and int(rest) <= view.rules.set_size:
            return why_end(view, int(rest))
        first, _space, number = rest.partition(" ")
        if folded(first) in words_of(Act.LOG):
            found = reasons(self._story(), self._names, self._reader, view.rules)
            back = int(number) if number.isdecimal() else 1
            return found[-back] if 0 < back <= len(found) else [_("Nothing has happened yet.")]
        tiles = tiles_in(rest, view.rules.set_size)
        if not tiles:
            return [_("Type both numbers of a tile behind “why”, such as 3-3.")]
        held = [tile for tile in tiles if tile in view.hand] or tiles[:1]
        return [line for tile in held for line in words.why_lines(view, tile)]

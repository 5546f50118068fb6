"""What is agreed about a table of a host besides rules and seats, while it is being set up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from rich.cells import cell_len

from chickenscratch.bots.levels import LEVELS
from chickenscratch.company import free_name
from chickenscratch.core.rules import RuleSet
from chickenscratch.host import words
from chickenscratch.host.shapes import (
    TITLE_LENGTH,
    BankClock,
    Clock,
    NoClock,
    Policy,
    TableSettings,
    TurnClock,
)
from chickenscratch.locale import _
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui.screens.setup_draft import Draft
from chickenscratch.tui.text import clean

T = TypeVar("T")

USUAL_SEATS: Final = 4
WORD_LENGTH: Final = 24
CLOCKS: Final[tuple[Clock, ...]] = (
    NoClock(),
    TurnClock(seconds=30),
    TurnClock(seconds=60),
    TurnClock(seconds=120),
    TurnClock(seconds=300),
    BankClock(seconds=300, more=5),
    BankClock(seconds=600, more=10),
    BankClock(seconds=1800, more=30),
)
WAITS: Final = (30, 60, 90, 180, 300, 900, 3600, 86400)
"""Seconds somebody may be away in their turn."""
POLICIES: Final = tuple(Policy)
NAMES: Final = ("title", "public", "word", "clock", "absent", "absent_after", "open_hands")
"""The rows, in their order."""
TYPED: Final = ("title", "word")


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed. `word` counts only where `public` does not."""

    title: str = ""
    public: bool = True
    word: str = ""
    clock: Clock = CLOCKS[0]
    absent: Policy = Policy.WAIT
    absent_after: int = 90
    open_hands: bool = False

    @property
    def problem(self) -> str:
        """What is missing, or nothing."""
        if not self.public and not self.word.strip():
            return _("Write the word that lets people sit down, or make the table public.")
        return ""

    def stepped(self, name: str, step: int) -> Terms:
        """The next value of a row."""
        match name:
            case "public":
                return replace(self, public=not self.public)
            case "open_hands":
                return replace(self, open_hands=not self.open_hands)
            case "clock":
                return replace(self, clock=_next(CLOCKS, self.clock, step))
            case "absent":
                return replace(self, absent=_next(POLICIES, self.absent, step))
            case "absent_after":
                return replace(self, absent_after=_next(WAITS, self.absent_after, step))
            case _:
                return self

    def usual(self, name: str) -> Terms:
        """A row as it is at first."""
        fresh: dict[str, Any] = {name: getattr(Terms(), name)}
        return replace(self, **fresh)

    def typed(self, name: str, text: str) -> Terms:
        """`text` at the end of what is written in a row."""
        most = TITLE_LENGTH if name == "title" else WORD_LENGTH
        kept = clean(f"{getattr(self, name)}{text}x")[:-1]
        while cell_len(kept) > most:
            kept = kept[:-1]
        fresh: dict[str, Any] = {name: kept}
        return replace(self, **fresh)

    def erased(self, name: str) -> Terms:
        """The row without its last character."""
        fresh: dict[str, Any] = {name: getattr(self, name)[:-1]}
        return replace(self, **fresh)

    def settings(self, setup: TableSetup) -> TableSettings:
        """The table as the host is asked for it."""
        return TableSettings(
            title=self.title.strip(),
            rules=setup.rules,
            seats=len(setup.seats),
            bots=tuple(seat.level for seat in setup.seats if seat.level is not None),
            clock=self.clock,
            absent=self.absent,
            absent_after=self.absent_after,
            open_hands=self.open_hands,
            public=self.public,
        )


def cells(terms: Terms, name: str, *, marked: bool) -> tuple[str, str, bool]:
    """The title of a row, its value, and whether it is not as usual."""
    cursor = "_" if marked else ""
    changed = getattr(terms, name) != getattr(Terms(), name)
    match name:
        case "title":
            return _("Name"), (terms.title + cursor) or _("the host finds one"), changed
        case "public":
            value = _("anybody") if terms.public else _("who knows the word")
            return _("Who may sit down"), value, changed
        case "word":
            value = _("none is needed") if terms.public else terms.word + cursor
            return _("The word"), value, changed
        case "clock":
            return _("Time to think"), words.clock_words(terms.clock), changed
        case "absent":
            return _("When somebody is away"), words.policy_words(terms.absent), changed
        case "absent_after":
            value = _("{time} in their turn").format(time=words.span_words(terms.absent_after))
            return _("Away means"), value, changed
        case _:
            value = _("every hand, live") if terms.open_hands else _("no hand")
            return _("Watchers see"), value, changed


def about(terms: Terms, name: str) -> str:
    """What a row means."""
    match name:
        case "title":
            return _("Type what the table is to be called in the lobby.")
        case "public":
            return _("A table by word is in the lobby too, but only who knows the word gets in.")
        case "word":
            return _("Type a word and tell it to those you would like to play with.")
        case "clock":
            return _("Whose time is over is treated as if they were away.")
        case "absent":
            return _(words.POLICIES[terms.absent][1])
        case "absent_after":
            return _("How long the game waits for somebody who has lost the connection.")
        case _:
            return _("Everybody is told before the first deal, and has to be ready for it.")


def start_with(rules: RuleSet, name: str) -> TableSetup:
    """A table with oneself and free seats."""
    count = min(max(USUAL_SEATS, rules.seats[0]), rules.seats[-1])
    seats = [SeatSetup(name)]
    while len(seats) < count:
        seats.append(SeatSetup(free_name([seat.name for seat in seats])))
    return TableSetup(rules, tuple(seats))


def with_free_seats(before: Draft, after: Draft) -> Draft:
    """`after`, where chairs that came in are free and not taken by computer players."""
    known = len(before.seats)
    fresh = tuple(seat._replace(level=None) for seat in after.seats[known:])
    return replace(after, seats=after.seats[:known] + fresh)


def seat_words(draft: Draft, seat: int) -> str:
    """Who is to sit in a chair."""
    level = draft.seats[seat].level
    if seat == 0:
        return _("you")
    return _("free: whoever sits down") if level is None else _(LEVELS[level].title)


def _next(choices: tuple[T, ...], now: T, step: int) -> T:
    at = choices.index(now) if now in choices else 0
    return choices[(at + step) % len(choices)]

"""What one's games came to, with charts: figures, tables, bars, the course of things."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.app import App

from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.reasons import say
from chickenscratch.statistics_words import (
    Section,
    bar,
    player_title,
    sections,
    spark,
)
from chickenscratch.store.errors import StoreError
from chickenscratch.store.figures import Player, find, players, portrait
from chickenscratch.store.outcomes import Outcome
from chickenscratch.store.statistics import FILE, Statistics
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.keys import Act
from chickenscratch.tui.text import fit, short
from chickenscratch.tui.widgets.page import SCROLLING, Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Span, line, spread, width_of
from chickenscratch.tui.widgets.prose import fold_all

WIDEST: Final = 170
"""Columns of what is shown; beyond them lines are hard to follow."""
TWO_COLUMNS: Final = 132
_GAP: Final = 4


class StatisticsScreen(Page[None]):
    """Shows one player after the other."""

    CSS_PATH = "statistics.tcss"
    QUICK: ClassVar = Page.QUICK | {"next_player", "previous_player"}
    ACTS: ClassVar = (
        Act(
            "close", ("escape", "q", "enter", "kp_enter"), "Esc", N_("back"),
            N_("Back to where you were."), footer=1,
        ),
        Act(
            "next_player", ("right", "l", "kp_right"), "← →", N_("another player"),
            N_("The next player."), footer=2,
        ),
        Act(
            "previous_player", ("left", "h", "kp_left"), "←", N_("another player"),
            N_("The player before."),
        ),
        *(act._replace(footer=i) for i, act in enumerate(SCROLLING, 3)),
        Act("page_down", ("space",), "Space", N_("page down"), N_("Down a page.")),
    )  # fmt: skip

    def __init__(self, outcomes: Sequence[Outcome], name: str, *, news: str = "") -> None:
        """`name`: who is shown first. `news`: something the person should be told."""
        super().__init__()
        self.outcomes = tuple(outcomes)
        self.players = players(self.outcomes)
        first = find(self.outcomes, name)
        self.at = self.players.index(first) if first is not None else 0
        self.news = news

    @property
    def player(self) -> Player | None:
        """Who is shown; nobody as long as no game has been finished."""
        return self.players[self.at] if self.players else None

    def head(self, width: int) -> Sequence[Line]:
        left = line((_("STATISTICS") + "  ", "head"))
        if self.player is None:
            return (left,)
        name = player_title(self.player.name, self.player.level)
        games = ngettext("{count} game", "{count} games", self.player.games)
        right = line(
            (f"{self.at + 1}/{len(self.players)}", "dim"),
            ("  " + games.format(count=self.player.games), "dim"),
        )
        named = (*left, Span("< ", "key", "previous_player"), Span(short(name, width // 2),
                 "strong"), Span(" >", "key", "next_player"))  # fmt: skip
        return (spread(named, right, width),)

    def body(self, width: int) -> Sequence[Line]:
        if self.player is None:
            words = _("No game has been finished yet. The first one will be here.")
            return (line((words, "dim")),)
        column = min(width, WIDEST)
        indent = Span(" " * ((width - column) // 2))
        parts = sections(portrait(self.outcomes, self.player))
        if column < TWO_COLUMNS:
            lines = [row for part in parts for row in (*self._section(part, column), ())]
        else:
            lines = self._beside(parts, column)
        return [(indent, *row) for row in fold_all(lines[:-1], column)]

    def _beside(self, parts: Sequence[Section], width: int) -> list[Line]:
        """The sections in two columns that are about equally long."""
        column = (width - _GAP) // 2
        left: list[Line] = []
        right: list[Line] = []
        for part in parts:
            side = left if len(left) <= len(right) else right
            side += [*self._section(part, column), ()]
        high = max(len(left), len(right))
        left += [()] * (high - len(left))
        right += [()] * (high - len(right))
        return [
            (*one, Span(" " * (column + _GAP - width_of(one))), *other)
            for one, other in zip(left, right, strict=True)
        ]

    def _section(self, part: Section, width: int) -> list[Line]:
        ascii_only = ink_of(self.roll).art is Art.ASCII
        rule = ("-" if ascii_only else "─") * max(0, width - cell_len(part.title) - 1)
        lines = [line((short(part.title, width) + " ", "head"), (rule, "line"))]
        first = _column([title for title, _value in part.facts])
        lines += [
            line(("  " + fit(title, first), "dim"), (value, "strong"))
            for title, value in part.facts
        ]
        lines += _bars(part, width, ascii_only=ascii_only)
        if part.spark:
            shown = part.spark[-max(1, width - 2) :]
            drawn = spark(shown, ascii_only=ascii_only)
            lines += [line(("  " + drawn, "accent")), line(("  " + part.note, "dim"))]
        return lines + _table(part, width)

    def notice(self) -> Line:
        return line((" " + self.news, "warn")) if self.news else ()

    def foot(self) -> Sequence[Act]:
        return [a for a in super().foot() if a.id != "next_player" or len(self.players) > 1]

    def _go(self, step: int) -> None:
        if self.players:
            self.at = (self.at + step) % len(self.players)
            self.roll.to_start()
            self.show()

    def action_next_player(self) -> None:
        self._go(1)

    def action_previous_player(self) -> None:
        self._go(-1)

    def action_close(self) -> None:
        self.dismiss(None)


def _column(titles: Sequence[str]) -> int:
    return max(map(cell_len, titles), default=0) + 2


def _bars(part: Section, width: int, *, ascii_only: bool) -> list[Line]:
    """A row a bar: what it is, the number, then the bar."""
    first = _column([entry.title for entry in part.bars])
    numbers = max((cell_len(entry.words) for entry in part.bars), default=0)
    room = max(1, width - first - numbers - 5)
    most = max((entry.value for entry in part.bars), default=0)
    return [
        line(
            ("  " + fit(entry.title, first), "dim"),
            (f"{entry.words:>{numbers}}  ", "strong" if entry.value else "dim"),
            (bar(entry.value, most, room, ascii_only=ascii_only), "good"),
        )
        for entry in part.bars
    ]


def _table(part: Section, width: int) -> list[Line]:
    if not part.rows:
        return []
    table = (part.heads, *part.rows)
    widths = [max(cell_len(row[i]) for row in table) + 2 for i in range(len(part.heads))]
    widths[0] = max(8, min(widths[0], width - 2 - sum(widths[1:])))
    if 2 + sum(widths) > width:
        return _told(part)
    lines: list[Line] = []
    for number, row in enumerate(table):
        numbers = "".join(
            " " * max(0, column - cell_len(text)) + text
            for column, text in zip(widths[1:], row[1:], strict=True)
        )
        title = row[0]
        if cell_len(title) > widths[0]:
            lines.append(line(("  " + short(title, width - 2), "strong")))
            title = ""
        lines.append(
            line(("  " + fit(title, widths[0]), "strong"), (numbers, "" if number else "dim"))
        )
    return lines


def _told(part: Section) -> list[Line]:
    """A table in words, where there is no room for its columns."""
    lines: list[Line] = []
    for title, *values in part.rows:
        lines.append(line(("  " + title, "strong")))
        told = ",  ".join(f"{head} {v}" for head, v in zip(part.heads[1:], values, strict=True))
        lines.append(line("    " + told))
    return lines


def database_beside(games: Path) -> Path:
    """The database that goes with a folder of games."""
    return games.parent / FILE


async def statistics_screen(games: Path, name: str) -> StatisticsScreen:
    """The screen, after the records in `games` have been looked through. `name`: whose first."""
    kept = Statistics(database_beside(games))
    try:
        fed = await asyncio.to_thread(kept.update, games)
        outcomes = await asyncio.to_thread(kept.outcomes)
    except StoreError as error:
        return StatisticsScreen((), name, news=say(error.sentence))
    news = say(fed.refused[0].sentence) if fed.refused else ""
    return StatisticsScreen(outcomes, name, news=news)


async def show_statistics(app: App[Any], games: Path, name: str) -> None:
    """Show the statistics until they are left. To be called from a worker."""
    await app.push_screen_wait(await statistics_screen(games, name))

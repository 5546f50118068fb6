"""All games that are kept: finished ones to watch, to export and to play again, others to go on
with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Final, Literal

from rich.cells import cell_len

from chickenscratch.core.presets import PRESETS
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.numbers import both
from chickenscratch.store import SavedGame, ShelfList
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens.what_next import AGAIN, EXPORT, OTHERS
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import HELP, Page
from chickenscratch.tui.widgets.pane import Line, Span, line
from chickenscratch.tui.widgets.prose import wrapped

WIDEST: Final = 132
"""Columns of what is shown; beyond them lines are hard to follow."""

NARROW: Final = 64
"""Columns from which there is room for how the games stand."""
DATE: Final = len("2026-11-30")
"""Characters of a date without its time."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A kept game, and what is to be done with it."""

    path: Path
    act: Literal["open", "export", "again", "others"]


class HistoryScreen(Marking, Page[Wanted | None]):
    """Gives what is wanted, or nothing."""

    CSS_PATH = "history.tcss"
    QUICK: ClassVar = Page.QUICK | {"pick"}  # the second click opens
    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The game above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The game below.")),
        Act("choose", ("enter", "space", "kp_enter"), "Enter", N_("replay"),
            N_("Watch a finished game again; go on with an unfinished one."), footer=1),
        Act("close", ("escape", "q"), "Esc", N_("back"), N_("Back to where you were."), footer=2),
        EXPORT._replace(footer=3),
        AGAIN._replace(footer=4),
        OTHERS._replace(footer=5),
        HELP._replace(footer=6),
        Act("page_up", ("pageup", "kp_page_up"), "PgUp", N_("page up"), N_("Ten games up.")),
        Act("page_down", ("pagedown", "kp_page_down"), "PgDn", N_("page down"),
            N_("Ten games down.")),
        Act("first", ("home", "kp_home"), "Home", N_("beginning"), N_("The newest game.")),
        Act("last", ("end", "kp_end"), "End", N_("end"), N_("The oldest game.")),
    )  # fmt: skip

    def __init__(self, saves: ShelfList, *, at: Path | None = None, news: str = "") -> None:
        """`at`: the game that is marked first. `news`: something the person should be told."""
        super().__init__()
        self.games = saves.games
        self.news = news
        self._cut = False
        """There is no room for how the marked game stands, so that is said in full below."""
        self.at = next((i for i, game in enumerate(self.games) if game.path == at), 0)

    @property
    def game(self) -> SavedGame | None:
        """The one that is marked."""
        return self.games[self.at] if self.games else None

    def head(self, width: int) -> Sequence[Line]:
        done = sum(game.finished for game in self.games)
        words = ngettext("{count} finished game", "{count} finished games", done)
        return (line((_("GAMES") + "  ", "head"), (words.format(count=done), "strong")),)

    def body(self, width: int) -> Sequence[Line]:
        if not self.games:
            words = _("No game has been played here yet.")
            return [line((f" {row}", "dim")) for row in wrapped(words, width - 2)]
        room = min(width, WIDEST)
        indent = Span(" " * ((width - room) // 2))
        titles = [_title(game) for game in self.games]
        narrow = room < NARROW
        column = min(max(map(cell_len, titles)), room - 16 if narrow else room // 3)
        lines: list[Line] = []
        for place, game in enumerate(self.games):
            here, act = place == self.at, f"pick({place})"
            start = _when(game)[: DATE if narrow else None]
            said, space = _standing(game), max(0, room - column - len(start) - 8)
            if here:
                self._cut = narrow or cell_len(said) > space
            look = "accent" if here else "" if game.finished else "warn"
            row = line(
                indent,
                (" > " if here else "   ", "key", act),
                (start + "  ", "dim", act),
                (fit(titles[place], column), "cursor" if here else "strong", act),
            )
            lines.append(row if narrow else (*row, Span("  " + short(said, space), look, act)))
        return lines

    def keep(self) -> tuple[int, int]:
        return self.at, self.at

    def notice(self) -> Line:
        if self.news:
            return line((f" {self.news}", "warn"))
        if not self._cut or self.game is None:
            return ()
        return line((f" {_title(self.game)}, {_standing(self.game)}", "accent"))

    def foot(self) -> Sequence[Act]:
        game = self.game
        if game is None:
            return [act for act in super().foot() if act.id in ("close", "help")]
        if game.finished:
            return super().foot()
        acts = [act for act in super().foot() if act.id not in ("again", "others")]
        return [a._replace(label=N_("continue")) if a.id == "choose" else a for a in acts]

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, len(self.games) - 1))
        self.news = ""
        self.show()

    def action_pick(self, at: int) -> None:
        """A game was clicked: the first click marks it, another one opens it."""
        if at == self.at:
            self.action_choose()
        else:
            self._go(at)

    def action_choose(self) -> None:
        if self.game is not None:
            self.dismiss(Wanted(self.game.path, "open"))

    def action_export(self) -> None:
        if self.game is not None:
            self.dismiss(Wanted(self.game.path, "export"))

    def action_again(self) -> None:
        if self.game is not None and self.game.finished:
            self.dismiss(Wanted(self.game.path, "again"))

    def action_others(self) -> None:
        if self.game is not None and self.game.finished:
            self.dismiss(Wanted(self.game.path, "others"))

    def action_close(self) -> None:
        self.dismiss(None)


def _when(game: SavedGame) -> str:
    """When it was begun, by the clock of the reader; when it was played last if it does not say."""
    try:
        begun = datetime.fromisoformat(game.created)
    except ValueError:
        begun = game.updated
    return f"{begun.astimezone():%Y-%m-%d %H:%M}"


def _title(game: SavedGame) -> str:
    preset = PRESETS.get(game.preset)
    title = _("House rules") if preset is None else _(preset.title)
    return title + (f" ({_('free practice')})" if game.practice else "")


def _standing(game: SavedGame) -> str:
    """Who won, or how far it is, and the totals."""
    names = [clean(seat.name) for seat in game.seats]
    totals = ", ".join(f"{n} {t}" for n, t in zip(names, game.totals, strict=True))
    if not game.finished:
        words = _("round {round} of {rounds}: {totals}")
        return words.format(round=max(game.round, 1), rounds=game.rounds, totals=totals)
    best = [n for n, t in zip(names, game.totals, strict=True) if t == min(game.totals)]
    words = _("{names} won: {totals}") if len(best) == 1 else _("{names} had the least: {totals}")
    return words.format(names=both(best), totals=totals)

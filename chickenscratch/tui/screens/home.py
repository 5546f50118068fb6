"""The first screen: go on where one was, play at once, set up a table, read the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len

from chickenscratch.core.presets import PRESETS
from chickenscratch.locale import N_, _, ngettext
from chickenscratch.locale.numbers import both
from chickenscratch.locale.reasons import say
from chickenscratch.store import SavedGame, ShelfList
from chickenscratch.tui.clock import Clock
from chickenscratch.tui.keys import Act
from chickenscratch.tui.screens import home_art
from chickenscratch.tui.text import clean, fit, short
from chickenscratch.tui.widgets.marking import Marking
from chickenscratch.tui.widgets.page import Page, ink_of
from chickenscratch.tui.widgets.pane import Line, Span, line, width_of

WIDEST: Final = 92
"""Columns of the block in the middle of a large window."""

MOST_SHOWN: Final = 3
"""Unfinished games that are shown at once."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on with a saved game."""

    path: Path


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a saved game away."""

    path: Path


@dataclass(frozen=True, slots=True)
class QuickGame:
    """Sit down at once, against gentle players."""


@dataclass(frozen=True, slots=True)
class PlayTogether:
    """Go to the lobby of the host on this machine."""


@dataclass(frozen=True, slots=True)
class SetUpGame:
    """Choose rules and seats first."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Take the six lessons."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch computer players."""


@dataclass(frozen=True, slots=True)
class ReadRules:
    """Read the rules."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """See what the games came to."""


@dataclass(frozen=True, slots=True)
class KeepScore:
    """Keep the score of a game with real tiles."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change language, colours, keys and more."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Enough for today."""


@dataclass(frozen=True, slots=True)
class Browse:
    """Look through all games that are kept."""


Choice = (
    Continue
    | Discard
    | QuickGame
    | PlayTogether
    | SetUpGame
    | Learn
    | Watch
    | ReadRules
    | LookBack
    | KeepScore
    | ChangeSettings
    | Leave
    | Browse
)


class Entry(NamedTuple):
    """Something to choose: its key, its name, and a few words about it."""

    key: str
    label: str
    about: str
    choice: Choice


class HomeScreen(Marking, Page[Choice]):
    """Gives what was chosen."""

    CSS_PATH = "home.tcss"
    ACTS: ClassVar = (
        Act("up", ("up", "k", "kp_up", "shift+tab"), "↑", N_("up"), N_("The entry above.")),
        Act("down", ("down", "j", "kp_down", "tab"), "↓", N_("down"), N_("The entry below.")),
        Act(
            "choose", ("enter", "space", "kp_enter"), "Enter", N_("choose"),
            N_("Choose the marked entry."), footer=1,
        ),
        Act("continue_", ("c",), "c", N_("continue"), N_("Go on with the latest game."), footer=2),
        Act("quick", ("p",), "p", N_("quick game"), N_("Play at once."), footer=3),
        Act("set_up", ("s",), "s", N_("set up"), N_("Set up a game."), footer=4),
        Act("together", ("h",), "h", N_("with others"),
            N_("Play with others on this machine."), footer=4),
        Act("learn", ("l",), "l", N_("learn"), N_("Six short lessons."), footer=6),
        Act("watch", ("w",), "w", N_("watch"), N_("Watch computer players."), footer=9),
        Act("rules", ("r",), "r", N_("rules"), N_("Read the rules."), footer=7),
        Act("options", ("o", "f2"), "o", N_("settings"), N_("Language, colours, keys and more."),
            footer=8),
        Act("browse", ("g",), "g", N_("games"),
            N_("All games that are kept: watch, export, play the same deals again."), footer=13),
        Act("figures", ("t",), "t", N_("statistics"), N_("What your games came to."), footer=10),
        Act("keeper", ("b",), "b", N_("score keeper"), N_("For games with real tiles."),
            footer=11),
        Act("discard", ("x", "delete"), "x", N_("throw away"),
            N_("Throw the marked unfinished game away, once it is pressed twice."), footer=12),
        Act("leave", ("q",), "q", N_("leave"), N_("Leave."), footer=5),
        Act("first", ("home", "kp_home"), "Home", N_("beginning"), N_("The first entry.")),
        Act("last", ("end", "kp_end"), "End", N_("end"), N_("The last entry.")),
    )  # fmt: skip

    def __init__(
        self,
        saves: ShelfList,
        *,
        clock: Clock | None = None,
        news: str = "",
        first_time: bool = False,
        together: bool = False,
    ) -> None:
        """`news`: something the person should be told, such as why a game could not be opened.
        `first_time`: offer the lessons to somebody new. `together`: a host is running here."""
        super().__init__(clock=clock)
        self.saves = saves
        self.entries = entries(saves, together=together)
        self.news = news or _refused(saves)
        self.first_time = first_time
        self.at = 0
        self._cut = False
        """There is no room for what the marked entry is about; then it is said in full below."""
        self._doomed: Path | None = None
        """The game that is thrown away if that is said once more."""

    def head(self, width: int) -> Sequence[Line]:
        return ()

    def body(self, width: int) -> Sequence[Line]:
        return self._rows(width)[0]

    def _rows(self, width: int) -> tuple[list[Line], int]:
        """The lines, and where the entries begin."""
        height = self.roll.size.height
        block = min(width, WIDEST)
        indent = Span(" " * ((width - block) // 2))
        rows = self._entries(block)
        lines = self._banner(block, height - len(rows))
        above = max(0, (height - len(lines) - len(rows)) // 3)
        whole = [(indent, *row) for row in (*lines, *rows)]
        return [()] * above + whole, above + len(lines)

    def _banner(self, width: int, room: int) -> list[Line]:
        """The hen and the name of the game, or as much of it as there is room for."""
        if room < 2:
            return []
        art = home_art.hen(ink_of(self.roll))
        beside_it = width - home_art.WIDTH
        words = home_art.title(beside_it)
        if beside_it < max(40, *map(width_of, words)) or room <= len(art):
            return [line((_("CHICKEN SCRATCH and Chicken Foot"), "head")), ()]
        start = (len(art) - len(words)) // 2
        beside = {start + i: words[i] for i in range(len(words))}
        return [*((*row, *beside.get(y, ())) for y, row in enumerate(art)), ()]

    def _entries(self, width: int) -> list[Line]:
        column = max(cell_len(entry.label) for entry in self.entries)
        lines: list[Line] = []
        for i, entry in enumerate(self.entries):
            here = i == self.at
            act, room = f"pick({i})", max(0, width - column - 10)
            about = short(entry.about, room)
            if here:
                self._cut = cell_len(entry.about) > room
            lines.append(
                line(
                    (" > " if here else "   ", "key"),
                    (f"{entry.key or ' '} ", "key", act),
                    (f" {fit(entry.label, column)} ", "cursor" if here else "strong", act),
                    ("  " + about, "accent" if here else "dim", act),
                )
            )
        return lines

    def keep(self) -> tuple[int, int] | None:
        if not self.roll.size.height:
            return None
        _lines, first = self._rows(self.roll.size.width)
        return first + self.at, first + self.at

    def notice(self) -> Line:
        if self.first_time and not self.news:
            offer = _("Welcome! New to the game? Six short lessons are behind l.")
            return line((" " + offer, "accent", "learn"))
        if self.news or not self._cut:
            return line((" " + self.news, "warn")) if self.news else ()
        return line(("   " + self.entries[self.at].about, "accent"))

    def _go(self, to: int, _step: int = 1) -> None:
        self.at = max(0, min(to, len(self.entries) - 1))
        if self._doomed is not None:
            self._doomed, self.news = None, ""
        self.show()

    def foot(self) -> Sequence[Act]:
        choices = [entry.choice for entry in self.entries]
        useless = set() if isinstance(choices[0], Continue) else {"continue_"}
        if PlayTogether() not in choices:
            useless |= {"together"}
        if isinstance(choices[self.at], Continue):
            return sorted(super().foot(), key=_with_game)
        return [act for act in super().foot() if act.id not in useless | {"discard"}]

    def action_choose(self) -> None:
        self.dismiss(self.entries[self.at].choice)

    def action_pick(self, at: int) -> None:
        """An entry was clicked."""
        self._go(at)
        self.action_choose()

    def action_continue_(self) -> None:
        first = self.entries[0].choice
        if isinstance(first, Continue):
            self.dismiss(first)

    def action_discard(self) -> None:
        """Throw an unfinished game away: the first press asks, the second one does it."""
        choice = self.entries[self.at].choice
        if not isinstance(choice, Continue):
            return
        if self._doomed == choice.path:
            self.dismiss(Discard(choice.path))
            return
        self._doomed = choice.path
        self.news = _("Throw this game away for good? x again: yes; an arrow key: no.")
        self.show()

    def action_quick(self) -> None:
        self.dismiss(QuickGame())

    def action_together(self) -> None:
        if PlayTogether() in [entry.choice for entry in self.entries]:
            self.dismiss(PlayTogether())

    def action_set_up(self) -> None:
        self.dismiss(SetUpGame())

    def action_learn(self) -> None:
        self.dismiss(Learn())

    def action_watch(self) -> None:
        self.dismiss(Watch())

    def action_rules(self) -> None:
        self.dismiss(ReadRules())

    def action_browse(self) -> None:
        self.dismiss(Browse())

    def action_figures(self) -> None:
        self.dismiss(LookBack())

    def action_keeper(self) -> None:
        self.dismiss(KeepScore())

    def action_options(self) -> None:
        self.dismiss(ChangeSettings())

    def action_leave(self) -> None:
        self.dismiss(Leave())


def entries(saves: ShelfList, *, together: bool = False) -> list[Entry]:
    """Everything that can be chosen; the first one is what one most likely wants."""
    others = Entry("h", _("With others"), _("at the tables on this machine"), PlayTogether())
    unfinished = saves.unfinished
    found = [
        Entry("" if i else "c", _("Continue"), saved_words(saved), Continue(saved.path))
        for i, saved in enumerate(unfinished[:MOST_SHOWN])
    ]
    more = len(unfinished) - len(found)
    if more > 0:
        words = ngettext("{count} more game to continue", "{count} more games to continue", more)
        found.append(Entry("", _("Older games"), words.format(count=more), Browse()))
    return [
        *found,
        Entry("p", _("Quick game"), _("Chicken Scratch against three gentle hens"), QuickGame()),
        *([others] if together else []),
        Entry("s", _("Set up a game"), _("rules, seats, house rules"), SetUpGame()),
        Entry("l", _("Learn"), _("six short lessons at a real table"), Learn()),
        Entry("w", _("Watch"), _("computer players, with a commentary"), Watch()),
        Entry("r", _("Rules"), _("how it is played, on one page"), ReadRules()),
        Entry("g", _("Games"), _("to watch again, export, play once more"), Browse()),
        Entry("t", _("Statistics"), _("what your games came to"), LookBack()),
        Entry("b", _("Score keeper"), _("for games with real tiles"), KeepScore()),
        Entry("o", _("Settings"), _("language, colours, keys and more"), ChangeSettings()),
        Entry("q", _("Leave"), "", Leave()),
    ]


def when_words(then: datetime, now: datetime) -> str:
    """``today 14:02``, ``yesterday 09:30``, or the date."""
    days = (now.date() - then.date()).days
    if days == 0:
        return _("today {time}").format(time=f"{then:%H:%M}")
    if days == 1:
        return _("yesterday {time}").format(time=f"{then:%H:%M}")
    return f"{then:%Y-%m-%d}"


def _with_game(act: Act) -> float:
    """The order of the footer while a game can be thrown away."""
    return {"discard": 2.5, "leave": 2.6}.get(act.id, act.footer)


def saved_words(saved: SavedGame) -> str:
    """``Chicken Foot, round 3 of 10, your turn, today 14:02``, and with whom."""
    preset = PRESETS.get(saved.preset)
    people = [seat for seat, who in enumerate(saved.seats) if who.level is None]
    others = [clean(who.name) for seat, who in enumerate(saved.seats) if [seat] != people]
    parts = [
        _("House rules") if preset is None else _(preset.title),
        _("round {round} of {rounds}").format(round=max(saved.round, 1), rounds=saved.rounds),
    ]
    if saved.turn is None:
        parts.append(_("between rounds"))
    elif [saved.turn] == people:
        parts.append(_("your turn"))
    else:
        parts.append(_("{name} to move").format(name=clean(saved.seats[saved.turn].name)))
    parts += [_("free practice")] if saved.practice else []
    when = when_words(saved.updated.astimezone(), datetime.now().astimezone())
    return ", ".join([*parts, when, _("with {names}").format(names=both(others))])


def _refused(saves: ShelfList) -> str:
    return say(saves.refused[0].sentence) if saves.refused else ""

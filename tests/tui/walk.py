"""Every screen of the application in a typical state, for tests that walk all of them."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple

from recorded import game_lines, record_of
from textual.geometry import Region
from textual.screen import Screen

from chickenscratch import locale
from chickenscratch.bots.advice import advise, choice_of, may_be_asked
from chickenscratch.bots.review import Moment, assess, moments_of, review_of
from chickenscratch.config import KeySet, Settings
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import RecordSeat, format_line
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of
from chickenscratch.locale.why import why_now
from chickenscratch.store import ShelfList
from chickenscratch.store.keeper import KeptSheet, ListedSheet, SheetList, SheetShelf
from chickenscratch.store.outcomes import outcome_of
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.table.setup import SeatSetup, TableSetup
from chickenscratch.tui import pictures_games as games
from chickenscratch.tui.pictures import StillClock, StillLink
from chickenscratch.tui.pictures_games import LEVEL, NAMES, Position
from chickenscratch.tui.screens.ask import AskScreen
from chickenscratch.tui.screens.coach import CoachScreen
from chickenscratch.tui.screens.copy_text import CopyTextScreen
from chickenscratch.tui.screens.create import CreateScreen
from chickenscratch.tui.screens.curtain import CurtainScreen
from chickenscratch.tui.screens.export import ExportScreen, GameSource
from chickenscratch.tui.screens.help import HelpScreen
from chickenscratch.tui.screens.history import HistoryScreen
from chickenscratch.tui.screens.home import HomeScreen
from chickenscratch.tui.screens.hosted_pages import AwayScreen, LeaveTableScreen
from chickenscratch.tui.screens.keeper import KeeperScreen
from chickenscratch.tui.screens.keeper_flow import KeeperListScreen
from chickenscratch.tui.screens.keeper_setup import KeeperSetupScreen
from chickenscratch.tui.screens.key_editor import KeyEditor
from chickenscratch.tui.screens.leave import LeaveScreen
from chickenscratch.tui.screens.lesson import LessonScreen
from chickenscratch.tui.screens.lesson_list import LESSONS
from chickenscratch.tui.screens.log import LogScreen
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.proof import ProofScreen, deal_of_record
from chickenscratch.tui.screens.replay import ReplayScreen
from chickenscratch.tui.screens.replay_frames import frames_of
from chickenscratch.tui.screens.reveal import RevealScreen
from chickenscratch.tui.screens.review import ReviewScreen
from chickenscratch.tui.screens.rules import RulesScreen
from chickenscratch.tui.screens.settings import SettingsScreen
from chickenscratch.tui.screens.setup import SetupScreen
from chickenscratch.tui.screens.sheet import SheetScreen
from chickenscratch.tui.screens.statistics import StatisticsScreen
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.screens.watch import WatchScreen
from chickenscratch.tui.screens.why import WhyScreen
from chickenscratch.tui.widgets.page import Page
from chickenscratch.tui.widgets.pane import Line, Pane, width_of
from chickenscratch.tui.widgets.roll import Roll

SETTINGS: Final = Settings(name=NAMES[0], reduced_motion=True)
SIZES: Final = ((40, 12), (80, 24), (120, 40), (200, 60))
CLASSIC: Final = PRESETS["classic"].rules
NOON: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Stop(NamedTuple):
    """A screen of the walk: how it is made, and the keys that bring it into its state."""

    make: Callable[[], Screen[Any]]
    keys: tuple[str, ...] = ()


class Forever:
    """A computer player who never comes to a decision."""

    async def choose(self, view: object, level: str, *, company: object) -> Any:
        await asyncio.Event().wait()


def _update(position: Position) -> Update:
    count = position.game.seats
    seats = tuple(
        SeatInfo(name, LEVEL if i else None, True) for i, name in enumerate(NAMES[:count])
    )
    return Update(1, view_of(position.game, 0), position.last, seats)


def _table(position: Position, people: int = 1) -> TableScreen:
    links = [StillLink(position, seat, people) for seat in range(people)]
    for link in links:
        link.show_last()
    return TableScreen(links, settings=SETTINGS)


def _middle() -> Position:
    return games.position(*MIDDLE)


def _opening(game: Game) -> bool:
    """Somebody else has to lead."""
    return game.round is not None and not game.round.laid


@cache
def _outcomes() -> Sequence[Any]:
    seats = (RecordSeat("Anna"), RecordSeat("Bruno"), RecordSeat("Dina", "heaviest"))
    lines = [game_lines(seed=f"{n:064x}", seats=seats, rounds=3) for n in range(2)]
    return [outcome_of(record_of(each)) for each in lines]


def _sheet() -> ScoreSheet:
    return ScoreSheet.begin(CLASSIC, NAMES[:4])


def _kept() -> KeptSheet:
    """A sheet in a file of its own."""
    shelf = SheetShelf(Path(mkdtemp(prefix="walk-", dir=os.environ["HOME"])))
    return shelf.new(CLASSIC, NAMES[:4], now=NOON)


@cache
def _record() -> Any:
    return games.record("chicken-scratch", 4, "9")


def _coach() -> CoachScreen:
    """What the coach says to the first position with a choice."""
    moment = next(m for m in moments_of(_record()) if _choice(m))
    view = view_of(moment.before, moment.made.seat)
    return CoachScreen(advise(view, 400), NAMES[:4])


def _choice(moment: Moment) -> bool:
    return may_be_asked(view_of(moment.before, moment.made.seat))


def _recorded() -> RecordedGame:
    lines = game_lines(private=False)
    return RecordedGame(record_of(lines), tuple(map(format_line, lines)), "evening")


def _review() -> ReviewScreen:
    """A round that has been judged."""
    game = _recorded()
    screen = ReviewScreen(game, number=2)
    screen.moments = moments_of(game.record, 2)
    screen.assessed = [
        assess(m.before, m.after, m.made.seat, choice_of(m.made), 100) for m in screen.moments
    ]
    screen.review = review_of(game.record, screen.moments, screen.assessed, 100)
    return screen


MIDDLE: Final = ("chicken-scratch", 4, "5", games.middle)
STOPS: Final[dict[str, Stop]] = {
    "home": Stop(lambda: HomeScreen(games.saves(), clock=StillClock())),
    "home-first": Stop(
        lambda: HomeScreen(ShelfList((), ()), clock=StillClock(), first_time=True), ("down",)
    ),
    "setup": Stop(
        lambda: SetupScreen(
            TableSetup(PRESETS["chicken-foot"].rules,
                       tuple(SeatSetup(n, LEVEL if i else None) for i, n in enumerate(NAMES[:4])))
        ), ("end", "up"),
    ),
    "settings": Stop(lambda: SettingsScreen(None), ("down", "down")),
    "keys": Stop(lambda: KeyEditor(KeySet.STANDARD, {})),
    "keeper-list": Stop(
        lambda: KeeperListScreen(SheetList((ListedSheet(Path("a"), _sheet(), NOON),), ()))
    ),
    "keeper-setup": Stop(lambda: KeeperSetupScreen(CLASSIC, NAMES[:4])),
    "keeper": Stop(lambda: KeeperScreen(_kept())),
    "statistics": Stop(lambda: StatisticsScreen(_outcomes(), "Anna")),
    "rules": Stop(lambda: RulesScreen(PRESETS["chicken-foot"].rules, 4)),
    "watch": Stop(lambda: WatchScreen(Forever(), SETTINGS, seed="7" * 64)),
    **{
        f"lesson-{n + 1}": Stop(lambda n=n: LessonScreen(n, SETTINGS)) for n in range(len(LESSONS))
    },
    "table": Stop(lambda: _table(games.position(*MIDDLE))),
    "table-lifted": Stop(lambda: _table(games.position(*MIDDLE)), ("up",)),
    "table-opening": Stop(
        lambda: _table(games.position("chicken-scratch", 4, "5", _opening))
    ),
    "table-foot": Stop(
        lambda: _table(games.position("chicken-foot", 4, "3", games.hungry))
    ),
    "table-full": Stop(lambda: _table(games.position("classic", 4, "4", games.crowded))),
    "curtain": Stop(
        lambda: CurtainScreen("Bruno", "b", "Anna", ["Anna 5-8 on 5."], clock=StillClock())
    ),
    "reveal": Stop(
        lambda: RevealScreen(
            _update(games.position("classic", 4, "21", games.round_over)), NAMES[:4], 0,
            motion=False,
        )
    ),
    "podium": Stop(
        lambda: PodiumScreen(
            _update(games.position("chicken-foot", 4, "8", games.over)), NAMES[:4], 0,
            doubles=(1, 2, 3, 4),
        )
    ),
    "coach": Stop(_coach),
    "review": Stop(_review, ("a", "down")),
    "sheet": Stop(
        lambda: SheetScreen(
            _update(games.position("classic", 4, "21", games.round_over)), NAMES[:4], 0
        )
    ),
    "ask": Stop(lambda: AskScreen("THE WORD OF THE TABLE", ["One line about it."])),
    "export": Stop(lambda: ExportScreen(GameSource(_recorded()), Path.home() / "exports")),
    "history": Stop(lambda: HistoryScreen(games.saves())),
    "create": Stop(lambda: CreateScreen(CLASSIC, "Anna")),
    "leave-table": Stop(lambda: LeaveTableScreen("bot")),
    "away": Stop(lambda: AwayScreen("kitchen", 360, ["Bruno 3-8 on 3.", "Carla drew a tile."])),
    "log": Stop(
        lambda: LogScreen(["Anna 5-8 on 5.", "Bruno drew and passed."], [["The hub: four arms."]]),
        ("enter",),
    ),
    "why": Stop(lambda: WhyScreen(["5-8 fits on a 5."], why_now(_update(_middle()).view))),
    "help": Stop(HelpScreen),
    "help-home": Stop(lambda: HelpScreen(acts=HomeScreen.ACTS)),
    "leave": Stop(LeaveScreen),
    "proof": Stop(lambda: ProofScreen(deal_of_record(_record()))),
    "copy": Stop(lambda: CopyTextScreen("One line.\nAnother one.")),
    "replay": Stop(
        lambda: ReplayScreen(
            _record().header, frames_of(_record()), at=60, title="evening", clock=StillClock()
        )
    ),
}  # fmt: skip
"""Every screen, some in several states."""


def panes(screen: Screen[Any]) -> Iterator[Pane]:
    """The panes that can be seen."""
    for pane in screen.query(Pane):
        if pane.size.width and pane.size.height and pane.region.overlaps(screen.region):
            yield pane


def raw(pane: Pane) -> Sequence[Line]:
    """What a pane would show if it had all the room it wants, a roll to its end."""
    if isinstance(pane, Roll):
        return pane._all(pane.size.width)
    return pane._draw(*pane.size)


def acts_of(pane: Pane) -> Iterator[tuple[str, Region]]:
    """What can be clicked in a pane now, and where."""
    for y, spans in enumerate(pane._lines):
        x = 0
        for span in spans:
            width = len(span.text)
            if span.act:
                yield span.act, Region(x, y, width, 1)
            x += width


def method(act: str) -> str:
    """``action_pick`` of ``pick(3)``."""
    return "action_" + act.partition("(")[0]


MAY_CUT = {
    ("home", "page-body"), ("home-first", "page-body"), ("setup", "page-body"),
    ("settings", "page-body"), ("keys", "page-body"), ("keeper-list", "page-body"),
    ("history", "page-body"), ("create", "page-body"),
}  # fmt: skip
"""Lists whose marked row is told in full below them."""

LATEST = ("ticker",)
"""Rows for the newest of the log, the whole of which is behind its key."""

OWN = ("…   ", " … ", "… ", "…▮")
"""How an ellipsis begins that is not the sign of a cut: somebody is thinking."""


WITH_KEYS = {
    "pick": ("choose", "why"), "row": ("choose",), "ready": ("choose",),
    "mark": ("up", "down"), "step": ("more", "less"),
    "go": ("left", "right"), "jump": ("back", "on", "first", "last"),
}  # fmt: skip
"""What a click on one of many does, and the acts that do the same by keys."""

TYPED = ("type", "pips")
"""Clicks that stand for a character that can be typed."""

BY_MOUSE = {
    "up", "down", "left", "right", "page_up", "page_down", "first", "last",
    "less", "more", "enter", "next_player", "previous_player", "phrase_before",
}  # fmt: skip
"""What the wheel, or a click on the thing itself, does as well."""


def acts_at(screen: Screen[Any]) -> dict[str, tuple[str, ...]]:
    """What can be done on a screen by keys: the ids of its acts with their keys."""
    if isinstance(screen, WatchScreen):
        return {act.id: act.keys for act in screen._acts()}
    if isinstance(screen, TableScreen):
        return {act.id: act.keys for act in screen.chicken.keys.acts}
    assert isinstance(screen, Page)
    return {act.id: act.keys for act in screen.every_act}


def faults(name: str, screen: Screen[Any]) -> Iterator[str]:
    """What cannot be done here by keys alone, or by the mouse alone, or not at all."""
    if isinstance(screen, CurtainScreen):
        return  # one key, which is a letter of somebody's name
    acts = acts_at(screen)
    clicks = {act for pane in panes(screen) for act, _where in acts_of(pane)}
    for act in clicks:
        kind = act.partition("(")[0]
        if not callable(getattr(screen, method(act), None)):
            yield f"{name}: a click on {act} does nothing"
        elif acts.get(act) or acts.get(kind) or kind in TYPED:
            continue
        elif kind in WITH_KEYS:
            if not any(acts.get(other) for other in WITH_KEYS[kind]):
                yield f"{name}: no key does the same as a click on {act}"
        else:
            yield f"{name}: no key does {act}"
    if isinstance(screen, Page):
        for act, keys in acts.items():
            if not callable(getattr(screen, method(act), None)):
                yield f"{name}: {act} is no method"
            if keys and not any(screen._act_of.get(key) == act for key in keys):
                yield f"{name}: no key reaches {act}"
    unseen = {act.partition("(")[0] for act in acts}
    unseen -= {act.partition("(")[0] for act in clicks} | BY_MOUSE
    if getattr(screen, "typing", False):
        unseen -= {"erase", "help"}  # whoever writes has a keyboard
    if unseen and "help" not in clicks and not isinstance(screen, HelpScreen):
        yield f"{name}: no click leads to {', '.join(sorted(unseen))}"


def cuts(name: str, screen: Screen[Any]) -> Iterator[str]:
    """What of a screen cannot be read."""
    small = screen.size.width < 80
    for pane in panes(screen):
        lines = raw(pane)
        if not isinstance(pane, Roll) and any(lines[pane.size.height :]) and not _pseudo(small):
            yield f"{name} {pane.id}: {len(lines)} lines in {pane.size.height}"
        for spans in lines:
            text = "".join(span.text for span in spans)
            if width_of(spans) > pane.size.width and not (name == "proof" and small):
                yield f"{name} {pane.id}: wider than {pane.size.width}: {text!r}"
            if (name, pane.id) in MAY_CUT or (small and pane.id in LATEST):
                continue
            if _cut(text) and not _pseudo(small) and not (name == "proof" and small):
                yield f"{name} {pane.id}: {text!r}"


def _pseudo(small: bool) -> bool:
    """The smallest window promises nothing to a language that is 40 % longer."""
    return small and locale.current() == locale.PSEUDO


def _cut(text: str) -> bool:
    """Whether an ellipsis stands for what there was no room for."""
    for own in OWN:
        text = text.replace(own, "")
    text = re.sub(r"SHA256:\S+…", "", text)
    found = text.partition("…")[0]
    # a fingerprint of which only the beginning is given
    return "…" in text and not set(found[-8:]) <= set("0123456789abcdef")

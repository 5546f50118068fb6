"""Which pictures there are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chickenscratch.company import seated
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.view import view_of
from chickenscratch.store.records import RecordedGame
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui import pictures_games as games
from chickenscratch.tui import pictures_host as host
from chickenscratch.tui import pictures_pages as pages
from chickenscratch.tui.pictures import MINI, SIZES, Picture, Stage
from chickenscratch.tui.pictures_games import LEVEL, NAMES, Position
from chickenscratch.tui.screens.home import HomeScreen
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.replay import ReplayScreen
from chickenscratch.tui.screens.replay_frames import frames_of
from chickenscratch.tui.screens.reveal import RevealScreen
from chickenscratch.tui.screens.rules import RulesScreen
from chickenscratch.tui.screens.setup import SetupScreen


async def _home(stage: Stage) -> None:
    await stage.show(HomeScreen(games.saves()))


async def _setup(stage: Stage) -> None:
    seats = seated(NAMES[:1], [LEVEL] * 3)
    screen = SetupScreen(TableSetup(PRESETS["chicken-foot"].rules, seats))
    await stage.show(screen)
    screen.action_mark(next(i for i, row in enumerate(screen.rows) if row.name == "arms"))
    await stage.press("left")


async def _rules(stage: Stage) -> None:
    await stage.show(RulesScreen(PRESETS["chicken-foot"].rules, 4))


async def _scratch(stage: Stage) -> None:
    await stage.table(games.position("chicken-scratch", 4, "5", games.middle))


async def _hungry(stage: Stage) -> None:
    await stage.table(games.position("chicken-foot", 4, "3", games.hungry))
    await stage.press("up")


async def _full_hub(stage: Stage) -> None:
    await stage.table(games.position("chicken-foot", 6, "2", games.full_hub))


async def _crowded(stage: Stage) -> None:
    await stage.table(games.position("classic", 4, "4", games.crowded))


async def _curtain(stage: Stage) -> None:
    await stage.table(games.position("chicken-scratch", 3, "7", games.passed_on), people=2)


def _update(position: Position) -> Update:
    count = position.game.seats
    seats = tuple(
        SeatInfo(name, LEVEL if i else None, True) for i, name in enumerate(NAMES[:count])
    )
    return Update(1, view_of(position.game, 0), position.last, seats)


async def _reveal(stage: Stage) -> None:
    position = games.position("classic", 4, "21", games.round_over)
    await stage.table(position)
    await stage.show(RevealScreen(_update(position), NAMES[:4], 0, motion=False))


def _kept(stage: Stage, preset: str, seed: str) -> RecordedGame:
    """A game of four that is kept where it can be exported."""
    stage.app.exports = Path("exports")
    return RecordedGame(games.record(preset, 4, seed), ())


async def _podium(stage: Stage) -> None:
    position = games.position("chicken-foot", 4, "8", games.over)
    screen = PodiumScreen(_update(position), NAMES[:4], 0)
    await stage.show(screen)
    screen.game = _kept(stage, "chicken-foot", "8")
    screen.show()


async def _replay(stage: Stage) -> None:
    game = _kept(stage, "chicken-scratch", "9")
    frames = frames_of(game.record)
    await stage.show(ReplayScreen(game.record.header, frames, at=60, title="evening", game=game))


SCREENS: Final = (
    Picture("home", _home),
    Picture("setup", _setup),
    Picture("rules", _rules),
    Picture("scratch", _scratch),
    Picture("hungry-foot", _hungry),
    Picture("full-hub", _full_hub),
    Picture("crowded", _crowded),
    Picture("curtain", _curtain),
    Picture("reveal", _reveal),
    Picture("podium", _podium),
    Picture("replay", _replay),
    Picture("mini", _scratch, (MINI,)),
    Picture("lobby", host.lobby_pose, (*SIZES, MINI)),
    Picture("waiting-room", host.room_pose),
    Picture("table-with-others", host.table_pose, (*SIZES, MINI)),
)
"""The screens at their usual sizes, in the order one meets them."""

ALSO_ITALIAN: Final = frozenset(
    (
        "home", "setup", "rules", "hungry-foot", "curtain", "reveal", "podium", "replay", "lesson",
        "watch", "games", "statistics", "score-keeper", "settings",
    )
)  # fmt: skip
PICTURES: Final = (
    *SCREENS,
    *pages.PAGES,
    *pages.themed(_hungry),
    *pages.in_italian(p for p in (*SCREENS, *pages.PAGES) if p.name in ALSO_ITALIAN),
)
"""All of them: the screens, the pages beside the table, every theme, and some in Italian."""

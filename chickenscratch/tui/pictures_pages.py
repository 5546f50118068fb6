"""Pictures of the screens beside the table; the themes; and the screens in Italian."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.config import ThemeName
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.record import RecordSeat
from chickenscratch.core.view import SeatView
from chickenscratch.store import SavedGame, ShelfList
from chickenscratch.store.keeper import SheetShelf
from chickenscratch.store.outcomes import outcome_of
from chickenscratch.store.records import RecordedGame
from chickenscratch.tui import pictures_games as games
from chickenscratch.tui.pictures import SETTINGS, TERMINAL, Picture, Pose, Stage
from chickenscratch.tui.pictures_games import LEVEL, NAMES
from chickenscratch.tui.screens.export import ExportScreen, GameSource
from chickenscratch.tui.screens.history import HistoryScreen
from chickenscratch.tui.screens.keeper import KeeperScreen
from chickenscratch.tui.screens.lesson import LessonScreen
from chickenscratch.tui.screens.proof import ProofScreen, deal_of_record
from chickenscratch.tui.screens.settings import SettingsScreen
from chickenscratch.tui.screens.statistics import StatisticsScreen
from chickenscratch.tui.screens.watch import WatchScreen
from chickenscratch.tui.terminal import Colors

USUAL: Final = (80, 24)
WIDE: Final = (120, 40)
TWO: Final = (USUAL, WIDE)
NOW: Final = datetime(2025, 11, 30, 20, 15, tzinfo=UTC)


class Simple:
    """A brain that answers at once, whatever level is asked for."""

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, LEVEL)


async def look_back(stage: Stage) -> None:
    await stage.table(games.position("chicken-foot", 4, "3", games.hungry))
    await stage.press("comma", "comma", "comma")


async def watch(stage: Stage) -> None:
    screen = WatchScreen(Simple(), stage.app.settings, seed="9".rjust(64, "0"))
    await stage.show(screen)
    for _ in range(13):
        screen.tempo.step()
        await stage.pilot.pause()
    stage.clock.go(10)


async def lesson(stage: Stage) -> None:
    await stage.show(LessonScreen(2, stage.app.settings))
    stage.clock.go(10)


async def settings(stage: Stage) -> None:
    await stage.show(SettingsScreen())


async def proof(stage: Stage) -> None:
    await stage.show(ProofScreen(deal_of_record(games.record("chicken-scratch", 4, "9"))))


async def statistics(stage: Stage) -> None:
    wanted = [("chicken-scratch", 4, f"{n:x}") for n in range(1, 7)]
    wanted += [("chickie-sixes", 2, f"{n:x}") for n in range(1, 5)]
    found = [outcome_of(games.record(preset, seats, seed)) for preset, seats, seed in wanted]
    await stage.show(StatisticsScreen([one for one in found if one is not None], NAMES[0]))


async def keeper(stage: Stage) -> None:
    rounds = ((0, 31, 12, 7), (18, 0, 66, 4), (5, 23, 0, 40))
    with tempfile.TemporaryDirectory() as folder:
        kept = SheetShelf(Path(folder)).new(PRESETS["classic"].rules, NAMES[:4], now=NOW)
        for number, scores in enumerate(rounds, 1):
            kept.write(number, 10 - number, scores, scores.index(0))
        await stage.show(KeeperScreen(kept))
        await stage.press("1", "1", "tab")
        kept.close()


async def games_kept(stage: Stage) -> None:
    await stage.show(HistoryScreen(_shelf()))
    await stage.press("down", "down")


async def export(stage: Stage) -> None:
    folder = Path("/home/anna/.local/share/chickenscratch/exports")
    game = RecordedGame(games.record("chicken-scratch", 4, "9"), ())
    screen = ExportScreen(GameSource(game), folder)
    screen.written = [folder / "2025-11-30-chicken-scratch.log.txt"]
    screen.at = 5
    await stage.show(screen)


def _shelf() -> ShelfList:
    """Games of a few evenings, the newest first."""
    evenings = (
        ("chicken-foot", 4, 3, (44, 61, 28, 70)),
        ("chicken-scratch", 3, 7, (31, 54, 80)),
        ("classic", 4, 10, (143, 214, 201, 158)),
        ("chickie-sixes", 2, 7, (62, 47)),
        ("chicken-scratch", 4, 7, (90, 33, 52, 71)),
        ("eight-legged", 5, 13, (210, 187, 244, 301, 166)),
    )
    found = []
    for day, (preset, seats, number, totals) in enumerate(evenings):
        who = tuple(RecordSeat(name, LEVEL if i else None) for i, name in enumerate(NAMES[:seats]))
        then = NOW.replace(day=30 - 2 * day)
        rounds = PRESETS[preset].rules.game_rounds
        over = number >= rounds
        found.append(
            SavedGame(
                Path(f"{day}.chicken.jsonl"), preset, who, min(number, rounds), rounds,
                None if over else 0, totals, over, f"{then:%Y-%m-%dT%H:%M:%SZ}", then,
            )
        )  # fmt: skip
    return ShelfList(tuple(found), ())


def themed(pose: Pose) -> list[Picture]:
    """A pose in every theme, and where there are few colours or letters."""
    found = [
        Picture(
            f"theme-{theme}", pose, (WIDE,), settings=SETTINGS.model_copy(update={"theme": theme})
        )
        for theme in ThemeName
    ]
    few = {"sixteen-colours": Colors.SIXTEEN, "no-colours": Colors.NONE}
    found += [
        Picture(name, pose, (WIDE,), terminal=replace(TERMINAL, colors=colors))
        for name, colors in few.items()
    ]
    ascii_only = SETTINGS.model_copy(update={"ascii": True})
    return [*found, Picture("ascii", pose, (WIDE,), settings=ascii_only)]


def in_italian(pictures: Iterable[Picture]) -> list[Picture]:
    """The same pictures at the usual size, in the other language."""
    return [
        replace(one, name=f"it-{one.name}", sizes=(USUAL,), language="it")
        for one in pictures
        if USUAL in one.sizes
    ]


PAGES: Final = (
    Picture("look-back", look_back, TWO),
    Picture("lesson", lesson, TWO),
    Picture("watch", watch, TWO),
    Picture("games", games_kept, TWO),
    Picture("export", export, (USUAL,)),
    Picture("proof", proof, (USUAL,)),
    Picture("statistics", statistics),
    Picture("score-keeper", keeper, TWO),
    Picture("settings", settings, TWO),
)
"""The screens beside the table, in the order one meets them."""

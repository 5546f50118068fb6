"""The replay: its frames by themselves, then the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest
from fakes import FakeClock
from textual.pilot import Pilot

from chickenscratch.config import Settings
from chickenscratch.core.actions import Deal, Play
from chickenscratch.core.record import (
    ActionLine,
    GameRecord,
    RecordError,
    RecordSeat,
    format_line,
    header_line,
    lines_for,
    read_games,
)
from chickenscratch.core.state import Game
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.pictures_games import moments
from chickenscratch.tui.screens.replay import ReplayScreen
from chickenscratch.tui.screens.replay_frames import (
    Frame,
    doubles_laid,
    frames_of,
    next_lap,
    next_round,
    round_starts,
    time_bar,
)
from chickenscratch.tui.widgets.board import Board

NAMES = ("Anna", "[/", "Carla", "Dina")


def lines(seats: int = 4) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for action, outcome in moments("chicken-scratch", seats, "9"):
        if not found:
            who = [RecordSeat(name, "random") for name in NAMES[:seats]]
            found.append(header_line(outcome.game, who, "2026-11-30T20:15:00Z"))
        found += lines_for(action, outcome)
    return found


def read(found: list[dict[str, Any]]) -> GameRecord:
    return next(read_games([format_line(line) for line in found]))


@cache
def game() -> tuple[GameRecord, tuple[Frame, ...]]:
    record = read(lines())
    return record, frames_of(record)


def test_a_frame_for_everything_that_happens_and_none_for_results():
    record, frames = game()
    acts = [e for _line, e in record.entries if isinstance(e, ActionLine)]
    assert len(frames) == len(acts) + 7  # seven deals
    assert frames[-1].game.over
    assert [frames[i].number for i in round_starts(frames)] == list(range(1, 8))


def test_what_was_taken_back_is_a_step_of_its_own():
    whole = lines()
    undone = [*whole[:8], {"act": "undo", "lines": 2}, *whole[6:]]
    frames = frames_of(read(undone))
    assert len(frames) == len(game()[1]) + 3
    back = next(frame for frame in frames if frame.action is None)
    assert back.game == frames[4].game
    assert back.story == frames[4].story
    assert frames[-1].game.results == game()[1][-1].game.results


def test_a_broken_record_is_refused():
    broken = lines()
    broken[5]["seat"] = (broken[5]["seat"] + 1) % 4
    with pytest.raises(RecordError):
        frames_of(read(broken))


def test_laps_and_rounds():
    _record, frames = game()
    at = next(i for i, frame in enumerate(frames) if frame.actor == 2)
    lap = next_lap(frames, at, 1)
    assert frames[lap].actor == 2
    assert next_lap(frames, lap, -1) == at
    starts = round_starts(frames)
    assert next_round(frames, starts[2] + 3, -1) == starts[2]
    assert next_round(frames, starts[2], -1) == starts[1]
    assert next_round(frames, starts[2] + 3, 1) == starts[3]
    assert next_round(frames, len(frames) - 1, 1) == len(frames) - 1
    assert next_lap(frames, len(frames) - 1, 1) == len(frames) - 1


def test_doubles_are_counted_by_whoever_laid_them():
    _record, frames = game()
    plays = [f.action for f in frames if isinstance(f.action, Play) and f.action.tile.is_double]
    assert plays
    assert doubles_laid(frames) == tuple(sum(p.seat == s for p in plays) for s in range(4))


@pytest.mark.parametrize("width", [2, 36, 78, 198])
def test_every_part_of_the_time_bar_leads_somewhere(width: int):
    _record, frames = game()
    for at in (0, len(frames) // 2, len(frames) - 1):
        bar = time_bar(frames, at, width)
        assert len(bar) == width
        assert sum(span.text == "#" for span in bar) == 1
        jumps = [int(span.act.removeprefix("jump(").removesuffix(")")) for span in bar]
        assert all(0 <= to < len(frames) for to in jumps)


@asynccontextmanager
async def replaying(
    size: tuple[int, int] = (80, 24), at: int = 0
) -> AsyncIterator[tuple[Pilot[Any], ReplayScreen, FakeClock, list[None]]]:
    record, frames = game()
    clock, closed = FakeClock(), list[None]()
    app = ChickenApp(settings=Settings(), clock=clock)
    async with app.run_test(size=size) as pilot:
        screen = ReplayScreen(record.header, frames, at=at, title="x.chicken.jsonl")
        await app.push_screen(screen, closed.append)
        await pilot.pause()
        yield pilot, screen, clock, closed


def text(screen: ReplayScreen, pane: str) -> str:
    found: list[str] = screen.query_one(f"#{pane}").shown  # type: ignore[attr-defined]
    return "\n".join(found)


async def test_stepping_never_skips():
    async with replaying() as (pilot, screen, _clock, _closed):
        for step in range(1, 12):
            await pilot.press(".")
            assert screen.at == step
            assert f"step {step + 1} of" in text(screen, "page-head")
            assert len(screen.query_one(Board)._picture.spots) == len(_laid(screen.frame.game))
        await pilot.press(",")
        assert screen.at == 10
        await pilot.press("home", ",")
        assert screen.at == 0
        await pilot.press("end", ".")
        assert screen.at == len(screen.frames) - 1


def _laid(game: Game) -> tuple[Any, ...]:
    return game.round.laid if game.round is not None else ()


async def test_rounds_laps_and_the_time_bar():
    async with replaying() as (pilot, screen, _clock, _closed):
        starts = round_starts(screen.frames)
        await pilot.press("down")
        assert screen.at == starts[1]
        await pilot.press("right", "greater_than_sign")
        assert screen.frames[screen.at].actor == screen.frames[starts[1] + 1].actor
        await pilot.press("up", "up")
        assert screen.at == starts[0]
        bar = screen.query_one("#bar").region
        await pilot.click(offset=(bar.right - 1, bar.y))
        await pilot.pause()
        assert screen.at == len(screen.frames) - 1


async def test_it_plays_by_itself_and_pauses():
    async with replaying(at=3) as (pilot, screen, clock, _closed):
        await pilot.press("space")
        assert screen.playing
        clock.go(1)
        assert screen.at == 4
        await pilot.press("+")
        clock.go(0.5)
        clock.go(0.5)
        assert screen.at == 6
        await pilot.press("space")
        clock.go(60)
        assert screen.at == 6
        await pilot.press("end", "space")
        assert screen.at == 0
        await pilot.press("end")
        clock.go(60)
        assert not screen.playing


async def test_all_hands_or_one_players_eyes():
    async with replaying(at=5) as (pilot, screen, _clock, _closed):
        hands = text(screen, "hands")
        assert all(name in hands for name in NAMES)
        await pilot.press("v")
        assert "as Anna saw it" in text(screen, "page-head")
        assert "Carla" not in text(screen, "hands")
        await pilot.press("v")
        assert "as [/ saw it" in text(screen, "page-head")
        await pilot.press("v", "v", "v")
        assert screen.seen_by is None


@pytest.mark.parametrize("size", [(40, 12), (120, 40), (200, 60)])
async def test_sizes_and_leaving(size: tuple[int, int]):
    async with replaying(size, at=40) as (pilot, screen, _clock, closed):
        assert screen.query_one(Board).size.height >= 2
        await pilot.press("z", "z", "q")
        assert closed == [None]


def test_deals_are_no_seats_acts():
    _record, frames = game()
    assert isinstance(frames[0].action, Deal)
    assert frames[0].actor is None

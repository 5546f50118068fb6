"""The end of a game: places, records, scores, and the proof."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fakes import NAMES, FakeClock
from test_reveal_screen import INK, ended, text
from textual.pilot import Pilot

from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.state import EndReason, RoundResult
from chickenscratch.core.view import SeatView
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens import podium_lines
from chickenscratch.tui.screens.copy_text import CopyTextScreen
from chickenscratch.tui.screens.podium import PodiumScreen
from chickenscratch.tui.screens.proof import ProofScreen
from chickenscratch.tui.widgets.pane import width_of

OVER = ended(rounds=99)


def scored(*rounds: tuple[int, ...], **rules: Any) -> SeatView:
    """A finished game with these scores."""
    results = tuple(
        RoundResult(n, 7 - n, EndReason.OUT, score.index(0) if 0 in score else None,
                    ((),) * len(score), (), score)
        for n, score in enumerate(rounds, 1)
    )  # fmt: skip
    base = PRESETS["chicken-scratch"].rules
    short = make_rules({"rounds": len(rounds), **rules}, base)
    return OVER.view._replace(rules=short, seats=len(rounds[0]), results=results)


def drawn(view: SeatView, width: int = 76, *, high: bool = True) -> list[str]:
    return text(podium_lines.podium(view, NAMES[: view.seats], 0, width, INK, high=high))


def test_the_lowest_total_stands_highest():
    rows = drawn(scored((5, 1, 9, 20), (5, 0, 9, 20)))
    heights = {n: next(y for y, row in enumerate(rows) if n in row) for n in NAMES[:4]}
    assert heights["Bruno"] < heights["Anna"] < heights["Carla"] < heights["Dina"]
    assert "4th" in rows[heights["Dina"]]


def test_ties_share_a_step():
    rows = drawn(scored((5, 1, 1, 20), (5, 0, 0, 20)))
    assert "\n".join(rows).count("1st") == 1
    assert "2nd" not in "\n".join(rows)
    assert podium_lines.ranks(scored((3, 3, 9), (0, 0, 9))) == (1, 1, 3)


def test_where_a_rule_breaks_the_tie_the_winner_stands_alone():
    view = scored((4, 2, 9), (0, 2, 9), ties="zero-rounds")
    assert podium_lines.ranks(view) == (1, 2, 3)


def test_a_crowd_is_a_list():
    rows = drawn(scored((1, 1, 1, 1), (1, 1, 1, 1)))
    assert len(rows) == 4
    assert all("1st" in row for row in rows)


@pytest.mark.parametrize("width", [36, 76, 110])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_everything_fits(width: int, seats: int):
    view = ended("chicken-foot", seats, 99).view
    names = NAMES[:seats]
    lines = podium_lines.podium(view, names, 0, width, INK, high=False)
    lines += podium_lines.award_lines(podium_lines.awards(view, names), width)
    lines += podium_lines.score_lines(view, names, 0, width)
    lines += podium_lines.proof_lines(view, "ab" * 32, width)
    assert all(width_of(row) <= width for row in lines)


def test_what_is_remembered():
    view = scored((5, 0, 9, 20), (5, 1, 0, 31), (6, 2, 9, 20))
    found = {a.title: a.words for a in podium_lines.awards(view, NAMES[:4], [1, 4, 4, 0])}
    assert found["Most Chickies"] == "Bruno and Carla 4"
    assert found["Went out most"] == "Bruno and Carla 1"
    assert found["Heaviest hand"] == "Dina 31 in R2"
    assert found["Closest round"] == "R3, 18 points apart"
    assert found["Steadiest"] == "Bruno, never above 2"


def test_every_round_is_in_the_score_lines():
    view = scored((5, 0, 9), (5, 1, 0))
    rows = text(podium_lines.score_lines(view, NAMES[:3], 0, 76))
    assert rows[0].split() == ["Bruno", "0", "1", "=", "1"]
    assert rows[2].split() == ["Anna", "5", "5", "=", "10"]


@asynccontextmanager
async def showing(
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Pilot[Any], PodiumScreen, list[str | None]]]:
    answers: list[str | None] = []
    app = ChickenApp(settings=Settings(), clock=FakeClock())
    async with app.run_test(size=size) as pilot:
        screen = PodiumScreen(OVER, NAMES[:4], 0)
        await app.push_screen(screen, answers.append)
        await pilot.pause()
        yield pilot, screen, answers


async def test_the_seed_is_opened():
    async with showing() as (_pilot, screen, _answers):
        shown = "\n".join(screen.roll.shown)
        for half in (OVER.view.commitment[:32], OVER.view.commitment[32:]):
            assert half in shown  # all of it, even where a row is too narrow
        assert "5eed" * 8 in shown
        screen.roll.to_end()
        shown = "\n".join(screen.roll.shown)
        assert "chickenscratch commitment 1" in shown


@pytest.mark.parametrize(("key", "answer"), [("r", "rematch"), ("s", "sheet"), ("q", "leave")])
async def test_ways_out(key: str, answer: str):
    async with showing() as (pilot, _screen, answers):
        await pilot.press("enter", "space", key)
        assert answers == [answer]


async def test_the_proof_and_the_result_to_copy():
    async with showing() as (pilot, screen, answers):
        await pilot.press("p")
        assert isinstance(pilot.app.screen, ProofScreen)
        await pilot.press("escape", "y")
        assert isinstance(pilot.app.screen, CopyTextScreen)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert answers == []


@pytest.mark.parametrize("size", [(40, 12), (120, 40), (200, 60)])
async def test_sizes(size: tuple[int, int]):
    async with showing(size) as (pilot, screen, _answers):
        await pilot.press("end")
        assert any("verify" in row for row in screen.roll.shown)

"""The coach at the table: three steps, marked for all, off where it is not wanted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from scenes import SCRATCH, position, tiles
from sitting import Sitting, sitting

from chickenscratch.bots.advice import advise, choice_of
from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.bots.review import assess
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.coach import Advice, Assessed
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView
from chickenscratch.locale import using
from chickenscratch.locale.coach import IDEAS, choice_words
from chickenscratch.table.link import Assist
from chickenscratch.tui.screens.coach import CoachScreen

FREE = "6-6 6-1@6 6-2@6 6-5@6 6-4@6"


class QuickCoach:
    """Thinks here and now, or waits until it is told to."""

    def __init__(self, *, waits: bool = False, silent: bool = False) -> None:
        self.go = asyncio.Event()
        self.cancelled = 0
        self.asked: list[SeatView] = []
        self._silent = silent
        if not waits:
            self.go.set()

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)

    async def advise(self, view: SeatView, nodes: int) -> Advice | None:
        self.asked.append(view)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return None if self._silent else advise(view, 500)

    async def assess(
        self, game: Game, after: Game, made: SeatAction, nodes: int
    ) -> Assessed | None:
        return assess(game, after, made.seat, choice_of(made), 300)


def a_game() -> Game:
    return position(SCRATCH, FREE, ["5-4 5-3 2-0 4-4", "4-0 3-1 2-2"], "3-3 3-0 1-1", turn=0)


@asynccontextmanager
async def coached(
    coach: QuickCoach | None = None, *, size: tuple[int, int] = (80, 24), play_bots: bool = False
) -> AsyncIterator[Sitting]:
    async with sitting(a_game(), size=size, play_bots=play_bots) as sit:
        sit.app.coach = coach or QuickCoach()
        sit.table.coached = True
        for link in sit.table.links:
            link.show(())
        await sit.pilot.pause()
        yield sit


async def settle(sit: Sitting) -> None:
    for _ in range(3):
        await sit.pilot.pause()


async def test_three_steps() -> None:
    async with coached() as sit:
        advice = advise(sit.screen.latest.view, 500)
        best = advice.best
        await sit.press("t")
        await settle(sit)
        assert IDEAS[best.reasons[0].kind] in sit.line("duty")
        assert not any(str(tile) in sit.line("duty") for tile in sit.screen.scene.view.hand)
        await sit.press("t")
        assert sit.screen.mind.lifted == best.choice.tile
        option = sit.screen.scene.options(sit.screen.mind.lifted)[sit.screen.mind.choice]  # type: ignore[arg-type]
        assert option.on == best.choice.on
        assert choice_words(best.choice) in sit.line("duty")
        await sit.press("t")
        screen = sit.app.screen
        assert isinstance(screen, CoachScreen)
        for ranked in advice.ranking:
            assert choice_words(ranked.choice) in sit.everything
        assert "imagined rounds" in sit.everything
        await sit.press("t")
        assert sit.app.screen is sit.screen
        await sit.press("t")
        assert isinstance(sit.app.screen, CoachScreen)


async def test_it_is_marked_for_everybody() -> None:
    async with coached(size=(120, 40)) as sit:
        assert "Annat" not in sit.line("side").replace(" ", "")
        await sit.press("t")
        await settle(sit)
        assert sit.table.links[0].asked == [Assist(0)]
        assert sit.screen.latest.seats[0].assisted
        assert not sit.screen.latest.seats[1].assisted
        await sit.press("escape")
        table = sit.table
        table.do(_first_play(sit))
        await settle(sit)
        assert "Annat" in sit.line("side").replace(" ", "")


def _first_play(sit: Sitting) -> SeatAction:
    from chickenscratch.core.actions import Play

    legal = sit.screen.latest.view.legal
    assert legal is not None
    move = legal.moves[0]
    return Play(0, move.tile, move.on, move.places[0])


async def test_where_there_is_no_coach() -> None:
    async with coached() as sit:
        sit.table.coached = False
        sit.table.links[0].show(())
        await sit.pilot.pause()
        await sit.press("t")
        assert "There is no coach at this table." in sit.line("duty")
        assert "t tip" not in sit.line("footer")
        sit.table.coached = True
        sit.table.links[0].show(())
        await sit.pilot.pause()
        assert "t tip" in sit.line("footer")
        sit.app.coach = None
        await sit.press("t")
        assert "There is no coach at this table." in sit.line("duty")


async def test_it_is_asked_at_the_own_turn_only() -> None:
    async with coached() as sit:
        sit.table.do(_first_play(sit))
        await settle(sit)
        await sit.press("t")
        assert "It is not your turn." in sit.line("duty")
        assert sit.table.links[0].asked == []


async def test_thinking_ends_when_the_position_changes() -> None:
    coach = QuickCoach(waits=True)
    async with coached(coach) as sit:
        await sit.press("t")
        await settle(sit)
        assert "thinking" in sit.line("duty")
        await sit.press("t")
        assert len(coach.asked) == 1
        sit.table.do(_first_play(sit))
        await settle(sit)
        assert coach.cancelled == 1
        assert "thinking" not in sit.line("duty")


async def test_no_answer() -> None:
    async with coached(QuickCoach(silent=True)) as sit:
        await sit.press("t")
        await settle(sit)
        assert "no answer" in sit.line("duty")
        sit.app.coach = QuickCoach()
        await sit.press("t")
        await settle(sit)
        assert "no answer" not in sit.line("duty")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_reason_stands_near_the_hand(size: tuple[int, int]) -> None:
    async with coached(size=size) as sit:
        await sit.press("t")
        await settle(sit)
        await sit.press("t")
        told = sit.line("ticker") + sit.line("advice") + sit.line("duty")
        best = advise(sit.screen.latest.view, 500).best
        assert choice_words(best.choice) in told


async def test_what_if() -> None:
    """The lifted tile shows the ends and the points it would leave."""
    async with coached() as sit:
        await sit.press("5", "4")
        assert sit.screen.mind.lifted == tiles("5-4")[0]
        assert "What if 5-4: open ends" in sit.line("news")
        assert "18 points left" in sit.line("news")


async def test_in_italian() -> None:
    with using("it"):
        async with coached() as sit:
            await sit.press("t")
            await settle(sit)
            await sit.press("t", "t")
            assert "LA CLASSIFICA DELL'ALLENATORE" in sit.everything


async def test_where_there_is_no_choice_nobody_needs_help() -> None:
    game = position(SCRATCH, FREE, ["3-3", "4-0 3-1 2-2"], "3-0 1-1", turn=0)
    async with sitting(game, play_bots=False) as sit:
        sit.app.coach = QuickCoach()
        sit.table.coached = True
        sit.table.links[0].show(())
        await sit.pilot.pause()
        await sit.press("t")
        assert "only one thing to do" in sit.line("duty")
        assert sit.table.links[0].asked == []

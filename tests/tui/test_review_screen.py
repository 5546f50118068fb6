"""Looking back on the screen: known bit by bit, chosen, tried again, left in the middle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fakes import FakeClock
from recorded import game_lines, record_of, unfinished
from textual.pilot import Pilot
from textual.screen import Screen

from chickenscratch.bots.advice import choice_of
from chickenscratch.bots.base import Company
from chickenscratch.bots.levels import decide
from chickenscratch.bots.review import assess
from chickenscratch.core.actions import SeatAction
from chickenscratch.core.coach import Advice, Assessed
from chickenscratch.core.record import Line, RecordSeat, format_line
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView
from chickenscratch.locale.review import decision_line, graph_rows
from chickenscratch.store.records import RecordedGame
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.review import ReviewScreen
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.screens.what_next import BranchOff


class SlowCoach:
    """Looks back as far as it is let."""

    def __init__(self, moments: int = 10**6, *, gives_up: bool = False) -> None:
        self.left = moments
        self.cancelled = False
        self._gives_up = gives_up

    async def choose(self, view: SeatView, level: str, *, company: Company) -> SeatAction:
        return decide(view, level, company=company)

    async def advise(self, view: SeatView, nodes: int) -> Advice | None:
        raise NotImplementedError

    async def assess(
        self, game: Game, after: Game, made: SeatAction, nodes: int
    ) -> Assessed | None:
        if not self.left:
            if self._gives_up:
                return None
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled = True
                raise
        self.left -= 1
        return assess(game, after, made.seat, choice_of(made), 1000)


def recorded(lines: list[Line]) -> RecordedGame:
    text = tuple(map(format_line, lines))
    return RecordedGame(record_of(lines), text, "game")


@asynccontextmanager
async def looking_back(
    coach: SlowCoach | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    game: RecordedGame | None = None,
    number: int | None = None,
) -> AsyncIterator[tuple[ReviewScreen, Pilot[Any], list[BranchOff | None]]]:
    given: list[BranchOff | None] = []
    screen = ReviewScreen(game or recorded(game_lines(private=False)), number=number)
    app = ChickenApp(Screen(), clock=FakeClock())
    async with app.run_test(size=size) as pilot:
        app.coach = coach or SlowCoach()
        app.push_screen(screen, given.append)
        await pilot.pause()
        for _ in range(200):
            if screen.complete or screen.news or not app.coach.left:  # type: ignore[attr-defined]
                break
            await pilot.pause()
        await pilot.pause()
        yield screen, pilot, given


def words(screen: ReviewScreen) -> str:
    head = "\n".join(screen.query_one("#page-head").shown)  # type: ignore[attr-defined]
    strips = screen._compositor.render_strips()
    return head + "\n" + "\n".join(strip.text for strip in strips)


async def test_everything_is_judged_and_told() -> None:
    async with looking_back(size=(120, 60)) as (screen, _pilot, _given):
        assert screen.complete
        review = screen.review
        assert review is not None
        said = words(screen)
        for name in screen.names:
            assert name in said
        assert "Turning points" in said
        for decision in review.turning:
            assert decision_line(decision, screen.names)[:50] in said
        assert "judged 1" not in said


async def test_a_decision_is_tried_again() -> None:
    async with looking_back() as (screen, pilot, given):
        assert screen.review is not None
        await pilot.press("down")
        chosen = screen.shown[1]
        assert screen.chosen == chosen
        await pilot.press("b")
        await pilot.pause()
        assert given == [BranchOff(screen.game, chosen.line - 1, chosen.seat)]


async def test_in_a_game_that_goes_on_the_round_is_played_on_for_practice() -> None:
    game = recorded(unfinished(game_lines()))
    async with looking_back(game=game, number=1) as (screen, pilot, given):
        assert screen.review is not None
        assert [part.number for part in screen.review.rounds] == [1]
        await pilot.press("a")
        chosen = screen.chosen
        assert chosen is not None
        await pilot.press("b")
        for _ in range(5):
            await pilot.pause()
        table = screen.app.screen
        assert isinstance(table, TableScreen)
        view = table.latest.view
        assert (view.seat, view.number) == (chosen.seat, 1)
        before = screen.moments[chosen.moment].before
        assert before.round is not None
        assert view.hand == before.round.hands[chosen.seat]
        assert view.game_id != before.game_id
        assert view.rules.game_rounds == 1
        table.dismiss("leave")
        await pilot.pause()
        assert screen.app.screen is screen
        assert given == []


async def test_rounds_players_and_all_decisions() -> None:
    async with looking_back(size=(100, 50)) as (screen, pilot, _given):
        assert screen.review is not None
        few = len(screen.shown)
        await pilot.press("a")
        assert len(screen.shown) > few
        await pilot.press("right")
        assert screen.round == 1
        assert {d.round for d in screen.shown[len(screen.review.turning) :]} == {1}
        await pilot.press("v")
        assert screen.seen_by == 0
        assert "█" in words(screen) or "─" in words(screen)
        assert {d.seat for d in screen.shown[len(screen.review.turning) :]} == {0}
        await pilot.press("left")
        assert screen.round is None
        await pilot.press("v", "v", "v")
        assert screen.seen_by is None


async def test_leaving_ends_the_thinking() -> None:
    coach = SlowCoach(5)
    async with looking_back(coach) as (screen, pilot, given):
        await pilot.pause()
        assert "judged 5 of" in words(screen)
        await pilot.press("q")
        await pilot.pause()
        assert given == [None]
        assert coach.cancelled


async def judged(screen: ReviewScreen, pilot: Pilot[Any]) -> AsyncIterator[list[str]]:
    """The rest of the game, one decision after the other; gives what is on the page each time."""
    for moment in screen.moments[len(screen.assessed) :]:
        made = moment.made
        found = assess(moment.before, moment.after, made.seat, choice_of(made), 1000)
        screen.assessed.append(found)
        screen._take_in()
        await pilot.pause()
        yield screen.roll.shown


def of_bots() -> RecordedGame:
    """Everybody's decisions can be turning points."""
    seats = [RecordSeat(name, "random") for name in ("Anna", "Bruno", "Carla")]
    return recorded(game_lines(private=False, seats=seats))


async def test_the_page_stays_at_its_head_until_somebody_scrolls() -> None:
    async with looking_back(SlowCoach(4), game=of_bots()) as (screen, pilot, _given):
        async for _rows in judged(screen, pilot):
            assert screen.roll.top == 0
        assert screen.review is not None
        assert screen.chosen == screen.review.turning[0]


async def test_the_chosen_decision_stays_where_it_is() -> None:
    async with looking_back(SlowCoach(12), game=of_bots()) as (screen, pilot, _given):
        assert screen.review is not None
        await pilot.press(*["down"] * 5)
        chosen, turning = screen.chosen, len(screen.review.turning)
        assert chosen is not None
        mark = next(y for y, row in enumerate(screen.roll.shown) if row.startswith(">"))
        tops = {screen.roll.top}
        async for rows in judged(screen, pilot):
            assert screen.chosen is not None
            assert screen.chosen.moment == chosen.moment
            assert rows[mark].startswith(">")
            tops.add(screen.roll.top)
        assert len(screen.review.turning) > turning
        assert len(tops) > 1, "more has been said above it"


async def test_what_is_read_stays_where_it_is() -> None:
    async with looking_back(SlowCoach(12), game=of_bots()) as (screen, pilot, _given):
        await pilot.press("pagedown", "pagedown")
        before = screen.roll.shown
        async for rows in judged(screen, pilot):
            pairs = zip(before, rows, strict=True)
            same = [old for old, new in pairs if old[:70].rstrip() == new[:70].rstrip()]
            assert any(row[:70].strip() for row in same)
            before = rows


async def test_a_coach_that_stops() -> None:
    async with looking_back(SlowCoach(4, gives_up=True)) as (screen, pilot, _given):
        await pilot.pause()
        assert "The coach has stopped" in words(screen)
        assert screen.review is not None


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_every_size(size: tuple[int, int]) -> None:
    async with looking_back(size=size) as (screen, pilot, _given):
        for _ in range(6):
            await pilot.press("down")
        assert screen.chosen is not None
        assert decision_line(screen.chosen, screen.names)[:20] in words(screen)


def test_graphs() -> None:
    rows = graph_rows([0.0, 4.0, -4.0], 3, 5)
    assert rows == [("+4.0", " █ "), ("", " █ "), ("0", "───"), ("", "  █"), ("-4.0", "  █")]
    assert graph_rows([0.0], 4, 3, ascii_only=True)[0][1] == "----"
    wide = graph_rows([1.0] * 100, 10, 4)
    assert {len(row) for _, row in wide} == {10}

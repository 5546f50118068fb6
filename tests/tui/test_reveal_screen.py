"""The end of a round: the words and sums by themselves, then the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fakes import NAMES, FakeClock
from textual.pilot import Pilot

from chickenscratch.bots.base import awaited
from chickenscratch.bots.levels import decide
from chickenscratch.bots.simple import HEAVIEST
from chickenscratch.config import Settings
from chickenscratch.core.actions import Deal
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.scoring import hand_value
from chickenscratch.core.state import Game
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import view_of
from chickenscratch.table.link import SeatInfo, Update
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.art.palette import TRUE_COLOUR
from chickenscratch.tui.art.picture import Art
from chickenscratch.tui.screens import reveal_lines
from chickenscratch.tui.screens.reveal import BEAT, RevealScreen
from chickenscratch.tui.widgets.page import Ink
from chickenscratch.tui.widgets.pane import Line, width_of
from chickenscratch.tui.widgets.steady import PAUSE, SteadyPress

INK = Ink(Art.FILLED, TRUE_COLOUR, "#000000")
SEED = "5eed" * 16


def played(preset: str, seats: int, rounds: int, seed: str = SEED) -> tuple[Game, tuple[Any, ...]]:
    """A game after so many rounds, and the events of the act that ended the last of them."""
    game = start_game(PRESETS[preset].rules, seats, seed)
    events: tuple[Any, ...] = ()
    while len(game.results) < rounds and not game.over:
        seat = awaited(game.round) if game.round is not None else None
        action = Deal() if seat is None else decide(view_of(game, seat), HEAVIEST.name)
        outcome = apply(game, action)
        assert isinstance(outcome, Accepted)
        game, events = outcome.game, outcome.events
    return game, events


def ended(
    preset: str = "chicken-scratch", seats: int = 4, rounds: int = 2, seed: str = SEED
) -> Update:
    game, events = played(preset, seats, rounds, seed)
    infos = tuple(SeatInfo(name, None, ready=False) for name in NAMES[:seats])
    return Update(1, view_of(game, 0), events, infos)


def text(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def told(update: Update, width: int = 80, **wishes: Any) -> list[str]:
    seats = update.view.seats
    wishes = {"yard": False} | wishes
    parts = reveal_lines.blocks(update.view, NAMES[:seats], 0, width, INK, **wishes)
    return [row for part in parts for row in text(part)]


def with_hand(update: Update, seat: int, *hand: str) -> Update:
    """The same end, with other tiles left in a hand."""
    view = update.view
    result = view.results[-1]
    tiles = tuple(Tile.parse(word) for word in hand)
    hands = tuple(tiles if s == seat else h for s, h in enumerate(result.hands))
    scores = tuple(
        hand_value(view.rules, tiles) if s == seat else p for s, p in enumerate(result.scores)
    )
    fresh = result._replace(hands=hands, scores=scores)
    return update._replace(view=view._replace(results=(*view.results[:-1], fresh)))


def caught(update: Update) -> int:
    return next(s for s, hand in enumerate(update.view.results[-1].hands) if hand)


def test_every_sum_is_spelled_out_tile_by_tile():
    update = ended()
    seat = caught(update)
    update = with_hand(update, seat, "3-3", "4-1")
    row = next(row for row in told(update) if row.startswith(NAMES[seat]))
    assert "[4|1] [3|3]" in row
    assert "5 + 6  =   11" in row


@pytest.mark.parametrize(
    ("width", "columns"), [(80, 80), (112, 112), (120, 120), (143, 143), (144, 112), (200, 112)]
)
async def test_beside_the_panel_there_is_much_of_the_table_or_nothing(width: int, columns: int):
    async with showing(ended(), size=(width, 40)) as (pilot, screen, _clock, _answers):
        panel = screen.query_one("#reveal")
        assert panel.size.width == columns
        await pilot.press("b")
        await pilot.pause()
        assert panel.size.width == width, "the table is shown, and what can be done below it"


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("width", [36, 76, 110])
def test_every_line_fits_and_the_sums_are_the_sheets(preset: str, width: int, large: bool):
    seats = PRESETS[preset].rules.seats[0]
    update = ended(preset, seats, 2)
    parts = reveal_lines.blocks(update.view, NAMES[:seats], 0, width, INK, yard=True, large=large)
    assert all(width_of(row) <= width for part in parts for row in part)
    for count in reveal_lines.counts(update.view, NAMES[:seats]):
        result = update.view.results[-1]
        assert count.score == result.scores[count.seat]
        if not count.out:
            assert sum(count.values) == count.score


def test_the_lightest_hand_comes_first_and_whoever_went_out_before_it():
    update = ended(rounds=1)
    found = reveal_lines.counts(update.view, NAMES)
    assert [c.score for c in found] == sorted(c.score for c in found)
    if update.view.results[-1].out is not None:
        assert found[0].seat == update.view.results[-1].out


def test_a_house_rule_behind_a_value_is_named():
    update = ended("classic", 4, 1)
    seat = caught(update)
    update = with_hand(update, seat, "8-8", "0-0")
    rows = told(update)
    at = next(i for i, row in enumerate(rows) if row.startswith(NAMES[seat]))
    assert "16 + 50" in rows[at]
    assert "^ the double blank counts 50 at this table" in rows[at + 1]
    assert rows[at + 1].index("^") == rows[at].index("0|0") + 1


def test_places_before_and_now_are_compared():
    rows = told(ended(rounds=2))
    assert any(row.startswith("before") for row in rows)
    assert any(row.startswith("now") for row in rows)
    assert not any(row.startswith("before") for row in told(ended(rounds=1)))


def test_the_yard_can_be_opened():
    update = ended()
    yard = update.view.results[-1].yard
    assert yard
    assert "face down" in " ".join(told(update))
    opened = " ".join(told(update, yard=True))
    assert all(f"[{tile.high}|{tile.low}]" in opened for tile in yard)


def test_names_are_shown_as_they_are_and_never_obeyed():
    update = ended()
    names = ("[/", "[@click=app.quit]x[/]", "\x1b]0;x\x07Carla", "Dina")
    parts = reveal_lines.blocks(update.view, names, 0, 80, INK, yard=False)
    rows = [row for part in parts for row in text(part)]
    assert any(row.startswith("[/ ") for row in rows)
    assert not any("\x1b" in row for row in rows)


@asynccontextmanager
async def showing(
    update: Update, *, motion: bool = False, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], RevealScreen, FakeClock, list[str | None]]]:
    clock, answers = FakeClock(), list[str | None]()
    app = ChickenApp(settings=Settings(), clock=clock)
    async with app.run_test(size=size) as pilot:
        screen = RevealScreen(update, NAMES[: update.view.seats], 0, motion=motion)
        await app.push_screen(screen, answers.append)
        await pilot.pause()
        yield pilot, screen, clock, answers


async def test_hands_appear_one_after_the_other():
    async with showing(ended(), motion=True) as (pilot, screen, clock, answers):
        seen = []
        for _ in range(5):
            seen.append(len([row for row in screen.roll.shown if row.strip()]))
            clock.go(BEAT)
            await pilot.pause()
        assert seen == sorted(seen)
        assert seen[0] < seen[-1]
        assert screen.complete
        assert not answers


async def test_space_shows_everything_and_only_then_goes_on():
    async with showing(ended(), motion=True) as (pilot, screen, clock, answers):
        await pilot.press("space")
        clock.go(PAUSE)
        assert screen.complete
        assert not answers
        await pilot.press("space")
        clock.go(PAUSE)
        await pilot.pause()
        assert answers == ["next"]


async def test_without_motion_everything_is_there_at_once():
    async with showing(ended()) as (_pilot, screen, _clock, answers):
        assert screen.complete
        assert "now" in "\n".join(screen.roll.shown)
        assert not answers


def test_a_held_key_never_goes_on():
    clock, done = FakeClock(), list[int]()
    steady = SteadyPress(clock, lambda: done.append(1))
    for _ in range(100):  # five seconds of a repeating Enter
        steady.press()
        clock.go(0.05)
    assert not done
    clock.go(1)
    assert not done
    steady.press()
    clock.go(PAUSE)
    assert done == [1]


@pytest.mark.parametrize(("key", "answer"), [("s", "sheet"), ("q", "leave")])
async def test_other_ways_out(key: str, answer: str):
    async with showing(ended()) as (pilot, _screen, _clock, answers):
        await pilot.press(key)
        await pilot.pause()
        assert answers == [answer]


async def test_the_table_stays_reachable():
    async with showing(ended()) as (pilot, screen, clock, answers):
        await pilot.press("b")
        await pilot.pause()
        assert not screen.roll.display
        assert "back to the count" in "".join(screen.query_one("#page-foot").shown)  # type: ignore[attr-defined]
        await pilot.press("space")
        clock.go(PAUSE)
        await pilot.pause()
        assert screen.roll.display
        assert not answers


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_it_fits_every_window(size: tuple[int, int]):
    async with showing(ended("chicken-foot", 6, 2), size=size) as (pilot, screen, _clock, _answers):
        assert "END OF ROUND 2" in "\n".join(screen.query_one("#page-head").shown)  # type: ignore[attr-defined]
        await pilot.press("end")
        assert screen.roll.shown


async def test_after_the_last_round_it_leads_to_the_podium():
    async with showing(ended(rounds=99)) as (_pilot, screen, _clock, _answers):
        assert "to the podium" in "".join(screen.query_one("#page-foot").shown)  # type: ignore[attr-defined]

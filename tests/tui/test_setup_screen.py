"""Setting a table up: the draft by itself, what is remembered, and the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from textual import events
from textual.pilot import Pilot

from chickenscratch.bots.levels import LEVELS
from chickenscratch.company import HOUSE_RULES, gentle, house_rules, quick_game, recall, remember
from chickenscratch.config import Settings, SetUp, load
from chickenscratch.core.presets import PRESETS, make_rules, rules_from_toml
from chickenscratch.core.rules import RuleError
from chickenscratch.table.setup import TableSetup
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.rules import RulesScreen
from chickenscratch.tui.screens.setup import SetupScreen
from chickenscratch.tui.screens.setup_draft import HANDS, KINDS, RULE_NAMES, Draft

ANNA = Settings(name="Anna")


def draft(preset: str = "chicken-scratch") -> Draft:
    found = Draft.of(quick_game(ANNA))
    while found.base != preset:
        found = found.with_preset(1)
    return found


def test_a_draft_is_the_set_up_it_was_made_of():
    setup = quick_game(ANNA)
    assert Draft.of(setup).setup() == setup


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_chosen_and_is_unchanged(preset: str):
    found = draft(preset)
    assert not any(found.changed(name) for name in RULE_NAMES)
    assert not found.problem
    assert found.setup().rules == PRESETS[preset].rules


def test_the_seats_that_were_chosen_outlive_a_preset_for_fewer_or_more():
    start = draft().with_players(-1).typed(1, "x")
    found, sizes = start, set()
    for _ in PRESETS:
        found = found.with_preset(1)
        sizes.add(len(found.seats))
    assert len(sizes) > 1
    assert found == start


def test_seats_that_are_changed_in_such_a_preset_are_the_chosen_ones():
    found = draft("chickie-sixes")
    assert len(found.seats) == 2
    assert len(found.with_preset(1).seats) == 4
    changed = found.typed(0, "x")
    assert changed.with_preset(1).seats == changed.seats


@pytest.mark.parametrize("name", [*RULE_NAMES, "rounds"])
def test_every_rule_can_be_changed_said_and_put_back(name: str):
    start = draft("chicken-foot")
    changed = start.with_rule(name, 1)
    assert changed.changed(name)
    assert changed.words(name).words
    assert changed.preset_words(name)
    back = changed.with_rule(name, -1)
    assert not back.changed(name)
    assert not changed.reset(name).changed(name)


def test_what_is_wrong_is_said_and_can_be_put_right():
    wrong = draft("chicken-foot").with_rule("set_size", -1)
    assert "tiles" in wrong.problem
    with pytest.raises(RuleError):
        wrong.setup()
    while wrong.hand is not None and wrong.hand > 7:
        wrong = wrong.with_rule(HANDS, -1)
    assert not wrong.problem
    assert wrong.setup().rules.hand_size(4) == 7


def test_a_table_that_is_too_large_for_the_rules():
    crowd = draft().with_players(2)
    assert len(crowd.seats) == 6
    assert crowd.hand is None
    assert crowd.problem == "These rules are for 2 to 5 players, not 6."
    assert not crowd.with_rule(HANDS, 1).problem


def test_a_short_game_never_outlives_its_rounds():
    short = draft("chicken-foot")
    for _ in range(9):
        short = short.with_rule("rounds", 1)
    assert short.value("rounds") == 9
    assert not short.with_rule("set_size", -1).problem.startswith("A short game")


def test_names():
    found = draft().erased(0).erased(0).erased(0).erased(0)
    assert found.problem == "Every seat needs a name."
    found = found.typed(0, "B").typed(0, " ").typed(0, "o")
    assert found.seats[0].name == "B o"
    found = found.typed(0, "x" * 40)
    assert len(found.seats[0].name) == 20
    twins = draft().typed(0, "")._with_seat(1, draft().seats[0])
    assert twins.problem == "Every seat needs a name of its own."


def test_chairs_can_be_taken_by_anybody():
    found = draft()
    seen = []
    for _ in KINDS:
        seen.append(found.seats[1].level)
        found = found.with_kind(1, 1)
    assert set(seen) == {None, *LEVELS}
    assert len(found.with_players(-9).seats) == 2
    assert len(found.with_players(99).seats) == 12


def test_nothing_remembered_is_a_quick_game(tmp_path: Path):
    setup = recall(ANNA, tmp_path / "config.toml")
    assert setup.preset == "chicken-scratch"
    assert [seat.level for seat in setup.seats] == [None, *[gentle()] * 3]


def test_a_preset_is_remembered_by_its_name(tmp_path: Path):
    file = tmp_path / "config.toml"
    setup = quick_game(ANNA)._replace(rules=PRESETS["classic"].rules)
    assert remember(file, setup) == ""
    assert load(file).last.rules == "classic"
    assert recall(load(file), file).rules == PRESETS["classic"].rules
    assert not (tmp_path / HOUSE_RULES).exists()


def test_house_rules_are_remembered_in_a_file(tmp_path: Path):
    file = tmp_path / "deep" / "config.toml"
    rules = make_rules({"arms": 4, "may_pass": True, "rounds": 3}, PRESETS["chicken-foot"].rules)
    setup = quick_game(ANNA)._replace(rules=rules)
    assert remember(file, setup) == ""
    assert load(file).last.rules == HOUSE_RULES
    assert recall(load(file), file).rules == rules


def test_people_and_levels_are_remembered(tmp_path: Path):
    file = tmp_path / "config.toml"
    seats = quick_game(ANNA).seats
    setup = TableSetup(
        PRESETS["chicken-scratch"].rules, (seats[0], seats[1]._replace(level=None), seats[2])
    )
    remember(file, setup)
    again = recall(load(file), file)
    assert [seat.level for seat in again.seats] == [None, None, seats[2].level]
    again.check()


@pytest.mark.parametrize("preset", list(PRESETS))
def test_house_rules_read_back(preset: str):
    rules = make_rules({"hand_sizes": {"2": 3, "3": 4}}, PRESETS[preset].rules)
    assert rules_from_toml(house_rules(rules))[1] == rules


def test_a_spoilt_memory_is_no_obstacle(tmp_path: Path):
    file = tmp_path / "config.toml"
    (tmp_path / HOUSE_RULES).write_text("arms = 5", encoding="utf-8")
    spoilt = Settings(name="Anna", last=SetUp(rules=HOUSE_RULES, players=3, bots=("gone",)))
    recall(spoilt, file).check()


def test_a_folder_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert remember(tmp_path / "file" / "config.toml", quick_game(ANNA))


@asynccontextmanager
async def setting_up(
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Pilot[Any], SetupScreen, list[TableSetup | None]]]:
    answers: list[TableSetup | None] = []
    app = ChickenApp(settings=ANNA, clock=FakeClock())
    async with app.run_test(size=size) as pilot:
        screen = SetupScreen(quick_game(ANNA))
        await app.push_screen(screen, answers.append)
        await pilot.pause()
        yield pilot, screen, answers


def go_to(screen: SetupScreen, kind: str, name: str = "", seat: int = 0) -> None:
    rows = screen.rows
    screen.action_mark(
        next(i for i, r in enumerate(rows)
             if r.kind == kind and (not name or r.name == name) and r.seat == seat)
    )  # fmt: skip


async def test_enter_plays_as_the_last_time():
    async with setting_up() as (pilot, _screen, answers):
        await pilot.press("enter")
        assert answers == [quick_game(ANNA)]


async def test_every_rule_is_on_the_form_with_its_meaning():
    async with setting_up((120, 60)) as (_pilot, screen, _answers):
        shown = "\n".join(screen.roll.shown)
        for name in (*RULE_NAMES, "rounds"):
            entry = screen.draft.words(name)
            assert entry.title in shown
            go_to(screen, "rule", name)
            about = " ".join(screen.query_one("#about").shown)  # type: ignore[attr-defined]
            assert entry.about[:40] in about


async def test_changes_are_marked_and_wrong_ones_explained():
    async with setting_up() as (pilot, screen, answers):
        go_to(screen, "rule", "arms")
        await pilot.press("right")
        assert any("*" in row and "Hub arms" in row for row in screen.roll.shown)
        about = " ".join(screen.query_one("#about").shown)  # type: ignore[attr-defined]
        assert "Chicken Scratch: 4" in about
        await pilot.press("right")
        foot = screen.query_one("#page-foot").shown  # type: ignore[attr-defined]
        assert "8 arms need a double-eight set or larger." in foot[0]
        await pilot.press("p")
        assert not answers
        await pilot.press("backspace", "p")
        assert len(answers) == 1


async def test_letters_in_a_chairs_row_are_a_name():
    async with setting_up() as (pilot, screen, answers):
        go_to(screen, "seat", seat=1)
        for _ in range(8):
            await pilot.press("backspace")
        await pilot.press("P", "i", "p", "q")
        screen.post_message(events.Paste("ra\x1b[31m"))
        await pilot.pause()
        assert screen.draft.seats[1].name == "Pipqra [31m"
        await pilot.press("f2")
        assert answers[0] is not None
        assert answers[0].seats[1].name == "Pipqra [31m"


async def test_fast_typing_keeps_its_order_and_every_letter():
    async with setting_up() as (pilot, screen, _answers):
        go_to(screen, "seat", seat=1)
        before = screen.draft.seats[1].name
        keys = [("d", "d")] * 5 + [("backspace", "\x7f")] * 5 + [(c, c) for c in "XYZxyzXYZxyz"]
        for key, character in keys:
            pilot.app.post_message(events.Key(key, character))
        await pilot.pause()
        assert screen.draft.seats[1].name == before + "XYZxyzXYZxyz"


async def test_the_tab_key_goes_from_row_to_row():
    async with setting_up() as (pilot, screen, _answers):
        await pilot.press("tab")
        assert screen.row.kind == "preset"
        await pilot.press("shift+tab")
        assert screen.row.kind == "play"


async def test_the_mouse_changes_too():
    async with setting_up() as (pilot, screen, _answers):
        y = next(y for y, row in enumerate(screen.roll.shown) if "Players" in row)
        region = screen.roll.region
        await pilot.click(offset=(region.x + 6, region.y + y))
        await pilot.pause()
        assert screen.row.kind == "players"
        x = screen.roll.shown[y].index(" >") + 1
        await pilot.click(offset=(region.x + x, region.y + y))
        await pilot.pause()
        assert len(screen.draft.seats) == 5
        await pilot.click(offset=(region.x + screen.roll.shown[y].index("5"), region.y + y))
        await pilot.pause()
        assert len(screen.draft.seats) == 6


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_the_marked_row_is_always_in_sight(size: tuple[int, int]):
    async with setting_up(size) as (pilot, screen, _answers):
        for _ in range(len(screen.rows)):
            assert any(row.lstrip().startswith(">") for row in screen.roll.shown)
            screen.action_down()
        await pilot.press("home")
        assert screen.at == 0


async def test_the_rules_can_be_read_and_it_can_be_left():
    async with setting_up() as (pilot, _screen, answers):
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("escape")
        assert answers == [None]

"""The score keeper by keys, by mouse, and whatever is pressed."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fakes import FakeClock
from textual.pilot import Pilot
from textual.screen import Screen

from chickenscratch import locale
from chickenscratch.config import Settings
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.store.keeper import KeptSheet, SheetShelf, read_sheet
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.copy_text import CopyTextScreen
from chickenscratch.tui.screens.keeper import KeeperScreen
from chickenscratch.tui.screens.keeper_draft import LEAD, RoundDraft
from chickenscratch.tui.screens.keeper_flow import KeeperListScreen, KeepScore
from chickenscratch.tui.screens.keeper_setup import KeeperSetupScreen, NewSheet
from chickenscratch.tui.widgets.pane import Pane

CLASSIC = PRESETS["classic"].rules
SCRATCH = PRESETS["chicken-scratch"].rules
NAMES = ("Anna", "Bruno", "Carla")


@dataclass
class Desk:
    """A running application with the keeper on it."""

    app: ChickenApp
    pilot: Pilot[Any]

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def text(self) -> str:
        return "\n".join(row for pane in self.app.screen.query(Pane) for row in pane.shown)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        names = {"-": "minus", "+": "plus", " ": "space", "|": "vertical_line"}
        await self.press(*(names.get(char, char) for char in text))

    async def click(self, pane: str, word: str, nth: int = 0) -> None:
        """Click a word of a pane."""
        found = [
            (x, y)
            for y, row in enumerate(self.app.screen.query_one(f"#{pane}", Pane).shown)
            for x in range(len(row))
            if row.startswith(word, x)
        ]
        assert found, f"{word!r} is not in {pane}"
        await self.pilot.click(f"#{pane}", offset=found[nth])
        await self.pilot.pause()


@asynccontextmanager
async def desk(
    screen: Screen[Any], size: tuple[int, int] = (80, 24), **settings: object
) -> AsyncIterator[Desk]:
    app = ChickenApp(screen, clock=FakeClock(), settings=Settings.model_validate(settings))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Desk(app, pilot)


def kept(folder: Path, rules: RuleSet = CLASSIC, names: tuple[str, ...] = NAMES) -> KeptSheet:
    return SheetShelf(folder).new(rules, names)


def test_a_bare_nought_went_out_and_the_double_blank_did_not() -> None:
    sheet = ScoreSheet.begin(SCRATCH, NAMES)
    draft = RoundDraft(1, "6", ("0", "5", "0-0"))
    assert draft.who_went_out(sheet) == 0
    assert RoundDraft(1, "6", ("0", "0", "5")).who_went_out(sheet) is None
    assert RoundDraft(1, "6", ("0", "0", "5"), 1).who_went_out(sheet) == 1


def test_leads_are_typed_as_far_as_the_set_goes() -> None:
    twelve = make_rules({"set_size": 12}, CLASSIC)
    sheet = ScoreSheet.begin(twelve, NAMES)
    draft = RoundDraft.fresh(sheet, 1)
    assert draft.lead == "12"
    assert draft.typed(sheet, LEAD, "11", instead=True).lead == "11"
    assert draft.typed(sheet, LEAD, "13", instead=True).lead == "3"
    assert draft.typed(sheet, LEAD, "0x5", instead=True).lead == "5"
    assert draft.next_lead(sheet).lead == "11"
    assert draft.next_lead(sheet, -1).lead == "0"
    assert draft.erased(LEAD).erased(LEAD).next_lead(sheet).lead == "12"


async def test_a_round_by_keys(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book)) as at:
        await at.type("31")
        await at.press("enter", "o", "enter")
        await at.type("6-3 0-0")
        assert "Carla: 6-3 0-0: 9 + 50 = 59" in at.text
        assert "write down" in at.text
        await at.press("enter")
        result = book.sheet.results[0]
        assert (result.lead, result.scores, result.out) == (9, (31, 0, 59), 1)
        assert list(map(str, result.hands[2])) == ["6-3", "0-0"]
        assert at.screen.number == 2
        assert "8-8" in at.text
        assert "+59" in at.text
    assert read_sheet(book.path) == book.sheet
    book.close()


async def test_pool_rounds_begin_with_their_lead(tmp_path: Path) -> None:
    book = kept(tmp_path, SCRATCH)
    async with desk(KeeperScreen(book)) as at:
        assert "Which double opened the round?" in at.text
        await at.type("3")
        for points in ("0", "5", "7"):
            await at.press("tab")
            await at.type(points)
        await at.press("enter")
        assert [r.lead for r in book.sheet.results] == [3]
        assert book.sheet.results[0].out == 0
        await at.press("space", "space")
        assert at.screen.draft.lead == "4"
        await at.type("3")
        for points in ("0", "5", "7"):
            await at.press("tab")
            await at.type(points)
        await at.press("enter")
        assert "3-3 has opened a round already." in at.text
        assert len(book.sheet.results) == 1
    book.close()


async def test_a_correction_and_undo(tmp_path: Path) -> None:
    book = kept(tmp_path)
    book.write(1, 9, [0, 5, 7], 0)
    book.write(2, 8, [3, 0, 9], 1)
    async with desk(KeeperScreen(book)) as at:
        await at.press("up", "up", "right")
        await at.type("15")
        assert "Bruno: 15" in at.text
        await at.press("enter")
        assert book.sheet.results[0].scores == (0, 15, 7)
        assert at.screen.number == 3
        await at.press("u")
        assert book.sheet.results[0].scores == (0, 5, 7)
        assert "Taken back." in at.text
        await at.press("u", "u", "u")
        assert book.sheet.results == ()
        assert "nothing to take back" in at.text
    book.close()


async def test_plus_goes_on_and_a_number_begins_anew(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book)) as at:
        await at.type("12")
        await at.press("right", "left")
        await at.type("+5")
        assert "12+5: 12 + 5 = 17" in at.text
        await at.press("right", "left")
        await at.type("9")
        assert "Anna: 9" in at.text
        await at.press("backspace", "backspace")
        assert at.screen.draft.texts[0] == ""
        await at.type("7")
        await at.press("delete")
        assert at.screen.draft.empty
    book.close()


async def test_a_whole_game_to_its_winner(tmp_path: Path) -> None:
    book = kept(tmp_path, make_rules({"rounds": 2}, CLASSIC))
    async with desk(KeeperScreen(book)) as at:
        for row in (("0", "5", "7"), ("3", "0", "4")):
            for points in row:
                await at.type(points)
                await at.press("enter")
        assert book.sheet.over
        assert "Anna wins with 3 points." in at.text
        assert "3rd" in at.text
        await at.press("u")
        assert not book.sheet.over
    book.close()


async def test_what_is_half_written_is_not_left_by_a_slip(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book)) as at:
        await at.type("12")
        await at.press("escape")
        assert "not written down yet" in at.text
        assert isinstance(at.screen, KeeperScreen)
        await at.press("escape")
        assert not isinstance(at.screen, KeeperScreen)
    book.close()


async def test_mistakes_are_told_and_change_nothing(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book)) as at:
        await at.press("enter", "enter")
        await at.type("9-")
        assert "neither points nor a tile" in at.text
        await at.press("delete")
        await at.type("900")
        await at.press("enter")
        await at.type("900")
        await at.press("enter")
        await at.type("1")
        await at.press("enter")
        assert "more than all the tiles left" in at.text
        assert book.sheet.results == ()
    book.close()


async def test_going_out_with_a_double(tmp_path: Path) -> None:
    book = kept(tmp_path, make_rules({"double_out": "penalty-50"}, CLASSIC))
    async with desk(KeeperScreen(book)) as at:
        await at.press("o", "o")
        assert at.screen.draft.texts[0] == "50"
        await at.press("o")
        assert at.screen.draft.empty
        await at.press("left", "o")
        assert "Choose the player" in at.text
    book.close()


async def test_the_sheet_to_copy(tmp_path: Path) -> None:
    book = kept(tmp_path, names=("An[b]na", "Bruno"))
    book.write(1, 9, [0, 61], 0)
    async with desk(KeeperScreen(book), (120, 30)) as at:
        await at.press("y")
        assert isinstance(at.screen, CopyTextScreen)
        assert "An[b]na" in at.app.clipboard
        drawn = "\n".join(s.text for s in at.app.screen._compositor.render_strips())
        assert "An[b]na" in drawn
        await at.press("end", "home", "pagedown", "pageup", "down", "up", "y", "f8", "escape")
        assert isinstance(at.screen, KeeperScreen)
    book.close()


async def test_a_round_by_mouse_alone(tmp_path: Path) -> None:
    book = kept(tmp_path, SCRATCH)
    async with desk(KeeperScreen(book)) as at:
        await at.click("page-body", "6-6")
        assert at.screen.draft.lead == "5"
        await at.click("page-head", "Anna")
        await at.click("page-foot", "went out")
        await at.click("page-head", "Bruno")
        for key in ("1", "2", "+", "5"):
            await at.click("sums", f" {key} ", -1)
        assert "12 + 5 = 17" in at.text
        await at.click("page-foot", "Enter")
        await at.click("sums", " 9 ", -1)
        await at.click("sums", " erase ")
        await at.click("sums", " 8 ", -1)
        await at.click("page-foot", "Enter")
        result = book.sheet.results[0]
        assert (result.lead, result.scores, result.out) == (5, (0, 17, 8), 0)
        await at.click("page-body", "17")
        assert (at.screen.number, at.screen.column) == (1, 2)
        await at.click("page-foot", "undo")
        assert book.sheet.results == ()
    book.close()


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("seats", [2, 8, 12])
async def test_every_size(tmp_path: Path, size: tuple[int, int], seats: int) -> None:
    names = tuple(f"[/b]東京\x1b {n}" for n in range(seats))
    book = kept(tmp_path, PRESETS["double-foot"].rules, names)
    for number in range(1, 19):
        lead = book.sheet.leads(number)[0]
        book.write(number, lead, [0, *[100 // seats] * (seats - 1)], 0)
    for language in ("en", "it", locale.PSEUDO):
        with locale.using(language):
            async with desk(KeeperScreen(book), size) as at:
                for column in range(seats + 1):
                    shown = at.screen.query_one("#page-body", Pane).shown
                    assert any(row.startswith(">") for row in shown)
                    assert at.screen.column == (column + 1) % (seats + 1)
                    await at.press("right")
                await at.press("home", "end", "pageup", "pagedown")
                assert "\x1b" not in at.text
    book.close()


async def test_ascii_only(tmp_path: Path) -> None:
    book = kept(tmp_path)
    async with desk(KeeperScreen(book), ascii=True) as at:
        drawn = "\n".join(s.text for s in at.app.screen._compositor.render_strips())
        assert drawn.isascii(), [char for char in drawn if not char.isascii()]
    book.close()


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_pressed_the_file_says_the_same(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    keys = [
        *"0123456789", "minus", "plus", "space", "enter", "enter", "enter", "o", "u", "tab",
        "left", "right", "up", "down", "backspace", "delete", "home", "end",
    ]  # fmt: skip
    book = kept(tmp_path, make_rules({"rounds": 3}, (CLASSIC, SCRATCH)[seed % 2]))
    async with desk(KeeperScreen(book)) as at:
        for _ in range(25):
            await at.pilot.press(*chance.choices(keys, k=4))
            assert read_sheet(book.path) == book.sheet
    book.close()


async def test_a_new_sheet_from_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    async with desk(KeepScore(folder, "Anna")) as at:
        assert isinstance(at.screen, KeeperListScreen)
        await at.press("enter")
        assert isinstance(at.screen, KeeperSetupScreen)
        assert "Every player needs a name" in at.text
        assert "no name yet" in at.text
        await at.press("f2", "down")
        await at.type("bruno")
        await at.press("enter")
        assert isinstance(at.screen, KeeperScreen)
        assert at.screen.kept.sheet.names == ("Anna", "bruno")
        await at.press("o", "enter", "7", "enter", "escape")
        assert isinstance(at.screen, KeeperListScreen)
        assert "Anna and bruno" in at.text
        await at.press("enter")
        assert at.screen.kept.sheet.totals == (0, 7)
        await at.press("escape", "escape")
    sheets = SheetShelf(folder).contents().sheets
    assert [entry.sheet.totals for entry in sheets] == [(0, 7)]


async def test_choices_of_a_new_sheet() -> None:
    chosen: list[NewSheet | None] = []
    house = make_rules({"arms": 6, "rounds": 3}, CLASSIC)
    screen = KeeperSetupScreen(house, ("Anna", "Bruno"))
    async with desk(Screen()) as at:
        at.app.push_screen(screen, chosen.append)
        await at.pilot.pause()
        assert "House rules" in at.text
        await at.press("up", "up", "up", "up", "tab", "right")
        assert screen.rules == PRESETS["chicken-scratch"].rules.model_copy(update={"rounds": 3})
        await at.press("left", "down", "right", "down", "right", "right", "left")
        await at.press("end", "a", "backspace", "D", "home")
        await at.click("page-body", "Player 2")
        await at.click("page-body", " >", 2)
        assert len(screen.names) == 4
        await at.press("end", "E", "enter")
    assert chosen == [NewSheet(make_rules({"rounds": 4}, house), ("Anna", "Bruno", "D", "E"))]


async def test_files_that_are_no_sheets_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    book = kept(folder)
    (folder / "bad.sheet.jsonl").write_text("hello\n")
    async with desk(KeepScore(folder, "Anna"), (132, 30)) as at:
        assert "bad.sheet.jsonl" in at.text
        await at.press("enter")
        assert "another window" in at.text
    book.close()

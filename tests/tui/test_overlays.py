"""What can be opened over the table, and how one gets back."""

from __future__ import annotations

import asyncio

import pytest
from fakes import FakeTable
from rich.style import Style
from scenes import SCRATCH, position
from sitting import sitting
from textual import events
from textual.command import CommandInput, CommandList, CommandPalette

from chickenscratch.config import Settings
from chickenscratch.locale import _
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.commands import LONGEST
from chickenscratch.tui.keys import ACTS
from chickenscratch.tui.screens.help import HelpScreen
from chickenscratch.tui.screens.leave import LeaveScreen
from chickenscratch.tui.screens.proof import ProofScreen
from chickenscratch.tui.screens.table import TableScreen
from chickenscratch.tui.widgets.page import Page

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"


def game():
    return position(SCRATCH, FULL, ["2-0 3-0", "4-0 5-0"], "4-4")


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("s", "SheetScreen"),
        ("m", "LogScreen"),
        ("r", "RulesScreen"),
        ("question_mark", "HelpScreen"),
        ("q", "LeaveScreen"),
    ],
)
@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_opens_and_esc_comes_back(key: str, name: str, size: tuple[int, int]):
    async with sitting(game(), size=size) as at:
        await at.press(key)
        assert type(at.app.screen).__name__ == name
        await at.press("escape")
        assert at.app.screen is at.screen
        assert not at.chosen


async def test_help_lists_every_act_and_does_the_chosen_one():
    async with sitting(game(), size=(120, 80)) as at:
        await at.press("question_mark")
        shown = " ".join(at.everything.split())
        for act in ACTS:
            if act.hosted:
                continue
            assert act.sign in shown
            assert " ".join(_(act.help).split()[:3]) in shown
        screen = at.app.screen
        assert isinstance(screen, HelpScreen)
        screen.action_row(next(i for i, act in enumerate(ACTS) if act.id == "order"))
        await at.pilot.pause()
        assert at.app.screen is at.screen
        assert "by number" in at.line("duty")


async def test_help_goes_to_its_first_and_to_its_last_row():
    async with sitting(game()) as at:
        await at.press("question_mark", "end")
        screen = at.app.screen
        assert isinstance(screen, HelpScreen)
        assert screen.acts[screen.at] is screen.acts[-1]
        assert any(row.startswith(">") for row in screen.roll.shown)
        await at.press("home")
        assert screen.at == 0


async def test_help_names_of_two_keys_in_one_only_the_one_it_tells_of():
    async with sitting(game()) as at:
        await at.press("f2", "question_mark")
        screen = at.app.screen
        assert isinstance(screen, HelpScreen)
        keys = [row[2:8].strip() for row in screen.roll.shown if row.strip()]
        assert keys[:5] == ["↑", "↓", "←", "→", "Enter"]


async def test_where_letters_are_written_the_footer_names_the_help_key_that_is_none():
    async with sitting(game()) as at:
        await at.press("f2")
        page = at.app.screen
        assert isinstance(page, Page)

        def foot() -> str:
            return "".join(span.text for span in page.foot_line(80))

        assert "? help" in foot()
        await at.press("down")
        assert page.typing
        assert "F1 help" in foot()


async def test_leaving_needs_another_key_than_the_one_that_asked():
    async with sitting(game()) as at:
        await at.press("q")
        await at.press("q", "q")
        assert isinstance(at.app.screen, LeaveScreen)
        await at.press("enter")
        assert at.screen not in at.app.screen_stack


async def test_the_palette_offers_our_acts_only():
    async with sitting(game()) as at:
        titles = {command.title for command in at.app.get_system_commands(at.screen)}
        assert {_("arrange"), _("look back"), _("proof")} <= titles
        assert not titles & {"Theme", "Screenshot", "Maximize", "Keys"}
        await at.press("ctrl+p")
        assert isinstance(at.app.screen, CommandPalette)
        await at.press("escape")
        assert at.app.screen is at.screen


async def test_the_proof_is_still_sealed_during_the_game():
    async with sitting(game()) as at:
        commands = at.app.get_system_commands(at.screen)
        next(command for command in commands if command.title == _("proof")).callback()
        await at.pilot.pause()
        assert isinstance(at.app.screen, ProofScreen)
        assert "Still sealed" in "\n".join(at.app.screen.roll.shown)


async def test_keys_on_a_page_do_not_play():
    async with sitting(game(), play_bots=False) as at:
        await at.press("s")
        await at.press("d", "p", "2", "0")
        assert not at.chosen
        assert at.screen.mind.lifted is None


async def test_the_commitment_can_be_read_before_the_end():
    async with sitting(game(), size=(90, 30)) as at:
        commitment = at.screen.scene.view.commitment
        assert commitment[:8] in at.screen.story[0]
        await at.press("s")
        assert commitment in at.everything
        await at.press("p")
        assert isinstance(at.app.screen, ProofScreen)
        await at.press("escape", "escape", "r", "end")
        assert commitment[32:] in at.everything


async def test_a_second_click_beside_the_palette_closes_nothing_else():
    async with sitting(game()) as at:
        await at.press("ctrl+p")
        palette = at.app.screen
        assert isinstance(palette, CommandPalette)
        palette.dismiss()
        palette.dismiss()
        await at.pilot.pause()
        palette.dismiss()
        await at.pilot.pause()
        assert at.app.screen is at.screen


@pytest.mark.parametrize("turns", range(4))
async def test_the_program_may_end_while_the_palette_opens(turns: int):
    """However many `turns` of the event loop the palette had for opening."""
    async with sitting(game()) as at:
        at.app.action_command_palette()
        for _turn in range(turns):
            await asyncio.sleep(0)
        at.app.exit()
    assert not at.app.is_running


async def test_a_palette_without_room_for_its_commands_turns_no_pages():
    async with sitting(game(), size=(40, 12)) as at:
        await at.press("ctrl+p")
        commands = at.app.screen.query_one(CommandList)
        await at.pilot.pause()
        await at.pilot.resize_terminal(20, 3)
        await at.pilot.pause()
        assert commands.option_count > 1
        assert not commands.scrollable_content_region
        for action in ("page_down", "page_up", "cursor_down", "page_up", "last", "page_down"):
            at.app.screen._action_command_list(action)
        assert commands.highlighted == commands.option_count - 1


async def test_a_palette_that_is_not_filled_yet_takes_no_orders():
    async with sitting(game()) as at:
        at.app.action_command_palette()
        await asyncio.sleep(0)
        palette = at.app.screen
        assert isinstance(palette, CommandPalette)
        assert not palette.query(CommandList)
        palette._action_command_list("cursor_up")
        palette._action_cursor_down()
        await at.pilot.pause()
        assert palette.query(CommandList)


async def test_a_command_that_is_not_there_any_more_cannot_be_clicked_at():
    async with sitting(game(), size=(80, 24)) as at:
        await at.press("ctrl+p")
        await at.pilot.pause()
        commands = at.app.screen.query_one(CommandList)
        assert await at.pilot.hover(commands, offset=(3, 4))
        commands.clear_options()  # and before it is drawn again:
        click = events.Click(
            commands, 3, 4, 0, 0, 1, False, False, False, style=Style.from_meta({"option": 2})
        )
        await commands._on_message(click)
        assert isinstance(at.app.screen, CommandPalette)


async def test_what_is_looked_for_has_an_end():
    async with sitting(game()) as at:
        await at.press("ctrl+p", *"x" * (LONGEST + 20))
        assert len(at.app.screen.query_one(CommandInput).value) == LONGEST


async def test_no_key_counts_any_more_once_the_program_ends(monkeypatch: pytest.MonkeyPatch):
    async with sitting(game()) as at:
        taken: list[str] = []
        monkeypatch.setattr(at.screen, "takes_key", lambda key: taken.append(key) is None)
        await at.app.on_event(events.Key("s", "s"))
        assert taken == ["s"]
        at.app.exit()
        await at.app.on_event(events.Key("s", "s"))
        assert taken == ["s"]


@pytest.mark.parametrize("turns", range(6))
async def test_the_program_may_end_while_a_screen_is_filled(turns: int):
    """However many `turns` of the event loop the screen had for it."""
    table = FakeTable(game(), bots=(1,), names=("Anna", "Bruna"), play_bots=False)
    app = ChickenApp()
    async with app.run_test():
        app.push_screen(TableScreen([table.link(0)], settings=Settings()))
        for _turn in range(turns):
            await asyncio.sleep(0)
        app.exit(return_code=143)
    assert app.return_code == 143


async def test_a_page_takes_what_is_above_it_along_and_closes_once():
    async with sitting(game()) as at:
        await at.press("question_mark")
        page = at.app.screen
        assert isinstance(page, HelpScreen)
        answers: list[object] = []
        page._result_callbacks[-1].callback = answers.append
        await at.press("ctrl+p")
        assert at.app.screen is not page
        page.dismiss("first")
        page.dismiss("second")
        await at.pilot.pause()
        page.dismiss("third")
        await at.pilot.pause()
        assert at.app.screen is at.screen
        assert answers == ["first"]


async def test_a_page_says_nothing_before_it_is_there():
    async with sitting(game()) as at:
        await at.press("question_mark")
        page = at.app.screen
        assert isinstance(page, HelpScreen)
        await page.query("*").remove()
        page.show()
        assert not page.query("*")


async def test_a_click_beside_a_screen_that_was_larger_means_nothing():
    async with sitting(game()) as at:
        await at.press("ctrl+p")
        palette = at.app.screen
        await at.pilot.resize_terminal(40, 12)
        click = events.Click(palette, 70, 20, 0, 0, 1, False, False, False, 70, 20)
        await palette._on_message(click)
        assert at.app.screen is palette

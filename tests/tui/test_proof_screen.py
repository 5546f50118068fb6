"""The proof of the shuffle on the screen."""

from __future__ import annotations

import subprocess

import pytest
from fakes import FakeClock
from recorded import game_lines, record_of, unfinished

from chickenscratch import locale
from chickenscratch.core.shuffle import commitment, game_id_of
from chickenscratch.core.view import view_of
from chickenscratch.locale.transcript import story_of
from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.screens.copy_text import CopyTextScreen
from chickenscratch.tui.screens.proof import (
    ProofScreen,
    _folded,
    deal_of_record,
    deal_of_view,
    proof_text,
)
from chickenscratch.tui.widgets.pane import Pane
from chickenscratch.tui.widgets.roll import Roll

SEED = "5eed" * 16


def text(app: ChickenApp) -> str:
    return "\n".join(row for pane in app.screen.query(Pane) for row in pane.shown)


def test_a_save_stays_sealed_until_its_end() -> None:
    lines = game_lines()
    open_, sealed = deal_of_record(record_of(lines)), deal_of_record(record_of(unfinished(lines)))
    assert open_.seed == SEED
    assert sealed.seed is None
    assert SEED not in proof_text(ProofScreen(sealed).steps)
    view = view_of(story_of(record_of(lines)).game, None)
    assert deal_of_view(view, open_.names, SEED) == open_


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_all_of_it_can_be_read(size: tuple[int, int]) -> None:
    deal = deal_of_record(record_of(game_lines()))
    for language in ("en", locale.PSEUDO):
        with locale.using(language):
            app = ChickenApp(ProofScreen(deal), clock=FakeClock())
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                seen = text(app)
                while (here := app.screen.query_one("#page-body", Roll).top) is not None:
                    await pilot.press("pagedown")
                    seen += text(app)
                    if app.screen.query_one("#page-body", Roll).top == here:
                        break
                for part in (
                    "chickenscratch verify",
                    "sha256sum",
                    commitment(SEED, game_id_of(SEED))[:20],
                ):
                    assert part in seen


async def test_it_can_be_copied_and_left() -> None:
    app = ChickenApp(ProofScreen(deal_of_record(record_of(game_lines()))), clock=FakeClock())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, CopyTextScreen)
        assert f"--seed {SEED}" in app.clipboard
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ProofScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, ProofScreen)


def test_a_folded_command_is_the_same_command() -> None:
    command = ProofScreen(deal_of_record(record_of(game_lines()))).steps[1].commands[0]
    command = command.replace("sha256sum", "cat")
    for width in (20, 40, 75, 300):
        folded = "\n".join(_folded(command, width))
        done = [
            subprocess.run(["sh", "-c", c], capture_output=True, text=True, check=True).stdout
            for c in (command, folded)
        ]
        assert done[0] == done[1]

"""A score sheet that was kept by hand, as files."""

from __future__ import annotations

from pathlib import Path

from test_keeper_screen import desk, kept

from chickenscratch.locale.documents import BLANKS, TABLES
from chickenscratch.tui.screens.export import ExportScreen
from chickenscratch.tui.screens.keeper import KeeperScreen


async def test_a_sheet_is_exported_beside_the_others(tmp_path: Path) -> None:
    book = kept(tmp_path / "sheets")
    book.write(1, 9, (0, 5, 7), 0)
    async with desk(KeeperScreen(book)) as at:
        await at.press("e")
        assert isinstance(at.screen, ExportScreen)
        assert at.screen.source.kinds == (*TABLES, *BLANKS)
        for _ in at.screen.source.kinds:
            await at.press("enter", "down")
        assert at.screen.news == ""
    files = sorted((tmp_path / "exports").iterdir())
    assert len(files) == len((*TABLES, *BLANKS))
    assert "Anna" in next(file for file in files if file.suffix == ".csv").read_text("utf-8")
    book.close()

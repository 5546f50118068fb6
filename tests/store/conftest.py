"""The folder of the games of a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from chickenscratch.store import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data" / "games")

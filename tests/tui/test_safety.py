"""What people call themselves is shown as it is and does nothing."""

from __future__ import annotations

import pytest
from scenes import SCRATCH, position
from sitting import sitting

from chickenscratch.tui.text import clean, fit

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"
WILD = (
    "[/",
    "[b]",
    "[@click=app.quit]x[/]",
    "[" * 200,
    "[link=x]y",
    "$primary",
    "a\x1b]0;owned\x07b",
    "a\x9b31mb\u202e\u2028c",
    "\t \n",
    "母鶏母鶏母鶏母鶏",
)


@pytest.mark.parametrize("name", WILD)
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_any_name_is_only_text(name: str, size: tuple[int, int]):
    game = position(SCRATCH, FULL, ["2-0 3-0", "4-0 5-0"], "4-4", turn=1)
    async with sitting(game, names=("Anna", name), size=size, play_bots=False) as at:
        shown = at.everything
        assert not any(ord(char) < 32 and char != "\n" for char in shown)
        assert not any(0x7F <= ord(char) < 0xA0 or char in "\u202e\u2028" for char in shown)
        if name.startswith("[") and len(name) < 10 and size[0] >= 80:
            assert name in shown
        for row in range(size[1]):
            for pane in at.screen.query("Pane"):
                found = getattr(pane, "span_at")(2, row)  # noqa: B009
                assert found is None or "quit" not in found[1].act


@pytest.mark.parametrize("name", WILD)
async def test_any_name_on_the_curtain(name: str):
    game = position(SCRATCH, FULL, ["2-0 3-0", "4-0 5-0"], "4-4", turn=1)
    async with sitting(game, bots=(), people=(0, 1), names=("Anna", name)) as at:
        assert "PASS THE KEYBOARD" in at.everything
        assert not any(ord(char) < 32 and char != "\n" for char in at.everything)


def test_clean_keeps_letters_and_drops_what_is_none():
    assert clean("Zoë  O'Neill\n") == "Zoë O'Neill"
    assert clean("a\x1b[31mb") == "a [31mb"
    assert clean("\u202e\x00") == ""


def test_fit_counts_cells():
    assert fit("母鶏", 3) == "母…"
    assert fit("ab", 4) == "ab  "
    assert fit("abcdef", 4) == "abc…"
    assert fit("abcdef", 4, "") == "abcd"

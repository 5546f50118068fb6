"""The panes in words: nothing overflows, whatever the language, the players, the size."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from scenes import SCRATCH, position, variant
from sitting import sitting

from chickenscratch import locale
from chickenscratch.tui import panels
from chickenscratch.tui.widgets.pane import Span, clip, line, spread, width_of

FULL = "6-6 6-1@6 6-2@6 6-3@6 6-5@6"


@pytest.mark.parametrize("language", ["en", "it", "xx"])
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_every_row_is_exactly_as_wide_as_the_screen(language: str, size: tuple[int, int]):
    game = position(SCRATCH, FULL, ["2-0 3-0 5-5", "4-0 5-0"], "4-4")
    with locale.using(language):
        async with sitting(game, size=size, play_bots=False) as at:
            for keys in ((), ("enter",)):
                await at.press(*keys)
                assert {cell_len(row) for row in at.everything.splitlines()} == {size[0]}


@pytest.mark.parametrize("language", ["en", "it"])
async def test_the_duty_is_never_cut_at_80_columns(language: str):
    with locale.using(language):
        for hand, plays in (
            ("2-0 4-4", FULL),
            ("4-4 4-0", FULL),
            ("5-2 4-4", FULL + " 5-5@5"),
            ("1-0 4-4", "6-6 6-2@6"),
        ):
            game = position(SCRATCH, plays, [hand, "0-0"], "4-1 4-2")
            async with sitting(game, play_bots=False) as at:
                assert "…" not in at.line("duty")
                await at.press("enter")
                assert "…" not in at.line("duty").removeprefix(" …")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_the_sheet_has_a_column_for_everybody(players: int):
    hands = ["2-0 3-0"] + ["4-0"] * (players - 1)
    async with sitting(position(SCRATCH, FULL, hands, "4-4"), play_bots=False) as at:
        side = at.line("side")
        assert side.count(".") >= players
        assert all(name in side for name in at.screen.names)


@pytest.mark.parametrize("language", ["en", "it", "xx"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_heads_of_the_rows_of_the_sheet_stand_below_each_other(
    language: str, players: int, size: tuple[int, int]
):
    hands = ["2-0 3-0"] + ["4-0"] * (players - 1)
    with locale.using(language):
        async with sitting(position(SCRATCH, FULL, hands, "4-4"), size=size) as at:
            rows = at.line("side").splitlines()
            total = next(row for row in rows if row.lstrip().startswith(locale._("total")))
            lead = next(row for row in rows if row.lstrip().startswith("6-6"))
            assert lead.index("6-6") == total.index(locale._("total"))


async def test_twelve_players_fit():
    rules = variant(SCRATCH, hand_sizes={"12": 2}, set_size=12)
    hands = ["2-0 3-0"] + ["4-0"] * 11
    names = tuple(f"Player{n}" for n in range(12))
    plays = "12-12 12-1@12 12-2@12 12-3@12 12-5@12"
    async with sitting(position(rules, plays, hands, "4-4"), names=names, bots=tuple(range(1, 12)),
                       play_bots=False) as at:  # fmt: skip
        assert "Player11" in at.line("side")
        assert "the whole sheet" in at.line("side")
        await at.press("s")
        assert "Pl" in at.everything


def test_spread_and_clip_never_overflow():
    spans = line("abc", ("def", "dim"), ("ghi", "key", "draw"))
    for width in range(15):
        assert width_of(clip(spans, width)) <= width
        assert width_of(spread(spans, line("xy"), width + 2)) == width + 2
    assert clip(spans, 4) == (Span("abc"), Span("…", "dim"))


def test_long_lines_break_between_words():
    assert panels.broken("one two three", 8) == ["one two", "  three"]
    assert all(cell_len(row) <= 5 for row in panels.broken("incomprehensibilities are long", 5))
    assert panels.wrapped(["a b", "c d e f"], 5, 2) == ["c d e", "  f"]


def test_the_newest_of_the_log_is_told_from_its_beginning():
    rows = panels.wrapped(["one two three four five six seven eight"], 12, 2)
    assert rows[0] == "one two"
    assert len(rows) == 2
    assert panels.wrapped(["one", "two three"], 12, 2) == ["one", "two three"]

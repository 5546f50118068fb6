"""Bytes are what a slow line feels: only what changed is sent."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from scenes import SCRATCH, position
from sitting import sitting
from textual._compositor import ChopsUpdate, CompositorUpdate
from textual.screen import Screen
from textual.strip import Strip

from chickenscratch.tui.app import ChickenApp
from chickenscratch.tui.frames import TightUpdate


def test_only_the_changed_part_of_a_line_is_sent():
    app = ChickenApp()
    chops = [{0: Strip([Segment("abcdef")]), 6: Strip([Segment("ghi")])}]
    update = TightUpdate.of(ChopsUpdate(chops, [(0, 2, 7)], [[6, 9]]))
    assert update.render_segments(app.console) == "\x1b[1;3Hcdef\x1b[7Gg"


def test_a_style_is_sent_once_and_of_the_next_one_what_is_new():
    app = ChickenApp()
    first, second = Style(color="color(200)", bgcolor="color(17)", bold=True), Style(color="red")
    strip = Strip([Segment("a", first), Segment("b", first), Segment("c", first + second)])
    update = TightUpdate.of(ChopsUpdate([{0: strip}], [(0, 0, 3)], [[3]]))
    sent = update.render_segments(app.console)
    assert sent == "\x1b[1;1H\x1b[1;38;5;200;48;5;17mab\x1b[31mc\x1b[0m"


COLOURS = st.sampled_from([None, "#ff0000", "#00ff00", "color(7)", "color(200)", "default"])
FLAGS = st.sampled_from([None, True])
STYLES = st.none() | st.builds(
    Style, color=COLOURS, bgcolor=COLOURS, bold=FLAGS, dim=FLAGS, underline=FLAGS, reverse=FLAGS,
    strike=FLAGS,
)  # fmt: skip
TEXTS = st.sampled_from(["a", "bc", " ", "   ", "▀▄", "鶏", "x y"])
SEGMENTS = st.tuples(TEXTS, STYLES).map(lambda pair: Segment(*pair))
STRIPS = st.lists(SEGMENTS, min_size=1, max_size=6).map(Strip)


@given(st.lists(STRIPS, min_size=1, max_size=3), st.data())
def test_what_is_saved_is_not_missed(strips: list[Strip], data: st.DataObject):
    width = max(strip.cell_length for strip in strips)
    chops = [{0: strip.adjust_cell_length(width)} for strip in strips]
    ends = [[width]] * len(strips)
    spans = [(y, *sorted(data.draw(st.tuples(*[st.integers(0, width)] * 2)))) for y in
             range(len(strips))]  # fmt: skip
    app = ChickenApp()
    update = TightUpdate.of(ChopsUpdate(chops, spans, ends))
    plain = "".join(
        f"\x1b[{y + 1};{x + 1}H" + chops[y][0].crop(x, end).render(app.console)
        for y, x, end in spans
    )
    assert painted(update.render_segments(app.console)) == painted(plain)
    assert len(update.render_segments(app.console)) <= len(plain) + 8


def painted(sent: str) -> dict[tuple[int, int], object]:
    """What a terminal shows after these bytes: characters and how they are drawn."""
    cells: dict[tuple[int, int], object] = {}
    x = y = 0
    on: dict[str, str] = {}
    for codes, letter, text in re.findall(r"\x1b\[([\d;]*)([HGm])|([^\x1b]+)", sent):
        if letter == "H":
            y, x = (int(n) for n in codes.split(";"))
        elif letter == "G":
            x = int(codes)
        elif letter == "m":
            select(on, codes.split(";"))
        for char in text:
            seen = dict(on)
            if char == " " and not {"4", "7", "9"} & set(on):
                seen = {"ground": on.get("ground", "")}  # ink does not show
            cells[x, y] = (char, tuple(sorted(seen.items())))
            x += cell_len(char)
    return cells


def select(on: dict[str, str], codes: list[str]) -> None:
    """Graphic rendition as ECMA-48 has it."""
    while codes:
        code = codes.pop(0)
        if code in ("", "0"):
            on.clear()
        elif code in ("38", "48"):
            count = 4 if codes[0] == "2" else 2
            on["ink" if code == "38" else "ground"] = ";".join(codes[:count])
            del codes[:count]
        elif code == "22":
            on.pop("1", None)
            on.pop("2", None)
        elif code in ("24", "27", "29"):
            on.pop(str(int(code) - 20), None)
        elif code in ("1", "2", "4", "7", "9"):
            on[code] = code
        else:
            number = int(code) % 100
            is_ink = number // 10 in (3, 9)
            assert is_ink or number // 10 in (0, 4)
            on["ink" if is_ink else "ground"] = code


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_cursor_move_costs_less_than_a_kilobyte(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
):
    sent: list[int] = []
    display = ChickenApp._display

    def counted(self: ChickenApp, screen: Screen[object], update: object) -> None:
        if isinstance(update, CompositorUpdate):
            if type(update) is ChopsUpdate:
                update = TightUpdate.of(update)
            sent.append(len(update.render_segments(self.console)))
        display(self, screen, update)  # type: ignore[arg-type]

    plays = "6-6 6-1@6 6-2@6 6-3@6 6-5@6 5-3@5"
    game = position(SCRATCH, plays, ["2-0 3-0 4-4 5-1 3-2", "4-0"], "6-0 6-4 5-5")
    async with sitting(game, size=size, play_bots=False) as at:
        monkeypatch.setattr(ChickenApp, "_display", counted)
        for key in ("right", "left", "tab", "tab"):
            sent.clear()
            await at.press(key)
            assert 0 < sum(sent) < 600
        await at.press("3", "0")
        assert at.screen.mind.lifted is not None
        for _ in range(2):  # from place to place
            sent.clear()
            await at.press("tab")
            assert 0 < sum(sent) < 1000
        sent.clear()
        await at.press("enter")  # lay it
        assert 0 < sum(sent) < 4000

from chickenscratch.tui.art.canvas import Canvas, Pen, Span, changes
from chickenscratch.tui.art.strips import rich_style, strip, window_strip

FELT = Pen("white", "#123e2d")
INK = Pen("#000000", "#ffffff", bold=True)


def canvas(*rows: str, left: int = 0, top: int = 0) -> Canvas:
    width = max(len(row) for row in rows)
    drawn = Canvas(left, top, width, len(rows), FELT)
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            if char != " ":
                drawn.put(left + x, top + y, char, INK)
    return drawn


def test_a_window_beyond_the_drawing_is_filled_up() -> None:
    drawn = canvas("abc", left=-1, top=4)
    for left in range(-8, 8):
        for width in range(12):
            whole = {-1: "a", 0: "b", 1: "c"}
            expected = [whole.get(x, " ") for x in range(left, left + width)]
            assert [char for char, _ in drawn.window(4, left, width)] == expected
    assert [char for char, _ in drawn.window(3, -1, 3)] == [" "] * 3


def test_runs_join_what_has_the_same_pen() -> None:
    assert canvas("ab  c").runs(0, -1, 8) == [
        (" ", FELT), ("ab", INK), ("  ", FELT), ("c", INK), ("  ", FELT)
    ]  # fmt: skip


def test_writing_outside_is_harmless() -> None:
    drawn = canvas("abc")
    drawn.text(-2, 0, "xyz", INK)
    drawn.text(2, 0, "pq", INK)
    drawn.text(0, 5, "no", INK)
    assert drawn.plain() == ["zbp"]
    assert drawn.at(9, 9) == drawn.blank


def test_no_change_is_no_span() -> None:
    assert changes(canvas("abc", "d"), canvas("abc", "d")) == []


def test_everything_is_new_at_first() -> None:
    assert changes(None, canvas("ab", "c", left=3, top=7)) == [Span(7, 3, 5), Span(8, 3, 5)]


def test_far_changes_are_told_apart_and_near_ones_joined() -> None:
    old = canvas("a" * 40)
    new = canvas("a" * 3 + "b" + "a" * 2 + "b" + "a" * 25 + "b" + "a" * 7)
    assert changes(old, new) == [Span(0, 3, 7), Span(0, 32, 33)]


def test_a_canvas_that_grows_only_changes_where_something_came() -> None:
    old = canvas("abc", left=0, top=0)
    new = canvas("     z", "", "  abc", left=-2, top=-2)
    assert changes(old, new) == [Span(-2, 3, 4)]
    assert changes(new, old) == [Span(-2, 3, 4)]


def test_applying_the_changes_gives_the_new_picture() -> None:
    old = canvas("abcdefghij klm", "xyz", left=0)
    new = canvas("  ab", "", "xyq       klm", left=-3, top=-1)
    screen = {(x, y): old.at(x, y) for x in range(-9, 20) for y in range(-5, 6)}
    for y, start, end in changes(old, new):
        for x in range(start, end):
            screen[x, y] = new.at(x, y)
    assert all(glyph == new.at(x, y) for (x, y), glyph in screen.items())


def test_a_strip_has_the_text_and_the_styles() -> None:
    line = strip(canvas("ab").runs(0, 0, 4))
    assert line.text == "ab  "
    assert line.cell_length == 4
    assert [segment.style for segment in line] == [rich_style(INK), rich_style(FELT)]


def test_default_colours_and_attributes_reach_rich() -> None:
    style = rich_style(Pen("default", "default", reverse=True))
    assert style.reverse
    assert style.bold is None
    assert style.color is not None
    assert style.color.is_default


def test_a_line_of_the_screen_may_lie_anywhere() -> None:
    assert window_strip(canvas("abc", left=-1, top=4), 4, 0, 5).text == "bc   "
    assert window_strip(canvas("abc"), -7, 0, 5).text == "     "

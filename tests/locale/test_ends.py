"""The table as a text tree, and the list of its ends."""

from __future__ import annotations

import pytest
from scenes import COOP, SCRATCH, position

from chickenscratch.bots.levels import LEVELS
from chickenscratch.bots.selfplay import play_game
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.state import Game
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.layout import lay_out
from chickenscratch.locale import using
from chickenscratch.locale.ends import (
    LETTERS,
    EndGroup,
    end_groups,
    ends_line,
    lacks_line,
    letters,
    live_ends,
    still_out_line,
    tree,
)
from chickenscratch.tui.scene import Scene

PLAYS = "3-3 5-3@3 4-3@3 3-1@3 6-3@3 4-1@4 6-5@6 5-5@5 5-1@5 5-4@5 5-0@5"


def seen(plays: str = PLAYS, hand: str = "2-1 0-0", rules: object = SCRATCH) -> SeatView:
    assert rules in (SCRATCH, COOP)
    chosen = SCRATCH if rules is SCRATCH else COOP
    return view_of(position(chosen, plays, [hand, "2-0 6-6"], "2-2"), 0)


def texts(view: SeatView, *, ascii_only: bool = False) -> list[str]:
    return [row.text for row in tree(view, ascii_only=ascii_only)]


def test_a_row_for_each_line_of_tiles_and_a_branch_for_each_toe() -> None:
    assert texts(seen()) == [
        "[3‖3]",
        "├╴E [3|5][5‖5]",
        "│  ├╴L [5|4] ▸4 (h)",
        "│  ├╴M [5|1] ▸1 (g)",
        "│  └╴R [5|0] ▸0 (i)",
        "├╴N [3|4][4|1] ▸1 (b)",
        "├╴W [3|1] ▸1 (a)",
        "└╴S [3|6][6|5] ▸5 (e)",
    ]


def test_the_same_with_nothing_but_ascii() -> None:
    lines = texts(seen(), ascii_only=True)
    assert lines[:4] == ["[3=3]", "|-E [3|5][5=5]", "|  |-L [5|4] >4 (h)", "|  |-M [5|1] >1 (g)"]
    assert lines[-1] == "`-S [3|6][6|5] >5 (e)"
    assert all(line.isascii() for line in lines)


def test_places_nobody_has_laid_at_have_rows_too() -> None:
    assert texts(seen("3-3 5-3@3")) == [
        "[3‖3]",
        "├╴E [3|5] ▸5 (g)",
        "├╴N ▸3 (a)",
        "├╴W ▸3 (b)",
        "└╴S ▸3 (e)",
    ]
    six = texts(seen("9-9 9-1@9", rules=COOP))
    assert [line[2:4] for line in six[1:]] == ["E ", "NE", "NW", "W ", "SW", "SE"]


def test_an_empty_table() -> None:
    game = position(SCRATCH, "3-3", ["2-1", "2-0"])
    assert game.round is not None
    bare = game._replace(round=game.round._replace(laid=(), ends=()))
    view = view_of(bare, 0)
    assert texts(view) == ["No tile has been laid yet."]
    assert (ends_line(view), still_out_line(view)) == ("No end is open.", "")


def test_dead_ends_are_marked_and_have_no_letter() -> None:
    view = _late(1)
    dead = [row for row in tree(view) if row.dead]
    assert dead
    for row in dead:
        assert row.text.endswith(" ✕")
        assert row.letter == ""
        assert row.end is not None
        assert view.off_table(row.end.number) == 0
    assert not {row.key for row in dead} & {(end.parent, end.port) for end in live_ends(view)}


@pytest.mark.parametrize("preset", ["chicken-scratch", "chicken-foot", "eight-legged"])
def test_every_tile_and_every_end_is_in_the_tree_once(preset: str) -> None:
    for view in _views(preset, step=7):
        if not view.laid:
            continue
        rows = tree(view)
        assert sorted(i for row in rows for i in row.tiles) == list(range(len(view.laid)))
        if not view.round_over:
            assert sorted(row.end for row in rows if row.end) == sorted(view.ends)
        named = {row.key: row.letter for row in rows if row.letter}
        assert named == letters(view)
        for row in rows:
            assert all(f"|{view.laid[i].far}]" in row.text or view.laid[i].is_double
                       for i in row.tiles)  # fmt: skip


def test_the_letters_are_those_of_the_places_of_a_lifted_tile() -> None:
    view = seen()
    scene = Scene(view, lay_out(6, 4, view.laid))
    assert scene.names == letters(view)
    rows = {row.key: row.letter for row in tree(view) if row.letter}
    for lifted in view.hand:
        options = scene.options(lifted)
        if len(options) > 1:
            assert {option.key: option.letter for option in options}.items() <= rows.items()


def test_other_letters_can_name_the_ends() -> None:
    view = seen()
    names = letters(view, "xyz")
    assert "".join(names.values()) == "xyz"
    assert {row.key: row.letter for row in tree(view, names=names) if row.letter} == names


def test_ends_beyond_the_letters_have_none() -> None:
    view = seen()
    crowd = view._replace(ends=tuple(view.ends[0]._replace(port=n) for n in range(60)))
    assert len(letters(crowd)) == len(LETTERS)


def test_the_ends_by_number() -> None:
    view = seen()
    assert end_groups(view) == (
        EndGroup(0, 1, 6), EndGroup(1, 3, 4), EndGroup(4, 1, 4), EndGroup(5, 1, 1),
    )  # fmt: skip
    assert ends_line(view) == "Ends: 0 once, 1 (3 times), 4 once, 5 once."
    assert still_out_line(view) == "Tiles still out: 6 with 0, 4 with 1, 4 with 4, 1 with 5."
    assert ends_line(seen("3-3 5-3@3 6-3@3 4-3@3 3-1@3 5-1@1")).endswith("5 twice, 6 once.")
    late = _late(1)
    number = next(end.number for end in late.ends if not late.off_table(end.number))
    assert f"no {number} left" in still_out_line(late)


def test_what_is_being_filled() -> None:
    assert lacks_line(seen()) == ""
    assert lacks_line(seen("3-3 5-3@3")) == "The hub lacks 3 tiles."
    assert lacks_line(seen(" ".join(PLAYS.split()[:-1]))) == "The 5-foot lacks 1 toe."


def test_a_watcher_sees_the_same_tree() -> None:
    game = position(SCRATCH, PLAYS, ["2-1 0-0", "2-0 6-6"])
    assert tree(view_of(game, None)) == tree(view_of(game, 0))


def test_the_tree_itself_is_the_same_in_every_language() -> None:
    with using("it"):
        assert texts(seen())[1].endswith("[3|5][5‖5]")


def _games(preset: str) -> list[Game]:
    games: list[Game] = []
    rules = PRESETS[preset].rules.model_copy(update={"rounds": 2})
    play_game(rules, [LEVELS["random"]] * 3, "5eed" * 16, lambda _a, o: games.append(o.game))
    return games


def _views(preset: str, step: int) -> list[SeatView]:
    return [view_of(game, 0) for game in _games(preset)[::step]]


def _late(seat: int) -> SeatView:
    """A moment at which some end is dead."""
    views = (view_of(game, seat) for game in _games("chicken-scratch"))
    return next(view for view in views if len(live_ends(view)) < len(view.ends))

"""What can be typed, in both languages at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chickenscratch.core.tiles import Tile
from chickenscratch.locale import LANGUAGES, using
from chickenscratch.locale.columns import cells
from chickenscratch.plain.commands import (
    COMMANDS,
    Act,
    Typed,
    Unknown,
    Word,
    completions,
    help_lines,
    understand,
)
from chickenscratch.plain.text import broken, clean, folded, printable, spoken


def tiles(*pairs: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(pair) for pair in pairs)


@pytest.mark.parametrize("line", ["58", "85", "5-8", "8 5", "5|8", "5/8", " 58 ", "58.", "5 - 8"])
def test_a_tile_may_be_written_in_many_ways(line: str) -> None:
    assert understand(line, 9) == Typed(tiles("8-5"))


@pytest.mark.parametrize(
    ("line", "size", "meaning"),
    [
        ("58 5", 9, Typed(tiles("8-5"), side=5)),
        ("5 8 5", 9, Typed(tiles("8-5"), side=5)),
        ("58 on 5", 9, Typed(tiles("8-5"), side=5)),
        ("58 su 5", 9, Typed(tiles("8-5"), side=5)),
        ("58 c", 9, Typed(tiles("8-5"), letter="c")),
        ("58 at C", 9, Typed(tiles("8-5"), letter="C")),
        ("58 5 a", 9, Typed(tiles("8-5"), side=5, letter="a")),
        ("5", 9, Typed((), number=5)),
        ("10-9", 12, Typed(tiles("10-9"))),
        ("9 10", 12, Typed(tiles("10-9"))),
        ("109", 12, Typed(tiles("10-9"))),
        ("0910", 12, Typed(tiles("10-9"))),
        ("112", 12, Typed(tiles("12-1", "11-2"))),
        ("12", 12, Typed(tiles("2-1"), number=12)),
        ("12 5", 12, Typed(tiles("12-5"))),
        ("12-5 12", 12, Typed(tiles("12-5"), side=12)),
        ("1818", 18, Typed(tiles("18-18"))),
    ],
)
def test_sides_letters_and_large_sets(line: str, size: int, meaning: Typed) -> None:
    assert understand(line, size) == meaning


@pytest.mark.parametrize(
    "line", ["7 1", "99", "5 85", "5 5 5 5", "58 c 5 c", "5²", "٥٨", "12345678", "5x", "1 c"]
)
def test_what_is_no_tile_is_one_sentence(line: str) -> None:
    meant = understand(line, 6)
    assert isinstance(meant, Unknown)
    assert meant.sentence.count(".") == 1


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("draw", Word(Act.DRAW)),
        ("d", Word(Act.DRAW)),
        ("PESCA", Word(Act.DRAW)),
        ("pes", Word(Act.DRAW)),
        ("p", Word(Act.PASS)),
        ("pa", Word(Act.PASS)),
        ("passo", Word(Act.PASS)),
        ("mano", Word(Act.HAND)),
        ("ha", Word(Act.HAND)),
        ("punti", Word(Act.SCORE)),
        ("lati", Word(Act.ENDS)),
        ("tavolo", Word(Act.TABLE)),
        ("count 5", Word(Act.COUNT, "5")),
        ("conteggio  5", Word(Act.COUNT, "5")),
        ("log 3", Word(Act.LOG, "3")),
        ("why 3-3", Word(Act.WHY, "3-3")),
        ("perché 3-3", Word(Act.WHY, "3-3")),
        ("perche 3-3", Word(Act.WHY, "3-3")),
        ("cluck!", Word(Act.CALL)),
        ("coccodè", Word(Act.CALL)),
        ("chickie", Word(Act.CALL)),
        ("?", Word(Act.HELP)),
        ("esci", Word(Act.QUIT)),
        ("avanti", Word(Act.NEXT)),
        ("", None),
        ("   ", None),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_both_languages_count_everywhere(
    line: str, meaning: Word | None, language: str
) -> None:
    with using(language):
        assert understand(line, 9) == meaning


def test_a_beginning_that_could_be_several_words() -> None:
    meant = understand("pe", 9)
    assert meant == Unknown("“pe” could be perché or pesca: type another letter.")


def test_nonsense_is_one_sentence_and_says_where_help_is() -> None:
    meant = understand("xyzzy plugh", 9)
    assert meant == Unknown("“xyzzy” is not understood; type “help” for the words that are.")


def test_every_act_can_be_typed_and_no_word_means_two_things() -> None:
    assert {command.act for command in COMMANDS} == set(Act)
    known = [word for command in COMMANDS for word in (*command.english, *command.italian)]
    assert len({folded(word) for word in known}) == len(known)
    for command in COMMANDS:
        for word in (*command.english, *command.italian):
            assert understand(word, 9) == Word(command.act)


def test_help_has_a_line_for_every_act() -> None:
    lines = help_lines()
    assert "draw or pesca: draw a tile" in lines
    for command in COMMANDS:
        assert any(line.startswith(command.title) for line in lines)


def test_completion_gives_whole_words() -> None:
    assert completions("pe") == ["perché", "pesca"]
    assert completions("zz") == []
    assert "d" not in completions("")


def test_tiles_are_spoken_without_a_dash_and_nothing_else_is_changed() -> None:
    assert spoken("You 5-8 on the 5-foot (toe 2 of 3).") == "You 5 8 on the 5-foot (toe 2 of 3)."
    assert spoken("10-9 and 2026-11-30") == "10 9 and 2026-11-30"
    assert spoken("R2-D2 has 1-1") == "R2-D2 has 1 1"


def test_text_of_players_is_only_text() -> None:
    assert clean("  \x1b[31mAn\u202ena\n\x07 ") == "[31m Anna".replace(" Anna", "An na")
    assert printable("a\x1b[2Jb\u2028c  d") == "a[2Jbc  d"


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("", [""]),
        ("exactly as it is", ["exactly as it is"]),
        ("draw or pesca: draw a tile", ["draw or pesca:", "  draw a tile"]),
        ("  8-8: 8-3, 8-1, 8-0, 8-7", ["  8-8: 8-3, 8-1,", "    8-0, 8-7"]),
        ("a supercalifragilistic word", ["a", "  supercalifragi", "  listic word"]),
        ("小鸡小鸡小鸡小鸡小鸡", ["小鸡小鸡小鸡小鸡", "  小鸡"]),
    ],
)
def test_lines_are_broken_between_words(line: str, rows: list[str]) -> None:
    assert broken(line, 16) == rows


@given(st.lists(st.text("ab小è-", min_size=1, max_size=30)).map(" ".join), st.integers(4, 30))
def test_no_row_is_too_long_and_nothing_of_a_line_is_lost(line: str, width: int) -> None:
    rows = broken(line, width)
    assert all(cells(row) <= width for row in rows)
    assert "".join(rows).replace(" ", "") == line.replace(" ", "")
    if max(map(cells, line.split()), default=0) <= width - 2:
        assert [word for row in rows for word in row.split()] == line.split()

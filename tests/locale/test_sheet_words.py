"""Score sheets as text, Markdown, CSV and HTML, and empty ones."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

import pytest
from recorded import game_lines, record_of

from chickenscratch import locale
from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rules import MAX_SEATS
from chickenscratch.core.sheet import ScoreSheet
from chickenscratch.locale.blank import blank_html, blank_text, leads
from chickenscratch.locale.columns import cells, cut, left, middle, right
from chickenscratch.locale.sheet import (
    WIDTH,
    sheet_csv,
    sheet_html,
    sheet_markdown,
    sheet_text,
)
from chickenscratch.locale.transcript import story_of

NASTY = ("=cmd|'/c calc'!A1", "<b>Bru\x1b[2Jno</b>", "*Car_la*")


def sheet(names: tuple[str, ...] = ("Anna", "Bruno", "Çelik"), rounds: int = 7) -> ScoreSheet:
    lines = game_lines(rounds=rounds, seed="abc".rjust(64, "0"))
    return ScoreSheet.of(story_of(record_of(lines)).game, names, "2026-11-29T20:15:00Z")


def test_the_text_holds_every_number_in_narrow_columns() -> None:
    made = sheet()
    lines = sheet_text(made).splitlines()
    assert lines[0] == "Chicken Scratch, 3 players, 7 rounds, 2026-11-29"
    assert "wins with" in lines[1]
    assert all(cells(line) <= WIDTH for line in lines)
    for result, line in zip(made.results, lines[5:], strict=False):
        assert line.split()[0] == str(result.number)
        assert [int(word.rstrip("*")) for word in line.split()[2:]] == list(result.scores)
        stars = [word.endswith("*") for word in line.split()[2:]]
        assert stars == [seat == result.out for seat in range(3)]
    total = next(line for line in lines if line.startswith("total"))
    assert list(map(int, total.split()[1:])) == list(made.totals)


@pytest.mark.parametrize("count", range(2, MAX_SEATS + 1))
def test_any_number_of_players_fits(count: int) -> None:
    names = [f"Somebody {n}" for n in range(count)]
    made = ScoreSheet.begin(PRESETS["double-foot"].rules, names)
    made = made.with_round(1, 9, [0, *[100 // count] * (count - 1)], 0)
    assert all(cells(line) <= WIDTH + 12 for line in sheet_text(made).splitlines())
    assert all(cells(line) <= WIDTH for line in blank_text(made.rules, names).splitlines())


def test_an_unfinished_sheet_says_so() -> None:
    made = sheet()
    short = ScoreSheet(made.rules, made.names, made.results[:2])
    assert "Not over yet: 2 of 7 rounds." in sheet_text(short)
    empty = ScoreSheet(made.rules, made.names)
    assert "0 of 7" in sheet_text(empty)


def test_markdown_takes_no_sign_from_a_name() -> None:
    text = sheet_markdown(sheet(NASTY))
    assert "\\*Car\\_la\\*" in text
    assert "\x1b" not in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    bars = {line.replace("\\|", "").count("|") for line in rows}
    assert bars == {5}


def test_csv_is_read_back_and_starts_no_formula() -> None:
    made = sheet(NASTY)
    rows = list(csv.reader(io.StringIO(sheet_csv(made), newline="")))
    assert rows[0][4].startswith("'=cmd")
    assert [list(map(int, row[4:])) for row in rows[1:-1]] == [list(r.scores) for r in made.results]
    assert list(map(int, rows[-1][4:])) == list(made.totals)
    outs = [None if r.out is None else rows[0][4 + r.out] for r in made.results]
    assert [row[3] or None for row in rows[1:-1]] == outs


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in ("meta", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("html", [sheet_html, lambda s: blank_html(s.rules, s.names)])
def test_html_is_well_formed_and_takes_no_tag_from_a_name(html) -> None:
    tags = _Tags()
    tags.feed(html(sheet(NASTY)))
    assert tags.open == []
    assert "b" not in tags.seen
    with locale.using("it"):
        assert '<html lang="it">' in html(sheet())


@pytest.mark.parametrize("name", list(PRESETS))
def test_an_empty_sheet_has_a_line_for_every_round(name: str) -> None:
    rules = PRESETS[name].rules
    text = blank_text(rules, [""] * 4)
    assert sum(line.startswith("|") for line in text.splitlines()) == rules.game_rounds + 2
    assert len(leads(rules)) == rules.game_rounds
    assert blank_html(rules, [""] * 4).count("<tr><th") == rules.game_rounds + 1


def test_an_empty_sheet_names_the_leads_where_they_are_fixed() -> None:
    rules = make_rules({"rounds": 3}, PRESETS["classic"].rules)
    assert leads(rules) == ["9-9", "8-8", "7-7"]
    assert leads(PRESETS["chicken-scratch"].rules) == [""] * 7
    assert "double blank counts 50" in blank_text(rules, ["", ""])


def test_columns_count_cells() -> None:
    assert cells("東京") == 4
    assert cells("e\u0301") == 1
    assert cut("東京都", 4) == "東…"
    assert left("ab", 4) == "ab  "
    assert right("ab", 4) == "  ab"
    assert middle("ab", 5) == " ab  "
    assert all(cells(fit("東京都", 4)) == 4 for fit in (left, right, middle))

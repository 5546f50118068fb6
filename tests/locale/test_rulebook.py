"""The rules page. After a change of its words: ``python tests/locale/test_rulebook.py`` writes the
goldens anew."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from chickenscratch.core.presets import PRESETS, make_rules
from chickenscratch.core.rule_words import VALUE_WORDS
from chickenscratch.core.rules import ARMS, RuleError, RuleSet
from chickenscratch.core.tiles import SET_SIZES
from chickenscratch.locale import LANGUAGES, using
from chickenscratch.locale.options import differences_in_words, settings, value_words
from chickenscratch.locale.rulebook import rulebook

GOLDENS = Path(__file__).parent / "goldens"
SEEDS = ("chicken-scratch", "chicken-foot")
FOOT = PRESETS["chicken-foot"].rules


def page(name: str, language: str) -> str:
    """The rules page and the settings of a preset, as plain text."""
    rules = PRESETS[name].rules
    with using(language):
        parts = [
            "\n".join(filter(None, (paragraph.title, paragraph.text, paragraph.figure)))
            for paragraph in rulebook(rules, 4)
        ]
        parts.append("\n".join(f"{setting.title}: {setting.words}" for setting in settings(rules)))
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SEEDS)
def test_the_page_is_as_it_was(name: str, language: str) -> None:
    golden = (GOLDENS / f"{name}.{language}.txt").read_text(encoding="utf-8")
    assert page(name, language) == golden


def values() -> Iterator[tuple[str, Any]]:
    """Every value of every option that has few of them, and some of the others."""
    for name, kind in get_type_hints(RuleSet).items():
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            yield from ((name, value) for value in kind)
        elif kind is bool:
            yield from ((name, value) for value in (False, True))
    yield from (("arms", arms) for arms in ARMS)
    yield from (("set_size", size) for size in SET_SIZES)
    yield from (("yard_reserve", count) for count in (0, 1, 2))
    yield from (("rounds", count) for count in (None, 1, 3))
    yield from (("hand_sizes", {"4": count}) for count in (1, 9, 12))


def with_value(name: str, value: Any) -> RuleSet:
    base = FOOT
    if name == "call_duty":
        base = make_rules({"call": "chickie"}, base)
    if name == "set_size" and value == 6:
        base = make_rules({"hand_sizes": {"4": 5}}, base)
    return make_rules({name: value}, base)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_changes_the_page(language: str) -> None:
    pages: dict[str, dict[str, Any]] = {}
    with using(language):
        for name, value in values():
            rules = with_value(name, value)
            text = "\n".join(part.text + part.figure for part in rulebook(rules, 4))
            assert "{" not in "".join(part.text for part in rulebook(rules, 4))
            assert text not in pages.setdefault(name, {}), (name, value)
            pages[name][text] = value
    assert set(pages) == set(RuleSet.model_fields)


@pytest.mark.parametrize("held", ["next-held", "draw-in-turn"])
@pytest.mark.parametrize("order", ["pool", "descending", "ascending", "down-and-up"])
def test_the_lead_for_every_order(order: str, held: str) -> None:
    rules = make_rules({"round_order": order, "missing_lead": held}, FOOT)
    lead = rulebook(rules, 4)[2].text
    others = [
        rulebook(make_rules({"round_order": other, "missing_lead": held}, FOOT), 4)[2].text
        for other in ("pool", "descending", "ascending", "down-and-up")
    ]
    assert others.count(lead) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_words(language: str) -> None:
    with using(language):
        for name, value in values():
            setting = next(
                entry for entry in settings(with_value(name, value)) if entry.name == name
            )
            assert setting.words
            assert setting.title
            assert setting.about
            assert "{" not in setting.words
        for name, words in VALUE_WORDS.items():
            said = [value_words(name, value) for value in words]
            assert len(set(said)) == len(said)


def test_no_option_is_left_without_words() -> None:
    for name, kind in get_type_hints(RuleSet).items():
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            assert set(VALUE_WORDS[name]) == {str(value) for value in kind}
        elif kind is bool:
            assert set(VALUE_WORDS[name]) == {"yes", "no"}


def test_what_differs_from_a_preset() -> None:
    rules = make_rules({"arms": 8, "draw": "until-playable", "rounds": 3}, FOOT)
    assert [(entry.title, entry.words) for entry in differences_in_words(rules, FOOT)] == [
        ("Hub arms", "8"),
        ("When you cannot play", "draw until a tile fits"),
        ("Short game", "3 rounds"),
    ]
    assert differences_in_words(FOOT, FOOT) == []


def test_the_figures_in_plain_ascii() -> None:
    for arms in ARMS:
        for size in (9, 18):
            rules = make_rules({"arms": arms, "set_size": size}, FOOT)
            figures = [part.figure for part in rulebook(rules, 4, ascii_only=True) if part.figure]
            assert len(figures) == 2
            assert all(figure.isascii() for figure in figures)
            assert figures[0].count("<") == arms
            assert max(len(line) for figure in figures for line in figure.splitlines()) <= 40


def test_a_table_that_cannot_be() -> None:
    with pytest.raises(RuleError):
        rulebook(FOOT, 9)


if __name__ == "__main__":
    for preset in SEEDS:
        for tongue in LANGUAGES:
            file = GOLDENS / f"{preset}.{tongue}.txt"
            file.write_text(page(preset, tongue), encoding="utf-8")

"""Rule sets: presets, validation in sentences, text forms, house-rules files."""

from __future__ import annotations

import pytest
from hypothesis import given
from players import rule_sets
from scenes import COOP, SCRATCH, variant

from chickenscratch.core.presets import (
    PRESETS,
    format_rules,
    make_rules,
    parse_rules,
    preset,
    preset_of,
    rules_from_toml,
)
from chickenscratch.core.rule_words import VALUE_WORDS
from chickenscratch.core.rules import RuleError, RuleSet
from chickenscratch.core.tiles import full_set

NAMES = (
    "chicken-scratch",
    "chicken-foot",
    "coop-manual",
    "classic",
    "eight-legged",
    "double-foot",
    "chickie-sixes",
    "family-scratch",
)


def test_there_are_eight_presets() -> None:
    assert tuple(PRESETS) == NAMES
    assert all(preset_of(PRESETS[name].rules) == name for name in NAMES)


def test_chicken_scratch_is_system_a() -> None:
    assert (SCRATCH.set_size, SCRATCH.arms, SCRATCH.game_rounds) == (6, 4, 7)
    assert SCRATCH.hand_sizes == ((2, 5), (3, 5), (4, 5), (5, 5))
    assert (SCRATCH.round_order, SCRATCH.missing_lead) == ("pool", "next-held")


def test_chicken_foot_is_system_b() -> None:
    assert (COOP.set_size, COOP.arms, COOP.game_rounds) == (9, 6, 10)
    assert COOP.hand_sizes == ((2, 11), (3, 11), (4, 9), (5, 7), (6, 7))
    yards = [len(full_set(9)) - seats * hand for seats, hand in COOP.hand_sizes]
    assert yards == [33, 22, 19, 20, 13]
    assert [COOP.wanted(r, ())[0] for r in range(1, 11)] == list(range(9, -1, -1))


def test_down_and_up_has_nineteen_rounds() -> None:
    rules = PRESETS["double-foot"].rules
    leads = [rules.wanted(r, ())[0] for r in range(1, rules.game_rounds + 1)]
    assert leads == [*range(9, -1, -1), *range(1, 10)]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"set_size": 7}, "there is no double-7 set"),
        ({"arms": 5}, "A hub has 4, 6 or 8 arms, not 5."),
        ({"set_size": 6, "arms": 8, "hand_sizes": {"2": 5}}, "8 arms need a double-eight set"),
        ({"hand_sizes": {}}, "Say how many tiles"),
        ({"hand_sizes": {"1": 5}}, "2 to 12 players, not 1"),
        ({"hand_sizes": {"13": 1}}, "2 to 12 players, not 13"),
        ({"hand_sizes": {"4": 0}}, "at least one tile"),
        ({"hand_sizes": {"6": 10}}, "6 players with 10 tiles each need 60 tiles, not 55."),
        ({"hand_sizes": {"5": 11}, "missing_lead": "set-aside"}, "need 55 tiles, not 54."),
        ({"hand_sizes": {"two": 11}}, 'such as {"2" = 11, "4" = 9}'),
        ({"rounds": 0}, "1 to 10 rounds with these rules, not 0."),
        ({"rounds": 11}, "1 to 10 rounds with these rules, not 11."),
        ({"draw": "until-playable", "drawn_tile": "must-keep"}, "makes no sense"),
        ({"call": "none", "call_duty": True}, "A call cannot be a duty"),
        ({"draw": "two"}, "“draw” cannot be “two”; choose one, until-playable or none."),
        ({"colour": "red"}, "There is no rule called “colour”."),
        ({"arms": "many"}, "The rule “arms” must be a whole number, without quotation marks."),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RuleError) as refused:
        make_rules(options, COOP)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(RuleError, match="choose one of chicken-scratch, chicken-foot"):
        preset("duck-foot")


def test_too_many_players_for_the_rules() -> None:
    with pytest.raises(RuleError, match="for 2 to 6 players, not 7"):
        COOP.hand_size(7)


def test_every_option_has_words_a_family_understands() -> None:
    for name, field in RuleSet.model_fields.items():
        assert field.title, name
        assert field.description, name
        assert field.description.endswith("."), name


def test_every_value_of_every_choice_has_words() -> None:
    schema = RuleSet.model_json_schema()
    for name, entry in schema["properties"].items():
        if "$ref" in entry:
            values = schema["$defs"][entry["$ref"].rpartition("/")[2]]["enum"]
        elif entry.get("type") == "boolean":
            values = ["yes", "no"]
        else:
            continue
        assert set(VALUE_WORDS[name]) == set(values), name


@given(rule_sets())
def test_text_form_goes_there_and_back(rules: RuleSet) -> None:
    text = format_rules(rules)
    assert "\n" not in text
    assert parse_rules(text) == rules
    assert hash(parse_rules(text)) == hash(rules)


@given(rule_sets())
def test_record_form_goes_there_and_back(rules: RuleSet) -> None:
    assert RuleSet.model_validate(rules.model_dump(mode="json")) == rules


def test_text_form_of_a_preset_is_its_name() -> None:
    assert format_rules(COOP) == "chicken-foot"
    assert format_rules(variant(COOP, arms=4, rounds=3)) == "chicken-foot arms=4 rounds=3"


@pytest.mark.parametrize("text", ["", "duck", "chicken-foot arms", "chicken-foot legs=2"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        parse_rules(text)


def test_house_rules_from_a_file() -> None:
    name, rules = rules_from_toml(
        'preset = "chicken-foot"\narms = 4\nblank_scoring = "double-blank-50"\nrounds = 3\n'
        "[hand_sizes]\n2 = 9\n4 = 7\n"
    )
    assert name == "custom"
    assert (rules.arms, rules.game_rounds, rules.hand_sizes) == (4, 3, ((2, 9), (4, 7)))


def test_short_game_keeps_the_name_of_its_preset() -> None:
    assert rules_from_toml('preset = "chicken-scratch"\nrounds = 2')[0] == "chicken-scratch"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("arms = ", "This is not a house-rules file"),
        ('preset = "duck"', "There are no rules called “duck”"),
        ("preset = 4", "Write the preset as text"),
        ("legs = 4", "There is no rule called “legs”."),
        ("arms = 5", "A hub has 4, 6 or 8 arms, not 5."),
    ],
)
def test_wrong_house_rules_are_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        rules_from_toml(text)
    assert sentence in str(refused.value)

"""The key table: complete, reachable on every keyboard, and free of what a slow line makes up."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from chickenscratch.locale.ends import LETTERS
from chickenscratch.tui.keys import ACTS, BY_ID, bindings, footer
from chickenscratch.tui.screens.table import TableScreen


@pytest.mark.parametrize("binding", bindings(), ids=lambda b: b.key)
def test_every_binding_has_a_method(binding):
    name = re.match(r"\w+", binding.action)[0]
    assert callable(getattr(TableScreen, f"action_{name}"))


@pytest.mark.parametrize("hosted", [False, True])
def test_no_key_means_two_things(hosted):
    counts = Counter(binding.key for binding in bindings(hosted=hosted))
    assert [key for key, count in counts.items() if count > 1] == []


def test_talk_and_votes_are_only_where_others_play_elsewhere():
    more = {b.action for b in bindings(hosted=True)} - {b.action for b in bindings()}
    assert more == {"chat", "company"}


def test_no_key_is_one_that_a_torn_arrow_makes_or_that_needs_altgr():
    keys = {key for act in ACTS for key in act.keys}
    forbidden = {
        "left_square_bracket", "right_square_bracket", "A", "B", "C", "D", "O", "home", "end",
        "left_curly_bracket", "right_curly_bracket", "at", "number_sign", "tilde", "grave_accent",
        "backslash",
    }  # fmt: skip
    assert not keys & forbidden
    assert not [key for key in keys if "alt" in key]
    assert not keys & {f"ctrl+{letter}" for letter in "abqs"}


def test_digits_are_always_pips():
    for key in "0123456789":
        assert key in BY_ID["pips"].keys
        assert f"kp_{key}" in BY_ID["pips"].keys


def test_letters_of_places_stand_for_no_act():
    acts = {key for act in ACTS if act.id != "ghost" for key in act.keys}
    assert not acts & set(LETTERS)
    assert BY_ID["ghost"].keys == tuple(LETTERS)


def test_the_footer_begins_with_playing():
    assert [act.id for act in footer()][:3] == ["confirm", "next_fit", "obvious"]
    assert {"draw", "pass_", "help", "leave"} <= {act.id for act in footer()}

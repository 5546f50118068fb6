"""Text forms: every value is one line, and comes back equal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from players import play_out, tables

from chickenscratch.core.actions import (
    Action,
    Call,
    CallWord,
    Deal,
    Draw,
    Lead,
    Pass,
    Play,
    format_action,
    parse_action,
)
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.tiles import Tile, full_set, set_pips, tile
from chickenscratch.core.tree import Place
from chickenscratch.core.view import view_of
from chickenscratch.core.wire import (
    action_from_json,
    action_json,
    format_event,
    format_game,
    format_view,
    parse_event,
    parse_game,
    parse_view,
)

SEATS = st.integers(0, 11)
TILES = st.builds(tile, st.integers(0, 18), st.integers(0, 18))
PLACES = st.builds(Place, st.integers(0, 189), st.integers(0, 7), st.integers(0, 2))
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Lead, SEATS, TILES),
    st.builds(Play, SEATS, TILES, st.integers(0, 18), st.none() | PLACES),
    st.builds(Draw, SEATS),
    st.builds(Pass, SEATS),
    st.builds(Call, SEATS, st.sampled_from(CallWord)),
    st.just(Deal()),
)


@given(TILES)
def test_tiles(value: Tile) -> None:
    assert Tile.parse(str(value)) == value


@given(PLACES)
def test_places(value: Place) -> None:
    assert Place.parse(str(value)) == value


@given(ACTIONS)
def test_actions(value: Action) -> None:
    assert parse_action(format_action(value)) == value
    assert action_from_json(action_json(value)) == value


@given(tables(), st.integers(0, 300))
def test_states_views_and_events(table: tuple[RuleSet, int, str, int], moment: int) -> None:
    rules, seats, seed, luck = table
    for step, (_, _, outcome) in enumerate(play_out(rules, seats, seed, random.Random(luck))):
        if step < moment:
            continue
        game = outcome.game
        assert "\n" not in format_game(game)
        assert parse_game(format_game(game)) == game
        for seat in (0, seats - 1, None):
            view = view_of(game, seat)
            assert parse_view(format_view(view)) == view
        for event in outcome.events:
            assert parse_event(format_event(event)) == event
        return


@pytest.mark.parametrize(
    "text", ["", "3-6", "6-", "-6", "6", "06-3", "6-3 ", "six-3", "٦-٣", "6--3"]
)
def test_other_tiles_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a tile"):
        Tile.parse(text)


@pytest.mark.parametrize("text", ["", "1", "1.", "01.0", "1.0~", "1.0~0", "1.0~1~1", "1000.0"])
def test_other_places_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a place"):
        Place.parse(text)


@pytest.mark.parametrize(
    "text", ["", "0", "x draw", "0 jump", "0 play 6-3", "0 call moo", "0 deal"]
)
def test_other_actions_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_action(text)


def test_wire_actions_with_unknown_fields_are_refused() -> None:
    with pytest.raises(ValueError):
        action_from_json('{"act": "draw", "seat": 1, "tile": "6-6"}')


@pytest.mark.parametrize(("size", "count", "pips"), [(6, 28, 168), (9, 55, 495), (18, 190, 3420)])
def test_sets_have_every_tile_once(size: int, count: int, pips: int) -> None:
    assert len(set(full_set(size))) == len(full_set(size)) == count
    assert sum(t.pips for t in full_set(size)) == set_pips(size) == pips

"""Why: the rule of this table behind every line of the log, every tile and every end."""

from __future__ import annotations

import pytest
from recorded import game_lines, record_of
from scenes import SCRATCH, position, tiles, variant

from chickenscratch.core.rules import DrawRule
from chickenscratch.core.view import view_of
from chickenscratch.locale import using
from chickenscratch.locale.log import log_lines
from chickenscratch.locale.transcript import story_of
from chickenscratch.locale.why import reasons, why_end, why_held, why_laid, why_now

NAMES = ("Anna", "Bruno", "Carla")
HUNGRY = "6-6 6-1@6 6-2@6 6-3@6 6-5@6 5-5@5"


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", ["chicken-scratch", "classic", "chicken-foot"])
def test_every_line_of_a_log_has_a_rule_behind_it(name: str, language: str) -> None:
    with using(language):
        story = story_of(record_of(game_lines(name, rounds=1)))
        events = [event for chapter in story.chapters for event in chapter.events]
        found = reasons(events, NAMES, None, story.game.rules)
        assert len(found) == len(log_lines(events, NAMES, None))
        assert all(": " in lines[0] for lines in found)


def test_the_switch_that_decided_is_named() -> None:
    for draw, words in [(DrawRule.ONE, "draw one tile"), (DrawRule.UNTIL_PLAYABLE, "until")]:
        rules = variant(SCRATCH, draw=str(draw))
        view = view_of(position(rules, "6-6 6-1@6", ["5-3 4-2", "2-1"], "4-4"), 0)
        assert any(words in line for line in why_now(view))


def test_what_has_to_be_done_names_its_rule() -> None:
    hub = view_of(position(SCRATCH, "6-6 6-1@6", ["6-3 4-2", "2-1"]), 0)
    assert why_now(hub)[0].startswith("The hub: ")
    foot = view_of(position(SCRATCH, HUNGRY, ["5-3 4-2", "2-1"]), 0)
    assert why_now(foot)[0].startswith("Doubles and feet: ")


def test_a_tile_of_the_hand() -> None:
    view = view_of(position(SCRATCH, "6-6 6-1@6", ["6-3 4-2", "2-1"]), 0)
    six, four = tiles("6-3 4-2")
    assert why_held(view, six) == [
        "6-3 fits on a 6.", "Whoever is caught with it writes 9 points.",
    ]  # fmt: skip
    assert "only a 6 may be played" in why_held(view, four)[0]


def test_a_tile_on_the_table_and_its_ends() -> None:
    view = view_of(position(SCRATCH, HUNGRY, ["5-3 4-2", "2-1"]), 0)
    assert why_laid(view, 0, NAMES) == [
        "6-6, laid by Anna.", "Nothing can be laid at it any more.",
    ]  # fmt: skip
    said = why_laid(view, 1, NAMES)
    assert said[1].startswith("1 open end has a 1: 0 in your hand, ")
    assert said[-1].startswith("Now only a 5 may be played")
    assert why_end(view, 0) == ["No open end has a 0."]

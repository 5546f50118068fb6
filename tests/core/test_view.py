"""What a seat, a watcher and everybody after a round may know."""

from __future__ import annotations

import random

from hypothesis import given
from players import play_out, tables
from scenes import SCRATCH, SEED, accept, opened, position, round_of

from chickenscratch.core.actions import Draw
from chickenscratch.core.apply import start_game
from chickenscratch.core.events import Drawn, redact
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Phase
from chickenscratch.core.tiles import Tile
from chickenscratch.core.view import SeatView, view_of

HUB = "6-6 6-1@6 6-0@6 6-4@6 6-5@6"


def test_a_view_has_no_field_for_hidden_things() -> None:
    fields = set(SeatView._fields)
    assert not fields & {"hands", "seed", "deals"}
    game = opened(SCRATCH, ["6-6", ""])
    assert view_of(game, 0).yard == 18, "the yard is a number"


def test_a_seat_sees_its_hand_and_the_others_counts() -> None:
    game = opened(SCRATCH, ["6-6 5-4", "", ""])
    view = view_of(game, 0)
    assert view.hand == round_of(game).hands[0]
    assert view.counts == (5, 5, 5)
    watcher = view_of(game, None)
    assert watcher.hand == ()
    assert watcher.legal is None
    assert watcher.duty.kind is DutyKind.LEAD


def test_only_the_drawer_sees_what_was_drawn() -> None:
    outcome = accept(position(SCRATCH, HUB, ["3-3 2-2", "1-1"], "3-2"), Draw(0))
    (event,) = outcome.events
    assert isinstance(event, Drawn)
    assert event.tile == Tile(3, 2)
    assert redact(event, 0) == event
    for other in (1, None):
        hidden = redact(event, other)
        assert isinstance(hidden, Drawn)
        assert hidden.tile is None
        assert view_of(outcome.game, other).drawn is None
        assert view_of(outcome.game, other).has_drawn
    assert view_of(outcome.game, 0).drawn == Tile(3, 2)


def test_the_log_names_no_drawn_tile() -> None:
    game = accept(position(SCRATCH, HUB, ["3-3 2-2", "1-1"], "3-2"), Draw(0)).game
    assert view_of(game, 1).log[-1] == (0, "draw", None, None, None)


def test_suits_are_counted_from_public_tiles() -> None:
    view = view_of(position(SCRATCH, HUB, ["3-3 4-2", "1-1"], "3-2"), 0)
    assert view.off_table(6) == 2
    assert view.off_table(4) == 6
    assert view.unseen(4) == 5


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    view = view_of(start_game(SCRATCH, 3, SEED), 0)
    assert (view.number, view.hand, view.counts) == (0, (), (0, 0, 0))
    assert view.round_over
    assert len(view.commitment) == 64


@given(tables())
def test_finished_rounds_are_laid_open_to_all(table: tuple[RuleSet, int, str, int]) -> None:
    rules, seats, seed, luck = table
    for _, _, outcome in play_out(rules, seats, seed, random.Random(luck)):
        game = outcome.game
        if game.round is not None and game.round.phase is Phase.OVER:
            for seat in (*range(seats), None):
                view = view_of(game, seat)
                assert view.results[-1].hands == game.round.hands
                assert view.results[-1].yard == game.round.yard
                assert view.totals == game.totals

from __future__ import annotations

import re
from itertools import pairwise
from typing import get_args

import pytest
from speaking import HOUSES, NAMES, SCRATCH, played

from chickenscratch.core.actions import CallWord
from chickenscratch.core.apply import start_game
from chickenscratch.core.events import (
    Called,
    Caught,
    Dealt,
    Drawn,
    DrawnFor,
    Event,
    FootCompleted,
    FootOpened,
    GameEnded,
    HubFilled,
    LeadLaid,
    Passed,
    RoundEnded,
    TilePlayed,
)
from chickenscratch.core.presets import make_rules
from chickenscratch.core.state import EndReason, RoundResult
from chickenscratch.core.tiles import Tile, tile
from chickenscratch.core.tree import Place
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.locale import LANGUAGES, using
from chickenscratch.locale.log import log_line, log_lines
from chickenscratch.locale.moments import banner, doomed, foot_warning, round_end

EVENTS = get_args(get_args(Event)[0])
YOU = {
    "en": re.compile(r"\b(you|your)\b", re.IGNORECASE),
    "it": re.compile(r"\b(tu|te|ti|tuo|tua|tue|hai)\b", re.IGNORECASE),
}


def result(end: EndReason, *, out: int | None = None, left: str = "") -> RoundResult:
    """A round that left these tiles in the first hand; whoever went out has 0."""
    hands = (tuple(map(Tile.parse, left.split())), (), (), ())
    scores = (sum(t.pips for t in hands[0]), 50, 7, 8)
    if out is not None:
        scores = tuple(0 if seat == out else score for seat, score in enumerate(scores))
    return RoundResult(3, 6, end, out, hands, (), scores)


SAMPLES: dict[type, tuple[Event, ...]] = {
    Dealt: (Dealt(3, 0, (5, 5, 5, 5), 8, 6), Dealt(1, 0, (1, 1), 26, 6, again=True)),
    LeadLaid: (LeadLaid(1, tile(6, 6), 4),),
    TilePlayed: (
        TilePlayed(1, tile(6, 3), 6, Place(0, 1), 2, 3, 2, 4, 4),
        TilePlayed(1, tile(5, 1), 5, Place(7, 0), 8, 1, 1, 3, 3),
        TilePlayed(1, tile(5, 1), 1, Place(3, 0), 8, 5, 0, 0, 1),
    ),
    HubFilled: (HubFilled(6),),
    FootOpened: tuple(FootOpened(1, 4, 9, out) for out in (0, 1, 2, 3)),
    FootCompleted: (FootCompleted(8, 9),),
    Drawn: tuple(Drawn(1, seen, why, 7) for why in DrawnFor for seen in (None, tile(4, 1))),
    Passed: (Passed(1, drew=True), Passed(1, drew=False)),
    Called: tuple(
        Called(1, what, None if what is CallWord.TAP else 5, by_table)
        for what in CallWord
        for by_table in (True, False)
    ),
    Caught: tuple(
        Caught(1, 0, what, must_draw) for what in CallWord for must_draw in (True, False)
    ),
    RoundEnded: tuple(
        RoundEnded(result(end, out=out, left="6-1 4-1"), (1, 2, 3, 4))
        for end in EndReason
        for out in ([1, 2] if end is EndReason.OUT else [None])
    ),
    GameEnded: (
        GameEnded((9, 1, 5, 5), (1,), None),
        GameEnded((9, 5, 5, 7), (1, 2), "ab"),
        GameEnded((9, 5, 5, 7), (1,), None),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_words(kind: type, language: str) -> None:
    with using(language):
        for event in SAMPLES[kind]:
            for me in (None, 0, 1, 3):
                for short in (False, True):
                    words = log_line(event, NAMES, me, filling=4, short=short)
                    assert words[-1] in ".!"
                    assert "{" not in words
                    if me is None or me == 3:
                        assert not YOU[language].search(words), words
                special = banner(event, NAMES, me, 4)
                assert special == "" or special[-1] in ".!"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_whole_games_can_be_told(house: int, language: str) -> None:
    events = [event for _game, events in played(house) for event in events]
    with using(language):
        shared = log_lines(events, NAMES, None)
        mine = log_lines(events, NAMES, 1)
        short = log_lines(events, NAMES, None, short=True)
    assert len(shared) == len(mine) == len(short)
    for line in shared:
        assert not YOU[language].search(line), line
    for line in (*mine, *short):
        assert line
        assert "{" not in line


def test_only_who_drew_a_tile_reads_which() -> None:
    for why in DrawnFor:
        drawn = Drawn(1, tile(4, 1), why, 7)
        assert "4-1" in log_line(drawn, NAMES, 1)
        for me in (None, 0):
            assert "4-1" not in log_line(drawn, NAMES, me)
            assert "4-1" not in " ".join(log_lines([drawn, Passed(1, drew=True)], NAMES, me))


def test_the_lines_of_an_act() -> None:
    foot = TilePlayed(2, tile(5, 5), 5, Place(3, 0), 8, 5, 0, 0, 4)
    events: list[Event] = [
        foot,
        FootOpened(2, 5, 8, 4),
        Called(2, CallWord.CHICKIE, 5, by_table=True),
        TilePlayed(3, tile(5, 1), 5, Place(8, 0), 9, 1, 1, 3, 3),
        Drawn(0, tile(4, 1), DrawnFor.TURN, 7),
        Drawn(0, tile(4, 2), DrawnFor.TURN, 6),
        Passed(0, drew=True),
        Drawn(1, None, DrawnFor.TURN, 5),
        Passed(1, drew=True),
        Passed(2, drew=False),
        Drawn(3, None, DrawnFor.TURN, 4),
    ]
    assert log_lines(events, NAMES, 0) == [
        "Carla 5-5 on 5. CHICKIE 5!",
        "Dina 5-1 on the 5-foot (toe 1 of 3).",
        "You drew 4-1 and 4-2 and passed.",
        "Bruno drew and passed.",
        "Carla passed.",
        "Dina drew a tile.",
    ]
    assert log_lines(events, NAMES, None, short=True)[:3] == [
        "Carla 5-5 on 5. CHICKIE 5!",
        "Dina 5-1, toe 1.",
        "Anna drew 2 tiles and passed.",
    ]
    with using("it"):
        assert log_lines(events, NAMES, 0)[:4] == [
            "Carla 5-5 sul 5. CHICKIE 5!",
            "Dina 5-1 sulla zampa del 5 (dito 1 di 3).",
            "Hai pescato 4-1 e 4-2 e passato.",
            "Bruno ha pescato e passato.",
        ]
    doomed_foot = [foot, FootOpened(2, 5, 8, 2), Called(2, CallWord.CHICKIE, 5, by_table=True)]
    assert log_lines(doomed_foot, NAMES, 0) == [
        "Carla 5-5 on 5. Only 2 fives are still out: this foot can never be finished. CHICKIE 5!"
    ]
    over = RoundEnded(result(EndReason.DEAD_FOOT), (1, 2, 3, 4))
    assert log_lines([foot, FootOpened(2, 5, 8, 0), over], NAMES, 0) == [
        "Carla 5-5 on 5.",
        "No five is left: the 5-foot can never be finished. The round is over. "
        "Points: Anna 0 (total 1), Bruno 50 (total 2), Carla 7 (total 3), Dina 8 (total 4).",
    ]


@pytest.mark.parametrize(
    ("out", "english", "italian"),
    [
        (3, "", ""),
        (
            2,
            "Only 2 fours are still out: this foot can never be finished.",
            "Restano fuori solo 2 tessere del 4: questa zampa non si può più completare.",
        ),
        (
            1,
            "Only 1 four is still out: this foot can never be finished.",
            "Resta fuori solo 1 tessera del 4: questa zampa non si può più completare.",
        ),
        (
            0,
            "No four is left: this foot can never be finished.",
            "Non resta nessuna tessera del 4: questa zampa non si può più completare.",
        ),
    ],
)
def test_a_foot_that_can_never_be_finished(out: int, english: str, italian: str) -> None:
    event = FootOpened(1, 4, 9, out)
    assert foot_warning(event) == english
    with using("it"):
        assert foot_warning(event) == italian


def before(laid: int, hand: str = "4-4 6-1", yard: int = 5, **options: object) -> SeatView:
    """A view with that many fours on the table."""
    rules = make_rules(options, SCRATCH)
    on_table = tuple(laid if number == 4 else 0 for number in range(7))
    return view_of(start_game(rules, 2, "0" * 64), 0)._replace(
        hand=tuple(map(Tile.parse, hand.split())), on_table=on_table, yard=yard
    )


@pytest.mark.parametrize(
    ("here", "words"),
    [
        (before(3), ""),
        (before(4), "Only 2 fours would still be out: this foot could never be finished."),
        (before(5), "Only 1 four would still be out: this foot could never be finished."),
        (before(6), "No four would be left: the round would end at once."),
        (
            before(6, dead_foot="draw-out"),
            "No four would be left: this foot could never be finished.",
        ),
        (
            before(6, dead_foot="draw-out", yard=0),
            "No four would be left: the round would end at once.",
        ),
        (
            before(4, dead_foot="strict"),
            "Only 2 fours would still be out: the round would end at once.",
        ),
        (before(6, hand="4-4"), ""),
    ],
)
def test_the_warning_before_a_double_is_laid(here: SeatView, words: str) -> None:
    assert doomed(here, tile(4, 4)) == words
    assert doomed(here, tile(6, 1)) == ""


def test_the_warning_agrees_with_what_happens() -> None:
    for house in (1, 2, 3):
        turns = played(house)
        for (game, _before), (_game, events) in pairwise(turns):
            for event in events:
                if isinstance(event, FootOpened):
                    warned = doomed(view_of(game, event.seat), tile(event.number, event.number))
                    last = len(view_of(game, event.seat).hand) == 1
                    assert bool(warned) == (event.out < 3 and not last)


def test_why_a_round_ended() -> None:
    dead = result(EndReason.DEAD_FOOT, left="5-1 5-2")
    assert round_end(dead, NAMES, None, 5) == (
        "Only 2 fives are left: the 5-foot can never be finished. The round is over."
    )
    assert round_end(dead, NAMES, None) == "The foot can never be finished: the round is over."
    out = result(EndReason.OUT, out=1)
    assert round_end(out, NAMES, 1) == "You went out: the round is over."
    assert round_end(out, NAMES, 0) == "Bruno went out: the round is over."
    dear = out._replace(scores=(0, 50, 7, 8))
    assert round_end(dear, NAMES, 0) == (
        "Bruno went out, but with a double, which costs 50 points."
    )
    with using("it"):
        assert round_end(dead, NAMES, None, 8) == (
            "Non resta nessuna tessera dell'8: la zampa dell'8 non si può più completare. "
            "La manche è finita."
        )
        assert round_end(out, NAMES, 0) == "Bruno ha fatto domino: la manche è finita."


def test_who_has_won() -> None:
    alone = GameEnded((9, 1, 5, 5), (1,), None)
    assert banner(alone, NAMES, None) == "Bruno wins with 1 point."
    assert banner(alone, NAMES, 1) == "You win with 1 point!"
    shared = GameEnded((9, 5, 5, 7), (1, 2), None)
    assert banner(shared, NAMES, 2) == "You share the win with Bruno: 5 points each."
    assert banner(shared, NAMES, 0) == "Bruno and Carla share the win: 5 points each."
    tied = GameEnded((9, 5, 5, 7), (1,), None)
    assert banner(tied, NAMES, 0) == "Bruno wins the tie at 5 points."

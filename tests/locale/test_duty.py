from __future__ import annotations

import re
import string

import pytest
from speaking import HOUSES, NAMES, SCRATCH, played

from chickenscratch.core.actions import CallWord
from chickenscratch.core.apply import start_game
from chickenscratch.core.legal import DutyKind
from chickenscratch.core.state import Owed, Phase
from chickenscratch.core.tree import EndKind, OpenEnd
from chickenscratch.core.view import SeatView, view_of
from chickenscratch.locale import LANGUAGES, _, using
from chickenscratch.locale.duty import (
    LONG,
    SHORT,
    WORDS,
    Case,
    case_of,
    duty_line,
    fit_line,
    owed_line,
)
from chickenscratch.locale.numbers import a_number, of_foot

YOU = {
    "en": re.compile(r"\b(you|your)\b", re.IGNORECASE),
    "it": re.compile(r"\b(tu|te|ti|tuo|tua|tue|hai)\b", re.IGNORECASE),
}
LISTS = {"numbers", "names"}


def test_every_case_has_words() -> None:
    assert set(WORDS) == set(Case)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", Case)
def test_a_line_has_room(case: Case, language: str) -> None:
    words = WORDS[case]
    with using(language):
        for template, short in (
            (words.you, False),
            (words.they, False),
            (words.you_short, True),
            (words.they_short, True),
        ):
            said = _(template)
            fields = {name for _text, name, _spec, _how in string.Formatter().parse(said) if name}
            if fields & LISTS and case not in (Case.SHARED_MANY, Case.FREE_ANYWHERE):
                continue  # these give way to a line without a list
            for size, limit in ((12, SHORT if short else LONG), (20, 40 if short else 68)):
                longest = max(
                    len(
                        said.format(
                            name="N" * size,
                            number=number,
                            a_number=a_number(number),
                            foot=of_foot(number),
                            tile=f"{number}-{number}",
                            slot=8,
                            slots=8,
                            round=37,
                        )
                    )
                    for number in range(19)
                )
                assert longest <= limit, said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", Case)
def test_only_the_reader_is_called_you(case: Case, language: str) -> None:
    words = WORDS[case]
    with using(language):
        for said in map(_, (words.they, words.they_short)):
            assert not YOU[language].search(said.replace("Tocca a", "")), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_told(language: str) -> None:
    kinds, cases = set(), set()
    with using(language):
        for house, seed in [(0, 2), *((house, 1) for house in range(len(HOUSES)))]:
            for game, _events in played(house, seed):
                names = NAMES[: game.seats]
                turn = None if game.round is None else game.round.turn
                for seat in (turn, None):
                    view = view_of(game, seat)
                    kinds.add(view.duty.kind)
                    cases.add(case_of(view, view.duty)[0])
                    for me in (seat, None):
                        long = duty_line(view, names, me)
                        short = duty_line(view, names, me, short=True)
                        assert 0 < len(long) <= LONG, long
                        assert 0 < len(short) <= SHORT, short
                        assert "{" not in long + short
    assert kinds == set(DutyKind)
    assert set(Case) - cases <= {
        Case.FREE_ANYWHERE,
        Case.SHARED,
        Case.SHARED_MANY,
        Case.DEAD_HUB,
        Case.BLOCKED,
    }


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_a_public_line_tells_nothing_of_the_hand(house: int) -> None:
    for game, _events in played(house):
        turn = None if game.round is None else game.round.turn
        watched = duty_line(view_of(game, None), NAMES, None)
        assert duty_line(view_of(game, turn), NAMES, None, public=True) == watched


def view(**changes: object) -> SeatView:
    """Somebody's view of a game of four under the simplest rules."""
    state = next(
        game
        for game, _events in played(1)
        if game.round is not None and game.round.phase is Phase.FOOT
    )
    assert state.round is not None
    return view_of(state, state.round.turn)._replace(**changes)


def test_a_list_that_is_too_long_gives_way() -> None:
    here = next(
        view_of(game, None)
        for game, _events in played(1)
        if game.round is not None and game.round.phase is Phase.FREE
    )
    here = here._replace(turn=0, ends=tuple(OpenEnd(0, n, n, EndKind.TAIL) for n in range(19)))
    assert duty_line(here, NAMES, 0) == "Your turn: play on any open number."
    assert duty_line(here, NAMES, None, short=True) == "Anna: any open number"
    here = here._replace(ends=here.ends[3:6])
    assert duty_line(here, NAMES, 0) == "Your turn: play on 3, 4 or 5."


def test_a_shared_win() -> None:
    game, _events = played(1)[-1]
    everybody = view_of(game, 0)._replace(
        results=tuple(result._replace(scores=(1, 1, 5, 5)) for result in game.results)
    )
    assert duty_line(everybody, NAMES, 0) == "The game is over: you share the win with Bruno."
    assert duty_line(everybody, NAMES, 2) == "The game is over: Anna and Bruno share the win."
    names = ("Massimiliano Ferrari", "Bartholomew Johnson ", "C", "D")
    assert duty_line(everybody, names, 2) == "The game is over: the win is shared."
    with using("it"):
        assert duty_line(everybody, NAMES, 0) == "Partita finita: dividi la vittoria con Bruno."


def test_before_the_first_deal() -> None:
    here = view_of(start_game(SCRATCH, 3, "0" * 64), 0)
    assert duty_line(here, NAMES, 0) == "The first deal comes next."


def test_how_many_fit() -> None:
    here = view()
    legal = here.legal
    assert legal is not None
    count = sum(1 for entry in legal.tiles if entry.moves)
    assert fit_line(here).startswith(f"{count} of {len(here.hand)} fit")
    assert fit_line(here._replace(seat=None)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", CallWord)
def test_every_call_that_is_owed_has_words(what: CallWord, language: str) -> None:
    here = view(owed=(Owed(2, what),))
    with using(language):
        mine, theirs = owed_line(here, NAMES, 2), owed_line(here, NAMES, None)
    assert mine
    assert "Carla" not in mine
    assert "Carla" in theirs
    assert owed_line(view(owed=()), NAMES, 2) == ""

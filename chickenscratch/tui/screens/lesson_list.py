"""The six lessons: what they say, and the positions they are given on.

Every position is made by laying tiles through the rules themselves.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chickenscratch.core.actions import Action, Call, Lead, Play, SeatAction
from chickenscratch.core.apply import Accepted, apply, start_game
from chickenscratch.core.events import Event
from chickenscratch.core.presets import PRESETS
from chickenscratch.core.rules import RuleSet
from chickenscratch.core.state import Game, Phase, Round
from chickenscratch.core.text import N_
from chickenscratch.core.tiles import Tile, double

RULES: Final = PRESETS["chicken-scratch"].rules
SEED: Final = "1e550".rjust(64, "0")
_UNSEEN: Final = Tile(99, 98)
"""Stands for whatever is held while a position is being made."""
_SIX: Final = "6-6 6-1@6 6-2@6 6-3@6 6-4@6 5-2@2"
"""A full hub of sixes; the lines end in 1, 3, 4 and 5."""


class Lesson(NamedTuple):
    """One act at a table of two: the reader in seat 0, `{name}` in seat 1.

    `before` says what to do, `after` what came of it; `{enter}` and `{obvious}` are keys. `plays`
    such as ``6-6 6-1@6`` have been laid, the number behind @ is the one that touches. The lesson is
    learnt when the reader has done `act`; then the other one does `answer`.
    """

    title: str
    before: str
    after: str
    plays: str
    hand: str
    other: str
    yard: str = "6-0 5-4 3-1"
    act: str = "play"
    answer: SeatAction | None = None


LESSONS: Final = (
    Lesson(
        N_("Match an end"),
        N_("Tiles touch with equal numbers. The lines on the table end in 1, 3, 4 and 5. One of "
           "your tiles carries such a number, and so it stands in brackets. {enter} lays it."),
        N_("The 4 is covered, and the line goes on with a 0: the other half of your tile."),
        _SIX, "2-0 4-0 2-2", "5-3 5-0",
    ),
    Lesson(
        N_("The hub comes first"),
        N_("A round begins with a double in the middle: the hub. Before anything else, each of its "
           "four arms wants a 6. Your 1-0 would match the 1, but not yet: try it, and the line "
           "above your hand says why. Then lay the tile with a 6."),
        N_("Another arm. Once all four are filled, any open end will do."),
        "6-6 6-1@6", "1-0 6-5 3-2", "5-3 5-0 6-3",
    ),
    Lesson(
        N_("The chicken foot"),
        N_("{name} has laid a double, the 5-5: “Chickie 5!”. It is a foot now, and a foot wants "
           "three toes. Until it has them, everybody must lay a 5 there, whatever else would fit. "
           "Lay yours."),
        N_("The first toe. Two more, whoever lays them, and any end is open again."),
        "6-6 6-1@6 6-2@6 6-3@6 6-4@6 5-1@1 3-2@3 5-5@5", "5-3 4-1 2-0", "5-0 4-4",
    ),
    Lesson(
        N_("Draw and pass"),
        N_("None of your tiles fits: the lines end in 1, 3, 4 and 5. {obvious} draws one from the "
           "yard, the tiles that lie face down. If it fits, you may lay it. If it does not, you "
           "pass, and that happens by itself."),
        N_("The tile did not fit. It stays in your hand, and it is the turn of {name}."),
        _SIX, "2-0 2-2", "5-3 5-0", yard="0-0 6-0 6-5 5-4 3-1", act="pass",
    ),
    Lesson(
        N_("What you are caught with"),
        N_("{name} has one tile left and will go out with it. Whatever you hold then is counted "
           "against you, pip by pip, and the lowest total wins. Blanks count nothing here; at some "
           "tables the double blank costs 50. Lay the tile that would cost you most."),
        N_("{name} goes out."),
        _SIX, "4-2 3-0 0-0", "5-1", answer=Play(1, Tile(5, 1), 1),
    ),
    Lesson(
        N_("The last tile"),
        N_("This is your last tile, and it fits. Lay it and you have gone out: the round ends at "
           "once, it costs you nothing, and the others count what they hold."),
        N_("You know how it goes. At every table, ? shows the keys and r the rules."),
        _SIX, "4-0", "2-2 5-0",
    ),
)  # fmt: skip


class Position(NamedTuple):
    """A game in the middle of a round, and what has happened in that round."""

    game: Game
    story: tuple[Event, ...]


def position_of(lesson: Lesson, rules: RuleSet = RULES) -> Position:
    """The table a lesson is given at."""
    lead, *rest = lesson.plays.split()
    number = Tile.parse(lead).high
    hands = ((_UNSEEN, _UNSEEN),) * 2
    game = start_game(rules, 2, SEED)._replace(
        round=Round(
            1, 0, Phase.LEAD, 0, (number,), number, hands, (), on_table=(0,) * (rules.set_size + 1)
        )
    )
    story: list[Event] = []
    game = _done(_holding(game, 0, double(number)), Lead(0, double(number)), story)
    for word in rest:
        text, _at, on = word.partition("@")
        seat = _round(game).turn
        tile = Tile.parse(text)
        game = _done(_holding(game, seat, tile), Play(seat, tile, int(on)), story)
        for owed in _round(game).owed:
            game = _done(game, Call(owed.seat, owed.what), story)
    table = _round(game)._replace(
        hands=(_tiles(lesson.hand), _tiles(lesson.other)), yard=_tiles(lesson.yard), turn=0
    )
    return Position(game._replace(round=table), tuple(story))


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(word) for word in text.split())


def _round(game: Game) -> Round:
    assert game.round is not None
    return game.round


def _holding(game: Game, seat: int, tile: Tile) -> Game:
    hands = tuple(
        (*hand, tile) if holder == seat else hand for holder, hand in enumerate(_round(game).hands)
    )
    return game._replace(round=_round(game)._replace(hands=hands))


def _done(game: Game, action: Action, story: list[Event]) -> Game:
    outcome = apply(game, action)
    assert isinstance(outcome, Accepted), outcome
    story += outcome.events
    return outcome.game

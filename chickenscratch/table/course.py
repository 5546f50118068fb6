"""The course of a game at a table: what was done, how much of it may be taken back, and again.

Undo goes back to the last decision of the person who asks and takes back all that others did after
it. It stops where information starts: a tile that a person has drawn and a round that was laid
open have been seen and cannot be unseen. What computer players draw is seen by nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from chickenscratch.core.actions import Action, Deal, Draw, Lead, Pass, Play
from chickenscratch.core.apply import Accepted, RejectReason
from chickenscratch.core.events import Event, RoundEnded
from chickenscratch.core.state import Game
from chickenscratch.core.view import view_of


class Made(NamedTuple):
    """An action that was accepted: the game before it, and what came of it.

    `decision`: a person had a choice, so an undo may go back to before it.
    """

    before: Game
    action: Action
    outcome: Accepted
    decision: bool


def record_lines(made: Iterable[Made]) -> int:
    """How many action lines of the record these are; deals are none (record.md)."""
    return sum(not isinstance(one.action, Deal) for one in made)


class Course:
    """What was done since the deal of this round; in free practice, since the game began."""

    def __init__(
        self, people: Collection[int], *, together: bool = False, practice: bool = False
    ) -> None:
        """`together`: the people sit at one keyboard and may take back each other's actions.
        `practice`: whatever has been seen may be unseen."""
        self._people = frozenset(people)
        self._together = together
        self._practice = practice
        self._made: list[Made] = []
        self._again: list[tuple[int, list[Made]]] = []
        """What was taken back, and by whom; the last undo comes last."""
        self._seen = 0
        """What was done before this place of the list is there to stay."""

    def add(self, before: Game, action: Action, outcome: Accepted) -> None:
        """Something new was done, so nothing can be done again any more."""
        self._again.clear()
        if isinstance(action, Deal) and not self._practice:
            self._made.clear()
        self._made.append(Made(before, action, outcome, self._decided(before, action)))
        if not self._practice and self._revealed(action, outcome):
            self._seen = len(self._made)

    @property
    def story(self) -> tuple[Event, ...]:
        """All events since the last deal."""
        since = takewhile(lambda one: not isinstance(one.action, Deal), reversed(self._made))
        length = len(list(since)) + 1
        return tuple(event for one in self._made[-length:] for event in one.outcome.events)

    def undoes(self, seat: int) -> Sequence[Made] | RejectReason:
        """What an undo of `seat` would take back, oldest first, or why there is none."""
        if seat not in self._people:
            return RejectReason.NOTHING_TO_UNDO
        for place in range(len(self._made) - 1, self._seen - 1, -1):
            one = self._made[place]
            if one.decision and _seat(one.action) == seat:
                return self._made[place:]
            if self._of_another(one.action, seat):
                return RejectReason.OTHERS_ACTED
        earlier = self._made[: self._seen]
        if any(one.decision and _seat(one.action) == seat for one in earlier):
            return RejectReason.CANNOT_UNDO
        return RejectReason.NOTHING_TO_UNDO

    def redoes(self, seat: int) -> Sequence[Made] | RejectReason:
        """What a redo of `seat` would do again, oldest first, or why there is none."""
        if self._again and self._again[-1][0] == seat:
            return self._again[-1][1]
        return RejectReason.NOTHING_TO_REDO

    def undo(self, seat: int, made: Sequence[Made]) -> None:
        """Take back `made`, which is what :meth:`undoes` named."""
        del self._made[len(self._made) - len(made) :]
        self._again.append((seat, list(made)))

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._made.extend(self._again.pop()[1])

    def _decided(self, before: Game, action: Action) -> bool:
        """Whether a person chose this. Nobody wants back to where there is only one thing to do,
        unless it was a tile that they laid; and a call belongs to what it was called for."""
        seat = _seat(action)
        if seat not in self._people:
            return False
        match action:
            case Lead() | Play():
                return True
            case Draw() | Pass():
                legal = view_of(before, seat).legal
                if legal is None or not legal.turn:  # a penalty is drawn out of turn
                    return False
                return bool(legal.moves) + legal.draw + legal.pass_ > 1
            case _:
                return False

    def _revealed(self, action: Action, outcome: Accepted) -> bool:
        """Whether people have seen something that was hidden before."""
        if isinstance(action, Draw):
            return action.seat in self._people
        ended = any(isinstance(event, RoundEnded) for event in outcome.events)
        return ended or isinstance(action, Deal)

    def _of_another(self, action: Action, seat: int) -> bool:
        """Whether this was done by a person whom `seat` cannot just ask."""
        if self._together or self._practice:
            return False
        return _seat(action) not in (seat, None) and _seat(action) in self._people


def as_told(made: Iterable[Made]) -> tuple[Action, ...]:
    """These actions as everybody may know them: a deal without its tiles."""
    return tuple(Deal() if isinstance(one.action, Deal) else one.action for one in made)


def _seat(action: Action) -> int | None:
    return None if isinstance(action, Deal) else action.seat

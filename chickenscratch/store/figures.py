"""Figures of one player, worked out from the games the statistics keep. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from chickenscratch.core.state import EndReason
from chickenscratch.store.outcomes import Outcome, RoundOutcome

K = TypeVar("K")
V = TypeVar("V")

DEAD: Final = (EndReason.DEAD_FOOT, EndReason.DEAD_HUB)

Played = tuple[Outcome, int]
"""A game and the seat that the player had in it."""


class Figures(NamedTuple):
    """What some games came to for one player.

    `points` are those of all rounds together; `best` and `worst` are totals of a game, which say
    something only among games of one kind. `streak`: games won in a row up to the last one;
    `longest`: the most ever. `outs`: rounds the player went out in. `ends`: how rounds ended.
    """

    games: int
    wins: int
    shared: int
    rounds: int
    outs: int
    zeros: int
    points: int
    best: int
    worst: int
    heaviest: int
    streak: int
    longest: int
    ends: dict[EndReason, int]

    @property
    def mean_game(self) -> float:
        """Points a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def mean_round(self) -> float:
        """Points a round."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def dead(self) -> int:
        """Rounds in which a foot or the hub died."""
        return sum(self.ends[end] for end in DEAD)


class Kind(NamedTuple):
    """Games that can be compared: the rules, how many played, how many rounds."""

    preset: str
    seats: int
    rounds: int


class Rival(NamedTuple):
    """Somebody to play against: a person by name, or computer players by their level."""

    name: str
    level: str | None


class Against(NamedTuple):
    """How it went against a rival. `ahead`: games with a lower total than theirs."""

    games: int
    wins: int
    ahead: int
    behind: int


class Portrait(NamedTuple):
    """All about one player. Assisted games are apart, in `assisted`, and count nowhere else.

    `recent`: points a round of the latest games, the oldest first. `spread`: how many rounds
    cost 0, 1-9, 10-19 points and so on.
    """

    name: str
    level: str | None
    all: Figures
    assisted: Figures
    kinds: tuple[tuple[Kind, Figures], ...]
    rivals: tuple[tuple[Rival, Against], ...]
    recent: tuple[float, ...]
    spread: tuple[int, ...]


RECENT: Final = 40
STEP: Final = 10
"""Points in a class of `spread`."""
CLASSES: Final = 9
"""Classes of `spread`; the last one is open."""


class Player(NamedTuple):
    """Somebody who has played: a person (`level` None) or all computer players of a level."""

    name: str
    level: str | None
    games: int


def players(outcomes: Sequence[Outcome]) -> tuple[Player, ...]:
    """Everybody who has finished a game: people first, those with the most games first."""
    people: Counter[str] = Counter()
    names: dict[str, str] = {}
    levels: Counter[str] = Counter()
    for outcome in outcomes:
        for seat in outcome.seats:
            if seat.level is None:
                names[seat.name.casefold()] = seat.name
        people.update({s.name.casefold() for s in outcome.seats if s.level is None})
        levels.update({s.level for s in outcome.seats if s.level is not None})
    found = [Player(names[key], None, games) for key, games in _ranked(people)]
    return (*found, *(Player(level, level, games) for level, games in _ranked(levels)))


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def find(outcomes: Sequence[Outcome], name: str) -> Player | None:
    """The person, or the level of computer players, with this name."""
    wanted = name.casefold()
    return next((who for who in players(outcomes) if who.name.casefold() == wanted), None)


def portrait(outcomes: Sequence[Outcome], player: Player) -> Portrait:
    """All about `player`. A level of computer players is everybody who played at that level."""
    every = [
        (outcome, seat)
        for outcome in outcomes
        for seat, who in enumerate(outcome.seats)
        if (who.level == player.level)
        and (player.level is not None or who.name.casefold() == player.name.casefold())
    ]
    fair = [played for played in every if not played[0].assisted]
    return Portrait(
        player.name,
        player.level,
        figures(fair),
        figures([played for played in every if played[0].assisted]),
        _grouped(fair),
        _rivals(fair),
        tuple(_mean(outcome, seat) for outcome, seat in fair[-RECENT:]),
        _spread(fair),
    )


def figures(played: Sequence[Played]) -> Figures:
    """What these games came to, the oldest first."""
    rounds = [(found, seat) for outcome, seat in played for found in outcome.rounds]
    won = [seat in outcome.winners for outcome, seat in played]
    totals = [outcome.totals[seat] for outcome, seat in played]
    streak, longest = _streaks(won)
    return Figures(
        games=len(played),
        wins=sum(won),
        shared=sum(
            seat in outcome.winners and len(outcome.winners) > 1 for outcome, seat in played
        ),
        rounds=len(rounds),
        outs=sum(found.out == seat for found, seat in rounds),
        zeros=sum(not found.scores[seat] for found, seat in rounds),
        points=sum(totals),
        best=min(totals, default=0),
        worst=max(totals, default=0),
        heaviest=max((found.scores[seat] for found, seat in rounds), default=0),
        streak=streak,
        longest=longest,
        ends=_ends(found for found, _seat in rounds),
    )


def _ends(rounds: Iterable[RoundOutcome]) -> dict[EndReason, int]:
    counts = Counter(found.end for found in rounds)
    return {end: counts[end] for end in EndReason}


def _streaks(won: Sequence[bool]) -> tuple[int, int]:
    """Wins in a row at the end, and the most anywhere."""
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest


def _mean(outcome: Outcome, seat: int) -> float:
    return outcome.totals[seat] / len(outcome.rounds)


def _spread(played: Sequence[Played]) -> tuple[int, ...]:
    counts = [0] * (CLASSES + 1)
    for outcome, seat in played:
        for found in outcome.rounds:
            points = found.scores[seat]
            counts[0 if not points else min(1 + points // STEP, CLASSES)] += 1
    return tuple(counts)


def _grouped(played: Sequence[Played]) -> tuple[tuple[Kind, Figures], ...]:
    """By kind of game, the kinds played most first."""
    kinds: dict[Kind, list[Played]] = {}
    for outcome, seat in played:
        kind = Kind(outcome.preset, len(outcome.seats), len(outcome.rounds))
        kinds.setdefault(kind, []).append((outcome, seat))
    return _most_first({kind: figures(some) for kind, some in kinds.items()}, lambda f: f.games)


def _rivals(played: Sequence[Played]) -> tuple[tuple[Rival, Against], ...]:
    """By rival, those met most often first. Several of a level at one table count once."""
    met: dict[Rival, list[tuple[bool, int]]] = {}
    for outcome, seat in played:
        mine = outcome.totals[seat]
        best: dict[Rival, int] = {}
        for other, who in enumerate(outcome.seats):
            if other != seat:
                rival = Rival(who.name if who.level is None else who.level, who.level)
                best[rival] = min(best.get(rival, outcome.totals[other]), outcome.totals[other])
        for rival, theirs in best.items():
            met.setdefault(rival, []).append((seat in outcome.winners, theirs - mine))
    found = {
        rival: Against(
            len(games),
            sum(won for won, _ in games),
            sum(apart > 0 for _, apart in games),
            sum(apart < 0 for _, apart in games),
        )
        for rival, games in met.items()
    }
    return _most_first(found, lambda against: against.games)


def _most_first(found: dict[K, V], size: Callable[[V], int]) -> tuple[tuple[K, V], ...]:
    return tuple(sorted(found.items(), key=lambda item: -size(item[1])))

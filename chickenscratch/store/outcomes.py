"""What a finished game came to, read from its record, most often without playing it again.

The record's own lines say how every round ended. Only where something was taken back, so that a
line may have lost its meaning, is the game played through.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from chickenscratch.core.actions import Lead, Play
from chickenscratch.core.record import (
    ActionLine,
    DealLine,
    EndLine,
    FinalLine,
    GameRecord,
    RecordError,
    RecordSeat,
    Undo,
)
from chickenscratch.core.replay import game_of, replay
from chickenscratch.core.rules import RuleSet, Ties
from chickenscratch.core.state import EndReason
from chickenscratch.store.reading import parse_json

_MARKS: Final = ("assisted", "practice")


class RoundOutcome(NamedTuple):
    """A finished round. `out`: the seat that went out, or None."""

    number: int
    lead: int
    end: EndReason
    out: int | None
    scores: tuple[int, ...]


class Outcome(NamedTuple):
    """A finished game. A game is known by its id and the time it was begun: the id alone follows
    from the seed, and the same deals may be played more than once."""

    game: str
    created: str
    preset: str
    seats: tuple[RecordSeat, ...]
    rounds: tuple[RoundOutcome, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    assisted: bool = False


def outcome_of(record: GameRecord, *, assisted: bool = False) -> Outcome | None:
    """What the game came to; None if it is not over, or if its lines do not add up."""
    header = record.header
    final = record.entries[-1][1] if record.entries else None
    if not isinstance(final, FinalLine):
        return None
    taken_back = any(isinstance(entry, Undo) for _line, entry in record.entries)
    rounds = _replayed(record) if taken_back else _told(record)
    sums = tuple(sum(found.scores[s] for found in rounds) for s in range(len(header.seats)))
    if len(rounds) != header.rules.game_rounds or sums != final.final:
        return None
    if not _likely(rounds, header.rules) or not _won(final, header.rules):
        return None
    return Outcome(
        header.game_id, header.created, header.preset, header.seats, rounds, final.final,
        final.winners, assisted,
    )  # fmt: skip


def _likely(rounds: tuple[RoundOutcome, ...], rules: RuleSet) -> bool:
    """Whether the rounds are numbered in order, and each was opened with a double of the set."""
    numbers = [found.number for found in rounds]
    return numbers == list(range(1, len(rounds) + 1)) and all(
        found.lead <= rules.set_size for found in rounds
    )


def _won(final: FinalLine, rules: RuleSet) -> bool:
    """Whether the winners have the lowest total; all who have it, unless ties are broken."""
    least = min(final.final)
    best = {seat for seat, total in enumerate(final.final) if total == least}
    won = set(final.winners)
    return bool(won) and (won == best if rules.ties is Ties.SHARED else won <= best)


def _told(record: GameRecord) -> tuple[RoundOutcome, ...]:
    """The rounds as the lines tell them; none if a line says something unheard of."""
    rounds: list[RoundOutcome] = []
    number, lead, last = 0, 0, 0
    for _line, entry in record.entries:
        match entry:
            case DealLine():
                number = entry.number
            case ActionLine(action=Lead(seat=seat, tile=tile)):
                lead, last = tile.high, seat
            case ActionLine(action=Play(seat=seat)):
                last = seat
            case EndLine():
                end = _reason(entry.end)
                if end is None or len(entry.scores) != len(record.header.seats):
                    return ()
                out = last if end is EndReason.OUT else None
                rounds.append(RoundOutcome(number, lead, end, out, entry.scores))
            case _:
                pass
    return tuple(rounds)


def _replayed(record: GameRecord) -> tuple[RoundOutcome, ...]:
    game = game_of(record.header)
    try:
        for step in replay(record):
            game = step.game
    except RecordError:
        return ()
    return tuple(RoundOutcome(r.number, r.lead, r.end, r.out, r.scores) for r in game.results)


def was_assisted(lines: Iterable[str]) -> bool:
    """Whether the record says that the game was not an ordinary one: that somebody had help
    (``"assisted": true`` in any line) or could take everything back (``"practice": true``)."""
    return any(_says_so(text) for text in lines if any(f'"{mark}"' in text for mark in _MARKS))


def _says_so(text: str) -> bool:
    try:
        line = parse_json(text)
    except ValueError:
        return False
    return isinstance(line, dict) and any(line.get(mark) is True for mark in _MARKS)


def _reason(text: str) -> EndReason | None:
    try:
        return EndReason(text)
    except ValueError:
        return None
